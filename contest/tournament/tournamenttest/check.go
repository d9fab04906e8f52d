package tournamenttest

import (
	"fmt"
	"slices"
	"strings"

	"moyo/contest/tournament"
)

// Check compares the table and the pairings of a log with the expected ones.
func Check(log []tournament.Event) error {
	t, err := tournament.Replay(log)
	if err != nil {
		return err
	}
	slow := ReadLog(log)
	switch slow.setup.Format {
	case tournament.Knockout, tournament.DoubleKnockout:
		return CheckLives(t)
	case tournament.Arena:
		return slow.checkArena(t, log)
	case tournament.RoundRobin, tournament.DoubleRoundRobin:
		if err := slow.checkRobin(t); err != nil {
			return err
		}
	}
	return slow.checkTable(t)
}

// checkTable compares the table with that of the log.
func (s *Table) checkTable(t *tournament.Tournament) error {
	table := t.Standings()
	id := func(i int) string { return t.Players()[table[i].Player].ID }
	for i, line := range table {
		if want := s.score(id(i)); line.Score != want {
			return fmt.Errorf("%s: score %v, want %v", id(i), line.Score, want)
		}
		for k, way := range s.setup.TieBreaks {
			var want float64
			if way == tournament.Direct {
				var tied []string
				for j, other := range table {
					if other.Score == line.Score && slices.Equal(other.Ties[:k], line.Ties[:k]) {
						tied = append(tied, id(j))
					}
				}
				want = s.direct(id(i), tied)
			} else {
				want = s.tieBreak(way, id(i))
			}
			if line.Ties[k] != want {
				return fmt.Errorf("%s: %s is %v, want %v", id(i), way, line.Ties[k], want)
			}
		}
		if i > 0 {
			before := append([]float64{table[i-1].Score}, table[i-1].Ties...)
			now := append([]float64{line.Score}, line.Ties...)
			order := slices.Compare(before, now)
			if order < 0 || (order == 0) != (line.Place == table[i-1].Place) || order > 0 && line.Place != i+1 {
				return fmt.Errorf("line %d: %+v after %+v", i+1, line, table[i-1])
			}
		}
	}
	return nil
}

// checkRobin checks that all players have met the expected number of times, when the tournament is
// over.
func (s *Table) checkRobin(t *tournament.Tournament) error {
	if t.Phase() != tournament.Over || t.WasCancelled() {
		return nil
	}
	want := map[tournament.Format]int{tournament.RoundRobin: 1, tournament.DoubleRoundRobin: 2}[s.setup.Format]
	for _, a := range s.players {
		for _, b := range s.players {
			met := 0
			for _, r := range s.rounds {
				if g, ok := r.games[a]; ok && g.other == b {
					met++
				}
			}
			if a != b && met != want {
				return fmt.Errorf("%s and %s meet %d times, not %d", a, b, met, want)
			}
		}
	}
	return nil
}

// CheckLives counts each player's losses in a knockout from the games alone. No player plays after
// the last allowed loss, and at most one has fewer losses at the end.
func CheckLives(t *tournament.Tournament) error {
	lives := map[tournament.Format]int{tournament.Knockout: 1, tournament.DoubleKnockout: 2}[t.Setup().Format]
	lost := map[int]int{}
	for _, g := range t.Games() {
		for _, p := range []int{g.Black, g.White} {
			if lost[p] >= lives {
				return fmt.Errorf("player %d plays game %d and has lost %d times", p, g.Number, lost[p])
			}
		}
		if g.Result == tournament.Draw && g.Seeded {
			out := g.Black
			if t.Players()[g.White].Number > t.Players()[g.Black].Number {
				out = g.White
			}
			lost[out]++
		}
		switch g.Result {
		case tournament.BothAbsent: // both out: two players cannot drop to a place for one
			lost[g.Black], lost[g.White] = lives, lives
		case tournament.BlackWins, tournament.BlackForfeit:
			lost[g.White]++
		case tournament.WhiteWins, tournament.WhiteForfeit:
			lost[g.Black]++
		}
	}
	in := 0
	for p, player := range t.Players() {
		if lost[p] < lives && !player.Withdrawn {
			in++
		}
	}
	if t.Phase() == tournament.Over && in > 1 {
		return fmt.Errorf("%d are not out at the end", in)
	}
	return nil
}

// checkArena computes the points of an arena in the order in which games ended.
func (s *Table) checkArena(t *tournament.Tournament, log []tournament.Event) error {
	results := map[string]string{} // by player: one letter per game
	first, last := []int{}, map[int]tournament.Result{}
	for _, e := range log {
		if e.Kind == tournament.Resulted {
			if _, known := last[e.Game]; !known {
				first = append(first, e.Game)
			}
			last[e.Game] = e.Result
		}
	}
	var pairings []tournament.Pairing
	for _, e := range log {
		pairings = append(pairings, e.Pairings...)
	}
	for _, n := range first {
		letters := map[tournament.Result]string{
			tournament.BlackWins: "wl", tournament.BlackForfeit: "wl", tournament.WhiteWins: "lw",
			tournament.WhiteForfeit: "lw", tournament.Draw: "dd", tournament.BothAbsent: "ll",
		}[last[n]]
		results[pairings[n-1].Black] += letters[:1]
		results[pairings[n-1].White] += letters[1:]
	}
	for _, line := range t.Standings() {
		id := t.Players()[line.Player].ID
		points := 0.0
		for i, letter := range results[id] {
			worth := map[rune]float64{'w': 2, 'd': 1}[letter]
			if strings.HasSuffix(results[id][:i], "ww") {
				worth *= 2
			}
			points += worth
		}
		if line.Score != points {
			return fmt.Errorf("%s has %v points for %s, want %v", id, line.Score, results[id], points)
		}
	}
	return nil
}
