package weiqi

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"moyo/game"
)

// Which chains are doubtful after the playouts, and which groups they form.
const (
	sureShare = 0.1  // of the playouts in which a chain without doubt dies or lives at most
	sameFate  = 0.95 // of the playouts in which chains of a group all live or all die
)

// deadBelow is the share of its points that a living chain keeps in the playouts at
// least, where nothing is searched.
const deadBelow = 0.35

// stages are the searches by which groups are decided, one after the other until
// what a group keeps, the mean of both sides' moving first, is so far from a half.
// Playouts are for boards of usual size.
var stages = []struct {
	playouts int
	clear    float64
}{{150, 0.2}, {800, 0.1}, {4000, 0}}

// searchesMost bounds the playouts of all searches in a position, in those that
// ownership is taken from.
const searchesMost = 10

// Dead implements engine.DeadStones. Most chains keep their points in nearly all
// playouts, or in nearly none. The fights for the others are searched, with either
// side moving first: in a game that is over both have left things as they are, so
// dead is what is lost on average of the two, and not in seki.
func (e *Engine) Dead(ctx context.Context, pos game.Position) ([]game.Point, error) {
	chains, err := e.sampleChains(ctx, pos)
	if err != nil {
		return nil, err
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

// fated is a chain, or a group of chains of one side, and what became of it in
// playouts.
type fated struct {
	color  game.Color
	stones []game.Point
	lives  []uint64 // a bit for each playout: it kept most of its points
	share  float64  // of its points that it kept
}

// sampleChains returns the chains on the board, and what became of them in playouts.
func (e *Engine) sampleChains(ctx context.Context, pos game.Position) ([]*fated, error) {
	chains := chainsOf(pos)
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	r, err := e.judging(pos.Board()).root(pos, &stop)
	if err != nil || len(chains) == 0 {
		return nil, cmp.Or(err, ctx.Err())
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
	return chains, ctx.Err()
}

// chainsOf returns the chains on the board; none where the position does not tell.
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

// count notes what became of the chain in playout k.
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

// doubtful says whether playouts do not decide what becomes of the chain.
func (c *fated) doubtful() bool { return c.share >= sureShare && c.share <= 1-sureShare }

// with says whether the chain nearly always lived and died with another.
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
	doubt bool // searched, or to be
	dead  bool
}

// groupsOf makes groups of doubtful chains, those of large chains first, and one of
// each other chain.
func groupsOf(chains []*fated) (groups []*group) {
	chains = slices.Clone(chains)
	slices.SortStableFunc(chains, func(a, b *fated) int { return cmp.Compare(len(b.stones), len(a.stones)) })
	for _, c := range chains {
		doubt := c.doubtful()
		at := -1
		if doubt {
			at = slices.IndexFunc(groups, func(g *group) bool { return g.doubt && c.with(&g.fated) })
		}
		if at < 0 {
			groups = append(groups, &group{fated: *c, doubt: doubt, dead: c.share < deadBelow})
			continue
		}
		groups[at].stones = append(groups[at].stones, c.stones...)
	}
	return groups
}

// searchGroups decides the doubtful groups by search, as far as the playouts for it
// last.
func (e *Engine) searchGroups(ctx context.Context, pos game.Position, groups []*group) error {
	open := slices.Clone(groups)
	open = slices.DeleteFunc(open, func(g *group) bool { return !g.doubt })
	if len(open) == 0 {
		return nil
	}
	f, err := newFates(e.judging(pos.Board()), pos)
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

// spareSeki says of doubtful groups that are taken to be dead, but are in seki, that they are
// not. What they are in seki with may have been taken to be dead, too.
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
			seki, err := e.seki(ctx, pos, deadIn(others), g.stones)
			if err != nil {
				return err
			}
			found = found || slices.Contains(seki, g.stones[0])
		}
		g.dead = !found
	}
	return nil
}

// agree says of groups that are taken to be dead, where nobody is left to take them,
// that they are not: around the dead stones and empty points next to them all that
// lives is their own side's.
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

// deadArea returns the dead stones and the empty points that hang together with the
// dead stone on p, noting them as met, and which sides live around them.
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
