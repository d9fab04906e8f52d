package record

import (
	"context"
	"errors"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/record/sgf"
)

// Line is the main line of a game, with the repairs of [Grow]. Where stones are set up in the middle
// of the game, or the rules forbid a move, another part begins.
type Line struct {
	Board   *board.Board
	Rules   game.Rules
	Parts   []Part   // with at least one move each, in order
	Repairs []string // as in [Tree]
	notes   int      // the last ones of Repairs, which are no faults
	// End is the position at the end, with the moves of the last part, or without moves after a setup.
	// It is nil if the rules do not allow its stones.
	End game.Position
	// Stones and ToPlay are the contents of the points at the end, and the side to move: Empty if the
	// game is over.
	Stones []game.Color
	ToPlay game.Color
}

// Part is a part of a line.
type Part struct {
	First  int          // number of moves of the line before it
	Start  []game.Color // the contents of the points before its first move
	ToPlay game.Color   // before it
	Turns  []game.Turn  // its moves
	// Position is the position at its end, with its moves. It is nil if the part is a move that the
	// rules never allow here, or moves among stones that they do not allow.
	Position game.Position
}

// maxStarted limits the points of all positions that begin anew on a line: a few bytes of a record
// can make one.
const maxStarted = 2_000_000

// Follow returns the main line of g. It returns an error if the board or rules are unknown, or ctx's.
func Follow(ctx context.Context, g *sgf.Game, open game.Opener) (*Line, error) {
	w, err := newWalk(g, open)
	if err != nil {
		return nil, err
	}
	w.line = &Line{Board: w.tree.Board, Rules: w.tree.Rules}
	if err := w.all(ctx, g.Root); err != nil {
		return nil, err
	}
	w.endPart()
	l := w.line
	l.notes = len(w.repairs.notes)
	l.Repairs, l.End, l.Stones, l.ToPlay = w.repairs.all(), w.pos, w.stones, w.turn()
	return l, nil
}

// Whole returns the position at the end of a line that is one part and needed no repairs, else an
// error.
func (l *Line) Whole() (game.Position, error) {
	switch {
	case len(l.Repairs) > l.notes:
		return nil, errors.New(l.Repairs[0])
	case len(l.Parts) > 1 || l.End == nil || len(l.Parts) == 1 && l.Parts[0].Position != l.End:
		return nil, errors.New("stones are set up in the middle of the game")
	}
	return l.End, nil
}

// After returns the position after that many moves, before stones are set up there, or at the end if
// there are fewer moves. It returns nil if the rules do not allow its stones.
func (l *Line) After(moves int) game.Position {
	for _, p := range l.Parts {
		if last := p.First + len(p.Turns); moves >= l.moves() || moves < p.First || moves > last {
			continue
		}
		if p.Position == nil {
			return nil
		}
		pos := p.Position.Clone()
		for len(pos.Moves()) > moves-p.First && pos.Undo() {
		}
		return pos
	}
	return l.End
}

// moves returns the number of moves.
func (l *Line) moves() int {
	if len(l.Parts) == 0 {
		return 0
	}
	last := l.Parts[len(l.Parts)-1]
	return last.First + len(last.Turns)
}

// beginPart begins a part at the current stones.
func (w *walk) beginPart() {
	if w.line != nil {
		w.part = Part{First: w.line.moves(), Start: append(w.part.Start[:0], w.stones...), ToPlay: w.turn()}
	}
}

// endPart adds the current part to the line if it has moves.
func (w *walk) endPart() {
	if w.line == nil {
		return
	}
	if w.pos != nil && len(w.part.Turns) == 0 {
		w.part.Position, w.part.Turns = w.pos, cloneTurns(w.pos.Turns())
	}
	if len(w.part.Turns) > 0 {
		w.line.Parts = append(w.line.Parts, w.part)
		w.part = Part{}
	}
}

// cloneTurns copies turns, whose captures are valid only until the position changes.
func cloneTurns(turns []game.Turn) []game.Turn {
	turns = slices.Clone(turns)
	for i := range turns {
		turns[i].Taken = slices.Clone(turns[i].Taken)
	}
	return turns
}
