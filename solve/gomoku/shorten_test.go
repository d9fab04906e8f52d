package gomoku

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
)

// square is a slow second implementation: four in a row on a square grid, by trying everything.
type square struct {
	side   int
	stones []game.Color
}

// wins reports whether a stone of c on p makes four in a row.
func (s *square) wins(p int, c game.Color) bool {
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		row := 1
		for _, sign := range []int{1, -1} {
			x, y := p%s.side, p/s.side
			for {
				x, y = x+sign*d[0], y+sign*d[1]
				if x < 0 || y < 0 || x >= s.side || y >= s.side || s.stones[y*s.side+x] != c {
					break
				}
				row++
			}
		}
		if row >= 4 {
			return true
		}
	}
	return false
}

// with returns the result of f with a stone of c on p.
func (s *square) with(p int, c game.Color, f func() bool) bool {
	s.stones[p] = c
	defer func() { s.stones[p] = game.Empty }()
	return f()
}

// some reports whether f is true for some empty point, all for every one.
func (s *square) some(f func(p int) bool) bool {
	for p, c := range s.stones {
		if c == game.Empty && f(p) {
			return true
		}
	}
	return false
}

func (s *square) all(f func(p int) bool) bool {
	return !s.some(func(p int) bool { return !f(p) })
}

// within reports whether Black, to move, wins in that many moves, each of which wins or threatens to win if White passes:
// immediately or, if quiet, by moves that threaten to win immediately.
func (s *square) within(moves int, quiet bool) bool {
	return s.some(func(p int) bool {
		if s.wins(p, game.Black) {
			return true
		}
		return moves > 1 && s.with(p, game.Black, func() bool {
			threatens := s.some(func(q int) bool { return s.wins(q, game.Black) })
			if !threatens && (!quiet || !s.within(moves-1, false)) {
				return false
			}
			return s.all(func(r int) bool {
				return !s.wins(r, game.White) && s.with(r, game.White, func() bool { return s.within(moves-1, quiet) })
			})
		})
	})
}

// TestFewest compares the lengths of wins by threats with those found by trying everything.
func TestFewest(t *testing.T) {
	const side, most = 6, 4
	b := board.Grid(side, side)
	r := rand.New(rand.NewPCG(1, 1))
	seen := map[int]int{}
	for n := 0; n < 4000 && (seen[3] < 8 || seen[4] < 4); n++ {
		s := &square{side: side, stones: make([]game.Color, side*side)}
		p := Problem{Board: b, Game: "gomoku:rule=freestyle,n=4", ToPlay: game.Black}
		for i, at := range r.Perm(side * side)[:6+2*r.IntN(4)] {
			c := game.Color(1 + i%2)
			s.stones[at] = c
			p.Stones = append(p.Stones, game.Placed{Point: board.Point(at), Color: c})
		}
		got, err := Solve(context.Background(), p, Options{Method: VCT, Memory: 4 << 20, Shorten: time.Hour})
		if err != nil { // a row exists already
			continue
		}
		if !got.Won {
			if s.within(3, true) {
				t.Errorf("%v: a win in 3 was not found", p.Stones)
			}
			continue
		}
		if got.Depth != got.Least {
			t.Errorf("%v: %d moves, and at least %d, without any limit", p.Stones, got.Depth, got.Least)
		}
		if got.Depth > most {
			continue
		}
		seen[got.Depth]++
		if !s.within(got.Depth, true) || got.Depth > 1 && s.within(got.Depth-1, true) {
			t.Errorf("%v: %d moves, which are not the fewest", p.Stones, got.Depth)
		}
	}
	t.Log(seen)
	if seen[3] == 0 || seen[4] == 0 {
		t.Errorf("too few wins to compare: %v", seen)
	}
}

// TestShorterQuiet: a shorter win by threats replaces one by threats of threats; otherwise no claim is made about others.
func TestShorterQuiet(t *testing.T) {
	testenv.SkipUnderRace(t)
	p, by := shallow(t)
	for _, c := range []struct {
		depth int
		want  Method
	}{{3, VC2}, {by.Depth + 9, VCT}} {
		s, err := newSolver(context.Background(), p, Options{Memory: 1 << 20, Shorten: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		got := s.shorter(Solution{Won: true, Method: VC2, Depth: c.depth, Least: 1})
		if got.Method != c.want || got.Method == VC2 && got.Least != 1 || got.Method == VCT && got.Least != got.Depth {
			t.Errorf("from %d moves: %v in %d, at least %d", c.depth, got.Method, got.Depth, got.Least)
		}
	}
}

// TestShorterFails: a proved win is kept if the search for a shorter one fails.
func TestShorterFails(t *testing.T) {
	p, _ := shallow(t)
	s, err := newSolver(context.Background(), p, Options{Memory: 1 << 20, Shorten: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	s.problem.Game = "nonsense"
	if found := s.shorter(Solution{Won: true, Decided: true, Method: VCT, Depth: 9, Least: 1}); !found.Won || found.Depth != 9 {
		t.Errorf("%+v", found)
	}
}
