package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/server/store"
)

// When somebody is reminded of a game by correspondence: a day before their flag falls, and
// where a move has less than four days, when a quarter of that is left.
const (
	lowTime      = 24 * time.Hour
	lowTimeShare = 4
	lowTimeEvery = 10 * time.Minute
	pageOfLow    = 500
)

// remindOfTime tells those whose time runs out, again and again. One node does.
func (s *Service) remindOfTime(ctx context.Context) {
	r := reminder{Service: s}
	tick := time.NewTicker(lowTimeEvery)
	defer tick.Stop()
	for {
		if err := r.look(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("nobody is reminded of games whose time runs out", "err", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// reminder knows which games it need not look at once more.
type reminder struct {
	*Service
	done map[string]time.Time // ids, with the deadlines that they had
}

// look tells of all games whose time runs out by now. One that cannot be read keeps nobody
// from hearing of the others.
func (r *reminder) look(ctx context.Context) error {
	now := r.Now()
	done := map[string]time.Time{}
	var after store.Due
	var failed error
	for {
		page, err := r.Store.Due(ctx, now.Add(lowTime), after, pageOfLow)
		if err != nil {
			return errors.Join(failed, err)
		}
		for _, d := range page {
			settled := r.done[d.Game].Equal(d.At)
			if !settled {
				settled, err = r.remind(ctx, d.Game, now)
				failed = errors.Join(failed, err)
			}
			if settled {
				done[d.Game] = d.At
			}
		}
		if len(page) < pageOfLow {
			break
		}
		after = page[len(page)-1]
	}
	r.done = done
	return failed
}

// remind tells whose turn it is in a game that their time runs out, if it does. settled
// says that there is no more to tell before the deadline is another.
func (s *Service) remind(ctx context.Context, id string, now time.Time) (settled bool, err error) {
	g, err := s.Store.Game(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("game %s: %w", id, err)
	}
	window, ok := lowTimeOf(g)
	if !ok || g.Awaited() == "" {
		return true, nil
	}
	if g.Deadline.IsZero() || g.Deadline.Sub(now) > window {
		return false, nil
	}
	n := notification(g, about{player: g.Awaited(), side: g.Turn, kind: store.LowTime, game: g.ID})
	n.Key = fmt.Sprintf("%s/%d", n.Key, g.Ply)
	n.Text = lowTimeWords(g, g.Turn).Text
	if err := s.Notify(ctx, n); err != nil {
		return false, fmt.Errorf("game %s: %w", id, err)
	}
	return true, s.wantDigest(ctx, n.Player)
}

// lowTimeOf returns how long before the flag falls whoever has to move hears of it, and
// false where they do not.
func lowTimeOf(g store.Game) (time.Duration, bool) {
	spec, err := clock.Parse(g.Clock)
	if err != nil || spec.Kind != clock.Correspondence || g.Turn == game.Empty {
		return 0, false
	}
	return min(lowTime, spec.Step/lowTimeShare), true
}
