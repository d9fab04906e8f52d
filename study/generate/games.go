package generate

import (
	"context"
	"errors"
	"math/rand/v2"

	"moyo/engine"
	"moyo/engine/weiqi"
	"moyo/game"
	"moyo/solve/life/tsumego"

	rules "moyo/game/rules/weiqi"
)

// The settings of games in which problems are sought.
const (
	gamePlayouts = 10 // of each move
	leastPlayer  = 4  // the levels that play
	mostPlayer   = 8
	gameMemory   = 8 << 20 // bytes of a tree
	lookEvery    = 3       // moves
	tryGroup     = 2       // problems about a group
	mostFree     = 6       // liberties of a chain that may be enclosed
	leastGroup   = 3       // stones of a chain to consider
	keepWithin   = 2       // steps from the region within which the attacker's stones are kept
)

// fromGame plays a game between two levels of the engine and returns problems from it: enclosed groups,
// cut out with their surroundings. Playouts, and not time, limit the moves.
func (t *terrain) fromGame(ctx context.Context, r *rand.Rand) ([]tsumego.Problem, error) {
	pos, err := rules.Default().New(t.Board)
	if err != nil {
		return nil, err
	}
	var players [2]*weiqi.Engine
	for i := range players {
		players[i] = weiqi.New(weiqi.Options{Level: leastPlayer + r.IntN(mostPlayer-leastPlayer+1), Memory: gameMemory, Steady: true})
	}
	opened := openings(t, r)
	seen := map[string]bool{}
	var problems []tsumego.Problem
	for n := range t.Len() * 3 / 5 {
		m := game.NoMove
		if n < len(opened) && pos.Check(opened[n]) == game.Legal {
			m = opened[n]
		} else {
			info, err := players[n%2].Search(ctx, pos, engine.Limits{Nodes: gamePlayouts, Threads: 1, Seed: r.Uint64()}, nil)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return nil, err
			}
			m = info.Move
		}
		if err := pos.Play(m); err != nil || pos.Outcome().Over {
			break
		}
		if n > t.Len()/6 && n%lookEvery == 0 {
			problems = append(problems, t.cuttings(r, pos, seen)...)
		}
	}
	return problems, nil
}

// openings returns the first moves of a game: points on the third and fourth line.
func openings(t *terrain, r *rand.Rand) []game.Move {
	var list []game.Point
	for q, line := range t.line {
		if line == 2 || line == 3 {
			list = append(list, game.Point(q))
		}
	}
	list = shuffled(r, list)
	moves := make([]game.Move, min(2+r.IntN(3), len(list)))
	for i := range moves {
		moves[i] = game.Place(list[i])
	}
	return moves
}
