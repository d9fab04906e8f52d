package life

import (
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// The limits of a region that moyo finds.
const (
	maxFound   = 110 // points, including stones
	farthest   = 7   // steps from the group in the first attempt
	strongFree = 5   // a chain with at least that many liberties counts as safe
)

// extent is how far a region extends.
type extent struct {
	late   int  // steps by which the defender may reach a point later than the attacker
	past   bool // points that would be walls belong to the region, and the walls are beyond
	sealed bool // every empty point just beyond is a wall
	whole  bool // the whole board, if it is small enough
}

// The regions that are tried. narrow is the smallest and best for the attacker, so that a target that
// lives in it lives. broad is the region for the answer, wide verifies it, and whole assumes nothing.
var (
	narrow = extent{sealed: true}
	broad  = extent{late: 1}
	wide   = extent{late: 2, past: true}
	whole  = extent{whole: true}
)

// FindRegion returns a problem with a region: the points in which play about the target matters.
// Without a target it adds the apparently enclosed groups as targets. The region is what the target
// reaches over empty points and its own weak chains not much later than the attacker, and the weak
// chains around with their liberties. It assumes, without proof, that everything outside is safe,
// and that empty points outside belong to the attacker if the attacker is nearer.
func FindRegion(p tsumego.Problem) (tsumego.Problem, error) { return findRegion(p, broad) }

func findRegion(p tsumego.Problem, e extent) (tsumego.Problem, error) {
	f := newFinder(&p)
	if len(p.Target) == 0 {
		p.Target = f.enclosed()
		if len(p.Target) == 0 {
			return p, tsumego.InvalidOf(f.own, "problem.enclosed", "no group of Black's looks enclosed: give a target",
				"no group of White's looks enclosed: give a target")
		}
	}
	if e.whole {
		return wholeBoard(p)
	}
	for steps := farthest; steps > 1; steps-- {
		if r := f.region(p.Target, steps, e.late); len(r) <= maxFound {
			p.Region = r
			p.Walls = f.walls(&p, steps, e.sealed)
			if e.past && len(r)+len(p.Walls) <= tsumego.MaxRegion {
				p.Region = slices.Sorted(slices.Values(append(p.Region, p.Walls...)))
				p.Walls = f.walls(&p, steps, e.sealed)
			}
			return p, nil
		}
	}
	return p, tsumego.Invalidf("problem.open", "the group is too open: give a region")
}

// wholeBoard returns a problem whose region is the board.
func wholeBoard(p tsumego.Problem) (tsumego.Problem, error) {
	if p.Board.Len() > tsumego.MaxRegion {
		return p, tsumego.Invalidf("problem.board", "a board of %d points is too large a region: the maximum is %d",
			p.Board.Len(), tsumego.MaxRegion)
	}
	p.Region = make([]game.Point, p.Board.Len())
	for q := range p.Region {
		p.Region[q] = game.Point(q)
	}
	return p, nil
}

// walls returns the empty points next to the region to which the attacker is nearer, or all of them.
func (f *finder) walls(p *tsumego.Problem, most int, sealed bool) []game.Point {
	in := map[game.Point]bool{}
	for _, q := range p.Region {
		in[q] = true
	}
	far := f.reach(p.Target, 2*most, 1<<20)
	var walls []game.Point
	for _, q := range p.Region {
		for _, n := range f.b.Neighbors(q) {
			nearer := f.near[n] >= 0 && (far[n] < 0 || f.near[n] < far[n])
			if !in[n] && f.stones[n] == game.Empty && (nearer || sealed) && !slices.Contains(walls, n) {
				walls = append(walls, n)
			}
		}
	}
	slices.Sort(walls)
	return walls
}

// finder finds the groups of one side in a position.
type finder struct {
	b           *board.Board
	stones      []game.Color
	own         game.Color
	chain       []int // of each stone, -1 on empty points
	chains      [][]game.Point
	free        [][]game.Point // liberties of each chain
	near        []int          // steps from the attacker's stones
	rooms       []int          // of each chain, see open; -1 if unknown
	judgingOpen bool           // during the check whether a chain is open: strong chains are not entered
}

func newFinder(p *tsumego.Problem) *finder {
	f := &finder{b: p.Board, stones: p.Stones, own: p.Defender(), chain: make([]int, len(p.Stones))}
	for q := range f.chain {
		f.chain[q] = -1
	}
	var attackers []game.Point
	for q, c := range p.Stones {
		if c == game.Empty {
			continue
		}
		if c != f.own {
			attackers = append(attackers, game.Point(q))
		}
		if f.chain[q] < 0 {
			f.collect(game.Point(q))
		}
	}
	f.rooms = make([]int, len(f.chains))
	for id := range f.rooms {
		f.rooms[id] = -1
	}
	f.near = p.Steps(attackers, func(q game.Point) bool { return p.Stones[q] == game.Empty })
	return f
}

// collect adds the chain at q.
func (f *finder) collect(q game.Point) {
	id := len(f.chains)
	chain := []game.Point{q}
	f.chain[q] = id
	var free []game.Point
	for i := 0; i < len(chain); i++ {
		for _, n := range f.b.Neighbors(chain[i]) {
			switch {
			case f.stones[n] == game.Empty && !slices.Contains(free, n):
				free = append(free, n)
			case f.stones[n] == f.stones[q] && f.chain[n] < 0:
				f.chain[n] = id
				chain = append(chain, n)
			}
		}
	}
	f.chains = append(f.chains, chain)
	f.free = append(f.free, free)
}

// reach returns the steps to each point that the side of the given stones reaches within the given
// steps, at most late steps later than the attacker; -1 for others. It may pass through its own
// weak chains.
func (f *finder) reach(from []game.Point, most, late int) []int {
	steps := make([]int, len(f.stones))
	for q := range steps {
		steps[q] = -1
	}
	var ring []game.Point
	for _, q := range from {
		for _, s := range f.chains[f.chain[q]] {
			if steps[s] < 0 {
				steps[s] = 0
				ring = append(ring, s)
			}
		}
	}
	for n := 1; n <= most && len(ring) > 0; n++ {
		var next []game.Point
		for i := 0; i < len(ring); i++ {
			for _, q := range f.b.Neighbors(ring[i]) {
				switch {
				case steps[q] >= 0:
				case f.stones[q] == game.Empty && (f.near[q] < 0 || n <= f.near[q]+late):
					steps[q] = n
					next = append(next, q)
				case f.stones[q] == f.own && f.weak(f.chain[q]):
					for _, s := range f.chains[f.chain[q]] { // as near as a point that touches it
						steps[s] = n - 1
						ring = append(ring, s)
					}
				}
			}
		}
		ring = next
	}
	return steps
}

// ahead is the distance that an open chain must reach, and openAhead the maximum number of such
// points for a chain that is not open.
const (
	ahead     = 4
	openAhead = 8
)

// weak reports whether a chain of the defender is not a safe place to connect to.
func (f *finder) weak(id int) bool {
	return len(f.free[id]) < strongFree || !f.judgingOpen && !f.open(id)
}

// open reports whether a chain of the defender faces the open board.
func (f *finder) open(id int) bool {
	if f.rooms[id] < 0 {
		f.rooms[id] = 0
		before := f.judgingOpen
		f.judgingOpen = true
		for q, n := range f.reach(f.chains[id][:1], ahead, 1) {
			if n == ahead && f.stones[q] == game.Empty {
				f.rooms[id]++
			}
		}
		f.judgingOpen = before
	}
	return f.rooms[id] > openAhead
}

// region returns the region around targets, up to the given number of steps.
func (f *finder) region(targets []game.Point, most, late int) []game.Point {
	in := map[game.Point]bool{}
	for q, n := range f.reach(targets, most, late) {
		if n >= 0 {
			in[game.Point(q)] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for id, chain := range f.chains {
			drawn := !in[chain[0]] && f.drawnIn(id, in)
			if !drawn && (!in[chain[0]] || f.stones[chain[0]] != f.own) {
				continue
			}
			for _, q := range slices.Concat(chain, f.free[id]) {
				changed = changed || !in[q]
				in[q] = true
			}
		}
	}
	region := make([]game.Point, 0, len(in))
	for q := range in {
		region = append(region, q)
	}
	slices.Sort(region)
	return region
}

// drawnIn reports whether play about the region may capture a chain next to it: it has at most two
// liberties, or most of them in the region and few outside.
func (f *finder) drawnIn(id int, in map[game.Point]bool) bool {
	inside, outside := 0, 0
	for _, q := range f.free[id] {
		if in[q] {
			inside++
		} else {
			outside++
		}
	}
	if inside+outside <= 2 && f.touches(id, in) {
		return true
	}
	return inside > 0 && (outside == 0 || outside <= 2 && inside+outside <= 4)
}

// touches reports whether a chain is next to a point of the region.
func (f *finder) touches(id int, in map[game.Point]bool) bool {
	return slices.ContainsFunc(f.chains[id], func(q game.Point) bool {
		return slices.ContainsFunc(f.b.Neighbors(q), func(n game.Point) bool { return in[n] })
	})
}

// enclosed returns a stone of each chain of the defender that looks enclosed and is not cut off
// from the largest of them, at most MaxTargets, the largest first.
func (f *finder) enclosed() []game.Point {
	var groups []int
	for id, chain := range f.chains {
		if f.stones[chain[0]] == f.own && !f.open(id) {
			groups = append(groups, id)
		}
	}
	slices.SortStableFunc(groups, func(a, b int) int { return len(f.chains[b]) - len(f.chains[a]) })
	var targets []game.Point
	var reach []int
	for _, id := range groups {
		q := f.chains[id][0]
		if reach == nil {
			reach = f.reach([]game.Point{q}, farthest, 1)
		}
		if reach[q] >= 0 && len(targets) < tsumego.MaxTargets {
			targets = append(targets, q)
		}
	}
	return targets
}
