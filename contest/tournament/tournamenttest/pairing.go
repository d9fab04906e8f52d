package tournamenttest

import (
	"fmt"
	"slices"

	"moyo/contest/tournament"
)

// given counts what a pairing gives up, the most important first.
type given [6]int

// slowBest returns the least that a pairing of the log's candidates has to give up, by trying all
// pairings.
func slowBest(t *tournament.Tournament, slow *Table, ids []string) given {
	best := given{1 << 30}
	var try func(left []string, sum given)
	try = func(left []string, sum given) {
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
	try(ids, given{})
	return best
}

func (s given) plus(other given) given {
	for i := range s {
		s[i] += other[i]
	}
	return s
}

// sides returns the excess of Black over White of a player, the last side, and how often in a row.
func (s *Table) sides(t *tournament.Tournament, id string) (diff, last, row int) {
	i, _ := t.Player(id)
	for _, g := range t.Games() {
		side := map[int]int{g.Black: 1, g.White: -1}[i]
		if side == 0 || !slices.Contains([]tournament.Result{tournament.BlackWins, tournament.WhiteWins, tournament.Draw}, g.Result) {
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

// claim returns the side that a player should have, and how urgently.
func (s *Table) claim(t *tournament.Tournament, id string) int {
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

// cost returns what a pairing of two gives up. ids are all players, the best first.
func (s *Table) cost(t *tournament.Tournament, a, b string, ids []string) (c given) {
	if slices.Index(ids, a) > slices.Index(ids, b) {
		a, b = b, a
	}
	for round := range s.rounds {
		if g, ok := s.game(a, round); ok && g.other == b {
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

// off returns how far two are from their places in a fold.
func (s *Table) off(a, b string, ids []string) int {
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

// byeCost returns what a bye for a player gives up.
func (s *Table) byeCost(id string, ids []string) (c given) {
	for round := range s.rounds {
		g := s.rounds[round].games[id]
		if _, ok := s.game(id, round); !ok && (slices.Contains(s.rounds[round].byes, id) || g.points == 1) {
			c[0] = 1
		}
	}
	c[1] = int(2 * (s.score(id) - s.score(ids[len(ids)-1])))
	c[5] = min(len(ids)-1-slices.Index(ids, id), 63)
	return c
}

// CheckPairing compares the pairing of a Swiss or McMahon tournament at the end of a log with all
// possible ones; only for few players. It returns how many pairs meet again.
func CheckPairing(log []tournament.Event) (again int, err error) {
	before, err := tournament.Replay(log[:len(log)-1])
	if err != nil {
		return 0, err
	}
	slow := ReadLog(log[:len(log)-1])
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
	var got given
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
		return 0, fmt.Errorf("round %d of %d gives up %v, want %v: %+v", len(slow.rounds)+1, len(ids), got, want, e)
	}
	return got[0], nil
}
