package gomoku

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/player"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
)

// Choose implements player.Chooser: in an opening it decides which colour to
// take, how to place stones so that the other player gains nothing by a choice,
// and which fifths to offer and to take.
func (m *model) Choose(e *player.Engine, t player.Turn) (engine.Info, bool) {
	p := t.Pos.(*rules.Position)
	if p.Phase().Text == "" {
		return engine.Info{}, false
	}
	o, cancel := newOpener(e, m, t)
	defer cancel()
	line, value := o.choose(p)
	return o.report(t, line, max(value, 0)), true
}

// newOpener returns an opener within the limits of t. The caller must call
// cancel.
func newOpener(e *player.Engine, m *model, t player.Turn) (*opener, context.CancelFunc) {
	lim, ctx, cancel := t.Lim.ForMove(), t.Ctx, func() {}
	if lim.Time > 0 {
		ctx, cancel = context.WithDeadline(ctx, t.Begin.Add(lim.Time))
	}
	o := &opener{
		e: e, m: m, ctx: ctx, lim: t.Lim, r: rand.New(rand.NewPCG(lim.Seed, t.Pos.(*rules.Position).Hash())),
		nodes: 20_000, begin: t.Begin, time: 2 * time.Second,
	}
	if lim.Time > 0 {
		o.time = min(lim.Time*3/4, o.time)
	}
	if lim.Nodes > 0 {
		e.Forget()
		o.nodes, o.time = max(lim.Nodes/8, 100), 0
		o.left = lim.Nodes
	}
	return o, cancel
}

// report reports and returns line, whose first move is played, with its value.
func (o *opener) report(t player.Turn, line []game.Move, value float64) engine.Info {
	found := engine.Info{Move: line[0], Value: value, Nodes: o.spent, Elapsed: time.Since(t.Begin), PV: line}
	t.Report(found)
	return found
}

// choose returns the best move in an opening, with the player's further stones
// that go with it, and its value, negative if unknown.
func (o *opener) choose(p *rules.Position) (line []game.Move, value float64) {
	var points, choices []game.Move
	for _, m := range o.lim.Allowed(p.LegalMoves(nil)) {
		if m >= 0 {
			points = append(points, m)
		} else {
			choices = append(choices, m)
		}
	}
	move := game.NoMove
	value = -1
	if len(points) > 0 {
		value = o.worth(p, p.Player()) // if the position stays as it is
	}
	for _, c := range choices {
		if v := o.afterChoice(p, c); v > value {
			move, value = c, v
		}
	}
	if move == game.NoMove {
		return o.place(p, points), value
	}
	return []game.Move{move}, value
}

// opener evaluates positions of an opening by short searches.
type opener struct {
	e     *player.Engine
	m     *model
	ctx   context.Context
	lim   engine.Limits // of the turn
	r     *rand.Rand
	nodes int64 // of a search
	left  int64 // nodes left, if they are limited
	begin time.Time
	time  time.Duration // time budget, 0 if nodes are limited
	spent int64
}

// done reports whether the budget for further searches is used up.
func (o *opener) done() bool { return o.gone() >= 1 }

// gone returns which part of the budget is used.
func (o *opener) gone() float64 {
	switch {
	case o.ctx.Err() != nil:
		return 1
	case o.time > 0:
		return float64(time.Since(o.begin)) / float64(o.time)
	case o.left > 0:
		return float64(o.spent) / float64(o.left)
	}
	return 1 // no limit of time
}

// winProbability returns the win probability of the colour to be placed next if
// the opening ended here.
func (o *opener) winProbability(p *rules.Position, nodes int64) float64 {
	s := o.m.load(p)
	if score, ok := s.Decided(0); ok {
		return alphabeta.WinProbability(score, scale)
	}
	r := o.e.Value(o.ctx, s, s.Moves(nil), alphabeta.Limits{Nodes: nodes, Depth: 20}, nil)
	o.spent += r.Nodes
	return alphabeta.WinProbability(r.Score, scale)
}

// worth returns the win probability of a player if the opening ended here.
func (o *opener) worth(p *rules.Position, player game.Color) float64 {
	if p.ToPlay() == game.Empty {
		return 0.5
	}
	v := o.winProbability(p, o.nodes)
	if p.Holder(p.ToPlay()) != player {
		return 1 - v
	}
	return v
}

// afterChoice returns the win probability of the player who makes a choice. A
// choice that leads to further stones of the player's own counts a half: they
// can be placed so that both sides are equal.
func (o *opener) afterChoice(p *rules.Position, c game.Move) float64 {
	next := p.Copy()
	player := p.Player()
	if next.Play(c) != nil {
		return -1
	}
	if next.Phase().Text != "" && next.Player() == player {
		return 0.5
	}
	v := o.worth(next, player)
	if next.Wanted() > 0 { // many offered fifths give the other side the choice among them
		v = math.Abs(v-0.5)/2 + 0.25
	}
	return v
}

// place returns the point to place a stone on, to offer, or to take; if the
// player places several, all of them.
func (o *opener) place(p *rules.Position, points []game.Move) []game.Move {
	const few = 12
	switch {
	case o.otherChooses(p, points[0]):
		if line := o.proposed(p); line != nil {
			return line
		}
		return o.balanced(p)
	case len(points) <= few:
		return []game.Move{o.best(p, points)}
	}
	root := o.m.Root(p)
	r := o.e.Value(o.ctx, root.State, root.Choices(p, o.lim.Exclude), alphabeta.Limits{Nodes: 4 * o.nodes}, nil)
	o.spent += r.Nodes
	return []game.Move{game.Move(r.Move)}
}

// otherChooses reports whether the other player has a choice after this player
// has placed the remaining own stones.
func (o *opener) otherChooses(p *rules.Position, m game.Move) bool {
	next := p.Copy()
	for next.Player() == p.Player() && next.Phase().Text != "" {
		moves := next.LegalMoves(nil)
		if len(moves) == 0 || moves[len(moves)-1] <= game.FirstChoice && len(next.Moves()) > len(p.Moves()) {
			break
		}
		if len(next.Moves()) == len(p.Moves()) {
			moves[0] = m
		}
		if next.Play(moves[0]) != nil {
			return false
		}
	}
	moves := next.LegalMoves(nil)
	return next.Player() != p.Player() && len(moves) > 0 && moves[len(moves)-1] <= game.FirstChoice
}

// best returns the point that is best for the player.
func (o *opener) best(p *rules.Position, points []game.Move) game.Move {
	best, most := points[0], -1.0
	for _, m := range points {
		next := p.Copy()
		if next.Play(m) != nil {
			continue
		}
		v := 0.5
		if next.Outcome().Over {
			v = 0
			if next.Holder(next.Outcome().Winner) == p.Player() {
				v = 1
			}
		} else if !o.done() || most < 0 {
			v = o.worth(next, p.Player())
		}
		if v > most {
			best, most = m, v
		}
	}
	return best
}

// draw plays the player's stones at random, most of them near the others.
func (o *opener) draw(p *rules.Position) (line []game.Move, next *rules.Position) {
	next = p.Copy()
	for next.Player() == p.Player() && next.Phase().Text != "" {
		m := o.point(next)
		if m == game.NoMove || next.Play(m) != nil {
			return line, next
		}
		line = append(line, m)
	}
	return line, next
}

// point draws a playable point, preferring the middle of the board.
func (o *opener) point(p *rules.Position) game.Move {
	moves := p.LegalMoves(nil)
	for len(moves) > 0 && moves[len(moves)-1] < 0 {
		moves = moves[:len(moves)-1]
	}
	if len(moves) == 0 {
		return game.NoMove
	}
	moves = o.lim.Allowed(moves)
	best, least := game.NoMove, math.Inf(1)
	for range 3 {
		m := moves[o.r.IntN(len(moves))]
		c := p.Board().Coord(m.Point())
		if d := c[0]*c[0] + c[1]*c[1] + c[2]*c[2]; d < least {
			best, least = m, d
		}
	}
	return best
}
