package capturefive

import (
	"context"
	"testing"

	"moyo/engine"
	"moyo/game"
	"moyo/internal/testenv"
)

// TestLevels plays a level against the one four below it, with both colours.
func TestLevels(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, strong := range []int{5, 7} {
		points := 0
		for g := range 6 {
			players := []engine.Engine{New(Options{Memory: 2 << 20, Level: strong}), New(Options{Memory: 2 << 20, Level: strong - 4})}
			own := game.Color(1 + g%2)
			pos := position(t, "n=5", "grid:9")
			for !pos.Outcome().Over && len(pos.Moves()) < 120 {
				e := players[0]
				if pos.ToPlay() != own {
					e = players[1]
				}
				info, err := e.Search(context.Background(), pos, engine.Limits{Seed: uint64(100*g + len(pos.Moves()) + 1)}, nil)
				if err == nil {
					err = pos.Play(info.Move)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if pos.Outcome().Winner == own {
				points++
			}
		}
		if points < 5 {
			t.Errorf("level %d wins %d of 6 against level %d", strong, points, strong-4)
		}
	}
}

// TestFirstMove: weak levels begin in the middle, wherever it is.
func TestFirstMove(t *testing.T) {
	testenv.SkipUnderRace(t)
	for level := 4; level < 9; level++ {
		e := New(Options{Memory: 1 << 16, Level: level, NoBook: true})
		for seed := range uint64(3) {
			pos := position(t, "n=5", "grid:7")
			info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 50, Seed: seed}, nil)
			if err != nil || game.Format(pos, info.Move) != "D4" {
				t.Errorf("level %d begins with %s, %v", level, game.Format(pos, info.Move), err)
			}
		}
	}
}
