package ladders

import (
	"context"
	"errors"
	"net/http"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/document"
	"moyo/server/base/schedule"
	"moyo/server/club/ladders/rungs"
	"moyo/server/play/correspondence"
	"moyo/server/store"
)

// lookAgain is when to check again whether a player who has a game open moves in it.
const lookAgain = time.Minute

// plain returns the setup of each game of a ladder, without its players.
func plain(head ladder, l *rungs.Ladder) match.Setup {
	somebody := match.Seat{Kind: match.Human}
	return match.Setup{
		Board: l.Setup.Board, Rules: l.Setup.Rules, Clock: l.Setup.Clock, Rated: l.Setup.Rated, NoVacation: l.Setup.NoVacation,
		Private: !head.Listed, Black: somebody, White: somebody, Colors: match.ByChance,
	}
}

// makeGame creates the game of a challenge, and reports whether that is possible: its board may have been
// deleted. The game keeps the players' current names. The challenger has Black in challenges with
// odd numbers, so that a repeated creation gives the same game.
func (s *Service) makeGame(ctx context.Context, head ladder, l *rungs.Ladder, c rungs.Challenge) (possible bool, err error) {
	var errs []error
	seat := func(id string) match.Seat {
		seat, err := s.names.Seat(ctx, id)
		errs = append(errs, err)
		return seat
	}
	setup := plain(head, l)
	setup.Black, setup.White, setup.Colors = seat(c.By), seat(c.Of), match.Seated
	if c.Number%2 == 0 {
		setup.Black, setup.White = setup.White, setup.Black
	}
	if err := errors.Join(errs...); err != nil {
		return false, err
	}
	_, err = s.Games.CreateAs(ctx, gameID(head, c.Number), setup)
	if errors.Is(err, store.ErrExists) {
		return true, nil
	}
	if said, ok := errors.AsType[*apierror.Error](err); ok && said.Status() < http.StatusInternalServerError && said.Code != apierror.TooMany {
		s.Log.Warn("a game of a ladder cannot be created", "ladder", head.ID, "err", err)
		return false, nil
	}
	return err == nil, err
}

// isTorn reports whether an error means that a game is damaged, which is permanent.
func isTorn(err error) bool {
	_, torn := errors.AsType[*store.Damaged](err)
	return torn
}

// end ends a game, if it exists, is intact and unfinished.
func (s *Service) end(ctx context.Context, id, player string) error {
	if err := s.Games.End(ctx, id, player); !schedule.IsGone(err) {
		return err
	}
	return nil
}

// hear handles the notice of an ended game. It skips a result that the ladder does not accept: the ladder would not accept it
// later either, and the notices of all other games wait.
func (s *Service) hear(ctx context.Context, n store.Notice) error {
	if err := s.hearEnd(ctx, n); err != nil {
		if !document.IsDamaged(err) {
			return err
		}
		s.Log.Error("skipped a result that its ladder does not accept", "game", n.Game, "err", err)
	}
	return s.Store.Heard(ctx, store.SubscriberLadders, n.Number)
}

func (s *Service) hearEnd(ctx context.Context, n store.Notice) error {
	games, number, ok := parseGame(n.Game)
	if !ok || n.Kind != store.GameEnded {
		return nil
	}
	head, err := s.kept.ofGames(ctx, games)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err == nil && gameID(head, number) == n.Game {
		err = s.decide(ctx, head, number)
	}
	if errors.Is(err, errUnknown) {
		return nil
	}
	return err
}

// decide stores the result of a challenge's game, unless it is known.
func (s *Service) decide(ctx context.Context, head ladder, number int) error {
	g, log, err := s.Store.Load(ctx, gameID(head, number))
	if errors.Is(err, store.ErrNotFound) || err == nil && g.Phase != match.Finished {
		return nil
	}
	if isTorn(err) {
		return s.lapse(ctx, head.ID, number)
	}
	if err != nil {
		return err
	}
	return s.write(ctx, head.ID, func(d *draft) error {
		for _, c := range d.l.Challenges {
			if c.Number == number && c.Playing {
				events, err := d.l.Decide(number, outcomeOf(c, g, log), d.now)
				d.add(events...)
				return err
			}
		}
		return nil
	})
}

// lapse ends a challenge without a result, because its game is gone or damaged.
func (s *Service) lapse(ctx context.Context, id string, number int) error {
	return s.write(ctx, id, func(d *draft) error {
		d.add(d.l.Lapse(number, d.now)...)
		return nil
	})
}

// outcomeOf returns the result of an ended game for a challenge. A player who calls the game off before both have
// moved loses it.
func outcomeOf(c rungs.Challenge, g store.Game, log []store.Entry) (o rungs.Outcome) {
	side := game.Black // the challenged player's side
	if g.White.Player == c.Of {
		side = game.White
	}
	o.Silent = true
	for _, e := range log {
		o.Silent = o.Silent && !(e.Event.Kind == match.Moved && e.Event.By == side)
	}
	last, winner := log[len(log)-1].Event, g.Winner
	if last.Kind == match.Cancelled {
		winner = last.By.Other()
		o.Void = last.By == game.Empty
	}
	switch {
	case o.Void || winner == game.Empty:
	case winner == side:
		o.Winner = c.Of
	default:
		o.Winner = c.By
	}
	return o
}

// lookAtGames ends the games that a player has not begun in time.
func (s *Service) lookAtGames(ctx context.Context, id string) error {
	head, l, err := s.read(ctx, id)
	if err != nil {
		return err
	}
	var errs []error
	for _, c := range l.Challenges { // an error in one does not stop the others
		if c.Made && !c.Due.IsZero() && !s.Now().Before(c.Due) {
			errs = append(errs, s.lookAt(ctx, head, l, c))
		}
	}
	return errors.Join(errs...)
}

// lookAt checks whether the players of one game are present, in its current state.
func (s *Service) lookAt(ctx context.Context, head ladder, l *rungs.Ladder, c rungs.Challenge) error {
	games, err := s.Store.Games(ctx, []string{gameID(head, c.Number)})
	if err != nil {
		return err
	}
	if len(games) == 0 { // it had no moves, and was deleted
		return s.lapse(ctx, head.ID, c.Number)
	}
	g := games[0]
	if g.Phase == match.Finished {
		return s.decide(ctx, head, c.Number)
	}
	again, err := s.lookLater(ctx, l, g)
	if err != nil {
		return err
	}
	if again.After(s.Now()) || again.IsZero() {
		return s.write(ctx, head.ID, func(d *draft) error {
			d.l.LookAt(c.Number, again)
			return nil
		})
	}
	if _, err := s.Games.Forfeit(ctx, g.ID, g.Awaited()); err != nil && !schedule.IsGone(err) { // the player may have just moved
		return err
	}
	return s.decide(ctx, head, c.Number)
}

// lookLater returns when to check a game again: the zero time if both players have moved, and a time in the past
// if the time of the player to move is up.
func (s *Service) lookLater(ctx context.Context, l *rungs.Ladder, g store.Game) (again time.Time, err error) {
	if g.Phase != match.Playing || g.Awaited() == "" || g.Ply >= 2 {
		return again, nil
	}
	from, err := s.facts().Since(ctx, g)
	if err != nil {
		return again, err
	}
	if !l.Setup.Live && !l.Setup.NoVacation {
		away, err := correspondence.Kept{DB: s.Store}.Vacations(ctx, g.Awaited()) // also past ones: the game's clock stood still in them
		if err != nil {
			return again, err
		}
		for _, v := range away {
			from = later(from, v.Until)
		}
	}
	again, err = s.after(ctx, from, l.Patience())
	if s.Games.Here(g.ID, g.Turn) {
		again = later(again, s.Now().Add(lookAgain))
	}
	return store.Milli(again), err
}

// facts returns what is known of games and servers.
func (s *Service) facts() schedule.Known {
	return schedule.Known{Load: s.Store.Load, AtWork: s.Games.AtWork}
}

// after returns the time at which servers have run for the duration patience since from; it may be in the
// past.
func (s *Service) after(ctx context.Context, from time.Time, patience time.Duration) (time.Time, error) {
	now := s.Now()
	if from.After(now) {
		return from.Add(patience), nil
	}
	work, err := s.Games.AtWork(ctx, from)
	return now.Add(patience - work), err
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
