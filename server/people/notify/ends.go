package notify

import (
	"context"
	"errors"

	"moyo/game/match"
	"moyo/server/store"
)

// hear notifies players that a game has ended. It stores the notifications in the transaction that acknowledges the notice, so a
// crash leaves both or neither. Pushes follow that: a crash may lose one but never repeats it.
func (s *Service) hear(ctx context.Context, notice store.Notice) error {
	var list []News
	g, log, err := s.Store.Load(ctx, notice.Game)
	switch {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return err
	case notice.Kind == store.GameEnded:
		list = s.ends(g, log[len(log)-1].Event)
	}
	var rows, passing []News
	for _, n := range list {
		n.Created = notice.At
		if role, err := s.roleOf(ctx, n.Sender); err != nil {
			return err
		} else if role == store.Deleted {
			n.Sender = "" // the seat says "deleted" by now
		}
		switch role, err := s.hears(ctx, n); {
		case err != nil:
			return err
		case role == store.Deleted:
		case role == store.Guest:
			passing = append(passing, n)
		default:
			rows = append(rows, n)
		}
	}
	rows, err = s.rows().notifyOf(ctx, notice.Number, rows)
	if err != nil {
		return err
	}
	for _, n := range rows {
		s.announce(n)
	}
	for _, n := range passing {
		if s.pass(n) {
			s.announce(n)
		}
	}
	return nil
}

// ends returns the notifications for the players of a game that the event last has ended, except for players who have it open. The
// player who ended it knows, unless a flag fell. The host of an exhibition sees all boards and is notified of correspondence games
// only.
func (s *Service) ends(g store.Game, last match.Event) (list []News) {
	for _, a := range peopleOf(g) {
		seat, side := g.SeatOf(a.side), a.side
		knows := last.By == side && last.Place == a.place && last.Kind != match.Flagged
		if seat.Kind != match.Human || knows || seat.Host && !isCorrespondence(g) || s.Games.HereAt(g.ID, side, a.place) {
			continue
		}
		a.kind = GameOver
		words := overWords(g, side)
		if last.Kind == match.Declined { // a declined draw offer does not end the game
			a.kind = ChallengeAnswered
			words = declineWords(g, side)
		}
		n := notification(g, a)
		n.Text = words.Text
		list = append(list, n)
	}
	return list
}
