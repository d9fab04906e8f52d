package proof

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"moyo/board"
	"moyo/game"
)

// Options of a check.
type Options struct {
	// States limits the states that the walk remembers, 0 for DefaultStates. With a region of 20
	// points a state takes 11 bytes, and the table up to three times that. The stack of the walk takes
	// 12 more for each state on it.
	States int
}

// DefaultStates is the default limit of states.
const DefaultStates = 1 << 26

// Report is the result of checking a proof.
type Report struct {
	States  int // different states, without ends
	Replies int // moves of the loser that were tried, including passes
	Leaves  int // claimed and verified
	Depth   int // moves from the root to the deepest state
}

// Check walks through the proof of a claim about s as docs/tsumego.md defines it, and returns nil
// if it is valid. Otherwise the error wraps ErrProof and gives the first flaw, or it is ctx's.
// Exceeding the limit of states is also a flaw.
func Check(ctx context.Context, s *Statement, c *Claim, opts ...Options) (Report, error) {
	var opt Options
	if len(opts) > 0 {
		opt = opts[0]
	}
	if opt.States <= 0 {
		opt.States = DefaultStates
	}
	if err := cmp.Or(s.wellFormed(), c.wellFormed()); err != nil {
		return Report{}, err
	}
	g := newGround(s)
	w := walk{
		ground: g, board: s.Board, moves: c.Moves, limit: opt.States, winner: s.Defender,
		seen: newSeen(g.keySize()), key: make([]byte, g.keySize()),
	}
	if c.Captured {
		w.winner = g.attacker
	}
	first := g.start(s, c)
	if q, found := g.breathless(&first); found {
		return Report{}, wrong("the chain at %s has no liberty", s.Board.Name(q))
	}
	err := w.run(ctx, first)
	return w.report, err
}

// CheckAll checks every claim of a proof. It returns the error of Check with the number of the
// refused claim.
func CheckAll(ctx context.Context, p *Proof) error {
	if err := p.wellFormed(); err != nil {
		return err
	}
	for i := range p.Claims {
		if _, err := Check(ctx, &p.Statement, &p.Claims[i]); err != nil {
			return fmt.Errorf("claim %d of %d: %w", i+1, len(p.Claims), err)
		}
	}
	return nil
}

// walk is a walk over the game tree that a claim's moves describe.
type walk struct {
	*ground
	board  *board.Board
	moves  []byte
	winner game.Color
	limit  int
	at     int // bytes of the moves read so far
	seen   *seen
	key    []byte // buffer for a key

	// The stack of states from the root: their keys, and the number of the last move played in each.
	keys   []byte
	played []uint8
	report Report
}

// flaw returns an error with the place of the walk.
func (w *walk) flaw(format string, args ...any) error {
	var line []string
	for _, m := range w.played {
		line = append(line, w.name(m))
	}
	if n := len(line); n > 40 {
		line = append(line[:20:20], append([]string{"..."}, line[n-20:]...)...)
	}
	return wrong("byte %d, after [%s]: %s", w.at, strings.Join(line, " "), fmt.Sprintf(format, args...))
}

// name returns the name of a move.
func (w *walk) name(m uint8) string {
	if int(m) == len(w.points) {
		return "pass"
	}
	return w.board.Name(w.points[m])
}

// run walks from s.
func (w *walk) run(ctx context.Context, s state) error {
	if err := w.enter(&s); err != nil {
		return err
	}
	for steps := 1; len(w.played) > 0; steps++ {
		if steps%1024 == 1 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if err := w.step(); err != nil {
			return err
		}
	}
	if w.at < len(w.moves) {
		return w.flaw("%d bytes are left over", len(w.moves)-w.at)
	}
	return nil
}

// enter visits a state: it turns back or reads a byte, and unless that is a leaf it pushes the
// state.
func (w *walk) enter(s *state) error {
	captured := w.winner == w.attacker
	if w.won(s) {
		if !captured {
			return w.flaw("the attacker has won")
		}
		return nil
	}
	w.pack(w.key, s)
	switch before := w.seen.of(w.key); {
	case before == below && captured:
		return w.flaw("a state repeats on its own path: the attacker makes no progress")
	case before != fresh:
		return nil
	}
	w.seen.mark(w.key, below)
	if w.report.States++; w.report.States > w.limit {
		return w.flaw("more than %d states", w.limit)
	}
	w.report.Depth = max(w.report.Depth, len(w.played))
	if w.at == len(w.moves) {
		return w.flaw("the moves end too early")
	}
	m := w.moves[w.at]
	w.at++
	if m == Leaf {
		return w.leaf(s)
	}
	return w.descend(s, m)
}

// leaf checks a claimed leaf. The walk turns back at it.
func (w *walk) leaf(s *state) error {
	switch {
	case w.winner == w.attacker && !w.oneEye(s):
		return w.flaw("two eyes may be possible in a leaf")
	case w.winner == w.defender && !w.lives(s):
		return w.flaw("no target is unconditionally alive in a leaf")
	}
	w.report.Leaves++
	w.seen.mark(w.key, walked)
	return nil
}

// unplayed is the number of the last move if none was played.
const unplayed = 255

// descend goes below s, for which m was read.
func (w *walk) descend(s *state, m uint8) error {
	pass := uint8(len(w.points))
	if s.turn != w.winner {
		if m != pass {
			return w.flaw("%d for a state where the other side is to move: want %d or %d", m, pass, Leaf)
		}
		w.keys, w.played = append(w.keys, w.key...), append(w.played, unplayed)
		return nil
	}
	if m > pass {
		return w.flaw("move %d: there are %d", m, pass)
	}
	if m == pass {
		w.pass(s)
	} else if illegal := w.play(s, m); illegal != "" {
		return w.flaw("%s: %s", w.name(m), illegal)
	}
	w.keys, w.played = append(w.keys, w.key...), append(w.played, m)
	return w.enter(s)
}

// step continues from the top of the stack: to its next reply, or back up.
func (w *walk) step() error {
	top, size := len(w.played)-1, len(w.key)
	key := w.keys[top*size:]
	s := w.unpack(key)
	if s.turn != w.winner {
		pass := uint8(len(w.points))
		for m := w.played[top] + 1; m <= pass; m++ { // unplayed + 1 is 0
			after := s
			if m == pass {
				w.pass(&after)
			} else if w.play(&after, m) != "" {
				continue
			}
			w.report.Replies++
			w.played[top] = m
			return w.enter(&after)
		}
	}
	w.seen.mark(key, walked)
	w.keys, w.played = w.keys[:top*size], w.played[:top]
	return nil
}
