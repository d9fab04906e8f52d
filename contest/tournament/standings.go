package tournament

import (
	"cmp"
	"slices"
)

// Standing is one line of the table.
type Standing struct {
	Player int       // index
	Place  int       // from 1; equal players share a place
	Score  float64   // points; in McMahon including the start score, in a knockout the level reached
	Ties   []float64 // by the setup's tie-breaks
	Games  int       // with moves
	Wins   int       // of games, with moves or without
	Streak int       // in an arena: current wins in a row
}

// line is a standing with exact numbers.
type line struct {
	player int
	score  int   // halves
	ties   []int // quarters
	streak int
}

// Standings returns the table, best first. Running games do not count yet.
func (t *Tournament) Standings() []Standing {
	records := t.records()
	lines := t.lines(records)
	out := make([]Standing, 0, len(lines))
	for i, l := range lines {
		s := Standing{Player: l.player, Place: i + 1, Score: float64(l.score) / 2, Streak: l.streak}
		for _, v := range l.ties {
			s.Ties = append(s.Ties, float64(v)/4)
		}
		s.Games, s.Wins = t.count(l.player)
		if i > 0 && compare(lines[i-1], l) == 0 {
			s.Place = out[i-1].Place
		}
		out = append(out, s)
	}
	return out
}

// Winner returns the winner of a tournament that is over; ok is false if it was called off, or if
// several share the win.
func (t *Tournament) Winner() (player int, ok bool) {
	if t.phase != Over || t.called {
		return noPlayer, false
	}
	if t.setup.Format.knockout() {
		player, ok = t.champion()
		return player, ok && player != noPlayer
	}
	table := t.Standings()
	if len(table) == 0 || len(table) > 1 && table[1].Place == 1 {
		return noPlayer, false
	}
	return table[0].Player, true
}

// count returns the games with moves of a player, and the wins of all games.
func (t *Tournament) count(p int) (games, wins int) {
	for i := range t.games {
		g := &t.games[i]
		black, ok := g.has(p)
		if !ok {
			continue
		}
		if g.Result.Played() {
			games++
		}
		if g.Result.won(black) {
			wins++
		}
	}
	return games, wins
}

// lines returns the table with exact numbers.
func (t *Tournament) lines(records [][]share) []line {
	if t.setup.Format.robin() {
		t.strike(records)
	}
	scores, streaks := t.scores(records)
	b := t.newTieBreaker(records, scores)
	lines := make([]line, len(t.players))
	for p := range lines {
		lines[p] = line{player: p, score: scores[p], streak: streaks[p]}
	}
	byNumber := func(a, b line) int { return cmp.Compare(t.players[a.player].Number, t.players[b.player].Number) }
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Or(compare(a, b), byNumber(a, b)) })
	for _, way := range t.setup.TieBreaks {
		t.breakTies(lines, way, b)
		slices.SortStableFunc(lines, func(a, b line) int { return cmp.Or(compare(a, b), byNumber(a, b)) })
	}
	return lines
}

// compare orders lines, the better first; 0 if they are equal.
func compare(a, b line) int {
	return cmp.Or(cmp.Compare(b.score, a.score), slices.Compare(b.ties, a.ties))
}

// breakTies adds the values of a tie-break to lines that are sorted so far.
func (t *Tournament) breakTies(lines []line, way TieBreak, b *tieBreaker) {
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && compare(lines[from], lines[to]) == 0 {
			to++
		}
		var tied []int
		for _, l := range lines[from:to] {
			tied = append(tied, l.player)
		}
		values := map[int]int{}
		if way == Direct {
			values = b.direct(tied)
		}
		for i := range lines[from:to] {
			l := &lines[from+i]
			v := values[l.player]
			if way != Direct {
				v = b.value(way, l.player)
			}
			l.ties = append(slices.Clone(l.ties), v)
		}
		from = to
	}
}

// scores returns each player's score in half-points, and the wins in a row where these count.
func (t *Tournament) scores(records [][]share) (scores, streaks []int) {
	switch {
	case t.setup.Format == Arena:
		return t.arenaScores()
	case t.setup.Format.knockout():
		return t.knockoutScores(), make([]int, len(t.players))
	}
	for p, record := range records {
		scores = append(scores, t.initial(p)+halvesOf(record))
	}
	return scores, make([]int, len(t.players))
}

// strike removes the games of players that left a round robin before half of their games (FIDE
// Handbook C.05, "General Regulations for Competitions": results of a player that has completed
// less than half of the games do not count).
func (t *Tournament) strike(records [][]share) {
	struck := make([]bool, len(t.players))
	for p := range t.players {
		with := 0
		for _, s := range records[p] {
			if s.kind == played {
				with++
			}
		}
		all := t.robinRounds() * (t.entered() - 1) / max(t.entered()-1+t.entered()%2, 1)
		struck[p] = t.players[p].Withdrawn && 2*with < all
	}
	for p := range records {
		records[p] = slices.DeleteFunc(records[p], func(s share) bool {
			return struck[p] || s.other != noPlayer && struck[s.other]
		})
	}
}

// arenaScores returns the points of an arena: 2 for a win, 1 for a draw; after two wins
// in a row they count twice until a game is not won (as on Lichess). Games without moves
// count as others do.
func (t *Tournament) arenaScores() (scores, streaks []int) {
	scores, streaks = make([]int, len(t.players)), make([]int, len(t.players))
	for _, n := range t.done {
		g := &t.games[n-1]
		for _, p := range []int{g.Black, g.White} {
			points := 2 * g.Result.halves(p == g.Black) // in halves: two for a point
			if streaks[p] >= 2 {
				points *= 2
			}
			scores[p] += points
			if g.Result.won(p == g.Black) {
				streaks[p]++
			} else {
				streaks[p] = 0
			}
		}
	}
	return scores, streaks
}

// knockoutScores returns how far each player has come: the level of the match that eliminated it,
// one more than the highest level while it is in, and two more for the winner.
func (t *Tournament) knockoutScores() []int {
	scores := make([]int, len(t.players))
	if t.brackets == nil {
		return scores
	}
	top := t.brackets[len(t.brackets)-1].level + 1
	for p := range scores {
		if t.players[p].entered {
			scores[p] = 2 * top
		}
	}
	all := t.outcomes()
	for i, o := range all {
		if !o.winner.known || t.setup.Format == DoubleKnockout && !t.eliminates(i, all) {
			continue
		}
		for _, side := range o.sides {
			if side.player != noPlayer && side != o.winner {
				scores[side.player] = 2 * (t.brackets[i].level - 1)
			}
		}
	}
	if w := all[len(all)-1].winner; w.known && w.player != noPlayer {
		scores[w.player] = 2 * (top + 1)
	}
	return scores
}

// eliminates reports whether losing a match of a double knockout eliminates the player.
func (t *Tournament) eliminates(match int, all []outcome) bool {
	m := t.brackets[match]
	return m.lower || m.reset || match == len(all)-2 && !t.isReset(all)
}
