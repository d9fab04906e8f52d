// Package fast is a fast implementation of games of captures and rows, for searches. It updates the
// liberties of chains and the number of stones of each colour in every row of n points
// incrementally, takes moves back, and does not allocate. [capturefive.Position] is the exact and
// simple implementation.
package fast

import (
	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/chain"
)

// Ko is the rule of repetition.
type Ko uint8

// The ko rules. Each forbids moves that recreate an earlier position of the stones.
const (
	Simple      Ko = iota // the position before the opponent's last move
	Positional            // any earlier position
	Situational           // any earlier position with the same side to move
)

// Options are the rules.
type Options struct {
	N        int  // stones in a row that win
	All      bool // rows along every line; otherwise only along orthogonal ones
	Captures bool // chains without liberties are removed, suicide is illegal
	Ko       Ko   // with Captures
	Pass     bool // passing is allowed, and two in a row end the game
	Take     int  // captured stones that win, 0 if captures do not win
}

// None means no point.
const None = ^uint16(0)

// filterSize is the number of counters that tell whether a position may have occurred before.
const filterSize = 1 << 12

// Board is a position. It is not safe for concurrent use; Clone it.
type Board struct {
	shape  *shape
	stones *chain.Reversible // nil without captures
	color  []game.Color
	window []uint8    // state of each window
	tally  [256]int32 // windows in each state
	value  *[256]int32
	sum    int32
	step   [3]uint8 // what a stone adds to the state of its windows, by colour
	empty  int
	toPlay game.Color
	hash   uint64 // of the stones
	ko     uint16 // the point that simple ko forbids
	passes int
	taken  [3]int // captured stones, by colour of the capturing side
	moves  []undo
	filter []uint8 // earlier positions by the low bits of their hash, with Captures
}

// undo is the other changes of a move besides the stones.
type undo struct {
	hash   uint64
	point  uint16 // None for a pass
	ko     uint16
	taken  uint16
	passes int8
	side   game.Color // the side that moved
}

// New returns the empty position on b with Black to move. It returns an error if b has no row of n
// points, or has more than about 400 points.
func New(b *board.Board, opt Options) (*Board, error) {
	s, err := newShape(b, opt)
	if err != nil {
		return nil, err
	}
	f := &Board{value: new([256]int32)}
	if opt.Captures {
		if f.stones, err = chain.NewReversible(b); err != nil {
			return nil, err
		}
	}
	f.start(s)
	return f, nil
}

// start makes f the empty position. Its chains, if any, must already be those of an empty board.
func (f *Board) start(s *shape) {
	n := s.board.Len()
	*f = Board{shape: s, stones: f.stones, value: f.value, color: make([]game.Color, n+1), empty: n, toPlay: game.Black, ko: None}
	f.step = [3]uint8{0, 1, uint8(s.opt.N + 1)}
	f.window = make([]uint8, len(s.points)/s.opt.N)
	f.tally[0] = int32(len(f.window))
	f.sum = f.value[0] * f.tally[0]
	f.filter = make([]uint8, filterSize)
	f.filter[0] = 1
}

// Clone returns an independent copy that shares immutable data.
func (f *Board) Clone() *Board {
	c := *f
	if f.stones != nil {
		c.stones = f.stones.Clone()
	}
	c.color = append([]game.Color(nil), f.color...)
	c.window = append([]uint8(nil), f.window...)
	c.moves = append([]undo(nil), f.moves...)
	c.filter = append([]uint8(nil), f.filter...)
	return &c
}

// Load makes f the game pos, which must use its board and rules: the stones at the start of pos,
// and every move since.
func (f *Board) Load(pos game.Position) {
	if f.stones != nil {
		f.stones.Clear()
	}
	f.start(f.shape)
	stones, _ := game.Start(pos)
	for p, c := range stones {
		if c != game.Empty {
			f.put(uint16(p), c)
		}
	}
	f.filter[0]--
	f.filter[f.hash%filterSize]++
	for _, t := range pos.Turns() {
		if f.toPlay = t.Color; t.Kind == game.TurnPass {
			f.Pass()
		} else {
			f.Play(uint16(t.Move))
		}
	}
	if f.toPlay = pos.ToPlay(); f.toPlay == game.Empty { // the game is over
		f.toPlay = game.Black
	}
}

// SetValues sets the value of a window for Black by its state, b + (n+1)w for b black and w white
// stones. Sum is the sum over all windows.
func (f *Board) SetValues(value *[256]int32) {
	f.value, f.sum = value, 0
	for _, s := range f.window {
		f.sum += value[s]
	}
}

// Sum returns the sum of the windows' values, for Black.
func (f *Board) Sum() int32 { return f.sum }

// Options returns the rules.
func (f *Board) Options() Options    { return f.shape.opt }
func (f *Board) Board() *board.Board { return f.shape.board }
func (f *Board) Len() int            { return f.shape.board.Len() }

// Neighbors returns the points adjacent to p, ascending. The slice is shared.
func (f *Board) Neighbors(p uint16) []game.Point { return f.shape.board.Neighbors(game.Point(p)) }

// ToPlay returns the side to move, even if the game is over.
func (f *Board) ToPlay() game.Color { return f.toPlay }

// At returns the colour of p.
func (f *Board) At(p uint16) game.Color { return f.color[p] }

// Empties returns the number of empty points.
func (f *Board) Empties() int { return f.empty }
func (f *Board) Ply() int     { return len(f.moves) }

// Taken returns the number of stones captured by by.
func (f *Board) Taken(by game.Color) int { return f.taken[by] }

// Ko returns the point where simple ko forbids a recapture, or None.
func (f *Board) Ko() uint16 { return f.ko }

// Last returns the point of the last move, or None for a pass or without moves.
func (f *Board) Last() uint16 {
	if len(f.moves) == 0 {
		return None
	}
	return f.moves[len(f.moves)-1].point
}

// Key identifies the stones, the side to move, the ko point and, if passing is allowed, whether the
// last move was a pass.
func (f *Board) Key() uint64 {
	key := f.hash
	if f.toPlay == game.White {
		key ^= f.shape.side
	}
	if f.ko != None {
		key ^= f.shape.keys[0][f.ko]
	}
	if f.shape.opt.Pass && f.passes > 0 {
		key ^= passKey
	}
	if f.shape.opt.Take > 0 {
		key ^= uint64(f.taken[game.Black])<<40 ^ uint64(f.taken[game.White])<<52
	}
	return key
}

// passKey is the change of a key by a pass.
const passKey = 0x9e3779b97f4a7c15

// Windows returns the windows through p.
func (f *Board) Windows(p uint16) []uint16 { return f.shape.windows(p) }

// Window returns the points of window w in order along its line. The slice is shared.
func (f *Board) Window(w int) []uint16 { return f.shape.points[w*f.shape.opt.N : (w+1)*f.shape.opt.N] }

// Joined reports whether consecutive points of a window are always neighbours. Then a stone of a
// row with one gap can be captured only by a stone in the gap, which is a liberty of all of them.
func (f *Board) Joined() bool { return f.shape.joined }

// Weigh sums table over the states of the windows through p, and counts those in the given state.
// any reports whether one of them contains a stone.
func (f *Board) Weigh(p uint16, table *[256]int32, state uint8) (sum int32, count int, any bool) {
	all := uint8(0)
	for _, w := range f.shape.windows(p) {
		st := f.window[w]
		sum += table[st]
		all |= st
		if st == state {
			count++
		}
	}
	return sum, count, all != 0
}

// State returns the state of window w.
func (f *Board) State(w int) uint8       { return f.window[w] }
func (f *Board) States() []uint8         { return f.window }
func (f *Board) Tally(state uint8) int   { return int(f.tally[state]) }
func (f *Board) Step(c game.Color) uint8 { return f.step[c] }

// Won returns the side that has n in a row or has captured enough, or Empty.
func (f *Board) Won() game.Color {
	n := uint8(f.shape.opt.N)
	switch {
	case f.tally[n] > 0:
		return game.Black
	case f.tally[n*(n+1)] > 0:
		return game.White
	}
	if t := f.shape.opt.Take; t > 0 {
		switch {
		case f.taken[game.Black] >= t:
			return game.Black
		case f.taken[game.White] >= t:
			return game.White
		}
	}
	return game.Empty
}

// Drawn reports whether two passes have ended the game.
func (f *Board) Drawn() bool { return f.passes >= 2 }

// Passed reports whether the last move was a pass, so that another pass ends the game.
func (f *Board) Passed() bool { return f.passes > 0 }

// InAtari returns the last liberty of the chain of the stone on p, if it has only one. It needs
// captures.
func (f *Board) InAtari(p uint16) (last uint16, ok bool) { return f.stones.InAtari(f.stones.Root(p)) }

// Root returns the name of the chain of the stone on p, which is one of its stones. It needs
// captures, as do Next and Size: Next returns the stone after p on the ring of its chain, Size the
// number of stones of the chain named root.
func (f *Board) Root(p uint16) uint16 { return f.stones.Root(p) }
func (f *Board) Next(p uint16) uint16 { return f.stones.Next(p) }
func (f *Board) Size(root uint16) int { return f.stones.Size(root) }

// PseudoLiberties returns the number of edges from the chain named root to an
// empty point. It needs captures.
func (f *Board) PseudoLiberties(root uint16) int { return f.stones.PseudoLiberties(root) }
