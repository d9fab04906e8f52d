package gomoku

import (
	"context"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

func TestBookIsUsed(t *testing.T) {
	pos := position(t, "rule=freestyle", "grid:15", "h8", "h9")
	info := search(t, pos, engine.Limits{Nodes: 500})
	if !info.Book || info.Nodes != 0 {
		t.Errorf("%+v, want a move from the book", info)
	}
	info, err := New(Options{NoBook: true}).Search(context.Background(), pos, engine.Limits{Nodes: 500}, nil)
	if err != nil || info.Book {
		t.Errorf("%+v %v, want a search", info, err)
	}
	excluded := engine.Limits{Nodes: 500, Exclude: []game.Move{search(t, pos, engine.Limits{Nodes: 500}).Move}}
	if info := search(t, pos, excluded); info.Book {
		t.Error("the book played an excluded move")
	}
}

func TestMakeBook(t *testing.T) {
	testenv.SkipUnderRace(t)
	var lines []string
	k, err := MakeBook(context.Background(), rules.Default(), board.Grid(15, 15), 300, 1, func(l string) { lines = append(lines, l) })
	if err != nil {
		t.Fatal(err)
	}
	// Up to symmetry: the middle and a neighbour; then (1,0), (1,1), (2,0).
	if k.Len() != 5 || len(lines) != 5 {
		t.Errorf("%d positions: %v", k.Len(), lines)
	}
}
