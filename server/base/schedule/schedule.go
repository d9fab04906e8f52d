// Package schedule is the common part of features that make games by a plan, to which people have to come. It finds the
// players who have not come, and the results.
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

// Games makes and ends the games of a plan; *room.Hub implements it.
type Games interface {
	// CreateAs makes a game, or returns store.ErrExists.
	CreateAs(ctx context.Context, id string, setup match.Setup) (store.Game, error)
	// End ends a game as one of its players would who gives up.
	End(ctx context.Context, id, player string) error
	// Forfeit ends a game so, if it waits for the player still, and not both have moved; it says whether it has.
	Forfeit(ctx context.Context, id, player string) (bool, error)
	// Here says whether the player of a side has a game open.
	Here(id string, side game.Color) bool
	// AtWork returns how long servers have been at work since a time.
	AtWork(ctx context.Context, since time.Time) (time.Duration, error)
}

// The pace of looking at games.
const (
	// Again is how long after somebody has come it is looked whether they still are there.
	Again = 15 * time.Second
	// Settle is the time after the start of a server in which no player loses: people come back to the server first.
	Settle = time.Minute
)

// Watch looks whether the players of games have come. Who has a game open has come, although they
// have not moved.
type Watch struct {
	looks map[string]time.Time // when to look, by the game
	came  map[seat]bool        // who has had one of those games open since it was made
}

// seat is a side of a game.
type seat struct {
	game string
	side game.Color
}

// NewWatch returns a watch that looks after no game.
func NewWatch() *Watch { return &Watch{map[string]time.Time{}, map[seat]bool{}} }

// Expect begins to look after a game whose players may take so long to come: who looks at it finds out
// how much of that is left, if a server has looked after it before.
func (w *Watch) Expect(id string, now time.Time, patience time.Duration) {
	w.looks[id] = now.Add(min(patience, Settle))
}

// Forget looks after a game no more.
func (w *Watch) Forget(id string) {
	delete(w.looks, id)
	maps.DeleteFunc(w.came, func(s seat, _ bool) bool { return s.game == id })
}

// Clear looks after no game any more.
func (w *Watch) Clear() {
	clear(w.looks)
	clear(w.came)
}

// Due notes which players are here, and returns the games to look at now. It forgets games that are over.
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

// Absent says who has not come to a game and loses it, if anybody: who is to move, once nothing is left
// of the time to come, and with both the other, too, who has not been there either. The game is looked at
// again, or no more, as it stands. Only of one in which not both have moved it asks what is left.
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

// Known is what is known of games and of servers.
type Known struct {
	Load func(ctx context.Context, id string) (store.Game, []store.Entry, error)
	// AtWork returns how long servers have been at work since a time.
	AtWork func(ctx context.Context, since time.Time) (time.Duration, error)
}

// Left returns how much is left of the time that who is to move in a game may take. What passes while no
// server runs does not count.
func (k Known) Left(ctx context.Context, g store.Game, patience time.Duration) (time.Duration, error) {
	since, err := k.Since(ctx, g)
	if err != nil {
		return 0, err
	}
	work, err := k.AtWork(ctx, since)
	return patience - work, err
}

// Since returns since when it has been the turn of who is to move in a game. Of one that is damaged it
// is known only when it was changed last.
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

// Winner returns the id of the winner of a game that has ended, "" for a draw, and whether the win was by
// forfeit: a player who calls a game off before both have moved loses it by forfeit.
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

// IsGone says whether an error is that of a game that is not there, or was damaged: it can be ended no more, later
// on either.
func IsGone(err error) bool {
	_, torn := errors.AsType[*store.Damaged](err)
	said, _ := errors.AsType[*apierror.Error](err)
	return torn || errors.Is(err, store.ErrNotFound) || said != nil && said.Code == apierror.NotFound
}

// IsFinal says whether an error of making a game would be there later on, too: the board is not to be had
// any more, say.
func IsFinal(err error) bool {
	if err == nil {
		return false
	}
	code := apierror.Of(err).Code
	return code == apierror.BadRequest || code == apierror.NotFound
}

// makeAtOnce is how many games are made together, so that they are written together.
const makeAtOnce = 32

// Make makes n games at about the same time. An error in one does not stop the others.
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
