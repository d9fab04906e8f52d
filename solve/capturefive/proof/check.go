package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"moyo/game"
)

// Check reads a proof and plays its table against every legal reply. Errors wrap ErrFormat,
// ErrLimit or ErrRefuted, or come from ctx or the reader. Without an error the claim holds for
// simple ko; Report.Superko has the result for rules with superko.
func Check(ctx context.Context, r io.Reader, opt Options) (Report, error) {
	if opt.States <= 0 {
		opt.States = DefaultStates
	}
	if opt.Steps == 0 {
		opt.Steps = DefaultSteps
	}
	in := bufio.NewReaderSize(r, maxLine)
	h, g, start, err := open(in)
	if err != nil {
		return Report{}, err
	}
	c := &checker{
		ground: g, ctx: ctx, opt: opt, start: start, claim: h.claim, report: Report{Claim: h.claim, Start: start, Entries: h.entries},
	}
	if c.table, err = readTable(ctx, in, h, g, min(opt.States, maxEntries)); err != nil {
		if ctx.Err() == nil && !isLimit(err) {
			err = fmt.Errorf("%w: %w", ErrFormat, err)
		}
		return c.report, err
	}
	c.met = make([]bool, len(c.marks))
	walk := c.hold
	if h.claim.Win {
		walk = c.win
	}
	if err := walk(); err != nil {
		return c.report, err
	}
	c.report.Verified = true
	return c.report, c.superko()
}

// checker walks through the table of a proof.
type checker struct {
	*ground
	*table
	ctx    context.Context
	opt    Options
	claim  Claim
	start  State
	met    []bool // visited entries
	report Report
}

// refute returns the error for a refutation by a line of moves, and adds it to the report.
func (c *checker) refute(line []game.Move, format string, args ...any) error {
	c.report.Refutation = line
	return fmt.Errorf("%w: after [%s]: %s", ErrRefuted, c.lineText(line), fmt.Sprintf(format, args...))
}

func (c *checker) name(m game.Move) string {
	if m == game.Pass {
		return "pass"
	}
	return c.b.Name(m.Point())
}

// lineText names the moves of a line; of a long one only those at its ends.
func (c *checker) lineText(line []game.Move) string {
	const shown = 40
	var names []string
	for i, m := range line {
		switch {
		case len(line) <= shown || i < shown/2 || i >= len(line)-shown/2:
			names = append(names, c.name(m))
		case i == shown/2:
			names = append(names, "...")
		}
	}
	return strings.Join(names, " ")
}

// visit counts an entry on its first visit.
func (c *checker) visit(at int) error {
	c.met[at] = true
	c.report.Visited++
	if c.report.Visited%4096 != 0 {
		return nil
	}
	if c.opt.Progress != nil {
		c.opt.Progress(c.report.Visited, c.report.Entries)
	}
	return c.ctx.Err()
}

// entry returns the state of entry i, and its move.
func (c *checker) entry(i int) (State, game.Move) {
	return c.stateOf(c.key(i), c.claim.Side), c.moveOf(i)
}

func (c *checker) moveOf(i int) game.Move {
	if m := int(c.moves[i]); m < c.points {
		return game.Place(game.Point(m))
	}
	return game.Pass
}

// locate returns the entry of a state, or -1.
func (c *checker) locate(s *State) int {
	k, _ := c.canonical(s)
	return c.find(k)
}

// outcome is the effect of a move on the game.
type outcome uint8

const (
	illegal outcome = iota
	goesOn
	wins  // for the side that moved
	drawn // by a second pass
)

// apply plays a move or a pass.
func (c *checker) apply(s *State, m game.Move) (State, outcome) {
	if m == game.Pass {
		switch {
		case !c.rules.pass:
			return State{}, illegal
		case s.Passed:
			return State{}, drawn
		}
		return pass(s), goesOn
	}
	next, won, ok := c.play(s, m.Point())
	switch {
	case !ok:
		return State{}, illegal
	case won:
		return next, wins
	}
	return next, goesOn
}

// replies iterates over the legal moves of the side to move.
type replies struct {
	left   uint64
	passes bool // a pass is still to be tried
}

func (c *checker) repliesTo(s *State) replies { return replies{s.empty(c.ground), c.rules.pass} }

// next returns the next legal move and the resulting state. ok is false at the end.
func (c *checker) next(r *replies, s *State) (m game.Move, after State, how outcome, ok bool) {
	for r.left != 0 {
		m = game.Place(game.Point(bits.TrailingZeros64(r.left)))
		r.left &= r.left - 1
		if after, how = c.apply(s, m); how != illegal {
			return m, after, how, true
		}
	}
	if !r.passes {
		return game.NoMove, State{}, illegal, false
	}
	r.passes = false
	after, how = c.apply(s, game.Pass)
	return game.Pass, after, how, true
}

// replay converts a path through the table to moves from the start. The path lists its entries from
// first to last. more are the following moves, in the orientation of the last entry's own state.
func (c *checker) replay(way []int, more ...game.Move) []game.Move {
	var line []game.Move
	s := c.start
	for i, at := range way {
		if i > 0 || s.ToPlay != c.claim.Side {
			m, after := c.replyTo(&s, at)
			line, s = append(line, m), after
		}
		_, by := c.canonical(&s)
		if i == len(way)-1 {
			for _, m := range more {
				line = append(line, back(by, m))
			}
			return line
		}
		m := back(by, c.moveOf(at))
		line = append(line, m)
		s, _ = c.apply(&s, m)
	}
	return append(line, more...)
}

// replyTo finds the reply that leads to an entry.
func (c *checker) replyTo(s *State, to int) (game.Move, State) {
	for r := c.repliesTo(s); ; {
		m, after, how, ok := c.next(&r, s)
		if !ok {
			return game.NoMove, *s
		}
		if how == goesOn && c.locate(&after) == to {
			return m, after
		}
	}
}

// back returns the move whose image is m.
func back(by *symmetry, m game.Move) game.Move {
	if m < 0 {
		return m
	}
	return game.Place(game.Point(by.from[m]))
}

// firstStates calls f for the first states with Side to move: the start, or the results of the
// replies to it. m is that reply, or NoMove.
func (c *checker) firstStates(f func(m game.Move, s *State) error) error {
	if c.start.ToPlay == c.claim.Side {
		return f(game.NoMove, &c.start)
	}
	some := false
	for r := c.repliesTo(&c.start); ; {
		m, after, how, ok := c.next(&r, &c.start)
		switch {
		case !ok && !some && c.claim.Win:
			return c.refute(nil, "%s has no move: a draw", c.claim.First)
		case !ok:
			return nil
		case how == wins:
			return c.refute([]game.Move{m}, "%s wins", c.claim.First)
		case how == drawn && c.claim.Win:
			return c.refute([]game.Move{m}, "a draw")
		case how == drawn:
			continue
		}
		some = true
		c.report.Replies++
		if err := f(m, &after); err != nil {
			return err
		}
	}
}

func isLimit(err error) bool { return errors.Is(err, ErrLimit) }
