package connect4

import (
	"math/rand/v2"

	"moyo/engine/alphabeta"
	"moyo/game"
	rules "moyo/game/rules/connect4"
)

// field is a board's geometry: the rows of n cells on it, and the cells of each.
type field struct {
	w, h, n int
	rows    [][]int32 // of each cell, its rows
	central []int32   // of each cell, the number of its rows
	keys    [][2]uint64
	count   int // of rows
}

func newField(w, h, n int) *field {
	f := &field{w: w, h: h, n: n, rows: make([][]int32, w*h), central: make([]int32, w*h), keys: make([][2]uint64, w*h)}
	for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for y := range h {
			for x := range w {
				if ex, ey := x+d[0]*(n-1), y+d[1]*(n-1); ex >= w || ey >= h || ey < 0 {
					continue
				}
				for i := range n {
					c := (y+d[1]*i)*w + x + d[0]*i
					f.rows[c] = append(f.rows[c], int32(f.count))
					f.central[c]++
				}
				f.count++
			}
		}
	}
	r := rand.New(rand.NewPCG(1974, 2))
	for c := range f.keys {
		f.keys[c] = [2]uint64{r.Uint64(), r.Uint64()}
	}
	return f
}

// state is a position of any size in a search of package alphabeta, with each
// side's stones in every row. It implements alphabeta.Game.
type state struct {
	*field
	cells  []int8     // 0 empty, 1 and 2 the sides
	floor  []int32    // of each column, the cell where the next stone lands, negative if it is full
	stones [2][]uint8 // by side and row
	side   int        // to move, 0 or 1
	value  int        // of all rows, for side 0
	key    uint64
	moves  []int32
	won    bool // by the last move
	left   int
}

// worth is the value of a row with stones of one side alone, by the number of
// missing stones.
var worth = [rules.MaxN + 1]int{0, 24, 8, 2, 1, 0, 0}

// sideKey distinguishes positions that differ in the side to move only.
const sideKey = 0x9e3779b97f4a7c15

func newState(f *field, p *rules.Position) *state {
	s := &state{field: f, cells: make([]int8, f.w*f.h), floor: make([]int32, f.w), left: f.w * f.h}
	s.stones = [2][]uint8{make([]uint8, f.count), make([]uint8, f.count)}
	for x := range f.w {
		s.floor[x] = int32((f.h-1)*f.w + x)
	}
	for y := f.h - 1; y >= 0; y-- {
		for x := range f.w {
			if c := p.At(game.Point(y*f.w + x)); c != game.Empty {
				s.side = int(c) - 1
				s.Play(int32(y*f.w + x))
			}
		}
	}
	if s.side != int(p.ToPlay())-1 {
		s.side ^= 1
		s.key ^= sideKey
	}
	s.moves, s.won = s.moves[:0], false
	return s
}

// rowValue returns the value of a row for side 0.
func (s *state) rowValue(r int32) int {
	a, b := s.stones[0][r], s.stones[1][r]
	switch {
	case b == 0:
		return worth[s.n-int(a)]
	case a == 0:
		return -worth[s.n-int(b)]
	}
	return 0
}

// Play implements alphabeta.Game.
func (s *state) Play(cell int32) {
	s.won = false
	for _, r := range s.rows[cell] {
		s.value -= s.rowValue(r)
		s.stones[s.side][r]++
		s.value += s.rowValue(r)
		s.won = s.won || int(s.stones[s.side][r]) == s.n
	}
	s.cells[cell] = int8(s.side + 1)
	s.floor[int(cell)%s.w] = cell - int32(s.w)
	s.key ^= s.keys[cell][s.side] ^ sideKey
	s.side ^= 1
	s.left--
	s.moves = append(s.moves, cell)
}

// Undo implements alphabeta.Game.
func (s *state) Undo() {
	cell := s.moves[len(s.moves)-1]
	s.moves = s.moves[:len(s.moves)-1]
	s.side ^= 1
	s.left++
	s.key ^= s.keys[cell][s.side] ^ sideKey
	s.floor[int(cell)%s.w] = cell
	s.cells[cell] = 0
	for _, r := range s.rows[cell] {
		s.value -= s.rowValue(r)
		s.stones[s.side][r]--
		s.value += s.rowValue(r)
	}
	s.won = false
}

// Pass implements alphabeta.Game.
func (s *state) Pass() { s.side, s.key = s.side^1, s.key^sideKey }

// UndoPass implements alphabeta.Game.
func (s *state) UndoPass() { s.Pass() }

// Key implements alphabeta.Game.
func (s *state) Key() uint64 { return s.key }

// wins reports whether a side that plays a cell has n in a row.
func (s *state) wins(cell int32, side int) bool {
	for _, r := range s.rows[cell] {
		if int(s.stones[side][r]) == s.n-1 {
			return true
		}
	}
	return false
}

// winning returns the cell with which a side wins immediately, negative for
// none, and the number of such cells.
func (s *state) winning(side int) (cell int32, count int) {
	cell = -1
	for _, c := range s.floor {
		if c >= 0 && s.wins(c, side) {
			cell = c
			count++
		}
	}
	return cell, count
}

// Decided implements alphabeta.Game.
func (s *state) Decided(ply int) (score int, ok bool) {
	if s.won {
		return ply - alphabeta.Win, true
	}
	if s.left == 0 {
		return alphabeta.Draw, true
	}
	if _, n := s.winning(s.side); n > 0 {
		return alphabeta.Win - ply - 1, true
	}
	if s.left == 1 {
		return alphabeta.Draw, true
	}
	if _, n := s.winning(s.side ^ 1); n > 1 {
		return ply + 2 - alphabeta.Win, true
	}
	return 0, false
}

// Eval implements alphabeta.Game.
func (s *state) Eval() int {
	if s.side == 0 {
		return s.value
	}
	return -s.value
}

// Threatened implements alphabeta.Game.
func (s *state) Threatened() bool {
	_, n := s.winning(s.side ^ 1)
	return n > 0
}

// Moves implements alphabeta.Game: a win, or the answer to a threat, or all
// moves except the ones that let the opponent win on top of them, unless no
// others are left.
func (s *state) Moves(buf []alphabeta.Move) []alphabeta.Move {
	for _, side := range []int{s.side, s.side ^ 1} {
		if c, n := s.winning(side); n > 0 {
			kind := alphabeta.Check
			if side != s.side {
				kind = alphabeta.Reply
			}
			return append(buf, alphabeta.Move{Point: c, Score: s.order(c), Kind: kind})
		}
	}
	before := len(buf)
	for _, c := range s.floor {
		if c >= 0 && (c < int32(s.w) || !s.wins(c-int32(s.w), s.side^1)) {
			buf = append(buf, s.move(c))
		}
	}
	if len(buf) == before {
		buf = s.all(buf)
	}
	return buf
}

// all appends every move.
func (s *state) all(buf []alphabeta.Move) []alphabeta.Move {
	for _, c := range s.floor {
		if c >= 0 {
			buf = append(buf, s.move(c))
		}
	}
	return buf
}

func (s *state) move(cell int32) alphabeta.Move {
	m := alphabeta.Move{Point: cell, Score: s.order(cell)}
	for _, r := range s.rows[cell] {
		if int(s.stones[s.side][r]) == s.n-2 && s.stones[s.side^1][r] == 0 {
			m.Kind = alphabeta.Threat
		}
	}
	return m
}

// order returns how good a move looks: what it makes and what it prevents, and
// how near to the middle it is.
func (s *state) order(cell int32) int32 {
	score := 4 * s.central[cell]
	for _, r := range s.rows[cell] {
		a, b := int(s.stones[s.side][r]), int(s.stones[s.side^1][r])
		if b == 0 {
			score += 4 * int32(worth[max(0, s.n-a)])
		}
		if a == 0 && b > 0 {
			score += 3 * int32(worth[max(0, s.n-b)])
		}
		if b == 0 && a == s.n-1 {
			score += 1000
		}
		if a == 0 && b == s.n-1 {
			score += 500
		}
	}
	return score
}

// Quiesce implements alphabeta.Game: it answers single threats until none is
// left.
func (s *state) Quiesce(alpha, beta, ply int, nodes *int64) int {
	*nodes++
	if score, ok := s.Decided(ply); ok {
		return score
	}
	c, n := s.winning(s.side ^ 1)
	if n == 0 || ply > alphabeta.MaxPly-2 {
		return s.Eval()
	}
	s.Play(c)
	score := -s.Quiesce(-beta, -alpha, ply+1, nodes)
	s.Undo()
	return score
}

// Clone implements alphabeta.Game.
func (s *state) Clone() alphabeta.Game {
	c := *s
	c.cells = append([]int8(nil), s.cells...)
	c.floor = append([]int32(nil), s.floor...)
	c.moves = append([]int32(nil), s.moves...)
	for i := range c.stones {
		c.stones[i] = append([]uint8(nil), s.stones[i]...)
	}
	return &c
}
