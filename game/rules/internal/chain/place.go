package chain

import (
	"math/bits"

	"moyo/game"
)

// Place puts a stone of colour c (Black or White) on the empty point p and removes the opponent's
// chains that have no liberty left. It returns the number of captured stones; they are the last of
// Empties.
//
// The move must not be suicide (see [Stones.Suicide]).
func (s *Stones) Place(p uint16, c game.Color) (captured int) {
	s.takeEmpty(p)
	row := s.topo.row(p)
	w := s.topo.weight[p]
	for _, q := range row {
		s.lib[s.tag[q]&rootMask] -= w
	}
	s.count[c]++
	s.tag[p] = uint16(c)<<colorShift | p
	s.next[p], s.size[p] = p, 1
	before := s.empty
	for len(row) > maskBits {
		s.settle(p, c, row[:maskBits])
		row = row[maskBits:]
	}
	s.settle(p, c, row)
	captured = s.empty - before
	s.count[3-c] -= captured
	return captured
}

// maskBits is the largest number of neighbours that settle can handle.
const maskBits = 64

// settle connects the new stone of colour c on p with the friends in row, which is a part of p's,
// and removes enemies without liberties. It first determines what to do without branches that
// cannot be predicted, and without a loop for rows of four, by far the most frequent.
func (s *Stones) settle(p uint16, c game.Color, row []uint16) {
	own, enemy := uint16(c), uint16(3-c)
	friends, dead := uint64(0), uint64(0)
	if len(row) == 4 {
		r := (*[4]uint16)(row)
		f0, d0 := s.friendOrDead(r[0], own, enemy)
		f1, d1 := s.friendOrDead(r[1], own, enemy)
		f2, d2 := s.friendOrDead(r[2], own, enemy)
		f3, d3 := s.friendOrDead(r[3], own, enemy)
		friends = f0 | f1<<1 | f2<<2 | f3<<3
		dead = d0 | d1<<1 | d2<<2 | d3<<3
	} else {
		for i, q := range row {
			f, d := s.friendOrDead(q, own, enemy)
			friends |= f << (i & 63)
			dead |= d << (i & 63)
		}
	}
	for ; friends != 0; friends &= friends - 1 {
		tag := s.tag[row[bits.TrailingZeros64(friends)]]
		if mine := s.tag[p]; tag != mine {
			s.merge(mine&rootMask, tag&rootMask, own<<colorShift)
		}
	}
	for ; dead != 0; dead &= dead - 1 {
		if tag := s.tag[row[bits.TrailingZeros64(dead)]]; tag > rootMask { // not yet captured
			s.remove(tag & rootMask)
		}
	}
}

// friendOrDead reports for the point q next to a new stone whether it has a friendly stone, and
// whether it has an enemy stone without liberties.
func (s *Stones) friendOrDead(q, own, enemy uint16) (friend, dead uint64) {
	tag := s.tag[q]
	color := tag >> colorShift
	return bit(color == own), bit(s.lib[tag&rootMask]|uint64(color^enemy) == 0)
}

// bit returns 1 for true.
func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// takeEmpty removes p from the list of empty points.
func (s *Stones) takeEmpty(p uint16) {
	s.empty--
	last := s.list[s.empty]
	i := s.at[p]
	s.list[i] = last
	s.at[last] = i
}

// merge merges the two chains named a and b, of colour own. It renames the smaller one.
func (s *Stones) merge(a, b, own uint16) {
	if s.size[a] > s.size[b] {
		a, b = b, a
	}
	s.lib[b] += s.lib[a]
	s.size[b] += s.size[a]
	tag := own | b
	p := a
	for {
		s.tag[p] = tag
		p = s.next[p]
		if p == a {
			break
		}
	}
	s.next[a], s.next[b] = s.next[b], s.next[a]
}

// remove removes the chain named root from the board. It has no liberties, so its points have no
// empty neighbours except each other.
func (s *Stones) remove(root uint16) {
	first := s.empty
	p := root
	for {
		s.tag[p] = p
		s.lib[p] = 0
		s.at[p] = uint16(s.empty)
		s.list[s.empty] = p
		s.empty++
		p = s.next[p]
		if p == root {
			break
		}
	}
	for _, p := range s.list[first:s.empty] {
		w := s.topo.weight[p]
		for _, q := range s.topo.row(p) {
			s.lib[s.tag[q]&rootMask] += w
		}
	}
}

// Suicide reports whether a stone of colour c on the empty point p would have no liberty, even
// after its captures.
func (s *Stones) Suicide(p uint16, c game.Color) bool {
	if s.lib[p] != 0 {
		return false
	}
	own := uint16(c) << colorShift
	for _, q := range s.topo.Neighbors(p) {
		tag := s.tag[q]
		friend := tag&^rootMask == own
		if friend != s.onlyLiberty(tag&rootMask, p) { // a friend with a liberty left, or an enemy without one
			return false
		}
	}
	return true
}

// Classify returns the class of a stone of colour c on the empty point p: Illegal if it would be
// suicide, Eye if p is c's eye, else Useful.
//
// An eye of c is a point whose neighbours are all stones of c, none of them in atari. The opponent
// cannot play there, because it would be suicide, and filling it would only lose a liberty. If a
// neighbouring chain is in atari, p is its last liberty: the opponent may capture it there, so the
// eye is false (or about to be) and filling it connects.
func (s *Stones) Classify(p uint16, c game.Color) Class {
	if s.lib[p] != 0 {
		return Useful
	}
	w := s.topo.weight[p]
	seen := uint32(0) // bit 2*colour: such a neighbour that keeps a liberty; next bit: one in atari
	row := s.topo.row(p)
	if len(row) == 4 {
		r := (*[4]uint16)(row)
		seen = s.neighborBit(r[0], w) | s.neighborBit(r[1], w) | s.neighborBit(r[2], w) | s.neighborBit(r[3], w)
	} else {
		for _, q := range row {
			seen |= s.neighborBit(q, w)
		}
	}
	if seen&anyAtari != 0 && !s.topo.exact {
		seen = s.neighborBits(p)
	}
	return classes[c&3][uint8(seen)]
}

// neighborBit returns the bit of seen for the neighbour q.
func (s *Stones) neighborBit(q uint16, w uint64) uint32 {
	tag := s.tag[q]
	sum := s.lib[tag&rootMask]
	return 1 << (uint32(tag>>colorShift)<<1 | uint32(bit(sum == sum&countMask*w)))
}

// anyAtari is the bits of seen for chains in atari.
const anyAtari = 0b00_10_10_00

// neighborBits is the loop of Classify for boards too large for exact weights.
func (s *Stones) neighborBits(p uint16) (seen uint32) {
	for _, q := range s.topo.Neighbors(p) {
		tag := s.tag[q]
		seen |= 1 << (uint32(tag>>colorShift)<<1 | uint32(bit(s.onlyLiberty(tag&rootMask, p))))
	}
	return seen
}

// classes maps the neighbours' colours and states to classes.
var classes = func() (table [4][256]Class) {
	for _, c := range []game.Color{game.Black, game.White} {
		for seen := range table[c] {
			has := func(color game.Color, atari int) bool { return seen>>(int(color)<<1|atari)&1 == 1 }
			switch {
			case has(3-c, 1):
				table[c][seen] = Useful // captures it
			case !has(c, 0):
				table[c][seen] = Illegal
			case has(3-c, 0) || has(c, 1):
				table[c][seen] = Useful
			default:
				table[c][seen] = Eye
			}
		}
	}
	return table
}()

// Class is the effect of a move on an empty point.
type Class uint8

// The classes of a move.
const (
	Illegal Class = iota // suicide
	Eye                  // fills an own eye
	Useful
)
