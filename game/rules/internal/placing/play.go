package placing

import (
	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/zobrist"
)

// Check returns Legal if the side to move may play m, else the reason why not.
func (g *Game) Check(m game.Move) game.Reason {
	switch {
	case g.outcome.Over:
		return game.GameOver
	case m == game.Pass && g.ruleSet.Pass:
		return game.Legal
	case m < 0:
		return game.NotInThisWay
	case int(m) >= len(g.stones):
		return game.OffBoard
	case g.stones[m] != game.Empty:
		return game.Occupied
	}
	return g.judge(m.Point())
}

// judge returns whether the side to move may place a stone on the empty point pt. It leaves its
// captures in buf.
func (g *Game) judge(pt game.Point) game.Reason {
	taken, ok := g.ruleSet.Takes(g, pt, g.buf[:0])
	g.buf = taken
	switch {
	case !ok:
		return game.Suicide
	case g.ruleSet.Stay && len(taken) > 0:
		return game.Taking
	case g.ruleSet.Ko == SimpleKo:
		if pt == g.ko {
			return game.Ko
		}
	case g.ruleSet.Ko != NoKo && g.repeats(pt, taken):
		return game.Ko
	}
	return game.Legal
}

// LegalMoves appends every legal move to buf: points in ascending order, then Pass if allowed. A
// finished game has none.
func (g *Game) LegalMoves(buf []game.Move) []game.Move {
	if g.outcome.Over {
		return buf
	}
	for i, c := range g.stones {
		if c == game.Empty && g.judge(game.Point(i)) == game.Legal {
			buf = append(buf, game.Place(game.Point(i)))
		}
	}
	if g.ruleSet.Pass {
		buf = append(buf, game.Pass)
	}
	return buf
}

// Play plays m for the side to move. For an illegal move it returns a *game.IllegalMove and leaves
// the position unchanged.
func (g *Game) Play(m game.Move) error {
	if reason := g.Check(m); reason != game.Legal {
		return &game.IllegalMove{Move: m, Reason: reason}
	}
	g.moves = append(g.moves, m)
	g.plies = append(g.plies, ply{g.state, len(g.taken)})
	mover := g.toPlay
	g.toPlay, g.ko = mover.Other(), board.None
	if m == game.Pass {
		if g.passes++; g.passes == 2 {
			g.outcome = game.Outcome{Over: true, How: "two passes"}
			return nil
		}
	} else {
		g.passes = 0
		g.place(m.Point(), mover, g.buf)
		if how := g.ruleSet.Wins(g, m.Point()); how != "" {
			g.outcome = game.Outcome{Over: true, Winner: mover, How: how}
			return nil
		}
	}
	g.stuck()
	return nil
}

// place puts c's stone on pt, and removes captured stones.
func (g *Game) place(pt game.Point, c game.Color, taken []game.Point) {
	g.stones[pt] = c
	g.key ^= zobrist.Stone(pt, c)
	for _, q := range taken {
		g.stones[q] = game.Empty
		g.key ^= zobrist.Stone(q, c.Other())
	}
	g.taken = append(g.taken, taken...)
	g.captures[c] += len(taken)
	g.empty += len(taken) - 1
	if len(taken) == 1 && g.exposed(pt, taken[0]) {
		g.ko = taken[0]
	}
}

// exposed reports whether the stone on pt is alone with the one liberty q.
func (g *Game) exposed(pt, q game.Point) bool {
	for _, x := range g.b.Neighbors(pt) {
		if x != q && g.stones[x] != g.stones[pt].Other() {
			return false
		}
	}
	return true
}

// stuck ends the game, if the rules say so, when the side to move can place no stone.
func (g *Game) stuck() {
	for i, c := range g.stones {
		if c == game.Empty && g.judge(game.Point(i)) == game.Legal {
			return
		}
	}
	g.outcome = g.ruleSet.Stuck(g.toPlay, g.empty == 0)
}

// Undo takes back the last move and restores the exact position. It returns false if there are no moves.
func (g *Game) Undo() bool {
	last := len(g.moves) - 1
	if last < 0 {
		return false
	}
	g.takeBack(g.stones, last)
	g.state = g.plies[last].before
	g.taken = g.taken[:g.plies[last].taken]
	g.moves, g.plies = g.moves[:last], g.plies[:last]
	return true
}

// takenBy returns the stones captured by move i.
func (g *Game) takenBy(i int) []game.Point {
	end := len(g.taken)
	if i+1 < len(g.plies) {
		end = g.plies[i+1].taken
	}
	return g.taken[g.plies[i].taken:end:end]
}

// takeBack turns the stones after move i into those before it.
func (g *Game) takeBack(stones []game.Color, i int) {
	if g.moves[i] == game.Pass {
		return
	}
	stones[g.moves[i]] = game.Empty
	for _, q := range g.takenBy(i) {
		stones[q] = g.plies[i].before.toPlay.Other()
	}
}

// SetToPlay hands the turn to c, for editors and some protocols. It is not a move; Undo undoes it
// together with the move before it. It ends a run of passes, and lifts a simple ko for the side
// that captured. It has no effect if the game is over or c is already to move.
func (g *Game) SetToPlay(c game.Color) {
	if g.outcome.Over || c == g.toPlay || c != game.Black && c != game.White {
		return
	}
	g.toPlay, g.passes, g.ko = c, 0, board.None
	g.stuck()
}
