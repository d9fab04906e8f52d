// Package tournamenttest computes the expected results of tournaments in a second way, from the log
// of events alone, simple rather than fast. Of the package it checks it uses only events and names.
package tournamenttest

import (
	"slices"

	"moyo/contest/tournament"
)

// round is one round of the log.
type round struct {
	games map[string]played // by each of the two players
	byes  []string
}

// played is a game from the view of one of its players.
type played struct {
	other  string
	points float64
	result tournament.Result
}

// Table is a tournament computed from its log.
type Table struct {
	setup   tournament.Setup
	players []string
	grade   map[string]int
	gone    map[string]bool
	rounds  []round
}

// ReadLog reads a log that begins with its first event.
func ReadLog(log []tournament.Event) *Table {
	s := &Table{setup: *log[0].Setup, grade: map[string]int{}, gone: map[string]bool{}}
	var pairings []tournament.Pairing
	var roundOf []int
	final := map[int]tournament.Result{}
	for _, e := range log {
		switch e.Kind {
		case tournament.Joined:
			s.players = append(s.players, e.Player)
			s.grade[e.Player] = e.Grade
		case tournament.Withdrew:
			s.gone[e.Player] = true
		case tournament.Paired:
			for _, p := range e.Pairings {
				pairings, roundOf = append(pairings, p), append(roundOf, len(s.rounds))
				final[len(pairings)] = p.Result
			}
			s.rounds = append(s.rounds, round{games: map[string]played{}, byes: e.Byes})
		case tournament.Resulted:
			final[e.Game] = e.Result
		}
	}
	points := map[tournament.Result][2]float64{
		tournament.BlackWins: {1, 0}, tournament.WhiteWins: {0, 1}, tournament.Draw: {0.5, 0.5},
		tournament.BlackForfeit: {1, 0}, tournament.WhiteForfeit: {0, 1}, tournament.BothAbsent: {0, 0},
	}
	for i, p := range pairings {
		result, games := final[i+1], s.rounds[roundOf[i]].games
		games[p.Black] = played{p.White, points[result][0], result}
		games[p.White] = played{p.Black, points[result][1], result}
	}
	return s
}

// game reports whether a player made moves in a round, and against which opponent.
func (s *Table) game(id string, round int) (played, bool) {
	g, ok := s.rounds[round].games[id]
	return g, ok && slices.Contains([]tournament.Result{tournament.BlackWins, tournament.WhiteWins, tournament.Draw}, g.result)
}

// points returns a player's points from a round.
func (s *Table) points(id string, round int) float64 {
	if slices.Contains(s.rounds[round].byes, id) {
		return 1
	}
	return s.rounds[round].games[id].points
}

func (s *Table) start(id string) float64 {
	if s.setup.Format != tournament.McMahon {
		return 0
	}
	return float64(max(min(s.grade[id], s.setup.Bar), s.setup.Floor) - s.setup.Floor)
}

func (s *Table) score(id string) float64 {
	sum := s.start(id)
	for round := range s.rounds {
		sum += s.points(id, round)
	}
	return sum
}

// forOthers returns a player's score as it counts in the Buchholz of others.
func (s *Table) forOthers(id string) float64 {
	sum := s.score(id)
	for round := len(s.rounds) - 1; round >= 0; round-- {
		if s.hasCome(id, round) {
			break
		}
		sum += 0.5
	}
	return sum
}

// hasCome reports whether a player played in a round, or was ready to.
func (s *Table) hasCome(id string, round int) bool {
	_, played := s.game(id, round)
	return played || s.points(id, round) > 0
}

// tieBreak returns the value of a tie-break for a player.
func (s *Table) tieBreak(way tournament.TieBreak, id string) float64 {
	var terms, missed []float64
	var sodos, berger, wins float64
	for round := range s.rounds {
		got := s.points(id, round)
		g, played := s.game(id, round)
		if got == 1 {
			wins++
		}
		switch {
		case way == tournament.SOS || way == tournament.SOS1:
			if played {
				terms = append(terms, s.score(g.other))
			} else {
				terms = append(terms, s.start(id))
			}
		case s.robin():
			if g.other != "" {
				berger += got * s.score(g.other)
			}
		case played:
			terms = append(terms, s.forOthers(g.other))
			sodos += got * s.score(g.other)
			berger += got * s.forOthers(g.other)
		default:
			terms = append(terms, s.score(id))
			berger += got * s.score(id)
			if !s.hasCome(id, round) {
				missed = append(missed, s.score(id))
			}
		}
	}
	total := 0.0
	for _, term := range terms {
		total += term
	}
	switch way {
	case tournament.SODOS:
		return sodos
	case tournament.SonnebornBerger:
		return berger
	case tournament.Wins:
		return wins
	case tournament.SOS1:
		return total - slices.Min(terms)
	case tournament.BuchholzCut1:
		if len(missed) > 0 {
			return total - slices.Min(missed)
		}
		return total - slices.Min(terms)
	}
	return total
}

// direct returns the points of a player against the tied players, if all of them have met.
func (s *Table) direct(id string, tied []string) float64 {
	for _, a := range tied {
		for _, b := range tied {
			met := a == b
			for round := range s.rounds {
				g, ok := s.game(a, round)
				met = met || ok && g.other == b
			}
			if !met {
				return 0
			}
		}
	}
	sum := 0.0
	for round := range s.rounds {
		if g, ok := s.game(id, round); ok && slices.Contains(tied, g.other) {
			sum += g.points
		}
	}
	return sum
}

func (s *Table) robin() bool {
	return s.setup.Format == tournament.RoundRobin || s.setup.Format == tournament.DoubleRoundRobin
}
