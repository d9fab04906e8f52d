package alphabeta2015

import (
	"math/rand/v2"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// field is a position with some points out of bounds. These never change: empty
// ones are liberties that cannot be played, and chains with a stone there
// cannot be captured.
type field struct {
	board    *board.Board
	stones   []game.Color
	points   []game.Point // in bounds, ascending
	inside   []bool
	attacker game.Color
	target   []bool
	left     int // targets not yet captured

	keys [][3]uint64 // a random word for each point and colour
	hash uint64
	seen []uint64 // hashes of the positions of the line

	line  []played
	taken []game.Point // by the moves of the line, concatenated

	marks []int // the last call of alive that visited a point
	calls int
	chain []game.Point // scratch of alive

	near  []game.Point // points in bounds and their neighbours
	turns [][]turn     // of each of near
}

// played is a move of the line with its changes.
type played struct {
	at          game.Point
	left        int
	hash        uint64
	takenBefore int // length of field.taken
}

func newField(p *tsumego.Problem) *field {
	n := p.Board.Len()
	f := &field{
		board: p.Board, stones: slices.Clone(p.Stones), points: slices.Clone(p.Region), inside: make([]bool, n),
		attacker: p.Defender().Other(), target: make([]bool, n), keys: make([][3]uint64, n), marks: make([]int, n),
	}
	for _, q := range p.Walls {
		f.stones[q] = f.attacker
	}
	if len(f.points) == 0 {
		for q := range game.Point(n) {
			f.points = append(f.points, q)
		}
	}
	slices.Sort(f.points)
	for _, q := range f.points {
		f.inside[q] = true
	}
	for _, q := range p.Target {
		f.target[q] = true
		f.left++
	}
	random := rand.New(rand.NewPCG(2015, 0))
	for q := range f.keys {
		f.keys[q] = [3]uint64{game.Black: random.Uint64(), game.White: random.Uint64()}
		f.hash ^= f.keys[q][f.stones[q]]
	}
	f.seen = append(f.seen, f.hash)
	f.findTurns()
	return f
}

// captured reports whether all targets are captured.
func (f *field) captured() bool { return f.left == 0 }

// play places a stone on an empty point in bounds. It returns false and changes
// nothing if that is suicide or repeats a position.
func (f *field) play(p game.Point, c game.Color) bool {
	f.line = append(f.line, played{p, f.left, f.hash, len(f.taken)})
	f.put(p, c)
	for _, q := range f.board.Neighbors(p) {
		if f.stones[q] == c.Other() && !f.alive(q) {
			f.take()
		}
	}
	legal := f.alive(p) && !slices.Contains(f.seen, f.hash)
	f.seen = append(f.seen, f.hash)
	if !legal {
		f.undo()
	}
	return legal
}

// take removes the chain in f.chain.
func (f *field) take() {
	for _, q := range f.chain {
		f.put(q, game.Empty)
		f.taken = append(f.taken, q)
		if f.target[q] && !slices.Contains(f.taken[:len(f.taken)-1], q) {
			f.left--
		}
	}
}

// put changes a point.
func (f *field) put(p game.Point, c game.Color) {
	f.hash ^= f.keys[p][f.stones[p]] ^ f.keys[p][c]
	f.stones[p] = c
}

// undo takes the last move back.
func (f *field) undo() {
	last := f.line[len(f.line)-1]
	f.line, f.seen = f.line[:len(f.line)-1], f.seen[:len(f.seen)-1]
	other := f.stones[last.at].Other()
	for _, q := range f.taken[last.takenBefore:] {
		f.stones[q] = other
	}
	f.taken = f.taken[:last.takenBefore]
	f.stones[last.at] = game.Empty
	f.hash, f.left = last.hash, last.left
}

// alive reports whether a chain has a liberty or a stone out of bounds. If it
// has neither, f.chain contains all its stones.
func (f *field) alive(p game.Point) bool {
	f.calls++
	f.marks[p] = f.calls
	f.chain = append(f.chain[:0], p)
	for i := 0; i < len(f.chain); i++ {
		if !f.inside[f.chain[i]] {
			return true
		}
		for _, q := range f.board.Neighbors(f.chain[i]) {
			if f.stones[q] == game.Empty {
				return true
			}
			if f.stones[q] == f.stones[p] && f.marks[q] != f.calls {
				f.marks[q] = f.calls
				f.chain = append(f.chain, q)
			}
		}
	}
	return false
}
