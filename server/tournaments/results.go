package tournaments

import (
	"context"
	"errors"

	"moyo/game/match"
	"moyo/server/fixture"
	"moyo/server/store"
	"moyo/tournament"
)

// hear deals with the notice that a game has ended. One that its tournament cannot take is left out:
// it could not later on, and those of all others wait.
func (s *Service) hear(ctx context.Context, n store.Notice) error {
	id, number, ok := parseGame(n.Game)
	if ok && n.Kind == store.GameEnded {
		err := s.with(ctx, id, func(e *entry) error { return s.decide(ctx, id, e, number) })
		_, torn := errors.AsType[*damaged](err)
		_, refused := errors.AsType[*tournament.Refusal](err)
		switch {
		case torn || refused:
			s.Log.Error("a result is left out: its tournament does not take it", "game", n.Game, "err", err)
		case err != nil && !errors.Is(err, errUnknown):
			return err
		}
	}
	return s.Store.Heard(ctx, store.SubscriberTournaments, n.Number)
}

// decide notes what came of a game that has ended, unless that is known.
func (s *Service) decide(ctx context.Context, id string, e *entry, number int) error {
	head, entries, err := s.Store.Load(ctx, gameID(id, number))
	if errors.Is(err, store.ErrNotFound) || err == nil && head.Phase != match.Finished {
		return nil
	}
	if err != nil {
		return err
	}
	return s.write(ctx, id, e, func(t *tournament.Tournament) ([]tournament.Event, error) {
		if number < 1 || number > len(t.Games()) || t.Phase() != tournament.Running {
			return nil, nil
		}
		g := t.Games()[number-1]
		if g.Result != tournament.Open {
			return nil, nil
		}
		result := resultOf(t, g, head, entries[len(entries)-1].Event)
		return []tournament.Event{{Kind: tournament.Resulted, Game: number, Result: result}}, nil
	})
}

// resultOf returns what a game that has ended is to a tournament. Its sides may have been
// swapped as it was made, by handicap.
func resultOf(t *tournament.Tournament, g tournament.Game, head store.Game, last match.Event) tournament.Result {
	winner, forfeit := fixture.Winner(head, last)
	black := winner == t.Players()[g.Black].ID
	switch {
	case winner == "":
		return tournament.Draw
	case black && forfeit:
		return tournament.BlackForfeit
	case black:
		return tournament.BlackWins
	case forfeit:
		return tournament.WhiteForfeit
	}
	return tournament.WhiteWins
}
