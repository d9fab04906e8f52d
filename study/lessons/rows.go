package lessons

import (
	"context"
	"fmt"

	"moyo/game"
	solve "moyo/solve/gomoku"
	"moyo/study/coach"
)

// Goals about rows: threats, and which side wins by them.

func (c *check) win() *miss {
	if c.after.Outcome().Winner == c.me {
		return nil
	}
	if m := c.loses(); m != nil {
		return m
	}
	if len(coach.Wins(c.after, c.me)) > 0 {
		return missed(Said{Code: notYet})
	}
	return missed(Said{Code: noWin})
}

// loses returns the miss of a move that lets the other side win immediately.
func (c *check) loses() *miss {
	if danger := coach.Wins(c.after, c.me.Other()); len(danger) > 0 {
		return c.shownBy(wins, game.Place(danger[0]))
	}
	return nil
}

func (c *check) block() *miss { return c.loses() }

func (c *check) four() *miss {
	if m := c.loses(); m != nil {
		return m
	}
	if len(coach.Wins(c.after, c.me)) > 0 {
		return nil
	}
	return missed(Said{Code: nothing})
}

func (c *check) fork() *miss {
	if m := c.loses(); m != nil {
		return m
	}
	switch wins := coach.Wins(c.after, c.me); len(wins) {
	case 0:
		return missed(Said{Code: nothing})
	case 1:
		return c.shownBy(one, game.Place(wins[0]))
	}
	return nil
}

func (c *check) three() *miss {
	if m := c.loses(); m != nil {
		return m
	}
	if _, ok := c.byFours(turned(c.after, c.me)); ok {
		return nil
	}
	return missed(Said{Code: nothing})
}

func (c *check) hold() *miss {
	if m := c.loses(); m != nil {
		return m
	}
	if m, ok := c.byFours(c.after); ok {
		return c.shownBy(forces, m)
	}
	return nil
}

func (c *check) fours() *miss {
	if c.after.Outcome().Winner == c.me {
		return nil
	}
	if m := c.loses(); m != nil {
		return m
	}
	threats := coach.Wins(c.after, c.me)
	if len(threats) == 0 {
		return missed(Said{Code: noFour, Color: c.me.Other()})
	}
	if len(threats) > 1 {
		return nil
	}
	stop := game.Place(threats[0])
	try := c.after.Clone()
	if try.Play(stop) != nil {
		return nil // forbidden: it cannot be stopped
	}
	if _, ok := c.byFours(try); ok {
		return nil
	}
	return c.shownBy(noFours, stop)
}

// double finds an answer after which no fours win.
func (c *check) double() *miss {
	if m := c.loses(); m != nil {
		return m
	}
	if _, ok := c.byFours(turned(c.after, c.me)); !ok {
		return missed(Said{Code: nothing})
	}
	for _, m := range c.after.LegalMoves(nil) {
		try := c.after.Clone()
		if m < 0 || try.Play(m) != nil {
			continue
		}
		if _, ok := c.byFours(try); !ok {
			return c.shownBy(answered, m)
		}
	}
	return nil
}

// maxFours limits the positions of a search for fours after one move, since a user waits for it,
// outside of any queue. It is about ten times the most that the lessons need, which is 224. A
// search that exceeds it is an error in the lesson; tests play every move.
const maxFours = 2000

// byFours reports whether the side to move in pos wins by fours or immediately, and by which move.
func (c *check) byFours(pos game.Position) (game.Move, bool) {
	if pos.Outcome().Over {
		return game.NoMove, false
	}
	opt := solve.Options{Method: solve.VCF, Memory: 1 << 16, Nodes: max(maxFours-c.searched, 1)}
	s, err := solve.Solve(context.Background(), solve.ProblemOf(pos), opt)
	c.searched += int(s.Nodes)
	if err == nil && !s.Decided {
		err = fmt.Errorf("%d positions do not decide who wins by fours", c.searched)
	}
	if err != nil {
		c.err = err
		return game.NoMove, false
	}
	if !s.Won {
		return game.NoMove, false
	}
	return game.Place(s.Line[0]), true
}

// turned returns a copy of pos with a side to move.
func turned(pos game.Position, side game.Color) game.Position {
	try := pos.Clone()
	if t, ok := try.(game.Turner); ok && try.ToPlay() != side {
		t.SetToPlay(side)
	}
	return try
}
