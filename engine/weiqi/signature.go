package weiqi

import (
	"context"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/splitmix"
)

// signatureBoards are the boards of the signature, each with a number of random moves.
var signatureBoards = []struct {
	spec  string
	rules string
	moves int
}{
	{"grid:9", "weiqi:komi=6.5", 0},
	{"grid:9", "weiqi:komi=6.5", 24},
	{"grid:13", "weiqi:score=territory,ko=situational", 60},
	{"torus:7x7", "weiqi:komi=0.5", 10},
	{"hex:5", "weiqi:komi=3.5", 16},
	{"geodesic:2", "weiqi:komi=3.5,ko=simple", 12},
	{"grid:2x3", "weiqi:komi=0.5", 0},
}

// signatureNodes is the number of playouts for each of them.
const signatureNodes = 1200

// Signature searches fixed positions with one thread and a fixed seed and
// returns a number of up to eight digits that depends on all results: moves,
// visits and values. A change without functional effect leaves it as it was.
func Signature(ctx context.Context) (uint64, error) {
	h := uint64(0)
	for i, c := range signatureBoards {
		pos, err := signaturePosition(c.spec, c.rules, c.moves, uint64(i)+1)
		if err != nil {
			return 0, err
		}
		info, err := New(Options{FullTime: true}).Search(ctx, pos, engine.Limits{Nodes: signatureNodes, Seed: uint64(i) + 1}, nil)
		if err != nil {
			return 0, err
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for _, c := range info.Candidates {
			h = splitmix.Mix(h ^ splitmix.Mix(uint64(c.Move)) ^ uint64(c.Visits)<<20 ^ uint64(c.Value*4096))
		}
	}
	return h % 1e8, nil
}

func signaturePosition(spec, id string, moves int, seed uint64) (game.Position, error) {
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
	rand := rules.NewRand(seed)
	for range moves {
		legal := pos.LegalMoves(nil)
		if err := pos.Play(legal[rand.Intn(len(legal)-1)]); err != nil { // no passes
			return nil, err
		}
	}
	return pos, nil
}
