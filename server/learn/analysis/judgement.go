package analysis

import (
	"moyo/game"
	"moyo/server/base/convert"
	"moyo/solve/life"
)

// judgementOf judges the last move, which leads to pos; before and after are the answers for the positions before and after it.
func judgementOf(pos game.Position, moves []game.Move, before, after *life.Answer) *SolveJudgement {
	if len(moves) == 0 {
		return nil
	}
	other := pos.ToPlay()
	mover := other.Other()
	j := &SolveJudgement{
		Move: game.Format(pos, moves[len(moves)-1]), Color: convert.Side(mover), Verdict: verdictOn(mover, before, after),
	}
	switch {
	case len(after.Line) > 0:
		j.Reply = game.Format(pos, after.Line[0])
	case len(after.FirstMoves) > 0:
		j.Reply = game.Format(pos, after.FirstMoves[0])
	}
	return j
}

// verdictOn judges a move of mover, from the answers before and after it.
func verdictOn(mover game.Color, before, after *life.Answer) string {
	had, hadKnown := worth(before, mover)
	has, known := worth(after, mover.Other())
	has = won - has // the rest of won is mover's
	switch {
	case !known || !hadKnown && has > 0 && has < won:
		return "unknown"
	case !hadKnown && has == 0:
		return "wrong"
	case !hadKnown, has >= had && had > 0:
		return "correct"
	case had == 0:
		return "lost"
	}
	return "wrong"
}

// won is the worth of the best result; a loss is worth 0.
const won = 1000

// worth ranks the result of the side to move: the more threats the other side needs to turn a ko, the better.
func worth(a *life.Answer, side game.Color) (value int, known bool) {
	switch {
	case a == nil:
		return 0, false
	case a.Verdict == life.Win:
		return won, true
	case a.Verdict == life.Lose:
		return 0, true
	case a.Verdict != life.InKo || a.Ko == nil:
		return 0, false
	case a.Ko.TakesFirst == side:
		return won/2 + a.Ko.Threats, true
	}
	return won/2 - a.Ko.Threats, true
}
