package gtp

import (
	"context"
	"fmt"
	"time"

	"moyo/engine"
	"moyo/game"
)

// colorArg parses argument 0 as a colour.
func (c *call) colorArg() (game.Color, error) {
	if len(c.args) == 0 {
		return game.Empty, errSyntax
	}
	return ParseColor(c.args[0])
}

// limits returns the bounds of a move of the given side. A clock of the client
// takes precedence.
func (s *session) limits(side game.Color) engine.Limits {
	lim := s.bounds.limits(s.cfg.Limits)
	if lim.Clock = s.clock.clock(side); lim.Clock.Counts() && !s.bounds.firm {
		lim.Time = 0
	}
	if most := s.clock.most; most > 0 && (lim.Time == 0 || most < lim.Time) {
		lim.Time = most
	}
	return lim
}

// think searches with side to move. The resulting move is legal.
func (c *call) think(
	ctx context.Context, side game.Color, lim engine.Limits, report func(engine.Info),
) (game.Position, engine.Info, error) {
	pos := c.pos.Clone()
	if err := HandTurn(pos, side); err != nil {
		return nil, engine.Info{}, err
	}
	if flag := c.clock.flag(side); flag > 0 && lim.Clock.Counts() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, flag)
		defer cancel()
	}
	info, err := c.cfg.Engine.Search(ctx, pos, lim, report)
	if err != nil {
		return nil, info, err
	}
	if reason := pos.Check(info.Move); reason != game.Legal {
		return nil, info, fmt.Errorf("%s chose %s: %s", c.cfg.Engine.Name(), game.Format(pos, info.Move), reason)
	}
	return pos, info, nil
}

func genmove(c *call) (string, error) {
	side, err := c.colorArg()
	if err != nil {
		return "", err
	}
	return c.generate(side, nil)
}

// generate chooses a move for side, plays it and returns it.
func (c *call) generate(side game.Color, report func(engine.Info)) (string, error) {
	info, err := c.choose(side, report)
	if err != nil || info.Resign {
		return "resign", err
	}
	return c.verts.Format(info.Move), c.apply(event{color: side, move: info.Move})
}

// choose chooses a move for side, on its clock, and does not play it.
func (c *call) choose(side game.Color, report func(engine.Info)) (engine.Info, error) {
	begin := time.Now()
	lim := c.limits(side)
	if c.ask != nil {
		lim = c.ask(lim)
	}
	_, info, err := c.think(c.ctx, side, lim, report)
	if err != nil {
		return info, err
	}
	if c.end != nil {
		c.end(info)
	}
	c.clock.spend(side, time.Since(begin))
	return info, nil
}

// propose is choose with the reply of KataGo's searches.
func (c *call) propose(side game.Color, report func(engine.Info)) (string, error) {
	info, err := c.choose(side, report)
	if err != nil || info.Resign {
		return "resign", err
	}
	return c.verts.Format(info.Move), nil
}

// proposeUntil is propose until a line comes: then the reply is "cancelled",
// and the time is spent without a move.
func (c *call) proposeUntil(side game.Color, report func(engine.Info)) (string, error) {
	begin, clock := time.Now(), c.clock
	ctx, heard := c.whileSilent()
	outer := c.ctx
	c.ctx = ctx
	text, err := c.propose(side, report)
	c.ctx = outer
	if (heard() || outer.Err() != nil) && err == nil {
		c.clock = clock
		c.clock.think(side, time.Since(begin))
		return "cancelled", nil
	}
	return text, err
}

// whileSilent returns a context that ends when the next line comes, which is
// answered later. heard stops it, and reports whether a line came.
func (c *call) whileSilent() (ctx context.Context, heard func() bool) {
	ctx, stop := context.WithCancel(c.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case ln := <-c.lines:
			c.pending = &ln
			stop()
		case <-ctx.Done():
		}
	}()
	return ctx, func() bool {
		stop()
		<-done
		return c.pending != nil
	}
}

// kataSearch is genmove without playing the move.
func kataSearch(c *call) (string, error) {
	side, err := c.colorArg()
	if err != nil {
		return "", err
	}
	return c.propose(side, nil)
}

// kataSearchCancellable is kata-search that ends with the next line.
func kataSearchCancellable(c *call) (string, error) {
	side, err := c.colorArg()
	if err != nil {
		return "", err
	}
	return c.proposeUntil(side, nil)
}

func regGenmove(c *call) (string, error) {
	side, err := c.colorArg()
	if err != nil {
		return "", err
	}
	_, info, err := c.think(c.ctx, side, c.limits(side), nil)
	if err != nil {
		return "", err
	}
	return c.verts.Format(info.Move), nil
}

// genmoveCleanup plays on until the opponent's dead stones are captured: it
// passes only when the engine finds none, and never resigns.
func genmoveCleanup(c *call) (string, error) {
	side, err := c.colorArg()
	if err != nil {
		return "", err
	}
	begin := time.Now()
	pos, info, err := c.think(c.ctx, side, c.limits(side), nil)
	if err != nil {
		return "", err
	}
	c.clock.spend(side, time.Since(begin))
	move := info.Move
	if move == game.Pass && c.deadOf(pos, side.Other()) {
		for _, cand := range info.Candidates {
			if cand.Move >= 0 && pos.Check(cand.Move) == game.Legal {
				move = cand.Move
				break
			}
		}
	}
	return c.verts.Format(move), c.apply(event{color: side, move: move})
}

// deadOf reports whether the engine finds dead stones of a colour.
func (c *call) deadOf(pos game.Position, color game.Color) bool {
	judge, ok := c.cfg.Engine.(engine.DeadStones)
	if !ok {
		return false
	}
	dead, err := judge.Dead(c.ctx, pos)
	if err != nil {
		return false
	}
	for _, p := range dead {
		if pos.At(p) == color {
			return true
		}
	}
	return false
}
