package negascout2023

import (
	"context"
	"slices"
	"testing"
	"time"

	"moyo/engine"
	"moyo/engine/baseline/internal/rows"
	"moyo/engine/baseline/internal/rows/rowstest"
	"moyo/engine/enginetest"
	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

func TestEngine(t *testing.T) {
	testenv.SkipUnderRace(t)
	enginetest.Run(t, enginetest.Config{
		Rules:  rowstest.Begun{Rules: rules(t, "gomoku")},
		Boards: enginetest.Boards(t, "grid:6", "torus:5x6", "cube:4", "grid:15", "grid:60"), Nodes: 300,
		New: func() engine.Engine { return New(Options{}) },
	})
}

func TestEngineUnderRenju(t *testing.T) {
	enginetest.Run(t, enginetest.Config{
		Rules: rules(t, "gomoku:rule=renju"), Boards: enginetest.Boards(t, "grid:15"), Nodes: 300,
		New: func() engine.Engine { return New(Options{}) },
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

// random returns the position after the given number of moves near the middle of a grid.
func random(t testing.TB, id, spec string, moves int, seed uint32) game.Position {
	t.Helper()
	pos := start(t, id, spec)
	r, err := rows.Of(pos)
	if err != nil {
		t.Fatal(err)
	}
	s := &search{state: newState(r, pos)}
	for range moves {
		near := s.moves(0, false)
		if len(near) == 0 {
			near = []game.Point{rows.Centre(pos.Board())}
		}
		seed = seed*1664525 + 1013904223
		p := near[int(seed>>8)%len(near)]
		if pos.Check(game.Place(p)) != game.Legal {
			break
		}
		if err := pos.Play(game.Place(p)); err != nil {
			t.Fatal(err)
		}
		s.place(p)
		if pos.ToPlay() == game.Empty {
			pos.Undo()
			break
		}
	}
	return pos
}

func think(t testing.TB, e *Engine, pos game.Position, lim engine.Limits) engine.Info {
	t.Helper()
	info, err := e.Search(context.Background(), pos, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestEvaluate(t *testing.T) {
	for _, c := range []struct {
		moves []string
		want  int // for the side to move
	}{
		// One stone is a live row along each of four lines.
		{[]string{"H8"}, -40},
		{[]string{"A1"}, -3}, // a dead one along three; the fourth line has no room
		// Black: live two (100), six live ones (60). White: eight live ones (80).
		{[]string{"H8", "C3", "J8", "N13"}, 100 + 60 - 80},
		// Black: dead three by White's stone (100); H8 J8 K8 have three lines more each (90).
		// White: G8's row is closed on one side (1), its other lines are live (30); D3 is live in all directions (40).
		{[]string{"H8", "G8", "J8", "D3", "K8"}, -(100 + 90) + (1 + 30) + 40},
	} {
		pos := start(t, "gomoku", "grid:15", c.moves...)
		r, err := rows.Of(pos)
		if err != nil {
			t.Fatal(err)
		}
		if got := newState(r, pos).evaluate(); got != c.want {
			t.Errorf("after %v: %d, want %d", c.moves, got, c.want)
		}
	}
}

func TestPromise(t *testing.T) {
	// On an empty board each of the windows through the middle has 10.
	pos := start(t, "gomoku", "grid:15")
	r, err := rows.Of(pos)
	if err != nil {
		t.Fatal(err)
	}
	s := newState(r, pos)
	if got := s.promise(rows.Centre(pos.Board())); got != 4*5*10 {
		t.Errorf("the middle of the empty board: %d, want 200", got)
	}
	if got := s.promise(0); got != 3*10 {
		t.Errorf("its corner: %d, want 30", got)
	}
	// Beside H8 the row has one window without it and four with it, and each of
	// the other lines has five empty windows.
	pos = start(t, "gomoku", "grid:15", "H8")
	s = newState(r, pos)
	beside, _ := pos.Board().Lookup("J8")
	if got := s.promise(beside); got != 4*15+10+15*10 {
		t.Errorf("White beside a black stone: %d, want 220", got)
	}
}

// TestStateIsRestored compares the updated state with a fresh one.
func TestStateIsRestored(t *testing.T) {
	for _, spec := range []string{"grid:9", "torus:7x6", "mobius:9x5"} {
		pos := random(t, "gomoku", spec, 12, 5)
		r, err := rows.Of(pos)
		if err != nil {
			t.Fatal(err)
		}
		s := newState(r, pos)
		for _, m := range pos.LegalMoves(nil) {
			s.place(m.Point())
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
			if pos.ToPlay() != game.Empty {
				fresh := newState(r, pos)
				if fresh.hash() != s.hash() || !slices.Equal(fresh.near, s.near) || !slices.Equal(fresh.stones, s.stones) || fresh.empty != s.empty {
					t.Fatalf("%s: after %s the state differs from a fresh one", spec, game.Format(pos, m))
				}
			}
			pos.Undo()
			s.remove(m.Point())
		}
		if fresh := newState(r, pos); fresh.hash() != s.hash() || !slices.Equal(fresh.near, s.near) || fresh.empty != s.empty {
			t.Errorf("%s: taking back changed the state", spec)
		}
	}
}

// TestMethodsAgree compares the methods with minimax: without tables the value
// is the same at any depth, in any order of moves.
func TestMethodsAgree(t *testing.T) {
	testenv.SkipUnderRace(t)
	for seed := range uint32(6) {
		pos := random(t, "gomoku:n=4", "grid:7", 6, seed)
		for _, depth := range []int{1, 2, 3} {
			plain := think(t, New(Options{Method: Minimax, NoTables: true, Start: depth}), pos, engine.Limits{Depth: depth})
			for _, opt := range []Options{
				{Method: AlphaBeta, NoTables: true, Unordered: true, Start: depth},
				{Method: AlphaBeta, NoTables: true, Start: depth},
				{NoTables: true, Unordered: true, Start: depth},
				{NoTables: true, Start: depth},
			} {
				got := think(t, New(opt), pos, engine.Limits{Depth: depth})
				if got.Value != plain.Value {
					t.Errorf("seed %d depth %d %+v: value %v, minimax: %v", seed, depth, opt, got.Value, plain.Value)
				}
				if got.Nodes > plain.Nodes && opt.Method == AlphaBeta {
					t.Errorf("seed %d depth %d %+v: %d nodes, minimax needs %d", seed, depth, opt, got.Nodes, plain.Nodes)
				}
			}
		}
	}
}

func TestFindsWinsAndStopsThem(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []string
		want  []string
		mate  int
	}{
		{"five", []string{"H8", "A1", "J8", "A3", "K8", "A5", "L8", "A7"}, []string{"G8", "M8"}, 1},
		{"stop a four", []string{"H8", "G8", "J8", "A3", "K8", "A15", "L8"}, []string{"M8"}, 0},
		{"stop an open three", []string{"H8", "A1", "J8", "A3", "K8"}, []string{"F8", "G8", "L8", "M8"}, 0},
		{"straight four", []string{"H8", "A15", "J8", "A3", "K8", "O1"}, []string{"G8", "L8"}, 0},
	} {
		pos := start(t, "gomoku", "grid:15", c.moves...)
		info := think(t, New(Options{}), pos, engine.Limits{Depth: 4})
		if got := game.Format(pos, info.Move); !slices.Contains(c.want, got) || info.Mate != c.mate {
			t.Errorf("%s: %s mate %d, want one of %v, %d", c.name, got, info.Mate, c.want, c.mate)
		}
		if won := info.Value > 0.999; won != (c.name == "five" || c.name == "straight four") {
			t.Errorf("%s: value %v", c.name, info.Value)
		}
	}
}

func TestStats(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := random(t, "gomoku", "grid:15", 8, 3)
	e, plain := New(Options{}), New(Options{Unordered: true})
	info := think(t, e, pos, engine.Limits{Depth: 4})
	think(t, plain, pos, engine.Limits{Depth: 4})
	s, u := e.Stats(), plain.Stats()
	if s.Nodes != info.Nodes || s.Evaluated == 0 || s.TableHits == 0 || s.StateHits == 0 || s.Cutoffs == 0 {
		t.Errorf("%+v with %d nodes", s, info.Nodes)
	}
	if s.Nodes >= u.Nodes {
		t.Errorf("%d nodes in order, %d without", s.Nodes, u.Nodes)
	}
	t.Logf("in order %+v\nwithout %+v", s, u)
	think(t, e, pos, engine.Limits{Depth: 4})
	if again := e.Stats(); again.Nodes != 2*s.Nodes || again.TableHits != 2*s.TableHits {
		t.Errorf("the second search did %+v in all, want twice %+v", again, s)
	}
}

// TestOpenings plays every opening's choices: the engine always makes a legal
// one.
func TestOpenings(t *testing.T) {
	for _, opening := range []string{"swap", "swap2", "pro", "longpro", "soosorv", "taraguchi", "rif"} {
		pos := start(t, "gomoku:rule=renju,opening="+opening, "grid:15")
		e := New(Options{})
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

func TestTablesForget(t *testing.T) {
	tab := newTables()
	for range 600 { // more than the number of ages
		if _, ok := tab.position(7); ok {
			t.Fatal("a position outlived the clearing")
		}
		if _, ok := tab.static(7); ok {
			t.Fatal("a static value outlived the clearing")
		}
		tab.store(7, 2, -5, lower, 3)
		tab.storeStatic(7, 11)
		e, ok := tab.position(7)
		if v, known := tab.static(7); !ok || !known || v != 11 || e.value != -5 || e.move != 3 || e.kind != lower {
			t.Fatalf("%+v %v, static %d %v", e, ok, v, known)
		}
		tab.clear()
	}
}

func TestExcludesMoves(t *testing.T) {
	pos := random(t, "gomoku", "grid:15", 8, 3)
	e := New(Options{})
	first := think(t, e, pos, engine.Limits{Depth: 2})
	second := think(t, e, pos, engine.Limits{Depth: 2, Exclude: []game.Move{first.Move}})
	if first.Move == second.Move {
		t.Errorf("%s was excluded and played", game.Format(pos, first.Move))
	}
}

func TestRefusesOtherGames(t *testing.T) {
	pos := start(t, "gomoku", "grid:15")
	if _, err := New(Options{}).Search(context.Background(), other{pos}, engine.Limits{Depth: 1}, nil); err == nil {
		t.Error("a game that is not gomoku was searched")
	}
}

// other is a position of a game that the engine does not support.
type other struct{ game.Position }

func (o other) Rules() game.Rules { return otherRules{} }

type otherRules struct{ game.Rules }

func (otherRules) ID() string { return "weiqi:komi=7.5" }

func BenchmarkSearch(b *testing.B) {
	pos := random(b, "gomoku", "grid:15", 8, 3)
	e := New(Options{})
	began := time.Now()
	for b.Loop() {
		think(b, e, pos, engine.Limits{Depth: 4})
	}
	b.ReportMetric(float64(e.Stats().Nodes)/time.Since(began).Seconds(), "nodes/s")
}
