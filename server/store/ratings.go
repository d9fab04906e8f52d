package store

import (
	"context"
	"time"
)

// Ratings stores how strong players are, by pools, and the rated games.
// Pools and engines are opaque to the store.
type Ratings interface {
	// Rate stores one rating step, all or nothing. The error is ErrDone if the
	// subscriber has already handled this notice: the step was computed from ratings
	// that have changed.
	Rate(ctx context.Context, step RatingStep) error
	// PlayerRatings returns a player's ratings, by pool.
	PlayerRatings(ctx context.Context, player string) ([]PlayerRating, error)
	// RatedGames returns rated games, newest first.
	RatedGames(ctx context.Context, q RatedQuery) ([]RatedGame, error)
	// EndedRated returns the ids of all ended games that were played as rated games,
	// ordered by moment.
	EndedRated(ctx context.Context) ([]string, error)
	// Leaders returns a leader board, the strongest first.
	Leaders(ctx context.Context, q LeaderQuery) ([]PlayerRating, error)
}

// RatingStep is the effect of one or more games on ratings.
type RatingStep struct {
	Afresh  bool           // delete everything stored before
	Games   []RatedGame    // each replaces the same player's for the same game
	Players []PlayerRating // each replaces the same player's in the same pool
	Heard   int64          // the last notice that the ratings subscriber has handled, 0 for none
}

// PlayerRating is a player's rating in a pool.
type PlayerRating struct {
	Player, Pool string
	Rating       Rating
	Since        time.Time // when the last counted game ended
	Games        int       // number of counted games
	Opponents    int       // number of different opponents in these games
	Listed       time.Time // until when leader boards include the player, zero if they do not
}

// RatedGame is the effect of a game that was played as a rated one on one of its
// players.
type RatedGame struct {
	Player, Pool, Game string
	At                 time.Time // when it ended
	Opponent           string    // id of the player, or of the engine
	Black              bool      // whether the player sat as Black
	Score              float64   // 1 won, 0.5 drawn, 0 lost
	Refusal            string    // why the game does not count, "" if it counts
	Before, After      Rating    // of the player
	Against            Rating    // of the opponent before the game, adjusted for handicap
	// As in [PlayerRating], after this game.
	Since            time.Time
	Games, Opponents int
}

// Moment is a position in the order of games: the time at which a game ended, then
// its id.
type Moment struct {
	At   time.Time
	Game string
}

// RatedQuery selects rated games. Zero fields do not restrict.
type RatedQuery struct {
	Player, Pool, Opponent string
	Before, After          Moment // exclusive bounds
	Counted                bool   // only games that count
	Limit                  int
}

// LeaderQuery selects part of a pool's leader board at a time: at most Limit players
// after a position.
type LeaderQuery struct {
	Pool   string
	Now    time.Time
	Points float64 // with Player, the position after which the part starts; Player "" is the top
	Player string
	Limit  int
}

// Rating is a rating on the scale of Glicko-2.
type Rating struct {
	Points, Deviation, Volatility float64
}
