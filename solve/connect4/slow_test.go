package connect4_test

import (
	"math/rand/v2"
	"testing"

	solve "moyo/solve/connect4"

	"moyo/internal/testenv"
)

// slow solves by trying everything, following the definition of the score.
type slow struct {
	w, h  int
	known map[string]int
}

func (s *slow) score(cells []byte, side byte, left int) int {
	if left == 0 {
		return 0
	}
	key := string(cells) + string(side)
	if v, ok := s.known[key]; ok {
		return v
	}
	best := -1000
	for x := range s.w {
		y := 0
		for y < s.h && cells[y*s.w+x] != 0 {
			y++
		}
		if y == s.h {
			continue
		}
		cells[y*s.w+x] = side
		if s.four(cells, x, y) {
			best = max(best, (left-1)/2+1)
		} else {
			best = max(best, -s.score(cells, 3-side, left-1))
		}
		cells[y*s.w+x] = 0
	}
	s.known[key] = best
	return best
}

// four reports whether the stone at x, y is in four in a row.
func (s *slow) four(cells []byte, x, y int) bool {
	for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		count := 1
		for _, sign := range []int{1, -1} {
			for i := 1; ; i++ {
				cx, cy := x+sign*i*d[0], y+sign*i*d[1]
				if cx < 0 || cy < 0 || cx >= s.w || cy >= s.h || cells[cy*s.w+cx] != cells[y*s.w+x] {
					break
				}
				count++
			}
		}
		if count >= 4 {
			return true
		}
	}
	return false
}

// TestSlow compares with the definition on random positions of small boards, including positions in
// which the sides did not alternate.
func TestSlow(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(4, 2026))
	for _, size := range [][2]int{
		{4, 4}, {5, 4}, {4, 5}, {6, 3}, {3, 6}, {1, 7}, {7, 2}, {4, 6}, {5, 5}, {10, 2}, {2, 8}, {2, 9}, {2, 10}, {2, 11}, {2, 12}, {12, 1},
	} {
		w, h := size[0], size[1]
		s := newSolver(t, w, h, solve.Options{Memory: 1 << 20})
		def := &slow{w, h, map[string]int{}}
		for range 30 {
			cells, left := randomCells(r, w, h, max(0, w*h-11), def)
			if cells == nil {
				continue
			}
			p, err := solve.FromStones(w, h, func(x, y int) int { return [3]int{0, 1, -1}[cells[y*w+x]] })
			if err != nil {
				t.Fatal(err)
			}
			want := def.score(cells, 1, left)
			got, err := s.Score(t.Context(), p)
			if err != nil || got != want || p.Left() != left {
				t.Errorf("%dx%d %v: score %d with %d left, want %d with %d (%v)", w, h, cells, got, p.Left(), want, left, err)
			}
			for _, beta := range []int{want - 1, want, want + 1} {
				if yes, err := s.Beats(t.Context(), p, beta); err != nil || yes != (want >= beta) {
					t.Errorf("%dx%d %v: at least %d is %v, but the score is %d", w, h, cells, beta, yes, want)
				}
			}
		}
	}
}

// randomCells drops at least that many stones of random colours. It returns nil if that makes four
// in a row.
func randomCells(r *rand.Rand, w, h, stones int, def *slow) (cells []byte, left int) {
	cells, left = make([]byte, w*h), w*h
	for range stones + r.IntN(max(1, w*h-stones)) {
		x, y := r.IntN(w), 0
		for y < h && cells[y*w+x] != 0 {
			y++
		}
		if y == h {
			continue
		}
		cells[y*w+x] = byte(1 + r.IntN(2))
		left--
		if def.four(cells, x, y) {
			return nil, 0
		}
	}
	if left > 12 {
		return nil, 0
	}
	return cells, left
}

// TestIdeasSlow: without any one idea, small boards still match the definition.
func TestIdeasSlow(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(8, 2026))
	for idea := solve.Mirror; idea <= solve.Large; idea <<= 1 {
		for _, size := range [][2]int{{5, 5}, {4, 6}} {
			w, h := size[0], size[1]
			s := newSolver(t, w, h, solve.Options{Memory: 1 << 20, Without: idea})
			def := &slow{w, h, map[string]int{}}
			for range 12 {
				cells, left := randomCells(r, w, h, w*h-13, def)
				if cells == nil {
					continue
				}
				p, err := solve.FromStones(w, h, func(x, y int) int { return [3]int{0, 1, -1}[cells[y*w+x]] })
				if err != nil {
					t.Fatal(err)
				}
				if got, err := s.Score(t.Context(), p); err != nil || got != def.score(cells, 1, left) {
					t.Errorf("without %d, %dx%d %v: score %d, want %d (%v)", idea, w, h, cells, got, def.score(cells, 1, left), err)
				}
			}
		}
	}
}
