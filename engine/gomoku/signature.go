package gomoku

import (
	"context"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
)

// signatureGames are the positions of the signature: a board, rules, and stones
// near its middle.
var signatureGames = []struct {
	spec, rules string
	stones      int
}{
	{"grid:15", "rule=freestyle", 6},
	{"grid:15", "rule=standard", 9},
	{"grid:15", "rule=renju", 12},
	{"grid:15", "rule=caro9", 7},
	{"torus:13x13", "rule=freestyle", 5},
	{"cube:5", "rule=freestyle,n=4", 4},
}

// Signature searches fixed positions with one thread and returns a number that
// depends on the moves, values and depths found. A change without functional
// effect leaves it as it was.
func Signature(ctx context.Context) (uint64, error) {
	h := uint64(14695981039346656037) // FNV-1a
	add := func(v uint64) { h = (h ^ v) * 1099511628211 }
	for _, g := range signatureGames {
		pos, err := signaturePosition(g.spec, g.rules, g.stones)
		if err != nil {
			return 0, err
		}
		info, err := New(Options{Memory: 8 << 20}).Search(ctx, pos, engine.Limits{Nodes: 20_000}, nil)
		if err != nil {
			return 0, err
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		add(uint64(info.Move))
		add(uint64(info.Value * 1e6))
		add(uint64(info.Depth))
		add(uint64(info.Nodes))
	}
	return h % 1e8, nil
}

// signaturePosition puts stones on every third of the points nearest to the
// middle.
func signaturePosition(spec, id string, stones int) (game.Position, error) {
	b, err := board.Parse(spec)
	if err != nil {
		return nil, err
	}
	r, err := rules.Parse(id)
	if err != nil {
		return nil, err
	}
	pos, err := r.New(b)
	if err != nil {
		return nil, err
	}
	middle := nearest(b, board.Vec{})
	far := b.Distances(middle)
	for d, n := 0, 0; len(pos.Moves()) < stones && d < b.Len(); d++ {
		for q := range game.Point(b.Len()) {
			if far[q] != d {
				continue
			}
			if n++; n%3 == 1 && len(pos.Moves()) < stones && pos.Check(game.Place(q)) == game.Legal {
				if err := pos.Play(game.Place(q)); err != nil {
					return nil, err
				}
			}
		}
	}
	return pos, nil
}
