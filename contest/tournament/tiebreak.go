package tournament

import "slices"

// TieBreak names what decides between players with the same score.
//
// The sources are the EGF Tournament System Rules (EGF), "Tiebreakers" and "The Effect of
// Unplayed Games", and the FIDE Handbook, C.07 Tie-Break Regulations (FIDE) as of 2024. An
// opponent's score is that at the end, or now while the tournament goes on; in McMahon it
// is the McMahon score.
type TieBreak string

// The ways to break ties.
const (
	// SOS is the sum of opponents' scores (EGF). A round without an opponent adds in
	// McMahon the player's own score at the start, in Swiss nothing. A game won or lost by
	// forfeit counts here as one without an opponent.
	SOS TieBreak = "sos"
	// SODOS is the sum of defeated opponents' scores, half of it for a draw (EGF). Rounds
	// without an opponent add nothing.
	SODOS TieBreak = "sodos"
	// SOS1 is SOS without its least term (EGF).
	SOS1 TieBreak = "sos-1"
	// Buchholz is the sum of opponents' scores (FIDE 8.1), where rounds without a game are
	// dealt with so (FIDE 16): for such a round of the player's own an opponent
	// with as many points as the player has is taken. In the score of a real opponent, rounds
	// at the end in which they did not want to play or did not come count half a point
	// each.
	Buchholz TieBreak = "buchholz"
	// BuchholzCut1 is Buchholz without its least term (FIDE 14.1); where the player did
	// not want to play or did not come in a round, the least term of such rounds is left
	// out in place of the least of all.
	BuchholzCut1 TieBreak = "buchholz-cut-1"
	// SonnebornBerger is the sum of each opponent's score times what was got against them
	// (FIDE 9.1), with opponents' scores as in Buchholz. In a round robin nothing stands in for
	// rounds without a game.
	SonnebornBerger TieBreak = "sonneborn-berger"
	// Direct is what those who are tied so far have got against each other, if all of them have
	// met (FIDE 6.1; EGF, "Direct Comparison"); else it tells nobody apart. Games decided by
	// forfeit do not count as met.
	Direct TieBreak = "direct"
	// Wins is the number of games won, with or without moves (FIDE 7.1, "number of
	// wins"; a bye counts there, too).
	Wins TieBreak = "wins"
)

// TieBreaks returns the ways to break ties that have a meaning in a format.
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

// DefaultTieBreaks returns what is usual in a format.
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

// tieBreaker knows all records.
type tieBreaker struct {
	t        *Tournament
	records  [][]share
	scores   []int // halves, as they stand in the table
	adjusted []int // halves, as they count for opponents' Buchholz
}

func (t *Tournament) newTieBreaker(records [][]share, scores []int) *tieBreaker {
	b := &tieBreaker{t: t, records: records, scores: scores}
	for p, record := range records {
		adjusted := scores[p]
		for i := len(record) - 1; i >= 0 && record[i].voluntary(); i-- {
			adjusted++ // half a point in place of none
		}
		b.adjusted = append(b.adjusted, adjusted)
	}
	return b
}

// value returns what a way to break ties says of a player, in quarters of a point. Direct
// depends on who is tied, and is not here.
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

// buchholzCut returns Buchholz without one term: that of a round which the player did not want
// to play, all of which are the same, else the least.
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
		case robin && s.other != nobody:
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

// direct returns what each of some players has got against the others, in quarters, or all
// the same where not all have met.
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
