package diagram

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/internal/testenv"
)

// grown returns the tree of a record, and the path along its main line.
func grown(t *testing.T, text string) (*record.Tree, []int) {
	t.Helper()
	games, err := sgf.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := record.Grow(t.Context(), games[0], game.Opener{
		Rules: catalog.Rules, Board: func(spec string) (*board.Board, error) { return catalog.Board(spec, nil) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree, make([]int, len(tree.Nodes)-1)
}

// TestMarked: a small file that marks or dims a whole board at each node takes little memory, and little
// time after it is stopped.
func TestMarked(t *testing.T) {
	for _, property := range []string{"TR[aa:ZZ]", "DD[aa:ZZ]", "VW[aa:ZZ]"} {
		tree, path := grown(t, "(;GM[1]SZ[52]"+strings.Repeat(";"+property, 20_000)+")")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Of(t.Context(), tree, path, 0)
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; !errors.Is(err, ErrMarked) || took > 200 {
			t.Errorf("%s: %v after %d MB", property, err, took)
		}
	}
	tree, path := grown(t, "(;GM[1]SZ[52]"+strings.Repeat(";TR"+strings.Repeat("[aa:ZZ]", 15)+"[!]", 2000)+")")
	ctx := testenv.EndingAfter(t.Context(), 2)
	if _, err := Of(ctx, tree, path, 0); !errors.Is(err, context.Canceled) || ctx.Asked() > 4 {
		t.Errorf("an invalid file: %v, stop was polled %d times", err, ctx.Asked())
	}
}

// manyNotes has 25 moves on each of 10,000 points, in one figure.
func manyNotes() *Line {
	l := &Line{Board: board.Grid(100, 100), Stones: make([]game.Color, 10_000)}
	for i := range 250_000 {
		l.Steps = append(l.Steps, Step{Color: game.Black, Point: game.Point(9999 - i%10_000), Number: i + 1})
	}
	return l
}

func TestManyNotes(t *testing.T) {
	l := manyNotes()
	for f := range l.Figures(len(l.Steps)) {
		if n := len(f.Notes); n != 10_000 {
			t.Errorf("%d notes", n)
		}
	}
}

// BenchmarkManyNotes shows whether the time for notes grows with the product of points and moves.
func BenchmarkManyNotes(b *testing.B) {
	l := manyNotes()
	for b.Loop() {
		for range l.Figures(len(l.Steps)) {
		}
	}
}

// TestStopped: code that draws many pictures polls stop before each and ends then.
func TestStopped(t *testing.T) {
	l := &Line{Board: board.Grid(19, 19), Stones: make([]game.Color, 361)}
	for i := range 100_000 {
		l.Steps = append(l.Steps, Step{Color: game.Black, Point: game.Point(i % 361), Number: i + 1, Comment: fmt.Sprint("comment ", i)})
	}
	for _, format := range []string{"gif", "pdf"} {
		for after := range 10 {
			ctx := testenv.EndingAfter(t.Context(), after)
			err := Write(ctx, new(bytes.Buffer), format, l, Document{Figure: 100})
			if !errors.Is(err, context.Canceled) || ctx.Asked() > after+2 {
				t.Errorf("%s, stopped after %d pictures: %v, stop was polled %d times", format, after, err, ctx.Asked())
			}
		}
	}
}

// TestEndless: the text of one figure, which cannot be stopped, is limited.
func TestEndless(t *testing.T) {
	l := &Line{Board: board.Grid(19, 19), Stones: make([]game.Color, 361)}
	l.Steps = []Step{{Color: game.Black, Number: 1, Comment: strings.Repeat("a long comment ", 1<<19)}}
	if err := Write(t.Context(), new(bytes.Buffer), "pdf", l, Document{Figure: 1 << 30}); !errors.Is(err, ErrTooLong) {
		t.Errorf("%v, want an error of too many pages", err)
	}
}
