package census

import (
	"context"
	"fmt"
	"math/bits"

	"moyo/board"
)

// MaxPositions limits the legal positions of a board for Games.
const MaxPositions = 64

// GameCount is the result of [Games].
type GameCount struct {
	Games   uint64 // paths from the empty board, including the empty path
	Longest int    // moves of the longest of them
}

// Games counts the games of b under positional superko: the simple paths of legal positions from
// the empty board, where either side may move each time. Only the very smallest boards have few
// enough. tick, if not nil, receives the number of counted games now and then. It returns an error
// if the board is too large, if the games exceed 64 bits, or ctx's.
func Games(ctx context.Context, b *board.Board, tick func(games uint64)) (GameCount, error) {
	next, err := positionGraph(b)
	if err != nil {
		return GameCount{}, err
	}
	w := walker{ctx: ctx, next: next, tick: tick}
	err = w.walk()
	return w.count, err
}

// positionGraph returns the moves between the legal positions of b as bit sets
// of positions; position 0 is the empty board.
func positionGraph(b *board.Board) ([]uint64, error) {
	g, err := newGraph(b)
	if err != nil {
		return nil, err
	}
	if g.n > 5 { // 3^6 colourings contain far more positions
		return nil, fmt.Errorf("%s has %d points; games are counted on boards of at most %d positions", b.Title(), g.n, MaxPositions)
	}
	type position struct{ black, white set }
	index := map[position]int{{}: 0}
	list := []position{{}}
	var next []uint64
	for i := 0; i < len(list); i++ {
		at := list[i]
		var to uint64
		for empty := g.all &^ (at.black | at.white); empty != 0; empty &= empty - 1 {
			p := empty & -empty
			black, white := g.place(p, at.black, at.white)
			white2, black2 := g.place(p, at.white, at.black)
			for _, q := range []position{{black, white}, {black2, white2}} {
				if q == at {
					continue // the suicide of a single stone
				}
				j, ok := index[q]
				if !ok {
					if j = len(list); j == MaxPositions {
						return nil, fmt.Errorf("%s has more than %d positions", b.Title(), MaxPositions)
					}
					index[q] = j
					list = append(list, q)
				}
				to |= 1 << j
			}
		}
		next = append(next, to)
	}
	return next, nil
}

// place returns mine and theirs after a stone of mine on p.
func (g *graph) place(p, mine, theirs set) (set, set) {
	mine |= p
	theirs = g.breathing(theirs, g.all&^(mine|theirs))
	return g.breathing(mine, g.all&^(mine|theirs)), theirs
}

// walker walks all simple paths by depth-first search without recursion.
type walker struct {
	ctx   context.Context
	next  []uint64
	tick  func(uint64)
	count GameCount
}

func (w *walker) walk() error {
	var todo [MaxPositions + 1]uint64 // by depth: the positions still to be tried
	var path [MaxPositions + 1]int
	visited := uint64(1)
	depth := 0
	todo[0] = w.next[0] &^ visited
	w.count.Games = 1
	report := uint64(1 << 26)
	for depth >= 0 {
		if todo[depth] == 0 {
			visited &^= 1 << path[depth]
			depth--
			continue
		}
		at := bits.TrailingZeros64(todo[depth])
		todo[depth] &= todo[depth] - 1
		w.count.Games++
		if depth+1 > w.count.Longest {
			w.count.Longest = depth + 1
		}
		if w.count.Games >= report {
			if w.count.Games >= 1<<63 {
				return fmt.Errorf("more than %d games", uint64(1)<<63)
			}
			report = w.count.Games + 1<<26
			if err := w.ctx.Err(); err != nil {
				return err
			}
			if w.tick != nil {
				w.tick(w.count.Games)
			}
		}
		if ahead := w.next[at] &^ visited &^ (1 << at); ahead != 0 {
			depth++
			path[depth] = at
			visited |= 1 << at
			todo[depth] = ahead
		}
	}
	return nil
}
