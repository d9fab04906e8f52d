// Package sweep forgets what nobody needs any more, by rules that the operator sets:
// games that nobody has really played, guests who do not come back, boards that nobody
// has, sessions that are over. Played games that nobody goes on with are ended.
//
// It takes one thing at a time, each in a transaction of its own, and pauses in between,
// so that no move waits for it. What somebody has open is left alone: games are forgotten
// and ended by the hub of the rooms, and everything only if it is still as it was seen.
//
// On disk what is forgotten becomes free pages, which are used again before the file
// grows; the file itself does not shrink.
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

// Keep says how long things are kept without anybody's touching them. 0 is for ever.
type Keep struct {
	Guests     time.Duration // guests who have left nothing worth keeping
	Trained    time.Duration // what guests have left that is: as long as they can come back
	Open       time.Duration // games that nobody has come to, or that have hardly begun
	Unfinished time.Duration // games without a clock that were played: then they are ended
	Boards     time.Duration // boards that nobody has, and no game is played on
	Classes    time.Duration // classes that neither the teacher nor a pupil looks at
	Teams      time.Duration // teams of which nobody does anything
}

// Default is what is kept where the operator says nothing.
func Default() Keep {
	const day = 24 * time.Hour
	return Keep{
		Guests: 90 * day, Trained: 5 * 365 * day, Open: 30 * day, Unfinished: 365 * day, Boards: 30 * day, Classes: 365 * day, Teams: 365 * day,
	}
}

// Pace of the sweep.
const (
	firstAfter = time.Minute // of the server's life
	every      = time.Hour
	pause      = 20 * time.Millisecond // between two things
	page       = 100                   // looked for at a time
	mostOld    = 200                   // sessions and the like, forgotten in one transaction
)

// Games forgets and ends games that nobody has open. *room.Hub does.
type Games interface {
	Forget(ctx context.Context, g store.Game) error
	Abandon(ctx context.Context, g store.Game) error
}

// Boards forgets a board that it may have ready. *boards.Cache does.
type Boards interface{ Forget(spec string) }

// Classes ends classes that nobody has used since a time, a few at a time, and says how many.
// *classes.Service does.
type Classes interface {
	EndUnused(ctx context.Context, before time.Time) (int, error)
}

// Teams closes teams that nobody has used since a time, or that nobody is in, a few at a time, and says
// how many. *teams.Service does.
type Teams interface {
	CloseUnused(ctx context.Context, before time.Time) (int, error)
}

// Config is what a sweep is made of.
type Config struct {
	Store   store.Keeping
	Games   Games
	Boards  Boards
	Classes Classes
	Teams   Teams
	// EmptyLibrary forgets the library of somebody, which may be much, a little at a time.
	EmptyLibrary func(ctx context.Context, owner string) error
	Keep         Keep
	Registry     prometheus.Registerer
	Log          *slog.Logger
	Now          func() time.Time
}

// Service sweeps.
type Service struct {
	Config
	swept *prometheus.CounterVec
}

// New returns a service. Run sweeps.
func New(cfg Config) *Service {
	s := &Service{
		Config: cfg,
		swept: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "moyo_swept_total", Help: "What was forgotten, or ended, because nobody needed it any more.",
		}, []string{"what"}),
	}
	cfg.Registry.MustRegister(s.swept)
	return s
}

// Task is the name of what one node of a server does for all.
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
			s.Log.Error("what nobody needs any more was not forgotten", "err", err)
		}
		timer.Reset(every)
	}
}

// Sweep looks through everything once.
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

// before returns what was last touched when, so that it is not kept any more; the
// zero time for never.
func (s *Service) before(keep time.Duration) time.Time {
	if keep <= 0 {
		return time.Time{}
	}
	return s.Now().Add(-keep)
}

// games looks through the games that have not ended and that no flag will end.
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

// abandon ends a game. One that cannot be opened holds up no others.
func (s *Service) abandon(ctx context.Context, g store.Game) error {
	err := s.done("games ended", s.Games.Abandon(ctx, g))
	if err == nil || ctx.Err() != nil || errors.Is(err, store.ErrClosed) {
		return err
	}
	s.Log.Warn("a game that nobody goes on with was not ended", "game", g.ID, "err", err)
	return nil
}

// fate is what becomes of a game.
type fate int

// The fates.
const (
	kept fate = iota
	forgotten
	ended
)

// fateOf returns what becomes of a game that no flag will end now. One with a clock may
// only be on leave.
func (s *Service) fateOf(g store.Game) fate {
	if _, ok := store.ClassOfGame(g.ID); ok {
		return kept // it ends with its class, and would be made again
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

// guests looks through the guests of whom something is kept.
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

// boards forgets boards that nobody uses.
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

// classes ends classes that nobody uses. Also where they are kept for ever one that was being deleted when a
// server ended is looked for: that was used last when time began.
func (s *Service) classes(ctx context.Context) error {
	return s.until(ctx, "classes", later(s.before(s.Keep.Classes), time.UnixMilli(1)), s.Classes.EndUnused)
}

// teams closes teams that nobody uses. Also where they are kept for ever those go that nobody is in.
func (s *Service) teams(ctx context.Context) error {
	return s.until(ctx, "teams", later(s.before(s.Keep.Teams), time.UnixMilli(1)), s.Teams.CloseUnused)
}

// until ends what nobody has used since a time, a few at a time, until there is none.
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

// old forgets what has an end of its own.
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

// done counts what was swept. That something is needed after all is no error.
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

// wait lets others have the disk.
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
