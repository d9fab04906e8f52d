package main

import (
	"context"
	"testing"

	"moyo/board"
	"moyo/client/terminal/files"
	"moyo/internal/testenv"
	solve "moyo/solve/gomoku"
)

// TestGomokuGuide asks the engine for wins: in a position that has one, with that one excluded, with too few nodes, and
// in an impossible position.
func TestGomokuGuide(t *testing.T) {
	testenv.SkipUnderRace(t)
	source := files.GomokuSource{Args: []string{"K9F7E6K11G9E9E7L7E10J11E11G8G10L5F11L6"}, Board: usualBoard, ToPlay: "next"}
	problems, err := source.Problems()
	if err != nil {
		t.Fatal(err)
	}
	p := problems[0].Problem
	guide := gomokuGuide(p, 4<<20)
	win := guide(context.Background(), solve.Question{Problem: p, Nodes: 1_000_000})
	if win.Move == board.None || win.Nodes == 0 {
		t.Fatalf("%+v", win)
	}
	if again := guide(context.Background(), solve.Question{Problem: p, Nodes: 1_000_000}); again.Move != win.Move || again.Nodes >= win.Nodes {
		t.Errorf("%+v, and then %+v", win, again)
	}
	if other := guide(context.Background(), solve.Question{Problem: p, Except: []board.Point{win.Move}, Nodes: 1000}); other.Move == win.Move {
		t.Error("a move that was left out")
	}
	fresh := gomokuGuide(p, 4<<20)
	if hint := fresh(context.Background(), solve.Question{Problem: p, Nodes: 100}); hint.Move != board.None || hint.Nodes == 0 {
		t.Errorf("a win after 100 nodes: %+v", hint)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if hint := gomokuGuide(p, 4<<20)(ctx, solve.Question{Problem: p, Nodes: 1 << 40}); hint.Move != board.None {
		t.Errorf("a win when stopped: %+v", hint)
	}
	c := solveCmd{Memory: 256}
	if opt := c.options(p, solve.Auto); opt.Guide == nil || opt.Memory != 192<<20 {
		t.Errorf("%d bytes, a guide: %v; want three quarters of 256 MiB, and one", opt.Memory, opt.Guide != nil)
	}
	if opt := c.options(p, solve.VCT); opt.Guide != nil || opt.Memory != 256<<20 {
		t.Errorf("vct: %d bytes, a guide: %v; want 256 MiB, and none", opt.Memory, opt.Guide != nil)
	}
	p.Stones = append(p.Stones, p.Stones[0])
	if hint := guide(context.Background(), solve.Question{Problem: p, Nodes: 1000}); hint.Move != board.None {
		t.Errorf("two stones on a point: %+v", hint)
	}
	p.Game = "gomoku:rule=freestyle,n=9"
	if gomokuGuide(p, 4<<20) != nil {
		t.Error("a guide for rows that the engine does not know")
	}
}
