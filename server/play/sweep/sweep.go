// Package sweep deletes data that is no longer needed, by rules that the operator sets: games that
// were hardly played, guests that do not return, boards without users, and expired sessions.
// It also ends played games that their players have abandoned.
//
// It handles one item at a time, each in its own transaction, and pauses in between, so moves
// do not wait for it. It does not touch what is in use: the hub of the rooms deletes and ends games,
// and everything else is deleted only if it has not changed since the sweep read it.
//
// Deleted data becomes free pages in the database file. SQLite uses these pages again before
// the file grows, but the file does not shrink.
package sweep

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/game/match"
	"moyo/server/base/guard"
	"moyo/server/play/room"
	"moyo/server/store"
)

// Keep configures how long unused data is kept. 0 means for ever.
type Keep struct {
	Guests     time.Duration // guests without data worth keeping
	Trained    time.Duration // guests with such data: as long as they can return
	Open       time.Duration // games without an opponent, or that have hardly begun
	Unfinished time.Duration // played games without a clock, which are then ended
	Boards     time.Duration // boards without an owner and without games
	Classes    time.Duration // classes that neither the teacher nor a pupil uses
	Teams      time.Duration // teams without activity
}

// Default returns the limits for an operator that sets none.
func Default() Keep {
	const day = 24 * time.Hour
	return Keep{
		Guests: 90 * day, Trained: 5 * 365 * day, Open: 30 * day, Unfinished: 365 * day, Boards: 30 * day, Classes: 365 * day, Teams: 365 * day,
	}
}

// Pace of the sweep.
const (
	firstAfter = time.Minute // after the server starts
	every      = time.Hour
	pause      = 20 * time.Millisecond // between two items
	page       = 100                   // items per query
	mostOld    = 200                   // sessions and similar rows deleted in one transaction
)

// Games deletes and ends games that are not open; *room.Hub implements it.
type Games interface {
	Forget(ctx context.Context, g store.Game) error
	Abandon(ctx context.Context, g store.Game) error
}

// Boards removes a board from memory; *boards.Cache implements it.
type Boards interface{ Forget(spec string) }

// Classes ends classes unused since a time, a few per call, and returns their number; *classes.Service implements it.
type Classes interface {
	EndUnused(ctx context.Context, before time.Time) (int, error)
}

// Teams closes teams that are empty or unused since a time, a few per call, and returns their number; *teams.Service implements
// it.
type Teams interface {
	CloseUnused(ctx context.Context, before time.Time) (int, error)
}

// Config configures a sweep.
type Config struct {
	Store   store.Keeping
	Games   Games
	Boards  Boards
	Classes Classes
	Teams   Teams
	// EmptyLibrary deletes a player's library in small steps, since it may be large.
	EmptyLibrary func(ctx context.Context, owner string) error
	Keep         Keep
	Registry     prometheus.Registerer
	Log          *slog.Logger
	Now          func() time.Time
}

// Service deletes unused data.
type Service struct {
	Config
	swept *prometheus.CounterVec
}

// New returns a service; call Run to start it.
func New(cfg Config) *Service {
	s := &Service{
		Config: cfg,
		swept: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "moyo_swept_total", Help: "Items deleted or ended because they were no longer needed.",
		}, []string{"what"}),
	}
	cfg.Registry.MustRegister(s.swept)
	return s
}

// Task is the name of the cluster task that sweeps; one node runs it.
const Task = "sweep"

// Run sweeps every hour until ctx ends.
func (s *Service) Run(ctx context.Context) {
	timer := time.NewTimer(firstAfter)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		if err := guard.Run(func() error { return s.Sweep(ctx) }); err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrClosed) {
			s.Log.Error("sweep failed", "err", err)
		}
		timer.Reset(every)
	}
}

// Sweep checks all data once.
func (s *Service) Sweep(ctx context.Context) error {
	var errs []error
	for _, part := range []func(context.Context) error{s.games, s.guests, s.boards, s.classes, s.teams, s.old} {
		if err := part(ctx); err != nil {
			errs = append(errs, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return errors.Join(errs...)
}

// before returns the time before which unused data is deleted, or the zero time for never.
func (s *Service) before(keep time.Duration) time.Time {
	if keep <= 0 {
		return time.Time{}
	}
	return s.Now().Add(-keep)
}

// games checks the unfinished games that no clock will end.
func (s *Service) games(ctx context.Context) error {
	open, unfinished := s.before(s.Keep.Open), s.before(s.Keep.Unfinished)
	q := store.StaleQuery{Before: later(open, unfinished), Limit: page}
	if q.Before.IsZero() {
		return nil
	}
	for {
		games, err := s.Store.Stale(ctx, q)
		if err != nil || len(games) == 0 {
			return err
		}
		for _, g := range games {
			q.After = store.Due{At: g.Created, Game: g.ID}
			var err error
			switch s.fateOf(g) {
			case forgotten:
				err = s.done("games", s.Games.Forget(ctx, g))
			case ended:
				err = s.abandon(ctx, g)
			default:
				continue
			}
			if err := errors.Join(err, s.wait(ctx)); err != nil {
				return err
			}
		}
	}
}

// abandon ends a game. A game that cannot be opened does not stop the sweep.
func (s *Service) abandon(ctx context.Context, g store.Game) error {
	err := s.done("games ended", s.Games.Abandon(ctx, g))
	if err == nil || ctx.Err() != nil || errors.Is(err, store.ErrClosed) {
		return err
	}
	s.Log.Warn("cannot end an abandoned game", "game", g.ID, "err", err)
	return nil
}

// fate is what the sweep does with a game.
type fate int

// The fates.
const (
	kept fate = iota
	forgotten
	ended
)

// fateOf returns what to do with a game that no clock will end now. A game with a clock may only be paused.
func (s *Service) fateOf(g store.Game) fate {
	if _, ok := store.ClassOfGame(g.ID); ok {
		return kept // it ends with its class, which would create it again
	}
	switch {
	case !g.Stale() || g.Phase != match.Waiting && g.Phase != match.Finished && g.Clock != "" && s.Now().Sub(g.Updated) < store.RunsKept:
		return kept
	case g.Deletable() && g.Updated.Before(s.before(s.Keep.Open)):
		return forgotten
	case !g.Deletable() && g.Phase != match.Finished && g.Updated.Before(s.before(s.Keep.Unfinished)):
		return ended
	}
	return kept
}

// guests checks the guests that have data.
func (s *Service) guests(ctx context.Context) error {
	before, worth := s.before(s.Keep.Guests), s.before(s.Keep.Trained)
	if before.IsZero() {
		return nil
	}
	for after := ""; ; {
		ids, err := s.Store.Guests(ctx, after, page)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			after = id
			err := s.Store.DeleteGuest(ctx, id, before, worth, s.EmptyLibrary)
			if errors.Is(err, store.ErrDone) {
				continue
			}
			if err := errors.Join(s.done("guests", err), s.wait(ctx)); err != nil {
				return err
			}
		}
		if err := s.wait(ctx); err != nil {
			return err
		}
	}
}

// boards deletes unused boards.
func (s *Service) boards(ctx context.Context) error {
	before := s.before(s.Keep.Boards)
	if before.IsZero() {
		return nil
	}
	for {
		hashes, err := s.Store.UnusedBoards(ctx, before, page)
		if err != nil || len(hashes) == 0 {
			return err
		}
		gone := 0
		for _, hash := range hashes {
			err := s.Store.DeleteBoard(ctx, hash)
			if err == nil {
				gone++
				s.Boards.Forget("id:" + hash)
			}
			if err := errors.Join(s.done("boards", err), s.wait(ctx)); err != nil {
				return err
			}
		}
		if len(hashes) < page || gone == 0 {
			return nil
		}
	}
}

// classes ends unused classes. Even if classes are kept for ever, it finishes deletions that a stopped server left over: these
// count as used at the zero time.
func (s *Service) classes(ctx context.Context) error {
	return s.until(ctx, "classes", later(s.before(s.Keep.Classes), time.UnixMilli(1)), s.Classes.EndUnused)
}

// teams closes unused teams. Empty teams are closed even if teams are kept for ever.
func (s *Service) teams(ctx context.Context) error {
	return s.until(ctx, "teams", later(s.before(s.Keep.Teams), time.UnixMilli(1)), s.Teams.CloseUnused)
}

// until calls end for items unused since before, a few per call, until none remain.
func (s *Service) until(ctx context.Context, what string, before time.Time, end func(context.Context, time.Time) (int, error)) error {
	for {
		n, err := end(ctx, before)
		if n > 0 {
			s.swept.WithLabelValues(what).Add(float64(n))
		}
		if err != nil || n == 0 {
			return err
		}
		if err := s.wait(ctx); err != nil {
			return err
		}
	}
}

// old deletes data that expires by itself.
func (s *Service) old(ctx context.Context) error {
	for {
		n, err := s.Store.ForgetOld(ctx, s.Now(), mostOld)
		if err != nil || n == 0 {
			return err
		}
		s.swept.WithLabelValues("sessions and days").Add(float64(n))
		if err := s.wait(ctx); err != nil {
			return err
		}
	}
}

// done counts swept items. An item that came into use again is no error.
func (s *Service) done(what string, err error) error {
	if err == nil {
		s.swept.WithLabelValues(what).Inc()
		return nil
	}
	for _, fine := range []error{room.ErrOpen, store.ErrTaken, store.ErrDone, store.ErrNotFound} {
		if errors.Is(err, fine) {
			return nil
		}
	}
	if _, conflict := errors.AsType[*store.Conflict](err); conflict {
		return nil
	}
	return err
}

// wait gives other writers time for the disk.
func (s *Service) wait(ctx context.Context) error {
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
