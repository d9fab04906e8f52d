package league

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/game/clock"
	"moyo/internal/errtext"
)

// Event is a game, a board and a clock. Its name is the text that the operator wrote; tournaments
// are recognized by it.
type Event struct {
	Name  string
	Rules game.Rules
	Board *board.Board
	Clock clock.Spec
}

// maxName limits the name of an event. With a number it is the title of a tournament, which has at
// most 80 characters.
const maxName = 70

// ParseEvent reads an event such as weiqi:komi=7@grid:9@fischer=2m+1s. rules and boards resolve the
// names.
func ParseEvent(
	text string, rules func(id string) (game.Rules, error), boards func(spec string) (*board.Board, error),
) (e Event, err error) {
	fail := func(err error) (Event, error) {
		return Event{}, fmt.Errorf("event %q: %w", errtext.Clip(text, 100), err)
	}
	e.Name = text
	if i := strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }); i >= 0 {
		return fail(fmt.Errorf("its character %d: want letters, digits and signs of ASCII without blanks", i+1))
	}
	if len(text) > maxName {
		return fail(fmt.Errorf("%d characters: want at most %d", len(text), maxName))
	}
	parts := strings.Split(text, "@")
	if len(parts) != 3 || parts[0] == "" || parts[1] == "" || parts[2] == "" {
		return fail(errors.New("want GAME@BOARD@CLOCK, such as nogo@torus:9x9@fischer=2m+1s"))
	}
	if e.Rules, err = rules(parts[0]); err != nil {
		return fail(err)
	}
	if e.Board, err = boards(parts[1]); err != nil {
		return fail(err)
	}
	if e.Clock, err = clock.Parse(parts[2]); err != nil {
		return fail(err)
	}
	if _, err := e.Rules.New(e.Board); err != nil {
		return fail(err)
	}
	if !e.Clock.Counts() || e.Clock.Kind == clock.Correspondence {
		return fail(fmt.Errorf("clock %s: want one for live games, not for correspondence", e.Clock))
	}
	return e, nil
}

// Folder returns the name of the event's folder: lower-case letters and digits.
func (e Event) Folder() string {
	words := strings.FieldsFunc(strings.ToLower(e.Name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}

// title returns the title of the event's tournament with this number.
func (e Event) title(number int) string { return e.Name + " #" + strconv.Itoa(number) }

// number returns the number in a tournament's title; ok is false if the title is not the event's.
func (e Event) number(title string) (number int, ok bool) {
	rest, found := strings.CutPrefix(title, e.Name+" #")
	number, err := strconv.Atoi(rest)
	return number, found && err == nil && number > 0 && e.title(number) == title
}
