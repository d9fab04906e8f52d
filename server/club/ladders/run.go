package ladders

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"moyo/server/base/document"
	"moyo/server/base/guard"
	"moyo/server/club/ladders/rungs"
	"moyo/server/store"
)

// The pace of running ladders.
const (
	lookEvery  = time.Second
	retryAfter = time.Minute     // delay after an error in a ladder
	grace      = 5 * time.Minute // after the start, in which no player loses, so that people can return
)

// Run runs ladders until ctx ends: it creates games, notifies players, and ends games with an absent player.
func (s *Service) Run(ctx context.Context) {
	var listening sync.WaitGroup
	listening.Go(func() { s.ended.Run(ctx) })
	defer listening.Wait()
	s.began = s.Now()
	failed := map[string]time.Time{} // time of the next attempt
	s.hub.Run(ctx, lookEvery, func([]string, bool) {
		if err := guard.Run(func() error { return s.lookAround(ctx, failed) }); err != nil && ctx.Err() == nil {
			s.Log.Error("ladders are not running", "err", err)
		}
	})
}

// lookAround handles the ladders in which something is due. An error in one does not stop the others.
func (s *Service) lookAround(ctx context.Context, failed map[string]time.Time) error {
	list, err := s.kept.due(ctx, s.Now(), s.Limits.All)
	if err != nil {
		return err
	}
	for _, head := range list {
		if again, ok := failed[head.ID]; ok && s.Now().Before(again) {
			continue
		}
		delete(failed, head.ID)
		err := guard.Run(func() error { return s.look(ctx, head.ID) })
		if err != nil && ctx.Err() == nil && !errors.Is(err, errUnknown) {
			s.Log.Error("a ladder is delayed", "ladder", head.ID, "err", err)
			failed[head.ID] = s.Now().Add(retryAfter)
		}
	}
	return nil
}

// look performs what is due in a ladder.
func (s *Service) look(ctx context.Context, id string) error {
	head, l, err := s.read(ctx, id)
	if err != nil {
		return err
	}
	if head.Closed && !s.Now().Before(l.Used.Add(closedFor)) {
		return s.forget(ctx, head)
	}
	until, err := s.suspended(ctx, l)
	if err != nil {
		return err
	}
	days, err := s.untilAsked(ctx, l)
	if err != nil {
		return err
	}
	err = s.write(ctx, id, func(d *draft) error {
		players, err := s.kept.players(ctx, id)
		if err != nil {
			return err
		}
		if err := d.leaveGone(players); err != nil {
			return err
		}
		if d.head.Closed {
			return nil
		}
		if !d.now.Before(d.idle()) {
			d.close()
			return nil
		}
		if err := d.suspend(until); err != nil {
			return err
		}
		d.putOff(s.began.Add(grace), days)
		for {
			events, err := d.l.Pass(d.now)
			if d.add(events...); err != nil || len(events) == 0 {
				return err
			}
		}
	})
	if err != nil {
		return err
	}
	return errors.Join(s.lookAtGames(ctx, id), s.follow(ctx, id))
}

// untilAsked returns extended deadlines for challenged players of live games whose time is up, by the numbers
// of the challenges: days in which no server ran do not count.
func (s *Service) untilAsked(ctx context.Context, l *rungs.Ladder) (map[int]time.Time, error) {
	until := map[int]time.Time{}
	for _, c := range l.Challenges {
		if c.Playing || s.Now().Before(c.Due) {
			continue
		}
		at, err := s.after(ctx, c.At, l.Patience())
		if err != nil {
			return nil, err
		}
		until[c.Number] = at
	}
	return until, nil
}

// putOff postpones what is due until a time, and each challenge until its own time, if these are in the future.
func (d *draft) putOff(until time.Time, each map[int]time.Time) {
	for _, c := range d.l.Challenges {
		at := later(until, each[c.Number])
		if !c.Due.IsZero() && !d.now.Before(c.Due) && d.now.Before(at) {
			d.l.LookAt(c.Number, store.Milli(at))
		}
	}
}

// forget deletes a closed ladder, unless it has just changed.
func (s *Service) forget(ctx context.Context, head ladder) error {
	err := s.kept.remove(ctx, head.ID, head.Version)
	if _, late := errors.AsType[*store.Conflict](err); late {
		return nil
	}
	if err == nil {
		s.changed(head.ID)
	}
	return err
}

// close closes the ladder.
func (d *draft) close() {
	d.head.Closed = true
	d.l.Close(d.now)
}

// leaveGone removes members whose accounts were deleted: they are missing in players, which was read after the
// draft. Then it clears the store's mark.
func (d *draft) leaveGone(players []string) error {
	for _, m := range slices.Clone(d.l.Order) {
		if slices.Contains(players, m.ID) {
			continue
		}
		events, err := d.l.Leave(m.ID, rungs.Gone, d.now)
		if err != nil {
			return err
		}
		d.add(events...)
	}
	if d.head.Due.Equal(somebodyGone) {
		d.head.Due = time.Time{}
	}
	return nil
}

// follow performs the consequences of changes: it creates and ends games, and notifies players. It stores what is
// done afterwards, so that a server that ends in between does it again: games have fixed ids, and notifications
// have keys. An error in one does not stop the others.
func (s *Service) follow(ctx context.Context, id string) error {
	head, l, err := s.read(ctx, id)
	if err != nil {
		return err
	}
	made, failed, err := s.makeGames(ctx, head, l)
	errs := []error{err}
	var ends []rungs.End
	for _, e := range l.Ends {
		if err := s.end(ctx, gameID(head, e.Number), e.Player); err != nil {
			errs = append(errs, err)
			continue
		}
		ends = append(ends, e)
	}
	var tells []rungs.Tell
	for _, t := range l.Tells {
		if err := s.tell(ctx, head, t); err != nil {
			errs = append(errs, err)
			continue
		}
		tells = append(tells, t)
	}
	var orphans []rungs.Challenge
	errs = append(errs, s.write(ctx, id, func(d *draft) error {
		orphans = nil
		for _, c := range made {
			if !d.l.Made(c.Number) {
				orphans = append(orphans, c)
			}
		}
		for _, number := range failed {
			d.add(d.l.Lapse(number, d.now)...)
		}
		d.l.Done(ends, tells)
		return nil
	}))
	for _, c := range orphans { // the challenge has ended meanwhile, so this game ends too
		errs = append(errs, s.end(ctx, gameID(head, c.Number), c.By))
	}
	return errors.Join(errs...)
}

// makeGames creates the missing games. It returns the challenges whose games exist now, and the numbers of the
// challenges whose games can never be created.
func (s *Service) makeGames(ctx context.Context, head ladder, l *rungs.Ladder) (made []rungs.Challenge, failed []int, err error) {
	var errs []error
	for _, c := range l.Challenges {
		if !c.Playing || c.Made {
			continue
		}
		possible, err := s.makeGame(ctx, head, l, c)
		switch {
		case err != nil:
			errs = append(errs, err)
		case possible:
			made = append(made, c)
		default:
			failed = append(failed, c.Number)
		}
	}
	return made, failed, errors.Join(errs...)
}

// eventsOf returns the stored events of a ladder, oldest first.
func (s *Service) eventsOf(ctx context.Context, id string) ([]rungs.Event, error) {
	bodies, err := s.kept.events(ctx, id)
	if err != nil {
		return nil, err
	}
	var all []rungs.Event
	for _, body := range bodies {
		events, err := document.Decode[[]rungs.Event]("events of the ladder", id, body)
		if err != nil {
			return nil, err
		}
		all = append(all, events...)
	}
	return all, nil
}
