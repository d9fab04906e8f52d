package gomoku

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/enginetest"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

func position(t testing.TB, id, spec string, moves ...string) *rules.Position {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		mv, err := game.ParseMove(pos, m)
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Play(mv); err != nil {
			t.Fatal(m, err)
		}
	}
	return pos.(*rules.Position)
}

func TestEngines(t *testing.T) {
	small := Options{Memory: 4 << 20}
	two := small
	two.Threads = 2
	for _, c := range []struct {
		name, rules string
		opt         Options
		boards      []string
	}{
		{"freestyle", "rule=freestyle", small,
			[]string{"grid:5", "grid:15", "torus:9x9", "mobius:11x5", "cube:3", "hex:4", "box:5x5x5", "grid:99"}},
		{"standard", "rule=standard", small, []string{"grid:9", "torus:6x6"}},
		{"renju", "rule=renju", small, []string{"grid:9", "grid:15"}},
		{"caro", "rule=caro8", small, []string{"grid:9"}},
		{"caro9", "rule=caro9", small, []string{"cylinder:9x7"}},
		{"three in a row", "n=3", small, []string{"grid:3", "grid:4x3"}},
		{"two threads", "rule=freestyle", two, []string{"grid:9"}},
		{"level 1", "rule=renju", Options{Memory: 4 << 20, Level: 1}, []string{"grid:9"}},
		{"swap2", "opening=swap2", small, []string{"grid:9"}},
		{"taraguchi", "rule=renju,opening=taraguchi", small, []string{"grid:15"}},
		{"soosorv", "rule=renju,opening=soosorv", small, []string{"grid:15"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.opt.Threads < 2 {
				testenv.SkipUnderRace(t)
			}
			r, err := rules.Parse(c.rules)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, enginetest.Config{
				Rules: r, Boards: enginetest.Boards(t, c.boards...), New: func() engine.Engine { return New(c.opt) }, Nodes: 300,
			})
		})
	}
}

// stateOf returns pos as a state of the search.
func stateOf(t testing.TB, pos *rules.Position) *state {
	t.Helper()
	m := &model{}
	if _, err := m.Prepare(pos); err != nil {
		t.Fatal(err)
	}
	return m.load(pos)
}

// search searches with the given nodes and fails on an illegal move.
func search(t *testing.T, pos *rules.Position, lim engine.Limits) engine.Info {
	t.Helper()
	info, err := New(Options{Memory: 4 << 20}).Search(context.Background(), pos, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r := pos.Check(info.Move); r != game.Legal {
		t.Fatalf("chose %s: %v", game.Format(pos, info.Move), r)
	}
	return info
}

func TestObvious(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		name  string
		rules string
		moves []string
		want  []string
		mate  int
	}{
		{"five", "rule=freestyle", []string{"h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7"}, []string{"H7", "H12"}, 1},
		{"block the only five", "rule=freestyle", []string{"h8", "h12", "h9", "a1", "h10", "a3", "h11"}, []string{"H7"}, 0},
		{"exactly five", "rule=standard", []string{"h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7", "h6", "a9", "c3"}, []string{"H12"}, 0},
		{"an open three becomes a straight four", "rule=freestyle", []string{"h8", "a1", "h9", "a3", "h10", "a5"}, []string{"H7", "H11"}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			pos := position(t, c.rules, "grid:15", c.moves...)
			info := search(t, pos, engine.Limits{Nodes: 5000})
			if got := game.Format(pos, info.Move); !slices.Contains(c.want, got) || c.mate != 0 && info.Mate != c.mate {
				t.Errorf("chose %s, mate in %d plies; want one of %v, %d", got, info.Mate, c.want, c.mate)
			}
		})
	}
}

// TestDecided evaluates positions that need no search.
func TestDecided(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		moves []string
		want  int // plies to the end, negative for a loss
	}{
		{[]string{"h8", "h7", "h9", "a1", "h10", "a3", "h11", "a5"}, 1},                           // one five
		{[]string{"h8", "a1", "h9", "a3", "h10", "a5", "h11"}, -2},                                // two fives of the opponent's
		{[]string{"h8", "h7", "h9", "a1", "h10", "a3", "h11"}, 0},                                 // one
		{[]string{"h8", "a1", "h9", "a3", "h10", "a5"}, 3},                                        // a straight four
		{[]string{"h8", "a1", "h9", "a3", "j11", "a5", "k11", "a7", "c3", "d14", "c5", "f14"}, 0}, // twos
	} {
		score, ok := stateOf(t, position(t, "rule=freestyle", "grid:15", c.moves...)).Decided(0)
		want := 0
		switch {
		case c.want > 0:
			want = alphabeta.Win - c.want
		case c.want < 0:
			want = -alphabeta.Win - c.want
		}
		if ok != (want != 0) || ok && score != want {
			t.Errorf("after %v: %d %v, want %d", c.moves, score, ok, want)
		}
	}
	// No four is tried against two fives.
	s := stateOf(t, position(t, "rule=freestyle", "grid:15", "h8", "d3", "h9", "e3", "h10", "f3", "h11", "g5", "c3"))
	budget := foursBudget
	if n := s.winByFours(maxFours, board.None, &budget); n != 0 || budget != foursBudget-1 {
		t.Errorf("%d plies, %d positions", n, foursBudget-budget)
	}
}

// laid returns a position of 15x15 with the stones of Black and of White on named points.
func laid(t *testing.T, rule string, turn game.Color, black, white string) *rules.Position {
	t.Helper()
	return laidOn(t, rule, "grid:15", turn, black, white)
}

// laidOn is laid for a board of any kind.
func laidOn(t *testing.T, rule, spec string, turn game.Color, black, white string) *rules.Position {
	t.Helper()
	pos := position(t, rule, spec)
	var stones []game.Placed
	for i, names := range []string{black, white} {
		for _, n := range strings.Fields(names) {
			p, ok := pos.Board().Lookup(n)
			if !ok {
				t.Fatal(n)
			}
			stones = append(stones, game.Placed{Point: p, Color: game.Black + game.Color(i)})
		}
	}
	if err := pos.Set(stones, turn); err != nil {
		t.Fatal(err)
	}
	return pos
}

// TestForbiddenDefence has Black to move against a four whose only answer is
// forbidden: the game is lost, but Black has to move.
func TestForbiddenDefence(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := laid(t, "rule=renju", game.Black, "C8 H7 H6 H5 H9 H10", "D8 E8 F8 G8") // H8 would make six
	h8, _ := pos.Board().Lookup("H8")
	if pos.Check(game.Place(h8)) != game.Forbidden {
		t.Fatal("H8 should be forbidden")
	}
	if info := search(t, pos, engine.Limits{Nodes: 2000}); info.Mate != -2 {
		t.Errorf("mate %d, want -2", info.Mate)
	}
}

func TestExclude(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := position(t, "rule=freestyle", "grid:15", "h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7")
	h7, _ := game.ParseMove(pos, "h7")
	h12, _ := game.ParseMove(pos, "h12")
	if info := search(t, pos, engine.Limits{Nodes: 1000, Exclude: []game.Move{h7}}); info.Move != h12 {
		t.Errorf("chose %s, want H12", game.Format(pos, info.Move))
	}
	if info := search(t, pos, engine.Limits{Nodes: 1000, Exclude: []game.Move{h7, h12}}); info.Move == h7 || info.Move == h12 {
		t.Error("chose an excluded move")
	}
	all := pos.LegalMoves(nil)
	search(t, pos, engine.Limits{Nodes: 100, Exclude: all}) // still has to move
}

func TestCandidates(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := position(t, "rule=freestyle", "grid:15", "h8", "h9", "j10")
	info := search(t, pos, engine.Limits{Nodes: 20_000, Best: 5})
	if len(info.Candidates) != 5 {
		t.Fatalf("%d candidates, want 5", len(info.Candidates))
	}
	seen := map[game.Move]bool{}
	for i, c := range info.Candidates {
		if seen[c.Move] || len(c.PV) == 0 || c.PV[0] != c.Move || i > 0 && c.Value > info.Candidates[i-1].Value {
			t.Errorf("candidate %d: %+v", i, c)
		}
		seen[c.Move] = true
	}
}

// TestBalanced checks that after the stones of a swap2 opening neither side is
// far ahead.
func TestBalanced(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := position(t, "opening=swap2", "grid:15")
	e := New(Options{Memory: 4 << 20})
	for i := range 3 {
		info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 60_000, Seed: uint64(i)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Play(info.Move); err != nil {
			t.Fatal(err)
		}
	}
	if pos.Player() != game.White {
		t.Fatalf("player %v is to choose, want White", pos.Player())
	}
	after := pos.Copy()
	m, _ := pos.ParseChoice("white")
	if err := after.Play(m); err != nil {
		t.Fatal(err)
	}
	if v := search(t, after, engine.Limits{Nodes: 30_000}).Value; v < 0.2 || v > 0.8 {
		t.Errorf("White has %.2f after the first three stones", v)
	}
}

// TestOpeningSpends: searches in an opening use the nodes of the limits, and
// exceed them by one last search at most.
func TestOpeningSpends(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := position(t, "opening=swap2", "grid:15", "h8", "h9", "j10")
	if pos.Phase().Text == "" {
		t.Fatal("the opening is over")
	}
	for _, nodes := range []int64{2000, 8000} {
		e := New(Options{Memory: 4 << 20})
		info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: nodes}, nil)
		if err != nil || info.Nodes < nodes/8 || info.Nodes > nodes+nodes/8 || pos.Check(info.Move) != game.Legal {
			t.Errorf("of %d nodes %d are spent: %v", nodes, info.Nodes, err)
		}
	}
}

func TestDepthAllocatesNothing(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := position(t, "rule=renju", "grid:15", "h8", "h9", "j10", "g7", "j8")
	s := stateOf(t, pos)
	list := s.Moves(nil)
	var nodes int64
	visit := func() {
		for _, m := range list {
			s.Play(m.Point)
			s.Quiesce(-100, 100, 1, &nodes)
			list2 := s.Moves(list[len(list):cap(list)][:0])
			_ = list2
			s.Undo()
		}
	}
	list = slices.Grow(list, 300)
	visit()
	if n := testing.AllocsPerRun(20, visit); n > 0 {
		t.Errorf("%v allocations in %d nodes", n, len(list))
	}
}

func BenchmarkSearch(b *testing.B) {
	pos := position(b, "rule=freestyle", "grid:15", "h8", "j9", "g7", "f6", "j7", "h6")
	e := New(Options{})
	b.ReportAllocs()
	var nodes, depth int64
	for b.Loop() {
		info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 200_000}, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += info.Nodes
		depth += int64(info.Depth)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(depth)/float64(b.N), "depth")
}

// TestLoneStone searches beyond the points close to a stone at the edge.
func TestLoneStone(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, name := range []string{"A15", "A1", "P8", "H1"} {
		pos := position(t, "gomoku", "grid:15", name)
		e := New(Options{NoBook: true, Memory: 4 << 20})
		info, err := e.Search(t.Context(), pos, engine.Limits{Nodes: 20_000}, nil)
		e.Close()
		if err != nil {
			t.Fatal(err)
		}
		at := pos.Board().Coord(info.Move.Point())
		if off := math.Hypot(at[0], at[1]); off > 5 {
			t.Errorf("%s is answered at %s, %.1f from the middle", name, game.Format(pos, info.Move), off)
		}
	}
}

// TestNetwork checks where a network is used, and that it can be switched off.
func TestNetwork(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		rules, board, set string
		level             int
		want              bool
	}{
		{"rule=freestyle", "grid:15", "", 0, true},
		{"rule=freestyle", "grid:15", "network=off", 0, false},
		{"rule=freestyle", "grid:15", "textbook=on", 0, false},
		{"rule=renju", "grid:15", "lmr=off", 0, true},
		{"rule=caro9", "torus:13x13", "", 0, true},
		{"rule=freestyle,n=4", "grid:15", "", 0, false},
		{"rule=freestyle", "grid:15", "", 9, true},
		{"rule=freestyle", "grid:15", "", 8, false},
		{"rule=freestyle", "grid:23", "", 0, false},
		{"rule=freestyle", "box:5x5x5", "", 0, false},
	} {
		pos := position(t, c.rules, c.board)
		opt := Options{Level: c.level}
		if err := Kind.Set(&opt, c.set); err != nil {
			t.Fatal(err)
		}
		m := Kind.Game(opt).(*model)
		if _, err := m.Prepare(pos); err != nil {
			t.Fatal(err)
		}
		if (m.net != nil) != c.want {
			t.Errorf("%s on %s, %q, level %d: a network %v, want %v", c.rules, c.board, c.set, c.level, m.net != nil, c.want)
		}
	}
}

// TestKeptUp moves a state about and evaluates it now and then: the network's
// result must be that of a fresh state.
func TestKeptUp(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := position(t, "rule=freestyle", "grid:15")
	var m, fresh model
	for _, m := range []*model{&m, &fresh} {
		if _, err := m.Prepare(pos); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(5, 5))
	s := m.load(pos)
	for step := range 2000 {
		if s.b.Stones() > 0 && (random.IntN(2) == 0 || s.b.Stones() > 60) {
			s.Undo()
		} else if p := int32(random.IntN(225)); s.b.At(board.Point(p)) == 0 {
			s.Play(p)
		}
		if random.IntN(5) > 0 {
			continue
		}
		if random.IntN(3) == 0 {
			s = s.Clone().(*state)
		}
		loaded := fresh.load(pos)
		for i := range s.b.Stones() {
			p, _ := s.b.Stone(i)
			loaded.Play(int32(p))
		}
		if s.Eval() != loaded.Eval() || !slices.Equal(s.Moves(nil), loaded.Moves(nil)) {
			t.Fatalf("step %d, %d stones: value %d, fresh %d", step, s.b.Stones(), s.Eval(), loaded.Eval())
		}
	}
}

// TestBurden compares positions without forbidden points under Renju's rule and without it.
func TestBurden(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, moves := range [][]string{{"h8", "h9"}, {"h8", "h9", "j10"}} {
		free := search(t, position(t, "rule=freestyle", "grid:15", moves...), engine.Limits{Depth: 1})
		renju := search(t, position(t, "rule=renju", "grid:15", moves...), engine.Limits{Depth: 1})
		odds := func(p float64) float64 { return math.Log(p / (1 - p)) }
		want := -1.0
		if len(moves)%2 == 1 {
			want = 1
		}
		if got := odds(renju.Value) - odds(free.Value); math.Abs(got-want) > 0.1 {
			t.Errorf("after %v: Renju is %.3f better for the side to move, want %v", moves, got, want)
		}
	}
}
