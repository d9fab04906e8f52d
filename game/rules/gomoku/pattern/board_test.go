package pattern

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"moyo/board"
	"moyo/internal/testenv"
)

func mustBoard(t testing.TB, spec, rule string, n int) *Board {
	t.Helper()
	g, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	table, err := TableFor(rule, n)
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(g, table)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestIncremental places and takes back random stones and compares with a board built from the
// remaining ones.
func TestIncremental(t *testing.T) {
	for _, spec := range []string{"grid:15", "torus:9x9", "mobius:11x5", "cube:4", "klein:9x7", "box:4x4x4", "hex:5", "grid:3"} {
		for _, rule := range []string{"freestyle", "renju", "caro9"} {
			t.Run(spec+"/"+rule, func(t *testing.T) { checkIncremental(t, spec, rule, 5) })
		}
	}
}

func checkIncremental(t *testing.T, spec, rule string, n int) {
	b := mustBoard(t, spec, rule, n)
	weights := randomWeights()
	b.Weigh(weights)
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		if b.Stones() > 0 && r.IntN(5) < 2 || b.Stones() > b.Len()*2/3 {
			b.Undo()
		} else if p := board.Point(r.IntN(b.Len())); b.At(p) == 0 {
			b.Place(p, 1+r.IntN(2))
		}
	}
	fresh := mustBoard(t, spec, rule, n)
	for i := range b.Stones() {
		p, c := b.Stone(i)
		fresh.Place(p, c)
	}
	fresh.Weigh(weights)
	compare(t, b, fresh)
	for b.Stones() > 0 {
		b.Undo()
	}
	fresh = mustBoard(t, spec, rule, n)
	fresh.Weigh(weights)
	compare(t, b, fresh)
}

func randomWeights() *Weights {
	w := &Weights{}
	r := rand.New(rand.NewPCG(3, 4))
	for c := Black; c <= White; c++ {
		for i := range w[c] {
			w[c][i] = Weight{int32(r.IntN(1000)), int32(r.IntN(1000))}
		}
	}
	return w
}

func compare(t *testing.T, b, fresh *Board) {
	t.Helper()
	for p := range board.Point(b.Len()) {
		if b.At(p) != fresh.At(p) {
			t.Fatalf("point %d: colour %d, want %d", p, b.At(p), fresh.At(p))
		}
		if b.At(p) != 0 {
			continue
		}
		for c := Black; c <= White; c++ {
			if b.Code(p, c) != fresh.Code(p, c) || b.Class(p, c) != fresh.Class(p, c) {
				t.Fatalf("point %d colour %d: class %d, want %d", p, c, b.Class(p, c), fresh.Class(p, c))
			}
		}
	}
	for c := Black; c <= White; c++ {
		if b.Sum(c) != fresh.Sum(c) {
			t.Errorf("sum of %d: %v, want %v", c, b.Sum(c), fresh.Sum(c))
		}
		for k := range Class(Classes) {
			if got, want := b.Of(c, k, nil), fresh.Of(c, k, nil); !slices.Equal(got, want) || len(got) != b.Count(c, k) {
				t.Errorf("points of class %d for %d: %v (count %d), want %v", k, c, got, b.Count(c, k), want)
			}
		}
	}
	if b.Hash() != fresh.Hash() {
		t.Error("hash differs from the recomputed one")
	}
	if got, want := b.Near(nil), fresh.Near(nil); !slices.Equal(got, want) {
		t.Errorf("near: %v, want %v", got, want)
	}
}

// TestForbidden compares the forbidden points of random Renju positions with those of another
// program.
func TestForbidden(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(testenv.SharedData(t), "gomoku", "renju-forbidden.jsonl"))
	if err != nil {
		t.Skip(err)
	}
	b := mustBoard(t, "grid:15", "renju", 5)
	count := 0
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); count++ {
		var c struct {
			ID               string
			Moves, Forbidden [][2]int
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		for i, m := range c.Moves {
			b.Place(board.Point(m[1]*15+m[0]), 1+i%2)
		}
		var got, want []string
		for p := range board.Point(b.Len()) {
			if b.At(p) == 0 && b.Banned(p, Black) {
				got = append(got, fmt.Sprint(p%15, p/15))
			}
		}
		for _, m := range c.Forbidden {
			want = append(want, fmt.Sprint(m[0], m[1]))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: forbidden %v, want %v", c.ID, got, want)
		}
		for range c.Moves {
			b.Undo()
		}
	}
	if count < 600 {
		t.Errorf("only %d positions in the file", count)
	}
}

func BenchmarkPlaceUndo(b *testing.B) {
	for _, rule := range []string{"freestyle", "renju"} {
		b.Run(rule, func(b *testing.B) {
			pb := mustBoard(b, "grid:15", rule, 5)
			r := rand.New(rand.NewPCG(5, 6))
			for pb.Stones() < 30 {
				if p := board.Point(3 + r.IntN(9) + 15*(3+r.IntN(9))); pb.At(p) == 0 {
					pb.Place(p, 1+pb.Stones()%2)
				}
			}
			points := pb.Near(nil)
			b.ReportAllocs()
			for i := range b.N {
				pb.Place(points[i%len(points)], 1+i&1)
				pb.Undo()
			}
		})
	}
}

// TestStops compares the points that stop a straight four with a trial of each point.
func TestStops(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, spec := range []string{"grid:15", "torus:13x13", "cube:5", "box:6x6x6"} {
		b := mustBoard(t, spec, "freestyle", 5)
		r := rand.New(rand.NewPCG(7, 8))
		found := 0
		for range 300 {
			for b.Stones() > 0 {
				b.Undo()
			}
			for b.Stones() < 5+b.Len()/5 {
				if p := board.Point(r.IntN(b.Len())); b.At(p) == 0 {
					b.Place(p, 1+r.IntN(2))
				}
			}
			for _, q := range b.Of(Black, FourFour, nil) {
				found++
				checkStops(t, b, q)
			}
		}
		if found < 20 {
			t.Errorf("%s: only %d points were checked", spec, found)
		}
	}
}

func checkStops(t *testing.T, b *Board, q board.Point) {
	t.Helper()
	want := []board.Point{q}
	for x := range board.Point(b.Len()) {
		if x == q || b.At(x) != 0 {
			continue
		}
		b.Place(x, White)
		if b.Class(q, Black) < FourFour {
			want = append(want, x)
		}
		b.Undo()
	}
	got := b.Stops(q, Black, nil)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("the points that stop %d are %v, want %v", q, got, want)
	}
}

// TestEndless asks about threes that depend on each other all around a torus. The test checks that
// an answer exists.
func TestEndless(t *testing.T) {
	tile := []string{"X...", "XX..", "..XX", "...X"}
	b := mustBoard(t, "torus:30x30", "renju", 5)
	for p := range board.Point(b.Len()) {
		if x, y := int(p)%30, int(p)/30; tile[y%4][x%4] == 'X' && b.Class(p, Black) != Win {
			b.Place(p, Black)
		}
	}
	asked := 0
	for p := range board.Point(b.Len()) {
		if b.At(p) == 0 && b.MayBan(p, Black) {
			b.Banned(p, Black)
			asked = max(asked, b.asked)
		}
	}
	if asked > maxAsked {
		t.Errorf("%d questions, want %d at most", asked, maxAsked)
	}
}
