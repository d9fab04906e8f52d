package tournaments

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"moyo/contest/tournament"
	"moyo/game/match"
	"moyo/server/base/guard"
	"moyo/server/base/schedule"
	"moyo/server/store"
)

// The pace of running tournaments.
const (
	lookEvery = time.Second
	readEvery = time.Minute    // the list of tournaments, even without a reported change
	hopeless  = 24 * time.Hour // when to cancel a tournament whose games cannot be created
)

// Run runs tournaments until ctx ends: it begins rounds, creates games, and ends games with an absent player.
func (s *Service) Run(ctx context.Context) {
	var listening sync.WaitGroup
	listening.Go(func() { s.ended.Run(ctx) })
	defer listening.Wait()
	var read time.Time
	var ids []string
	s.hub.Run(ctx, lookEvery, func(_ []string, all bool) {
		if !all || s.Now().Sub(read) >= readEvery {
			if found, err := s.unfinished(ctx); err == nil {
				ids, read = found, s.Now()
			} else if ctx.Err() == nil {
				s.Log.Error("tournaments are not running", "err", err)
			}
		}
		for _, id := range ids {
			err := guard.Run(func() error { return s.look(ctx, id) })
			if err != nil && ctx.Err() == nil {
				s.Log.Error("a tournament is delayed", "tournament", id, "err", err)
			}
		}
	})
}

// unfinished returns the ids of all unfinished tournaments.
func (s *Service) unfinished(ctx context.Context) (ids []string, err error) {
	for _, phase := range []tournament.Phase{tournament.Registering, tournament.Running} {
		list, err := s.kept.in(ctx, phase, s.Limits.All)
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			ids = append(ids, t.ID)
		}
	}
	return ids, nil
}

// look performs what is due in a tournament.
func (s *Service) look(ctx context.Context, id string) error {
	return s.with(ctx, id, func(e *entry) error {
		if e.t.Phase() == tournament.Over {
			return nil
		}
		if err := s.tidy(ctx, id, e); err != nil {
			return err
		}
		for {
			before := e.t.Version()
			err := s.write(ctx, id, e, func(t *tournament.Tournament) ([]tournament.Event, error) {
				ev, ok := left(e.head, t)
				if !ok {
					ev, ok = t.Next(s.Now())
				}
				if !ok {
					return nil, nil
				}
				if first, err := s.before(ctx, id, t, ev); err != nil || len(first) > 0 {
					return first, err
				}
				return []tournament.Event{ev}, nil
			})
			if err != nil {
				return err
			}
			if err := s.makeGames(ctx, id, e); err != nil {
				return err
			}
			if e.t.Version() == before {
				return s.lookForAbsent(ctx, id, e)
			}
		}
	})
}

// left returns the event for a tournament whose director deleted their account: no one could start it, or continue it after a
// halt.
func left(head header, t *tournament.Tournament) (tournament.Event, bool) {
	switch {
	case head.Title != "":
	case t.Phase() == tournament.Registering && t.Setup().Begins.IsZero():
		return tournament.Event{Kind: tournament.Cancelled}, true
	case t.Halted():
		return tournament.Event{Kind: tournament.Continued}, true
	}
	return tournament.Event{}, false
}

// before returns the events that must precede the next event of a tournament.
func (s *Service) before(ctx context.Context, id string, t *tournament.Tournament, next tournament.Event) ([]tournament.Event, error) {
	if next.Kind == tournament.Ended {
		return s.lastResults(ctx, id, t)
	}
	return s.erased(ctx, t, next)
}

// erased returns the withdrawals of players with deleted accounts whom next would
// pair.
func (s *Service) erased(ctx context.Context, t *tournament.Tournament, next tournament.Event) (events []tournament.Event, err error) {
	var paired []string
	switch next.Kind {
	case tournament.Started:
		for _, p := range t.Players() {
			paired = append(paired, p.ID)
		}
	case tournament.Paired:
		paired = next.Byes
		for _, p := range next.Pairings {
			paired = append(paired, p.Black, p.White)
		}
	}
	for _, id := range paired {
		i, _ := t.Player(id)
		if t.Players()[i].Withdrawn {
			continue
		}
		p, err := s.Store.Player(ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return nil, err
		case p.Role == store.Deleted:
			events = append(events, tournament.Event{Kind: tournament.Withdrew, Player: id})
		}
	}
	return events, nil
}

// makeGames creates the missing games, all at about the same time. If none can be created for a day, for a
// permanent reason, and no other game is running, the tournament is cancelled.
func (s *Service) makeGames(ctx context.Context, id string, e *entry) error {
	if e.t.Phase() != tournament.Running || !e.failed.IsZero() && s.Now().Sub(e.tried) < readEvery {
		return nil
	}
	games := e.t.Games()
	open, err := s.openGames(ctx, id, games[e.made:])
	if err != nil {
		return err
	}
	var missing []tournament.Game
	for _, g := range open {
		if !g.there {
			missing = append(missing, g.Game)
		}
	}
	final := make([]bool, len(missing))
	err = schedule.Make(len(missing), func(i int) error {
		setup, err := s.gameSetup(ctx, e, missing[i])
		if err != nil {
			return err
		}
		_, err = s.Games.CreateAs(ctx, gameID(id, missing[i].Number), setup)
		if errors.Is(err, store.ErrExists) {
			return nil
		}
		final[i] = schedule.IsFinal(err)
		return err
	})
	if len(missing) > 0 && !slices.Contains(final, false) {
		for _, g := range open {
			if g.there && e.failed.IsZero() {
				e.watch.Expect(gameID(id, g.Number), s.Now(), s.patience(e))
			}
		}
		return s.noGames(ctx, id, e, len(missing) == len(open), err)
	}
	e.failed = time.Time{}
	if err != nil {
		return err
	}
	e.made = len(games)
	for _, g := range open {
		e.watch.Expect(gameID(id, g.Number), s.Now(), s.patience(e))
	}
	return nil
}

// openGame is an undecided game, and whether it has been created.
type openGame struct {
	tournament.Game
	there bool
}

// openGames returns the undecided games.
func (s *Service) openGames(ctx context.Context, id string, games []tournament.Game) (open []openGame, err error) {
	var ids []string
	for _, g := range games {
		if g.Real && g.Result == tournament.Open {
			open, ids = append(open, openGame{Game: g}), append(ids, gameID(id, g.Number))
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	there, err := s.Store.Games(ctx, ids)
	for i := range open {
		open[i].there = slices.ContainsFunc(there, func(g store.Game) bool { return g.ID == ids[i] })
	}
	return open, err
}

// noGames handles games that cannot be created. Another version of the server may succeed, so the tournament
// is cancelled late, and not while other games are running.
func (s *Service) noGames(ctx context.Context, id string, e *entry, none bool, why error) error {
	e.tried = s.Now()
	if e.failed.IsZero() {
		e.failed = e.tried
	}
	if !none || e.tried.Sub(e.failed) < hopeless {
		s.Log.Error("games of a tournament cannot be created", "tournament", id, "err", why)
		return nil
	}
	s.Log.Warn("a tournament was cancelled: its games cannot be created", "tournament", id, "err", why)
	return s.write(ctx, id, e, func(t *tournament.Tournament) ([]tournament.Event, error) {
		if t.Phase() == tournament.Over {
			return nil, nil
		}
		return []tournament.Event{{Kind: tournament.Cancelled, Why: tournament.NoGames}}, nil
	})
}

// patience returns how long a player may be absent.
func (s *Service) patience(e *entry) time.Duration {
	return time.Duration(e.t.Setup().NoShow) * time.Second
}

// gameSetup returns the setup of a game. The game keeps the players' current names.
func (s *Service) gameSetup(ctx context.Context, e *entry, g tournament.Game) (match.Setup, error) {
	t := e.t.Setup()
	var errs []error
	seat := func(player int) match.Seat {
		seat, err := s.names.Seat(ctx, e.t.Players()[player].ID)
		errs = append(errs, err)
		return seat
	}
	setup := match.Setup{
		Board: t.Board, Rules: t.Rules, Clock: t.Clock, Rated: t.Rated, NoVacation: t.NoVacation,
		Black: seat(g.Black), White: seat(g.White), Colors: match.ByChance,
	}
	if t.Handicap {
		setup.Colors = match.ByRank
		setup = s.Terms.Settle(ctx, setup)
	}
	return setup, errors.Join(errs...)
}

// recent is more than the games at one time, so that it covers those of the last rounds.
const recent = 2 * tournament.MaxPlayers

// tidy ends unfinished games that were decided otherwise, or that a player has left: after an act, or
// after a server that did not finish this.
func (s *Service) tidy(ctx context.Context, id string, e *entry) error {
	if e.tidied {
		return nil
	}
	gives := map[string]string{} // resigning player, by game
	all := e.t.Games()
	decided := func(g tournament.Game) {
		if g.Real && g.Result != tournament.Open {
			gives[gameID(id, g.Number)] = e.t.Players()[loser(g)].ID
		}
	}
	for _, g := range all[max(0, len(all)-recent):] {
		decided(g)
	}
	for _, ev := range e.log {
		if ev.Kind == tournament.Resulted {
			decided(all[ev.Game-1])
		}
	}
	for i, p := range e.t.Players() {
		if n := e.t.Playing(i); p.Withdrawn && n != 0 {
			gives[gameID(id, n)] = p.ID
		}
	}
	games, err := s.Store.Games(ctx, slices.Sorted(maps.Keys(gives)))
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Phase == match.Finished {
			continue
		}
		_, n, _ := parseGame(g.ID)
		err := s.Games.End(ctx, g.ID, gives[g.ID])
		if schedule.IsGone(err) {
			s.Log.Error("a game of a tournament is damaged; the player who left loses it", "game", g.ID, "err", err)
			result := tournament.BlackForfeit
			if e.t.Players()[all[n-1].Black].ID == gives[g.ID] {
				result = tournament.WhiteForfeit
			}
			err = s.settle(ctx, id, e, n, result)
		}
		if err != nil {
			return err
		}
		if err := s.decide(ctx, id, e, n); err != nil {
			return err
		}
	}
	e.tidied = true
	return nil
}

// loser returns the player who resigns a game with a known result.
func loser(g tournament.Game) int {
	if g.Result == tournament.BlackWins || g.Result == tournament.BlackForfeit {
		return g.White
	}
	return g.Black
}

// lookForAbsent ends the games with an absent player.
func (s *Service) lookForAbsent(ctx context.Context, id string, e *entry) error {
	due := e.watch.Due(s.Now(), func(game string) bool {
		_, n, _ := parseGame(game)
		return e.t.Games()[n-1].Result != tournament.Open
	}, s.Games.Here)
	if len(due) == 0 {
		return nil
	}
	games, err := s.Store.Games(ctx, due)
	errs := []error{err}
	for _, g := range games { // an error in one does not stop the others
		if e.t == nil {
			break // a write has failed: read everything again
		}
		_, n, _ := parseGame(g.ID)
		errs = append(errs, s.lookAt(ctx, id, e, e.t.Games()[n-1], g))
	}
	return errors.Join(errs...)
}

// lookAt checks whether the players of one game are present.
func (s *Service) lookAt(ctx context.Context, id string, e *entry, g tournament.Game, head store.Game) error {
	if head.Phase == match.Finished {
		return s.decide(ctx, id, e, g.Number)
	}
	left := func() (time.Duration, error) {
		return schedule.Known{Load: s.Store.Load, AtWork: s.Games.AtWork}.Left(ctx, head, s.patience(e))
	}
	awaited, other, both, err := e.watch.Absent(head, s.Now(), left, s.Games.Here)
	if awaited == "" {
		return err
	}
	return s.absent(ctx, id, e, g, awaited, other, both)
}

// absent ends a game with an absent player, who is not paired again until they return. The pause is
// stored first, so that they are not paired again if the server ends in between; it is reverted if they have
// just moved. A damaged game ends as a draw: its players cannot open it.
func (s *Service) absent(ctx context.Context, id string, e *entry, g tournament.Game, awaited, other string, both bool) error {
	gone := []string{awaited}
	if both {
		gone = append(gone, other)
	}
	paused, err := s.pause(ctx, id, e, gone)
	if err != nil {
		return err
	}
	ended, err := s.Games.Forfeit(ctx, gameID(id, g.Number), awaited)
	if schedule.IsGone(err) {
		s.Log.Error("a game of a tournament is damaged; it counts as drawn", "game", gameID(id, g.Number), "err", err)
		err = s.settle(ctx, id, e, g.Number, tournament.Draw)
	}
	if err != nil {
		return err
	}
	if !ended {
		return s.write(ctx, id, e, func(*tournament.Tournament) (events []tournament.Event, err error) {
			for _, player := range paused {
				events = append(events, tournament.Event{Kind: tournament.Resumed, Player: player})
			}
			return events, nil
		})
	}
	if both {
		if err := s.settle(ctx, id, e, g.Number, tournament.BothAbsent); err != nil {
			return err
		}
	}
	if err := s.decide(ctx, id, e, g.Number); err != nil {
		return err
	}
	e.watch.Forget(gameID(id, g.Number))
	return nil
}

// pause pauses the absent players in gone, and returns whom it has paused.
func (s *Service) pause(ctx context.Context, id string, e *entry, gone []string) (paused []string, err error) {
	err = s.write(ctx, id, e, func(t *tournament.Tournament) (events []tournament.Event, err error) {
		paused = nil
		for _, player := range gone {
			i, _ := t.Player(player)
			if p := t.Players()[i]; t.Setup().Format.Pauses() && !p.Paused && !p.Withdrawn {
				paused = append(paused, player)
				events = append(events, tournament.Event{Kind: tournament.Paused, Player: player})
			}
		}
		return events, nil
	})
	return paused, err
}

// settle stores the result of a game that cannot end by itself, unless it has one.
func (s *Service) settle(ctx context.Context, id string, e *entry, number int, result tournament.Result) error {
	return s.write(ctx, id, e, func(t *tournament.Tournament) ([]tournament.Event, error) {
		if t.Phase() != tournament.Running || t.Games()[number-1].Result != tournament.Open {
			return nil, nil
		}
		return []tournament.Event{{Kind: tournament.Resulted, Game: number, Result: result}}, nil
	})
}
