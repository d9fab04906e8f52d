package weiqi

import (
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// stateOf returns the search's state of a picture.
func stateOf(t *testing.T, rows []string, toPlay game.Color) *state {
	t.Helper()
	r, err := (&model{know: full, policy: heavy}).root(setUp(t, rules.Default(), rows, toPlay), new(atomic.Bool))
	if err != nil {
		t.Fatal(err)
	}
	s := r.newState(1)
	s.Reset()
	return s
}

func (s *state) point(t *testing.T, name string) game.Point {
	t.Helper()
	p, ok := s.b.Lookup(name)
	if !ok {
		t.Fatalf("no point %s", name)
	}
	return p
}

func TestRings(t *testing.T) {
	for _, c := range []struct {
		spec  string
		rings int
	}{
		{"grid:5", 25}, {"torus:7x7", 49}, {"klein:7x7", 49}, {"hex:4", 0}, {"star:5", 0}, {"complete:5", 0}, {"path:5", 0},
	} {
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		s, rings := newShape(b), 0
		for p := range game.Point(s.n) {
			if s.hasRing[p] {
				rings++
				checkRing(t, s, p)
			}
		}
		if rings != c.rings {
			t.Errorf("%s: %d points with squares around, want %d", c.spec, rings, c.rings)
		}
	}
}

// checkRing checks that neighbours are at even indices and points two steps
// away at odd ones, each next to the neighbours beside it.
func checkRing(t *testing.T, s *shape, p game.Point) {
	t.Helper()
	dist := s.b.Distances(p)
	seen := 0
	for i, q := range s.ring[p] {
		if q == noPoint {
			continue
		}
		if i%2 == 0 {
			seen++
		}
		if want := 1 + i%2; dist[q] != want {
			t.Errorf("%s: point %d at place %d around %d is %d steps away, want %d", s.b.Title(), q, i, p, dist[q], want)
		}
		if next := s.ring[p][(i+1)%ringSize]; next != noPoint && s.b.Distances(q)[next] != 1 {
			t.Errorf("%s: points %d and %d around %d are no neighbours", s.b.Title(), q, next, p)
		}
	}
	if seen != s.b.Degree(p) {
		t.Errorf("%s: %d neighbours around %d, want %d", s.b.Title(), seen, p, s.b.Degree(p))
	}
}

func TestHeights(t *testing.T) {
	s := newShape(board.Grid(7, 5))
	if s.height[0] != 1 || s.height[8] != 2 || s.height[2*7+3] != 3 {
		t.Errorf("heights %v", s.height)
	}
	b, err := board.Parse("torus:7x5")
	if err != nil {
		t.Fatal(err)
	}
	for p, h := range newShape(b).height {
		if h != 0 {
			t.Errorf("point %d of a torus is on line %d", p, h)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		rows []string
		at   string
		want bool
	}{
		{[]string{".....", ".XOX.", ".....", ".....", "....."}, "C3", true},  // hane
		{[]string{".....", ".OXO.", ".....", ".....", "....."}, "C3", true},  // colours swapped
		{[]string{".....", ".....", ".X...", ".O...", ".X..."}, "C2", true},  // turned
		{[]string{".....", ".....", ".....", ".....", "....."}, "C3", false}, // empty
		{[]string{".....", ".XXX.", ".....", ".....", "....."}, "C3", false},
		{[]string{".....", ".....", ".....", ".XO..", "....."}, "C1", true}, // at the edge
	} {
		s := stateOf(t, c.rows, game.Black)
		if got := s.fits(s.point(t, c.at)); got != c.want {
			t.Errorf("%v: a pattern fits at %s: %v, want %v", c.rows, c.at, got, c.want)
		}
	}
}

func TestNakade(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []string
		from string
		want string // "" for none
	}{
		{"bent three", []string{"..O....", ".OO....", "OO....."}, "A3", "A3"},
		{"straight three", []string{"...O...", "OOOO...", "......."}, "A3", "B3"},
		{"straight four lives", []string{"....O..", "OOOOO..", "......."}, "A3", ""},
		{"square four is dead as it is", []string{"..O....", "..O....", "OOO...."}, "A3", ""},
		{"bulky five", []string{"..O....", "...O...", "OOOO..."}, "A3", "B2"},
		{"open", []string{"..O....", ".......", "OO.O..."}, "A3", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := stateOf(t, c.rows, game.Black)
			got := ""
			if p := s.nakade(s.point(t, c.from), game.White); p != noPoint {
				got = s.b.Name(p)
			}
			if got != c.want {
				t.Errorf("vital point %q, want %q", got, c.want)
			}
		})
	}
}

func TestLadders(t *testing.T) {
	ladder := []string{
		".......",
		"..XX...",
		".XO....",
		"..X....",
		".......",
		".......",
		"......."}
	broken := append([]string(nil), ladder...)
	broken[5] = ".....O."
	for _, c := range []struct {
		name string
		rows []string
		safe bool
	}{{"works", ladder, false}, {"broken", broken, true}} {
		s := stateOf(t, c.rows, game.White)
		stone := s.point(t, "C5")
		if !s.atari(stone) {
			t.Fatal("the test is wrong: no atari")
		}
		if got := s.reader.saves(s.stones, stone) != noPoint; got != c.safe {
			t.Errorf("ladder that %s: the stone is saved: %v, want %v", c.name, got, c.safe)
		}
	}
}

// TestEyesOfAGraph has an eye of one chain, one of two chains that needs no
// connection, and one that needs it.
func TestEyesOfAGraph(t *testing.T) {
	s := stateOf(t, []string{
		".X.X.",
		"XX.XX",
		"....."}, game.Black)
	if !s.eye(s.point(t, "A3"), game.Black) || !s.eye(s.point(t, "E3"), game.Black) {
		t.Error("a corner that one chain surrounds is not an eye")
	}
	if s.eye(s.point(t, "C3"), game.Black) {
		t.Error("a point with an empty neighbour is an eye")
	}
	s = stateOf(t, []string{
		".XO..",
		"XO...",
		"O...."}, game.Black)
	if s.eye(s.point(t, "A3"), game.Black) {
		t.Error("the last liberty of two chains is an eye")
	}
}

// TestSettled distinguishes a finished game from an unfinished one.
func TestSettled(t *testing.T) {
	done := []string{
		".XO..",
		"XXO.O",
		".XOO.",
		"XXOOO",
		".XO.O"}
	s := stateOf(t, done, game.Black)
	if diff, ok := s.settled(); !ok || diff != -5 {
		t.Errorf("settled: %v, Black ahead by %g; want true, -5", ok, diff)
	}
	if _, ok := stateOf(t, []string{".....", ".XO..", ".XO..", ".....", "....."}, game.Black).settled(); ok {
		t.Error("an open fight is settled")
	}
}
