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
	"moyo/server/store"
)

// lookAgain is when to look again whether somebody who has a game open moves in it.
const lookAgain = time.Minute

// plain returns what each game of a ladder is made of, without its players.
func plain(head ladder, l *rungs.Ladder) match.Setup {
	somebody := match.Seat{Kind: match.Human}
	return match.Setup{
		Board: l.Setup.Board, Rules: l.Setup.Rules, Clock: l.Setup.Clock, Rated: l.Setup.Rated, NoVacation: l.Setup.NoVacation,
		Private: !head.Listed, Black: somebody, White: somebody, Colors: match.ByChance,
	}
}

// makeGame makes the game of a challenge, and says whether there can be one: a board that is not
// kept any more stays away. Names are those of now: a game keeps them. The one who challenges has Black in
// every other of their challenges' numbers, so that a game that is made again is the same.
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
		s.Log.Warn("a game of a ladder cannot be made", "ladder", head.ID, "err", err)
		return false, nil
	}
	return err == nil, err
}

// isTorn says whether an error is that of a game that was damaged: it will not be whole later on either.
func isTorn(err error) bool {
	_, torn := errors.AsType[*store.Damaged](err)
	return torn
}

// end ends a game, if there is one that is whole and it goes on.
func (s *Service) end(ctx context.Context, id, player string) error {
	if err := s.Games.End(ctx, id, player); !schedule.IsGone(err) {
		return err
	}
	return nil
}

// hear deals with the notice that a game has ended. It leaves out a result that the ladder cannot take: it could not take it
// later, and the notices of all other games wait.
func (s *Service) hear(ctx context.Context, n store.Notice) error {
	if err := s.hearEnd(ctx, n); err != nil {
		if !document.IsDamaged(err) {
			return err
		}
		s.Log.Error("a result is left out: its ladder does not take it", "game", n.Game, "err", err)
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

// decide notes what has come of the game of a challenge, unless that is known.
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

// outcomeOf returns what a game that has ended is to a challenge. Who calls it off before both have moved
// has lost it.
func outcomeOf(c rungs.Challenge, g store.Game, log []store.Entry) (o rungs.Outcome) {
	side := game.Black // of who was challenged
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
	for _, c := range l.Challenges { // one that cannot be opened holds up no others
		if c.Made && !c.Due.IsZero() && !s.Now().Before(c.Due) {
			errs = append(errs, s.lookAt(ctx, head, l, c))
		}
	}
	return errors.Join(errs...)
}

// lookAt looks whether the players of one game have come: as it is now, not as it was before others were looked at.
func (s *Service) lookAt(ctx context.Context, head ladder, l *rungs.Ladder, c rungs.Challenge) error {
	games, err := s.Store.Games(ctx, []string{gameID(head, c.Number)})
	if err != nil {
		return err
	}
	if len(games) == 0 { // it had no moves, and was forgotten
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
	if _, err := s.Games.Forfeit(ctx, g.ID, g.Awaited()); err != nil && !schedule.IsGone(err) { // they may have moved just now
		return err
	}
	return s.decide(ctx, head, c.Number)
}

// lookLater returns when a game is to be looked at again: the zero time where both have moved, and none in the
// future where who is awaited has had their time.
func (s *Service) lookLater(ctx context.Context, l *rungs.Ladder, g store.Game) (again time.Time, err error) {
	if g.Phase != match.Playing || g.Awaited() == "" || g.Ply >= 2 {
		return again, nil
	}
	from, err := s.facts().Since(ctx, g)
	if err != nil {
		return again, err
	}
	if !l.Setup.Live && !l.Setup.NoVacation {
		away, err := s.Store.Vacations(ctx, g.Awaited()) // also past ones: the game has stood still in them
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

// facts are what is known of games and of servers.
func (s *Service) facts() schedule.Known {
	return schedule.Known{Load: s.Store.Load, AtWork: s.Games.AtWork}
}

// after returns when servers will have been at work for so long since a time, or a time in the past where they
// have.
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
