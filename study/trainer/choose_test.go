package trainer

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

func newDice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func candidates(n int) []Candidate {
	var out []Candidate
	for i := range n {
		out = append(out, Candidate{fmt.Sprint("p", i), 1000 + 10*float64(i)})
	}
	return out
}

func TestChooseNearTheLevel(t *testing.T) {
	from := candidates(100)
	never := func(string) time.Time { return time.Time{} }
	seen := map[int]bool{}
	for seed := range uint64(50) {
		i := Choose(newDice(seed), 1500, from, never)
		seen[i] = true
		if d := from[i].Rating - 1440; d < -60 || d > 60 {
			t.Errorf("a problem of %g for 1500", from[i].Rating)
		}
	}
	if len(seen) < nearest/2 {
		t.Errorf("50 choices are only %d problems", len(seen))
	}
	if i := Choose(newDice(1), 1500, nil, never); i != -1 {
		t.Errorf("chose %d of none", i)
	}
}

// TestChooseWhatIsNew goes through all problems: none repeats before all were tried, and then the
// one tried longest ago comes first.
func TestChooseWhatIsNew(t *testing.T) {
	from, when := candidates(30), map[string]time.Time{}
	tried := func(id string) time.Time { return when[id] }
	first := ""
	for i := range from {
		c := from[Choose(newDice(uint64(i)), 1200, from, tried)]
		if !when[c.ID].IsZero() {
			t.Fatalf("problem %s comes twice", c.ID)
		}
		if i == 0 {
			first = c.ID
		}
		when[c.ID] = noon.Add(time.Duration(i) * time.Second)
	}
	if c := from[Choose(newDice(1), 1200, from, tried)]; c.ID != first {
		t.Errorf("after all, %s comes, not %s", c.ID, first)
	}
}

func TestInOrder(t *testing.T) {
	from := candidates(4)
	solved := map[string]bool{"p1": true}
	is := func(id string) bool { return solved[id] }
	for after, want := range map[string]int{"": 0, "p0": 2, "p3": 0, "gone": 0} {
		if got := InOrder(from, after, is); got != want {
			t.Errorf("after %q: %d, want %d", after, got, want)
		}
	}
	for _, c := range from {
		solved[c.ID] = true
	}
	if got := InOrder(from, "p3", is); got != 0 {
		t.Errorf("all solved, after the last: %d", got)
	}
	if got := InOrder(nil, "", is); got != -1 {
		t.Errorf("of none: %d", got)
	}
}

func TestCards(t *testing.T) {
	c := Card{Problem: "p"}.Failed(noon)
	if c.Lapses != 1 || c.Done() || !c.Due.Equal(noon.Add(10*time.Minute)) {
		t.Fatalf("failed: %+v", c)
	}
	if early := c.Solved(noon.Add(time.Minute)); early != c {
		t.Errorf("solved too early: %+v", early)
	}
	now, last := noon, time.Duration(0)
	for range steps {
		if wait := c.Due.Sub(now); wait <= last {
			t.Errorf("step %d waits %v, the one before %v", c.Step, wait, last)
		} else {
			last = wait
		}
		now = c.Due
		c = c.Solved(now)
	}
	if !c.Done() || len(Due([]Card{c}, now.Add(1000*day))) != 0 {
		t.Errorf("after all steps: %+v", c)
	}
	c = c.Failed(now)
	if c.Done() || c.Step != 0 || c.Lapses != 2 {
		t.Errorf("failed again: %+v", c)
	}
}

func TestDue(t *testing.T) {
	cards := []Card{
		{Problem: "late", Due: noon.Add(time.Hour)}, {Problem: "done"},
		{Problem: "b", Due: noon}, {Problem: "a", Due: noon}, {Problem: "old", Due: noon.Add(-time.Hour)},
	}
	var got string
	for _, c := range Due(cards, noon) {
		got += c.Problem + " "
	}
	if got != "old a b " {
		t.Errorf("due: %s", got)
	}
	if next := NextDue(cards, noon); !next.Equal(noon.Add(time.Hour)) {
		t.Errorf("next %v", next)
	}
	later := []Card{{Problem: "in two", Due: noon.Add(2 * time.Hour)}, {Problem: "in three", Due: noon.Add(3 * time.Hour)}}
	for _, list := range [][]Card{append(later, cards...), append(cards, later...)} {
		if next := NextDue(list, noon); !next.Equal(noon.Add(time.Hour)) {
			t.Errorf("next of several %v", next)
		}
		if next := NextDue(list, noon.Add(time.Hour)); !next.Equal(noon.Add(2 * time.Hour)) {
			t.Errorf("an hour later, next %v", next)
		}
	}
	if next := NextDue(cards[1:], noon); !next.IsZero() {
		t.Errorf("next of none: %v", next)
	}
}
