package weiqi_test

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/rules/weiqi"
)

// TestCertain lets one side move as often as it likes, in every order, while the
// other passes: what lives must still be there, and in what is called the
// other's territory nothing may come to live.
func TestCertain(t *testing.T) {
	decided := 0
	for _, spec := range []string{"grid:4", "grid:5x4", "torus:4x4", "hex:3"} {
		b := mustBoard(t, spec)
		rng := rand.New(rand.NewPCG(3, uint64(b.Len())))
		for range 120 {
			pos := lateGame(t, b, rng)
			stones := colors(pos)
			status := weiqi.Unconditional(b, stones)
			for _, side := range []game.Color{game.Black, game.White} {
				decided += checkCertain(t, b, stones, status, side)
			}
			if t.Failed() {
				t.Fatalf("on %s:\n%s", spec, game.Picture(pos))
			}
		}
	}
	if decided < 500 {
		t.Errorf("only %d points were certain: the games are not late enough", decided)
	}
}

// lateGame plays at random, but fills no point that only stones of the side to
// move touch.
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

// checkCertain checks what is said of side's stones and territory, and returns
// how many points that is.
func checkCertain(t *testing.T, b *board.Board, stones []game.Color, status []weiqi.Status, side game.Color) int {
	t.Helper()
	territory := map[game.Color]weiqi.Status{game.Black: weiqi.BlackTerritory, game.White: weiqi.WhiteTerritory}[side]
	living := weiqi.Benson(b, stones, side)
	mine := make([]bool, len(stones))
	count := 0
	for p := range stones {
		mine[p] = status[p] == territory || status[p] == weiqi.Alive && stones[p] == side || status[p] == weiqi.Dead && stones[p] == side.Other()
		if mine[p] {
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
		theirs := weiqi.Benson(b, list[i], side.Other())
		for p := range stones {
			if living[p] && list[i][p] != side {
				t.Errorf("the living stone on %s is gone", b.Name(game.Point(p)))
			}
			if mine[p] && theirs[p] {
				t.Errorf("%s lives on %s, which is said to be %s", side.Other(), b.Name(game.Point(p)), status[p])
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
