package tournaments

import (
	"context"
	"errors"

	"moyo/contest/tournament"
	"moyo/game/match"
	"moyo/server/base/document"
	"moyo/server/base/schedule"
	"moyo/server/store"
)

// hear handles the notice of an ended game. It skips a result that the tournament does not accept: the tournament would not
// accept it later either, and the notices of all other games wait.
func (s *Service) hear(ctx context.Context, n store.Notice) error {
	id, number, ok := parseGame(n.Game)
	if ok && n.Kind == store.GameEnded {
		err := s.with(ctx, id, func(e *entry) error { return s.decide(ctx, id, e, number) })
		_, refused := errors.AsType[*tournament.Refusal](err)
		switch {
		case refused || document.IsDamaged(err):
			s.Log.Error("skipped a result that its tournament does not accept", "game", n.Game, "err", err)
		case err != nil && !errors.Is(err, errUnknown):
			return err
		}
	}
	return s.Store.Heard(ctx, store.SubscriberTournaments, n.Number)
}

// decide stores the result of an ended game, unless it is known.
func (s *Service) decide(ctx context.Context, id string, e *entry, number int) error {
	head, last, err := s.load(ctx, gameID(id, number))
	if err != nil || head.Phase != match.Finished {
		return err
	}
	return s.write(ctx, id, e, func(t *tournament.Tournament) ([]tournament.Event, error) {
		if number < 1 || number > len(t.Games()) || t.Phase() != tournament.Running ||
			t.Games()[number-1].Result != tournament.Open || isLate(t, head) {
			return nil, nil
		}
		return []tournament.Event{resulted(t, number, head, last)}, nil
	})
}

// isLate reports whether a game has ended after the end of its arena.
func isLate(t *tournament.Tournament, head store.Game) bool {
	closes := t.Closes()
	return !closes.IsZero() && head.Updated.After(closes)
}

// load returns a game with its last event, or the zero game for an unknown id. A damaged game has only its header, which has
// the result.
func (s *Service) load(ctx context.Context, game string) (head store.Game, last match.Event, err error) {
	head, entries, err := s.Store.Load(ctx, game)
	if torn, ok := errors.AsType[*store.Damaged](err); ok {
		s.Log.Error("a game of a tournament is damaged; its result counts", "game", game, "err", torn)
		games, err := s.Store.Games(ctx, []string{game})
		if err != nil || len(games) == 0 {
			return store.Game{}, last, err
		}
		return games[0], last, nil
	}
	if errors.Is(err, store.ErrNotFound) {
		return store.Game{}, last, nil
	}
	if err != nil {
		return head, last, err
	}
	return head, entries[len(entries)-1].Event, nil
}

// lastResults returns the results that are not in an arena's log when its time is up: this node may have taken over just
// now, from a server that has ended.
func (s *Service) lastResults(ctx context.Context, id string, t *tournament.Tournament) (events []tournament.Event, err error) {
	var open []string
	for _, g := range t.Games() {
		if g.Real && g.Result == tournament.Open {
			open = append(open, gameID(id, g.Number))
		}
	}
	games, err := s.Store.Games(ctx, open)
	for _, g := range games {
		if g.Phase != match.Finished || isLate(t, g) {
			continue
		}
		head, last, err := s.load(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		_, number, _ := parseGame(g.ID)
		events = append(events, resulted(t, number, head, last))
	}
	return events, err
}

// resulted returns the event for an ended game.
func resulted(t *tournament.Tournament, number int, head store.Game, last match.Event) tournament.Event {
	return tournament.Event{Kind: tournament.Resulted, Game: number, Result: resultOf(t, t.Games()[number-1], head, last)}
}

// resultOf returns the result of an ended game for a tournament. A handicap may have swapped its sides
// when it was created.
func resultOf(t *tournament.Tournament, g tournament.Game, head store.Game, last match.Event) tournament.Result {
	winner, forfeit := schedule.Winner(head, last)
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
