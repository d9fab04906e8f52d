// Package census counts what the rules of Go allow on small boards: legal positions and the moves
// between them ([Legal]), whole games ([Games]), the longest of them, and the legal positions of
// larger grids ([Grid]). The literature has the same counts (J. Tromp and G. Farnebäck,
// "Combinatorics of Go", 2007, and Farnebäck's GoGameGraphs), so they test the rules.
//
// A position is a colouring of the points in which every chain has a liberty. Either side may move.
// A move may capture the mover's own stones (suicide), but the suicide of a single stone changes
// nothing and is not a move.
package census

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"moyo/board"
)

// MaxPoints is the size of the largest board for Legal.
const MaxPoints = 20

// set is a set of points of a small board, point p as bit p.
type set = uint32

// graph is a small board as bit sets.
type graph struct {
	n    int
	all  set
	adj  [MaxPoints]set
	near [3][256]set // the neighbours of each set of eight points
}

func newGraph(b *board.Board) (*graph, error) {
	if b.Len() > MaxPoints {
		return nil, fmt.Errorf("%s has %d points; at most %d are possible when counting position by position", b.Title(), b.Len(), MaxPoints)
	}
	g := &graph{n: b.Len(), all: 1<<b.Len() - 1}
	for p := range g.n {
		for _, q := range b.Neighbors(board.Point(p)) {
			g.adj[p] |= 1 << q
		}
	}
	for part := range g.near {
		for s := 1; s < 256; s++ {
			low := 8*part + bits.TrailingZeros8(uint8(s))
			g.near[part][s] = g.near[part][s&(s-1)]
			if low < g.n {
				g.near[part][s] |= g.adj[low]
			}
		}
	}
	return g, nil
}

// neighbors returns the points that have a neighbour in s.
func (g *graph) neighbors(s set) set {
	return g.near[0][s&255] | g.near[1][s>>8&255] | g.near[2][s>>16&255]
}

// breathing returns the stones, of one colour, whose chains have a liberty
// among the empty points.
func (g *graph) breathing(stones, empty set) set {
	live := stones & g.neighbors(empty)
	for {
		more := live | stones&g.neighbors(live)
		if more == live {
			return live
		}
		live = more
	}
}

// LegalCount is the result of [Legal].
type LegalCount struct {
	Legal        uint64 // legal positions
	MovesSuicide uint64 // moves of both sides in all of them, suicide of at least two stones allowed
	Moves        uint64 // moves without suicide
}

// Legal counts the legal positions of b, of at most [MaxPoints] points, and the moves in them, by
// checking each of the 3^points colourings. tick, if not nil, receives the number of finished black
// sets now and then; several goroutines call it. It returns an error if the board is too large, or
// ctx's.
func Legal(ctx context.Context, b *board.Board, tick func(done, total int64)) (LegalCount, error) {
	g, err := newGraph(b)
	if err != nil {
		return LegalCount{}, err
	}
	const chunk = 256 // black sets at a time
	total := int64(g.all) + 1
	var next, done atomic.Int64
	workers := runtime.GOMAXPROCS(0)
	counts := make([]LegalCount, workers)
	group, ctx := errgroup.WithContext(ctx)
	for w := range workers {
		group.Go(func() error {
			for ctx.Err() == nil {
				from := next.Add(chunk) - chunk
				if from >= total {
					return nil
				}
				to := min(from+chunk, total)
				for black := from; black < to; black++ {
					g.countWith(set(black), &counts[w])
				}
				if sum := done.Add(to - from); tick != nil {
					tick(sum, total)
				}
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return LegalCount{}, err
	}
	var sum LegalCount
	for _, c := range counts {
		sum.Legal += c.Legal
		sum.MovesSuicide += c.MovesSuicide
		sum.Moves += c.Moves
	}
	return sum, nil
}

// countWith adds the positions with exactly the given black stones.
func (g *graph) countWith(black set, c *LegalCount) {
	rest := g.all &^ black
	for white := rest; ; white = (white - 1) & rest {
		empty := rest &^ white
		if g.breathing(black, empty) == black && g.breathing(white, empty) == white {
			c.Legal++
			places := 2 * uint64(bits.OnesCount32(empty))
			all, without := places, places
			for crowded := empty &^ g.neighbors(empty); crowded != 0; crowded &= crowded - 1 {
				p := crowded & -crowded
				for _, side := range [2][2]set{{black, white}, {white, black}} {
					switch g.suicide(p, empty, side[0], side[1]) {
					case lone:
						all--
						without--
					case several:
						without--
					}
				}
			}
			c.MovesSuicide += all
			c.Moves += without
		}
		if white == 0 {
			return
		}
	}
}

// The kinds of suicide.
const (
	no      = iota
	lone    // of the single stone
	several // of more stones
)

// suicide returns the kind of suicide of a stone of mine on p, an empty point without empty
// neighbours.
func (g *graph) suicide(p, empty, mine, theirs set) int {
	around := g.neighbors(p)
	empty &^= p
	switch {
	case g.breathing(theirs, empty) != theirs, g.breathing(mine, empty)&around != 0:
		return no
	case around&mine == 0:
		return lone
	}
	return several
}
