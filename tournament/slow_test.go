package tournament

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What follows says again, from the log of events alone, what the table has to be: another
// way to the same numbers, obvious rather than quick. It uses nothing of what it checks but
// events and the names of things.

// slowRound is one round as it stands in the log.
type slowRound struct {
	games map[string]slowGame // by each of the two players
	byes  []string
}

type slowGame struct {
	other  string
	points float64
	result Result
}

// slowTable is a tournament as its log tells it.
type slowTable struct {
	setup   Setup
	players []string
	grade   map[string]int
	gone    map[string]bool
	rounds  []slowRound
}

func readLog(log []Event) *slowTable {
	s := &slowTable{setup: *log[0].Setup, grade: map[string]int{}, gone: map[string]bool{}}
	var pairings []Pairing
	var roundOf []int
	final := map[int]Result{}
	for _, e := range log {
		switch e.Kind {
		case Joined:
			s.players = append(s.players, e.Player)
			s.grade[e.Player] = e.Grade
		case Withdrew:
			s.gone[e.Player] = true
		case Paired:
			for _, p := range e.Pairings {
				pairings, roundOf = append(pairings, p), append(roundOf, len(s.rounds))
				final[len(pairings)] = p.Result
			}
			s.rounds = append(s.rounds, slowRound{games: map[string]slowGame{}, byes: e.Byes})
		case Resulted:
			final[e.Game] = e.Result
		}
	}
	points := map[Result][2]float64{BlackWins: {1, 0}, WhiteWins: {0, 1}, Draw: {0.5, 0.5}, BlackForfeit: {1, 0}, WhiteForfeit: {0, 1}, BothAbsent: {0, 0}}
	for i, p := range pairings {
		result, games := final[i+1], s.rounds[roundOf[i]].games
		games[p.Black] = slowGame{p.White, points[result][0], result}
		games[p.White] = slowGame{p.Black, points[result][1], result}
	}
	return s
}

// isPlayed says whether somebody made moves in a round, and against whom.
func (s *slowTable) isPlayed(id string, round int) (slowGame, bool) {
	g, ok := s.rounds[round].games[id]
	return g, ok && slices.Contains([]Result{BlackWins, WhiteWins, Draw}, g.result)
}

// points returns what somebody has of a round.
func (s *slowTable) points(id string, round int) float64 {
	if slices.Contains(s.rounds[round].byes, id) {
		return 1
	}
	return s.rounds[round].games[id].points
}

func (s *slowTable) start(id string) float64 {
	if s.setup.Format != McMahon {
		return 0
	}
	return float64(max(min(s.grade[id], s.setup.Bar), s.setup.Floor) - s.setup.Floor)
}

func (s *slowTable) score(id string) float64 {
	sum := s.start(id)
	for round := range s.rounds {
		sum += s.points(id, round)
	}
	return sum
}

// forOthers is somebody's score as it counts in the Buchholz of others.
func (s *slowTable) forOthers(id string) float64 {
	sum := s.score(id)
	for round := len(s.rounds) - 1; round >= 0; round-- {
		if s.hasCome(id, round) {
			break
		}
		sum += 0.5
	}
	return sum
}

// hasCome says whether somebody played in a round, or would have.
func (s *slowTable) hasCome(id string, round int) bool {
	_, played := s.isPlayed(id, round)
	return played || s.points(id, round) > 0
}

// tieBreak returns what a way to break ties says of somebody.
func (s *slowTable) tieBreak(way TieBreak, id string) float64 {
	var terms, missed []float64
	var sodos, berger, wins float64
	for round := range s.rounds {
		got := s.points(id, round)
		g, played := s.isPlayed(id, round)
		if got == 1 {
			wins++
		}
		switch {
		case way == SOS || way == SOS1:
			if played {
				terms = append(terms, s.score(g.other))
			} else {
				terms = append(terms, s.start(id))
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
	case SODOS:
		return sodos
	case SonnebornBerger:
		return berger
	case Wins:
		return wins
	case SOS1:
		return total - slices.Min(terms)
	case BuchholzCut1:
		if len(missed) > 0 {
			return total - slices.Min(missed)
		}
		return total - slices.Min(terms)
	}
	return total
}

// direct returns what somebody has against others, if all of them have met.
func (s *slowTable) direct(id string, tied []string) float64 {
	for _, a := range tied {
		for _, b := range tied {
			met := a == b
			for round := range s.rounds {
				g, ok := s.isPlayed(a, round)
				met = met || ok && g.other == b
			}
			if !met {
				return 0
			}
		}
	}
	sum := 0.0
	for round := range s.rounds {
		if g, ok := s.isPlayed(id, round); ok && slices.Contains(tied, g.other) {
			sum += g.points
		}
	}
	return sum
}

// checkTable compares the table with that of the log.
func checkTable(t *testing.T, r *run) {
	t.Helper()
	slow := readLog(r.log)
	table := r.t.Standings()
	id := func(i int) string { return r.t.Players()[table[i].Player].ID }
	for i, line := range table {
		if want := slow.score(id(i)); line.Score != want {
			t.Fatalf("%s: score %v, want %v", id(i), line.Score, want)
		}
		for k, way := range slow.setup.TieBreaks {
			var want float64
			if way == Direct {
				var tied []string
				for j, other := range table {
					if other.Score == line.Score && slices.Equal(other.Ties[:k], line.Ties[:k]) {
						tied = append(tied, id(j))
					}
				}
				want = slow.direct(id(i), tied)
			} else {
				want = slow.tieBreak(way, id(i))
			}
			if line.Ties[k] != want {
				t.Fatalf("%s: %s is %v, want %v\n%+v", id(i), way, line.Ties[k], want, r.log)
			}
		}
		if i > 0 {
			before := append([]float64{table[i-1].Score}, table[i-1].Ties...)
			now := append([]float64{line.Score}, line.Ties...)
			order := slices.Compare(before, now)
			if order < 0 || (order == 0) != (line.Place == table[i-1].Place) || order > 0 && line.Place != i+1 {
				t.Fatalf("line %d: %+v after %+v", i+1, line, table[i-1])
			}
		}
	}
}

// TestTieBreaks compares tables of random tournaments, with all ways to break ties, with those
// of the slow way; people pause, come back and leave.
func TestTieBreaks(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 300 {
		s := setup([]Format{Swiss, McMahon}[i%2])
		s.TieBreaks = TieBreaks(s.Format)
		rng.Shuffle(len(s.TieBreaks), func(i, j int) { s.TieBreaks[i], s.TieBreaks[j] = s.TieBreaks[j], s.TieBreaks[i] })
		r := begin(s).fill(2 + rng.IntN(14))
		r.play(rng, func() {
			id := r.t.Players()[rng.IntN(len(r.t.Players()))].ID
			_ = r.do(Event{Kind: []Kind{Paused, Resumed, Resumed, Resumed, Withdrew}[rng.IntN(5)], Player: id})
		})
		checkTable(t, r)
	}
}
