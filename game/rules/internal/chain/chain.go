// Package chain keeps the stones of a game with captures on any graph: chains of connected stones,
// their liberties, and the removal of chains without any. It is the inner loop of Monte-Carlo
// search. It does not handle ko, passes, turns and scores; games add those.
//
// A [Topology] is made once for a board; a [Stones] is a position on it.
package chain

import "moyo/game"

// Stones is a position: the stones, their chains, and the empty points. It supports placing stones
// with their captures, and copying. It supports no undo (copy instead), no suicide, and no history.
// The zero value is not usable: call [New].
//
// # Layout
//
// The arrays are indexed by point and have a fixed size (some 180 KB, of which a board touches only
// the first entries of each). So the position contains no pointers, and a copy is six moves of
// memory:
//
//	tag    colour<<14 | root    the chain's name is one of its stones, the root;
//	                            an empty point is colour 0 and its own root
//	lib    at a root: the sum of the weights of its pseudo-liberties
//	                            (see Topology); elsewhere meaningless
//	next   the next stone of the same chain, in a ring
//	size   at a root: the number of stones
//	list   the empty points in no order, list[:empty]
//	at     the index of an empty point in list
//
// An empty point is treated as a chain of its own: its lib is the sum of the weights of its empty
// neighbours. A stone on p therefore subtracts weight(p) from the root of every neighbour, empty or
// not, and lib[p] is already right for the new stone.
type Stones struct {
	topo  *Topology
	empty int
	count [3]int // stones by colour
	lib   [Capacity]uint64
	tag   [Capacity]uint16
	next  [Capacity]uint16
	size  [Capacity]uint16
	at    [Capacity]uint16
	list  [Capacity]uint16
}

const (
	colorShift = 14
	rootMask   = 1<<colorShift - 1
	wallColor  = 3 // of the point behind the last, see Topology
)

// Init makes s the empty position on t.
func (s *Stones) Init(t *Topology) {
	s.topo = t
	s.empty = t.n
	s.count = [3]int{}
	s.tag[t.n] = wallColor<<colorShift | uint16(t.n)
	for p := range uint16(t.n) {
		s.tag[p], s.next[p], s.size[p] = p, p, 1
		s.at[p], s.list[p] = p, p
		s.lib[p] = 0
		for _, q := range t.Neighbors(p) {
			s.lib[p] += t.weight[q]
		}
	}
}

// CopyFrom makes s a copy of o, without allocating.
func (s *Stones) CopyFrom(o *Stones) {
	n := o.topo.n
	s.topo, s.empty, s.count = o.topo, o.empty, o.count
	copy(s.lib[:n], o.lib[:n])
	copy(s.tag[:n+1], o.tag[:n+1])
	copy(s.next[:n], o.next[:n])
	copy(s.size[:n], o.size[:n])
	copy(s.at[:n], o.at[:n])
	copy(s.list[:o.empty], o.list[:o.empty])
}

// Topology returns the topology of s.
func (s *Stones) Topology() *Topology { return s.topo }

// At returns the colour of p.
func (s *Stones) At(p uint16) game.Color { return game.Color(s.tag[p] >> colorShift) }

// Root returns the name of the chain of p, or p itself if it is empty. Placing a stone may change
// the names of chains.
func (s *Stones) Root(p uint16) uint16 { return s.tag[p] & rootMask }

// Next returns the stone after p on the ring of its chain.
func (s *Stones) Next(p uint16) uint16 { return s.next[p] }

// Size returns the number of stones of the chain named root.
func (s *Stones) Size(root uint16) int { return int(s.size[root]) }

// Count returns the number of stones of a colour.
func (s *Stones) Count(c game.Color) int { return s.count[c] }

// PseudoLiberties returns the number of edges from a stone of the chain to an
// empty point: at least the number of its liberties. For an empty point it is the
// number of empty neighbours.
func (s *Stones) PseudoLiberties(root uint16) int { return int(s.lib[root] & countMask) }

// Open reports whether the empty point p has an empty neighbour. If so, both colours may play on
// it, and it is not an eye.
func (s *Stones) Open(p uint16) bool { return s.lib[p] != 0 }

// Empties returns the empty points in no order. The slice is shared and valid until s changes.
func (s *Stones) Empties() []uint16 { return s.list[:s.empty] }

// EmptyCount returns the number of empty points.
func (s *Stones) EmptyCount() int { return s.empty }

// SwapEmpty exchanges the i-th and the j-th of Empties, for random choice without repeats.
func (s *Stones) SwapEmpty(i, j int) {
	p, q := s.list[i], s.list[j]
	s.list[i], s.list[j] = q, p
	s.at[p], s.at[q] = uint16(j), uint16(i)
}

// InAtari returns the only liberty of the chain named root, and whether it has only one.
func (s *Stones) InAtari(root uint16) (last uint16, ok bool) {
	sum := s.lib[root]
	count := sum & countMask
	if count-1 >= s.topo.maxDeg { // more stones than p can touch, or none
		return 0, false
	}
	p := uint16(uint32(sum>>countBits&s.topo.sumMask) / uint32(count))
	if int(p) >= s.topo.n {
		return 0, false
	}
	return p, s.onlyLiberty(root, p)
}

// onlyLiberty reports whether p is the one liberty of the chain named root.
func (s *Stones) onlyLiberty(root, p uint16) bool {
	sum := s.lib[root]
	return sum == sum&countMask*s.topo.weight[p] && (s.topo.exact || s.touches(root, p))
}

// touches reports whether p is empty and all pseudo-liberties of the chain named root are p, by
// counting.
func (s *Stones) touches(root, p uint16) bool {
	if s.tag[p] != p {
		return false
	}
	left := s.lib[root] & countMask
	tag := s.tag[root]
	for _, q := range s.topo.Neighbors(p) {
		if s.tag[q] == tag {
			left--
		}
	}
	return left == 0
}

// Liberties appends different liberties of the chain named root to buf until buf is full (its
// capacity). A chain has more than k liberties if a buf with space for k+1 is filled.
func (s *Stones) Liberties(root uint16, buf []uint16) []uint16 {
	p := root
	for {
		for _, q := range s.topo.Neighbors(p) {
			if s.tag[q] != q || contains(buf, q) {
				continue
			}
			if len(buf) == cap(buf) {
				return buf
			}
			buf = append(buf, q)
		}
		if p = s.next[p]; p == root {
			return buf
		}
	}
}

func contains(list []uint16, p uint16) bool {
	for _, q := range list {
		if q == p {
			return true
		}
	}
	return false
}
