package lessons

import (
	"context"
	"fmt"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// live checks whether the other side, to move, kills the target.
func (c *check) live() *miss { return c.settled(tsumego.Kill, dies) }

// kill checks whether the other side, to move, lives with the target.
func (c *check) kill() *miss {
	if c.after.At(c.target) == game.Empty {
		return nil
	}
	m := c.settled(tsumego.Live, lives)
	if m != nil && m.reply == game.NoMove {
		m.said.Code = unharmed
	}
	return m
}

// maxLife limits the positions of one reading of life and death, as maxFours does for fours. The
// lessons need at most 60.
const maxLife = 600

// settled returns the miss of a move after which the other side achieves the question.
func (c *check) settled(question tsumego.Question, code Code) *miss {
	p := tsumego.Problem{
		Board: c.board(), Stones: game.Stones(c.after), ToPlay: c.me.Other(), Ko: board.None, Question: question,
		Target: []game.Point{c.target}, Region: c.region(),
	}
	s, err := life.NewSolver(p, life.Options{Threads: 1, Memory: 1 << 20, Nodes: maxLife})
	if err == nil {
		var a *life.Answer
		if a, err = s.Solve(context.Background()); err == nil {
			return c.verdict(a, code)
		}
	}
	c.err = err
	return missed(Said{})
}

func (c *check) verdict(a *life.Answer, code Code) *miss {
	switch a.Verdict {
	case life.Lose:
		return nil
	case life.Win:
	default: // in lessons stones live or die, with nothing in between
		c.err = fmt.Errorf("it comes to %s", a.Verdict)
		return nil
	}
	reply := a.Best
	if len(a.FirstMoves) > 0 && reply < 0 {
		reply = a.FirstMoves[0]
	}
	if reply < 0 {
		return missed(Said{Code: code, Color: c.me.Other()})
	}
	return c.shownBy(code, reply)
}

// region returns the points of the fight, with the stones of the target's chain.
func (c *check) region() []game.Point {
	points, _ := chainAt(c.before, c.target)
	seen := map[game.Point]bool{}
	for _, p := range points {
		seen[p] = true
	}
	for _, name := range strings.Fields(c.part.Region) {
		if p, ok := c.board().Lookup(name); ok && !seen[p] {
			points = append(points, p)
		}
	}
	return points
}
