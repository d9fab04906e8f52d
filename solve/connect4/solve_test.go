package connect4_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"moyo/internal/testenv"
	solve "moyo/solve/connect4"
)

func newSolver(t testing.TB, w, h int, opt solve.Options) *solve.Solver {
	t.Helper()
	if opt.Memory == 0 {
		opt.Memory = 32 << 20
	}
	s, err := solve.New(w, h, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// score solves the position after moves.
func score(t testing.TB, s *solve.Solver, w, h int, moves string) int {
	t.Helper()
	p, err := solve.Read(w, h, moves)
	if err != nil {
		t.Fatalf("%s: %v", moves, err)
	}
	got, err := s.Score(context.Background(), p)
	if err != nil {
		t.Fatalf("%s: %v", moves, err)
	}
	return got
}

// known is a position of Pons' sets.
type known struct {
	moves string
	score int
}

// sets are Pons' sets with the number of positions for the default tests.
var sets = []struct {
	name  string
	short int
}{
	{"Test_L3_R1", 500}, {"Test_L2_R1", 300}, {"Test_L2_R2", 25}, {"Test_L1_R1", 100}, {"Test_L1_R2", 1}, {"Test_L1_R3", 0},
}

func readSet(t testing.TB, name string) []known {
	t.Helper()
	f, err := os.Open(filepath.Join(testenv.SharedData(t), "connect4", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []known
	for scan := bufio.NewScanner(f); scan.Scan(); {
		moves, value, _ := strings.Cut(scan.Text(), " ")
		n, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, known{moves, n})
	}
	return list
}

// TestKnown solves positions of Pons' sets.
func TestKnown(t *testing.T) {
	testenv.SkipUnderRace(t)
	s := newSolver(t, 7, 6, solve.Options{})
	for _, set := range sets {
		for _, k := range readSet(t, set.name)[:set.short] {
			s.Forget()
			if got := score(t, s, 7, 6, k.moves); got != k.score {
				t.Errorf("%s: %s is %d, want %d", set.name, k.moves, got, k.score)
			}
		}
	}
}

// TestAllKnown solves all of them, with two goroutines.
func TestAllKnown(t *testing.T) {
	testenv.Long(t)
	s := newSolver(t, 7, 6, solve.Options{Threads: 2, Memory: 1 << 30})
	for _, set := range sets {
		for _, k := range readSet(t, set.name) {
			if got := score(t, s, 7, 6, k.moves); got != k.score {
				t.Errorf("%s: %s is %d, want %d", set.name, k.moves, got, k.score)
			}
		}
	}
}

// sizes is the table of J. Tromp and C. Steininger: width, height and the ply at which the game
// ends with best play, 0 for a draw.
var sizes = []struct{ w, h, end int }{
	{4, 4, 0}, {5, 4, 0}, {6, 4, -24}, {4, 5, 0}, {4, 6, 0}, // default
	{5, 5, 0}, {4, 7, 0}, {7, 4, 0}, {8, 4, -32}, {6, 5, 0}, {7, 5, 0}, {5, 6, 0}, {6, 6, -36}, {5, 7, 0}, // long
	{7, 6, 41},
}

// shortSizes is the number of sizes in the default tests.
const shortSizes = 5

// TestSizes solves empty boards.
func TestSizes(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range sizes[:shortSizes] {
		testSize(t, c.w, c.h, c.end, solve.Options{})
	}
}

// TestLargeSizes solves the boards that take longer.
func TestLargeSizes(t *testing.T) {
	testenv.Long(t)
	for _, c := range sizes[shortSizes:] {
		testSize(t, c.w, c.h, c.end, solve.Options{Threads: 2, Memory: 1 << 30})
	}
}

func testSize(t *testing.T, w, h, end int, opt solve.Options) {
	t.Helper()
	p, err := solve.Empty(w, h)
	if err != nil {
		t.Fatal(err)
	}
	got := score(t, newSolver(t, w, h, opt), w, h, "")
	switch {
	case end == 0 && got != 0, end > 0 && (got <= 0 || p.Plies(got) != end), end < 0 && (got >= 0 || p.Plies(got) != -end):
		t.Errorf("%dx%d: score %d ends at ply %d, want %d", w, h, got, p.Plies(got), end)
	}
}

// TestIdeas: turning off an idea changes no score.
func TestIdeas(t *testing.T) {
	testenv.SkipUnderRace(t)
	all := readSet(t, "Test_L2_R1")[:60]
	if solve.Large != solve.Mirror<<8 {
		t.Fatalf("nine ideas from %b to %b", solve.Mirror, solve.Large)
	}
	for idea := solve.Mirror; idea <= solve.Large; idea <<= 1 {
		s := newSolver(t, 7, 6, solve.Options{Without: idea})
		for _, k := range all {
			if got := score(t, s, 7, 6, k.moves); got != k.score {
				t.Errorf("without %d: %s is %d, want %d", idea, k.moves, got, k.score)
			}
		}
	}
}

// TestThreads: several goroutines with one table find the same scores.
func TestThreads(t *testing.T) {
	s := newSolver(t, 7, 6, solve.Options{Threads: 3})
	for _, k := range append(readSet(t, "Test_L2_R1")[:60], readSet(t, "Test_L2_R2")[:6]...) {
		if got := score(t, s, 7, 6, k.moves); got != k.score {
			t.Errorf("%s is %d, want %d", k.moves, got, k.score)
		}
	}
}

// TestStop stops a search.
func TestStop(t *testing.T) {
	s := newSolver(t, 7, 6, solve.Options{})
	p, err := solve.Empty(7, 6)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Score(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	s.Limit(5000)
	if _, err := s.Score(context.Background(), p); !errors.Is(err, solve.ErrLimit) || s.Nodes() > 8000 {
		t.Errorf("limited: %v after %d nodes", err, s.Nodes())
	}
}

// TestBounds: the bounds after any number of nodes are right, and equal the score when it is found.
func TestBounds(t *testing.T) {
	s := newSolver(t, 7, 6, solve.Options{})
	stopped := 0
	for _, k := range readSet(t, "Test_L2_R2")[:60] {
		p, err := solve.Read(7, 6, k.moves)
		if err != nil {
			t.Fatal(err)
		}
		s.Forget()
		s.Limit(1000)
		_, err = s.Score(t.Context(), p)
		lower, upper := s.Bounds()
		if lower > k.score || upper < k.score || err == nil && lower != upper {
			t.Errorf("%s is %d, said to be %d to %d, %v", k.moves, k.score, lower, upper, err)
		}
		if err != nil && lower < upper {
			stopped++
		}
	}
	if stopped == 0 {
		t.Error("no search gave up")
	}
}

func Example() {
	p, err := solve.Read(7, 6, "662222576343651642712157")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := solve.New(7, 6, solve.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	score, err := s.Score(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("score %d, the game ends after %d more moves\n", score, p.Plies(score))
	// Output: score 8, the game ends after 3 more moves
}
