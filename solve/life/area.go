package life

import (
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// The sides of a problem.
const (
	defender = 0
	attacker = 1
)

// area is the constant part of a problem: the region's points by number, their neighbours, and
// where stones are safe.
type area struct {
	board  *board.Board
	points []game.Point // ascending, by number
	number map[game.Point]int
	adj    [tsumego.MaxRegion]set
	full   set
	// safe contains for each side the points on which its stones are safe: next to its own stones or
	// to empty points outside the region.
	safe    [2]set
	color   [2]game.Color
	targets []int // numbers of the targets' stones
}

// newArea returns the area of a problem that Check has accepted and whose region and defender are
// known.
func newArea(p *tsumego.Problem) *area {
	a := &area{board: p.Board, points: slices.Clone(p.Region), number: map[game.Point]int{}}
	slices.Sort(a.points)
	a.points = slices.Compact(a.points)
	a.color = [2]game.Color{p.Defender(), p.Defender().Other()}
	for i, q := range a.points {
		a.number[q] = i
		a.full = a.full.or(single(i))
	}
	stones := p.Walled()
	for i, q := range a.points {
		for _, n := range p.Board.Neighbors(q) {
			j, inside := a.number[n]
			if inside {
				a.adj[i] = a.adj[i].or(single(j))
				continue
			}
			for side := range a.safe {
				if c := stones[n]; c == game.Empty || c == a.color[side] {
					a.safe[side] = a.safe[side].or(single(i))
				}
			}
		}
	}
	return a
}

// start returns the initial state of the problem.
func (a *area) start(p *tsumego.Problem, threats [2]uint8) state {
	s := state{ko: noKo, threats: threats}
	for i, q := range a.points {
		for side, c := range a.color {
			if p.Stones[q] == c {
				s.stones[side] = s.stones[side].or(single(i))
			}
		}
	}
	if p.ToPlay == a.color[attacker] {
		s.turn = attacker
	}
	if i, ok := a.number[p.Ko]; ok && p.Ko != board.None {
		s.ko = int16(i)
	}
	s.key = keys.of(&s)
	return s
}

// move converts a number to a move on the board; number is its inverse.
func (a *area) move(m int) game.Move {
	if m == len(a.points) {
		return game.Pass
	}
	return game.Place(a.points[m])
}

func (a *area) numberOf(m game.Move) (int, bool) {
	if m == game.Pass {
		return len(a.points), true
	}
	i, ok := a.number[m.Point()]
	return i, ok
}

// chain returns the chain at p among stones, and all points that it touches.
func (a *area) chain(p int, stones set) (chain, touched set) {
	chain = single(p)
	for todo := chain; !todo.empty(); {
		n := a.adj[todo.pop()]
		touched = touched.or(n)
		more := n.and(stones).without(chain)
		chain, todo = chain.or(more), todo.or(more)
	}
	return chain, touched.without(chain)
}

// spread returns the part of within that is connected to from, which must be part of it.
func (a *area) spread(from, within set) set {
	for todo := from; !todo.empty(); {
		more := a.adj[todo.pop()].and(within).without(from)
		from, todo = from.or(more), todo.or(more)
	}
	return from
}

// around returns the neighbours of the points of s. They may include points of s.
func (a *area) around(s set) set {
	var n set
	for !s.empty() {
		n = n.or(a.adj[s.pop()])
	}
	return n
}
