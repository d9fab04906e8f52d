package generate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/trainer/trainertest"
)

// diagram returns a problem on a grid of 9x9 about Black's group.
func diagram(t *testing.T, toPlay game.Color, q tsumego.Question, rows ...string) tsumego.Problem {
	t.Helper()
	p, err := trainertest.Diagram("", 9, toPlay, q, rows...)
	if err != nil {
		t.Fatal(err)
	}
	p.Target = targets(&p)
	return p
}

// white returns the points with white stones, by name.
func white(p *tsumego.Problem) (names []string) {
	for q, c := range p.Stones {
		if c == game.White {
			names = append(names, p.Board.Name(game.Point(q)))
		}
	}
	return names
}

// open is a group in a corner: White surrounds it except at A7 and F9, and has stones that do not matter.
func open(t *testing.T) tsumego.Problem {
	t.Helper()
	return diagram(t, game.White, tsumego.Kill,
		",,,,x..O.",
		"xxxxxO.O.",
		".OOOO....",
		".O.....O.")
}

func TestSurroundings(t *testing.T) {
	p := open(t)
	thin := thinned(p)
	if got := white(&thin); !slices.Equal(got, []string{"F8", "B7", "C7", "D7", "E7"}) {
		t.Errorf("thinned to %v", got)
	}
	walls := sealed(&p).Walls
	if len(walls) != 2 || p.Board.Name(walls[0]) != "F9" || p.Board.Name(walls[1]) != "A7" {
		t.Errorf("walls on %v", walls)
	}
	full := plugged(p)
	if closedIn(&p) || !closedIn(&full) || !slices.Contains(white(&full), "F9") {
		t.Errorf("plugged: %v", white(&full))
	}
	// F9, A7, the five stones around, B6 that is connected to them, but not their liberties.
	if w := widened(&p); len(w.Region) != len(p.Region)+8 {
		t.Errorf("%d points instead of %d", len(w.Region), len(p.Region))
	}
}

// TestRooted rejects stones that could be captured from outside, and the defender's stones outside.
func TestRooted(t *testing.T) {
	p := open(t)
	if !rooted(&p) {
		t.Error("a good wall was refused")
	}
	friend := open(t)
	friend.Stones[8] = game.Black
	buried := diagram(t, game.White, tsumego.Kill,
		",,,Ox....",
		"xx,xx....",
		",xx......")
	if rooted(&friend) || rooted(&buried) {
		t.Error("a friend outside, or a stone without liberties there, was taken")
	}
}

// TestStands distinguishes an answer that its surroundings confirm from one that a hole in the wall
// causes.
func TestStands(t *testing.T) {
	r := reader{t.Context(), 100_000}
	good := diagram(t, game.White, tsumego.Kill,
		",,,xO....",
		"xxxxO....",
		"OOOO.....")
	hole := diagram(t, game.Black, tsumego.Live,
		",,x,.....",
		"xxxO.....",
		"OOOO.....")
	cut := diagram(t, game.White, tsumego.Kill,
		"", "", "",
		"OOO......",
		"xxxO.....",
		",,xO.....",
		",xxO.....",
		"xxO,.....",
		"xxO,.....")
	cut, ok := bounded(cut)
	if !ok {
		t.Fatal("no problem")
	}
	for _, test := range []struct {
		name string
		p    *tsumego.Problem
		want bool
	}{{"a dead shape", &good, true}, {"a way out", &hole, false}, {"a wall that can be cut", &cut, false}} {
		a, _, err := r.solve(test.p)
		if err != nil || a == nil || a.Verdict != life.Win {
			t.Fatalf("%s: %+v, %v", test.name, a, err)
		}
		if got, err := r.stands(test.p, a); got != test.want || err != nil {
			t.Errorf("%s: %v, %v", test.name, got, err)
		}
	}
}

// TestTidied removes a stone inside that changes nothing, and keeps one that does.
func TestTidied(t *testing.T) {
	r := reader{t.Context(), 100_000}
	p := diagram(t, game.White, tsumego.Kill,
		",,,xO....",
		"xxxxO..O.",
		"OOOO.....")
	a, _, err := r.solve(&p)
	if err != nil || a.Verdict != life.Win {
		t.Fatal(a, err)
	}
	q, err := r.tidied(&p, a)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := r.same(q, a); !ok || err != nil {
		t.Errorf("another answer than before, %v", err)
	}
	if q.Stones[7+9] != game.Empty || p.Stones[7+9] != game.White {
		t.Error("a stone that touches nothing stays, or the problem given was changed")
	}
	if got := white(q); len(got) != len(white(&p))-1 {
		t.Errorf("left are %v", got)
	}
}

// TestShapesAreDrawn puts every shape on the board in every orientation: nothing is lost, corners are in the
// corner and sides at the edge.
func TestShapesAreDrawn(t *testing.T) {
	b := newTerrain(parse(t, "grid:13"))
	for at, list := range shapes {
		for i, s := range list {
			want := map[game.Color]int{}
			for _, row := range s.rows {
				for _, what := range row {
					if c, ok := drawnColor(what); ok {
						want[c]++
					}
				}
			}
			for seed := range uint64(20) {
				g, ok := b.laid(rand.New(rand.NewPCG(seed, 1)), s)
				if !ok {
					t.Fatalf("shape %d of place %d has no room", i, at)
				}
				got, edge := map[game.Color]int{}, 9
				for _, q := range g.points {
					got[g.stones[q]]++
					edge = min(edge, b.line[q])
				}
				if got[game.Black] != want[game.Black] || got[game.White] != want[game.White] || got[game.Empty] != want[game.Empty] {
					t.Errorf("shape %d of place %d: %v, want %v", i, at, got, want)
				}
				if (edge == 0) != (place(at) != centre) {
					t.Errorf("shape %d of place %d is on line %d", i, at, edge+1)
				}
				inCorner := slices.ContainsFunc(b.corners, func(q game.Point) bool { return g.within[q] })
				if inCorner != (place(at) == corner) {
					t.Errorf("shape %d of place %d: in the corner %v", i, at, inCorner)
				}
			}
		}
	}
}

// TestHarder makes a problem harder: it takes longer to read out, is stable, and has one answer.
func TestHarder(t *testing.T) {
	testenv.LongUnderRace(t)
	m, err := NewMaker(Options{Seed: 1, Count: 1, Boards: []string{"grid:9"}, From: 3, To: 5, Unique: true, Nodes: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	p := diagram(t, game.Black, tsumego.Live,
		"x,,,,O...",
		",xxxxO...",
		",xOOO....",
		"OO.......")
	harder := 0
	for seed := range uint64(8) {
		c := candidate{Maker: m, Rand: rand.New(rand.NewPCG(seed, 3)), source: Shapes, on: m.grids[0]}
		c.reader = reader{t.Context(), 20_000}
		f, err := c.solved(&p)
		if err != nil || f == nil {
			t.Fatal(f, err)
		}
		q, g, err := c.harder(&p, f)
		if err != nil {
			t.Fatal(err)
		}
		if g.answer.Nodes > f.answer.Nodes {
			harder++
		}
		if ok, err := c.stands(q, g.answer); !ok || err != nil || len(g.answer.FirstMoves) != 1 || g.answer.Nodes < f.answer.Nodes {
			t.Errorf("seed %d: stable %v %v, first moves %v, %d nodes", seed, ok, err, g.answer.FirstMoves, g.answer.Nodes)
		}
	}
	if harder == 0 {
		t.Error("nothing made it harder")
	}
}
