package room

import (
	"context"
	"errors"
	"maps"
	"time"

	"moyo/server/store"
)

// The limits of looking after games that no one has open.
const (
	pageOfDue = 100 // games looked at in one go
	mostDue   = 20  // games opened in one go
	distant   = 3650 * 24 * time.Hour
	lastBeat  = time.Second // for the beat at the end
	badFor    = time.Hour   // how long a game that cannot be opened is left alone
	mostBad   = 1000

	plansAgain = time.Hour   // how long a game is not opened again for a plan
	plansEvery = time.Minute // how long a planned answer waits at most after a failure has prevented it
)

// KeepTime looks after the clocks of all games until the hub's context ends. It writes
// down that the server is at work, as long as anybody's time counts. It opens games
// whose flag is due, so that the flag falls even if no one has the game open.
func (h *Hub) KeepTime() {
	h.rooms.Go(func() {
		tick := time.NewTicker(beatEvery)
		defer tick.Stop()
		k := keeper{h: h, bad: map[string]time.Time{}, planned: map[string]time.Time{}}
		for {
			if err := k.look(h.ctx); err != nil && h.ctx.Err() == nil {
				h.Log.Error("clocks not looked after", "err", err)
			}
			select {
			case <-tick.C:
			case <-h.ctx.Done():
				k.end()
				return
			}
		}
	})
}

// keeper is the state of KeepTime.
type keeper struct {
	h   *Hub
	bad map[string]time.Time // games that could not be opened, and until when they are left alone

	plansAt   time.Time // when plans are looked at again
	planAfter string    // the game of the last plan looked at
	// games opened for plans, and until when they are not opened again: a due answer is played at once, or waits for its player
	planned map[string]time.Time
}

// look does what is due now.
func (k *keeper) look(ctx context.Context) error {
	if any, err := k.anyClock(ctx); err != nil || !any {
		return err
	}
	if err := k.h.uptime.beat(ctx); err != nil {
		return err
	}
	return errors.Join(k.sweep(ctx), k.answerPlans(ctx))
}

// answerPlans opens games that no one has open and in which a planned answer is due, a few at
// a time. Their rooms play the answer as soon as they are loaded. This happens after a room or
// the server has failed between a move and the answer to it. Other plans wait for their players,
// such as a plan whose answer was not allowed.
func (k *keeper) answerPlans(ctx context.Context) error {
	now := k.h.Now()
	if now.Before(k.plansAt) {
		return nil
	}
	due, err := k.h.correspondence().PlansDue(ctx, k.planAfter, mostDue)
	if err != nil {
		return err
	}
	k.planAfter = ""
	if len(due) == mostDue {
		k.planAfter = due[mostDue-1] // the others in the next round
	} else {
		k.plansAt = now.Add(plansEvery)
	}
	maps.DeleteFunc(k.planned, func(_ string, until time.Time) bool { return !now.Before(until) })
	for _, id := range due {
		if _, looked := k.planned[id]; looked {
			continue
		}
		if !k.open(ctx, id, now) {
			break
		}
		k.planned[id] = now.Add(plansAgain)
	}
	return nil
}

// open opens a game that no one has open, if this node looks after it, so that its room does
// what is due. It returns false if no more games can be opened now.
func (k *keeper) open(ctx context.Context, id string, now time.Time) bool {
	if !k.waits(id, now) {
		return true
	}
	switch _, release, err := k.h.open(ctx, id); {
	case errors.Is(err, errTooManyGames):
		return false // another time
	case isElsewhere(err): // it is looked after there
	case err != nil:
		k.leaveAlone(id, now)
	default:
		release()
	}
	return true
}

// waits says whether this node has to open a game.
func (k *keeper) waits(id string, now time.Time) bool {
	return !k.h.isOpen(id) && !now.Before(k.bad[id]) && k.h.Cluster.IsMine(id)
}

// anyClock says whether any flag might fall some day, or somebody might lose a game of a club ladder by not moving:
// their time counts only while a server is at work.
func (k *keeper) anyClock(ctx context.Context) (bool, error) {
	someDay := k.h.Now().Add(distant)
	due, err := k.h.Store.Due(ctx, someDay, store.Due{}, 1)
	if err != nil || len(due) > 0 {
		return true, err
	}
	return k.h.Awaited(ctx, someDay)
}

// end beats for the last time, so that the next server has to credit as little time as possible.
func (k *keeper) end() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(k.h.ctx), lastBeat)
	defer cancel()
	any, err := k.anyClock(ctx)
	if err == nil && any {
		err = k.h.uptime.beat(ctx)
	}
	if err != nil && !errors.Is(err, store.ErrClosed) {
		k.h.Log.Error("the end of this run is not written down", "err", err)
	}
}

// sweep opens games whose flags are due and that no one has open, a few at a time;
// their rooms do the rest.
func (k *keeper) sweep(ctx context.Context) error {
	now := k.h.Now()
	var after store.Due
	for opened := 0; ; {
		page, err := k.h.Store.Due(ctx, now, after, pageOfDue)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, d := range page {
			after = d
			if !k.waits(d.Game, now) {
				continue
			}
			if opened++; !k.open(ctx, d.Game, now) || opened == mostDue {
				return nil
			}
		}
	}
}

func isElsewhere(err error) bool {
	_, ok := errors.AsType[*store.Elsewhere](err)
	return ok
}

// leaveAlone notes that a game cannot be opened. The log has the error.
func (k *keeper) leaveAlone(id string, now time.Time) {
	if len(k.bad) >= mostBad {
		clear(k.bad)
	}
	k.bad[id] = now.Add(badFor)
}

// isOpen says whether a game has a room.
func (h *Hub) isOpen(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.byID[id] != nil
}
