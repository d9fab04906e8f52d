package tournament

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// slowPairing is what is given up in a pairing, the gravest first.
type slowPairing [6]int

// slowBest returns the least that has to be given up to pair candidates from the log, by
// trying all pairings.
func slowBest(t *Tournament, slow *slowTable, ids []string) slowPairing {
	best := slowPairing{1 << 30}
	var try func(left []string, sum slowPairing)
	try = func(left []string, sum slowPairing) {
		if len(left) == 0 {
			if slices.Compare(sum[:], best[:]) < 0 {
				best = sum
			}
			return
		}
		a := left[0]
		for i := 1; i < len(left); i++ {
			rest := slices.Delete(slices.Clone(left), i, i+1)[1:]
			try(rest, sum.plus(slow.cost(t, a, left[i], ids)))
		}
		if len(left)%2 == 1 {
			try(left[1:], sum.plus(slow.byeCost(a, ids)))
		}
	}
	try(ids, slowPairing{})
	return best
}

func (s slowPairing) plus(other slowPairing) slowPairing {
	for i := range s {
		s[i] += other[i]
	}
	return s
}

// sides returns by how much somebody was Black more often than White, which side they had
// last, and how often in a row.
func (s *slowTable) sides(t *Tournament, id string) (diff, last, row int) {
	i, _ := t.Player(id)
	for _, g := range t.Games() {
		side := map[int]int{g.Black: 1, g.White: -1}[i]
		if side == 0 || !slices.Contains([]Result{BlackWins, WhiteWins, Draw}, g.Result) {
			continue
		}
		if diff += side; side == last {
			row++
		} else {
			last, row = side, 1
		}
	}
	return diff, last, row
}

// claim returns which side somebody should have, with how much so.
func (s *slowTable) claim(t *Tournament, id string) int {
	diff, last, row := s.sides(t, id)
	switch {
	case diff >= 2:
		return -3
	case last == 1 && row >= 2:
		return -3
	case diff <= -2:
		return 3
	case last == -1 && row >= 2:
		return 3
	case diff != 0:
		return -2 * diff
	}
	return -last
}

// cost says what is given up where two meet. ids are all, the best first.
func (s *slowTable) cost(t *Tournament, a, b string, ids []string) (c slowPairing) {
	if slices.Index(ids, a) > slices.Index(ids, b) {
		a, b = b, a
	}
	for round := range s.rounds {
		if g, ok := s.isPlayed(a, round); ok && g.other == b {
			c[0] = 1
		}
	}
	if x, y := s.claim(t, a), s.claim(t, b); x == y && (x == 3 || x == -3) {
		c[2] = 1
	} else if x*y > 0 {
		c[4] = min(max(x, -x), max(y, -y))
	}
	diff := int(2 * (s.score(a) - s.score(b)))
	c[3] = min(diff*diff, 1023)
	c[5] = min(s.off(a, b, ids), 63)
	return c
}

// off says how far two stand from where they would meet in a fold.
func (s *slowTable) off(a, b string, ids []string) int {
	group := func(id string) (all []string) {
		for _, other := range ids {
			if s.score(other) == s.score(id) {
				all = append(all, other)
			}
		}
		return all
	}
	ofB := group(b)
	if s.score(a) != s.score(b) {
		return slices.Index(ofB, b)
	}
	d := slices.Index(ofB, b) - slices.Index(ofB, a) - len(ofB)/2
	return max(d, -d)
}

// byeCost says what is given up where somebody has no opponent.
func (s *slowTable) byeCost(id string, ids []string) (c slowPairing) {
	for round := range s.rounds {
		g := s.rounds[round].games[id]
		if _, ok := s.isPlayed(id, round); !ok && (slices.Contains(s.rounds[round].byes, id) || g.points == 1) {
			c[0] = 1
		}
	}
	c[1] = int(2 * (s.score(id) - s.score(ids[len(ids)-1])))
	c[5] = min(len(ids)-1-slices.Index(ids, id), 63)
	return c
}

// TestSwissIsBest compares every pairing of small tournaments with the best of all pairings
// there are.
func TestSwissIsBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	rounds, again := 0, 0
	for i := range 120 {
		s := setup([]Format{Swiss, McMahon}[i%2])
		r := begin(s).fill(2 + rng.IntN(8))
		seen := 0
		r.play(rng, func() {
			last := r.log[len(r.log)-1]
			if last.Kind == Paired && len(r.t.Rounds()) > seen {
				seen = len(r.t.Rounds())
				rounds++
				again += checkBest(t, r.log)
			}
			id := r.t.Players()[rng.IntN(len(r.t.Players()))].ID
			_ = r.do(Event{Kind: []Kind{Paused, Resumed, Resumed, Resumed}[rng.IntN(4)], Player: id})
		})
	}
	if rounds < 300 || again == 0 {
		t.Errorf("%d rounds, %d in which some had to meet again: not much of a test", rounds, again)
	}
}

// checkBest checks the pairing at the end of a log, and returns whether two have to meet again.
func checkBest(t *testing.T, log []Event) int {
	t.Helper()
	before, err := Replay(log[:len(log)-1])
	if err != nil {
		t.Fatal(err)
	}
	slow := readLog(log[:len(log)-1])
	var ids []string
	for _, p := range before.Players() {
		if !p.Paused && !p.Withdrawn {
			ids = append(ids, p.ID)
		}
	}
	number := func(id string) int { i, _ := before.Player(id); return before.Players()[i].Number }
	slices.SortFunc(ids, func(a, b string) int {
		if x, y := slow.score(a), slow.score(b); x != y {
			return int(2 * (y - x))
		}
		return number(a) - number(b)
	})
	e := log[len(log)-1]
	var got slowPairing
	count := 0
	for _, p := range e.Pairings {
		got = got.plus(slow.cost(before, p.Black, p.White, ids))
		count += 2
	}
	for _, id := range e.Byes {
		got = got.plus(slow.byeCost(id, ids))
		count++
	}
	if want := slowBest(before, slow, ids); got != want || count != len(ids) || len(e.Byes) > 1 {
		t.Fatalf("round %d of %d gives up %v, want %v: %+v", len(slow.rounds)+1, len(ids), got, want, e)
	}
	return got[0]
}

// TestSwissSides has nobody on one side three times more often than on the other where that can
// be had, in a field that is large enough.
func TestSwissSides(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 5 {
		r := begin(setup(Swiss)).fill(64)
		r.must(Event{Kind: Started})
		for r.t.Phase() == Running {
			r.advance()
			for _, n := range r.running() {
				r.must(Event{Kind: Resulted, Game: n, Result: []Result{BlackWins, WhiteWins, Draw}[rng.IntN(3)]})
			}
		}
		for p, b := range r.t.balances() {
			if b.diff < -2 || b.diff > 2 {
				t.Errorf("player %d was Black %+d times more often than White", p, b.diff)
			}
		}
		if met := len(r.t.met()) / 2; met != len(r.t.Games()) {
			t.Errorf("%d games, %d couples", len(r.t.Games()), met)
		}
		checkTable(t, r)
	}
}

// TestSwissWhole pairs the greatest field, nobody twice.
func TestSwissWhole(t *testing.T) {
	r := begin(setup(Swiss)).fill(MaxPlayers - 1)
	r.must(Event{Kind: Started})
	for r.t.Phase() == Running {
		r.advance()
		r.win("p1", "p3", "p5", "p7")
	}
	if met := len(r.t.met()) / 2; met != 7*(MaxPlayers/2-1) {
		t.Errorf("%d couples", met)
	}
}
