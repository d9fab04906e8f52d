package notify

import (
	"context"
	"errors"

	"moyo/game/match"
	"moyo/server/store"
)

// hear tells whom it concerns that a game has ended. Rows are kept in one step with
// that the notice was heard, so that a crash leaves both or neither; what is pushed
// is pushed after that, so that a crash leaves it out rather than doing it twice.
func (s *Service) hear(ctx context.Context, notice store.Notice) error {
	var list []store.Notification
	g, log, err := s.Store.Load(ctx, notice.Game)
	switch {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return err
	case notice.Kind == store.GameEnded:
		list = s.ends(g, log[len(log)-1].Event)
	}
	var rows, passing []store.Notification
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
	rows, err = s.Store.NotifyOf(ctx, notice.Number, rows)
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

// ends returns what the players of a game are to hear of the event that has ended
// it, unless they have the game open. Whoever did it knows, but a flag falls by
// itself. Who plays many at once sees all boards, and hears of those alone that take days.
func (s *Service) ends(g store.Game, last match.Event) (list []store.Notification) {
	for _, a := range peopleOf(g) {
		seat, side := g.SeatOf(a.side), a.side
		knows := last.By == side && last.Place == a.place && last.Kind != match.Flagged
		if seat.Kind != match.Human || knows || seat.Host && !isCorrespondence(g) || s.Games.HereAt(g.ID, side, a.place) {
			continue
		}
		a.kind = store.GameOver
		words := overWords(g, side)
		if last.Kind == match.Declined { // an offer of a draw that is declined ends no game
			a.kind = store.ChallengeAnswered
			words = declineWords(g, side)
		}
		n := notification(g, a)
		n.Text = words.Text
		list = append(list, n)
	}
	return list
}
