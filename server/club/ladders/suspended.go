package ladders

import (
	"context"
	"errors"
	"slices"
	"time"

	"moyo/server/club/ladders/rungs"
	"moyo/server/store"
)

// outFor is for how long somebody is suspended, at least, who is taken off.
const outFor = 14 * 24 * time.Hour

// Suspended deals with somebody's suspension, as a look at their ladders would do later.
func (s *Service) Suspended(ctx context.Context, player string) error {
	list, err := s.kept.of(ctx, player)
	errs := []error{err}
	for _, head := range list { // one that cannot be opened holds up no others
		errs = append(errs, s.suspendOn(ctx, head))
	}
	return errors.Join(errs...)
}

func (s *Service) suspendOn(ctx context.Context, head ladder) error {
	l, err := stateOf(head)
	if err != nil || head.Closed {
		return err
	}
	until, err := s.suspended(ctx, l)
	if err != nil {
		return err
	}
	if err := s.write(ctx, head.ID, func(d *draft) error { return d.suspend(until) }); err != nil {
		return err
	}
	return s.follow(ctx, head.ID)
}

// suspended returns who of a ladder is suspended, and until when.
func (s *Service) suspended(ctx context.Context, l *rungs.Ladder) (map[string]time.Time, error) {
	until := map[string]time.Time{}
	for _, m := range l.Order {
		p, err := s.Store.Player(ctx, m.ID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if s.Now().Before(p.Suspended) {
			until[m.ID] = p.Suspended
		}
	}
	return until, nil
}

// suspend removes players who are suspended for a long time. It ends the challenges of the others that have not begun, because
// these players cannot say any more that they are there. Games that have begun go on: their clocks and the days to begin decide
// them.
func (d *draft) suspend(until map[string]time.Time) error {
	for _, m := range slices.Clone(d.l.Order) {
		at, ok := until[m.ID]
		switch {
		case !ok:
		case at.Sub(d.now).Round(time.Hour) >= outFor: // a moment of it has passed
			events, err := d.l.Leave(m.ID, rungs.Removed, d.now)
			if err != nil {
				return err
			}
			d.add(events...)
		default:
			for _, c := range slices.Clone(d.l.Challenges) {
				if !c.Playing && (c.By == m.ID || c.Of == m.ID) {
					d.add(d.l.Lapse(c.Number, d.now)...)
				}
			}
		}
	}
	return nil
}
