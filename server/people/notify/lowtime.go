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

// When a player is reminded of a correspondence game: a day before the flag falls, or when a quarter of the time is left for moves
// of less than four days.
const (
	lowTime      = 24 * time.Hour
	lowTimeShare = 4
	lowTimeEvery = 10 * time.Minute
	pageOfLow    = 500
)

// remindOfTime reminds players with little time until the context ends. One node runs it.
func (s *Service) remindOfTime(ctx context.Context) {
	r := reminder{Service: s}
	tick := time.NewTicker(lowTimeEvery)
	defer tick.Stop()
	for {
		if err := r.check(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("low-time reminders failed", "err", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// reminder remembers the games that need no further check.
type reminder struct {
	*Service
	done map[string]time.Time // ids, with the deadlines that they had
}

// check reminds the players of all games with little time. An unreadable game does not stop the others.
func (r *reminder) check(ctx context.Context) error {
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

// remind notifies the player to move that their time is running out, if it is. settled means that no reminder is due until the
// deadline changes.
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
	n := notification(g, about{player: g.Awaited(), side: g.Turn, kind: LowTime, game: g.ID})
	n.Key = fmt.Sprintf("%s/%d", n.Key, g.Ply)
	n.Text = lowTimeWords(g, g.Turn).Text
	if err := s.Notify(ctx, n); err != nil {
		return false, fmt.Errorf("game %s: %w", id, err)
	}
	return true, s.wantDigest(ctx, n.Player)
}

// lowTimeOf returns how long before the flag falls the player to move is reminded, and false if there is no reminder.
func lowTimeOf(g store.Game) (time.Duration, bool) {
	spec, err := clock.Parse(g.Clock)
	if err != nil || spec.Kind != clock.Correspondence || g.Turn == game.Empty {
		return 0, false
	}
	return min(lowTime, spec.Step/lowTimeShare), true
}
