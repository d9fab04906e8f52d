package record

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/game/record/sgf"
)

// MaxRepairs is the most repairs of a game that are listed.
const MaxRepairs = 20

// repairs are what was repaired in a game.
type repairs struct {
	first []string
	more  int
	notes []string // of the game; see [Notes]
}

func (r *repairs) add(text string) {
	if len(r.first) < MaxRepairs {
		r.first = append(r.first, text)
	} else {
		r.more++
	}
}

// all returns the list for people.
func (r *repairs) all() []string {
	list := slices.Clone(r.first)
	if r.more > 0 {
		list = append(list, fmt.Sprintf("and %d more", r.more))
	}
	return append(list, r.notes...)
}

// Repairs returns the repairs of a record as [Follow] does or, if its board or rules are unknown, those
// of its text.
func Repairs(ctx context.Context, g *sgf.Game, open game.Opener) []string {
	if line, err := Follow(ctx, g, open); err == nil {
		return line.Repairs
	}
	var r repairs
	r.ofText(g)
	return r.all()
}

// ofText adds the repairs of a text, and the notes on its rules and komi.
func (r *repairs) ofText(g *sgf.Game) {
	r.notes = Notes(g)
	for _, fault := range g.Faults {
		r.add(fmt.Sprintf("line %d, column %d: %s", fault.Line, fault.Column, fault.Reason))
	}
}

// ofHandicap adds a note on a handicap that the rules do not place on their board.
func (r *repairs) ofHandicap(g *sgf.Game, rules string) {
	_, options, _ := strings.Cut(rules, ":")
	_, placed := option(strings.Split(options, ","), "handicap")
	if n := stonesMeant(g); n > 0 && !placed && !g.Root.Has("RI") && g.Kind() == sgf.Go {
		r.notes = append(r.notes, unplaced(n))
	}
}

// ofSize adds a repair of the board's size.
func (r *repairs) ofSize(g *sgf.Game, b *board.Board) {
	w, h, grid := b.Grid()
	text := g.Root.SimpleText("SZ")
	usual := text == fmt.Sprint(w) && w == h || strings.ReplaceAll(text, " ", "") == fmt.Sprintf("%d:%d", w, h)
	if grid && !g.Root.Has("BD") && text != "" && !usual {
		r.add(fmt.Sprintf("SZ[%.20s] is read as %dx%d", text, w, h))
	}
}

// repair adds a repair of a node on the main line.
func (v *visit) repair(format string, args ...any) {
	if !v.main {
		return
	}
	place := "before move 1"
	if v.walk.moves > 0 {
		place = fmt.Sprintf("move %d", v.walk.moves)
	}
	v.repairs.add(place + ": " + fmt.Sprintf(format, args...))
}

// unprefixed returns the text of an error without the name of a package.
func unprefixed(err error) string { return strings.TrimPrefix(err.Error(), "sgf: ") }
