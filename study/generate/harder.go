package generate

import (
	"slices"

	"moyo/game"
	"moyo/solve/life/tsumego"
)

// Settings for making problems harder.
const (
	tryHarder  = 40    // attempts in a row to change a stone
	atOnce     = 4     // largest factor for the nodes of one change
	leastNodes = 2_000 // but at least this many
	harderBy   = 1.2   // smallest factor for the nodes of a change to be kept
)

// harder changes stones of a problem, one at a time. It keeps a change if the problem is still worth keeping, its
// answer is stable, and it takes longer to read out.
func (c *candidate) harder(p *tsumego.Problem, f *finding) (*tsumego.Problem, *finding, error) {
	for tries := 0; tries < tryHarder; tries++ {
		c.nodes = min(c.opt.Nodes, max(leastNodes, atOnce*f.answer.Nodes))
		q, ok := c.changed(p)
		if !ok {
			continue
		}
		g, err := c.solved(&q)
		if err != nil {
			return nil, nil, err
		}
		if g == nil || float64(g.answer.Nodes) < harderBy*float64(f.answer.Nodes) || len(g.answer.Line) < len(f.answer.Line) {
			continue
		}
		if ok, err := c.stands(&q, g.answer); err != nil {
			return nil, nil, err
		} else if ok {
			p, f, tries = &q, g, 0
		}
	}
	c.nodes = c.opt.Nodes
	return p, f, nil
}

// changed returns a problem with a stone added, removed, or of the other colour, in its region or next to it. It is
// false if the result is not like one in a book.
func (c *candidate) changed(p *tsumego.Problem) (tsumego.Problem, bool) {
	q := *p
	points := slices.Concat(p.Region, beyond(p))
	at := points[c.IntN(len(points))]
	q.Stones = slices.Clone(p.Stones)
	q.Stones[at] = (q.Stones[at] + game.Color(1+c.IntN(2))) % 3
	if slices.Contains(p.Target, at) {
		return q, false
	}
	if c := q.Stones[at]; c == p.Defender() && !slices.Contains(p.Region, at) {
		return q, false
	}
	q, ok := bounded(q)
	return q, ok && choices(&q) >= leastChoice && !inAtari(&q)
}

// inAtari reports whether a target has one liberty left.
func inAtari(p *tsumego.Problem) bool {
	return slices.ContainsFunc(p.Target, func(t game.Point) bool {
		_, liberties := chainOf(p.Board, p.Stones, t)
		return liberties == 1
	})
}
