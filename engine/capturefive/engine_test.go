package capturefive

import (
	"context"
	"slices"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/enginetest"
	"moyo/engine/mcts"
	"moyo/game"
	rules "moyo/game/rules/capturefive"
	"moyo/internal/testenv"
)

func position(t testing.TB, params, spec string, moves ...string) *rules.Position {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(params)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		mv, err := game.ParseMove(pos, m)
		if err == nil {
			err = pos.Play(mv)
		}
		if err != nil {
			t.Fatal(m, err)
		}
	}
	return pos.(*rules.Position)
}

// stateOf returns pos as a state of the search.
func stateOf(t testing.TB, pos game.Position) *state {
	t.Helper()
	m := &model{}
	if _, err := m.Prepare(pos); err != nil {
		t.Fatal(err)
	}
	return m.Root(pos).State.(*state)
}

// set returns a position drawn in rows from the top, X black and O white.
func set(t testing.TB, params, spec string, toPlay game.Color, rows ...string) *rules.Position {
	t.Helper()
	pos := position(t, params, spec)
	var stones []game.Placed
	for i, row := range rows {
		for j, ch := range row {
			name := string(rune("ABCDEFGHJKLMN"[j])) + string(rune('0'+len(rows)-i))
			p, ok := pos.Board().Lookup(name)
			if !ok {
				t.Fatal(name)
			}
			switch ch {
			case 'X':
				stones = append(stones, game.Placed{Point: p, Color: game.Black})
			case 'O':
				stones = append(stones, game.Placed{Point: p, Color: game.White})
			}
		}
	}
	if err := pos.Set(stones, toPlay); err != nil {
		t.Fatal(err)
	}
	return pos
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
		{"five", "n=5", small, []string{"grid:5", "torus:9x9", "mobius:11x5", "cube:5", "hex:5", "grid:9"}},
		{"simple ko", "n=4,ko=simple", small, []string{"grid:5"}},
		{"passes", "n=3,pass=yes", small, []string{"grid:3", "grid:4x3"}},
		{"without captures", "n=4,captures=no", small, []string{"grid:5"}},
		{"all lines", "n=5,lines=all", small, []string{"grid:13"}},
		{"two threads", "n=5", two, []string{"grid:9"}},
		{"level 1", "n=5", Options{Memory: 4 << 20, Level: 1}, []string{"grid:9"}},
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

func TestMCTS(t *testing.T) {
	testenv.SkipUnderRace(t)
	for params, boards := range map[string][]string{
		"n=5": {"grid:5", "cube:5", "grid:9"}, "n=3,pass=yes": {"grid:3"}, "n=4,captures=no": {"grid:5"},
	} {
		r, err := rules.Parse(params)
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Run(t, enginetest.Config{
			Rules: r, Boards: enginetest.Boards(t, boards...),
			New: func() engine.Engine { return NewMCTS(mcts.Options{Memory: 8 << 20}) }, Nodes: 100,
		})
	}
}

func best(t *testing.T, pos *rules.Position, nodes int64) engine.Info {
	t.Helper()
	info, err := New(Options{Memory: 8 << 20}).Search(context.Background(), pos, engine.Limits{Nodes: nodes}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// TestCapturesDecide has rows that a capture breaks, and rows that it cannot.
func TestCapturesDecide(t *testing.T) {
	pos := set(t, "n=4", "grid:6", game.Black, "......", "......", ".XXX..", ".OOO..", ".XXX..", "......")
	if info := best(t, pos, 3000); info.Mate != 1 {
		t.Errorf("Black does not win immediately: %+v", info)
	}
	pos = set(t, "n=4", "grid:6", game.Black, "......", "......", "......", "..X...", ".OOO..", "..XX..")
	if info := best(t, pos, 3000); info.Mate != -2 {
		t.Errorf("two gaps and nothing to take: %+v", info)
	}
	// The diagonal B2 C3 D4 has two gaps, but C3 can be captured.
	pos = set(t, "n=4,lines=all", "grid:6", game.Black, "......", "......", "..XO..", ".XOX..", ".O....", "......")
	if info := best(t, pos, 3000); game.Format(pos, info.Move) != "C2" {
		t.Errorf("does not take C3: %+v", info)
	}
}

// TestLastLiberty has a row that the opponent could not complete without its
// last liberty on D3: taking that liberty is an answer, as is the gap.
func TestLastLiberty(t *testing.T) {
	pos := set(t, "n=4", "grid:5", game.Black, ".....", ".....", "XXX..", "OOO.X", "OXXX.")
	s := stateOf(t, pos)
	var names []string
	for _, p := range s.answers() {
		names = append(names, pos.Board().Name(game.Point(p)))
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"D2", "D3"}) {
		t.Errorf("answers %v", names)
	}
}

// TestDoubleFour finds a win by fours.
func TestDoubleFour(t *testing.T) {
	pos := set(t, "n=5", "grid:9", game.Black,
		".........",
		"....X....",
		"....X....",
		"....X....",
		".XXX.....",
		"...O.....",
		"..OO.....",
		".....O...",
		".........")
	info := best(t, pos, 2000)
	if info.Mate != 3 || game.Format(pos, info.Move) != "E5" {
		t.Errorf("%+v", info)
	}
}

// TestValues proves known wins, though not always the shortest.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		spec, params string
		mate         int
	}{{"grid:3", "n=3,ko=simple", 7}, {"grid:4x4", "n=3,ko=simple", 5}, {"grid:4x3", "n=3,ko=simple", 7}, {"grid:4", "n=4,ko=simple", 17}} {
		pos := position(t, c.params, c.spec)
		if info := best(t, pos, 200_000); info.Mate < c.mate || !info.Solved {
			t.Errorf("%s %s: %+v", c.spec, c.params, info)
		}
	}
}
