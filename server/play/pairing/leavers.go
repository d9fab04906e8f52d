package pairing

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"moyo/board"
	"moyo/contest/rating"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/store"
)

// A player that leaves games before they begin could choose colours and opponents. After the third such game within an hour the
// player is paused, and each further one doubles the pause.
const (
	mayLeave  = 2 // games within countFor
	countFor  = time.Hour
	firstRest = 5 * time.Minute
	mostRest  = time.Hour
	mostSeen  = 100    // newest games of a player that are checked
	mostKnown = 10_000 // games for which the leaver is cached
)

// Leavers finds the players that leave games before they begin. Private games, challenges to one player and games against the
// computer do not count.
type Leavers struct {
	Games interface {
		List(ctx context.Context, q store.Query) ([]store.Game, error)
		Load(ctx context.Context, id string) (store.Game, []store.Entry, error)
	}
	Boards interface {
		Get(ctx context.Context, spec string) (*board.Board, error)
	}
	Rules func(id string) (game.Rules, error)
	Now   func() time.Time

	mu    sync.Mutex
	known map[string]game.Color // by game: the player that left it, which never changes
}

// Refusal returns an error that says why a player is paused and until when, or nil if the player may be paired.
func (l *Leavers) Refusal(ctx context.Context, player string) error {
	times, err := l.left(ctx, player)
	if err != nil {
		return err
	}
	until, games := rest(times)
	wait := until.Sub(l.Now())
	if wait <= 0 {
		return nil
	}
	if n := (wait + time.Minute - 1) / time.Minute; n > 1 {
		return apierror.Say(apierror.TooOften, "pairing.leftMinutes", "You left %d games within an hour before they began. "+
			"You can play strangers again in %d minutes, at %s. Until then you can play friends and the computer.",
			games, n, sentence.TimeOfDay(until))
	}
	return apierror.Say(apierror.TooOften, "pairing.leftMinute", "You left %d games within an hour before they began. "+
		"You can play strangers again in a minute, at %s. Until then you can play friends and the computer.",
		games, sentence.TimeOfDay(until))
}

// rest returns the end of the pause for a player that left games at the given ascending times, and the number of games that
// caused it. The zero time means no pause.
func rest(times []time.Time) (until time.Time, games int) {
	for i, at := range times {
		first := i
		for first > 0 && at.Sub(times[first-1]) < countFor {
			first--
		}
		n := i - first + 1
		if n <= mayLeave {
			continue
		}
		wait := min(firstRest<<min(n-mayLeave-1, 10), mostRest)
		if end := at.Add(wait); end.After(until) {
			until, games = end, n
		}
	}
	return until, games
}

// left returns the times at which a player left games, oldest first, as far back as they can matter now.
func (l *Leavers) left(ctx context.Context, player string) (times []time.Time, err error) {
	games, err := l.Games.List(ctx, store.Query{ // without private ones
		Player: player, Phases: []match.Phase{match.Finished}, Shorter: rating.MinPlies,
		Since: l.Now().Add(-mostRest - countFor), Limit: mostSeen,
	})
	if err != nil {
		return nil, err
	}
	games = slices.DeleteFunc(games, func(g store.Game) bool { return !unplayed(g) })
	if len(games) <= mayLeave {
		return nil, nil
	}
	for _, g := range games {
		// A normal player never has this many; without the limit a friend could leave a hundred games to hide the player's own.
		left := len(games) == mostSeen
		if !left {
			side, err := l.leaverOf(ctx, g)
			if err != nil {
				return nil, err
			}
			left = side == game.Black && g.Black.Player == player || side == game.White && g.White.Player == player
		}
		if left {
			times = append(times, g.Updated)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return times, nil
}

// unplayed reports whether a finished game may be one that a player left: it was between two people and has too few moves to be
// rated.
func unplayed(g store.Game) bool {
	people := g.Black.Kind == match.Human && g.White.Kind == match.Human && g.Black.Player != g.White.Player
	return people && g.Ply < rating.MinPlies
}

// leaverOf returns the leaver of a game. It reads the game's log once and caches the answer.
func (l *Leavers) leaverOf(ctx context.Context, g store.Game) (game.Color, error) {
	l.mu.Lock()
	side, ok := l.known[g.ID]
	l.mu.Unlock()
	if ok {
		return side, nil
	}
	_, entries, err := l.Games.Load(ctx, g.ID)
	if _, damaged := errors.AsType[*store.Damaged](err); damaged {
		return game.Empty, nil // if it cannot be known, neither player is blamed
	}
	if err != nil {
		return game.Empty, err
	}
	log := make([]match.Event, len(entries))
	for i, e := range entries {
		log[i] = e.Event
	}
	if side, err = l.leaver(ctx, g, log); err != nil {
		return game.Empty, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil || len(l.known) >= mostKnown {
		l.known = map[string]game.Color{}
	}
	l.known[g.ID] = side
	return side, nil
}

// leaver returns the player that left an unplayed game, or Empty if neither did or the log does not show it.
func (l *Leavers) leaver(ctx context.Context, g store.Game, log []match.Event) (game.Color, error) {
	if log[0].Setup == nil || keptSeat(*log[0].Setup) || hasHost(*log[0].Setup) {
		return game.Empty, nil
	}
	switch last := log[len(log)-1]; last.Kind {
	case match.Flagged:
		return last.By, nil
	case match.Resigned:
		waited, err := l.waitedFor(ctx, g, log)
		if err != nil || waited == last.By.Other() {
			return game.Empty, err // both have moved, so the game could not be called off
		}
		return last.By, nil
	case match.Claimed:
		return last.By.Other(), nil
	case match.Cancelled:
		waited, err := l.waitedFor(ctx, g, log)
		switch {
		case err != nil || waited == game.Empty || waited == last.By:
			return last.By, err
		case g.Speed == "" || g.Speed == string(clock.SpeedCorrespondence):
			return game.Empty, nil // the opponent may have been about to return
		}
		return waited, nil
	}
	return game.Empty, nil
}

// keptSeat reports whether a game was made for one specific player.
func keptSeat(setup match.Setup) bool {
	return setup.Black.Kind == match.Open && setup.Black.Player != "" || setup.White.Kind == match.Open && setup.White.Player != ""
}

// hasHost reports whether one player hosts an exhibition and may take long to reach this board.
func hasHost(setup match.Setup) bool { return setup.Black.Host || setup.White.Host }

// waitedFor returns the side that had been to move for a fair time when the game was called off or resigned, or Empty.
func (l *Leavers) waitedFor(ctx context.Context, g store.Game, log []match.Event) (game.Color, error) {
	spec, err := clock.Parse(g.Clock)
	if err != nil {
		return game.Empty, err
	}
	fair, live := spec.Speed().Fair()
	if !live {
		fair, _ = clock.SpeedClassical.Fair()
	}
	last := len(log) - 1
	used, since := time.Duration(0), log[last].At
	for i := last; i > 0; i-- {
		used += time.Duration(log[i].Elapsed) * time.Millisecond
		if since = log[i-1].At; turns[log[i-1].Kind] {
			break
		}
	}
	if !live {
		used = log[last].At.Sub(since) // this time does not count against them
	}
	if used < fair {
		return game.Empty, nil
	}
	b, err := l.Boards.Get(ctx, g.Board)
	if err != nil {
		return game.Empty, err
	}
	rules, err := l.Rules(g.Rules)
	if err != nil {
		return game.Empty, err
	}
	m, err := match.Replay(b, rules, log[:last])
	if err != nil {
		return game.Empty, err
	}
	return m.Turn(), nil
}

// turns are the events that start a turn.
var turns = map[match.Kind]bool{match.Created: true, match.Joined: true, match.Moved: true, match.Undone: true, match.Granted: true}
