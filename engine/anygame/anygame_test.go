package anygame_test

import (
	"context"
	"fmt"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/anygame"
	"moyo/engine/enginetest"
	"moyo/game"
	"moyo/game/rules/atarigo"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/connect4"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/pentalath"
	"moyo/game/rules/pente"
	"moyo/game/rules/weiqi"
)

// must returns rules that parse.
func must(t testing.TB, parse func(string) (game.Rules, error), id string) game.Rules {
	t.Helper()
	r, err := parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEngine runs the suite of engines on games of each kind: captures, stones
// that fall, openings in which players swap colours, scoring.
func TestEngine(t *testing.T) {
	for _, c := range []struct {
		parse  func(string) (game.Rules, error)
		id     string
		boards []string
		level  int
	}{
		{capturefive.Parse, "capturefive:n=4", []string{"grid:4", "torus:5x5", "grid:13"}, 0},
		{connect4.Parse, "connect4", []string{"grid:4", "grid:7x6"}, 0},
		{gomoku.Parse, "gomoku:opening=swap2", []string{"grid:6", "grid:15"}, 5},
		{gomoku.Parse, "gomoku:rule=renju", []string{"grid:5"}, 0},
		{weiqi.Parse, "weiqi", []string{"grid:3"}, 2},
		{atarigo.Parse, "atari-go", []string{"grid:2", "star:5"}, 6},
		{pente.Parse, "pente", []string{"torus:5x4"}, 7},
		{pentalath.Parse, "pentalath", []string{"hex:3"}, 3},
	} {
		t.Run(c.id, func(t *testing.T) {
			enginetest.Run(t, enginetest.Config{
				Rules: must(t, c.parse, c.id), Boards: enginetest.Boards(t, c.boards...), Nodes: 60,
				New: func() engine.Engine { return anygame.New(anygame.Options{Level: c.level, Memory: 8 << 20}) },
			})
		})
	}
}

// play plays moves by their names.
func play(t testing.TB, pos game.Position, names ...string) {
	t.Helper()
	for _, name := range names {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// TestSharp wins immediately, and stops an immediate win, also by a capture.
func TestSharp(t *testing.T) {
	for _, c := range []struct {
		parse func(string) (game.Rules, error)
		id    string
		board *board.Board
		moves []string
		want  string
		wins  bool // and the win is found without search
	}{
		{gomoku.Parse, "n=4", board.Grid(7, 7), []string{"C3", "A1", "C4", "B7", "C5", "C6"}, "C2", true},
		{gomoku.Parse, "n=4", board.Grid(7, 7), []string{"A3", "A4", "G1", "B4", "G7", "C4"}, "D4", false},
		{connect4.Parse, "", board.Grid(7, 6), []string{"A1", "B1", "A2", "B2", "A3"}, "A4", false},
		{capturefive.Parse, "n=4", board.Grid(5, 5), []string{"A1", "A5", "A2", "B5", "A3", "E1"}, "A4", true},
		// The players have swapped colours: Black is the player that began as White.
		{gomoku.Parse, "n=4,opening=swap", board.Grid(7, 7), []string{"A1", "G7", "A2", "black", "G6", "A3", "G1"}, "A4", true},
		{gomoku.Parse, "n=4,opening=swap", board.Grid(7, 7), []string{"A1", "G7", "A2", "black", "G6", "A3"}, "A4", false},
	} {
		pos, err := must(t, c.parse, c.id).New(c.board)
		if err != nil {
			t.Fatal(err)
		}
		play(t, pos, c.moves...)
		e := anygame.New(anygame.Options{Memory: 1 << 20})
		info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 30, Seed: 1}, nil)
		if err != nil || game.Format(pos, info.Move) != c.want {
			t.Errorf("%s: %s, want %s: %v\n%s", c.id, game.Format(pos, info.Move), c.want, err, game.Picture(pos))
		}
		if c.wins != (info.Value == 1 && info.Nodes == 0) {
			t.Errorf("%s: immediate win: %v: value %v after %d nodes", c.id, c.wins, info.Value, info.Nodes)
		}
	}
}

// TestValues finds the winner of small games by playouts: the first player wins
// three in a row on 4x4, and tic-tac-toe is a draw between two searches.
func TestValues(t *testing.T) {
	e := anygame.New(anygame.Options{Memory: 4 << 20})
	pos, err := must(t, gomoku.Parse, "n=3").New(board.Grid(4, 4))
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range []game.Color{game.Black, game.White} {
		if err := pos.(game.Setter).Set(nil, side); err != nil {
			t.Fatal(err)
		}
		info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 1500, Seed: 1}, nil)
		if err != nil || info.Value < 0.7 {
			t.Errorf("%s begins with %s, worth %v: %v", side, game.Format(pos, info.Move), info.Value, err)
		}
	}
	if pos, err = must(t, gomoku.Parse, "n=3").New(board.Grid(3, 3)); err != nil {
		t.Fatal(err)
	}
	for pos.ToPlay() != game.Empty {
		info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 1500, Seed: 1}, nil)
		if err == nil {
			err = pos.Play(info.Move)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if pos.Outcome().Winner != game.Empty {
		t.Errorf("tic-tac-toe: %s after %v", pos.Outcome(), pos.Moves())
	}
}

// TestLevels: a higher level beats a lower one.
func TestLevels(t *testing.T) {
	r := must(t, capturefive.Parse, "n=4")
	score := 0.0
	for seed := range uint64(8) {
		engines := [2]engine.Engine{
			anygame.New(anygame.Options{Level: 5, Memory: 1 << 20}), anygame.New(anygame.Options{Level: 1, Memory: 1 << 20}),
		}
		pos, err := r.New(board.Grid(5, 5))
		if err != nil {
			t.Fatal(err)
		}
		strong := game.Color(1 + seed%2)
		for ply := 0; pos.ToPlay() != game.Empty && ply < 80; ply++ {
			e := engines[0]
			if pos.ToPlay() != strong {
				e = engines[1]
			}
			info, err := e.Search(context.Background(), pos, engine.Limits{Seed: seed + 1}, nil)
			if err == nil {
				err = pos.Play(info.Move)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		switch pos.Outcome().Winner {
		case strong:
			score++
		case game.Empty:
			score += 0.5
		}
	}
	if score < 6 {
		t.Errorf("level 5 scores %v of 8 against level 1", score)
	}
}

func Example() {
	rules, err := connect4.Parse("connect4:n=4")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := rules.New(board.Grid(7, 6))
	if err != nil {
		fmt.Println(err)
		return
	}
	e := anygame.New(anygame.Options{Memory: 1 << 20})
	for _, name := range []string{"D1", "A1", "D2", "A2", "D3"} {
		m, _ := game.ParseMove(pos, name)
		_ = pos.Play(m)
	}
	info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 100, Seed: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("White stops four in a row on", game.Format(pos, info.Move))
	// Output: White stops four in a row on D4
}

// BenchmarkPlayouts counts playouts from the empty board.
func BenchmarkPlayouts(b *testing.B) {
	for _, c := range []struct {
		parse     func(string) (game.Rules, error)
		id, board string
	}{
		{capturefive.Parse, "", "grid:9"}, {connect4.Parse, "", "grid:7x6"}, {gomoku.Parse, "", "grid:15"},
	} {
		b.Run(c.id+c.board, func(b *testing.B) {
			pos, err := must(b, c.parse, c.id).New(enginetest.Boards(b, c.board)[0])
			if err != nil {
				b.Fatal(err)
			}
			e := anygame.New(anygame.Options{})
			b.ReportAllocs()
			info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: int64(b.N), Seed: 1}, nil)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(info.PerSecond(), "playouts/s")
		})
	}
}
