package studies

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"moyo/catalog"
	"moyo/game/match"
	"moyo/game/record"
	"moyo/game/record/files"
	"moyo/game/record/sgf"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
	"moyo/server/store"
)

// maxSource is the maximum size in bytes of a record that becomes chapters.
const maxSource = 4 << 20

// maxRepair is the maximum number of characters of a text about a repair.
const maxRepair = 200

// errSourceLarge is the error for a record above maxSource.
var errSourceLarge = apierror.Say(apierror.TooLarge, "study.source", "This file is larger than 4 MB, "+
	"the limit for chapters. Try to export fewer games at a time.")

// chapters returns the chapters for a source, at least one.
func (h *Hub) chapters(ctx context.Context, in StudySource) (made []*chapter, err error) {
	err = h.Queue.Do(ctx, queue.Board, queue.Of(ctx, identity.Player(ctx)), nil, func() error {
		ctx, cancel := context.WithTimeout(ctx, growTime)
		defer cancel()
		games, err := h.games(ctx, in)
		if err != nil {
			return err
		}
		name := identity.CleanText(in.Name, maxTitle)
		bytes := 0
		for i, g := range games {
			c, err := h.chapterOf(ctx, g)
			if err != nil {
				return err
			}
			if bytes += c.bytes; bytes > int(h.Limits.Bytes) {
				return errStudyLarge
			}
			switch {
			case name != "" && len(games) > 1:
				c.name = identity.CleanText(name+" "+strconv.Itoa(i+1), maxTitle)
			case name != "":
				c.name = name
			default:
				c.name = namesOf(g)
			}
			made = append(made, c)
		}
		return nil
	})
	return made, tooLong(err)
}

func (h *Hub) chapterOf(ctx context.Context, g *sgf.Game) (*chapter, error) {
	g.ToUTF8()
	repairs := record.Repairs(ctx, g, h.opener(ctx))
	first, err := record.Grow(ctx, beginning(g), h.opener(ctx))
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	rules := first.Rules.ID()
	record.Carry(g, first.Board)
	g.Root.Set("RI", sgf.Escape(rules)) // otherwise the game would change when an editor writes komi, rules or handicap, or adds a first move
	c, err := chapterOf(g)
	if err != nil {
		return nil, err
	}
	c.board, c.rules, c.repairs = first.Board.Spec(), rules, repairs
	b, err := h.begin(ctx, c)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	return c, h.measureNew(ctx, c, b, g)
}

// beginning returns the part of a game that its rules depend on: setup stones, and the side to move first.
func beginning(g *sgf.Game) *sgf.Game {
	begun := sgf.New()
	begun.Root.Properties = g.Root.Properties
	last := begun.Root
	for n := range g.MainLine() {
		if n != g.Root {
			last = last.Add()
			last.Properties = n.Properties
		}
		if slices.ContainsFunc([]string{"AB", "AW", "B", "W"}, n.Has) {
			break
		}
	}
	return begun
}

// games returns the games of a source.
func (h *Hub) games(ctx context.Context, in StudySource) (sgf.Collection, error) {
	text := in.Record
	switch {
	case len(text) > maxSource:
		return nil, errSourceLarge
	case text != "":
	case in.Game != "":
		var err error
		if text, err = h.finished(ctx, in.Game); err != nil {
			return nil, err
		}
	case in.Board != "" && in.Rules != "":
		return h.empty(ctx, in)
	default:
		return nil, errNoSource
	}
	games, _, err := files.Read([]byte(text), sgf.Limits{Bytes: maxSource, Nodes: int(h.Limits.Bytes) / nodeBytes})
	if e, ok := errors.AsType[*sgf.Error](err); ok {
		return nil, apierror.Wrap(apierror.BadRequest, err, "records.unreadable",
			"This file is not a valid record: line %s, column %s: %s.", strconv.Itoa(e.Line), strconv.Itoa(e.Column), e.Reason)
	}
	switch {
	case err != nil:
		return nil, apierror.Invalid(err)
	case len(games) == 0:
		return nil, errNoSource
	case len(games) > maxChapters:
		return nil, errChapters
	}
	return games, nil
}

// finished returns the record of a finished game. Running games are refused, since a study could help a player.
func (h *Hub) finished(ctx context.Context, id string) (string, error) {
	if _, ofClass := store.ClassOfGame(id); ofClass || len(id) > maxID { // pupils' games stay in their class
		id = ""
	}
	g, err := h.Games.Game(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return "", apierror.Wrap(apierror.NotFound, err, "game.unknown", "There is no such game. Its link may be incomplete.")
	}
	if err != nil {
		return "", err
	}
	if g.Phase != match.Finished {
		return "", apierror.Say(apierror.OutOfStep, "study.goesOn", "You can study a game after it has ended.")
	}
	return h.Games.Text(ctx, id)
}

// empty returns a game without moves.
func (h *Hub) empty(ctx context.Context, in StudySource) (sgf.Collection, error) {
	b, err := h.Boards.Get(ctx, in.Board)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	rules, err := h.Rules(in.Rules)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	return sgf.Collection{record.Of(pos, catalog.GameOf(rules.ID()).RecordKind)}, nil
}
