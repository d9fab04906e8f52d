package pattern

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"moyo/board"
)

// Black and White are the colours in this package, with the numbers of package game.
const (
	Black = 1
	White = 2
)

// Board is a position of an n-in-a-row game with the figures that one more stone of either colour
// would make at every empty point.
//
// For each point p and axis a, one key contains the cells of the line within reach, two bits a
// cell. kinds contains the table's entry for the key, with Black's kind in the low four bits and
// White's in the high ones. A stone on q changes the keys of the points that see q, listed in seen:
//
//	keys   p*stride+a                        one uint32 each
//	kinds  p*stride+a                        one byte each, 4 together are one load
//	seen   seen[from[q]:from[q+1]]           key index and shift of each
//
// Kinds and codes of occupied points do not change, but keys do. Both are right because stones are
// taken back only in reverse order (see Undo).
//
// On a line that shows one cell twice, as on a torus with fewer points around than the window, two
// figures may be graded too high or too low. A winning row never is, unless the circle is hardly
// longer than the row.
type Board struct {
	table   *Table
	classes [3][]combined // by colour, code
	weights *Weights

	n, axes, stride int
	simple          bool
	asked           int           // counter of Banned
	cells           []board.Point // (p*axes+a)*2*half + slot, board.None beyond the edge
	from            []int32
	seen            []sight
	close           []uint64 // words bits a point: the points close to it
	reach           []uint64 // likewise: the points in one of its windows
	words           int
	zobrist         [3][]uint64

	state
}

// state is the mutable part of a Board.
type state struct {
	colour  []uint8
	keys    []uint32
	kinds   []uint8
	code    [3][]uint16
	class   [3][]uint8 // the Class by point; taken for occupied points and padding up to a whole word
	count   counts
	nearBy  []uint64 // for i stones, the points close to the first i of them, occupied or not
	sum     [3]Sum
	hash    uint64
	stones  []placed
	changes []change
}

// counts is the number of empty points of each class, by colour.
type counts [3][Classes]int32

// taken is the class of an occupied point.
const taken = 255

// sight locates a cell in a key, by its shift in bits.
type sight struct {
	key   int32 // index into keys
	point int32
	shift int32
}

// placed is a stone with what is needed to take it back.
type placed struct {
	point   board.Point
	colour  uint8
	changes int32 // number of changes before it
	sum     [3]Sum
	count   counts
}

// change is the effect of a stone on an empty point: the old contents, and the new kinds.
type change struct {
	key    int32 // index into kinds
	point  int32
	packed uint32 // new: see packedBoth
	code   [2]uint16
	class  [2]uint8
	kinds  uint8
}

// ErrNoLines is the error for a board without straight lines.
var ErrNoLines = errors.New("the board has no straight lines")

// New returns the empty position on b, or an error if b does not suit it.
func New(b *board.Board, t *Table) (*Board, error) {
	lines := b.Lines()
	if lines == nil {
		return nil, fmt.Errorf("n in a row on %s: %w", b.Title(), ErrNoLines)
	}
	axes := lines.Dirs / 2
	n := b.Len()
	pb := &Board{table: t, n: n, axes: axes, stride: max(axes, 4)}
	pb.classes = [3][]combined{nil, classes(t.Black.Ban), classes(t.White.Ban)}
	pb.weights = &Weights{}
	pb.layCells(lines)
	pb.listSeen()
	pb.simple = pb.isSimple()
	pb.listClose(b)
	pb.drawKeys()
	pb.clear()
	return pb, nil
}

// layCells follows each line from each point as far as the table sees. A line that returns to the
// point ends there.
func (b *Board) layCells(lines *board.Lines) {
	half := b.table.half
	b.cells = make([]board.Point, b.n*b.axes*2*half)
	for p := range board.Point(b.n) {
		for a := range b.axes {
			window := b.Window(p, a)
			walk(lines, p, 2*a, half, func(i int, q board.Point) { window[half+i] = q })
			walk(lines, p, 2*a+1, half, func(i int, q board.Point) { window[half-1-i] = q })
		}
	}
}

// walk calls put for half cells from p in direction d, with board.None beyond the end of the line.
func walk(lines *board.Lines, p board.Point, d, half int, put func(int, board.Point)) {
	q := p
	for i := range half {
		if q != board.None {
			step := lines.Next(q, d)
			q, d = step.To, int(step.Dir)
			if q == p {
				q = board.None
			}
		}
		put(i, q)
	}
}

// Window returns the cells of axis a around p by slot, those behind it first: half of them on each
// side, board.None beyond the edge. The caller must not modify it.
func (b *Board) Window(p board.Point, a int) []board.Point {
	w := 2 * b.table.half
	i := (int(p)*b.axes + a) * w
	return b.cells[i : i+w]
}

// listSeen inverts the windows.
func (b *Board) listSeen() {
	b.from = make([]int32, b.n+1)
	for _, q := range b.cells {
		if q != board.None {
			b.from[q+1]++
		}
	}
	for q := range b.n {
		b.from[q+1] += b.from[q]
	}
	b.seen = make([]sight, b.from[b.n])
	fill := append([]int32(nil), b.from...)
	for p := range board.Point(b.n) {
		for a := range b.axes {
			for slot, q := range b.Window(p, a) {
				if q != board.None {
					b.seen[fill[q]] = sight{int32(int(p)*b.stride + a), int32(p), int32(2 * slot)}
					fill[q]++
				}
			}
		}
	}
}

// listClose lists for each point the points within two cells along a line, two steps along edges,
// or a knight's move, and those in its windows.
func (b *Board) listClose(g *board.Board) {
	b.words = (b.n + 63) / 64
	b.close, b.reach = make([]uint64, b.n*b.words), make([]uint64, b.n*b.words)
	lines := g.Lines()
	for p := range board.Point(b.n) {
		row := b.close[int(p)*b.words : (int(p)+1)*b.words]
		add := func(q board.Point) {
			if q != board.None {
				row[q>>6] |= 1 << (q & 63)
			}
		}
		half := b.table.half
		for a := range b.axes {
			w := b.Window(p, a)
			for _, q := range w {
				if q != board.None {
					b.reach[int(p)*b.words+int(q>>6)] |= 1 << (q & 63)
				}
			}
			for i := range min(2, half) {
				add(w[half+i])
				add(w[half-1-i])
			}
		}
		for _, q := range g.Neighbors(p) {
			add(q)
			for _, r := range g.Neighbors(q) {
				add(r)
			}
			for a := range b.axes { // a knight's move: an edge, then a diagonal
				if lines.Axis(q, 2*a) == board.Diagonal {
					add(b.Window(q, a)[half])
					add(b.Window(q, a)[half-1])
				}
			}
		}
	}
}

// drawKeys makes the keys of the hash, the same in every run.
func (b *Board) drawKeys() {
	r := rand.New(rand.NewPCG(0x6d6f796f, uint64(b.n)))
	for c := Black; c <= White; c++ {
		b.zobrist[c] = make([]uint64, b.n)
		for p := range b.n {
			b.zobrist[c][p] = r.Uint64()
		}
	}
}

// clear makes the empty position.
func (b *Board) clear() {
	words := b.words
	b.state = state{
		colour: make([]uint8, b.n), nearBy: make([]uint64, words*(b.n+1)),
		keys: make([]uint32, b.n*b.stride), kinds: make([]uint8, b.n*b.stride),
		stones: make([]placed, 0, b.n),
	}
	for c := Black; c <= White; c++ {
		b.code[c], b.class[c] = make([]uint16, b.n), make([]uint8, (b.n+7)&^7)
		for p := range b.class[c] {
			b.class[c][p] = taken
		}
	}
	for p := range board.Point(b.n) {
		for a := range b.axes {
			i := int(p)*b.stride + a
			for slot, q := range b.Window(p, a) {
				if q == board.None {
					b.keys[i] |= wall << (2 * slot)
				}
			}
			b.kinds[i] = b.table.kinds[b.keys[i]]
		}
		for c := Black; c <= White; c++ {
			b.code[c][p] = codes[b.packed(int(p), c)]
			b.free(p, c)
			b.count[c][b.class[c][p]]++
			b.sum[c].add(b.weights[c][b.code[c][p]])
		}
	}
}

// packed returns the kinds of colour c on the lines through p, four bits each. With more than four
// lines, it returns the strongest four.
func (b *Board) packed(p, c int) uint16 {
	if b.axes > 4 {
		return strongest(b.kinds[p*b.stride:(p+1)*b.stride], 4*(c-1))
	}
	return uint16(b.packedBoth(p) >> (16 * (c - 1)))
}

// packedBoth returns packed for Black in the low half and for White in the high half.
func (b *Board) packedBoth(p int) uint32 {
	if b.axes > 4 {
		return uint32(b.packed(p, Black)) | uint32(b.packed(p, White))<<16
	}
	return packedFour(binary.LittleEndian.Uint32(b.kinds[p*4:]))
}

// packedFour returns packedBoth of the kinds of four lines.
func packedFour(x uint32) uint32 {
	l, h := x&0x0f0f0f0f, x>>4&0x0f0f0f0f
	l, h = (l|l>>4)&0x00ff00ff, (h|h>>4)&0x00ff00ff
	return (l|l>>8)&0xffff | (h|h>>8)<<16
}

func strongest(kinds []uint8, shift int) uint16 {
	var top [4]uint8
	for _, k := range kinds {
		k = k >> shift & 15
		for i := range top {
			if k > top[i] {
				k, top[i] = top[i], k
			}
		}
	}
	return uint16(top[0]) | uint16(top[1])<<4 | uint16(top[2])<<8 | uint16(top[3])<<12
}

// free sets the class of the empty point p for c from its code.
func (b *Board) free(p board.Point, c int) {
	b.class[c][p] = uint8(b.classes[c][b.code[c][p]].class)
}

// leave removes p from the counts, because a stone is placed on it.
func (b *Board) leave(p board.Point, c int) {
	b.count[c][b.class[c][p]]--
	b.class[c][p] = taken
	b.sum[c].subtract(b.weights[c][b.code[c][p]])
}

// Place puts a stone of colour c on the empty point p.
func (b *Board) Place(p board.Point, c int) {
	b.stones = append(b.stones, placed{point: p, colour: uint8(c), changes: int32(len(b.changes)), sum: b.sum, count: b.count})
	b.leave(p, Black)
	b.leave(p, White)
	b.colour[p] = uint8(c)
	b.hash ^= b.zobrist[c][p]
	b.approach(p)
	b.spread(p, uint32(c))
}

// approach adds the points close to p, the last stone, to those close to the
// stones before.
func (b *Board) approach(p board.Point) {
	i := len(b.stones) * b.words
	before, now := b.nearBy[i-b.words:i], b.nearBy[i:i+b.words]
	for j, w := range b.close[int(p)*b.words : (int(p)+1)*b.words] {
		now[j] = before[j] | w
	}
}

// spread adds the stone of colour c on p to every key that contains p, updates all dependent data,
// and records the old contents. It first collects the keys whose kinds change, then computes the
// consequences for all of them and both colours without branches. Whether a kind or a class changes
// is as good as random, and a mispredicted branch costs more than computing what stays the same.
func (b *Board) spread(p board.Point, c uint32) {
	seen := b.seen[b.from[p]:b.from[p+1]]
	since := len(b.changes)
	b.changes = slices.Grow(b.changes, len(seen))
	list := b.changes[since : since+len(seen)]
	table, keys, kinds, colour := b.table.kinds, b.keys, b.kinds, b.colour
	n := 0
	for _, s := range seen {
		key := keys[s.key] ^ c<<(s.shift&31)
		keys[s.key] = key
		list[n].key, list[n].point = s.key, s.point
		empty := uint32(colour[s.point]) - 1 // except for the lowest bit, all ones or all zeros
		n += int((uint32(kinds[s.key]^table[key])&(empty>>8) + 255) >> 8)
	}
	b.changes = b.changes[:since+n]
	b.follow(list[:n])
}

// follow updates the points of the changes to their keys, and records the old contents in the changes.
func (b *Board) follow(list []change) {
	for i := range list {
		list[i].packed = b.enter(&list[i])
	}
	b.recode(list, Black)
	b.recode(list, White)
}

// recode sets the codes of the changed points from their kinds for c, and records the old ones in the changes.
func (b *Board) recode(list []change, c int) {
	code, class, classes := b.code[c], b.class[c], b.classes[c]
	weights, count := &b.weights[c], &b.count[c]
	i := c - Black
	var sum Sum
	for k := range list {
		at := &list[k]
		now := codes[uint16(at.packed>>(16*i))]
		is := uint8(classes[now].class)
		old, was := code[at.point], class[at.point]
		at.code[i&1], at.class[i&1] = old, was
		sum.Move += weights[now].Move - weights[old].Move
		sum.Wait += weights[now].Wait - weights[old].Wait
		count[was]--
		count[is]++
		code[at.point], class[at.point] = now, is
	}
	b.sum[c].add(Weight(sum))
}

// enter sets the new kinds of a changed key, records the old ones, and returns the result of
// packedBoth. The kinds of four lines are one load and one store, because loads of partially stored
// data stall.
func (b *Board) enter(at *change) uint32 {
	now := b.table.kinds[b.keys[at.key]]
	if b.axes > 4 {
		at.kinds = b.kinds[at.key]
		b.kinds[at.key] = now
		return b.packedBoth(int(at.point))
	}
	four := b.kinds[at.point*4:][:4]
	shift := at.key & 3 * 8
	x := binary.LittleEndian.Uint32(four)
	at.kinds = uint8(x >> shift)
	x ^= uint32(at.kinds^now) << shift
	binary.LittleEndian.PutUint32(four, x)
	return packedFour(x)
}

// Undo takes the last stone back.
func (b *Board) Undo() {
	last := &b.stones[len(b.stones)-1]
	b.stones = b.stones[:len(b.stones)-1]
	p, c := last.point, int(last.colour)
	b.recall(p, uint32(c), int(last.changes))
	b.hash ^= b.zobrist[c][p]
	b.colour[p] = 0
	b.free(p, Black)
	b.free(p, White)
	b.sum, b.count = last.sum, last.count
}

// recall removes the stone of colour c on p from every key and undoes the changes recorded since.
func (b *Board) recall(p board.Point, c uint32, since int) {
	keys, kinds := b.keys, b.kinds
	for _, s := range b.seen[b.from[p]:b.from[p+1]] {
		keys[s.key] ^= c << (s.shift & 31)
	}
	code, class := &b.code, &b.class
	for i := len(b.changes) - 1; i >= since; i-- {
		old := &b.changes[i]
		kinds[old.key] = old.kinds
		code[Black][old.point], code[White][old.point] = old.code[0], old.code[1]
		class[Black][old.point], class[White][old.point] = old.class[0], old.class[1]
	}
	b.changes = b.changes[:since]
}

// At returns the colour of p: 0 empty, Black or White.
func (b *Board) At(p board.Point) int { return int(b.colour[p]) }

// Len returns the number of points.
func (b *Board) Len() int { return b.n }

// Stones returns the number of stones.
func (b *Board) Stones() int { return len(b.stones) }

// Stone returns the point and the colour of the i-th stone placed.
func (b *Board) Stone(i int) (board.Point, int) {
	return b.stones[i].point, int(b.stones[i].colour)
}

// Hash identifies the stones.
func (b *Board) Hash() uint64 { return b.hash }

// Class returns the class of a stone of c on the empty point p. For an occupied point it is not one
// of the classes.
func (b *Board) Class(p board.Point, c int) Class { return Class(b.class[c][p]) }

// Code returns the number of the kinds of c at the empty point p, below Codes.
func (b *Board) Code(p board.Point, c int) uint16 { return b.code[c][p] }

// Count returns the number of empty points of class k for c.
func (b *Board) Count(c int, k Class) int { return int(b.count[c][k]) }

// Kind returns the kind of a stone of c on axis a through the empty point p.
func (b *Board) Kind(p board.Point, a, c int) Kind {
	return Kind(b.kinds[int(p)*b.stride+a] >> (4 * (c - 1)) & 15)
}

// Table returns the table of b's rules.
func (b *Board) Table() *Table { return b.table }

// Axes returns the number of axes through each point.
func (b *Board) Axes() int { return b.axes }

// Of appends the empty points of class k for c to buf, ascending.
func (b *Board) Of(c int, k Class, buf []board.Point) []board.Point {
	if b.count[c][k] == 0 {
		return buf
	}
	for i := 0; i < len(b.class[c]); i += 8 {
		buf = appendBytes(buf, i, equalBytes(word(b.class[c], i), uint8(k)))
	}
	return buf
}

// Near appends the empty points close to a stone to buf, ascending.
func (b *Board) Near(buf []board.Point) []board.Point {
	i := len(b.stones) * b.words
	for j, w := range b.nearBy[i : i+b.words] {
		for ; w != 0; w &= w - 1 {
			if p := board.Point(j<<6 + bits.TrailingZeros64(w)); b.colour[p] == 0 {
				buf = append(buf, p)
			}
		}
	}
	return buf
}

// InSight reports whether p and q are in one window, so that a row may contain both.
func (b *Board) InSight(p, q board.Point) bool {
	return b.reach[int(p)*b.words+int(q>>6)]>>(q&63)&1 != 0
}

// Sight appends the set of points that are in list or visible from it, 64 to a word. list must not be empty.
func (b *Board) Sight(list []board.Point, buf []uint64) []uint64 {
	start := len(buf)
	for i, p := range list {
		row := b.reach[int(p)*b.words:][:b.words]
		if i == 0 {
			buf = append(buf, row...)
			buf[start+int(p>>6)] |= 1 << (p & 63)
			continue
		}
		own := buf[start+int(p>>6)] & (1 << (p & 63))
		for j, w := range row {
			buf[start+j] &= w
		}
		buf[start+int(p>>6)] |= own
	}
	return buf
}

// Crowd returns the largest number of stones of c in the window of any point.
func (b *Board) Crowd(p board.Point, c int) int {
	const low = 0x55555555
	most := 0
	for _, key := range b.keys[int(p)*b.stride:][:b.axes] {
		own, other := key&low, key>>1&low // a wall has both bits
		if c == White {
			own, other = other, own
		}
		most = max(most, bits.OnesCount32(own&^other))
	}
	return most
}

// IsNear reports whether the point p is close to a stone.
func (b *Board) IsNear(p board.Point) bool {
	return b.nearBy[len(b.stones)*b.words+int(p>>6)]>>(p&63)&1 != 0
}

// Clone returns an independent copy that shares immutable data.
func (b *Board) Clone() *Board {
	c := *b
	c.colour = append([]uint8(nil), b.colour...)
	c.keys = append([]uint32(nil), b.keys...)
	c.kinds = append([]uint8(nil), b.kinds...)
	c.nearBy = append([]uint64(nil), b.nearBy...)
	c.stones = append(make([]placed, 0, b.n), b.stones...)
	c.changes = append(make([]change, 0, cap(b.changes)), b.changes...)
	for col := Black; col <= White; col++ {
		c.code[col] = append([]uint16(nil), b.code[col]...)
		c.class[col] = append([]uint8(nil), b.class[col]...)
	}
	return &c
}
