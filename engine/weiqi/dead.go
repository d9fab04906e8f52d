package weiqi

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"moyo/game"
	"moyo/solve/life"
)

// Which chains are doubtful after the playouts, and which groups they form.
const (
	sureShare = 0.1  // a chain that dies or lives in at most this share of the playouts is decided
	sameFate  = 0.95 // of the playouts; chains of a group share their fate at least this often
)

// deadBelow is the least share of its points that a living chain keeps in the
// playouts, if no search decides.
const deadBelow = 0.35

// stages are the searches that decide groups. They run one after the other until
// the share that a group keeps, the mean over either side moving first, is far
// enough from a half. Playouts are for boards of usual size.
var stages = []struct {
	playouts int
	clear    float64
}{{150, 0.2}, {800, 0.1}, {4000, 0}}

// searchesMost bounds the playouts of all searches in a position, in multiples
// of those for ownership.
const searchesMost = 10

// Dead implements engine.DeadStones. Most chains keep their points in nearly all
// playouts, or in nearly none. It searches the fights for the others with either
// side moving first. In a finished game both sides left things as they are, so a
// group is dead if it is lost on average of the two and is not in seki.
func (e *Engine) Dead(ctx context.Context, pos game.Position) ([]game.Point, error) {
	chains, own, err := e.sampleChains(ctx, pos)
	if err != nil {
		return nil, err
	}
	if solveChains(ctx, pos, chains, own); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	groups := groupsOf(chains)
	if err := e.searchGroups(ctx, pos, groups); err != nil {
		return nil, err
	}
	if err := e.spareSeki(ctx, pos, groups); err != nil {
		return nil, err
	}
	agree(pos, groups)
	return deadIn(groups), nil
}

// deadIn returns the stones of the dead groups.
func deadIn(groups []*group) (dead []game.Point) {
	for _, g := range groups {
		if g.dead {
			dead = append(dead, g.stones...)
		}
	}
	slices.Sort(dead)
	return dead
}

// fated is a chain, or a group of chains of one side, with its results in
// playouts.
type fated struct {
	color  game.Color
	stones []game.Point
	lives  []uint64 // a bit for each playout in which it kept most of its points
	share  float64  // of its points that it kept
	solved life.Fate
}

// sampleChains returns the chains on the board with their results in playouts, and
// the ownership of the points.
func (e *Engine) sampleChains(ctx context.Context, pos game.Position) ([]*fated, []float64, error) {
	chains := chainsOf(pos)
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	r, err := e.withoutNet(pos.Board()).root(pos, &stop)
	if err != nil || len(chains) == 0 {
		return nil, nil, cmp.Or(err, ctx.Err())
	}
	s := r.newState(1)
	playouts := ownerPlayoutsOf(pos.Board())
	for _, c := range chains {
		c.lives = make([]uint64, (playouts+63)/64)
	}
	s.sample(playouts, func(k int) {
		for _, c := range chains {
			c.count(k, s.ends)
		}
	})
	for _, c := range chains {
		c.share /= float64(max(1, s.endings))
	}
	return chains, s.meanOwner(), ctx.Err()
}

// solveChains asks the solver about the chains that playouts leave in doubt, and about those that may be in seki.
func solveChains(ctx context.Context, pos game.Position, chains []*fated, own []float64) {
	s := newSekiMap(pos.Board(), colorsWithout(pos, nil))
	solver, end := newSolver(ctx, pos.Board(), s.colors, func(p game.Point, side game.Color) bool {
		if side == game.White {
			return own[p] <= 2*sureShare-1
		}
		return own[p] >= 1-2*sureShare
	})
	defer end()
	fates := slices.Repeat([]life.Fate{life.NoFate}, len(s.areas))
	for _, first := range []bool{true, false} { // those in doubt first, for the budget
		for _, c := range chains {
			if c.doubtful() != first {
				continue
			}
			if id := s.of[c.stones[0]]; first || s.contested(id) {
				fates[id] = solver.fate(c.stones[0])
			}
		}
	}
	s.addKos(fates)
	for _, c := range chains {
		c.solved = fates[s.of[c.stones[0]]]
	}
}

// chainsOf returns the chains on the board, or none if the position does not implement game.Chainer.
func chainsOf(pos game.Position) (chains []*fated) {
	chainer, ok := pos.(game.Chainer)
	if !ok {
		return nil
	}
	met := make([]bool, pos.Board().Len())
	for p := range game.Point(len(met)) {
		if met[p] || pos.At(p) == game.Empty {
			continue
		}
		stones, _ := chainer.Chain(p)
		for _, q := range stones {
			met[q] = true
		}
		chains = append(chains, &fated{color: pos.At(p), stones: slices.Clone(stones)})
	}
	return chains
}

// count adds the result of playout k.
func (c *fated) count(k int, ends []game.Color) {
	sum := 0
	for _, p := range c.stones {
		switch ends[p] {
		case c.color:
			sum++
		case c.color.Other():
			sum--
		}
	}
	if sum > 0 {
		c.lives[k/64] |= 1 << (k % 64)
	}
	c.share += 0.5 + 0.5*float64(sum)/float64(len(c.stones))
}

// decided reports whether the solver has proved the fate of the chain.
func (c *fated) decided() bool {
	return c.solved != "" && c.solved != life.NoFate
}

// doubtful reports whether playouts leave the fate of the chain open.
func (c *fated) doubtful() bool { return c.share >= sureShare && c.share <= 1-sureShare }

// with reports whether the chain nearly always lived and died with another.
func (c *fated) with(o *fated) bool {
	differ := 0
	for i, w := range c.lives {
		differ += bits.OnesCount64(w ^ o.lives[i])
	}
	return c.color == o.color && float64(differ) <= (1-sameFate)*float64(64*len(c.lives))
}

// group is chains that live and die together.
type group struct {
	fated
	doubt bool // searched, or waiting for a search
	dead  bool
}

// groupsOf makes groups of doubtful chains, starting from large chains, and one
// group of each other chain.
func groupsOf(chains []*fated) (groups []*group) {
	chains = slices.Clone(chains)
	slices.SortStableFunc(chains, func(a, b *fated) int { return cmp.Compare(len(b.stones), len(a.stones)) })
	for _, c := range chains {
		doubt := c.doubtful() && !c.decided()
		at := -1
		if doubt {
			at = slices.IndexFunc(groups, func(g *group) bool { return g.doubt && c.with(&g.fated) })
		}
		if at < 0 {
			dead := c.share < deadBelow
			if c.decided() {
				dead = c.solved == life.Dead
			}
			groups = append(groups, &group{fated: *c, doubt: doubt, dead: dead})
			continue
		}
		groups[at].stones = append(groups[at].stones, c.stones...)
	}
	return groups
}

// searchGroups decides the doubtful groups by search, within the budget of
// playouts.
func (e *Engine) searchGroups(ctx context.Context, pos game.Position, groups []*group) error {
	open := slices.Clone(groups)
	open = slices.DeleteFunc(open, func(g *group) bool { return !g.doubt })
	if len(open) == 0 {
		return nil
	}
	f, err := newFates(e.withoutNet(pos.Board()), pos)
	if err != nil {
		return err
	}
	usual := ownerPlayoutsOf(pos.Board())
	left := searchesMost * usual
	for _, stage := range stages {
		playouts := stage.playouts * usual / ownerPlayouts
		for i, g := range open {
			if left -= 2 * playouts; left < 0 {
				return nil
			}
			share, err := f.share(ctx, g.stones, int64(playouts))
			if err != nil {
				return err
			}
			g.dead = share < 0.5
			if share < 0.5-stage.clear || share > 0.5+stage.clear {
				open[i] = nil
			}
		}
		open = slices.DeleteFunc(open, func(g *group) bool { return g == nil })
	}
	return nil
}

// spareSeki marks doubtful groups that seem dead but are in seki as alive.
// Their neighbours in seki may have seemed dead, too.
func (e *Engine) spareSeki(ctx context.Context, pos game.Position, groups []*group) error {
	var sure []*group
	for _, g := range groups {
		if !g.doubt {
			sure = append(sure, g)
		}
	}
	for _, g := range groups {
		if !g.dead || !g.doubt {
			continue
		}
		g.dead = false
		found := false
		for _, others := range [][]*group{groups, sure} {
			seki, err := e.sekiOf(ctx, pos, deadIn(others), g.stones)
			if err != nil {
				return err
			}
			found = found || slices.Contains(seki, g.stones[0])
		}
		g.dead = !found
	}
	return nil
}

// agree marks groups as alive that seem dead but that no opponent is left to
// take: all living stones around the dead stones and the empty points next to
// them are their own side's.
func agree(pos game.Position, groups []*group) {
	of := make([]*group, pos.Board().Len())
	for _, g := range groups {
		for _, p := range g.stones {
			of[p] = g
		}
	}
	met := make([]bool, len(of))
	for p := range game.Point(len(of)) {
		if of[p] == nil || !of[p].dead || met[p] {
			continue
		}
		area, alive := deadArea(pos, of, p, met)
		for _, q := range area {
			if g := of[q]; g != nil && alive[g.color] && !alive[g.color.Other()] {
				g.dead = false
			}
		}
	}
}

// deadArea returns the dead stones and empty points connected to the dead stone
// on p, marks them in met, and returns which sides live around them.
func deadArea(pos game.Position, of []*group, p game.Point, met []bool) (area []game.Point, alive [3]bool) {
	area = []game.Point{p}
	met[p] = true
	for i := 0; i < len(area); i++ {
		for _, q := range pos.Board().Neighbors(area[i]) {
			switch g := of[q]; {
			case g != nil && !g.dead:
				alive[g.color] = true
			case !met[q]:
				met[q] = true
				area = append(area, q)
			}
		}
	}
	return area, alive
}
