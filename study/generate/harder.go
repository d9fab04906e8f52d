package generate

import (
	"slices"

	"moyo/game"
	"moyo/solve/life/tsumego"
)

// How far problems are made harder.
const (
	tryHarder  = 40    // changes of a stone that are tried in a row
	atOnce     = 4     // times the nodes that it may at most
	leastNodes = 2_000 // but at least so many
	harderBy   = 1.2   // times the nodes that a change has to cost more, to be kept
)

// harder changes stones of a problem, one at a time, and keeps each change after which it is one to keep, stands,
// and takes more to read out.
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

// changed returns a problem with a stone more, less, or of the other colour, in its region or next to it. It is false
// where that is no problem as books have them.
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
