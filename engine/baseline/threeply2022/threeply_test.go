package threeply2022

import (
	"context"
	"slices"
	"testing"

	"moyo/engine"
	"moyo/engine/baseline/internal/rows"
	"moyo/engine/baseline/internal/rows/rowstest"
	"moyo/engine/enginetest"
	"moyo/game"
	"moyo/game/rules/gomoku"
)

func TestEngine(t *testing.T) {
	enginetest.Run(t, enginetest.Config{
		Rules:  rowstest.Begun{Rules: rules(t, "gomoku")},
		Boards: enginetest.Boards(t, "grid:5", "torus:5x6", "mobius:9x5", "grid:15", "grid:60"), Nodes: 300,
		New: func() engine.Engine { return New() },
	})
}

func TestEngineUnderRenju(t *testing.T) {
	enginetest.Run(t, enginetest.Config{
		Rules: rules(t, "gomoku:rule=renju"), Boards: enginetest.Boards(t, "grid:15"), Nodes: 300,
		New: func() engine.Engine { return New() },
	})
}

// start returns the position after the named moves, Black's first.
func start(t testing.TB, id, spec string, moves ...string) game.Position {
	t.Helper()
	return rowstest.Start(t, rules(t, id), spec, moves...)
}

func rules(t testing.TB, id string) game.Rules {
	t.Helper()
	r, err := gomoku.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func think(t testing.TB, pos game.Position, lim engine.Limits) engine.Info {
	t.Helper()
	info, err := New().Search(context.Background(), pos, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestWorth(t *testing.T) {
	for _, c := range []struct {
		moves []string // the last is evaluated
		want  int
	}{
		{[]string{"H8"}, 0},
		{[]string{"H8", "J9"}, 1},
		{[]string{"H8", "A1", "J8", "A3", "K8"}, 100 + 1},
		{[]string{"H8", "G8", "J8", "A3", "K8"}, 100 + 1},
		{[]string{"H8", "A1", "J8", "A3", "K8", "A5", "L8"}, 1000 + 1},
		{[]string{"H8", "G8", "J8", "A3", "K8", "A5", "L8"}, 100 + 1},
		{[]string{"H8", "G8", "J8", "M8", "K8", "A5", "L8"}, 2},
		{[]string{"H8", "A1", "J8", "A3", "K8", "A5", "L8", "A7", "M8"}, 10000},
	} {
		pos := start(t, "gomoku", "grid:15", c.moves...)
		r, err := rows.Of(start(t, "gomoku", "grid:15"))
		if err != nil {
			t.Fatal(err)
		}
		s := &search{rows: r, stones: rows.Stones(pos)}
		moves := pos.Moves()
		if got := s.worth(moves[len(moves)-1].Point()); got != c.want {
			t.Errorf("%v: %d, want %d", c.moves, got, c.want)
		}
	}
}

// minimax is the search without pruning, with the engine's values.
func minimax(s *search, me, side game.Color, mine, theirs, depth int) int {
	if depth == 0 || !slices.Contains(s.stones, game.Empty) {
		return mine - 2*theirs
	}
	best, sign := -infinite, 1
	if side != me {
		sign = -1
	}
	for p, c := range s.stones {
		if c != game.Empty {
			continue
		}
		s.stones[p] = side
		m, o, left := mine, theirs, depth-1
		if w := s.worth(game.Point(p)); side == me {
			m = w
		} else {
			o = w
		}
		if s.rows.Wins(s.stones, game.Point(p)) {
			left = 0
		}
		best = max(best, sign*minimax(s, me, side.Other(), m, o, left))
		s.stones[p] = game.Empty
	}
	return sign * best
}

func TestPruningKeepsTheValue(t *testing.T) {
	for _, c := range []struct {
		id, spec string
		moves    []string
	}{
		{"gomoku:n=3", "grid:4", []string{"B2"}},
		{"gomoku:n=3", "grid:4", []string{"B2", "C3", "A1"}},
		{"gomoku:n=4", "grid:5", []string{"C3", "B3", "C4", "D2"}},
		{"gomoku:n=4", "torus:5x5", []string{"C3", "B3", "C4", "D2", "C1"}},
		{"gomoku:n=5", "grid:5", []string{"C3", "B3", "C4", "D2", "C1"}},
	} {
		pos := start(t, c.id, c.spec, c.moves...)
		for depth := 1; depth <= plies; depth++ {
			r, err := rows.Of(pos)
			if err != nil {
				t.Fatal(err)
			}
			s := &search{rows: r, pos: pos, stones: rows.Stones(pos), order: outwards(pos), ctx: context.Background()}
			s.root = s.choices()
			want := minimax(s, pos.ToPlay(), pos.ToPlay(), 0, 0, depth)
			if s.choose(depth); s.value != want {
				t.Errorf("%s on %s after %v, depth %d: %d, minimax: %d", c.id, c.spec, c.moves, depth, s.value, want)
			}
		}
	}
}

func TestFindsWinsAndStopsThem(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []string
		want  []string
	}{
		{"middle", nil, []string{"H8"}},
		{"five", []string{"H8", "A1", "J8", "A3", "K8", "A5", "L8", "A7"}, []string{"G8", "M8"}},
		{"stop a four", []string{"H8", "G8", "J8", "A3", "K8", "A15", "L8"}, []string{"M8"}},
		{"stop an open three", []string{"H8", "A1", "J8", "A3", "K8"}, []string{"G8", "L8"}},
	} {
		pos := start(t, "gomoku", "grid:15", c.moves...)
		info := think(t, pos, engine.Limits{Depth: 3})
		if got := game.Format(pos, info.Move); !slices.Contains(c.want, got) {
			t.Errorf("%s: %s, want one of %v", c.name, got, c.want)
		}
		t.Logf("%s: %d nodes, %v", c.name, info.Nodes, info.Elapsed)
	}
}

func TestOutwards(t *testing.T) {
	pos := start(t, "gomoku", "grid:15")
	var names []string
	for _, p := range outwards(pos)[:9] {
		names = append(names, pos.Board().Name(p))
	}
	slices.Sort(names[1:5])
	slices.Sort(names[5:])
	if want := []string{"H8", "G8", "H7", "H9", "J8", "G7", "G9", "J7", "J9"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
}

// TestOpenings plays every opening's choices: the engine always makes a legal
// one.
func TestOpenings(t *testing.T) {
	for _, opening := range []string{"swap", "swap2", "pro", "longpro", "soosorv", "taraguchi", "rif"} {
		pos := start(t, "gomoku:rule=renju,opening="+opening, "grid:15")
		e := New()
		for ply := 0; ply < 16 && pos.ToPlay() != game.Empty; ply++ {
			info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 20}, nil)
			if err == nil {
				err = pos.Play(info.Move)
			}
			if err != nil {
				t.Fatalf("%s, ply %d: %v", opening, ply, err)
			}
		}
	}
}

func TestExcludesMoves(t *testing.T) {
	pos := start(t, "gomoku", "grid:15", "H8")
	first := think(t, pos, engine.Limits{Depth: 1})
	if second := think(t, pos, engine.Limits{Depth: 1, Exclude: []game.Move{first.Move}}); second.Move == first.Move {
		t.Errorf("%s was excluded and played", game.Format(pos, first.Move))
	}
}
