package gomoku

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku/pattern"
	"moyo/internal/testenv"
	"moyo/solve/gomoku/proof"
)

func mustMaker(t testing.TB, spec, rule string, n int, seed uint64) *PuzzleMaker {
	t.Helper()
	g, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewPuzzleMaker(g, rule, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// claim returns the proof of nodes for the position of b with c to move.
func claim(g *board.Board, rules string, b *pattern.Board, c int, nodes []proof.Node) *proof.Proof {
	p := &proof.Proof{Board: g, Game: rules, Attacker: game.Color(c), Nodes: nodes}
	for i := range b.Stones() {
		at, colour := b.Stone(i)
		p.Stones = append(p.Stones, game.Placed{Point: at, Color: game.Color(colour)})
	}
	return p
}

// wins calls do with count positions that are won by fours, the side to move and the search's
// answer.
func wins(t testing.TB, m *PuzzleMaker, count int, do func(me int, a Answer)) {
	t.Helper()
	for steps := 0; count > 0; steps++ {
		if steps > 100_000 {
			t.Fatalf("%d wins were still wanted after %d moves", count, steps)
		}
		if m.b.Stones() == 0 || m.b.Stones() > m.b.Len()*2/5 {
			m.begin()
		}
		me := m.turn
		if a := m.fours.Search(me, 0, m.Nodes); a.Won {
			a.Line = slices.Clone(a.Line)
			do(me, a)
			count--
		}
		if p, ok := m.choose(me); ok {
			m.b.Place(p, me)
			m.turn = 3 - me
		} else {
			m.begin()
		}
	}
}

var lands = []struct {
	spec, rule string
	n          int
}{
	{"grid:15", "freestyle", 5}, {"grid:15", "standard", 5}, {"grid:15", "renju", 5},
	{"grid:15", "caro8", 5}, {"grid:15", "caro9", 5}, {"grid:9", "freestyle", 4},
	{"torus:13x13", "standard", 5}, {"cube:5", "renju", 5}, {"mobius:15x9", "caro9", 5}, {"hex:8", "freestyle", 5},
}

// TestFoursAreProved: the checker accepts every win by fours, with and without zones, and its line
// ends in a five.
func TestFoursAreProved(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, l := range lands {
		t.Run(l.spec+"/"+l.rule, func(t *testing.T) {
			m := mustMaker(t, l.spec, l.rule, l.n, 1)
			m.Nodes = 1000
			wins(t, m, 6, func(me int, a Answer) {
				nodes, err := m.fours.Proof(me, a.Depth, 0)
				if err != nil {
					t.Fatal(err)
				}
				p := claim(m.g, m.game, m.b, me, nodes)
				report, err := proof.Check(context.Background(), p, proof.Options{})
				if err != nil {
					t.Fatalf("a win in %d: %v", a.Depth, err)
				}
				if report.Depth > a.Depth {
					t.Errorf("a win in %d takes %d moves in the proof", a.Depth, report.Depth)
				}
				checkLine(t, m.b, me, a.Line)
			})
		})
	}
}

// checkLine plays a line of fours, which must end in a five.
func checkLine(t *testing.T, b *pattern.Board, me int, line []board.Point) {
	t.Helper()
	placed := 0
	for i, p := range line {
		if p == board.None {
			continue
		}
		c := me
		if i%2 == 1 {
			c = 3 - me
		}
		if last := i == len(line)-1; last != (c == me && b.Class(p, me) == pattern.Win) {
			t.Errorf("move %d of %v: a five should come at the end and nowhere else", i, line)
		}
		b.Place(p, c)
		placed++
	}
	for range placed {
		b.Undo()
	}
}

// TestZones compares the replies that the judge requires by zones with the ones that actually stop a
// win by fours. Zones may require more, never fewer.
func TestZones(t *testing.T) {
	testenv.SkipUnderRace(t)
	compareZones(t, 5)
}

func TestZonesLong(t *testing.T) {
	testenv.Long(t)
	compareZones(t, 500)
}

func compareZones(t *testing.T, count int) {
	for _, l := range lands {
		t.Run(l.spec+"/"+l.rule, func(t *testing.T) {
			m := mustMaker(t, l.spec, l.rule, l.n, 7)
			m.Nodes = 1000
			zones, real := 0, 0
			wins(t, m, count, func(me int, a Answer) {
				nodes, err := m.fours.Proof(me, a.Depth, 0)
				if err != nil || a.Depth == 1 {
					return
				}
				at := claim(m.g, m.game, m.b, me, nil)
				by := needed(t, at, nodes, proof.Options{})
				for _, p := range needed(t, at, nodes, proof.Options{Every: true}) {
					if real++; !slices.Contains(by, p) {
						t.Errorf("%s stops a win in %d and is not in the zone", m.g.Name(p), a.Depth)
					}
				}
				zones += len(by)
			})
			if zones == 0 || real == 0 {
				t.Error("nothing was compared")
			}
			t.Logf("%d replies in zones, of which %d stop the win", zones, real)
		})
	}
}

// needed returns the replies that the win of nodes must answer, as a threat in the position of p.
func needed(t *testing.T, p *proof.Proof, nodes []proof.Node, opt proof.Options) []board.Point {
	t.Helper()
	judge, err := proof.NewJudge(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	points, err := judge.NeededAgainst(nodes)
	if err != nil {
		t.Fatal(err)
	}
	return points
}

// TestTampered changes accepted proofs. Most must be refused, and no wrong one accepted: the slow
// check must also accept any accepted change.
func TestTampered(t *testing.T) {
	m := mustMaker(t, "grid:15", "freestyle", 5, 3)
	refused, tried := 0, 0
	wins(t, m, 6, func(me int, a Answer) {
		if a.Depth < 3 {
			return
		}
		nodes, err := m.fours.Proof(me, a.Depth, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, spoilt := range spoil(nodes, m.b.Len()) {
			tried++
			p := claim(m.g, m.game, m.b, me, spoilt)
			if _, err := proof.Check(context.Background(), p, proof.Options{}); err != nil {
				refused++
			} else if _, err := proof.Check(context.Background(), p, proof.Options{Every: true}); err != nil {
				t.Errorf("accepted, but %v", err)
			}
		}
	})
	if tried < 50 || refused < tried*9/10 {
		t.Errorf("%d of %d corrupted proofs were refused", refused, tried)
	}
}

// spoil returns copies of nodes with one error each.
func spoil(nodes []proof.Node, points int) (list [][]proof.Node) {
	change := func(do func([]proof.Node)) {
		c := slices.Clone(nodes)
		for i := range c {
			c[i].Replies = slices.Clone(c[i].Replies)
		}
		do(c)
		list = append(list, c)
	}
	for i, n := range nodes {
		change(func(c []proof.Node) { c[i].Move = (n.Move + 1) % board.Point(points) })
		if n.Threat != 0 {
			change(func(c []proof.Node) { c[i].Threat = 0 })
		}
		for k := range n.Replies {
			change(func(c []proof.Node) { c[i].Replies = slices.Delete(c[i].Replies, k, k+1) })
			change(func(c []proof.Node) { c[i].Replies[k].Then = int32(len(c) - 1) })
		}
	}
	return list
}

// TestProofFile writes proofs and reads them again.
func TestProofFile(t *testing.T) {
	m := mustMaker(t, "torus:13x13", "freestyle", 5, 4)
	wins(t, m, 5, func(me int, a Answer) {
		nodes, err := m.fours.Proof(me, a.Depth, 0)
		if err != nil {
			t.Fatal(err)
		}
		var first, second bytes.Buffer
		if err := claim(m.g, m.game, m.b, me, nodes).Write(&first); err != nil {
			t.Fatal(err)
		}
		p, err := proof.Read(strings.NewReader(first.String()), board.Parse)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := proof.Check(context.Background(), p, proof.Options{}); err != nil {
			t.Error(err)
		}
		if err := p.Write(&second); err != nil {
			t.Fatal(err)
		}
		if first.String() != second.String() {
			t.Errorf("%s became %s", first.String(), second.String())
		}
	})
}

// TestNoAllocs: a search allocates nothing.
func TestNoAllocs(t *testing.T) {
	m := mustMaker(t, "grid:15", "renju", 5, 5)
	wins(t, m, 3, func(me int, a Answer) {
		if n := testing.AllocsPerRun(5, func() {
			clear(m.fours.table)
			m.fours.Search(me, 0, 5000)
		}); n != 0 {
			t.Errorf("%v allocations a search", n)
		}
	})
}

// TestSearchRestores: with any limit, the search restores the board.
func TestSearchRestores(t *testing.T) {
	m := mustMaker(t, "grid:15", "caro8", 5, 6)
	wins(t, m, 5, func(me int, a Answer) {
		hash, stones := m.b.Hash(), m.b.Stones()
		for _, nodes := range []int{1, 2, 7, 50} {
			clear(m.fours.table)
			m.fours.Search(me, 0, nodes)
			if m.b.Hash() != hash || m.b.Stones() != stones {
				t.Fatalf("the board differs after %d nodes", nodes)
			}
		}
	})
}
