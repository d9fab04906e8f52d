// Package ratings rates finished games. It is a subscriber of the store's outbox: players do not
// wait for it, and after a crash the next start completes each rating exactly once.
//
// The effect of a game on ratings follows from its log and from the earlier games in the same
// pool, in the order of [store.Moment]. A game may arrive late if two rooms write at the same time
// or the machine's clock is set back. It is then inserted in its place, and the games after it are
// rated again. The ratings therefore always equal the result of [Service.RateAfresh] from all logs.
package ratings

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/limit"
	"moyo/server/base/outbox"
	"moyo/server/store"
)

// Boards parses specs of boards.
type Boards interface {
	Get(ctx context.Context, spec string) (*board.Board, error)
}

// Config configures the service.
type Config struct {
	Store  store.Store
	Boards Boards
	Rules  func(id string) (game.Rules, error)
	// Skeleton returns a key that is equal for names that look alike.
	Skeleton func(name string) string
	Rates    *limit.Addresses
	Reads    float64 // profiles and parts of leader boards per second that one address may sustain
	Log      *slog.Logger
	Now      func() time.Time
}

// Task is the name of the cluster task that rates games; one node runs it.
const Task = "ratings"

// Service rates games.
type Service struct {
	Config
	*outbox.Listener // for the ends of games
}

// New returns a service. Its [outbox.Listener.Run] starts it.
func New(cfg Config) *Service {
	s := &Service{Config: cfg}
	s.Listener = outbox.New(outbox.Config{Outbox: cfg.Store, Subscriber: store.SubscriberRatings, Hear: s.hear, Log: cfg.Log})
	return s
}

// hear handles one notice.
func (s *Service) hear(ctx context.Context, n store.Notice) error {
	r, rated, err := s.resultOf(ctx, n.Game)
	if err != nil {
		return err
	}
	step := store.RatingStep{}
	if rated && n.Kind == store.GameEnded {
		if step, err = s.step(ctx, r); err != nil {
			return err
		}
	}
	step.Heard = n.Number
	if err := s.Store.Rate(ctx, step); !errors.Is(err, store.ErrDone) { // done by the node that rates games now
		return err
	}
	return nil
}

// step returns the effect of a game on ratings, and the new effects of later games.
func (s *Service) step(ctx context.Context, r result) (store.RatingStep, error) {
	results := []result{r}
	later, err := s.Store.RatedGames(ctx, store.RatedQuery{Pool: string(r.pool), After: r.moment()})
	if err != nil {
		return store.RatingStep{}, err
	}
	for _, g := range later { // a game appears once per player
		if last := results[len(results)-1]; g.Game == last.game {
			continue
		}
		again, ok, err := s.resultOf(ctx, g.Game)
		if err != nil {
			return store.RatingStep{}, err
		}
		if ok {
			results = append(results, again)
		}
	}
	return rate(ctx, storeBefore{s.Store, r.moment()}, results)
}

// RateAfresh deletes all ratings and computes them again from the logs of all games. It returns the number of rated games.
func (s *Service) RateAfresh(ctx context.Context) (games int, err error) {
	err = s.Meanwhile(func() error {
		games, err = s.rateAfresh(ctx)
		return err
	})
	return games, err
}

func (s *Service) rateAfresh(ctx context.Context) (int, error) {
	heard, err := s.pending(ctx)
	if err != nil {
		return 0, err
	}
	ids, err := s.Store.EndedRated(ctx)
	if err != nil {
		return 0, err
	}
	var results []result
	for _, id := range ids {
		r, ok, err := s.resultOf(ctx, id)
		if err != nil {
			return 0, fmt.Errorf("game %s: %w", id, err)
		}
		if ok {
			results = append(results, r)
		}
	}
	step, err := rate(ctx, nothingBefore{}, results)
	if err != nil {
		return 0, err
	}
	step.Afresh, step.Heard = true, heard
	return len(results), s.Store.Rate(ctx, step)
}

// pending returns the number of the last notice, or 0 if all were handled. Games that end later have a larger one.
func (s *Service) pending(ctx context.Context) (int64, error) {
	const all = 1 << 30
	notices, err := s.Store.Notices(ctx, store.SubscriberRatings, all)
	if err != nil || len(notices) == 0 {
		return 0, err
	}
	return notices[len(notices)-1].Number, nil
}
