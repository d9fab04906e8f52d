package tournament

import "slices"

// TieBreak names a rule that decides between players with the same score.
//
// The sources are the EGF Tournament System Rules (EGF), "Tiebreakers" and "The Effect of Unplayed
// Games", and the FIDE Handbook, C.07 Tie-Break Regulations (FIDE) as of 2024. An opponent's score
// is that at the end, or now while the tournament goes on; in McMahon it is the McMahon score.
type TieBreak string

// The tie-breaks.
const (
	// SOS is the sum of opponents' scores (EGF). A round without an opponent adds in McMahon the
	// player's own score at the start, in Swiss nothing. A game won or lost by forfeit counts as one
	// without an opponent.
	SOS TieBreak = "sos"
	// SODOS is the sum of defeated opponents' scores, half of it for a draw (EGF). Rounds
	// without an opponent add nothing.
	SODOS TieBreak = "sodos"
	// SOS1 is SOS without its least term (EGF).
	SOS1 TieBreak = "sos-1"
	// Buchholz is the sum of opponents' scores (FIDE 8.1). Rounds without a game follow FIDE 16: for
	// such a round of the player, the opponent's score is the player's own. In the score of a real
	// opponent, final rounds in which the opponent was absent by choice or did not come count half a
	// point each.
	Buchholz TieBreak = "buchholz"
	// BuchholzCut1 is Buchholz without its least term (FIDE 14.1). If the player was absent by choice
	// or did not come in a round, it omits the least term of such rounds instead.
	BuchholzCut1 TieBreak = "buchholz-cut-1"
	// SonnebornBerger is the sum of each opponent's score times the points won against them (FIDE
	// 9.1), with opponents' scores as in Buchholz. In a round robin, rounds without a game add
	// nothing.
	SonnebornBerger TieBreak = "sonneborn-berger"
	// Direct is the points that the tied players have won against each other, if all of them have met
	// (FIDE 6.1; EGF, "Direct Comparison"); otherwise it is equal for all. Games decided by forfeit do
	// not count as met.
	Direct TieBreak = "direct"
	// Wins is the number of games won, with or without moves (FIDE 7.1, "number of wins"; a bye counts
	// in FIDE's rule, too).
	Wins TieBreak = "wins"
)

// TieBreaks returns the tie-breaks that apply to a format.
func TieBreaks(f Format) []TieBreak {
	switch f {
	case Swiss, McMahon:
		return []TieBreak{SOS, SODOS, SOS1, Buchholz, BuchholzCut1, SonnebornBerger, Direct, Wins}
	case RoundRobin, DoubleRoundRobin:
		return []TieBreak{Direct, SonnebornBerger, Wins}
	case Arena:
		return []TieBreak{Wins}
	}
	return nil
}

// DefaultTieBreaks returns the usual tie-breaks of a format.
func DefaultTieBreaks(f Format) []TieBreak {
	switch f {
	case Swiss:
		return []TieBreak{BuchholzCut1, Buchholz, SonnebornBerger, Direct}
	case McMahon:
		return []TieBreak{SOS, SODOS, Direct}
	case RoundRobin, DoubleRoundRobin:
		return []TieBreak{Direct, SonnebornBerger, Wins}
	case Arena:
		return []TieBreak{Wins}
	}
	return nil
}

// tieBreaker computes tie-breaks from all records.
type tieBreaker struct {
	t        *Tournament
	records  [][]share
	scores   []int // half-points, as in the table
	adjusted []int // half-points, as they count for opponents' Buchholz
}

func (t *Tournament) newTieBreaker(records [][]share, scores []int) *tieBreaker {
	b := &tieBreaker{t: t, records: records, scores: scores}
	for p, record := range records {
		adjusted := scores[p]
		for i := len(record) - 1; i >= 0 && record[i].voluntary(); i-- {
			adjusted++ // half a point instead of none
		}
		b.adjusted = append(b.adjusted, adjusted)
	}
	return b
}

// value returns the value of a tie-break for a player, in quarters of a point. It does not handle
// Direct, which depends on the tied players.
func (b *tieBreaker) value(way TieBreak, p int) int {
	switch way {
	case SOS:
		return sum(b.sos(p))
	case SOS1:
		return cutLeast(b.sos(p))
	case SODOS:
		return b.sodos(p)
	case Buchholz:
		return sum(b.buchholz(p))
	case BuchholzCut1:
		return b.buchholzCut(p)
	case SonnebornBerger:
		return b.sonnebornBerger(p)
	case Wins:
		return b.wins(p)
	}
	return 0
}

func sum(terms []int) (total int) {
	for _, v := range terms {
		total += v
	}
	return total
}

func cutLeast(terms []int) int {
	if len(terms) == 0 {
		return 0
	}
	return sum(terms) - slices.Min(terms)
}

// sos returns the terms of SOS, in quarters.
func (b *tieBreaker) sos(p int) (terms []int) {
	for _, s := range b.records[p] {
		if s.kind == played {
			terms = append(terms, 2*b.scores[s.other])
		} else {
			terms = append(terms, 2*b.t.initial(p))
		}
	}
	return terms
}

func (b *tieBreaker) sodos(p int) (total int) {
	for _, s := range b.records[p] {
		if s.kind == played {
			total += s.halves * b.scores[s.other]
		}
	}
	return total
}

// buchholz returns the terms of Buchholz.
func (b *tieBreaker) buchholz(p int) (terms []int) {
	for _, s := range b.records[p] {
		if s.kind == played {
			terms = append(terms, 2*b.adjusted[s.other])
		} else {
			terms = append(terms, 2*b.scores[p])
		}
	}
	return terms
}

// buchholzCut returns Buchholz without one term: that of a round that the player skipped by choice
// (these are all equal), otherwise the least.
func (b *tieBreaker) buchholzCut(p int) int {
	terms := b.buchholz(p)
	if slices.ContainsFunc(b.records[p], share.voluntary) {
		return sum(terms) - 2*b.scores[p]
	}
	return cutLeast(terms)
}

func (b *tieBreaker) sonnebornBerger(p int) (total int) {
	robin := b.t.setup.Format.robin()
	for _, s := range b.records[p] {
		switch {
		case robin && s.other != noPlayer:
			total += s.halves * b.scores[s.other]
		case s.kind == played:
			total += s.halves * b.adjusted[s.other]
		default:
			total += s.halves * b.scores[p]
		}
	}
	return total
}

func (b *tieBreaker) wins(p int) (total int) {
	for _, s := range b.records[p] {
		if s.halves == 2 {
			total += 4
		}
	}
	return total
}

// direct returns the points of each of some players against the others, in quarters, or equal
// values if not all have met.
func (b *tieBreaker) direct(tied []int) map[int]int {
	got := map[int]int{}
	for _, p := range tied {
		met := map[int]bool{}
		for _, s := range b.records[p] {
			if s.kind == played && slices.Contains(tied, s.other) {
				met[s.other] = true
				got[p] += 2 * s.halves
			}
		}
		if len(met) < len(tied)-1 {
			return nil
		}
	}
	return got
}
