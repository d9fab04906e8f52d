package mcts

import (
	"slices"

	"moyo/engine"
	"moyo/game"
)

// ban records the moves that the search must not consider.
func (s *search) ban(pos game.Position, lim engine.Limits) {
	s.mover = pos.ToPlay()
	avoid := lim.Avoid
	if len(lim.Exclude) > 0 {
		avoid = append(slices.Clone(avoid), engine.Avoided{Side: s.mover, Moves: lim.Exclude, Plies: 1})
	}
	for _, a := range avoid {
		for _, m := range a.Moves {
			s.banMove(pos.Board().Len(), a, m)
		}
	}
}

// alters reports whether the limits change the moves or priors of the tree.
func (s *search) alters() bool { return s.bans != nil || s.rootTemper > 0 }

// banMove records one of them, if it is a point or a pass.
func (s *search) banMove(points int, a engine.Avoided, m game.Move) {
	i := banIndex(m)
	if i < 0 || i > points || a.Plies <= 0 || a.Side != game.Black && a.Side != game.White {
		return
	}
	if s.bans == nil {
		s.bans = make([][3]int32, points+1)
	}
	s.bans[i][a.Side] = max(s.bans[i][a.Side], int32(min(a.Plies, 1<<30)))
}

// banIndex is the index of a move in bans: the pass before the points; negative
// for other kinds of moves.
func banIndex(m game.Move) int { return int(m) + 1 }

// banned reports whether side does not play m at ply, counted from the root.
func (s *search) banned(m game.Move, side game.Color, ply int) bool {
	i := banIndex(m)
	return i >= 0 && i < len(s.bans) && ply < int(s.bans[i][side])
}

// allowed removes from children the moves that are banned at the end of the
// path, as long as others are left.
func (w *worker) allowed(children []Child) []Child {
	if w.bans == nil {
		return children
	}
	ply := len(w.path) - 1
	side := w.path[ply].toPlay
	banned := func(c Child) bool { return w.banned(c.Move, side, ply) }
	if !slices.ContainsFunc(children, func(c Child) bool { return !banned(c) }) {
		return children
	}
	return slices.DeleteFunc(children, banned)
}
