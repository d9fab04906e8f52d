package life

import (
	"math/rand/v2"
	"testing"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/dfpn"
	"moyo/solve/life/tsumego"
)

// truth contains, for each number of own threats 0 to 4 and unlimited, the largest number of the other
// side's threats against which the side to move still succeeds: -1 for none. It never decreases.
type truth [6]int

func (w truth) of(g given) bool {
	i := min(int(g.own), 5)
	return int(g.other) <= w[i]
}

// truths returns all possible truths.
func truths() []truth {
	var list []truth
	var fill func(w truth, i int)
	fill = func(w truth, i int) {
		if i == len(w) {
			list = append(list, w)
			return
		}
		for _, most := range []int{-1, 0, 1, 2, 3, 4, tsumego.Unlimited} {
			if i == 0 || most >= w[i-1] {
				w[i] = most
				fill(w, i+1)
			}
		}
	}
	fill(truth{}, 0)
	return list
}

// told is the result of evidence, and of a truth.
type told struct {
	verdict    Verdict
	takesFirst bool
	threats    uint8
}

func (w truth) told() told {
	switch {
	case w.of(given{0, 4}):
		return told{verdict: Win}
	case !w.of(given{4, 0}):
		return told{verdict: Lose}
	}
	first := w.of(given{0, 0})
	for n := uint8(1); ; n++ {
		if w.of(koWith(first, n)) != first {
			return told{InKo, first, n}
		}
	}
}

func (e *evidence) told() told {
	t := told{verdict: e.verdict()}
	if first, n := e.ko(); n > 0 {
		t.takesFirst, t.threats = first, n
	}
	return t
}

// TestEvidence answers the questions of evidence, in any order and not all, for all possible truths.
// Every intermediate result is unknown or equal to the final one.
func TestEvidence(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(3, 3))
	for _, w := range truths() {
		for range 20 {
			e := &evidence{me: attacker}
			want := w.told()
			for asked := 0; ; asked++ {
				got := e.told()
				if got.verdict != Unknown && got.verdict != want.verdict || got.threats != 0 && got != want {
					t.Fatalf("%v: says %+v after %+v; the truth is %+v", w, got, e.findings, want)
				}
				list := e.next()
				if len(list) == 0 {
					if got != want {
						t.Fatalf("%v: asks no more and says %+v; the truth is %+v", w, got, want)
					}
					break
				}
				if asked > 20 {
					t.Fatalf("%v: asks for ever: %v", w, list)
				}
				e.enter(list[r.IntN(len(list))], dfpn.Open, 5) // a stopped search
				g := list[r.IntN(len(list))]
				v := dfpn.Lost
				if w.of(g) {
					v = dfpn.Won
				}
				e.enter(g, v, asked)
			}
			checkClaim(t, w, e)
		}
	}
}

// checkClaim compares the claim and the threats of a complete answer with the truth.
func checkClaim(t *testing.T, w truth, e *evidence) {
	t.Helper()
	c, g, ok := e.claim()
	if !ok || w.of(g) != (e.verdict() != Lose) || c.captured != (e.verdict() != Lose) {
		t.Fatalf("%v: claims %+v of %+v, %v", w, c, g, ok)
	}
	whatever := w.of(winsAgainstAny) || !w.of(winsWithAny)
	if e.verdict() != InKo && whatever != (e.against() == tsumego.Unlimited) {
		t.Fatalf("%v: %s against %d", w, e.verdict(), e.against())
	}
	k := e.koOf([2]game.Color{game.Black, game.White})
	if (k != nil) != (e.verdict() == InKo) {
		t.Fatalf("%v: %s with the ko %+v", w, e.verdict(), k)
	}
	if first, _ := e.ko(); k != nil && (k.TakesFirst == game.White) != first {
		t.Fatalf("%v: the wrong side takes first: %+v", w, k)
	}
}
