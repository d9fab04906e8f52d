package ratings

import (
	"cmp"
	"context"
	"errors"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/store"
)

// Refusal returns the reason why a game of that setup cannot be rated, or an empty sentence. An open seat counts as one for a
// player with an account.
func (s *Service) Refusal(ctx context.Context, setup match.Setup) sentence.Sentence {
	t, err := s.terms(ctx, setup)
	if err != nil {
		return sentence.Sentence{Text: err.Error()}
	}
	p := rating.Proposal{
		Game: t.Game, Speed: t.speed, Registered: true, Private: setup.Private, Offered: catalog.Offered(t.Game, t.board), Usual: t.Usual,
		ByChance: setup.Colors != match.Seated, Handicap: rating.Handicap{Stones: t.Stones, Komi: t.Komi},
	}
	for _, seat := range []match.Seat{setup.Black, setup.White} {
		switch {
		case seat.Kind == match.Engine && Level(seat.Engine) > 0:
			p.Opponent = rating.Level
		case seat.Kind == match.Engine:
			p.Opponent = rating.Other
		case seat.Player != "":
			registered, err := s.registered(ctx, seat.Player)
			p.Registered = p.Registered && registered && err == nil
		}
	}
	return p.Refusal()
}

// terms are the parts of a setup that ratings depend on.
type terms struct {
	catalog.Conditions
	board *board.Board
	speed clock.Speed
}

// class returns the class of the board.
func (t *terms) class() rating.Class { return rating.ClassOf(t.board) }

// terms returns the terms of a setup, or an error that says which part is invalid.
func (s *Service) terms(ctx context.Context, setup match.Setup) (*terms, error) {
	b, err := s.Boards.Get(ctx, setup.Board)
	if err != nil {
		return nil, err
	}
	c, err := catalog.ConditionsOf(setup.Rules)
	if err != nil {
		return nil, err
	}
	spec, err := clock.Parse(setup.Clock)
	if err != nil {
		return nil, err
	}
	return &terms{c, b, spec.Speed()}, nil
}

// registered reports whether a player has an account.
func (s *Service) registered(ctx context.Context, player string) (bool, error) {
	p, err := s.Store.Player(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil && p.Role != store.Guest && p.Role != store.Pupil && p.Role != store.Deleted, err
}

// Text returns the strength of the player on a seat as a short text. It is "" if the strength is unknown: for guests, and for
// engines that are not levels.
func (s *Service) Text(ctx context.Context, seat match.Seat, setup match.Setup) string {
	t, err := s.terms(ctx, setup)
	if err != nil || seat.Kind == match.Open {
		return ""
	}
	if seat.Kind == match.Engine {
		speed := cmp.Or(t.speed, clock.SpeedRapid) // a level is equally strong at all speeds
		if r, ok := rating.OfLevel(rating.PoolOf(t.Game, t.class(), speed), Level(seat.Engine)); ok {
			return r.Text(t.Game)
		}
		return ""
	}
	if registered, err := s.registered(ctx, seat.Player); err != nil || !registered {
		return ""
	}
	r, ok, err := s.strength(ctx, seat.Player, t)
	if err != nil || !ok {
		return store.Newcomer
	}
	return r.Text(t.Game)
}

// Points returns a player's rating for games of that setup, and whether the player has one.
func (s *Service) Points(ctx context.Context, player string, setup match.Setup) (float64, bool) {
	t, err := s.terms(ctx, setup)
	if err != nil {
		return 0, false
	}
	r, ok, err := s.strength(ctx, player, t)
	return r.Points, ok && err == nil
}

// Handicap returns the id of the rules that make a game between the two players of a setup even, and the id of the player that
// takes Black. ok is false if a strength is unknown or the game has no handicaps. For about equal players the rules do not
// change, and the weaker one takes Black.
func (s *Service) Handicap(ctx context.Context, setup match.Setup) (rules, black string, ok bool) {
	t, err := s.terms(ctx, setup)
	if err != nil || !rating.Ranked(t.Game) {
		return "", "", false
	}
	one, known1, err1 := s.strength(ctx, setup.Black.Player, t)
	two, known2, err2 := s.strength(ctx, setup.White.Player, t)
	if !known1 || !known2 || err1 != nil || err2 != nil {
		return "", "", false
	}
	black, difference := setup.Black.Player, rating.Rank(two.Points)-rating.Rank(one.Points)
	if difference < 0 {
		black, difference = setup.White.Player, -difference
	}
	h := rating.HandicapFor(difference, t.board.Len(), catalog.MostStones(setup.Rules, t.board))
	if h.Komi != rating.HandicapKomi {
		return setup.Rules, black, true
	}
	return catalog.WithHandicap(setup.Rules, h.Stones, h.Komi), black, true
}

// strength returns a player's rating in a game on boards of a class at a speed. Games without a clock are not rated; for them it
// returns the most certain rating of the game and class. ok is false if the player has no rating.
func (s *Service) strength(ctx context.Context, player string, t *terms) (best rating.Rating, ok bool, err error) {
	ratings, err := s.Store.PlayerRatings(ctx, player)
	if err != nil {
		return best, false, err
	}
	for _, r := range ratings {
		of, on, at := rating.Pool(r.Pool).Parts()
		if r.Games == 0 || of != t.Game || rating.Ranked(t.Game) && (on != t.class() || t.speed != clock.SpeedNone && at != t.speed) {
			continue
		}
		if now := agedTo(r, s.Now()); !ok || now.Deviation < best.Deviation {
			best, ok = now, true
		}
	}
	return best, ok, nil
}

// agedTo returns a rating with the uncertainty that it has at a later time.
func agedTo(r store.PlayerRating, now time.Time) rating.Rating {
	return state{rating: rating.Rating(r.Rating), since: r.Since}.now(now)
}
