package weiqi

import (
	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/chain"
)

// Fast is a position for searches: stones, chains, liberties, simple ko and the side to move on any
// board, made for millions of moves a second. It has no history: superko, scoring by agreement and
// undo belong to [Position]. Copy it with [Fast.CopyFrom] to go back; moves and copies never
// allocate. It is not safe for concurrent use, but positions on one board may share a topology:
// make one with NewFast and the others with [Fast.Clone].
//
// The rules are area scoring without suicide. Play and Pass update Hash; [Fast.Playout] does not.
//
// Chains are named by one of their stones, the root; Play may change the names. See chain.Stones
// for the layout.
type Fast struct {
	stones chain.Stones
	board  *board.Board
	keys   []uint64 // keys[2*p] for a black stone on p, keys[2*p+1] for a white
	hash   uint64
	ko     int32 // the point that simple ko forbids to toPlay, or -1
	passes int32 // passes at the end of the moves so far
	toPlay game.Color
	queue  []uint16 // scratch memory for Area
}

// NewFast returns the empty position on b with Black to move.
func NewFast(b *board.Board) *Fast {
	f := &Fast{board: b, keys: fastKeys(b.Len()), queue: make([]uint16, 0, b.Len())}
	f.stones.Init(chain.NewTopology(b))
	f.reset()
	return f
}

// fastKeys returns the same random words for every board of n points.
func fastKeys(n int) []uint64 {
	rng := NewRand(0x6d6f796f)
	keys := make([]uint64, 2*n)
	for i := range keys {
		keys[i] = rng.Uint64()
	}
	return keys
}

func (f *Fast) reset() { f.hash, f.ko, f.passes, f.toPlay = 0, -1, 0, game.Black }

// Clone returns an independent copy that shares immutable data.
func (f *Fast) Clone() *Fast {
	c := &Fast{queue: make([]uint16, 0, f.Len())}
	c.CopyFrom(f)
	return c
}

// CopyFrom makes f a copy of o, which must be on the same board, without
// allocating.
func (f *Fast) CopyFrom(o *Fast) {
	f.stones.CopyFrom(&o.stones)
	f.board, f.keys = o.board, o.keys
	f.hash, f.ko, f.passes, f.toPlay = o.hash, o.ko, o.passes, o.toPlay
}

// Clear removes all stones; Black is to move.
func (f *Fast) Clear() {
	f.stones.Init(f.stones.Topology())
	f.reset()
}

// Load makes f the position p, which must be on the same board. Of the moves that p's superko
// forbids, f knows only the immediate recapture.
func (f *Fast) Load(p *Position) {
	f.Clear()
	for pt := range game.Point(f.Len()) {
		if c := p.At(pt); c != game.Empty {
			f.Play(pt, c)
		}
	}
	f.toPlay, f.ko, f.passes = p.toPlay, -1, int32(p.passes)
	moves := p.Moves()
	if len(moves) == 0 || moves[len(moves)-1] < 0 {
		return
	}
	last := moves[len(moves)-1].Point()
	if f.At(last) == game.Empty || f.Size(last) != 1 {
		return
	}
	if q, atari := f.InAtari(last); atari && p.Check(game.Place(q)) == game.Ko {
		f.ko = int32(q)
	}
}

// Board returns the board.
func (f *Fast) Board() *board.Board { return f.board }

// Len returns the number of points.
func (f *Fast) Len() int { return len(f.keys) / 2 }

// Neighbors returns the points adjacent to p, ascending. The slice is shared.
func (f *Fast) Neighbors(p game.Point) []game.Point { return f.board.Neighbors(p) }

// ToPlay returns the side to move.
func (f *Fast) ToPlay() game.Color { return f.toPlay }

// SetToPlay changes the side to move, for setting up positions. It lifts a ko and ends a run of
// passes.
func (f *Fast) SetToPlay(c game.Color) { f.toPlay, f.ko, f.passes = c, -1, 0 }

// Ko returns the point that simple ko forbids to the side to move, or
// board.None.
func (f *Fast) Ko() game.Point { return game.Point(f.ko) }

// Passes returns the number of passes in a row at the end of the moves.
func (f *Fast) Passes() int { return int(f.passes) }

// Hash returns a number that identifies the stones, the ko and the side to
// move.
func (f *Fast) Hash() uint64 {
	h := f.hash ^ uint64(f.toPlay)*0x9e3779b97f4a7c15
	if f.ko >= 0 {
		h ^= f.keys[2*f.ko] * 0x9e3779b97f4a7c15
	}
	return h
}

// At returns the colour of p.
func (f *Fast) At(p game.Point) game.Color { return f.stones.At(uint16(p)) }

// Count returns the number of stones of c.
func (f *Fast) Count(c game.Color) int { return f.stones.Count(c) }

// EmptyCount returns the number of empty points.
func (f *Fast) EmptyCount() int { return f.stones.EmptyCount() }

// Empty returns the i-th empty point, 0 <= i < EmptyCount().
func (f *Fast) Empty(i int) game.Point { return game.Point(f.stones.Empties()[i]) }

// Chain returns the name of the chain of the stone on p. An empty point is its own name.
func (f *Fast) Chain(p game.Point) game.Point { return game.Point(f.stones.Root(uint16(p))) }

// Size returns the number of stones of the chain of p.
func (f *Fast) Size(p game.Point) int { return f.stones.Size(f.stones.Root(uint16(p))) }

// Next returns the next stone of p's chain, in a ring that returns to p.
func (f *Fast) Next(p game.Point) game.Point { return game.Point(f.stones.Next(uint16(p))) }

// PseudoLiberties returns the number of edges between the chain of the stone on p and empty points:
// at least its number of liberties. For an empty point it is the number of empty neighbours.
func (f *Fast) PseudoLiberties(p game.Point) int {
	return f.stones.PseudoLiberties(f.stones.Root(uint16(p)))
}

// InAtari returns the liberty of the chain of the stone on p, if it has only one.
func (f *Fast) InAtari(p game.Point) (last game.Point, ok bool) {
	q, ok := f.stones.InAtari(f.stones.Root(uint16(p)))
	return game.Point(q), ok
}

// Liberties appends up to cap(buf)-len(buf) different liberties of the chain of the stone on p to
// buf. To check for more than k, pass space for k+1. It allocates only with space for more than 16.
func (f *Fast) Liberties(p game.Point, buf []game.Point) []game.Point {
	var few [16]uint16
	room := few[:0:min(len(few), cap(buf)-len(buf))]
	if cap(buf)-len(buf) > len(few) {
		room = make([]uint16, 0, cap(buf)-len(buf))
	}
	for _, q := range f.stones.Liberties(f.stones.Root(uint16(p)), room) {
		buf = append(buf, game.Point(q))
	}
	return buf
}

// Legal reports whether c may play on p, apart from superko: p is empty, not forbidden by simple ko
// and not suicide. The ko binds only the side to move.
func (f *Fast) Legal(p game.Point, c game.Color) bool {
	q := uint16(p)
	switch {
	case f.stones.At(q) != game.Empty:
		return false
	case f.stones.Open(q):
		return true
	}
	return (int32(p) != f.ko || c != f.toPlay) && !f.stones.Suicide(q, c)
}

// IsEye reports whether the empty point p is an eye of c: all its neighbours are stones of c, and
// none of their chains is in atari. See chain.Stones.Classify for why this works without diagonals,
// which a graph does not have.
func (f *Fast) IsEye(p game.Point, c game.Color) bool {
	return f.stones.Classify(uint16(p), c) == chain.Eye
}

// Play plays a stone of c on p, which must be Legal, and passes the turn to the other side. It
// returns the number of captured stones.
func (f *Fast) Play(p game.Point, c game.Color) int {
	q := uint16(p)
	captured := f.place(q, c)
	f.hash ^= f.keys[2*int(p)+int(c-game.Black)]
	if captured > 0 {
		other := int(c.Other() - game.Black)
		empties := f.stones.Empties()
		for _, e := range empties[len(empties)-captured:] {
			f.hash ^= f.keys[2*int(e)+other]
		}
	}
	return captured
}

// place is Play without the hash.
func (f *Fast) place(p uint16, c game.Color) int {
	captured := f.stones.Place(p, c)
	f.ko, f.passes, f.toPlay = -1, 0, 3-c
	if captured == 1 && f.stones.Size(f.stones.Root(p)) == 1 && f.stones.PseudoLiberties(p) == 1 {
		f.ko = int32(f.stones.Empties()[f.stones.EmptyCount()-1])
	}
	return captured
}

// Pass passes the turn to the other side and lifts the ko.
func (f *Fast) Pass() {
	f.ko, f.toPlay = -1, f.toPlay.Other()
	f.passes++
}
