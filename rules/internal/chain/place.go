package chain

import "moyo/game"

// Place puts a stone of colour c (Black or White) on the empty point p and takes
// the opponent's chains off that have no liberty left. It returns the number of
// stones taken; they are the last of Empties.
//
// The move must not be suicide (see [Stones.Suicide]).
func (s *Stones) Place(p uint16, c game.Color) (captured int) {
	t := s.topo
	own := uint16(c) << colorShift
	s.takeEmpty(p)
	s.count[c]++
	s.tag[p] = own | p
	s.next[p], s.size[p] = p, 1
	row := t.Neighbors(p)
	w := t.weight[p]
	for _, q := range row {
		s.lib[s.tag[q]&rootMask] -= w
	}
	before := s.empty
	for _, q := range row {
		tag := s.tag[q]
		root := tag & rootMask
		switch {
		case tag&^rootMask == own:
			if tag != s.tag[p] {
				s.merge(s.tag[p]&rootMask, root, own)
			}
		case tag > rootMask && s.lib[root] == 0:
			s.remove(root)
		}
	}
	captured = s.empty - before
	s.count[c.Other()] -= captured
	return captured
}

// takeEmpty takes p off the list of empty points.
func (s *Stones) takeEmpty(p uint16) {
	s.empty--
	last := s.list[s.empty]
	i := s.at[p]
	s.list[i] = last
	s.at[last] = i
}

// merge makes one chain of the two named a and b, of colour own. The smaller
// one is renamed.
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

// remove takes the chain named root off the board: it has no liberties, so its
// points have no empty neighbours but each other.
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
		for _, q := range s.topo.Neighbors(p) {
			s.lib[s.tag[q]&rootMask] += w
		}
	}
}

// Suicide says whether a stone of colour c on the empty point p would have no
// liberty, also after its captures.
func (s *Stones) Suicide(p uint16, c game.Color) bool {
	if s.lib[p] != 0 {
		return false
	}
	own := uint16(c) << colorShift
	for _, q := range s.topo.Neighbors(p) {
		tag := s.tag[q]
		friend := tag&^rootMask == own
		if friend != s.onlyLiberty(tag&rootMask, p) { // a friend with breath or an enemy without
			return false
		}
	}
	return true
}

// Sense says what a stone of colour c could do on the empty point p: Illegal
// where it would be suicide, Eye where p is c's eye, else Useful.
//
// An eye of c is a point whose neighbours are all stones of c, none of them in
// atari. The opponent cannot play there: it would be suicide. Filling it would
// only give a liberty away. Where a neighbouring chain is in atari, p is its
// last liberty: the opponent may take it there, so the eye is false (or about
// to be) and filling it connects.
func (s *Stones) Sense(p uint16, c game.Color) Sense {
	if s.lib[p] != 0 {
		return Useful
	}
	own := uint16(c) << colorShift
	breath, danger, enemy := false, false, false
	for _, q := range s.topo.Neighbors(p) {
		tag := s.tag[q]
		atari := s.onlyLiberty(tag&rootMask, p)
		switch {
		case tag&^rootMask != own && atari:
			return Useful // takes it
		case tag&^rootMask != own:
			enemy = true
		case atari:
			danger = true
		default:
			breath = true
		}
	}
	switch {
	case !breath:
		return Illegal
	case enemy || danger:
		return Useful
	}
	return Eye
}

// Sense is what a move on an empty point can do.
type Sense uint8

// The senses of a move.
const (
	Illegal Sense = iota // suicide
	Eye                  // fills an own eye
	Useful
)
