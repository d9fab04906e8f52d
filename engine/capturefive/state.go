package capturefive

import (
	"moyo/engine/alphabeta"
	"moyo/game"
	"moyo/game/rules/capturefive/fast"
)

// state is a position of the search: an alphabeta.Game.
type state struct {
	b       *fast.Board
	w       *weights
	forced  *forcedTable
	plain   bool     // no search at the leaves
	finish  []uint16 // scratch
	replies []uint16
	trials  []uint16
	lines   [][]uint16                // one for each depth of a forced line
	beneath [answerDepth + 1][]uint16 // one for each depth at a leaf
}

func newState(b *fast.Board, w *weights, forced *forcedTable) *state {
	b.SetValues(&w.window)
	return &state{b: b, w: w, forced: forced}
}

// Clone returns an independent copy.
func (s *state) Clone() alphabeta.Game {
	c := newState(s.b.Clone(), s.w, newForcedTable())
	c.plain = s.plain
	return c
}

// Key identifies stones, ko and side to move.
func (s *state) Key() uint64 { return s.b.Key() }

// passPoint returns the search's number of a pass: the number of points.
func (s *state) passPoint() int32 { return int32(s.b.Len()) }

// Play plays a move of the side to move.
func (s *state) Play(p int32) {
	if p == s.passPoint() {
		s.b.Pass()
		return
	}
	s.b.Play(uint16(p))
}

// Undo takes the last move back.
func (s *state) Undo() { s.b.Undo() }

// Pass passes the turn.
func (s *state) Pass() { s.b.Pass() }

// UndoPass takes the pass back.
func (s *state) UndoPass() { s.b.Undo() }

// Decided returns the score of a finished game, of one that the side to move
// wins immediately, and of one in which it cannot stop the opponent's win.
func (s *state) Decided(ply int) (int, bool) {
	me := s.b.ToPlay()
	switch {
	case s.b.Won() != game.Empty:
		return ply - alphabeta.Win, true
	case s.b.Drawn():
		return alphabeta.Draw, true
	case s.b.Empties() <= s.b.Len()/8+1 && s.b.Blocked() && !s.b.Options().Pass:
		return alphabeta.Draw, true
	case s.canFinish(me):
		return alphabeta.Win - ply - 1, true
	case s.canFinish(me.Other()) && len(s.answers()) == 0:
		if s.escapes() {
			return alphabeta.Draw, true
		}
		return ply + 2 - alphabeta.Win, true
	}
	return 0, false
}

// escapes reports whether the side to move can end the game in a draw in spite
// of any threat: by a second pass, or because it has no move.
func (s *state) escapes() bool {
	if s.b.Options().Pass {
		return s.b.Passed()
	}
	return s.b.Blocked()
}

// Threatened reports whether the opponent threatens to win with the next move.
func (s *state) Threatened() bool { return s.canFinish(s.b.ToPlay().Other()) }

// canFinish reports whether a move of c would win immediately.
func (s *state) canFinish(c game.Color) bool {
	state := s.w.four[c]
	if s.b.Tally(state) == 0 {
		return false
	}
	for w, st := range s.b.States() {
		if st == state && !s.b.Suicide(s.gap(w), c) {
			return true
		}
	}
	return false
}

// gap returns the empty point of a window that lacks one stone.
func (s *state) gap(w int) uint16 {
	for _, p := range s.b.Window(w) {
		if s.b.At(p) == game.Empty {
			return p
		}
	}
	return fast.None
}

// finishers appends the points where c would win immediately, without repeats.
// A completed row is a new position, so no rule of repetition forbids it.
func (s *state) finishers(c game.Color, buf []uint16) []uint16 {
	state := s.w.four[c]
	if s.b.Tally(state) == 0 {
		return buf
	}
	for w, st := range s.b.States() {
		if st != state {
			continue
		}
		if p := s.gap(w); !contains(buf, p) && !s.b.Suicide(p, c) {
			buf = append(buf, p)
		}
	}
	return buf
}

func contains(list []uint16, p uint16) bool {
	for _, q := range list {
		if q == p {
			return true
		}
	}
	return false
}

// answers returns the moves after which the opponent no longer threatens to win.
// They fill the gap, capture a stone of the row (if it does not border on the
// gap), save stones whose capture would give the row its liberty, or take the
// liberty of the chain that would complete it. A pass is not among them. The
// list is valid until the next call.
func (s *state) answers() []uint16 {
	foe := s.b.ToPlay().Other()
	s.finish = s.finishers(foe, s.finish[:0])
	s.trials = append(s.trials[:0], s.finish...)
	takes := !s.b.Joined()
	for _, p := range s.finish {
		takes = takes || s.b.Takes(p, foe) > 0
	}
	if takes {
		s.trials = s.captures(s.trials)
	}
	for _, p := range s.finish {
		if q := s.onlyLiberty(p, foe); q != fast.None && !contains(s.trials, q) {
			s.trials = append(s.trials, q)
		}
	}
	s.replies = s.replies[:0]
	for _, p := range s.trials {
		if !s.b.Legal(p) {
			continue
		}
		s.b.Play(p)
		if !s.canFinish(foe) {
			s.replies = append(s.replies, p)
		}
		s.b.Undo()
	}
	return s.replies
}

// captures appends the points where the side to move captures stones, without repeats.
func (s *state) captures(buf []uint16) []uint16 {
	if !s.b.Options().Captures {
		return buf
	}
	foe := s.b.ToPlay().Other()
	for p := range uint16(s.b.Len()) {
		if s.b.At(p) != foe || s.b.Root(p) != p {
			continue
		}
		if last, ok := s.b.InAtari(p); ok && !contains(buf, last) {
			buf = append(buf, last)
		}
	}
	return buf
}

// onlyLiberty returns the only liberty that the chain of a stone of c on the
// empty point p would have, or None if it would have none or several.
func (s *state) onlyLiberty(p uint16, c game.Color) uint16 {
	if !s.b.Options().Captures || s.b.Takes(p, c) > 0 {
		return fast.None
	}
	only := fast.None
	for _, q := range s.b.Neighbors(p) {
		switch s.b.At(uint16(q)) {
		case game.Empty:
			if only != fast.None && only != uint16(q) {
				return fast.None
			}
			only = uint16(q)
		case c:
			root := s.b.Root(uint16(q))
			for x := root; ; {
				for _, y := range s.b.Neighbors(x) {
					if s.b.At(uint16(y)) != game.Empty || uint16(y) == p || uint16(y) == only {
						continue
					}
					if only != fast.None {
						return fast.None
					}
					only = uint16(y)
				}
				if x = s.b.Next(x); x == root {
					break
				}
			}
		}
	}
	return only
}
