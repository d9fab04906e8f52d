package board_test

import (
	"testing"

	"moyo/board"
	"moyo/board/boardtest"
)

func FuzzParse(f *testing.F) {
	for _, c := range boardtest.Shapes {
		if c.Points < 300 {
			f.Add(c.Spec)
		}
	}
	f.Add("lattice:9x9-C3..E5-a1")
	f.Add("toros:9x9")
	f.Fuzz(func(t *testing.T, spec string) {
		b, err := board.Parse(spec)
		if err != nil {
			if b != nil || len(err.Error()) > 700 {
				t.Fatalf("board %v, error %v", b, err)
			}
			return
		}
		boardtest.Run(t, b)
		again, err := board.Parse(b.Spec())
		if err != nil || again.Spec() != b.Spec() || again.Len() != b.Len() || again.EdgeCount() != b.EdgeCount() {
			t.Fatalf("%q becomes %q, which gives %v, %v", spec, b.Spec(), again, err)
		}
	})
}
