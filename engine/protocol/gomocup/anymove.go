package gomocup

import (
	"errors"

	"moyo/engine"
	"moyo/game"
)

var errFull = errors.New("there is no empty point")

// anyMove returns a move for an engine that gave none. It is one that wins
// immediately, or one that stops the opponent's immediate win, or one beside as
// many stones as possible, near the middle. In an opening any choice is as good.
// A Renju player whose points are all forbidden has to answer too, with any
// empty point. Excluded moves are avoided as long as others are legal.
func anyMove(pos game.Position, lim engine.Limits) (game.Move, error) {
	best, bestWorth, bestOff := game.NoMove, -1, 0.0
	for _, m := range lim.Allowed(pos.LegalMoves(nil)) {
		if m == game.Pass {
			continue
		}
		w, off := worth(pos, m), 0.0
		if m >= 0 {
			at := pos.Board().Coord(m.Point())
			off = at[0]*at[0] + at[1]*at[1] + at[2]*at[2]
		}
		if w > bestWorth || w == bestWorth && off < bestOff {
			best, bestWorth, bestOff = m, w, off
		}
	}
	if best != game.NoMove {
		return best, nil
	}
	for p := range game.Point(pos.Board().Len()) {
		if pos.At(p) == game.Empty {
			return game.Place(p), nil
		}
	}
	return game.NoMove, errFull
}

// worth is a quick score of a legal move.
func worth(pos game.Position, m game.Move) int {
	const wins, saves = 1000, 500
	if m < 0 {
		return 0
	}
	side := pos.ToPlay()
	if winsAt(pos, m) {
		return wins
	}
	if t, ok := pos.(game.Turner); ok {
		t.SetToPlay(side.Other())
		loses := winsAt(pos, m)
		t.SetToPlay(side)
		if loses {
			return saves
		}
	}
	return stonesNear(pos, m.Point())
}

// winsAt reports whether m wins the game for the side to move.
func winsAt(pos game.Position, m game.Move) bool {
	side := pos.ToPlay()
	if pos.Play(m) != nil {
		return false
	}
	won := pos.Outcome().Winner == side
	pos.Undo()
	return won
}

// stonesNear counts the stones next to p, or next to a neighbour of it.
func stonesNear(pos game.Position, p game.Point) (n int) {
	b := pos.Board()
	for _, q := range b.Neighbors(p) {
		if pos.At(q) != game.Empty {
			n += 2
		}
		for _, r := range b.Neighbors(q) {
			if r != p && pos.At(r) != game.Empty {
				n++
			}
		}
	}
	return n
}
