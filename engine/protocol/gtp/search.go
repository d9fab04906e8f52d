package gtp

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"moyo/engine"
	"moyo/game"
)

// colorArg returns the colour of argument 0.
func (c *call) colorArg() (game.Color, error) {
	if len(c.args) == 0 {
		return game.Empty, errSyntax
	}
	return parseColor(c.args[0])
}

// limits returns the bounds of a move of the given side.
func (s *session) limits(side game.Color) engine.Limits {
	lim := s.cfg.Limits
	stones := len(s.stones(game.Black)) + len(s.stones(game.White))
	if t := s.clock.budget(side, expectedMoves(s.board.Len(), stones)); t > 0 {
		lim.Time = t
	}
	return lim
}

// think searches with side to move. The move in the answer is legal.
func (c *call) think(ctx context.Context, side game.Color, lim engine.Limits, report func(engine.Info)) (game.Position, engine.Info, error) {
	pos := c.pos.Clone()
	if err := handTurn(pos, side); err != nil {
		return nil, engine.Info{}, err
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
	begin := time.Now()
	_, info, err := c.think(c.ctx, side, c.limits(side), report)
	if err != nil {
		return "", err
	}
	c.clock.spend(side, time.Since(begin))
	if report != nil {
		report(info) // a short search may have reported nothing
	}
	if info.Resign {
		return "resign", nil
	}
	return c.verts.format(info.Move), c.apply(event{color: side, move: info.Move})
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
	return c.verts.format(info.Move), nil
}

// genmoveCleanup plays on until the opponent's dead stones are taken: it passes
// only when the engine sees none, and never resigns.
func genmoveCleanup(c *call) (string, error) {
	side, err := c.colorArg()
	if err != nil {
		return "", err
	}
	pos, info, err := c.think(c.ctx, side, c.limits(side), nil)
	if err != nil {
		return "", err
	}
	move := info.Move
	if move == game.Pass && c.deadOf(pos, side.Other()) {
		for _, cand := range info.Candidates {
			if cand.Move >= 0 && pos.Check(cand.Move) == game.Legal {
				move = cand.Move
				break
			}
		}
	}
	return c.verts.format(move), c.apply(event{color: side, move: move})
}

// deadOf says whether the engine sees dead stones of a colour.
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

func timeSettings(c *call) (string, error) {
	main, err := c.seconds(0)
	if err != nil {
		return "", err
	}
	byo, err := c.seconds(1)
	if err != nil {
		return "", err
	}
	stones, err := c.intArg(2)
	if err != nil || stones < 0 {
		return "", errSyntax
	}
	switch {
	case byo > 0 && stones == 0: // GTP 2, section 4.2: no limit at all
		c.clock.set(noClock, 0, 0, 0)
	case byo > 0:
		c.clock.set(canadian, main, byo, stones)
	default:
		c.clock.set(absolute, main, 0, 0)
	}
	return "", nil
}

// kgsTimeSettings is KGS's command: none, absolute TIME, byoyomi TIME PERIOD
// COUNT or canadian TIME PERIOD STONES.
func kgsTimeSettings(c *call) (string, error) {
	if len(c.args) == 0 {
		return "", errSyntax
	}
	kinds := map[string]clockKind{"none": noClock, "absolute": absolute, "byoyomi": byoyomi, "canadian": canadian}
	kind, ok := kinds[c.args[0]]
	if !ok {
		return "", errSyntax
	}
	var main, byo time.Duration
	var count int
	var err error
	if kind != noClock {
		if main, err = c.seconds(1); err != nil {
			return "", err
		}
	}
	if kind == byoyomi || kind == canadian {
		if byo, err = c.seconds(2); err != nil {
			return "", err
		}
		if count, err = c.intArg(3); err != nil || count < 1 || byo == 0 {
			return "", errSyntax
		}
	}
	c.clock.set(kind, main, byo, count)
	return "", nil
}

func timeLeftCommand(c *call) (string, error) {
	side, err := c.colorArg()
	if err != nil {
		return "", err
	}
	left, err := c.seconds(1)
	if err != nil {
		return "", err
	}
	stones, err := c.intArg(2)
	if err != nil || stones < 0 {
		return "", errSyntax
	}
	c.clock.report(side, left, stones)
	return "", nil
}

// seconds returns argument i, a number of seconds.
func (c *call) seconds(i int) (time.Duration, error) {
	if i >= len(c.args) {
		return 0, errSyntax
	}
	v, err := strconv.ParseFloat(c.args[i], 64)
	if err != nil || !(v >= 0) {
		return 0, errSyntax
	}
	if v > maxClock.Seconds() {
		return maxClock, nil
	}
	return time.Duration(v * float64(time.Second)), nil
}
