package memory

import (
	"cmp"
	"context"
	"slices"

	"moyo/game/match"
	"moyo/server/store"
)

// rated is what is kept of ratings, and the notices that they are made from;
// Store.mu guards it.
type rated struct {
	notices []store.Notice
	noticed int64            // number of the last notice
	heard   map[string]int64 // by subscriber
	games   map[ratedKey]store.RatedGame
	players map[ratedKey]store.PlayerRating
}

// ratedKey is a player with a game, or with a pool.
type ratedKey struct{ player, of string }

func newRated() rated {
	return rated{heard: map[string]int64{}, games: map[ratedKey]store.RatedGame{}, players: map[ratedKey]store.PlayerRating{}}
}

// tell writes the notice of an append after which a game is g, and before which
// it was old.
func (r *rated) tell(old, g store.Game) {
	if g.Phase != match.Finished || old.Phase == match.Finished {
		return
	}
	r.noticed++
	r.notices = append(r.notices, store.Notice{Number: r.noticed, Kind: store.GameEnded, Game: g.ID, At: store.Milli(g.Updated)})
}

// hear notes what a subscriber has heard, and forgets what all have.
func (r *rated) hear(subscriber string, number int64) {
	r.heard[subscriber] = max(r.heard[subscriber], number)
	all := number
	for _, name := range store.Subscribers() {
		all = min(all, r.heard[name])
	}
	r.notices = slices.DeleteFunc(r.notices, func(n store.Notice) bool { return n.Number <= all })
}

// Notices implements store.Outbox.
func (s *Store) Notices(_ context.Context, subscriber string, limit int) ([]store.Notice, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	fresh := []store.Notice{}
	for _, n := range s.rated.notices {
		if n.Number > s.rated.heard[subscriber] && len(fresh) < limit {
			fresh = append(fresh, n)
		}
	}
	return fresh, nil
}

// Heard implements store.Outbox.
func (s *Store) Heard(_ context.Context, subscriber string, number int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	s.rated.hear(subscriber, number)
	return nil
}

// Rate implements store.Ratings.
func (s *Store) Rate(_ context.Context, step store.RatingStep) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	r := &s.rated
	if step.Heard > 0 && step.Heard <= r.heard[store.SubscriberRatings] && !step.Afresh {
		return store.ErrDone
	}
	if step.Afresh {
		clear(r.games)
		clear(r.players)
	}
	for _, g := range step.Games {
		g.At, g.Since = store.Milli(g.At), store.Milli(g.Since)
		r.games[ratedKey{g.Player, g.Game}] = g
	}
	for _, p := range step.Players {
		p.Since, p.Listed = store.Milli(p.Since), store.Milli(p.Listed)
		r.players[ratedKey{p.Player, p.Pool}] = p
	}
	if step.Heard > 0 {
		r.hear(store.SubscriberRatings, step.Heard)
	}
	return nil
}

// PlayerRatings implements store.Ratings.
func (s *Store) PlayerRatings(_ context.Context, player string) ([]store.PlayerRating, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.PlayerRating{}
	for _, p := range s.rated.players {
		if p.Player == player {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b store.PlayerRating) int { return cmp.Compare(a.Pool, b.Pool) })
	return found, nil
}

// Leaders implements store.Ratings.
func (s *Store) Leaders(_ context.Context, q store.LeaderQuery) ([]store.PlayerRating, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.PlayerRating{}
	for _, p := range s.rated.players {
		after := q.Player == "" || p.Rating.Points < q.Points || p.Rating.Points == q.Points && p.Player > q.Player
		if p.Pool == q.Pool && p.Listed.After(q.Now) && after {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b store.PlayerRating) int {
		return cmp.Or(cmp.Compare(b.Rating.Points, a.Rating.Points), cmp.Compare(a.Player, b.Player))
	})
	return found[:min(q.Limit, len(found))], nil
}

// RatedGames implements store.Ratings.
func (s *Store) RatedGames(_ context.Context, q store.RatedQuery) ([]store.RatedGame, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := []store.RatedGame{}
	for _, g := range s.rated.games {
		if asked(g, q) {
			found = append(found, g)
		}
	}
	slices.SortFunc(found, func(a, b store.RatedGame) int {
		return cmp.Or(compare(moment(b), moment(a)), cmp.Compare(a.Player, b.Player))
	})
	if q.Limit > 0 {
		found = found[:min(q.Limit, len(found))]
	}
	return found, nil
}

// asked says whether a query asks for a game.
func asked(g store.RatedGame, q store.RatedQuery) bool {
	return (q.Player == "" || g.Player == q.Player) &&
		(q.Pool == "" || g.Pool == q.Pool) &&
		(q.Opponent == "" || g.Opponent == q.Opponent) &&
		(q.Before == store.Moment{} || compare(moment(g), q.Before) < 0) &&
		(q.After == store.Moment{} || compare(moment(g), q.After) > 0) &&
		(!q.Counted || g.Refusal == "")
}

func moment(g store.RatedGame) store.Moment { return store.Moment{At: g.At, Game: g.Game} }

func compare(a, b store.Moment) int {
	return cmp.Or(store.Milli(a.At).Compare(store.Milli(b.At)), cmp.Compare(a.Game, b.Game))
}

// EndedRated implements store.Ratings.
func (s *Store) EndedRated(context.Context) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var ended []store.Moment
	for _, k := range s.games {
		if k.game.Rated && k.game.Phase == match.Finished {
			ended = append(ended, store.Moment{At: k.game.Updated, Game: k.game.ID})
		}
	}
	slices.SortFunc(ended, compare)
	ids := []string{}
	for _, m := range ended {
		ids = append(ids, m.Game)
	}
	return ids, nil
}
