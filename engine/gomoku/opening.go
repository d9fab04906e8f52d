package gomoku

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/player"
	"moyo/game"
	rules "moyo/rules/gomoku"
)

// Choose implements player.Chooser: it decides in an opening which colour to
// take, how to place stones so that the other player gains nothing by a choice,
// which fifths to offer and to take.
func (m *model) Choose(e *player.Engine, t player.Turn) (engine.Info, bool) {
	p, lim := t.Pos.(*rules.Position), t.Lim.ForMove()
	if p.Phase().Text == "" {
		return engine.Info{}, false
	}
	ctx := t.Ctx
	if lim.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, t.Begin.Add(lim.Time))
		defer cancel()
	}
	if lim.Nodes > 0 {
		e.Forget()
	}
	o := opener{e: e, m: m, ctx: ctx, r: rand.New(rand.NewPCG(lim.Seed, p.Hash())), nodes: 20_000, until: t.Begin.Add(2 * time.Second)}
	if lim.Time > 0 {
		o.until = t.Begin.Add(min(lim.Time*3/4, 2*time.Second))
	}
	if lim.Nodes > 0 {
		o.nodes, o.until = max(lim.Nodes/8, 100), time.Time{}
		o.left = lim.Nodes
	}
	move, value := o.choose(p, lim.Exclude)
	found := engine.Info{Move: move, Value: max(value, 0), Nodes: o.spent, Elapsed: time.Since(t.Begin), PV: []game.Move{move}}
	t.Report(found)
	return found, true
}

// choose returns the best move in an opening and its value, below 0 where it is
// not known.
func (o *opener) choose(p *rules.Position, exclude []game.Move) (move game.Move, value float64) {
	var points, choices []game.Move
	legal := p.LegalMoves(nil)
	for _, m := range legal {
		if slices.Contains(exclude, m) && len(exclude) < len(legal) {
			continue
		}
		if m >= 0 {
			points = append(points, m)
		} else {
			choices = append(choices, m)
		}
	}
	move, value = game.NoMove, -1.0
	if len(points) > 0 {
		value = o.worth(p, p.Player()) // of going on as things stand
	}
	for _, c := range choices {
		if v := o.afterChoice(p, c); v > value {
			move, value = c, v
		}
	}
	if move == game.NoMove {
		move = o.place(p, points, exclude)
	}
	return move, value
}

// opener values positions of an opening by short searches.
type opener struct {
	e     *player.Engine
	m     *model
	ctx   context.Context
	r     *rand.Rand
	nodes int64     // of a search
	left  int64     // nodes that may still be spent, where they are limited
	until time.Time // zero where they are
	spent int64
}

// done says that no further search should be begun.
func (o *opener) done() bool {
	if o.ctx.Err() != nil {
		return true
	}
	if o.until.IsZero() {
		return o.spent >= o.left
	}
	return time.Now().After(o.until)
}

// chance returns the win chance of the colour to be placed next if the opening
// ended here.
func (o *opener) chance(p *rules.Position, nodes int64) float64 {
	s := o.m.load(p)
	if score, ok := s.Decided(0); ok {
		return alphabeta.Chance(score, scale)
	}
	r := o.e.Value(o.ctx, s, s.Moves(nil), alphabeta.Limits{Nodes: nodes, Depth: 20}, nil)
	o.spent += r.Nodes
	return alphabeta.Chance(r.Score, scale)
}

// worth returns the win chance of a player if the opening ended here.
func (o *opener) worth(p *rules.Position, player game.Color) float64 {
	if p.ToPlay() == game.Empty {
		return 0.5
	}
	v := o.chance(p, o.nodes)
	if p.Holder(p.ToPlay()) != player {
		return 1 - v
	}
	return v
}

// afterChoice returns the win chance of the player who makes a choice. One that
// leads to further stones of the player's own is worth a half: they can be
// placed so that both sides are equal.
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
	if next.Wanted() > 0 { // offering many fifths gives the other side the choice among them
		v = math.Abs(v-0.5)/2 + 0.25
	}
	return v
}

// place returns the point to place a stone on, to offer, or to take.
func (o *opener) place(p *rules.Position, points, exclude []game.Move) game.Move {
	const few = 12
	switch {
	case o.otherChooses(p, points[0]):
		return o.balanced(p)
	case len(points) <= few:
		return o.best(p, points)
	}
	root := o.m.Root(p)
	r := o.e.Value(o.ctx, root.State, root.Choices(p, exclude), alphabeta.Limits{Nodes: 4 * o.nodes}, nil)
	o.spent += r.Nodes
	return game.Move(r.Move)
}

// otherChooses says whether the other player has a choice once this player has
// placed the stones that are theirs to place.
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

// balanced draws stones for the player at random until the position after them
// is as even as can be had in the time, and returns the first of them.
func (o *opener) balanced(p *rules.Position) game.Move {
	best, least := game.NoMove, math.Inf(1)
	for tries := 0; tries < 400 && (!o.done() || best == game.NoMove); tries++ {
		if o.ctx.Err() != nil { // no time to value any
			best, _ = o.draw(p)
			break
		}
		first, next := o.draw(p)
		if first == game.NoMove || next.Outcome().Over || next.ToPlay() == game.Empty {
			continue
		}
		off := math.Abs(o.chance(next, min(o.nodes, 3000)) - 0.5)
		if off < least {
			off = math.Abs(o.chance(next, o.nodes) - 0.5)
		}
		if off < least && o.ctx.Err() == nil {
			best, least = first, off
		}
		if least < 0.02 && tries > 20 {
			break
		}
	}
	return best
}

// draw plays the player's stones at random, most of them near to the others.
func (o *opener) draw(p *rules.Position) (first game.Move, next *rules.Position) {
	next, first = p.Copy(), game.NoMove
	for next.Player() == p.Player() && next.Phase().Text != "" {
		m := o.point(next)
		if m == game.NoMove || next.Play(m) != nil {
			return first, next
		}
		if first == game.NoMove {
			first = m
		}
	}
	return first, next
}

// point draws a point that may be played, preferring the middle of the board.
func (o *opener) point(p *rules.Position) game.Move {
	moves := p.LegalMoves(nil)
	for len(moves) > 0 && moves[len(moves)-1] < 0 {
		moves = moves[:len(moves)-1]
	}
	if len(moves) == 0 {
		return game.NoMove
	}
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
