package chain

import (
	"fmt"

	"moyo/board"
	"moyo/game"
)

// Reversible is a position like [Stones] whose moves can be taken back, for tree searches. It
// counts liberties by the same sums of weights, and needs a board with exact ones (see [Topology]),
// up to some 400 points.
//
// Chains are rings: exchanging the successors of one stone of each joins two chains, and the same
// exchange separates them again. Logs keep what a move overwrites. Moves are taken back only in
// reverse order, so a removed chain still has its ring when it is restored.
type Reversible struct {
	topo   *Topology
	color  []game.Color // of each point; the wall after the last one has no colour
	root   []uint16
	next   []uint16
	size   []uint16
	lib    []uint64 // at a root: the sum of the weights of its pseudo-liberties
	merges []merge
	taken  []uint16 // points of removed stones, in order
	placed []placed
}

// placed is the data that a move overwrote.
type placed struct {
	point         uint16
	merges, taken int // lengths of the logs before it
	root, next    uint16
	size          uint16
	lib           uint64
}

// merge records that the chain of root a was joined to that of root b.
type merge struct{ a, b uint16 }

// NewReversible returns the empty position on b, or an error if the board is too large for exact
// weights.
func NewReversible(b *board.Board) (*Reversible, error) {
	t := NewTopology(b)
	if !t.exact {
		return nil, fmt.Errorf("%s: %d points are too many for moves to be taken back", b.Title(), b.Len())
	}
	return &Reversible{
		topo: t, color: make([]game.Color, t.n+1), root: make([]uint16, t.n+1), next: make([]uint16, t.n+1),
		size: make([]uint16, t.n+1), lib: make([]uint64, t.n+1),
	}, nil
}

// Clone returns an independent copy.
func (s *Reversible) Clone() *Reversible {
	c := *s
	c.color = append([]game.Color(nil), s.color...)
	c.root = append([]uint16(nil), s.root...)
	c.next = append([]uint16(nil), s.next...)
	c.size = append([]uint16(nil), s.size...)
	c.lib = append([]uint64(nil), s.lib...)
	c.merges = append([]merge(nil), s.merges...)
	c.taken = append([]uint16(nil), s.taken...)
	c.placed = append([]placed(nil), s.placed...)
	return &c
}

// Topology returns the topology of s.
func (s *Reversible) Topology() *Topology { return s.topo }

// At returns the colour of p.
func (s *Reversible) At(p uint16) game.Color { return s.color[p] }

// Root returns the name of the chain of the stone on p.
func (s *Reversible) Root(p uint16) uint16 { return s.root[p] }

// Next returns the stone after p on the ring of its chain.
func (s *Reversible) Next(p uint16) uint16 { return s.next[p] }

// Size returns the number of stones of the chain named root.
func (s *Reversible) Size(root uint16) int { return int(s.size[root]) }

// InAtari returns the only liberty of the chain named root, and whether it has only one.
func (s *Reversible) InAtari(root uint16) (last uint16, ok bool) {
	sum := s.lib[root]
	count := sum & countMask
	if count-1 >= s.topo.maxDeg { // more stones than p can touch, or none
		return 0, false
	}
	p := uint16(uint32(sum>>countBits&s.topo.sumMask) / uint32(count))
	return p, sum == count*s.topo.weight[p]
}

// only reports whether p is the one liberty of the chain named root.
func (s *Reversible) only(root, p uint16) bool {
	sum := s.lib[root]
	return sum == sum&countMask*s.topo.weight[p]
}

// Captures returns the number of stones that a stone of colour c on the empty point p captures.
func (s *Reversible) Captures(p uint16, c game.Color) int {
	sum := 0
	var seen [maxSeen]uint16
	n := 0
	for _, q := range s.topo.Neighbors(p) {
		if s.color[q] != c.Other() {
			continue
		}
		r := s.root[q]
		if s.only(r, p) && !contains(seen[:n], r) {
			sum += int(s.size[r])
			if n < maxSeen {
				seen[n] = r
				n++
			}
		}
	}
	return sum
}

// maxSeen is the number of chains around a point that are counted exactly. Only artificial graphs
// have more neighbours; a chain may then count twice.
const maxSeen = 32

// Takes reports whether a stone of colour c on the empty point p captures any.
func (s *Reversible) Takes(p uint16, c game.Color) bool {
	for _, q := range s.topo.Neighbors(p) {
		if s.color[q] == c.Other() && s.only(s.root[q], p) {
			return true
		}
	}
	return false
}

// Suicide reports whether a stone of colour c on the empty point p would have no liberty, even
// after its captures.
func (s *Reversible) Suicide(p uint16, c game.Color) bool {
	for _, q := range s.topo.Neighbors(p) {
		switch s.color[q] {
		case game.Empty:
			return false
		case c:
			if !s.only(s.root[q], p) {
				return false
			}
		default:
			if s.only(s.root[q], p) {
				return false
			}
		}
	}
	return true
}

// Place puts a stone of colour c on the empty point p and removes the opponent's chains that have
// no liberty left. It returns the points of the captured stones, shared and valid until s changes.
// The move must not be suicide.
func (s *Reversible) Place(p uint16, c game.Color) (taken []uint16) {
	s.placed = append(s.placed, placed{p, len(s.merges), len(s.taken), s.root[p], s.next[p], s.size[p], s.lib[p]})
	row := s.topo.Neighbors(p)
	w := s.topo.weight[p]
	sum := uint64(0)
	for _, q := range row {
		if s.color[q] == game.Empty {
			sum += s.topo.weight[q]
		} else {
			s.lib[s.root[q]] -= w
		}
	}
	s.color[p], s.root[p], s.next[p], s.size[p], s.lib[p] = c, p, p, 1, sum
	// Capture before joining, so that Undo can separate chains first and then correct the sums of the
	// chains that gained liberties.
	before := len(s.taken)
	for _, q := range row {
		if s.color[q] == c.Other() && s.lib[s.root[q]] == 0 {
			s.remove(s.root[q], c)
		}
	}
	for _, q := range row {
		if s.color[q] == c && s.root[q] != s.root[p] {
			s.join(s.root[p], s.root[q])
		}
	}
	return s.taken[before:]
}

// join merges the two chains named a and b. It renames the smaller one.
func (s *Reversible) join(a, b uint16) {
	if s.size[a] > s.size[b] {
		a, b = b, a
	}
	s.merges = append(s.merges, merge{a, b})
	s.lib[b] += s.lib[a]
	s.size[b] += s.size[a]
	s.rename(a, b)
	s.next[a], s.next[b] = s.next[b], s.next[a]
}

// rename gives the stones on the ring of p the name root.
func (s *Reversible) rename(p, root uint16) {
	for q := p; ; {
		s.root[q] = root
		if q = s.next[q]; q == p {
			return
		}
	}
}

// remove removes the chain named root, captured by a stone of colour c.
func (s *Reversible) remove(root uint16, c game.Color) {
	for p := root; ; {
		s.taken = append(s.taken, p)
		s.color[p] = game.Empty
		w := s.topo.weight[p]
		for _, q := range s.topo.Neighbors(p) {
			if s.color[q] == c {
				s.lib[s.root[q]] += w
			}
		}
		if p = s.next[p]; p == root {
			return
		}
	}
}

// Undo takes the last move back. There must be one.
func (s *Reversible) Undo() {
	last := &s.placed[len(s.placed)-1]
	p := last.point
	c := s.color[p]
	for i := len(s.merges) - 1; i >= last.merges; i-- {
		m := s.merges[i]
		s.next[m.a], s.next[m.b] = s.next[m.b], s.next[m.a]
		s.rename(m.a, m.a)
		s.size[m.b] -= s.size[m.a]
		s.lib[m.b] -= s.lib[m.a]
	}
	s.merges = s.merges[:last.merges]
	for _, x := range s.taken[last.taken:] {
		w := s.topo.weight[x]
		for _, q := range s.topo.Neighbors(x) {
			if s.color[q] == c {
				s.lib[s.root[q]] -= w
			}
		}
	}
	for _, x := range s.taken[last.taken:] {
		s.color[x] = c.Other()
	}
	s.taken = s.taken[:last.taken]
	w := s.topo.weight[p]
	s.color[p] = game.Empty
	for _, q := range s.topo.Neighbors(p) {
		if s.color[q] != game.Empty {
			s.lib[s.root[q]] += w
		}
	}
	s.root[p], s.next[p], s.size[p], s.lib[p] = last.root, last.next, last.size, last.lib
	s.placed = s.placed[:len(s.placed)-1]
}

// Taken returns the points of the last n captured stones. The slice is shared.
func (s *Reversible) Taken(n int) []uint16 { return s.taken[len(s.taken)-n:] }

// Clear takes all moves back.
func (s *Reversible) Clear() {
	for len(s.placed) > 0 {
		s.Undo()
	}
}

// PseudoLiberties returns the number of edges from the chain named root to an
// empty point.
func (s *Reversible) PseudoLiberties(root uint16) int { return int(s.lib[root] & countMask) }
