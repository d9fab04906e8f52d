package slow_test

import (
	"testing"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/capturefive/internal/slow"
)

// Option names for tables.
func rules(t *testing.T, spec string, n int, options ...func(*slow.Rules)) *slow.Rules {
	t.Helper()
	r, err := slow.New(spec, n, options...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type options = []func(*slow.Rules)

// Empty boards with values found by an independent brute-force program. Black wins in that many
// plies; 0 is a draw.
func TestSolve(t *testing.T) {
	for _, c := range []struct {
		spec  string
		n     int
		opt   options
		plies int
		long  bool
	}{
		{"grid:3", 3, nil, 7, false},
		{"grid:2x3", 3, options{slow.Passing}, 7, false},
		{"grid:3", 3, options{slow.NoCaptures}, 0, false},
		{"grid:3", 3, options{slow.NoCaptures, slow.Diagonals}, 0, false},
		{"torus:3x3", 3, options{slow.NoCaptures, slow.Diagonals}, 7, false},
		{"torus:3x3", 3, options{slow.NoCaptures}, 0, false},
		{"grid:2x5", 3, nil, 7, true},
		{"grid:2x5", 3, options{slow.Passing}, 7, true},
		{"grid:4x3", 3, nil, 7, true},
		{"grid:4x3", 3, options{slow.NoCaptures}, 7, true},
		{"grid:4x3", 3, options{slow.NoCaptures, slow.Diagonals}, 7, true},
	} {
		t.Run(c.spec, func(t *testing.T) {
			if c.long {
				testenv.Long(t)
			}
			solved := rules(t, c.spec, c.n, c.opt...).Solve(slow.Empty())
			v := solved[slow.Empty()]
			if v.Plies != c.plies || v.Winner != game.Empty && v.Winner != game.Black {
				t.Errorf("%s %d in a row: %s wins in %d, want black in %d (0: a draw)", c.spec, c.n, v.Winner, v.Plies, c.plies)
			}
			t.Logf("%d states", len(solved))
		})
	}
}

// Larger boards on which Black wins soon, found by trying everything.
func TestWinsWithin(t *testing.T) {
	for _, c := range []struct {
		spec  string
		n     int
		opt   options
		plies int
		long  bool
	}{
		{"grid:4", 3, nil, 5, false},
		{"grid:4", 3, options{slow.NoCaptures}, 5, false},
		{"grid:4", 3, options{slow.NoCaptures, slow.Diagonals}, 5, false},
		{"grid:5", 3, nil, 5, true},
		{"grid:5", 3, options{slow.NoCaptures}, 5, true},
	} {
		t.Run(c.spec, func(t *testing.T) {
			if c.long {
				testenv.Long(t)
			}
			r := rules(t, c.spec, c.n, c.opt...)
			if !r.WinsWithin(slow.Empty(), game.Black, c.plies) || r.WinsWithin(slow.Empty(), game.Black, c.plies-1) {
				t.Errorf("%s %d in a row: not a win in just %d", c.spec, c.n, c.plies)
			}
			if r.WinsWithin(slow.Empty(), game.White, c.plies-1) {
				t.Errorf("%s: white wins", c.spec)
			}
		})
	}
}
