package connect4_test

import (
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/connect4"
	"moyo/internal/testenv"
)

func rules(t testing.TB, id string) *connect4.Rules {
	t.Helper()
	r, err := connect4.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*connect4.Rules)
}

// play returns the game of moves given as columns from 1.
func play(t testing.TB, r *connect4.Rules, b *board.Board, columns string) *connect4.Position {
	t.Helper()
	pos, err := r.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range columns {
		at := pos.Landing(game.Point(c - '1'))
		if err := pos.Play(game.Place(at)); err != nil {
			t.Fatalf("move %d of %s: %v", i+1, columns, err)
		}
	}
	return pos
}

func TestGame(t *testing.T) {
	gametest.Run(t, rules(t, ""), board.Grid(4, 4), board.Grid(7, 6), board.Grid(5, 3), board.Grid(4, 1), board.Grid(1, 5))
	gametest.Run(t, rules(t, "n=3"), board.Grid(3, 3), board.Grid(2, 6))
	gametest.Run(t, rules(t, "n=6"), board.Grid(6, 7))
}

// reachable counts the different positions ply by ply, up to the given ply.
func reachable(t *testing.T, b *board.Board, plies int) []int {
	t.Helper()
	layer := map[uint64]game.Position{}
	start, err := connect4.Default().New(b)
	if err != nil {
		t.Fatal(err)
	}
	layer[start.Hash()] = start
	counts := []int{1}
	for range plies {
		next := map[uint64]game.Position{}
		for _, pos := range layer {
			for _, m := range pos.LegalMoves(nil) {
				if err := pos.Play(m); err != nil {
					t.Fatal(err)
				}
				if _, ok := next[pos.Hash()]; !ok {
					next[pos.Hash()] = pos.Clone()
				}
				pos.Undo()
			}
		}
		counts = append(counts, len(next))
		layer = next
	}
	return counts
}

// TestPositions counts the positions of the usual board by ply; the numbers are
// OEIS A212693, found by J. Tromp.
func TestPositions(t *testing.T) {
	want := []int{1, 7, 49, 238, 1120, 4263}
	for ply, got := range reachable(t, board.Grid(7, 6), len(want)-1) {
		if got != want[ply] {
			t.Errorf("ply %d: %d positions, want %d", ply, got, want[ply])
		}
	}
}

// TestAllPositions counts all positions of 4x4, Tromp's number.
func TestAllPositions(t *testing.T) {
	testenv.SkipUnderRace(t)
	sum := 0
	for _, n := range reachable(t, board.Grid(4, 4), 16) {
		sum += n
	}
	if sum != 161029 {
		t.Errorf("%d positions on 4x4, want 161029", sum)
	}
}

// TestPerft counts games of a few moves on the usual board: powers of 7 until
// columns are full.
func TestPerft(t *testing.T) {
	pos := play(t, rules(t, ""), board.Grid(7, 6), "")
	for depth, want := range []uint64{1, 7, 49, 343, 2401, 16807, 117649} {
		if got, err := game.Perft(t.Context(), pos, depth); err != nil || got != want {
			t.Errorf("depth %d: %d, %v; want %d", depth, got, err, want)
		}
	}
}

// TestRows wins along each axis and at the edges.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		id, columns, figure string
		w, h                int
	}{
		{"", "1212121", "A4 A3 A2 A1", 7, 6},
		{"", "4433221", "A1 B1 C1 D1", 7, 6},
		{"", "1122334", "A1 B1 C1 D1", 7, 6},
		{"", "12233434464", "A1 B2 C3 D4", 7, 6},
		{"", "76655454424", "D4 E3 F2 G1", 7, 6},
		{"", "1122556644", "", 7, 6},
		{"", "11226677334", "A1 B1 C1 D1", 7, 6},
		{"", "1122334", "A1 B1 C1 D1", 4, 3},
		{"", "11225566774", "D1 E1 F1 G1", 7, 6},
		{"", "112255663374", "", 7, 6},
		{"n=3", "11223", "A1 B1 C1", 3, 3},
		{"n=5", "1122334", "", 7, 6},
		{"n=5", "112233445", "A1 B1 C1 D1 E1", 7, 6},
	} {
		pos := play(t, rules(t, c.id), board.Grid(c.w, c.h), c.columns)
		var names []string
		for _, p := range pos.Figure() {
			names = append(names, pos.Board().Name(p))
		}
		if got := strings.Join(names, " "); got != c.figure {
			t.Errorf("%s %s: figure %q, want %q", c.id, c.columns, got, c.figure)
		}
		if over := c.figure != ""; pos.Outcome().Over != over {
			t.Errorf("%s %s: outcome %+v", c.id, c.columns, pos.Outcome())
		}
	}
}

// TestLongRow wins by more than four, and checks the longest rows on the way.
func TestLongRow(t *testing.T) {
	pos := play(t, rules(t, ""), board.Grid(7, 6), "112255667733")
	if pos.Need() != 4 || pos.Longest(game.Black) != 3 || pos.Longest(game.White) != 3 {
		t.Errorf("longest %d and %d of %d", pos.Longest(game.Black), pos.Longest(game.White), pos.Need())
	}
	if err := pos.Play(game.Place(pos.Landing(3))); err != nil {
		t.Fatal(err)
	}
	if n := len(pos.Figure()); n != 7 || pos.Longest(game.Black) != 7 || pos.Outcome().How != "four" {
		t.Errorf("a row of %d, longest %d, %+v", n, pos.Longest(game.Black), pos.Outcome())
	}
	pos.Undo()
	if pos.Figure() != nil || pos.Outcome().Over {
		t.Error("the row is left after undo")
	}
}

func TestIllegal(t *testing.T) {
	pos := play(t, rules(t, ""), board.Grid(7, 6), "444444")
	for name, want := range map[string]game.Reason{
		"D1": game.Occupied, "D6": game.Occupied, "A1": game.Legal, "A2": game.Floating, "G6": game.Floating,
	} {
		p, ok := pos.Board().Lookup(name)
		if !ok {
			t.Fatal(name)
		}
		if got := pos.Check(game.Place(p)); got != want {
			t.Errorf("%s: %s, want %s", name, got.Code(), want.Code())
		}
	}
	if got := pos.Check(game.Pass); got != game.NotInThisWay {
		t.Errorf("a pass: %s", got.Code())
	}
	for over, want := range map[game.Point]game.Point{3: board.None, 38: board.None, 4: 39, 39: 39, -1: board.None, 42: board.None} {
		if got := pos.Landing(over); got != want {
			t.Errorf("a stone over %d comes to rest on %d, want %d", over, got, want)
		}
	}
}

// TestSet refuses invalid positions, and leaves the old one unchanged.
func TestSet(t *testing.T) {
	pos := play(t, rules(t, "n=3"), board.Grid(3, 3), "2")
	hash := pos.Hash()
	stone := func(p game.Point, c game.Color) game.Placed { return game.Placed{Point: p, Color: c} }
	const x, o = game.Black, game.White
	for want, stones := range map[string][]game.Placed{
		"no point 9":       {stone(9, x)},
		"no point -1":      {stone(-1, x)},
		"no colour":        {stone(0, game.Empty)},
		"two stones":       {stone(6, x), stone(6, o)},
		"hangs in the air": {stone(3, x)},
		"won already":      {stone(6, x), stone(7, x), stone(8, x)},
		"no point is left": {stone(0, x), stone(1, o), stone(2, x), stone(3, x),
			stone(4, o), stone(5, x), stone(6, o), stone(7, x), stone(8, o)},
		"the side to move":  nil,
		"the stone on A3 h": {stone(0, x), stone(6, o)},
	} {
		side := x
		if stones == nil {
			side = game.Empty
		}
		if err := pos.Set(stones, side); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if pos.Hash() != hash || len(pos.Moves()) != 1 {
		t.Error("a refused set-up has changed the position")
	}
	if err := pos.Set([]game.Placed{stone(3, o), stone(6, x)}, o); err != nil || pos.ToPlay() != o || len(pos.LegalMoves(nil)) != 3 {
		t.Errorf("%v, %s to play", err, pos.ToPlay())
	}
}

func TestBadOptions(t *testing.T) {
	for id, want := range map[string]string{
		"n=2": "3 to 6", "n=7": "3 to 6", "n=four": `n "four"`, "n": "name=value", "4": "name=value",
		"n=4,n=5": "twice", "komi=5": `option "komi": want n`, strings.Repeat("x", 999): "...",
	} {
		if _, err := connect4.Parse(id); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%.40s: %v, want %q", id, err, want)
		}
	}
	for spec, want := range map[string]string{
		"grid:3": "no line of 4", "grid:13x6": "too large", "grid:6x13": "too large",
		"torus:7x6": "not a plain grid", "cylinder:7x6": "not a plain grid", "hex:5": "not a plain grid",
	} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rules(t, "").New(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
	for _, spec := range []string{"grid:12x4", "grid:4x12", "grid:12x12"} {
		if b, err := board.Parse(spec); err != nil {
			t.Fatal(err)
		} else if _, err := rules(t, "").New(b); err != nil {
			t.Errorf("%s is as large as it may be: %v", spec, err)
		}
	}
	for _, id := range []string{"", "n=4", "connect4", "connect4:", "connect4:n=4"} {
		if got := rules(t, id).ID(); got != "connect4:n=4" {
			t.Errorf("%q becomes %q", id, got)
		}
	}
}

// FuzzParse: each accepted id has a canonical id that parses to itself.
func FuzzParse(f *testing.F) {
	f.Add("connect4:n=4")
	f.Add("n=6")
	f.Fuzz(func(t *testing.T, id string) {
		r, err := connect4.Parse(id)
		if err != nil {
			return
		}
		again, err := connect4.Parse(r.ID())
		if err != nil || again.ID() != r.ID() {
			t.Errorf("%q becomes %q, and that %v", id, r.ID(), err)
		}
	})
}
