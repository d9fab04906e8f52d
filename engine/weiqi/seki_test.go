package weiqi

import (
	"context"
	"slices"
	"strings"
	"testing"

	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// sekiPositions have stones in seki, or stones that resemble it.
var sekiPositions = []struct {
	name string
	rows []string
	want string // the stones in seki
	dead string
}{
	{"two shared liberties", []string{
		". O X . O X .",
		"O O X X O X X",
		". O X . O X .",
	}, "C3 E3 C2 D2 E2 C1 E1", ""},
	{"an eye against none", []string{
		". O X . O . O X .",
		"O O X X O O O X X",
		". O X . O X X X .",
	}, "", ""},
	{"an eye each", []string{
		". O X . X . O . O X .",
		"O O X X X X O O O X X",
		". O O O X X O X X X .",
	}, "C3 E3 G3 J3 C2 D2 E2 F2 G2 H2 J2 E1 F1 G1", ""},
	{"one shared liberty", []string{
		". O X . O X .",
		"O O X X O X X",
		". O X O O X .",
	}, "", ""},
	{"two eyes each", []string{
		". O . X .",
		"O O . X X",
		". O . X .",
	}, "", ""},
	{"a dead stone beside it", []string{
		". O X . O X . O .",
		"O O X X O X X X X",
		". O X . O X . X .",
	}, "C3 E3 C2 D2 E2 C1 E1", "H3"},
	{"an open board", []string{
		". . . . .",
		". X . O .",
		". . . . .",
	}, "", ""},
}

// TestSeki finds seki, and does not where one side can capture the other or has two eyes.
func TestSeki(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, tt := range sekiPositions {
		rows := make([]string, len(tt.rows))
		for i, row := range tt.rows {
			rows[i] = strings.ReplaceAll(row, " ", "")
		}
		pos := setUp(t, rules.Default(), rows, game.Black)
		var dead []game.Point
		for p := range game.Point(pos.Board().Len()) {
			if pos.Board().Name(p) == tt.dead {
				dead = append(dead, p)
			}
		}
		e := New(Options{})
		got, err := e.Seki(t.Context(), pos, dead)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		var names []string
		for _, p := range got {
			names = append(names, pos.Board().Name(p))
		}
		if text := strings.Join(names, " "); text != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, text, tt.want)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if _, err := e.Seki(stopped, pos, dead); err == nil {
			t.Errorf("%s: no error when stopped", tt.name)
		}
	}
}
