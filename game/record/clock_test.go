package record

import (
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/rules/gomoku"
)

// TestSetClock writes clocks in the words of other programs.
func TestSetClock(t *testing.T) {
	for text, want := range map[string]string{
		"none": "", "absolute=20m": "TM[1200]", "fischer=5m+3s": "TM[300]OT[3 fischer]", "byoyomi=10m+5x30s": "TM[600]OT[5x30 byo-yomi]",
		"canadian=10m+25/5m": "TM[600]OT[25/300 canadian]", "move=30s": "TM[0]OT[30 per move]", "correspondence=3d": "TM[0]OT[259200 per move]",
	} {
		spec, err := clock.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		g := Of(played(t, "gomoku"), 4)
		before := g.String()
		SetClock(g, spec)
		if got := g.String(); want == "" && got != before || !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestSetLeft writes the remaining times after the moves of players with a clock.
func TestSetLeft(t *testing.T) {
	byoyomi := clock.Spec{Kind: clock.Byoyomi, Main: time.Minute, Step: 10 * time.Second, Count: 3}
	canadian := clock.Spec{Kind: clock.Canadian, Main: time.Minute, Step: 10 * time.Second, Count: 4}
	left := []clock.State{
		{Main: 1500 * time.Millisecond, Periods: 3, Period: 10 * time.Second},
		{Stones: 4, Period: 9 * time.Second}, {Periods: 2, Period: 10 * time.Second},
	}
	for _, c := range []struct {
		rules string
		moves string
		specs [3]clock.Spec
		want  string
	}{
		{"gomoku", "A1 B2 C3 D4", [3]clock.Spec{{}, canadian, byoyomi}, "(;B[ai];W[bh]WL[1.5];B[cg]BL[9]OB[4];W[df]WL[10]OW[2])"},
		{"gomoku", "A1 B2 C3", [3]clock.Spec{{}, byoyomi, {}}, "(;B[ai]BL[1.5];W[bh];B[cg]BL[10]OB[2])"},
		// White has taken the black stones.
		{"gomoku:opening=swap2", "A1 B2 C3 black D4", [3]clock.Spec{{}, byoyomi, canadian},
			"(;B[ai];W[bh];B[cg]WL[1.5];OC[black]BL[9]OB[4];W[df]WL[10]OW[2])"},
	} {
		pos := played(t, c.rules, strings.Fields(c.moves)...)
		g := Of(pos, 4)
		SetLeft(g, pos, c.specs, left)
		_, moves, _ := strings.Cut(strings.ReplaceAll(g.String(), "\n", ""), "];")
		if got := "(;" + moves; got != c.want {
			t.Errorf("%s: %s, want %s", c.rules, got, c.want)
		}
	}
}

// played returns a position of a 9×9 board after some moves.
func played(t *testing.T, id string, moves ...string) game.Position {
	t.Helper()
	rules, err := gomoku.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(board.Grid(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		m, err := game.ParseMove(pos, text)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return pos
}
