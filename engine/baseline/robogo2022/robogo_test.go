package robogo2022

import (
	"context"
	"slices"
	"testing"

	"moyo/engine"
	"moyo/engine/enginetest"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

func rules(t testing.TB, params string) game.Rules {
	t.Helper()
	r, err := capturefive.Parse(params)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// start returns the position after the named moves, Black's first.
func start(t testing.TB, params, spec string, moves ...string) game.Position {
	t.Helper()
	pos, err := rules(t, params).New(enginetest.Boards(t, spec)[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range moves {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return pos
}

func think(t testing.TB, opt Options, pos game.Position, depth int) engine.Info {
	t.Helper()
	info, err := New(opt).Search(context.Background(), pos, engine.Limits{Depth: depth}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestEngine(t *testing.T) {
	testenv.SkipUnderRace(t)
	for params, specs := range map[string][]string{
		"n=4,captures=no":        {"grid:5"},
		"n=5":                    {"torus:5x6", "grid:19"},
		"n=3,pass=yes,ko=simple": {"grid:3"},
		"n=4,lines=all":          {"cube:3"},
		"n=8,captures=no":        {"grid:60"},
	} {
		t.Run(params, func(t *testing.T) {
			enginetest.Run(t, enginetest.Config{
				Rules: rules(t, params), Boards: enginetest.Boards(t, specs...), Nodes: 200,
				New: func() engine.Engine { return New(Options{}) },
			})
		})
	}
}

// minimax is the definition: the value for the side to move of all moves to a
// depth, where a win is worth more than any line and earlier wins are worth more.
func minimax(pos game.Position, depth int) int {
	if out := pos.Outcome(); out.Over {
		if out.Winner == game.Empty {
			return 0
		}
		return -1000 - depth // for the side that has just moved
	}
	if depth == 0 {
		me, r := pos.ToPlay(), pos.(game.Rower)
		return r.Longest(me) - r.Longest(me.Other())
	}
	best := -1 << 20
	for _, m := range pos.LegalMoves(nil) {
		if err := pos.Play(m); err != nil {
			panic(err)
		}
		best = max(best, -minimax(pos, depth-1))
		pos.Undo()
	}
	return best
}

// TestMeansMinimax compares both search methods with the definition.
func TestMeansMinimax(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		params, spec string
		moves        []string
	}{
		{"n=3,captures=no", "grid:3", nil},
		{"n=3", "grid:3", []string{"B2", "A1"}},
		{"n=4,captures=no", "grid:4", []string{"D4", "C3", "B2"}},
		{"n=4", "grid:4", []string{"A2", "A1", "B2"}}, // B1 captures A1
		{"n=3", "torus:4x4", []string{"B2", "C3"}},
		{"n=3,pass=yes", "grid:3", []string{"B2", "A1"}},
	} {
		for depth := 1; depth <= 4; depth++ {
			pos := start(t, c.params, c.spec, c.moves...)
			want := minimax(pos.Clone(), depth)
			full, cut := think(t, Options{Minimax: true}, pos, depth), think(t, Options{}, pos, depth)
			if full.Value != cut.Value || full.Move != cut.Move || full.Mate != cut.Mate {
				t.Errorf("%s %s %v depth %d: %+v with cuts, %+v without", c.params, c.spec, c.moves, depth, cut, full)
			}
			if depth > 2 && cut.Nodes >= full.Nodes {
				t.Errorf("%s %s %v depth %d: %d positions with cuts, %d without", c.params, c.spec, c.moves, depth, cut.Nodes, full.Nodes)
			}
			switch {
			case want > 1000 && full.Mate != depth-(want-1000), want < -1000 && full.Mate != -(depth-(-want-1000)):
				t.Errorf("%s %s %v depth %d: %+v, want %d", c.params, c.spec, c.moves, depth, full, want)
			case want > -1000 && want < 1000 && (full.Mate != 0 || full.Value > 0.5 != (want > 0) || full.Value < 0.5 != (want < 0)):
				t.Errorf("%s %s %v depth %d: %+v, want %d", c.params, c.spec, c.moves, depth, full, want)
			}
		}
	}
}

// TestWinsAndStops finds a row to complete, and the point that stops one.
func TestWinsAndStops(t *testing.T) {
	pos := start(t, "n=4,captures=no", "grid:5", "B3", "B1", "C3", "C1", "D3", "D1")
	if info := think(t, Options{}, pos, 0); info.Mate != 1 || !slices.Contains([]string{"A3", "E3"}, game.Format(pos, info.Move)) {
		t.Errorf("%+v", info)
	}
	pos = start(t, "n=4,captures=no", "grid:5", "B1", "A5", "C1", "A1", "D1")
	if info := think(t, Options{}, pos, 0); game.Format(pos, info.Move) != "E1" {
		t.Errorf("%+v", info)
	}
}

func TestRanksByProximity(t *testing.T) {
	pos := start(t, "n=5", "grid:9", "A1")
	moves := pos.LegalMoves(nil)
	newRanking(pos).order(pos, moves)
	var names []string
	for _, m := range moves[:16] {
		names = append(names, game.Format(pos, m))
	}
	// A gap of none, of one, of two, of three; then all others by point.
	for i, group := range [][]string{{"A2", "B1"}, {"A3", "B2", "C1"}, {"A4", "B3", "C2", "D1"}, {"A5", "B4", "C3", "D2", "E1"}} {
		got := names[:len(group)]
		names = names[len(group):]
		slices.Sort(got)
		if !slices.Equal(got, group) {
			t.Errorf("gap %d: %v, want %v", i, got, group)
		}
	}
	rest := moves[14:]
	if !slices.IsSorted(rest) {
		t.Errorf("the rest is not in order: %v", rest)
	}
}

func TestDepths(t *testing.T) {
	for free, want := range map[int]int{81: 4, 25: 4, 18: 5, 13: 5, 12: 6, 1: 6} {
		if got := depthFor(free); got != want {
			t.Errorf("%d free points: depth %d, want %d", free, got, want)
		}
	}
}

func TestExcludesMoves(t *testing.T) {
	pos := start(t, "n=3,captures=no", "grid:3", "A1", "B1", "A2", "B2")
	info, err := New(Options{}).Search(context.Background(), pos, engine.Limits{Exclude: []game.Move{think(t, Options{}, pos, 0).Move}}, nil)
	if err != nil || info.Mate == 1 {
		t.Errorf("%+v %v", info, err)
	}
	if info.Mate < 0 || info.Solved && info.Value == 0 {
		t.Errorf("a loss was claimed though the winning move was excluded: %+v", info)
	}
}

func TestRefusesOtherGames(t *testing.T) {
	pos, err := weiqi.Default().New(enginetest.Boards(t, "grid:5")[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(Options{}).Search(context.Background(), pos, engine.Limits{Depth: 1}, nil); err == nil {
		t.Error("a game without rows was searched")
	}
}
