package connect4_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/connect4"
	"moyo/engine/enginetest"
	"moyo/game"
	rules "moyo/game/rules/connect4"
	"moyo/internal/testenv"
	solve "moyo/solve/connect4"
)

func TestEngine(t *testing.T) {
	for _, level := range []int{0, 4} {
		enginetest.Run(t, enginetest.Config{
			Rules: rules.Default(), Boards: enginetest.Boards(t, "grid:4", "grid:7x6", "grid:12"), Nodes: 2000,
			New: func() engine.Engine { return connect4.Kind.New(connect4.Options{Level: level, Memory: 32 << 20}) },
		})
	}
	five, err := rules.New(5)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Config{
		Rules: five, Boards: enginetest.Boards(t, "grid:9x6"), Nodes: 2000,
		New: func() engine.Engine { return connect4.Kind.New(connect4.Options{Memory: 8 << 20}) },
	})
}

// play plays moves given as columns from 1.
func play(t *testing.T, b *board.Board, columns string) *rules.Position {
	t.Helper()
	pos, err := rules.Default().Start(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range columns {
		if err := pos.Play(game.Place(pos.Landing(game.Point(c - '1')))); err != nil {
			t.Fatal(err)
		}
	}
	return pos
}

func search(t *testing.T, e engine.Engine, pos game.Position, lim engine.Limits) engine.Info {
	t.Helper()
	info, err := e.Search(context.Background(), pos, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// ample is more time than any of these searches takes.
const ample = 10 * time.Minute

// TestSolved: at full strength every column's value and distance to the end are exact.
func TestSolved(t *testing.T) {
	e := connect4.Kind.New(connect4.Options{Memory: 32 << 20})
	pos := play(t, board.Grid(7, 6), "662222576343651642712157")
	info := search(t, e, pos, engine.Limits{Time: ample})
	if !info.Solved || info.Mate != 3 || info.Value != 1 || pos.Board().Name(info.Move.Point()) != "D3" {
		t.Errorf("move %s: %+v", game.Format(pos, info.Move), info)
	}
	info = search(t, e, pos, engine.Limits{Time: ample, Best: 7})
	want := map[string]int{"A": 17, "C": -4, "D": 3, "E": 13, "F": 17, "G": 5} // plies, negative for a loss
	if len(info.Candidates) != len(want) {
		t.Fatalf("%d columns, want %d", len(info.Candidates), len(want))
	}
	for i, c := range info.Candidates {
		column := pos.Board().Name(c.Move.Point())[:1]
		if !c.Solved || c.Mate != want[column] || i > 0 && c.Value > info.Candidates[i-1].Value {
			t.Errorf("column %s: %+v, want mate %d", column, c, want[column])
		}
	}
	info = search(t, e, pos, engine.Limits{Time: ample, Exclude: []game.Move{info.Move}})
	if pos.Board().Name(info.Move.Point())[:1] != "G" || info.Mate != 5 {
		t.Errorf("without the best: %s, mate %d", game.Format(pos, info.Move), info.Mate)
	}
}

// TestPerfect: on a board that the second player wins, level 9 wins against any
// play.
func TestPerfect(t *testing.T) {
	e := connect4.Kind.New(connect4.Options{Level: 9, Memory: 32 << 20})
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 4))
		pos := play(t, board.Grid(6, 4), "")
		for pos.ToPlay() != game.Empty {
			moves := pos.LegalMoves(nil)
			m := moves[r.IntN(len(moves))]
			if pos.ToPlay() == game.White {
				info := search(t, e, pos, engine.Limits{Time: ample})
				if !info.Solved || info.Value != 1 || info.Mate <= 0 {
					t.Fatalf("after %v: %+v", pos.Moves(), info)
				}
				m = info.Move
			}
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if pos.Outcome().Winner != game.White {
			t.Errorf("seed %d: %s", seed, pos.Outcome())
		}
	}
}

// match plays games between two engines and returns the points of the first.
func match(t *testing.T, a, b engine.Engine, games int) float64 {
	t.Helper()
	points := 0.0
	for g := range games {
		sides := [2]engine.Engine{a, b}
		pos := play(t, board.Grid(7, 6), "")
		for ply := 0; pos.ToPlay() != game.Empty; ply++ {
			info := search(t, sides[(ply+g)%2], pos, engine.Limits{Seed: uint64(100*g + ply)})
			if err := pos.Play(info.Move); err != nil {
				t.Fatal(err)
			}
		}
		first := game.Black
		if g%2 == 1 {
			first = game.White
		}
		switch pos.Outcome().Winner {
		case first:
			points++
		case game.Empty:
			points += 0.5
		}
	}
	return points
}

// TestLevels: a level wins against one far below it.
func TestLevels(t *testing.T) {
	testenv.SkipUnderRace(t)
	level := func(n int) engine.Engine { return connect4.Kind.New(connect4.Options{Level: n, Memory: 1 << 20}) }
	const games = 10
	for _, pair := range [][2]int{{3, 1}, {5, 3}, {7, 5}} {
		if points := match(t, level(pair[0]), level(pair[1]), games); points < 0.65*games {
			t.Errorf("level %d scores %v of %d against level %d", pair[0], points, games, pair[1])
		}
	}
}

// TestBook makes a small book, writes and reads it, and compares it with the
// solver.
func TestBook(t *testing.T) {
	made, err := connect4.MakeBook(t.Context(), 5, 4, 3, solve.Options{Memory: 1 << 20}, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := made.Write(&text, "a test"); err != nil {
		t.Fatal(err)
	}
	book, err := connect4.ReadBook(&text)
	if err != nil || book.Len() != made.Len() || book.Len() < 50 {
		t.Fatalf("%v, %d positions of %d", err, book.Len(), made.Len())
	}
	s, err := solve.New(5, 4, solve.Options{Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, moves := range []string{"", "1", "5", "33", "24", "123", "555"} {
		p, err := solve.Read(5, 4, moves)
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.Score(t.Context(), p)
		if got, ok := book.Score(&p); !ok || err != nil || got != want {
			t.Errorf("%q: %d, %v in the book, want %d", moves, got, ok, want)
		}
	}
	p, err := solve.Read(5, 4, "3333")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := book.Score(&p); ok {
		t.Error("a position beyond the book is in it")
	}
}

func TestBadBooks(t *testing.T) {
	for text, want := range map[string]string{
		"":           "want columns",
		"7 6":        "want columns",
		"7 6 99 1":   "want columns",
		"7 6 1 1":    "1 scores, want 4",
		"99 99 1 1":  "at most 64",
		"7 6 0 x":    "line 1",
		"7 6 0\n999": "line 2",
	} {
		if _, err := connect4.ReadBook(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
