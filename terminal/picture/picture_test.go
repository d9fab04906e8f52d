package picture

import (
	"testing"

	"moyo/board"
)

func TestPictures(t *testing.T) {
	for spec, want := range map[string]string{
		"grid:3": "   A B C\n3  ┌─┬─┐  3\n2  ├─┼─┤  2\n1  └─┴─┘  1\n   A B C\n",
		"torus:4x4": "   A B C D\n   ↑ ↑ ↑ ↑\n4←─┼─┼─┼─┼─→4\n3←─┼─┼─┼─┼─→3\n2←─┼─┼─┼─┼─→2\n1←─┼─┼─┼─┼─→1\n   ↓ ↓ ↓ ↓\n   A B C D\n" +
			"←→ ↑↓ the board goes on at the other side\n",
		"mobius:5x3": "   A B C D E\n3×─┬─┬─┬─┬─┬─×3\n2←─┼─┼─┼─┼─┼─→2\n1×─┴─┴─┴─┴─┴─×1\n   A B C D E\n" +
			"× the board goes on at the other side, mirrored\n←→ ↑↓ the board goes on at the other side\n",
	} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := New(b, Size{}, View{}, Letters).Text(); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", spec, got, want)
		}
	}
}
