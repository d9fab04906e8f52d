package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"moyo/client/bot/client"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
	"moyo/server/base/wire"
)

// act does the next thing that the state of the game requires of the bot.
func (t *table) act(ctx context.Context) error {
	mine := t.state.Phase == "playing" && t.state.Turn == t.you && t.you != "" && t.isNext()
	if t.think != nil && (!mine || t.think.after != len(t.moves)) {
		t.stopThinking()
	}
	if t.sent.id != "" || t.pause != nil || t.you == "" {
		return nil // waits for the answer, or for a better time
	}
	switch {
	case t.state.Phase == "scoring" && t.speaks():
		return t.agree(ctx)
	case t.state.Phase != "playing":
		return nil
	case !t.speaks() && !mine:
		t.failed = 0
		return nil
	case !t.speaks():
		return t.turn(ctx)
	case t.state.UndoAsked != "" && t.state.UndoAsked != t.you:
		return t.give(ctx, wire.ClientMessage{Type: "deny"})
	case t.state.DrawOffer != "" && t.state.DrawOffer != t.you:
		return t.give(ctx, wire.ClientMessage{Type: "decline"})
	case !mine:
		t.failed = 0
		return nil
	}
	return t.turn(ctx)
}

// turn sends the move that was found, or starts a search.
func (t *table) turn(ctx context.Context) error {
	switch {
	case t.chosen.id != "" && t.chosen.after == len(t.moves) && t.chosen.resign:
		return t.give(ctx, wire.ClientMessage{Type: "resign", ID: t.chosen.id})
	case t.chosen.id != "" && t.chosen.after == len(t.moves):
		return t.give(ctx, wire.ClientMessage{Type: "play", ID: t.chosen.id, Ply: len(t.moves), Move: t.chosen.move})
	case t.failed > engineTries && !t.speaks(): // already reported
	case t.failed == engineTries && !t.speaks():
		t.failed++
		t.bot.tell(Event{Kind: "engine", Game: t.id, Text: "the engine keeps failing: the bot cannot move, and its partners may resign"})
	case t.failed >= engineTries:
		t.bot.tell(Event{Kind: "engine", Game: t.id, Text: "the engine keeps failing: the bot resigns"})
		return t.give(ctx, wire.ClientMessage{Type: "resign"})
	case t.think == nil && !t.untimed:
		t.search(ctx)
	}
	return nil
}

// search starts a search. Its result goes to [table.settle], unless the search is stopped.
func (t *table) search(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	s := &search{stop: stop, after: len(t.moves), found: make(chan found, 1)}
	t.think = s
	spec, moves, limits, resigns := t.info, append([]string(nil), t.moves...), t.limits(), t.speaks()
	go func() {
		info, move, err := t.choose(ctx, spec, moves, limits, resigns)
		s.found <- found{info, move, err}
	}()
}

// stopThinking stops a search and waits for its end, since an engine runs one search at a time.
func (t *table) stopThinking() {
	if t.think != nil {
		t.think.stop()
		<-t.think.found
		t.think = nil
	}
}

// choose makes the engine choose a move in a position. Only one goroutine at a time calls it. If the
// bot may not resign, it plays on.
func (t *table) choose(
	ctx context.Context, g wire.GameInfo, moves []string, limits engine.Limits, resigns bool,
) (engine.Info, string, error) {
	pos, err := t.bot.position(g.Board, g.Rules, moves)
	if err != nil {
		return engine.Info{}, "", err
	}
	game.Resume(pos) // play has resumed, so the passes have not ended the game
	if t.engine == nil {
		if t.engine, err = t.bot.cfg.Open(ctx); err != nil {
			return engine.Info{}, "", err
		}
	}
	info, err := t.engine.Search(ctx, pos, limits, nil)
	if err != nil {
		return info, "", err
	}
	if info.Resign && !resigns {
		info.Resign, info.Move = false, goOn(pos, info.Move)
	}
	if reason := pos.Check(info.Move); reason != game.Legal && !info.Resign {
		return info, "", fmt.Errorf("the engine plays %s: %s", game.Format(pos, info.Move), reason)
	}
	return info, game.Format(pos, info.Move), nil
}

// position replays a game. Passes after which play resumed have not ended it; final passes may.
func (b *Bot) position(on, by string, moves []string) (game.Position, error) {
	points, err := b.cfg.Board(on)
	if err != nil {
		return nil, err
	}
	rules, err := b.cfg.Rules(by)
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(points)
	if err != nil {
		return nil, err
	}
	for i, text := range moves {
		game.Resume(pos)
		m, err := game.ParseMove(pos, text)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", i+1, text, err)
		}
	}
	return pos, nil
}

// settle takes the result of a search. A search that ctx has ended has no result, whatever the
// engine returned.
func (t *table) settle(ctx context.Context, f found) {
	after := t.think.after
	t.think.stop()
	t.think = nil
	if ctx.Err() != nil {
		return
	}
	if f.err != nil {
		t.failed++
		t.bot.tell(Event{Kind: "engine", Game: t.id, Text: "the engine failed: " + f.err.Error()})
		return
	}
	t.chosen = chosen{id: client.NewID(), move: f.move, after: after, resign: f.info.Resign}
}

// limits returns the limits of the next search: the configured ones, and the current clocks less
// the margin for the network.
func (t *table) limits() engine.Limits {
	l := t.bot.cfg.Limits
	l.Seed = rand.Uint64()
	c := t.state.Clocks
	if c == nil {
		return l
	}
	spec, err := clock.Parse(c.Spec)
	if err != nil || !spec.Counts() {
		return l
	}
	own, other := c.Black, c.White
	if t.you == "white" {
		own, other = other, own
	}
	l.Clock = engine.Clock{Spec: spec, Own: left(own), Other: left(other)}
	if c.Running == t.you {
		gone := time.Since(t.since) - time.Duration(c.Stopped)*time.Millisecond
		l.Clock.Own, _ = spec.Run(l.Clock.Own, min(gone, l.Clock.Left()))
		l.Clock = l.Clock.After(t.bot.cfg.Margin)
	}
	return l
}

// left converts a player's clock from the wire.
func left(l wire.Left) clock.State {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	return clock.State{Main: ms(l.Main), Periods: l.Periods, Stones: l.Stones, Period: ms(l.Period), Leave: ms(l.Leave)}
}
