package trainer

import (
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
	"moyo/solve/life/tsumego"
)

// Position is a problem being played out by the rules of docs/tsumego.md: only in the region, where
// chains that reach outside are never captured. It is plain and slow, and not for searches.
type Position struct {
	b       *board.Board
	inside  []bool // by point: whether it is in the region; all are without a region
	walls   []bool // by point: whether it is outside and counts as a stone of the attacker
	stones  []game.Color
	toPlay  game.Color
	ko      game.Point
	last    game.Point
	targets []game.Point // whose stones have not been captured yet
	claimed int          // targets at the start
	cleared bool         // the region was cleared of the defender's stones, without another target
	side    game.Color   // the defender
}

// Start returns the start position of a problem.
func Start(p *tsumego.Problem) *Position {
	at := &Position{
		b: p.Board, stones: slices.Clone(p.Stones), toPlay: p.ToPlay, ko: p.Ko, last: board.None,
		targets: slices.Clone(p.Target), claimed: len(p.Target), side: p.Defender(),
	}
	at.inside, at.walls = make([]bool, len(p.Stones)), make([]bool, len(p.Stones))
	for _, q := range p.Walls {
		at.walls[q] = true
	}
	for q := range at.inside {
		at.inside[q] = len(p.Region) == 0
	}
	for _, q := range p.Region {
		at.inside[q] = true
	}
	if len(at.targets) == 0 && at.wayOut() {
		at.targets = at.unsafe()
		at.claimed = len(at.targets)
	}
	return at
}

// wayOut reports whether the defender has a stone or a liberty outside next to the region.
func (at *Position) wayOut() bool {
	for p, inside := range at.inside {
		if inside && slices.ContainsFunc(at.b.Neighbors(game.Point(p)), func(q game.Point) bool {
			return !at.inside[q] && !at.walls[q] && at.stones[q] != at.side.Other()
		}) {
			return true
		}
	}
	return false
}

// unsafe returns a stone of each of the defender's chains in the region that do not reach outside.
func (at *Position) unsafe() []game.Point {
	seen := map[game.Point]bool{}
	var found []game.Point
	for p := range game.Point(len(at.stones)) {
		if !at.inside[p] || at.stones[p] != at.side || seen[p] {
			continue
		}
		chain, _, safe := at.Chain(p)
		for _, q := range chain {
			seen[q] = true
		}
		if !safe {
			found = append(found, p)
		}
	}
	return found
}

// Stones returns the colours of the points. The caller must not change them.
func (at *Position) Stones() []game.Color { return at.stones }

// ToPlay returns the side to move.
func (at *Position) ToPlay() game.Color { return at.toPlay }

// Last returns the point of the last stone, or board.None after a pass and at
// the start.
func (at *Position) Last() game.Point { return at.last }

// Clone returns an independent copy.
func (at *Position) Clone() *Position {
	c := *at
	c.stones, c.targets = slices.Clone(at.stones), slices.Clone(at.targets)
	return &c
}

// Check returns why the side to move may not play m; OffBoard is outside the region.
func (at *Position) Check(m game.Move) game.Reason {
	p := m.Point()
	switch {
	case m == game.Pass:
		return game.Legal
	case m < 0 || int(m) >= len(at.stones):
		return game.OffBoard
	case at.stones[p] != game.Empty:
		return game.Occupied
	case !at.inside[p]:
		return game.OffBoard
	case p == at.ko:
		return game.Ko
	}
	return at.Clone().place(p)
}

// Play plays m for the side to move. If that is illegal it returns the reason and changes nothing.
func (at *Position) Play(m game.Move) game.Reason {
	if r := at.Check(m); r != game.Legal {
		return r
	}
	at.last, at.ko = m.Point(), board.None
	if m != game.Pass {
		_ = at.place(m.Point()) // checked
	}
	at.toPlay = at.toPlay.Other()
	return game.Legal
}

// place puts a stone on an empty point, captures and sets the ko. After Suicide the position is
// invalid.
func (at *Position) place(p game.Point) game.Reason {
	me := at.toPlay
	at.stones[p] = me
	var taken []game.Point
	for _, q := range at.b.Neighbors(p) {
		if at.stones[q] != me.Other() {
			continue
		}
		if chain, liberties, safe := at.Chain(q); liberties == 0 && !safe {
			for _, s := range chain {
				at.stones[s] = game.Empty
			}
			taken = append(taken, chain...)
		}
	}
	own, liberties, safe := at.Chain(p)
	if liberties == 0 && !safe {
		return game.Suicide
	}
	if len(taken) == 1 && len(own) == 1 && liberties == 1 && !safe {
		at.ko = taken[0]
	}
	at.note(taken)
	return game.Legal
}

// note records what the capture has decided.
func (at *Position) note(taken []game.Point) {
	at.targets = slices.DeleteFunc(at.targets, func(t game.Point) bool { return slices.Contains(taken, t) })
	if len(taken) == 0 || at.claimed > 0 {
		return
	}
	at.cleared = true
	for q, c := range at.stones {
		if at.inside[q] && c == at.side {
			at.cleared = false
		}
	}
}

// Chain returns the stones of the chain on a point, its number of liberties, and whether it reaches
// outside the region, where nothing is ever captured or filled.
func (at *Position) Chain(p game.Point) (stones []game.Point, liberties int, safe bool) {
	seen := make([]bool, len(at.stones))
	seen[p] = true
	stones = []game.Point{p}
	for i := 0; i < len(stones); i++ {
		safe = safe || !at.inside[stones[i]]
		for _, q := range at.b.Neighbors(stones[i]) {
			if seen[q] {
				continue
			}
			switch {
			case at.walls[q] && at.stones[p] == at.side: // no liberty
			case at.stones[q] == game.Empty:
				seen[q] = true
				liberties++
				safe = safe || !at.inside[q]
			case at.stones[q] == at.stones[p]:
				seen[q] = true
				stones = append(stones, q)
			}
		}
	}
	return stones, liberties, safe
}

// Captured reports whether the attacker has captured everything required. Without a target that is
// when the region is cleared; the defender may then still start again under the stones.
func (at *Position) Captured() bool {
	if at.claimed > 0 {
		return len(at.targets) == 0
	}
	return at.cleared
}

// Safe reports whether one of the targets needs no further move: it is unconditionally alive, or
// its chain reaches outside.
func (at *Position) Safe() bool {
	if len(at.targets) == 0 {
		return false
	}
	alive := weiqi.Benson(at.b, at.stones, at.side)
	return slices.ContainsFunc(at.targets, func(t game.Point) bool {
		_, _, safe := at.Chain(t)
		return safe || alive[t]
	})
}

// Key returns a text that is equal for positions of one problem with the same continuations.
func (at *Position) Key() string {
	key := make([]byte, 0, len(at.stones)+len(at.targets)+8)
	for _, c := range at.stones {
		key = append(key, byte(c))
	}
	key = append(key, byte(at.toPlay), byte(at.ko), byte(at.ko>>8))
	for _, t := range at.targets {
		key = append(key, byte(t), byte(t>>8))
	}
	return string(key)
}
