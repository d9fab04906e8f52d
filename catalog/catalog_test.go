package catalog

import (
	"context"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine"
)

// TestGalleryIsBuiltOnce: the server lists the gallery for each visitor without building
// a board.
func TestGalleryIsBuiltOnce(t *testing.T) {
	Gallery()
	if n := testing.AllocsPerRun(10, func() { Gallery() }); n != 0 {
		t.Errorf("%v allocations, though all boards are built", n)
	}
}

func TestGalleryCanBePlayed(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Gallery() {
		if seen[e.Spec] || e.Title == "" || e.Group == "" || len(e.Games) == 0 {
			t.Errorf("entry %+v is incomplete or listed twice", e)
		}
		seen[e.Spec] = true
	}
	for _, g := range Games() {
		rules, err := Rules(g.ID)
		if err != nil {
			t.Fatal(err)
		}
		offered := 0
		for _, e := range Gallery() {
			if !slices.Contains(e.Games, g.ID) {
				continue
			}
			offered++
			b, err := Board(e.Spec, nil)
			if err != nil {
				t.Errorf("%s: %v", e.Spec, err)
				continue
			}
			if _, err := rules.New(b); err != nil {
				t.Errorf("%s on %s: %v", g.ID, e.Spec, err)
			}
		}
		if offered == 0 {
			t.Errorf("no board is offered for %s", g.ID)
		}
	}
}

func TestGamesDefaultsParse(t *testing.T) {
	for _, g := range Games() {
		var opts []string
		for _, o := range g.Options {
			opts = append(opts, o.ID+"="+o.Default)
			for _, c := range o.Choices {
				if _, err := Rules(g.ID + ":" + o.ID + "=" + c.Value); err != nil {
					t.Errorf("choice %s=%s: %v", o.ID, c.Value, err)
				}
			}
		}
		r, err := Rules(g.ID + ":" + strings.Join(opts, ","))
		if err != nil {
			t.Fatalf("%s with its defaults: %v", g.ID, err)
		}
		again, err := Rules(r.ID())
		if err != nil || again.ID() != r.ID() {
			t.Errorf("canonical id %q does not parse to itself: %v", r.ID(), err)
		}
	}
}

func TestEveryEngineMoves(t *testing.T) {
	rules, err := Rules("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Engines() {
		if !slices.Contains(e.Games, "weiqi") {
			continue
		}
		eng, err := NewEngine(e.ID, EngineOptions{MemoryMB: 16})
		if err != nil {
			t.Errorf("%s: %v", e.ID, err)
			continue
		}
		pos, err := rules.New(board.Grid(5, 5))
		if err != nil {
			t.Fatal(err)
		}
		info, err := eng.Search(context.Background(), pos, engine.Limits{Nodes: 50, Seed: 1}, nil)
		if err != nil || pos.Play(info.Move) != nil {
			t.Errorf("%s: move %v, %v", e.ID, info.Move, err)
		}
		if err := eng.Close(); err != nil {
			t.Errorf("%s: %v", e.ID, err)
		}
	}
}

func TestUnknownNamesTheNearest(t *testing.T) {
	for _, c := range []struct {
		err  func() error
		want string
	}{
		{func() error { _, err := Rules("weiki"); return err }, `did you mean "weiqi"?`},
		{func() error { _, err := NewEngine("randm", EngineOptions{}); return err }, `did you mean "random"?`},
		{func() error { _, err := NewEngine("xyzzy-plugh-42", EngineOptions{}); return err }, "known are"},
		{func() error { _, err := Board("id:abc", nil); return err }, "cannot be used here"},
		{func() error { _, err := Board("trus:9x9", nil); return err }, "torus"},
	} {
		if err := c.err(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// TestLongRows: a level plays seven in a row, which its own search does not support.
func TestLongRows(t *testing.T) {
	r, err := Rules("gomoku:n=7")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(board.Grid(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewEngine("level:5", EngineOptions{MemoryMB: 8})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for range 4 {
		info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 200}, nil)
		if err == nil {
			err = pos.Play(info.Move)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
