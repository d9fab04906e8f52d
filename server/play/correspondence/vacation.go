package correspondence

import (
	"context"
	"errors"
	"time"

	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/store"
)

const day = 24 * time.Hour

type vacationInput struct{ Body NewVacation }

// onVacation returns the player's present vacation, or nil, and the days that they can still take.
func (s *Service) onVacation(ctx context.Context, player string) (now *KeptVacation, left int, err error) {
	all, err := s.kept().Vacations(ctx, player)
	at := store.Milli(s.Now())
	left = s.Limits.Days
	for _, v := range all {
		if v.Began.After(at.Add(-vacationYear)) {
			left -= v.Days
		}
		if v.Until.After(at) {
			now = &v
		}
	}
	return now, max(left, 0), err
}

// described returns the wire form of the user's vacation.
func (s *Service) described(ctx context.Context) (*endpoint.Answer[Vacation], error) {
	now, left, err := s.onVacation(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	out := Vacation{Left: left, Days: s.Limits.Days}
	if now != nil {
		out.Began, out.Until = now.Began.Format(time.RFC3339), now.Until.Format(time.RFC3339)
	}
	return endpoint.Reply(out), nil
}

func (s *Service) vacation(ctx context.Context, _ *struct{}) (*endpoint.Answer[Vacation], error) {
	return s.described(ctx)
}

func (s *Service) beginVacation(ctx context.Context, in *vacationInput) (*endpoint.Answer[Vacation], error) {
	days, now := in.Body.Days, store.Milli(s.Now())
	if days < 1 || days > s.Limits.Days {
		return nil, apierror.Say(apierror.BadRequest, "vacation.days", "A vacation can last from 1 to %d days, not %d.", s.Limits.Days, days)
	}
	v := KeptVacation{Player: identity.Player(ctx), Began: now, Until: now.Add(time.Duration(days) * day), Days: days}
	switch err := s.kept().BeginVacation(ctx, v, s.Limits.Days); {
	case errors.Is(err, store.ErrExists):
		return nil, apierror.Say(match.CodeNotNow, "vacation.already", "You are already on vacation.")
	case errors.Is(err, store.ErrFull):
		return nil, apierror.Say(match.CodeNotNow, "vacation.used", "You do not have "+
			"that many vacation days left. Each year has %d.", s.Limits.Days)
	case err != nil:
		return nil, err
	}
	s.wake(struct{}{})
	return s.described(ctx)
}

func (s *Service) endVacation(ctx context.Context, _ *struct{}) (*endpoint.Answer[Vacation], error) {
	player, at := identity.Player(ctx), store.Milli(s.Now())
	now, _, err := s.onVacation(ctx, player)
	if err != nil {
		return nil, err
	}
	none := apierror.Say(match.CodeNotNow, "vacation.none", "You are not on vacation.")
	if now == nil {
		return nil, none
	}
	switch err := s.kept().EndVacation(ctx, player, at, cost(at.Sub(now.Began))); {
	case errors.Is(err, store.ErrNotFound):
		return nil, none
	case err != nil:
		return nil, err
	}
	s.wake(struct{}{})
	return s.described(ctx)
}

// cost returns the days that a vacation of that length uses: each day that has begun, and at least one, so players cannot stop
// their clocks for an hour again and again.
func cost(lasted time.Duration) int { return max(int((lasted+day-1)/day), 1) }

// The times for informing games.
const (
	everyMinute = time.Minute // after an error, retry
	givenUp     = time.Hour   // long after a vacation's end it no longer matters
	atOnce      = 100         // vacations handled per round
)

// Task is the name of the cluster task that informs games; one node runs it.
const Task = "vacations"

// Run informs games about vacations that have begun or ended until ctx ends. If a server is killed, the next one continues.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(everyMinute)
	defer tick.Stop()
	for {
		if err := guard.Run(func() error { return s.informAll(ctx) }); err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrClosed) {
			s.Log.Error("cannot inform all games about a vacation", "err", err)
		}
		select {
		case <-tick.C:
		case <-s.woken:
		case <-ctx.Done():
			return
		}
	}
}

// informAll informs games about all pending vacations. One failure does not stop the others.
func (s *Service) informAll(ctx context.Context) error {
	var errs []error
	for last := (KeptVacation{}); ; {
		list, err := s.kept().VacationsUntold(ctx, last, atOnce)
		errs = append(errs, err)
		for _, v := range list {
			errs = append(errs, s.inform(ctx, v))
			last = v
		}
		if len(list) < atOnce || ctx.Err() != nil {
			return errors.Join(errs...)
		}
	}
}

// inform informs games about one vacation.
func (s *Service) inform(ctx context.Context, v KeptVacation) error {
	err := s.Games.Vacation(ctx, v.Player)
	if err == nil || s.Now().Sub(v.Until) > givenUp && ctx.Err() == nil {
		err = errors.Join(err, s.kept().vacationTold(ctx, v))
	}
	return err
}
