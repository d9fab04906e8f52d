package tables

import (
	"context"
	"database/sql"
	"math"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

const (
	ratingRest    = `points, deviation, volatility, since, games, opponents, listed`
	ratingColumns = `player, pool, ` + ratingRest
	ratedGameRest = `opponent, black, score, refusal, before_points, before_deviation, before_volatility, ` +
		`after_points, after_deviation, after_volatility, against_points, against_deviation, against_volatility, since, games, opponents`
	ratedGameColumns = `player, pool, at, game, ` + ratedGameRest
)

// Rate implements store.Ratings.
func (s *Store) Rate(ctx context.Context, step store.RatingStep) error {
	return s.submit(ctx, len(step.Games), func(ctx context.Context, w *writer) error {
		if step.Heard > 0 {
			news, err := w.hear(ctx, store.SubscriberRatings, step.Heard)
			if err != nil {
				return err
			}
			if !news && !step.Afresh {
				return store.ErrDone
			}
		}
		if step.Afresh {
			if err := w.forgetRatings(ctx); err != nil {
				return err
			}
		}
		for _, g := range step.Games {
			if err := w.keepRatedGame(ctx, g); err != nil {
				return err
			}
		}
		for _, p := range step.Players {
			if _, err := w.run(ctx, store.Upsert("ratings", "player, pool", ratingRest),
				p.Player, p.Pool, p.Rating.Points, p.Rating.Deviation, p.Rating.Volatility,
				store.MilliOrNull(p.Since), p.Games, p.Opponents, store.MilliOrNull(p.Listed)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *writer) forgetRatings(ctx context.Context) error {
	if _, err := w.run(ctx, `DELETE FROM rated_games`); err != nil {
		return err
	}
	_, err := w.run(ctx, `DELETE FROM ratings`)
	return err
}

func (w *writer) keepRatedGame(ctx context.Context, g store.RatedGame) error {
	_, err := w.run(ctx, store.Upsert("rated_games", "player, pool, at, game", ratedGameRest),
		g.Player, g.Pool, g.At.UnixMilli(), g.Game, g.Opponent, g.Black, g.Score, g.Refusal,
		g.Before.Points, g.Before.Deviation, g.Before.Volatility, g.After.Points, g.After.Deviation, g.After.Volatility,
		g.Against.Points, g.Against.Deviation, g.Against.Volatility, store.MilliOrNull(g.Since), g.Games, g.Opponents)
	return err
}

// PlayerRatings implements store.Ratings.
func (s *Store) PlayerRatings(ctx context.Context, player string) ([]store.PlayerRating, error) {
	return list(ctx, s, scanPlayerRating, `SELECT `+ratingColumns+` FROM ratings WHERE player = ? ORDER BY pool`, player)
}

// Leaders implements store.Ratings.
func (s *Store) Leaders(ctx context.Context, q store.LeaderQuery) ([]store.PlayerRating, error) {
	where, args := `pool = ? AND listed IS NOT NULL AND listed > ?`, []any{q.Pool, q.Now.UnixMilli()}
	if q.Player != "" {
		where += ` AND points <= ? AND (points < ? OR player > ?)`
		args = append(args, q.Points, q.Points, q.Player)
	}
	return list(ctx, s, scanPlayerRating, `SELECT `+ratingColumns+` FROM ratings WHERE `+where+` ORDER BY points DESC, player LIMIT ?`,
		append(args, q.Limit)...)
}

func scanPlayerRating(row scanner) (p store.PlayerRating, err error) {
	var since, listed sql.NullInt64
	err = row.Scan(&p.Player, &p.Pool, &p.Rating.Points, &p.Rating.Deviation, &p.Rating.Volatility, &since, &p.Games, &p.Opponents, &listed)
	p.Since, p.Listed = store.TimeOrZero(since), store.TimeOrZero(listed)
	return p, err
}

// RatedGames implements store.Ratings.
func (s *Store) RatedGames(ctx context.Context, q store.RatedQuery) ([]store.RatedGame, error) {
	where, args := `true`, []any{}
	restrict := func(text string, values ...any) {
		where += ` AND ` + text
		args = append(args, values...)
	}
	for _, c := range []struct{ column, value string }{{"player", q.Player}, {"pool", q.Pool}, {"opponent", q.Opponent}} {
		if c.value != "" {
			restrict(c.column+` = ?`, c.value)
		}
	}
	if at := q.Before.At.UnixMilli(); q.Before != (store.Moment{}) {
		restrict(`at <= ? AND (at < ? OR game < ?)`, at, at, q.Before.Game)
	}
	if at := q.After.At.UnixMilli(); q.After != (store.Moment{}) {
		restrict(`at >= ? AND (at > ? OR game > ?)`, at, at, q.After.Game)
	}
	if q.Counted {
		restrict(`refusal = ''`)
	}
	limit := q.Limit
	if limit == 0 {
		limit = math.MaxInt64 // all
	}
	return list(ctx, s, scanRatedGame, `
		SELECT `+ratedGameColumns+` FROM rated_games WHERE `+where+` ORDER BY at DESC, game DESC, player LIMIT ?`,
		append(args, limit)...)
}

func scanRatedGame(row scanner) (g store.RatedGame, err error) {
	var at int64
	var since sql.NullInt64
	err = row.Scan(&g.Player, &g.Pool, &at, &g.Game, &g.Opponent, &g.Black, &g.Score, &g.Refusal,
		&g.Before.Points, &g.Before.Deviation, &g.Before.Volatility, &g.After.Points, &g.After.Deviation, &g.After.Volatility,
		&g.Against.Points, &g.Against.Deviation, &g.Against.Volatility, &since, &g.Games, &g.Opponents)
	g.At, g.Since = time.UnixMilli(at).UTC(), store.TimeOrZero(since)
	return g, err
}

// EndedRated implements store.Ratings.
func (s *Store) EndedRated(ctx context.Context) ([]string, error) {
	return list(ctx, s, store.Value[string], `SELECT id FROM games WHERE rated AND phase = ? ORDER BY updated, id`, string(match.Finished))
}
