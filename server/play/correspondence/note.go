package correspondence

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	stones "moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// The limits of a note.
const (
	maxNote     = 4000     // characters
	maxNoteBody = 32 << 10 // bytes of a request; a character may take six
	noteCost    = 256      // bytes that a note takes besides its text
)

type gameInput struct {
	ID string `path:"id"`
}

type noteInput struct {
	ID   string `path:"id"`
	Body NewNote
}

// playing returns the user, if the user plays the game, or an error that the game does not exist for them.
func (s *Service) playing(ctx context.Context, game string) (player string, err error) {
	player = identity.Player(ctx)
	g, err := s.Store.Game(ctx, game)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", apierror.Wrap(apierror.NotFound, err, "game.unknown", "There is no such game. Its link may be incomplete.")
	case err != nil:
		return "", err
	case g.SideOf(player) == stones.Empty:
		return "", apierror.Say(apierror.NotFound, "note.player", "Only the players of a game can keep notes in it.")
	}
	return player, nil
}

func (s *Service) note(ctx context.Context, in *gameInput) (*endpoint.Answer[Note], error) {
	player, err := s.playing(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	n, err := s.kept().note(ctx, player, in.ID)
	if errors.Is(err, store.ErrNotFound) {
		return endpoint.Reply(Note{Most: maxNote}), nil
	}
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(noteOf(n)), nil
}

func noteOf(n keptNote) Note {
	return Note{Text: n.Text, Changed: n.Changed.Format(time.RFC3339), Most: maxNote}
}

func (s *Service) writeNote(ctx context.Context, in *noteInput) (*endpoint.Answer[Note], error) {
	player, err := s.playing(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(strings.ReplaceAll(in.Body.Text, "\r\n", "\n"))
	if err := checkNote(text); err != nil {
		return nil, err
	}
	n := keptNote{Game: in.ID, Player: player, Text: text, Changed: store.Milli(s.Now())}
	if err := s.Budget.Spend(ctx, noteCost+len(text)); err != nil && text != "" { // deleting needs no room
		return nil, err
	}
	if err := s.kept().saveNote(ctx, n); err != nil {
		return nil, err
	}
	if text == "" {
		return endpoint.Reply(Note{Most: maxNote}), nil
	}
	return endpoint.Reply(noteOf(n)), nil
}

// checkNote returns an error that says what is wrong with a note's text.
func checkNote(text string) error {
	if n := utf8.RuneCountInString(text); n > maxNote {
		return apierror.Say(apierror.BadRequest, "note.long", "Notes can have at most %d characters; this one has %d.", maxNote, n)
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == utf8.RuneError {
			return apierror.Say(apierror.BadRequest, "note.control", "Your note contains a character that is not allowed.")
		}
	}
	return nil
}
