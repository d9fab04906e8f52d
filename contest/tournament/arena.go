package tournament

import (
	"cmp"
	"slices"
)

// idle returns the players that wait for a game.
func (t *Tournament) idle() (all []int) {
	for p := range t.players {
		if !t.players[p].Withdrawn && !t.players[p].Paused && t.busy[p] == 0 {
			all = append(all, p)
		}
	}
	return all
}

// pairArena pairs waiting players that are close in the table. It avoids a player's last opponent
// if another one is available. One player may be left over.
func (t *Tournament) pairArena() Event {
	waiting := t.idle()
	e := Event{Kind: Paired}
	if len(waiting) < 2 {
		return e
	}
	scores, _ := t.arenaScores()
	slices.SortFunc(waiting, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(t.players[a].Number, t.players[b].Number))
	})
	last, balance := t.lastOpponents(), t.balances()
	n := len(waiting) + len(waiting)%2
	const most = int64(1) << 40
	again := func(a, b int) bool { return last[waiting[a]] == waiting[b] && last[waiting[b]] == waiting[a] }
	mates := heaviest(n, func(a, b int) int64 {
		if a > b {
			a, b = b, a
		}
		if b == len(waiting) { // the last player is left over, but not twice in a row
			return most - int64(n-a)*int64(n-a)
		}
		cost := int64(b-a) * int64(b-a) * 4
		if again(a, b) {
			cost += 1 << 30
		}
		return most - cost - int64(balance.conflict(waiting[a], waiting[b]))
	})
	for a, b := range mates {
		if b < a || b == len(waiting) || again(a, b) && len(t.busy) > 0 {
			continue
		}
		black, white := waiting[a], waiting[b]
		if balance.prefers(white, black) {
			black, white = white, black
		}
		e.Pairings = append(e.Pairings, Pairing{Black: t.players[black].ID, White: t.players[white].ID})
	}
	return e
}

// lastOpponents returns each player's last opponent, -1 for none.
func (t *Tournament) lastOpponents() []int {
	last := make([]int, len(t.players))
	for p := range last {
		last[p] = noPlayer
	}
	for _, g := range t.games {
		last[g.Black], last[g.White] = g.White, g.Black
	}
	return last
}
