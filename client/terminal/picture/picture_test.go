package picture

import (
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
)

func TestPictures(t *testing.T) {
	for spec, want := range map[string]string{
		"grid:3": "   A B C\n3  ┌─┬─┐  3\n2  ├─┼─┤  2\n1  └─┴─┘  1\n   A B C\n",
		"torus:4x4": "   A B C D\n   ↑ ↑ ↑ ↑\n4←─┼─┼─┼─┼─→4\n3←─┼─┼─┼─┼─→3\n2←─┼─┼─┼─┼─→2\n1←─┼─┼─┼─┼─→1\n   ↓ ↓ ↓ ↓\n   A B C D\n" +
			"←→ ↑↓ the board continues at the other side\n",
		"mobius:5x3": "   A B C D E\n3×─┬─┬─┬─┬─┬─×3\n2←─┼─┼─┼─┼─┼─→2\n1×─┴─┴─┴─┴─┴─×1\n   A B C D E\n" +
			"× the board continues at the other side, mirrored\n←→ ↑↓ the board continues at the other side\n",
	} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := New(b, board.GoLetters, Size{}, View{}, Letters).Text(); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", spec, got, want)
		}
	}
}

// TestProblemWalls draws assumed stones beyond the region, and explains them.
func TestProblemWalls(t *testing.T) {
	l := Problem{
		Board: board.Grid(3, 3), Shown: Stones{Colors: make([]game.Color, 9)},
		Region: []game.Point{0, 1}, Walls: []game.Point{2, 4}, Attacker: game.White,
	}
	const want = "   A B C\n3  . . #  3\n2    #    2\n1         1\n   A B C\n# a stone of White's is assumed here\n"
	if got := l.Text(); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	l.Colored = true
	if got := l.Text(); strings.Count(got, "◌") != 3 || !strings.Contains(got, "◌ a stone of White's is assumed here") {
		t.Errorf("%q", got)
	}
	white, black := l, l
	black.Attacker = game.Black
	if of := func(l Problem) string { return strings.Split(l.Text(), "\n")[1] }; of(white) == of(black) {
		t.Error("assumed stones of both colours look alike")
	}
	if l.Walls = nil; strings.Contains(l.Text(), "assumed") {
		t.Error("the text mentions assumed stones, but there are none")
	}
}
