package connect4_test

import (
	"strings"
	"testing"

	solve "moyo/solve/connect4"

	"moyo/internal/testenv"
)

func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		w, h        int
		moves, want string
	}{
		{7, 6, "8", "move 1 ('8'): no such column; the board has 7"},
		{7, 6, "1x", "move 2 ('x'): no such column"},
		{7, 6, "1111111", "move 7 ('1'): the column is full"},
		{7, 6, "12121211", "move 8 ('1'): the game is over"},
		{9, 7, "", "at most 64"},
		{0, 6, "", "at most 64"},
		{13, 1, "", "at most 64"},
	} {
		if _, err := solve.Read(c.w, c.h, c.moves); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%dx%d %s: %v, want %q", c.w, c.h, c.moves, err, c.want)
		}
	}
	if _, err := solve.FromStones(7, 6, func(x, y int) int { return y }); err == nil || !strings.Contains(err.Error(), "hangs in the air") {
		t.Errorf("a stone in the air: %v", err)
	}
	if _, err := solve.FromStones(7, 6, func(x, y int) int { return max(0, 1-y) }); err == nil {
		t.Error("seven in a row of the side to move are taken")
	}
	if _, err := solve.New(9, 9, solve.Options{}); err == nil {
		t.Error("a solver for 9x9")
	}
}

// TestPlies: score and length of the game agree.
func TestPlies(t *testing.T) {
	for _, moves := range []string{"", "4", "44"} {
		p, err := solve.Read(7, 6, moves)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= p.Left(); n++ { // a game that ends after n more plies
			score := (p.Left()-n)/2 + 1
			if n%2 == 0 {
				score = -score
			}
			if got := p.Plies(score); got != n {
				t.Errorf("after %q: score %d ends the game in %d plies, want %d", moves, score, got, n)
			}
		}
		if got := p.Plies(0); got != p.Left() {
			t.Errorf("a draw after %d plies", got)
		}
	}
}

// TestKey: mirror images have one key, others do not.
func TestKey(t *testing.T) {
	testenv.SkipUnderRace(t)
	key := func(moves string) uint64 {
		p, err := solve.Read(7, 6, moves)
		if err != nil {
			t.Fatal(err)
		}
		return p.Key()
	}
	if key("1275") != key("7613") || key("12") == key("21") || key("1") == key("2") || key("4444") == key("44") {
		t.Error("keys are wrong")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(uint8(7), uint8(6), "4455")
	f.Add(uint8(12), uint8(4), "abc123")
	f.Fuzz(func(t *testing.T, w, h uint8, moves string) {
		p, err := solve.Read(int(w), int(h), moves)
		if err != nil {
			return
		}
		if p.Left() != int(w)*int(h)-len(moves) {
			t.Errorf("%dx%d %q: %d cells left", w, h, moves, p.Left())
		}
	})
}
