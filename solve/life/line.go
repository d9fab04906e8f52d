package life

import (
	"math"

	"moyo/game"
	"moyo/solve/dfpn"
)

// maxLine limits the moves of a displayed line.
const maxLine = 40

// lineNodes limits the search for each move of a line that the table has lost.
const lineNodes = 50_000

// line returns best play from a state in which the claim holds, with the best resistance: the loser
// tries what takes longest to refute.
func (s *Solver) line(at state, c claim, best game.Move) []game.Move {
	at = s.area.withThreats(at, c.threats)
	winner := uint8(defender)
	if c.captured {
		winner = attacker
	}
	var moves []game.Move
	seen := map[uint64]bool{}
	for len(moves) < maxLine && !seen[at.key] && !s.over(&at) {
		seen[at.key] = true
		m := -1
		if n, ok := s.area.numberOf(best); ok && len(moves) == 0 && best != game.Pass && at.turn == winner {
			m = n
		} else {
			m = s.next(at, c, winner)
		}
		if m < 0 {
			break
		}
		moves = append(moves, s.area.move(m))
		if m == len(s.area.points) {
			if at.turn != winner {
				break // the loser has no move left to try
			}
			s.area.pass(&at)
			continue
		}
		s.area.play(&at, m)
	}
	if n := len(moves); n > 0 && moves[n-1] == game.Pass {
		moves = moves[:n-1]
	}
	return moves
}

// over reports whether a line may end: the targets are captured or certainly alive.
func (s *Solver) over(at *state) bool {
	return s.area.cleared(at) || s.area.certain(at) == lives
}

// next chooses the number of a move of a line, or -1 if none is known.
func (s *Solver) next(at state, c claim, winner uint8) int {
	best, bestRank := -1, math.MinInt
	try := func(m int, to state) bool {
		rank, ok := s.rank(m, to, c, at.turn == winner)
		if ok && rank > bestRank {
			best, bestRank = m, rank
		}
		return true
	}
	passed := at
	s.area.pass(&passed)
	try(len(s.area.points), passed)
	s.area.children(at, try)
	if best < 0 && at.turn == winner {
		s.decide(at, attacker, lineNodes)
		s.area.children(at, try)
	}
	return best
}

// rank returns the value of a move for a line: the winner must keep the claim and win soon, the
// loser must resist. A pass comes last.
func (s *Solver) rank(m int, to state, c claim, winners bool) (int, bool) {
	pass := m == len(s.area.points)
	if s.over(&to) {
		if winners {
			return math.MaxInt, s.known(to, c) == dfpn.Won
		}
		return -1 << 20, true
	}
	n, ok := s.lookUp(&to)
	v := s.known(to, c)
	switch {
	case winners && v != dfpn.Won:
		return 0, false
	case winners && pass:
		return -1 << 21, true
	case winners:
		return -int(n.Height), true
	case pass:
		return -1 << 19, true
	case !ok:
		return -1 << 18, true
	}
	return int(n.Height)<<8 + int(min(n.Work, 255)), true
}
