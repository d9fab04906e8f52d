package capturefive

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"moyo/engine"
	"moyo/game"
	rules "moyo/game/rules/capturefive"
)

// TestMakeBook makes a small book twice.
func TestMakeBook(t *testing.T) {
	pos := position(t, "n=4", "grid:5")
	opt := BookOptions{Positions: 16, Nodes: 200, Plies: 3, Width: 2}
	var first []byte
	for range 2 {
		reported := 0
		k, err := MakeBook(context.Background(), pos.Rules().(*rules.Rules), pos.Board(), opt, func(done int, _ string) { reported = done })
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := k.Write(&out, "test"); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = out.Bytes()
		}
		if k.Len() != opt.Positions || reported != opt.Positions || !bytes.Equal(first, out.Bytes()) {
			t.Errorf("%d positions, reported %d:\n%s\nwant %d:\n%s", k.Len(), reported, out.Bytes(), opt.Positions, first)
		}
		// The empty board, and the six first moves up to symmetry.
		if _, ok := k.Answer(pos, nil); !ok {
			t.Error("no first move")
		}
		for _, m := range pos.LegalMoves(nil) {
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
			if _, ok := k.Answer(pos, nil); !ok {
				t.Errorf("no answer to %s", game.Format(pos, pos.Moves()[0]))
			}
			pos.Undo()
		}
	}
}

// TestMakeBookEnds makes a book of the answers to the first moves alone: it
// ends when the queue is empty.
func TestMakeBookEnds(t *testing.T) {
	pos := position(t, "n=4", "grid:4")
	opt := BookOptions{Positions: 100, Nodes: 50, Plies: 1, Width: 2}
	k, err := MakeBook(context.Background(), pos.Rules().(*rules.Rules), pos.Board(), opt, func(int, string) {})
	if err != nil || k.Len() != 4 { // the empty board, a corner, an edge, the centre
		t.Errorf("%d positions: %v", k.Len(), err)
	}
}

func TestMakeBookStops(t *testing.T) {
	pos := position(t, "n=4", "grid:5")
	ctx, cancel := context.WithCancel(context.Background())
	opt := BookOptions{Positions: 100, Nodes: 200, Plies: 4, Width: 2}
	k, err := MakeBook(ctx, pos.Rules().(*rules.Rules), pos.Board(), opt, func(done int, _ string) {
		if done == 3 {
			cancel()
		}
	})
	if err == nil || k.Len() != 3 {
		t.Errorf("%d positions, error %v; want 3 and the context's", k.Len(), err)
	}
	if _, err := MakeBook(ctx, pos.Rules().(*rules.Rules), pos.Board(), BookOptions{}, nil); err == nil {
		t.Error("a book of nothing is made")
	}
}

// TestBookIsUsed plays from the built-in book where the options allow it.
func TestBookIsUsed(t *testing.T) {
	pos := position(t, "n=5", "grid:9", "E5")
	for _, c := range []struct {
		opt  Options
		lim  engine.Limits
		book bool
	}{
		{Options{}, engine.Limits{}, true},
		{Options{Level: 6}, engine.Limits{}, true},
		{Options{Level: 5}, engine.Limits{}, false},
		{Options{NoBook: true}, engine.Limits{}, false},
		{Options{}, engine.Limits{Best: 2}, false},
	} {
		c.opt.Memory, c.lim.Nodes = 1<<20, 100
		info, err := New(c.opt).Search(context.Background(), pos, c.lim, nil)
		if err != nil || info.Book != c.book || info.Book != (info.Nodes == 0) || pos.Check(info.Move) != game.Legal {
			t.Errorf("%+v %+v: %+v %v", c.opt, c.lim, info, err)
		}
	}
	// Another game on the same board has no such book.
	other := position(t, "n=4", "grid:9", "E5")
	if info := best(t, other, 100); info.Book {
		t.Errorf("four in a row is played from the book for five: %+v", info)
	}
}

// TestBookHolds checks the built-in book: every answer is legal, and no
// position occurs twice.
func TestBookHolds(t *testing.T) {
	pos := position(t, "n=5", "grid:9")
	k := shelf.Book(bookName(pos.Options()), pos.Board())
	if k == nil || k.Len() == 0 {
		t.Fatal("no book")
	}
	seen := map[string]bool{}
	for _, stones := range k.Positions() {
		at := position(t, "n=5", "grid:9")
		for _, p := range stones {
			if err := at.Play(game.Place(p)); err != nil {
				t.Fatalf("%v: %v", stones, err)
			}
		}
		if _, ok := k.Answer(at, nil); !ok {
			t.Errorf("no legal answer after %v", stones)
		}
		name := k.Canonical(stones)
		if seen[name] {
			t.Errorf("%v is in the book twice", stones)
		}
		seen[name] = true
	}
	first, _ := k.Answer(pos, nil)
	if !slices.Equal([]game.Move{first.Move}, first.PV) {
		t.Errorf("%+v", first)
	}
}
