package boardfile

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
)

// clouds are ways to place n points, some with many points in one place, in one line, or close
// together.
var clouds = map[string]func(i, n int) board.Vec{
	"one place":     func(int, int) board.Vec { return board.Vec{1, 2, 3} },
	"two places":    func(i, n int) board.Vec { return board.Vec{float64(i % 2)} },
	"all but one":   func(i, n int) board.Vec { return board.Vec{float64(min(i, 1))} },
	"a column":      func(i, n int) board.Vec { return board.Vec{float64(i%2) * 1e9, float64(i)} },
	"tiny steps":    func(i, n int) board.Vec { return board.Vec{float64(i) * 1e-4} },
	"tinier steps":  func(i, n int) board.Vec { return board.Vec{float64(i) * 1e-7, float64(i%7) * 1e-7} },
	"a small cube":  func(i, n int) board.Vec { return board.OnSphere(i, n).Scale(2e-4) },
	"a sphere":      board.OnSphere,
	"a square":      func(i, n int) board.Vec { return board.Vec{float64(i % 100), float64(i / 100)} },
	"huge and tiny": func(i, n int) board.Vec { return board.Vec{float64(i%2) * 1e9, 1e-300 * float64(i)} },
	"all huge":      func(i, n int) board.Vec { return board.OnSphere(i, n).Scale(1e9) },
}

// TestNearGrows counts the compared pairs of points in the search for coincident ones. Twice as
// many points may cost about twice as much.
func TestNearGrows(t *testing.T) {
	for name, at := range clouds {
		compared := map[int]int{}
		for _, n := range []int{2500, 5000, 10000} {
			coords := make([]board.Vec, n)
			for i := range coords {
				coords[i] = at(i, n)
			}
			joined := 0
			compared[n] = joinNear(coords, 1e-4, func(_, _ board.Point) { joined++ })
			if compared[n] > 100*n || joined > 20*n {
				t.Errorf("%s: of %d points %d pairs are compared, %d joined", name, n, compared[n], joined)
			}
		}
		for _, n := range []int{2500, 5000} {
			if compared[2*n] > 5*compared[n]/2+1000 {
				t.Errorf("%s: %d points %d pairs, %d points %d", name, n, compared[n], 2*n, compared[2*n])
			}
		}
	}
}

// TestRootShortens: in a chain of points that each coincide with the one before, each walk halves the chain, so that not every
// point walks past all others.
func TestRootShortens(t *testing.T) {
	const n = 4096
	into := make([]board.Point, n)
	for p := range into {
		into[p] = board.Point(max(0, p-1))
	}
	steps := func() (count int) {
		for p := board.Point(n - 1); into[p] != p; p = into[p] {
			count++
		}
		return count
	}
	for want := n / 2; want > 1; want /= 2 {
		if root(into, n-1); steps() > want {
			t.Fatalf("%d steps are left, want at most %d", steps(), want)
		}
	}
}

// TestLayoutGrows counts the pairs of points in a layout. In a large graph each point considers only a few others.
func TestLayoutGrows(t *testing.T) {
	for _, n := range []int{1, 2, 300, 301, 2500, 10_000} {
		b, err := board.Parse(fmt.Sprintf("path:%d", n))
		if err != nil {
			t.Fatal(err)
		}
		all := make([]board.Point, n)
		for i := range all {
			all[i] = board.Point(i)
		}
		pairs := rounds(n) * n * len(newDrawing(all, &b.Graph).pivots)
		if most := 120 * allPairs * allPairs; pairs > most {
			t.Errorf("%d points: %d pairs, want at most %d", n, pairs, most)
		}
	}
}

// TestNear compares with a search over all pairs. Points closer than a cell's diagonal but beyond
// the distance may be joined or not.
func TestNear(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		coords := make([]board.Vec, 40)
		for i := range coords {
			coords[i] = board.Vec{random.Float64() * 6, random.Float64() * 6, random.Float64() * 2}
			if round%2 == 0 && i%3 > 0 { // pairs and triples that belong together, on both sides of a cell's wall
				coords[i] = coords[i-i%3].Add(board.Vec{random.Float64() - 0.5, random.Float64() - 0.5, 0}.Scale(0.5))
			}
		}
		into := make([]board.Point, len(coords))
		for p := range into {
			into[p] = board.Point(p)
		}
		joinNear(coords, 0.5, func(p, q board.Point) {
			if d := coords[p].Distance(coords[q]); d > 0.5*math.Sqrt(3) {
				t.Fatalf("points %v apart are joined", d)
			}
			a, b := root(into, p), root(into, q)
			into[max(a, b)] = min(a, b)
		})
		for p := range coords {
			for q := range p {
				if coords[p].Distance(coords[q]) <= 0.5 && root(into, board.Point(p)) != root(into, board.Point(q)) {
					t.Fatalf("round %d: %v and %v are not joined", round, coords[p], coords[q])
				}
			}
		}
	}
}

// TestCrossingGrows: edges that all meet in one point, or are stacked, are not compared pair by
// pair. If they must be, the work is bounded.
func TestCrossingGrows(t *testing.T) {
	circle := func(i, n int) (a, b board.Vec, p board.Point) {
		s, c := math.Sincos(float64(i) / float64(n) * 2 * math.Pi)
		return board.Vec{}, board.Vec{c, s}.Scale(float64(n)), 0
	}
	stack := func(i, n int) (a, b board.Vec, p board.Point) {
		return board.Vec{0, float64(i)}, board.Vec{2 * float64(n), float64(i)}, board.Point(2 * i)
	}
	bundle := func(i, n int) (a, b board.Vec, p board.Point) {
		return board.Vec{0, float64(i)}, board.Vec{float64(3 * n), float64(i + 2*n)}, board.Point(2 * i)
	}
	for name, c := range map[string]struct {
		edge    func(i, n int) (a, b board.Vec, p board.Point)
		n       int
		crosses bool
	}{
		"a star": {circle, 5000, false}, "a stack": {stack, 5000, false},
		"a higher stack": {stack, 10_000, true}, "a bundle": {bundle, 5000, true},
	} {
		n := c.n
		var segments []segment
		for i := range n {
			a, b, p := c.edge(i, n)
			segments = append(segments, segment{a, b, p, board.Point(2*i + 1), min(a[0], b[0]), max(a[0], b[0])})
		}
		slices.SortFunc(segments, func(s, t segment) int { return cmp.Compare(s.from, t.from) })
		crosses, work := crossing(segments, 1)
		if crosses != c.crosses || !crosses && work > n*n/2*passing || work > maxSweep+n*passing+meeting {
			t.Errorf("%s of %d: crosses %v after %d", name, n, crosses, work)
		}
	}
}

// TestOverlapping compares with a test of all pairs of edges around a point.
func TestOverlapping(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 2000 {
		n := 2 + random.IntN(6)
		coords, edges := make([]board.Vec, n+1), [][2]board.Point{}
		for i := 1; i <= n; i++ {
			s, c := math.Sincos(random.Float64() * 2 * math.Pi)
			coords[i] = board.Vec{c, s}.Scale(0.002 + random.Float64()*random.Float64()/8)
			edges = append(edges, [2]board.Point{0, board.Point(i)})
		}
		want := false
		for p := 1; p <= n; p++ {
			for q := 1; q < p; q++ {
				want = want || overlap(coords[0], coords[p], coords[q])
			}
		}
		if got := overlapping(coords, edges); got != want {
			t.Fatalf("%v: %v", coords, got)
		}
		if want {
			found++
		}
	}
	if found < 200 || found > 1800 {
		t.Errorf("%d of 2000 overlap", found)
	}
}

// TestApart compares with a test of all pairs of points.
func TestApart(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	found := 0
	for range 5000 {
		coords := make([]board.Vec, 2+random.IntN(6))
		for i := range coords {
			coords[i] = board.Vec{random.Float64(), random.Float64()}.Scale(4 * touching)
		}
		want := true
		for i, a := range coords {
			for _, b := range coords[:i] {
				want = want && (math.Abs(a[0]-b[0]) > touching || math.Abs(a[1]-b[1]) > touching)
			}
		}
		if got := apart(coords); got != want {
			t.Fatalf("%v: %v", coords, got)
		}
		if want {
			found++
		}
	}
	if found < 500 || found > 4500 {
		t.Errorf("%d of 5000 are apart", found)
	}
}
