//go:build !purego

package kernel

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// paths runs a test with each kind of instructions that the processor has.
func paths(t *testing.T, test func(t *testing.T)) {
	defer func(v, w bool) { vectors, wide = v, w }(vectors, wide)
	if wide {
		t.Run("vectors of 16", test)
	}
	wide = false
	if vectors {
		t.Run("vectors of eight", test)
	}
	vectors = false
	t.Run("plain", test)
}

// TestWide compares products with vectors of 16 with those of eight, which are exactly the same.
func TestWide(t *testing.T) {
	if !wide {
		t.Skip("the processor has no vectors of 16")
	}
	defer func() { wide = true }()
	r := rand.New(rand.NewPCG(15, 16))
	for _, n := range []int{16, 32, 48, 96} {
		for m := range 30 {
			for _, k := range []int{0, 1, 3, 64} {
				a, c, d := random(r, m*k), random(r, m*n), random(r, m*n)
				var p Packed
				p.Pack(random(r, k*n), k, n)
				wide = true
				Mul(c, a, m, &p)
				wide = false
				Mul(d, a, m, &p)
				if !slices.Equal(c, d) {
					t.Fatalf("%d×%d×%d: %v by vectors of 16, %v by those of eight", m, k, n, c, d)
				}
			}
		}
	}
}

// TestCleared checks that each assembly function clears the upper halves of the registers before it returns.
func TestCleared(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatal("no assembly found", err)
	}
	returns := regexp.MustCompile(`.*\n\tRET\b`)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range returns.FindAllString(string(text), -1) {
			if end != "\tVZEROUPPER\n\tRET" {
				t.Errorf("%s: %q", name, end)
			}
		}
	}
}

// bytePaths runs a test of bytes with vectors, if the processor has them, and in plain Go.
func bytePaths(t *testing.T, test func(t *testing.T)) {
	defer func(d bool) { dots = d }(dots)
	if dots {
		t.Run("vectors", test)
	}
	dots = false
	t.Run("plain", test)
}
