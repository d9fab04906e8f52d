package negascout2023

import (
	"moyo/board"
	"moyo/game"
)

// The weights of rows of 1 to 4 stones: 10^x with two open ends, 10^(x-1) with
// one.
var (
	live = [5]int{0, 10, 100, 1000, 10000}
	dead = [5]int{0, 1, 10, 100, 1000}
)

// The weights of a window of five by the number of stones in it, all of one
// colour, for the side to move and for its opponent.
var (
	ownWindow    = [5]int{10, 35, 800, 15000, 800000}
	theirsWindow = [5]int{10, 15, 400, 20000, 100000}
)

// asOfFive returns the number of stones of five that corresponds to k of n: with
// the same number missing. It is 0 to 4 for k below n.
func asOfFive(k, n int) int { return max(k+5-n, 0) }

// evaluate returns the static evaluation for the side to move: the weights of
// its own unbroken rows less the opponent's.
func (s *state) evaluate() int {
	sum := [3]int{}
	for i, c := range s.stones {
		if c == game.Empty {
			continue
		}
		p := game.Point(i)
		for d := 0; d < s.rows.Lines.Dirs; d += 2 {
			if s.rows.Begins(s.stones, p, d) {
				sum[c] += s.weight(p, d)
			}
		}
	}
	return sum[s.toPlay] - sum[s.toPlay.Other()]
}

// weight returns the value of the row that begins on p in direction d.
func (s *state) weight(p game.Point, d int) int {
	length, open := s.rows.Run(s.stones, p, d)
	if length >= s.rows.N {
		return 0 // too long to win under these rules; otherwise the game would be over
	}
	x := asOfFive(length, s.rows.N)
	switch open {
	case 2:
		return live[x]
	case 1:
		return dead[x]
	}
	return 0
}

// maxN bounds the windows' length in promise.
const maxN = 40

// promise returns the order of a move on the empty point p: the sum over the
// windows of n points through it, along every axis, of the weight of the stones
// there, or nothing for stones of both colours.
func (s *state) promise(p game.Point) int {
	var cells [2*maxN - 1]game.Color // of a line, p in the middle
	n, sum := min(s.rows.N, maxN), 0
	for d := 0; d < s.rows.Lines.Dirs; d += 2 {
		after := s.copyLine(p, d, cells[n:2*n-1], 1)
		before := s.copyLine(p, d^1, cells[:n-1], -1)
		sum += s.windows(cells[n-1-before:n+after], n)
	}
	return sum
}

// copyLine copies the colours of the points that follow p in direction d to
// cells, forwards (step 1) or from the end (step -1), and returns their number.
// A closed line ends at p.
func (s *state) copyLine(p game.Point, d int, cells []game.Color, step int) int {
	at, i := board.Step{To: p, Dir: int8(d)}, 0
	if step < 0 {
		i = len(cells) - 1
	}
	for count := range cells {
		at = s.rows.Lines.Next(at.To, int(at.Dir))
		if at.To == board.None || at.To == p {
			return count
		}
		cells[i] = s.stones[at.To]
		i += step
	}
	return len(cells)
}

// windows adds up the weights of all windows of n cells.
func (s *state) windows(cells []game.Color, n int) int {
	sum, count := 0, [3]int{}
	for i, c := range cells {
		count[c]++
		if i >= n {
			count[cells[i-n]]--
		}
		if i < n-1 {
			continue
		}
		switch own, theirs := count[s.toPlay], count[s.toPlay.Other()]; {
		case theirs == 0:
			sum += ownWindow[asOfFive(own, n)]
		case own == 0:
			sum += theirsWindow[asOfFive(theirs, n)]
		}
	}
	return sum
}
