package gomocup

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"moyo/engine"
	"moyo/game"
)

// lastWait is how much longer to wait for an engine without any move.
const lastWait = answerLag - 5*time.Millisecond

// maxPending bounds the lines read during a search. One more ends it.
const maxPending = 256

// elapsed is the time since the command was read.
func (c *call) elapsed() time.Duration { return time.Since(c.at) }

// think searches pos and returns the result, always with a move. It handles END,
// STOP and the like meanwhile, and waits no longer for the engine than the time of
// the answer allows. share is the number of such searches that the answer still
// needs, including this one. It returns false if no answer is needed any more.
func (c *call) think(pos game.Position, best, share int) (engine.Info, bool) {
	now := time.Now()
	lim, due := c.settings.limits(c.at, now, share)
	plan := lim.Time
	lim.Time -= c.late.reserve(plan)
	if share > 1 {
		due = now.Add(plan + engineLag - answerLag)
	}
	res := c.resources()
	lim.Seed = c.cfg.Seed
	lim.Threads, lim.Best, lim.Exclude = res.Threads, best, c.blockedMoves(pos)
	if c.cfg.Debug {
		c.say("DEBUG time %v left %v memory %d threads %d", lim.Time, lim.Clock.Left(), res.Memory, res.Threads)
	}
	sc := c.engine.search(c.ctx, res, pos, lim, c.even, due)
	defer sc.cancel()
	late := time.NewTimer(time.Until(due))
	defer late.Stop()
	waited := false
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		lines := c.lines
		if c.ended || len(c.pending) >= maxPending {
			lines = nil
			sc.cancel()
		}
		select {
		case f := <-sc.done:
			c.late.add(time.Since(now) - lim.Time)
			return c.decide(pos, lim, f)
		case <-late.C:
			if f := sc.known(); f.err == nil || waited {
				c.late.add(time.Since(now) - lim.Time)
				return c.decide(pos, lim, f)
			}
			waited = true // a late answer is better than any move
			late.Reset(lastWait)
		case <-tick.C:
			if f := sc.known(); f.err == nil {
				c.message(pos, f.info)
			}
		case ln, ok := <-lines:
			if c.ended = !ok; ok && c.during(ln, sc) {
				c.void = true
				return engine.Info{}, false
			}
		case <-c.ctx.Done():
			return engine.Info{}, false
		}
	}
}

// during handles a line during a search. It returns true if the search's answer
// is no longer needed.
func (c *call) during(ln line, sc *search) (dropped bool) {
	name, args := words(ln.text)
	name = strings.ToUpper(name)
	switch {
	case ln.tooLong:
		c.pending = append(c.pending, ln)
	case name == "END":
		c.quit = true
		return true
	case name == "STOP" || name == "YXSTOP":
		sc.cancel()
	case name == "INFO":
		c.settings.info(args)
	case name == "RESTART":
		c.pending = append(c.pending, ln)
		return true
	case name == "START" || name == "RECTSTART":
		c.pending = append(c.pending, ln)
		_, _, err := c.newTable(name, args)
		return err == nil // otherwise the game continues
	default:
		c.pending = append(c.pending, ln)
	}
	return false
}

// decide returns the search's result, or another move if the engine has failed:
// a program without an answer loses.
func (c *call) decide(pos game.Position, lim engine.Limits, f found) (engine.Info, bool) {
	if f.err == nil {
		c.message(pos, f.info)
		m := f.info.Move
		excluded := slices.Contains(lim.Exclude, m) && !slices.Contains(lim.Allowed(pos.LegalMoves(nil)), m)
		if m != game.Pass && pos.Check(m) == game.Legal && !excluded {
			return f.info, true
		}
		f.err = fmt.Errorf("the engine chose %s", game.Format(pos, f.info.Move))
	}
	m, err := anyMove(pos.Clone(), lim)
	if err != nil {
		c.fail("%s: %v", c.name, err)
		return engine.Info{}, false
	}
	c.say("MESSAGE any move: %v", f.err)
	return engine.Info{Move: m}, true
}

// maxLineMoves bounds the moves of a reported variation.
const maxLineMoves = 20

// message reports the state of the search to the user, in one line or in one for
// each evaluated move.
func (c *call) message(pos game.Position, info engine.Info) {
	if m := info.Move; c.settings.realtime && m >= 0 && m < game.Move(pos.Board().Len()) {
		c.say("MESSAGE REALTIME BEST %v", c.table.cellOf(pos.Board(), m.Point()))
	}
	if len(info.Candidates) < 2 {
		c.variation(pos, info, "")
		return
	}
	for i, m := range info.Candidates {
		one := info
		one.Value, one.Mate, one.PV = m.Value, m.Mate, m.PV
		c.variation(pos, one, fmt.Sprintf(" multipv %d", i+1))
	}
}

// variation writes one line of a search; rank is its number.
func (c *call) variation(pos game.Position, info engine.Info, rank string) {
	var b strings.Builder
	fmt.Fprintf(&b, "MESSAGE depth %d%s ev %s n %d n/ms %.0f tm %d",
		info.Depth, rank, value(info), info.Nodes, info.PerSecond()/1000, info.Elapsed.Milliseconds())
	if info.Book {
		b.WriteString(" book")
	}
	b.WriteString(" pv")
	for i, m := range info.PV {
		if i == maxLineMoves || m >= game.Move(pos.Board().Len()) {
			break
		}
		if m >= 0 {
			b.WriteString(" " + c.table.cellOf(pos.Board(), m.Point()).String())
		}
	}
	c.say("%s", b.String())
}

// value formats the win probability, or the plies to the proved end.
func value(info engine.Info) string {
	if info.Mate != 0 {
		return fmt.Sprintf("%+dM", info.Mate)
	}
	return fmt.Sprintf("%.1f%%", 100*info.Value)
}
