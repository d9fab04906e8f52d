package weiqi

import (
	"math/bits"

	"moyo/board"
	"moyo/game"
)

// A siege is a region inside a wall of unconditionally living stones in which
// there are stones of both sides: the besieged, who has no two eyes to hope for,
// and loose stones of the wall's side. Those may be worthless; or the besieged
// lives in seki around them, or by taking them when they have become many. That
// is a matter of reading: the besieged is dead if, after any number of moves of
// its own that go unanswered, the wall's side to move takes it by alternate
// play.
//
// The search asks in how few stones that is done. A ko may not be taken back at
// once, by either side; beyond that the search knows no history, as on the
// shortest way every stone brings the wall's side nearer whatever the besieged
// replies, so that it has no use for coming back to a position.
//
// Point i of the region is bit i of a set.
type siege struct {
	all    uint64
	adj    []uint64
	wall   uint64 // points beside the wall
	known  map[siegeState]verdict
	budget int
}

// siegeState is a position of a siege.
type siegeState struct {
	mine, theirs uint64 // stones of the wall's side and of the besieged
	ko           uint64 // the point where a ko may not be taken back, if any
	attack       bool   // the wall's side is to move
}

// verdict is what is known of a position: it is killed by so many stones of the
// wall's side, and not by so many.
type verdict struct{ kills, fails int8 }

// Regions of more points, and sieges that need more reading, stay undecided.
const (
	siegePoints = 64
	siegeBudget = 20_000 // positions a siege
	siegeTotal  = 60_000 // positions a side of the board
	siegeDepth  = 14     // stones of the wall's side
)

// falls says whether the opponent's stones in the region are certain to be
// taken, although stones of the side stand loose among them.
func (l *life) falls(points []game.Point, wall []bool) bool {
	if len(points) > siegePoints {
		return false
	}
	s := newSiege(l.b, points, wall)
	s.budget = min(siegeBudget, siegeTotal-l.read)
	whole := s.budget
	defer func() { l.read += whole - s.budget }()
	var start siegeState
	for i, p := range points {
		switch l.stones[p] {
		case l.side:
			start.mine |= 1 << i
		case l.side.Other():
			start.theirs |= 1 << i
		}
	}
	start.attack = true
	start = s.fillBesideWall(start)
	met := map[siegeState]bool{start: true}
	list := []siegeState{start}
	for i := 0; i < len(list); i++ { // the besieged moves as often as it likes
		if !s.deepens(list[i]) {
			return false
		}
		for empty := s.empty(list[i]); empty != 0; empty &= empty - 1 {
			next, ok := s.defend(list[i], empty&-empty)
			if ok && !met[next] {
				met[next] = true
				list = append(list, next)
			}
		}
	}
	return true
}

// fillBesideWall gives the besieged every empty point beside the wall that it may
// play on. Nothing better can happen to it there: such a point is no eye; the
// wall's side can play there in safety and in its own time, as the besieged has
// no two eyes however often it moves meanwhile; and a stone of the wall's side
// there would only move the wall inwards.
func (s *siege) fillBesideWall(at siegeState) siegeState {
	for open := s.empty(at) & s.wall; open != 0; open &= open - 1 {
		if next, ok := s.defend(at, open&-open); ok {
			at = next
		}
	}
	return at
}

// deepens tries longer and longer ways to kill.
func (s *siege) deepens(at siegeState) bool {
	for depth := range int8(siegeDepth + 1) {
		if s.kills(at, depth) {
			return true
		}
	}
	return false
}

func newSiege(b *board.Board, points []game.Point, wall []bool) *siege {
	s := &siege{
		all: ^uint64(0) >> (64 - len(points)), adj: make([]uint64, len(points)),
		known: map[siegeState]verdict{},
	}
	index := make(map[game.Point]int, len(points))
	for i, p := range points {
		index[p] = i
	}
	for i, p := range points {
		for _, q := range b.Neighbors(p) {
			if wall[q] {
				s.wall |= 1 << i
			} else {
				s.adj[i] |= 1 << index[q] // whatever is not wall is in the region
			}
		}
	}
	return s
}

func (s *siege) empty(at siegeState) uint64 { return s.all &^ (at.mine | at.theirs) }

func (s *siege) near(set uint64) (near uint64) {
	for ; set != 0; set &= set - 1 {
		near |= s.adj[bits.TrailingZeros64(set)]
	}
	return near
}

// reach returns what of within is connected with seed, a part of it.
func (s *siege) reach(seed, within uint64) uint64 {
	for {
		more := seed | s.near(seed)&within
		if more == seed {
			return seed
		}
		seed = more
	}
}

// attack returns the position after a stone of the wall's side on p, and false
// if that is not allowed. Stones connected with the wall have liberties.
func (s *siege) attack(at siegeState, p uint64) (siegeState, bool) {
	mine := at.mine | p
	theirs := s.reach(at.theirs&s.near(s.all&^(mine|at.theirs)), at.theirs)
	open := s.all &^ (mine | theirs)
	live := s.reach(mine&(s.wall|s.near(open)), mine)
	next := siegeState{mine: mine, theirs: theirs}
	if p&s.wall == 0 {
		next.ko = s.koAfter(p, mine, open, at.theirs&^theirs)
	}
	return next, live == mine && p != at.ko
}

// defend is the same for the besieged.
func (s *siege) defend(at siegeState, p uint64) (siegeState, bool) {
	theirs := at.theirs | p
	mine := s.reach(at.mine&(s.wall|s.near(s.all&^(at.mine|theirs))), at.mine)
	open := s.all &^ (mine | theirs)
	live := s.reach(theirs&s.near(open), theirs)
	next := siegeState{mine: mine, theirs: theirs, attack: true}
	next.ko = s.koAfter(p, theirs, open, at.mine&^mine)
	return next, live == theirs && p != at.ko
}

// koAfter returns the point of the one stone taken, if the stone on p, which
// took it, is alone among own and has no liberty beside.
func (s *siege) koAfter(p, own, open, taken uint64) uint64 {
	near := s.near(p)
	if bits.OnesCount64(taken) == 1 && near&own == 0 && near&open == taken {
		return taken
	}
	return 0
}

// kills says whether the wall's side can come to a position that is over in at
// most depth stones of its own.
func (s *siege) kills(at siegeState, depth int8) bool {
	known, ok := s.known[at]
	if !ok {
		known = verdict{fails: -1, kills: siegeDepth + 1}
		switch {
		case s.over(at):
			known.kills = 0
		case s.lives(at):
			known.fails = siegeDepth
		}
		s.known[at] = known
	}
	switch {
	case depth >= known.kills:
		return true
	case depth <= known.fails || at.attack && depth == 0 || s.budget == 0:
		return false
	}
	s.budget--
	if s.tryAll(at, depth) {
		known.kills = depth
	} else if s.budget > 0 {
		known.fails = depth
	}
	s.known[at] = known
	return depth >= known.kills
}

// tryAll looks for one move that kills, or for one that survives.
func (s *siege) tryAll(at siegeState, depth int8) bool {
	if !at.attack { // the besieged may pass
		if stay := (siegeState{mine: at.mine, theirs: at.theirs, attack: true}); !s.kills(stay, depth) {
			return false
		}
	}
	for empty := s.empty(at); empty != 0; empty &= empty - 1 {
		p := empty & -empty
		if at.attack {
			if next, ok := s.attack(at, p); ok && s.kills(next, depth-1) {
				return true
			}
		} else if next, ok := s.defend(at, p); ok && !s.kills(next, depth) {
			return false
		}
	}
	return !at.attack
}

// over says whether nothing is left to read: all the besieged stones are taken,
// or each part of the region that the wall's stones leave is lost.
func (s *siege) over(at siegeState) bool {
	if at.theirs == 0 {
		return true
	}
	joined := s.reach(at.mine&s.wall, at.mine)
	for rest := s.all &^ joined; rest != 0; {
		part := s.reach(rest&-rest, rest)
		rest &^= part
		if part&at.mine == 0 && !s.twoEyes(at, part) {
			continue // no stone of the wall's side is cut off there
		}
		if !s.starved(at, part) {
			return false
		}
	}
	return true
}

// starved says whether the besieged stones of a part are one chain around one
// eye space that is a star, a point and its neighbours (up to the cross of five
// on a grid), with a stone of the wall's side on the middle or about to be. That
// is one eye: when the wall's side has filled all but one leaf, the besieged must
// take, and is left with a smaller star whose middle the wall's side takes again.
func (s *siege) starved(at siegeState, part uint64) bool {
	chain, space := part&at.theirs, part&^at.theirs
	if chain == 0 || space == 0 || space&s.wall != 0 ||
		s.reach(chain&-chain, chain) != chain || s.reach(space&-space, space) != space {
		return false
	}
	for left := space; left != 0; left &= left - 1 {
		middle := left & -left
		leaves := space &^ middle
		if s.near(middle)&space == leaves && s.near(leaves)&leaves == 0 {
			return at.attack || middle&at.mine != 0
		}
	}
	return false
}

// twoEyes is life.twoEyes for a part of a siege without loose stones.
func (s *siege) twoEyes(at siegeState, part uint64) bool {
	var eyes uint64
	for open := s.empty(at) & part &^ (s.wall | s.near(at.mine)); open != 0; open &= open - 1 {
		p := open & -open
		others := part &^ p
		if s.reach(others&-others, others) == others {
			eyes |= p
		}
	}
	for left := eyes; left != 0; left &= left - 1 {
		if eyes&^(left&-left)&^s.adj[bits.TrailingZeros64(left)] != 0 {
			return true
		}
	}
	return false
}

// lives says whether some of the besieged stones live for ever, by the theorem
// of [Benson] on the sets of this siege.
func (s *siege) lives(at siegeState) bool {
	var chains, eyes []uint64
	for rest := at.theirs; rest != 0; {
		c := s.reach(rest&-rest, at.theirs)
		chains = append(chains, c)
		rest &^= c
	}
	for rest := s.all &^ at.theirs; rest != 0; {
		r := s.reach(rest&-rest, s.all&^at.theirs)
		if r&s.wall == 0 {
			eyes = append(eyes, r)
		}
		rest &^= r
	}
	for len(eyes) >= 2 {
		alive := uint64(0)
		kept := chains[:0]
		for _, c := range chains {
			vital := 0
			for _, r := range eyes {
				if touched := s.near(c); touched&r != 0 && r&^at.mine&^touched == 0 {
					vital++
				}
			}
			if vital >= 2 {
				kept = append(kept, c)
				alive |= c
			}
		}
		chains = kept
		open := eyes[:0]
		for _, r := range eyes {
			if s.near(r)&^r&^alive == 0 {
				open = append(open, r)
			}
		}
		if len(open) == len(eyes) {
			return alive != 0
		}
		eyes = open
	}
	return false
}
