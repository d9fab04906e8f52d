package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"time"

	"moyo/client/bot/client"
	"moyo/server/base/wire"
)

// Ladder is a series of tournaments of one director, such as those of moyo ladder.
type Ladder struct {
	Director string        // account name
	Every    time.Duration // approximate time between two checks of the tournaments; 0 for 20 seconds
}

// usually is the default of Ladder.Every.
const usually = 20 * time.Second

// climber takes part in the tournaments of a ladder.
type climber struct {
	bot     *Bot
	by      map[string]string    // directors of the listed tournaments, by id
	in      map[string]bool      // tournaments that the bot has joined
	refused map[string]bool      // tournaments that refuse the bot, or that its engine cannot play
	last    map[string]time.Time // when it joined one of the same game, board and clock
}

// climb takes part in the tournaments of the ladder until ctx ends; then the bot pauses in them.
func (b *Bot) climb(ctx context.Context) error {
	c := &climber{bot: b, by: map[string]string{}, in: map[string]bool{}, refused: map[string]bool{}, last: map[string]time.Time{}}
	defer c.leave(ctx)
	every := cmp.Or(b.cfg.Ladder.Every, usually)
	for {
		if err := c.check(ctx); err != nil && ctx.Err() == nil {
			if client.IsFinal(err) {
				return err
			}
			b.tell(Event{Kind: "lost", Text: "the tournaments cannot be listed: " + err.Error()})
		}
		if err := client.Sleep(ctx, every/2+rand.N(every)); err != nil {
			return err
		}
	}
}

// check returns to the tournaments that the bot has joined, and joins others while it has places.
func (c *climber) check(ctx context.Context) error {
	var lists wire.TournamentLists
	err := client.Insist(ctx, func() error { return c.bot.client.Get(ctx, "/api/tournaments", &lists) })
	if err != nil {
		return err
	}
	here := slices.Concat(lists.Running, lists.Open)
	c.forget(here)
	var others []wire.TournamentHead
	joined := 0
	for _, h := range here {
		switch {
		case !slices.Contains(lists.Joined, h.ID):
			others = append(others, h)
			continue
		case c.refused[h.ID]: // which does not let it return
			continue
		}
		mine, err := c.comeBack(ctx, h)
		if err != nil {
			return err
		}
		if mine {
			joined++
		}
	}
	slices.SortStableFunc(others, func(a, b wire.TournamentHead) int { return c.last[kindOf(a)].Compare(c.last[kindOf(b)]) })
	for _, h := range others {
		if joined >= c.bot.cfg.Games {
			return nil
		}
		in, err := c.join(ctx, h)
		if err != nil {
			return err
		}
		if in {
			joined++
		}
	}
	return nil
}

// kindOf returns the kind of a tournament: those of a ladder with the same kind follow each other.
func kindOf(h wire.TournamentHead) string { return h.Rules + "@" + h.Board + "@" + h.Clock }

// mostKinds limits the number of kinds to remember.
const mostKinds = 1000

// forget drops tournaments that are no longer listed.
func (c *climber) forget(here []wire.TournamentHead) {
	listed := map[string]bool{}
	for _, h := range here {
		listed[h.ID] = true
	}
	for id := range c.by {
		if !listed[id] {
			delete(c.by, id)
			delete(c.in, id)
			delete(c.refused, id)
		}
	}
	if len(c.last) > mostKinds {
		clear(c.last)
	}
}

// comeBack ends the bot's pause in a tournament that it has joined, and reports whether the
// tournament belongs to the ladder.
func (c *climber) comeBack(ctx context.Context, h wire.TournamentHead) (bool, error) {
	if by, known := c.by[h.ID]; known && by != c.bot.cfg.Ladder.Director {
		return false, nil
	}
	t, err := c.ask(ctx, h.ID)
	if err != nil || t.Director != c.bot.cfg.Ladder.Director {
		return false, err
	}
	i := slices.IndexFunc(t.Players, func(p wire.TournamentPlayer) bool { return p.Name == c.bot.name })
	c.in[h.ID] = true
	if i < 0 || !t.Players[i].Paused {
		return true, nil
	}
	return c.act(ctx, h, "resume")
}

// ask returns a tournament.
func (c *climber) ask(ctx context.Context, id string) (t wire.Tournament, err error) {
	err = client.Insist(ctx, func() error { return c.bot.client.Get(ctx, "/api/tournaments/"+url.PathEscape(id), &t) })
	if client.IsGone(err) {
		return t, nil
	}
	if err == nil {
		c.by[id] = t.Director
	}
	return t, err
}

// join joins a tournament if it belongs to the ladder and the bot can play in it.
func (c *climber) join(ctx context.Context, h wire.TournamentHead) (bool, error) {
	g := wire.GameInfo{Board: h.Board, BoardTitle: h.BoardTitle, Rules: h.Rules, GameTitle: h.GameTitle, Speed: h.Speed, Rated: h.Rated}
	if c.refused[h.ID] || c.bot.cfg.Accept.unfit(&g) != "" {
		return false, nil
	}
	if _, known := c.by[h.ID]; !known {
		if _, err := c.ask(ctx, h.ID); err != nil {
			return false, err
		}
	}
	if c.by[h.ID] != c.bot.cfg.Ladder.Director {
		return false, nil
	}
	why := c.bot.cfg.Accept.cannot(c.bot, &g)
	if why == "" {
		e, err := c.bot.ready(ctx, g.Board, g.Rules)
		switch {
		case ctx.Err() != nil:
			return false, context.Cause(ctx)
		case err != nil:
			why = err.Error()
		default:
			e.Close()
		}
	}
	if why != "" {
		c.refused[h.ID] = true
		c.bot.tell(Event{Kind: "declined", Text: fmt.Sprintf("does not join %s: %s", h.Title, why)})
		return false, nil
	}
	in, err := c.act(ctx, h, "join")
	if in {
		c.in[h.ID], c.last[kindOf(h)] = true, time.Now()
	}
	return in, err
}

// actions are the bot's actions in tournaments: their names, and the refusal that means that an
// earlier request, whose answer was lost, has succeeded.
var actions = map[string]struct{ words, again string }{
	"join":   {"joins", "tournament.joined"},
	"resume": {"returns to", "tournament.notPaused"},
}

// act does one of the actions in a tournament. It does not retry what the tournament refuses.
func (c *climber) act(ctx context.Context, h wire.TournamentHead, do string) (done bool, err error) {
	err = client.Insist(ctx, func() error {
		return c.bot.client.Ask(ctx, http.MethodPost, "/api/tournaments/"+url.PathEscape(h.ID)+"/acts", wire.TournamentAct{Do: do}, nil)
	})
	var r *client.Refusal
	switch {
	case err == nil || errors.As(err, &r) && r.Refusal == actions[do].again:
		c.bot.tell(Event{
			Kind: "ladder", Text: fmt.Sprintf("%s %s: %s on %s (%s)", actions[do].words, h.Title, h.GameTitle, h.BoardTitle, h.ClockText),
		})
		return true, nil
	case errors.As(err, &r) && (r.Status == http.StatusBadRequest || r.Status == http.StatusNotFound):
		c.refused[h.ID] = true
		c.bot.tell(Event{Kind: "refused", Text: fmt.Sprintf("%s in %s: %s", do, h.Title, r.Detail)})
		return false, nil
	}
	return false, err
}

// leaving is the timeout for leaving.
const leaving = 5 * time.Second

// leave pauses the bot in its tournaments, so that no opponent waits for it.
func (c *climber) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaving)
	defer cancel()
	for id := range c.in {
		// a server that cannot be reached will notice
		_ = c.bot.client.Ask(ctx, http.MethodPost, "/api/tournaments/"+url.PathEscape(id)+"/acts", wire.TournamentAct{Do: "pause"}, nil)
	}
}
