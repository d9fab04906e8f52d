package tournament

import (
	"cmp"
	"slices"
)

// The costs of pairing two players, in order of importance: the sum of one cost over all pairs is
// less than one unit of the next. There are up to 128 pairs.
const (
	costFold  = 1               // distance of the two from where the fold puts them, up to 63
	costSide  = costFold << 13  // how strongly one is forced to the wrong side, up to 3
	costScore = costSide << 9   // the square of the difference of scores, up to 1023
	costThird = costScore << 17 // three times the same side
	costBye   = costThird << 7  // half-points of the player with the bye above the least, up to 63
	costMet   = costBye << 6    // they have played before
	costMost  = costMet << 7    // more than all
)

// candidate is a player to pair.
type candidate struct {
	player int
	halves int // score
	at     int // place among the players with this score
	of     int // number of players with this score
	byed   bool
}

// pairSwiss pairs the next round of a Swiss or McMahon tournament. Players with equal scores meet,
// the upper half of them the lower half (as in the Dutch system, FIDE C.04.3), and no pair meets
// twice. The costs define what to give up first if not all can be satisfied. The pairing is
// optimal, so two players meet again only if every pairing repeats a pair.
func (t *Tournament) pairSwiss() Event {
	candidates := t.candidates()
	odd := len(candidates)%2 == 1
	met, balance := t.met(), t.balances()
	n := len(candidates) + len(candidates)%2
	least := 0
	if len(candidates) > 0 {
		least = candidates[len(candidates)-1].halves
	}
	mates := heaviest(n, func(a, b int) int64 {
		if a > b {
			a, b = b, a
		}
		if odd && b == n-1 {
			return costMost - byeCost(candidates[a], least, a, n)
		}
		return costMost - pairCost(candidates[a], candidates[b], met, balance)
	})
	e := Event{Kind: Paired}
	for a, b := range mates {
		switch {
		case b < a:
			continue
		case odd && b == n-1:
			e.Byes = append(e.Byes, t.players[candidates[a].player].ID)
			continue
		}
		black, white := candidates[a].player, candidates[b].player
		// Of two with the same claim the better is Black at every other table.
		if len(e.Pairings)%2 == 1 && !balance.prefers(black, white) || balance.prefers(white, black) {
			black, white = white, black
		}
		e.Pairings = append(e.Pairings, Pairing{Black: t.players[black].ID, White: t.players[white].ID})
	}
	return e
}

// candidates returns the players to pair, best first.
func (t *Tournament) candidates() (all []candidate) {
	for p := range t.players {
		if t.players[p].Withdrawn || t.players[p].Paused {
			continue
		}
		c := candidate{player: p, halves: t.initial(p)}
		for _, s := range t.record(p) {
			c.halves += s.halves
			c.byed = c.byed || s.kind == bye || s.kind == forfeit && s.halves == 2
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.halves, a.halves), cmp.Compare(t.players[a.player].Number, t.players[b.player].Number))
	})
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].halves == all[from].halves {
			to++
		}
		for i := from; i < to; i++ {
			all[i].at, all[i].of = i-from, to-from
		}
		from = to
	}
	return all
}

// met returns the pairs that have played; games without moves do not count.
func (t *Tournament) met() map[[2]int]bool {
	met := map[[2]int]bool{}
	for i := range t.games {
		if g := &t.games[i]; g.Result.Played() {
			met[[2]int{g.Black, g.White}], met[[2]int{g.White, g.Black}] = true, true
		}
	}
	return met
}

// pairCost returns the cost of pairing a with b, which is behind a.
func pairCost(a, b candidate, met map[[2]int]bool, balance balances) (cost int64) {
	diff := a.halves - b.halves
	cost = costScore * int64(min(diff*diff, 1023))
	if met[[2]int{a.player, b.player}] {
		cost += costMet
	}
	switch conflict := balance.conflict(a.player, b.player); conflict {
	case 3:
		cost += costThird
	default:
		cost += costSide * int64(conflict)
	}
	off := b.at // for a player from a higher score: the best of those below
	if diff == 0 {
		off = b.at - a.at - a.of/2
	}
	return cost + costFold*int64(min(max(off, -off), 63))
}

// byeCost returns the cost of a bye: it goes to the last of the players with the fewest points, at
// most once to each player (FIDE C.04.1; a player that has won by forfeit gets none either).
func byeCost(c candidate, least, at, n int) int64 {
	cost := costBye * int64(min(c.halves-least, 63))
	if c.byed {
		cost += costMet
	}
	return cost + costFold*int64(min(n-2-at, 63))
}
