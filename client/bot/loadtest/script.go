package loadtest

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"moyo/game"
)

// The limits of scripts.
const (
	scripts      = 16
	scriptLength = 2000 // most moves of a script
)

// script contains random games: lists of moves by name, each legal after the previous ones. They
// only place stones.
type script struct{ games [][]string }

// newScript makes random games until a player wins or only a pass is left.
func newScript(cfg Config) (*script, error) {
	s := &script{}
	random := rand.New(rand.NewPCG(cfg.Seed, 1))
	for range scripts {
		pos, err := cfg.Position()
		if err != nil {
			return nil, err
		}
		moves, err := playout(pos, random)
		if err != nil {
			return nil, err
		}
		s.games = append(s.games, moves)
	}
	return s, nil
}

func playout(pos game.Position, random *rand.Rand) (names []string, err error) {
	var buf []game.Move
	for len(names) < scriptLength {
		buf = pos.LegalMoves(buf[:0])
		stones := buf[:0]
		for _, m := range buf {
			if m >= 0 {
				stones = append(stones, m)
			}
		}
		if len(stones) == 0 {
			break
		}
		m := stones[random.IntN(len(stones))]
		name := game.Format(pos, m)
		if err := pos.Play(m); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", len(names)+1, name, err)
		}
		if pos.Outcome().Over {
			break // the last move would end the game before its record is complete
		}
		names = append(names, name)
	}
	if len(names) < 2 {
		return nil, errors.New("on this board and by these rules no game with stones can be played")
	}
	return names, nil
}

// of returns the moves of game i.
func (s *script) of(i int) []string { return s.games[i%len(s.games)] }
