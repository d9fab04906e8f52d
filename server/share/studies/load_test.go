package studies

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"

	"moyo/internal/testenv"
)

// TestHeavy checks that a chapter can be opened whatever stones editors place and remove in nested variations, and that they
// learn when it is full.
func TestHeavy(t *testing.T) {
	testenv.SkipUnderRace(t) // one visitor, which waits for each answer
	const some = 300         // nodes of a command
	for name, node := range map[string]func(i int) (parent int, says [][]string){
		"siblings": func(int) (int, [][]string) { return -1, [][]string{{"AB", "aa:ZZ"}} },
		"nested":   func(i int) (int, [][]string) { return i - 1, [][]string{{[]string{"AB", "AW"}[i%2], "aa:ZZ"}} },
		"taken": func(i int) (int, [][]string) {
			if i == 0 {
				return -1, [][]string{{"AB", "ab:aZ", "ba:ZZ"}} // all but one point
			}
			return 0, [][]string{{"W", "aa"}, {"C", fmt.Sprint(i)}}
		},
		"within": func(i int) (int, [][]string) {
			return (i-1)/2*2 - 1, [][]string{{[]string{"AB", "AE"}[(i+1)/2%2], "aa"}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil, nil)
			s := h.make(editOwner, StudySource{Board: "grid:52", Rules: "weiqi"})
			ada := h.come("ada", s.Head.ID)
			at, refused := 1, false
			for range 24 {
				in := StudyRequest{Type: "add", Chapter: 1, Parent: at, At: -1, Nodes: []StudyNode{{Properties: [][]string{{"C", "x"}}}}}
				for i := range some {
					parent, says := node(i)
					in.Nodes = append(in.Nodes, StudyNode{Parent: 1 + max(parent, -1), Properties: says})
				}
				id := ada.command(in)
				ada.answered(id)
				if err := ada.errs[id]; err != nil {
					if refused = true; err.Refusal != "study.setups" {
						t.Fatalf("%+v", err)
					}
					break
				}
				if name != "taken" && name != "siblings" {
					at = ada.done[id].Nodes[some]
				}
			}
			tree, err := h.tree("ada", s.Head.ID, 1)
			if err != nil {
				t.Fatal(err)
			}
			if !refused {
				t.Errorf("all of %d nodes were accepted", len(tree.IDs))
			}
			ada.must(StudyRequest{Type: "name", Chapter: 1, Name: "x"})
		})
	}
}

// TestLoads checks that the estimated load of a chapter is never below the real one, whatever changed and whenever it was
// measured.
func TestLoads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for seed := range uint64(testenv.Rounds(40, 3)) {
			random := rand.New(rand.NewPCG(seed, 7))
			h := newHouse(t, nil, nil)
			source := StudySource{Board: "grid:3", Rules: []string{"weiqi", "gomoku:n=3", "nogo"}[seed%3]}
			s := h.make(editOwner, source)
			ada := h.come("ada", s.Head.ID)
			for range 150 {
				in := ada.any3(random)
				ada.answered(ada.command(in))
				if random.IntN(20) == 0 {
					ada.same()
				}
				if checkLoad(t, h.h.here(s.Head.ID), random.IntN(15) == 0); t.Failed() {
					t.Fatalf("seed %d, after %s %d %v", seed, in.Type, in.Node, in.Properties)
				}
			}
		}
	})
}

// checkLoad compares the estimated load of a chapter with the real one; measured says whether the result is saved.
func checkLoad(t *testing.T, r *room, measured bool) {
	t.Helper()
	err := r.ask(t.Context(), func() {
		c := r.study.chapter(1)
		b := r.begunHere(1)
		if b.board == nil {
			return
		}
		g, _ := c.record()
		is, err := r.h.measured(r.ctx, g)
		if said := c.loadHere(b); err != nil || said.changes < is.changes || said.kept < is.kept {
			t.Errorf("estimated %+v, is %+v %v, measured up to %d:\n%s", said, is, err, c.measured, g)
		}
		if measured {
			c.load, c.measured, c.exact = is, c.next, c.changed
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// any3 returns a random command for chapter 1 on a 3x3 board.
func (v *visitor) any3(random *rand.Rand) StudyRequest {
	point := func() string { return string([]byte{"abc"[random.IntN(3)], "abc"[random.IntN(3)]}) }
	says := func() [][]string {
		switch random.IntN(9) {
		case 0:
			return [][]string{{"AB", "aa:cc"}, {"C", fmt.Sprint(random.Int())}}
		case 1:
			return [][]string{{"AW", point()}, {"PL", "B"}}
		case 2:
			return [][]string{{"AE", "aa:bc"}}
		case 3:
			return [][]string{{"C", "x"}}
		}
		return [][]string{{[]string{"B", "W"}[random.IntN(2)], point()}}
	}
	var ids []int
	for id := range v.trees[1].parent {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	id := rootID
	if len(ids) > 0 {
		id = ids[random.IntN(len(ids))]
	}
	switch random.IntN(12) {
	case 0:
		return StudyRequest{Type: "remove", Chapter: 1, Node: id}
	case 1:
		return StudyRequest{Type: "order", Chapter: 1, Node: id, At: random.IntN(3)}
	case 2:
		return StudyRequest{Type: "write", Chapter: 1, Node: id, Properties: [][]string{{"AB", point()}, {"AW"}}}
	case 3:
		return StudyRequest{Type: "write", Chapter: 1, Node: id, Properties: [][]string{{"AB"}, {"AE", "aa:cc"}, {"AW"}, {"PL"}}}
	case 4:
		return StudyRequest{Type: "restore", Chapter: 1, Node: random.IntN(200)}
	}
	in := StudyRequest{Type: "add", Chapter: 1, Parent: id, At: random.IntN(3) - 1}
	for i := range 1 + random.IntN(6) {
		n := StudyNode{Properties: says()}
		if i > 0 {
			n.Parent = max(0, i-1-random.IntN(2))
		}
		in.Nodes = append(in.Nodes, n)
	}
	return in
}
