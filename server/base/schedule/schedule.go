// Package schedule is the common part of features that create games by a plan, for which players have to show up. It
// finds absent players and results.
package schedule

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/guard"
	"moyo/server/store"
)

// Games creates and ends the games of a plan; *room.Hub implements it.
type Games interface {
	// CreateAs creates a game, or returns store.ErrExists.
	CreateAs(ctx context.Context, id string, setup match.Setup) (store.Game, error)
	// End resigns or calls off a game for a player.
	End(ctx context.Context, id, player string) error
	// Forfeit is End if the game still waits for the player and not both have moved. It reports whether it ended the
	// game.
	Forfeit(ctx context.Context, id, player string) (bool, error)
	// Here reports whether the player of a side has a game open.
	Here(id string, side game.Color) bool
	// AtWork returns how long servers have run since a time.
	AtWork(ctx context.Context, since time.Time) (time.Duration, error)
}

// Timing of checks.
const (
	// Again is the time until the next check after a player has shown up.
	Again = 15 * time.Second
	// Settle is the time after the start of a server in which no player loses, because players have to connect again.
	Settle = time.Minute
)

// Watch finds absent players of games. A player is present who has opened the game, even without a move.
type Watch struct {
	looks map[string]time.Time // next check, by game
	came  map[seat]bool        // players who have had a game open since it was created
}

// seat is a side of a game.
type seat struct {
	game string
	side game.Color
}

// NewWatch returns a watch without games.
func NewWatch() *Watch { return &Watch{map[string]time.Time{}, map[seat]bool{}} }

// Expect adds a game whose players may take as long as patience to show up. If another server watched it before, the
// check finds how much of that is left.
func (w *Watch) Expect(id string, now time.Time, patience time.Duration) {
	w.looks[id] = now.Add(min(patience, Settle))
}

// Forget removes a game.
func (w *Watch) Forget(id string) {
	delete(w.looks, id)
	maps.DeleteFunc(w.came, func(s seat, _ bool) bool { return s.game == id })
}

// Clear removes all games.
func (w *Watch) Clear() {
	clear(w.looks)
	clear(w.came)
}

// Due records which players are present, and returns the games to check now. It removes games that are over.
func (w *Watch) Due(now time.Time, over func(id string) bool, here func(id string, side game.Color) bool) (due []string) {
	for id, at := range w.looks {
		if over(id) {
			w.Forget(id)
			continue
		}
		for _, side := range []game.Color{game.Black, game.White} {
			if here(id, side) {
				w.came[seat{id, side}] = true
			}
		}
		if !now.Before(at) {
			due = append(due, id)
		}
	}
	return due
}

// Absent returns the player who loses a game by absence, if any. That is the player to move when the time to show up
// is over. both is true if the other player never showed up either. The game is checked again later or removed.
// Absent calls left only if not both players have moved.
func (w *Watch) Absent(
	g store.Game, now time.Time, left func() (time.Duration, error), here func(id string, side game.Color) bool,
) (awaited, other string, both bool, err error) {
	if g.Phase != match.Playing || g.Turn == game.Empty || g.Ply >= 2 {
		w.Forget(g.ID) // both have moved
		return "", "", false, nil
	}
	rest, err := left()
	if err != nil {
		w.looks[g.ID] = now.Add(Again)
		return "", "", false, err
	}
	if rest > 0 {
		w.looks[g.ID] = now.Add(rest)
		return "", "", false, nil
	}
	if here(g.ID, g.Turn) {
		w.looks[g.ID] = now.Add(Again)
		return "", "", false, nil
	}
	awaited, other = g.Black.Player, g.White.Player
	if g.Turn == game.White {
		awaited, other = other, awaited
	}
	return awaited, other, g.Ply == 0 && !w.came[seat{g.ID, g.Turn.Other()}] && !clock.TakesDays(g.Clock), nil
}

// Known reads games and the running times of servers.
type Known struct {
	Load func(ctx context.Context, id string) (store.Game, []store.Entry, error)
	// AtWork returns how long servers have run since a time.
	AtWork func(ctx context.Context, since time.Time) (time.Duration, error)
}

// Left returns the rest of the time that the player to move may take. Time without a running server does not count.
func (k Known) Left(ctx context.Context, g store.Game, patience time.Duration) (time.Duration, error) {
	since, err := k.Since(ctx, g)
	if err != nil {
		return 0, err
	}
	work, err := k.AtWork(ctx, since)
	return patience - work, err
}

// Since returns the start of the current turn of a game. For a damaged game it is the last change.
func (k Known) Since(ctx context.Context, g store.Game) (time.Time, error) {
	_, log, err := k.Load(ctx, g.ID)
	if _, torn := errors.AsType[*store.Damaged](err); torn {
		return g.Updated, nil
	}
	for _, e := range slices.Backward(log) {
		if !e.Event.Kind.InTurn() {
			return e.Event.At, err
		}
	}
	return g.Created, err
}

// Winner returns the id of the winner of a game that has ended, "" for a draw. forfeit reports a win by forfeit: a
// player who calls off a game before both have moved forfeits it.
func Winner(g store.Game, last match.Event) (player string, forfeit bool) {
	of := func(side game.Color) string {
		switch side {
		case game.Black:
			return g.Black.Player
		case game.White:
			return g.White.Player
		}
		return ""
	}
	if last.Kind == match.Cancelled {
		if of(last.By) == g.Black.Player {
			return g.White.Player, true
		}
		return g.Black.Player, true
	}
	return of(g.Winner), false
}

// IsGone reports whether an error means that a game is missing or damaged, so that it can never be ended.
func IsGone(err error) bool {
	_, torn := errors.AsType[*store.Damaged](err)
	said, _ := errors.AsType[*apierror.Error](err)
	return torn || errors.Is(err, store.ErrNotFound) || said != nil && said.Code == apierror.NotFound
}

// IsFinal reports whether an error of creating a game is permanent, for example because the board no longer exists.
func IsFinal(err error) bool {
	if err == nil {
		return false
	}
	code := apierror.Of(err).Code
	return code == apierror.BadRequest || code == apierror.NotFound
}

// makeAtOnce is the number of games that are created together, so that they are written together.
const makeAtOnce = 32

// Make creates n games at about the same time. An error in one does not stop the others.
func Make(n int, one func(i int) error) error {
	errs := make([]error, n)
	var making sync.WaitGroup
	slots := make(chan struct{}, makeAtOnce)
	for i := range n {
		slots <- struct{}{}
		making.Go(func() {
			defer func() { <-slots }()
			errs[i] = guard.Run(func() error { return one(i) })
		})
	}
	making.Wait()
	return errors.Join(errs...)
}
