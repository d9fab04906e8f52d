package weiqi

import (
	"context"
	"slices"

	"moyo/board"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/solve/life"
)

// The bounds of the search for seki. Larger shapes are not called seki.
const (
	sekiEye    = 4      // points of the one eye that a group in seki may have
	sekiRoom   = 8      // points of all eyes, false ones included, that a group that the solver is asked about may have
	sekiPoints = 9      // that matter: shared liberties, and eyes
	sekiNodes  = 40_000 // of each search
)

// Seki implements engine.SekiStones. First it asks the life-and-death solver which
// groups without much room are in seki. Of the others it finds groups of both
// colours without two eyes that share liberties, where neither side can capture a
// group of the other even if it moves first. It searches all moves on the groups'
// own liberties. It takes for granted that the stones around live, and that dead
// ones are dead.
func (e *Engine) Seki(ctx context.Context, pos game.Position, dead []game.Point) ([]game.Point, error) {
	s := newSekiMap(pos.Board(), colorsWithout(pos, dead))
	fates := s.solve(ctx)
	var found []game.Point
	for id, fate := range fates {
		if fate == life.Seki {
			found = append(found, s.areas[id].points...)
		}
	}
	for _, fight := range s.fights() {
		solved := slices.ContainsFunc(fight.stones, func(p game.Point) bool {
			return fates[s.of[p]] != life.NoFate && fates[s.of[p]] != lives
		})
		if !solved && s.stands(ctx, fight) {
			found = append(found, fight.stones...)
		}
	}
	slices.Sort(found)
	return found, ctx.Err()
}

// sekiOf returns the stones in seki in the fights that some of the given stones
// take part in, without the solver. It also tries moves where small chains were
// captured: they may be on the vital points of an eye.
func (e *Engine) sekiOf(ctx context.Context, pos game.Position, dead, of []game.Point) ([]game.Point, error) {
	s := newSekiMap(pos.Board(), colorsWithout(pos, dead))
	var found []game.Point
	for _, fight := range s.fights() {
		fight.points = append(fight.points, fight.small...)
		asked := slices.ContainsFunc(of, func(p game.Point) bool { return slices.Contains(fight.stones, p) })
		if asked && s.stands(ctx, fight) {
			found = append(found, fight.stones...)
		}
	}
	return found, ctx.Err()
}

// colorsWithout returns the colours of a position without some stones.
func colorsWithout(pos game.Position, dead []game.Point) []game.Color {
	colors := make([]game.Color, pos.Board().Len())
	for p := range colors {
		colors[p] = pos.At(game.Point(p))
	}
	for _, p := range dead {
		colors[p] = game.Empty
	}
	return colors
}

// sekiMap is a position divided into areas: chains, and empty regions.
type sekiMap struct {
	b      *board.Board
	colors []game.Color
	of     []int32 // the area of a point
	areas  []sekiArea
	group  []int32   // of an area that is a chain: the chain that represents its group
	rivals [][]int32 // of the chain that represents a group: see opponents
}

// sekiArea is a chain or an empty region.
type sekiArea struct {
	color   game.Color
	points  []game.Point
	near    []int32 // the areas around it
	touches [3]bool // of a region: which colours are around it
	safe    bool    // of a chain: it has two eyes, or enough territory to live
	roomy   bool    // of a chain: it lives unconditionally, or has more territory than groups in seki have
}

// own reports whether a region belongs to one side alone.
func (a *sekiArea) own() bool {
	return a.color == game.Empty && a.touches[game.Black] != a.touches[game.White]
}

// shared reports whether both sides touch a region.
func (a *sekiArea) shared() bool {
	return a.color == game.Empty && a.touches[game.Black] && a.touches[game.White]
}

func newSekiMap(b *board.Board, colors []game.Color) *sekiMap {
	s := &sekiMap{b: b, colors: colors, of: make([]int32, len(colors))}
	for p := range s.of {
		s.of[p] = -1
	}
	for p := range game.Point(len(colors)) {
		if s.of[p] < 0 {
			s.flood(p)
		}
	}
	s.meet()
	s.join()
	s.oppose()
	s.markAlive()
	return s
}

// flood makes the area of p.
func (s *sekiMap) flood(p game.Point) {
	id := int32(len(s.areas))
	a := sekiArea{color: s.colors[p], points: []game.Point{p}}
	s.of[p] = id
	for i := 0; i < len(a.points); i++ {
		for _, q := range s.b.Neighbors(a.points[i]) {
			if s.of[q] < 0 && s.colors[q] == a.color {
				s.of[q] = id
				a.points = append(a.points, q)
			}
		}
	}
	s.areas = append(s.areas, a)
}

// meet records which areas are next to each other.
func (s *sekiMap) meet() {
	for id := range s.areas {
		a := &s.areas[id]
		seen := map[int32]bool{int32(id): true}
		for _, p := range a.points {
			for _, q := range s.b.Neighbors(p) {
				if n := s.of[q]; !seen[n] {
					seen[n] = true
					a.near = append(a.near, n)
					a.touches[s.colors[q]] = true
				}
			}
		}
	}
}

// join makes one group of the chains around a region that is theirs alone.
func (s *sekiMap) join() {
	s.group = make([]int32, len(s.areas))
	for id := range s.group {
		s.group[id] = int32(id)
	}
	for id := range s.areas {
		if a := &s.areas[id]; a.own() {
			for _, chain := range a.near[1:] {
				s.group[s.head(chain)] = s.head(a.near[0])
			}
		}
	}
}

// head is the chain that represents the group of another.
func (s *sekiMap) head(chain int32) int32 {
	for s.group[chain] != chain {
		chain = s.group[chain]
	}
	return chain
}

// markAlive marks the groups that need no seki to live.
func (s *sekiMap) markAlive() {
	eyes, space := map[int32]int{}, map[int32]int{}
	for id := range s.areas {
		if a := &s.areas[id]; a.own() {
			head := s.head(a.near[0])
			eyes[head]++
			space[head] += len(a.points)
		}
	}
	alive := map[int32]bool{}
	for _, side := range []game.Color{game.Black, game.White} {
		for p, lives := range rules.Benson(s.b, s.colors, side) {
			if lives {
				alive[s.head(s.of[p])] = true
			}
		}
	}
	for id := range s.areas {
		if a := &s.areas[id]; a.color != game.Empty {
			head := s.head(int32(id))
			a.safe = alive[head] || eyes[head] > 1 || space[head] > sekiEye
			a.roomy = alive[head] || space[head] > sekiRoom
		}
	}
}

// sekiFight is groups connected by shared liberties, and the points on which
// either side can fight for them.
type sekiFight struct {
	stones []game.Point
	points []game.Point
	small  []game.Point // those of stones in chains no larger than an eye
	sides  [3]bool
}

// fights returns the candidates for seki.
func (s *sekiMap) fights() (all []sekiFight) {
	met := make([]bool, len(s.areas))
	for id := range s.areas {
		if a := &s.areas[id]; !met[id] && a.shared() {
			if f := s.fight(int32(id), met); f.sides[game.Black] && f.sides[game.White] && len(f.points) <= sekiPoints {
				all = append(all, f)
			}
		}
	}
	return all
}

// fight collects the groups without two eyes around a shared region, groups
// that share further regions with them, and so on.
func (s *sekiMap) fight(region int32, met []bool) (f sekiFight) {
	queue := []int32{region}
	met[region] = true
	for len(queue) > 0 {
		a := &s.areas[queue[0]]
		queue = queue[1:]
		if a.color == game.Empty {
			f.points = append(f.points, a.points...)
		} else {
			f.stones = append(f.stones, a.points...)
			f.sides[a.color] = true
			if len(a.points) <= sekiEye {
				f.small = append(f.small, a.points...)
			}
		}
		for _, n := range a.near {
			next := &s.areas[n]
			fits := next.color == game.Empty && a.color != game.Empty || next.color != game.Empty && !next.safe
			if fits && !met[n] {
				met[n] = true
				queue = append(queue, n)
			}
		}
	}
	return f
}

// stands reports whether neither side can capture a group of the other in the
// fight, moving first.
func (s *sekiMap) stands(ctx context.Context, f sekiFight) bool {
	for _, attacker := range []game.Color{game.Black, game.White} {
		r := &sekiReader{ctx: ctx, fight: f, colors: s.colors, defender: attacker.Other(), left: sekiNodes}
		r.boards = []*rules.Fast{s.stones()}
		if r.takes(0, attacker, 0) || r.left <= 0 {
			return false
		}
	}
	return true
}

// stones returns the position to play on.
func (s *sekiMap) stones() *rules.Fast {
	b := rules.NewFast(s.b)
	for p, c := range s.colors {
		if c != game.Empty {
			b.Play(game.Point(p), c)
		}
	}
	return b
}

// sekiReader searches whether one side can capture stones of the other in a fight.
type sekiReader struct {
	ctx      context.Context
	fight    sekiFight
	colors   []game.Color // at the beginning
	defender game.Color
	boards   []*rules.Fast
	path     []uint64 // of the positions before
	left     int      // nodes left to search; 0: the result is unknown
}

// copyOf makes the board at a depth a copy of b.
func (r *sekiReader) copyOf(b *rules.Fast, depth int) *rules.Fast {
	if len(r.boards) <= depth {
		r.boards = append(r.boards, b.Clone())
	}
	r.boards[depth].CopyFrom(b)
	return r.boards[depth]
}

// takes reports whether the attacker certainly captures stones, with side to
// move after the given number of passes in a row.
func (r *sekiReader) takes(depth int, side game.Color, passes int) bool {
	if r.left--; r.left <= 0 || r.left%256 == 0 && r.ctx.Err() != nil {
		r.left = 0
		return true // unknown: do not claim a seki
	}
	b := r.boards[depth]
	attacks := side != r.defender
	r.path = append(r.path, b.StonesHash())
	defer func() { r.path = r.path[:len(r.path)-1] }()
	for _, p := range r.fight.points {
		if b.At(p) != game.Empty || !b.Legal(p, side) {
			continue
		}
		next := r.copyOf(b, depth+1)
		next.Play(p, side)
		if r.repeats(next.StonesHash()) {
			continue
		}
		if won := r.taken(next) || r.takes(depth+1, side.Other(), 0); won == attacks {
			return attacks
		}
	}
	if passes > 0 {
		return false
	}
	r.copyOf(b, depth+1)
	return r.takes(depth+1, side.Other(), passes+1)
}

// repeats reports whether a position has occurred on the path.
func (r *sekiReader) repeats(stones uint64) bool { return slices.Contains(r.path, stones) }

// taken reports whether stones of the defender are gone.
func (r *sekiReader) taken(b *rules.Fast) bool {
	return slices.ContainsFunc(r.fight.stones, func(p game.Point) bool {
		return r.colors[p] == r.defender && b.At(p) != r.defender
	})
}
