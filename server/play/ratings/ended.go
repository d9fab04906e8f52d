package ratings

import (
	"context"
	"errors"
	"time"

	"moyo/contest/rating"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/store"
)

type gameInput struct {
	ID string `path:"id" maxLength:"100"`
}

// getGameRatings returns the effect of a game on ratings. Casual and unfinished games have none.
func (s *Service) getGameRatings(ctx context.Context, in *gameInput) (*endpoint.Answer[GameRatings], error) {
	g, err := s.Store.Game(ctx, in.ID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, apierror.Say(apierror.NotFound, "ratings.noGame", "There is no game %.40q.", in.ID)
	}
	if err != nil {
		return nil, err
	}
	out := GameRatings{Done: true, Seats: []SeatRating{}}
	if !g.Rated || g.Phase != match.Finished {
		return endpoint.Reply(out), nil
	}
	for _, side := range []game.Color{game.Black, game.White} {
		seat := g.Black
		if side == game.White {
			seat = g.White
		}
		if seat.Kind != match.Human || seat.Name == store.Gone {
			continue
		}
		r, ok, err := s.ratedAs(ctx, seat.Player, g)
		if err != nil {
			return nil, err
		}
		if !ok {
			out.Done = false
			continue
		}
		kind, _, _ := rating.Pool(r.Pool).Parts()
		out.Seats = append(out.Seats, SeatRating{
			Seat: convert.Side(side), Before: r.Before.Points, After: r.After.Points, Refusal: r.Refusal, RefusalID: rating.RefusalID(r.Refusal),
			BeforeText: rating.Rating(r.Before).Text(kind), Text: rating.Rating(r.After).Text(kind),
		})
	}
	return endpoint.Reply(out), nil
}

// ratedAs returns the effect of a game on the rating of one player. ok is false if it is not known yet.
func (s *Service) ratedAs(ctx context.Context, player string, g store.Game) (_ store.RatedGame, ok bool, err error) {
	t, err := s.terms(ctx, match.Setup{Board: g.Board, Rules: g.Rules, Clock: g.Clock})
	if err != nil {
		return store.RatedGame{}, false, err
	}
	at := g.Updated // the time at which the game ended
	games, err := s.Store.RatedGames(ctx, store.RatedQuery{
		Player: player, Pool: string(rating.PoolOf(t.Game, t.class(), t.speed)),
		After: store.Moment{At: at.Add(-time.Millisecond), Game: g.ID}, Before: store.Moment{At: at.Add(time.Millisecond)},
	})
	for _, r := range games {
		if r.Game == g.ID {
			return r, true, nil
		}
	}
	return store.RatedGame{}, false, err
}
