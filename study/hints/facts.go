package hints

import (
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/study/bank"
	"moyo/study/trainer"
)

// The limits of what is considered.
const (
	mostInside = 7 // points of a closed eye space
	mostMoves  = 9 // of a line: after that the loser plays out the rest
)

// facts are the relevant facts about a problem's first move and its line.
type facts struct {
	problem *bank.Problem
	start   *trainer.Position
	seen    [numKinds]bool // by hint: those decided by moves on the board
	space   int            // points of the closed eye space around the first move, 0 for none
	parts   int            // of it after the move
	line    int            // steps from the edge of a grid, -1 without a first move

	reachesOut bool // the stone of the first move is connected to the outside
	metOutside bool // it is next to a stone of the other side's that is
}

// inspect finds the facts of a problem. Without a known first move there are few.
func inspect(p *bank.Problem) *facts {
	f := &facts{problem: p, start: trainer.Start(&p.Problem), line: -1}
	if m := firstMove(p); m >= 0 {
		f.first(m.Point())
	}
	f.follow()
	return f
}

// firstMove returns a first move that solves the problem, game.NoMove if unknown.
func firstMove(p *bank.Problem) game.Move {
	for _, moves := range [][]game.Move{p.Line, p.First} {
		if len(moves) > 0 {
			return moves[0]
		}
	}
	return game.NoMove
}

// first finds the facts of the first move.
func (f *facts) first(q game.Point) {
	after := f.start.Clone()
	if after.Play(game.Place(q)) != game.Legal {
		return
	}
	b, me := f.problem.Board, f.problem.ToPlay
	f.seen[Capture] = len(lost(f.start, after, me.Other())) > 0
	f.seen[IntoAtari] = takeable(after, q)
	_, _, f.reachesOut = after.Chain(q)
	for _, n := range b.Neighbors(q) {
		switch f.start.Stones()[n] {
		case me:
			_, before, safe := f.start.Chain(n)
			_, now, _ := after.Chain(q)
			f.seen[Rescue] = f.seen[Rescue] || !safe && before == 1 && now > 1
		case me.Other():
			_, left, safe := after.Chain(n)
			f.seen[Atari] = f.seen[Atari] || after.Stones()[n] == me.Other() && !safe && left == 1
			_, _, out := f.start.Chain(n)
			f.metOutside = f.metOutside || out
		}
	}
	f.inspectPlace(q)
}

// inspectPlace finds where the first move is: its distance from the edge, and its space.
func (f *facts) inspectPlace(q game.Point) {
	if width, height, grid := f.problem.Board.Grid(); grid {
		x, y := int(q)%width, int(q)/width
		f.line = min(x, y, width-1-x, height-1-y)
	}
	space := f.spaceOf(q, board.None)
	if f.isOpen(space) {
		return
	}
	f.space = len(space)
	rest := slices.DeleteFunc(slices.Clone(space), func(n game.Point) bool { return n == q })
	for len(rest) > 0 {
		part := f.spaceOf(rest[0], q)
		rest = slices.DeleteFunc(rest, func(n game.Point) bool { return slices.Contains(part, n) })
		f.parts++
	}
}

// spaceOf returns the points of the region that are not the defender's and are connected to q,
// without going through without.
func (f *facts) spaceOf(q, without game.Point) []game.Point {
	p := f.problem
	space := []game.Point{q}
	for i := 0; i < len(space); i++ {
		for _, n := range p.Board.Neighbors(space[i]) {
			if n != without && p.Stones[n] != p.Defender() && slices.Contains(p.Region, n) && !slices.Contains(space, n) {
				space = append(space, n)
			}
		}
	}
	return space
}

// isOpen reports whether a space leads out of the region.
func (f *facts) isOpen(space []game.Point) bool {
	p := f.problem
	return slices.ContainsFunc(space, func(q game.Point) bool {
		return slices.ContainsFunc(p.Board.Neighbors(q), func(n game.Point) bool {
			return p.Stones[n] != p.Defender() && !slices.Contains(p.Region, n)
		})
	})
}

// lost returns the points at which a side's stones are gone.
func lost(before, after *trainer.Position, side game.Color) (points []game.Point) {
	for q, c := range before.Stones() {
		if c == side && after.Stones()[q] != side {
			points = append(points, game.Point(q))
		}
	}
	return points
}

// takeable reports whether the side to move can capture the stone on a point immediately.
func takeable(at *trainer.Position, q game.Point) bool {
	for p, c := range at.Stones() {
		if c != game.Empty {
			continue
		}
		next := at.Clone()
		if next.Play(game.Place(game.Point(p))) == game.Legal && next.Stones()[q] == game.Empty {
			return true
		}
	}
	return false
}

// follow plays the line and records what happens in it.
func (f *facts) follow() {
	w := walk{facts: f, at: f.start.Clone(), placed: board.None}
	for i, m := range f.problem.Line[:min(len(f.problem.Line), mostMoves)] {
		before := w.at.Clone()
		if w.at.Play(m) != game.Legal {
			return
		}
		if i%2 == 0 {
			w.own(before, m)
		} else {
			w.answer(before, m)
		}
	}
}

// walk is the state in the middle of a line.
type walk struct {
	*facts
	at     *trainer.Position
	placed game.Point   // the stone just placed by the solving side, or board.None
	lost   []game.Point // what the answer to it captured
	lone   bool         // and whether that was only the stone just placed
	joined []game.Point // the chain that the answer connected out of atari, into atari
}

// own records the effects of a move of the solving side.
func (w *walk) own(before *trainer.Position, m game.Move) {
	gone, lone, joined := w.lost, w.lone, w.joined
	w.placed, w.lost, w.lone, w.joined = board.None, nil, false, nil
	if m == game.Pass {
		return
	}
	q := m.Point()
	w.placed = q
	taken := lost(before, w.at, w.problem.ToPlay.Other())
	again := slices.Contains(gone, q)
	w.note(Snapback, lone && again && len(taken) >= 2)
	w.note(UnderTheStones, again && len(gone) >= 3 && (len(taken) > 0 || w.threatens(q)))
	w.note(ConnectAndDie, slices.ContainsFunc(joined, func(n game.Point) bool { return slices.Contains(taken, n) }))
}

// answer records the effects of the other side's move.
func (w *walk) answer(before *trainer.Position, m game.Move) {
	w.lost = lost(before, w.at, w.problem.ToPlay)
	w.lone = len(w.lost) == 1 && w.lost[0] == w.placed
	w.note(ThrowIn, w.lone)
	w.note(Sacrifice, len(w.lost) >= 2)
	if m == game.Pass || len(w.lost) > 0 {
		return
	}
	side := w.problem.ToPlay.Other()
	for _, n := range w.problem.Board.Neighbors(m.Point()) {
		if before.Stones()[n] != side {
			continue
		}
		_, liberties, safe := before.Chain(n)
		chain, left, _ := w.at.Chain(n)
		if liberties == 1 && !safe && left == 1 {
			w.joined = chain
		}
	}
}

// threatens reports whether the stone just placed puts others into atari.
func (w *walk) threatens(q game.Point) bool {
	return slices.ContainsFunc(w.problem.Board.Neighbors(q), func(n game.Point) bool {
		if w.at.Stones()[n] != w.problem.ToPlay.Other() {
			return false
		}
		_, liberties, safe := w.at.Chain(n)
		return liberties == 1 && !safe
	})
}

// note marks a hint as seen.
func (w *walk) note(k Kind, is bool) { w.seen[k] = w.seen[k] || is }
