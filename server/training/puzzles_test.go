package training

import (
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/rules/gomoku"
	"moyo/server/convert"
	"moyo/server/wire"
)

// TestPlayTry: the solver and the answers move in turn, where there is no answer
// the solver has the turn again, and only the answers may be left out.
func TestPlayTry(t *testing.T) {
	for _, c := range []struct {
		moves string
		hint  bool
		want  string // the error, or the board's first four points
	}{
		{"A1", false, "X..."},
		{"A1 B1 C1", false, "XOX."},
		{"A1 " + noAnswer + " C1", false, "X.X."},
		{"", true, "...."},
		{"A1 " + noAnswer, true, "X..."},
		{"A1 " + noAnswer + " C1 " + noAnswer, true, "X.X."},
		{"A1 B1", false, "in turn"},
		{"", false, "in turn"},
		{"A1", true, "in turn"},
		{noAnswer, false, "move 1"},
		{"A1 B1 " + noAnswer, false, "move 3"},
		{"A1 A1 B1", false, "move 2"},
		{strings.Repeat("A1 ", maxTry+1), false, "more than any puzzle"},
	} {
		rules, err := gomoku.Parse("gomoku:n=3")
		if err != nil {
			t.Fatal(err)
		}
		pos, err := rules.New(board.Grid(4, 1))
		if err != nil {
			t.Fatal(err)
		}
		err = playTry(pos.(convert.Handed), wire.PuzzleTry{Moves: strings.Fields(c.moves), Hint: c.hint}, game.Black)
		got := ""
		for p := range game.Point(4) {
			got += string(".XO"[pos.At(p)])
		}
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%.30q, hint %v: %s, want %s", c.moves, c.hint, got, c.want)
		}
	}
}
