package store

import (
	"context"
	"time"
)

// Ratings keeps how strong people are, by pools, and the games from which that
// follows. Pools and engines are texts that mean nothing to the store.
type Ratings interface {
	// Rate keeps one step of rating, all of it or nothing. The error is ErrDone where
	// the subscriber has heard as much before: the step goes out from ratings that are
	// not those of now.
	Rate(ctx context.Context, step RatingStep) error
	// PlayerRatings returns a player's ratings, by pool.
	PlayerRatings(ctx context.Context, player string) ([]PlayerRating, error)
	// RatedGames returns rated games, the last one first.
	RatedGames(ctx context.Context, q RatedQuery) ([]RatedGame, error)
	// EndedRated returns the ids of all games that were played as rated ones and
	// have ended, in the order of their moments.
	EndedRated(ctx context.Context) ([]string, error)
	// Leaders returns who stands on a leader board, the strongest first.
	Leaders(ctx context.Context, q LeaderQuery) ([]PlayerRating, error)
}

// RatingStep is what one or more games have done to ratings.
type RatingStep struct {
	Afresh  bool           // everything that was kept before is forgotten
	Games   []RatedGame    // each takes the place of the same player's for the same game
	Players []PlayerRating // each takes the place of the same player's in the same pool
	Heard   int64          // the number up to which the subscriber of ratings has heard, 0 for no news
}

// PlayerRating is how strong a player is in a pool.
type PlayerRating struct {
	Player, Pool string
	Rating       Rating
	Since        time.Time // when the last game that counted had ended
	Games        int       // that counted
	Opponents    int       // different ones in these games
	Listed       time.Time // until when the player stands on leader boards, the zero time where they do not
}

// RatedGame is what a game that was played as a rated one has done to one of its
// players.
type RatedGame struct {
	Player, Pool, Game string
	At                 time.Time // when it ended
	Opponent           string    // id of the player, or of the engine
	Black              bool      // whether the player sat as Black
	Score              float64   // 1 won, 0.5 drawn, 0 lost
	Refusal            string    // why it does not count, "" where it does
	Before, After      Rating    // of the player
	Against            Rating    // of the opponent, before; with what a handicap is worth
	// The player's in the pool after this game, as in [PlayerRating].
	Since            time.Time
	Games, Opponents int
}

// Moment is a place in the order of games: the time at which one ended, and among
// those of one millisecond its id.
type Moment struct {
	At   time.Time
	Game string
}

// RatedQuery says which rated games are asked for. Zero fields do not restrict.
type RatedQuery struct {
	Player, Pool, Opponent string
	Before, After          Moment // the games between, without these
	Counted                bool   // without those that do not count
	Limit                  int
}

// LeaderQuery says which part of a leader board is asked for: of a pool, at a
// time, those after a place, at most Limit.
type LeaderQuery struct {
	Pool   string
	Now    time.Time
	Points float64 // the place is that of a player with so many points; Player "" is the top
	Player string
	Limit  int
}

// Rating is a rating on the scale of Glicko-2.
type Rating struct {
	Points, Deviation, Volatility float64
}
