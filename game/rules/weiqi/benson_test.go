package weiqi_test

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// TestLivingStonesStay allows the other side to move as often as it likes, in every order, while
// the owner passes. Living stones must stay.
func TestLivingStonesStay(t *testing.T) {
	count := 0
	for _, spec := range []string{"grid:4", "grid:5x4", "torus:4x4", "hex:3"} {
		b := mustBoard(t, spec)
		rng := rand.New(rand.NewPCG(3, uint64(b.Len())))
		for range 120 {
			pos := lateGame(t, b, rng)
			for _, side := range []game.Color{game.Black, game.White} {
				count += checkStays(t, b, colors(pos), side)
			}
			if t.Failed() {
				t.Fatalf("on %s:\n%s", spec, game.Picture(pos))
			}
		}
	}
	if count < 500 {
		t.Errorf("only %d stones lived: the games are not late enough", count)
	}
}

// lateGame plays at random, but fills no point that only stones of the side to move touch.
func lateGame(t *testing.T, b *board.Board, rng *rand.Rand) *weiqi.Position {
	t.Helper()
	pos, err := weiqi.Default().Start(b)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 * b.Len() {
		m := game.Move(rng.IntN(b.Len()))
		own := true
		for _, q := range b.Neighbors(m.Point()) {
			own = own && pos.At(q) == pos.ToPlay()
		}
		if own || pos.Check(m) != game.Legal {
			m = game.Pass
		}
		if m == game.Pass && len(pos.Moves()) > 0 && pos.Moves()[len(pos.Moves())-1] == game.Pass {
			continue
		}
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return pos
}

// checkStays checks that the living stones of side stay, and returns their number.
func checkStays(t *testing.T, b *board.Board, stones []game.Color, side game.Color) int {
	t.Helper()
	living := weiqi.Benson(b, stones, side)
	count := 0
	for _, yes := range living {
		if yes {
			count++
		}
	}
	if count == 0 {
		return 0
	}
	const most = 300 // positions
	met := map[string]bool{}
	list := [][]game.Color{stones}
	for i := 0; i < len(list) && len(list) < most; i++ {
		for p := range stones {
			if living[p] && list[i][p] != side {
				t.Errorf("the living stone on %s is gone", b.Name(game.Point(p)))
			}
		}
		for p := range game.Point(len(stones)) {
			next := newSlow(weiqi.Default(), b)
			copy(next.stones, list[i])
			next.toPlay = side.Other()
			if list[i][p] != game.Empty {
				continue
			}
			after, gone := next.after(p)
			if key := string(bytesOf(after)); gone[side.Other()] == 0 && !met[key] {
				met[key] = true
				list = append(list, after)
			}
		}
	}
	return count
}

func bytesOf(stones []game.Color) []byte {
	list := make([]byte, len(stones))
	for i, c := range stones {
		list[i] = byte(c)
	}
	return list
}
