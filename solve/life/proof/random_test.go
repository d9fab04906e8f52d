package proof

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life/internal/slow"
)

// claim returns what a slow table proves, without moves.
func claim(tb testing.TB, p *slow.Problem, black, white uint8, t *slow.Table) *claimed {
	targets, err := p.InQuestion()
	if err != nil {
		tb.Fatal(err)
	}
	return &claimed{
		Statement{Board: p.Board, Stones: p.Stones, ToPlay: p.ToPlay, Ko: p.Ko, Defender: p.Defender, Targets: targets, Region: p.Region},
		Claim{Black: black, White: white, Captured: t.Captured(0)},
	}
}

// writer writes the winner's strategy of a slow table, in the order of the walk.
type writer struct {
	p     *claimed
	t     *slow.Table
	leaf  func(i int) bool // whether to claim a leaf
	seen  map[int]bool
	moves []byte
}

func (w *writer) walk(i int) {
	if w.t.Over(i) || w.seen[i] {
		return
	}
	w.seen[i] = true
	switch {
	case w.leaf(i):
		w.moves = append(w.moves, Leaf)
	case w.t.Attacks(i) == w.p.Captured:
		e := w.t.Best(i)
		w.moves = append(w.moves, w.number(e.Move))
		w.walk(e.To)
	default:
		w.moves = append(w.moves, w.number(slow.Pass))
		for _, e := range w.t.Edges(i) {
			w.walk(e.To)
		}
	}
}

func (w *writer) number(m game.Move) byte {
	for i, q := range w.p.Region {
		if game.Place(q) == m {
			return byte(i)
		}
	}
	return byte(len(w.p.Region))
}

func strategy(p *claimed, t *slow.Table, leaf func(i int) bool) []byte {
	w := writer{p: p, t: t, leaf: leaf, seen: map[int]bool{}}
	w.walk(0)
	return w.moves
}

// everyState plays the same moves on the checker's states and the slow solver's, and calls f for
// every reachable state.
func everyState(t *testing.T, g *ground, first state, table *slow.Table, f func(i int, s *state)) {
	t.Helper()
	states := map[int]state{0: first}
	todo := []int{0}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s := states[i]
		if g.won(&s) != table.Over(i) {
			t.Fatalf("the checker has won=%v, the slow solver %v", g.won(&s), table.Over(i))
		}
		if table.Over(i) {
			continue
		}
		f(i, &s)
		edges := table.Edges(i)
		for m := uint8(0); int(m) <= len(g.points); m++ {
			after := s
			move := slow.Pass
			if int(m) == len(g.points) {
				g.pass(&after)
			} else {
				move = game.Place(g.points[m])
				if g.play(&after, m) != "" {
					continue
				}
			}
			if len(edges) == 0 || edges[0].Move != move {
				t.Fatalf("the checker allows %d, the slow solver %v", move, edges)
			}
			if _, known := states[edges[0].To]; !known {
				states[edges[0].To] = after
				todo = append(todo, edges[0].To)
			} else if states[edges[0].To] != after {
				t.Fatalf("two states of the checker, %v and %v, are one of the slow solver", after, states[edges[0].To])
			}
			edges = edges[1:]
		}
		if len(edges) > 0 {
			t.Fatalf("the slow solver allows %v, too", edges)
		}
	}
}

// TestRandom compares legality, leaves and claims with the slow solver's on every state of random
// problems.
func TestRandom(t *testing.T) {
	testenv.SkipUnderRace(t)
	testRandom(t, 80, 6, 5, 1000)
}

func TestRandomLong(t *testing.T) {
	testenv.Long(t)
	testRandom(t, 1000, 8, 6, 3000)
}

func testRandom(t *testing.T, n, size, free, limit int) {
	boards := slow.Boards()
	leaves, tables := [2]int{}, 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := slow.Random(r, boards, size, free)
		for _, threats := range [][2]uint8{{0, 0}, {0, Unlimited}, {Unlimited, 0}, {1, 2}} {
			table, err := slow.Solve(p, threats[0], threats[1], limit)
			if errors.Is(err, slow.ErrTooLarge) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			tables++
			pr := claim(t, p, threats[0], threats[1], table)
			compare(t, seed, pr, table, &leaves)
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d tables, %d leaves of the attacker's, %d of the defender's", tables, leaves[0], leaves[1])
	if tables < n || leaves[0] < 10*n || leaves[1] < 10*n {
		t.Error("too few to tell")
	}
}

// compare compares the checker with a slow table on every state.
func compare(t *testing.T, seed uint64, p *claimed, table *slow.Table, leaves *[2]int) {
	g := newGround(&p.Statement)
	claims := map[int]bool{}
	everyState(t, g, g.start(&p.Statement, &p.Claim), table, func(i int, s *state) {
		dies, lives := g.oneEye(s), g.lives(s)
		if dies {
			leaves[0]++
		}
		if lives {
			leaves[1]++
		}
		if dies && !table.Captured(i) {
			t.Errorf("seed %d: one eye, but not captured: %v", seed, table.Stones(i))
		}
		if lives && table.Captured(i) {
			t.Errorf("seed %d: a leaf of the defender's, but captured: %v", seed, table.Stones(i))
		}
		if alive := g.unconditional(s); alive != table.Immortal(i) {
			t.Errorf("seed %d: alive %v, by trial %v: %v of %v", seed, alive, table.Immortal(i), table.Stones(i), g.points)
		}
		claims[i] = p.Captured && dies || !p.Captured && lives
	})
	for _, leaf := range []func(int) bool{func(int) bool { return false }, func(i int) bool { return claims[i] }} {
		p.Moves = strategy(p, table, leaf)
		if _, err := p.check(context.Background()); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	p.Captured = !p.Captured
	if _, err := p.check(context.Background()); !errors.Is(err, ErrProof) {
		t.Errorf("seed %d: a proof also proves the contrary: %v", seed, err)
	}
}
