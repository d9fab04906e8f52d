package ladders

import (
	"context"
	"errors"
	"slices"
	"time"

	"moyo/server/club/ladders/rungs"
	"moyo/server/store"
)

// outFor is the shortest suspension that removes a player.
const outFor = 14 * 24 * time.Hour

// Suspended handles a player's suspension immediately, as the next check of their ladders would.
func (s *Service) Suspended(ctx context.Context, player string) error {
	list, err := s.kept.of(ctx, player)
	errs := []error{err}
	for _, head := range list { // an error in one does not stop the others
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

// suspended returns the suspended players of a ladder, and until when.
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

// suspend removes players who are suspended for a long time. It ends the other suspended players' challenges that have not
// begun, because these players cannot report that they are present. Games that have begun continue: their clocks and the
// days to begin decide them.
func (d *draft) suspend(until map[string]time.Time) error {
	for _, m := range slices.Clone(d.l.Order) {
		at, ok := until[m.ID]
		switch {
		case !ok:
		case at.Sub(d.now).Round(time.Hour) >= outFor: // rounded, because a moment has passed already
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
