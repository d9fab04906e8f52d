package classes

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// dismiss removes a pupil and all their data.
func (s *Service) dismiss(ctx context.Context, in *pupilInput) (*endpoint.Answer[*Class], error) {
	p, err := s.pupilOf(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := s.erase(context.WithoutCancel(ctx), p); err != nil {
		return nil, err
	}
	return endpoint.ReplyOr(s.viewFor(ctx, in.ID))
}

// leave lets a pupil remove themselves.
func (s *Service) leave(ctx context.Context, in *endpoint.ByID) (*nothing, error) {
	who := identity.Of(ctx)
	if who.Role != store.Pupil || who.Class != in.ID {
		return nil, errUnknown
	}
	p, err := s.kept.pupil(ctx, who.Player)
	if errors.Is(err, store.ErrNotFound) {
		return nil, errUnknown
	}
	if err != nil {
		return nil, err
	}
	return nil, s.erase(context.WithoutCancel(ctx), p)
}

// erase deletes a pupil: it ends their running games, removes their name from all games, and deletes all other data.
func (s *Service) erase(ctx context.Context, p schoolchild) error {
	if err := s.leaveGames(ctx, p.Player); err != nil {
		return err
	}
	if err := s.Store.Erase(ctx, store.Player{ID: p.Player, Role: store.Deleted, Created: s.Now()}, s.Erasure...); err != nil {
		return err
	}
	s.Sessions.Changed(p.Player)
	s.changed(change{Class: p.Class})
	return s.leaveGames(ctx, p.Player) // one may have been created meanwhile
}

// leaveGames ends a pupil's running games, and removes their name from all games.
func (s *Service) leaveGames(ctx context.Context, player string) error {
	games, err := s.Store.List(ctx, store.Query{Player: player, Private: true, Limit: maxGames})
	errs := []error{err}
	for _, g := range games {
		rename := func() error { return s.Store.RenameSeats(ctx, g.ID, player, store.Gone) }
		err := s.Games.Leave(ctx, g.ID, player, rename)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			s.Log.Error("leaving a pupil's game failed", "game", g.ID, "err", err)
			err = rename() // an unreadable game keeps no name, and must not stop the deletion
		}
		if !errors.Is(err, store.ErrNotFound) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

type nothing struct{}

// remove deletes a class.
func (s *Service) remove(ctx context.Context, in *endpoint.ByID) (*nothing, error) {
	c, err := s.taught(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return nil, s.end(context.WithoutCancel(ctx), c)
}

// end deletes a class with its pupils. From its first step on, the class takes no new pupils. After a crash, the search for unused
// classes finds the class again and deletes the rest.
func (s *Service) end(ctx context.Context, c class) error {
	for {
		b, err := bodyOf(c)
		if err != nil {
			return err
		}
		if !b.Ending {
			b.Ending, b.Open = true, false
			if c.Body, err = json.Marshal(b); err != nil {
				return err
			}
			c.Version, c.Used = c.Version+1, time.UnixMilli(0)
			err := s.kept.save(ctx, c)
			if _, late := errors.AsType[*store.Conflict](err); late {
				if c, err = s.kept.one(ctx, c.ID); err != nil {
					return err
				}
				continue
			}
			if err != nil {
				return err
			}
			s.changed(change{Class: c.ID})
		}
		pupils, err := s.kept.pupils(ctx, c.ID)
		if err != nil {
			return err
		}
		for _, p := range pupils {
			if err := s.erase(ctx, p); err != nil {
				return err
			}
		}
		err = s.kept.remove(ctx, c.ID)
		switch {
		case errors.Is(err, store.ErrTaken): // by a pupil who joined meanwhile
			continue
		case errors.Is(err, store.ErrNotFound):
			return nil
		case err == nil:
			s.forget(c.ID)
		}
		return err
	}
}

// forget drops the cached state of a class.
func (s *Service) forget(id string) {
	s.changed(change{Class: id})
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, id)
}

// EndAll deletes the classes of a teacher whose account is deleted.
func (s *Service) EndAll(ctx context.Context, teacher string) error {
	classes, err := s.kept.of(ctx, teacher)
	for _, c := range classes {
		err = errors.Join(err, s.end(ctx, c))
	}
	return err
}

// sweepAtOnce is the number of classes that one search returns.
const sweepAtOnce = 20

// EndUnused deletes some of the classes that were not used since a time, and returns their number.
func (s *Service) EndUnused(ctx context.Context, before time.Time) (ended int, err error) {
	classes, err := s.kept.unused(ctx, before, sweepAtOnce)
	for _, c := range classes {
		if failed := s.end(ctx, c); failed != nil {
			err = errors.Join(err, failed) // the others continue
			continue
		}
		ended++
	}
	return ended, err
}
