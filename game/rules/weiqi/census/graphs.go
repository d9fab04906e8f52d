package census

import (
	"fmt"
	"math/big"

	"moyo/board"
	"moyo/board/boardfile"
)

// MaxGraphPoints is the size of the largest board with a number.
const MaxGraphPoints = 12

// Graph returns the board with the given number in G. Farnebäck's GoGameGraphs. It has n points,
// for the smallest n such that 2^(n(n-1)/2) exceeds the number. The n(n-1)/2 bits of the number,
// the most significant first, select the pairs (1,2), (1,3) ... (1,n), (2,3) ... that are
// neighbours.
func Graph(id string) (*board.Board, error) {
	number, ok := new(big.Int).SetString(id, 10)
	if !ok || number.Sign() < 0 || len(id) > 30 {
		return nil, fmt.Errorf("graph %.40q: want a number", id)
	}
	n := 1
	for number.BitLen() > n*(n-1)/2 {
		n++
	}
	if n > MaxGraphPoints {
		return nil, fmt.Errorf("graph %s: more than %d points", id, MaxGraphPoints)
	}
	var edges [][2]board.Point
	bit := n * (n - 1) / 2
	for p := range board.Point(n) {
		for q := p + 1; q < board.Point(n); q++ {
			if bit--; number.Bit(bit) == 1 {
				edges = append(edges, [2]board.Point{p, q})
			}
		}
	}
	return boardfile.FromGraph("Graph "+id, n, edges)
}
