package ratings

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"moyo/contest/rating"
	"moyo/server/store"
)

// state is a player's state in a pool after some games.
type state struct {
	rating    rating.Rating
	since     time.Time // end of the last game that counted
	games     int
	opponents int
}

// now returns the rating at a time.
func (s state) now(at time.Time) rating.Rating { return s.rating.Aged(s.elapsed(at)) }

func (s state) elapsed(at time.Time) time.Duration {
	if s.since.IsZero() {
		return 0
	}
	return at.Sub(s.since)
}

// before provides the state before the games that are to be rated.
type before interface {
	// state returns a player's state in a pool.
	state(ctx context.Context, player string, pool rating.Pool) (state, error)
	// met reports whether a game between the two has counted in the pool.
	met(ctx context.Context, player, opponent string, pool rating.Pool) (bool, error)
	// since returns the number of games between the two that ended at or after a time and counted in the pool.
	since(ctx context.Context, player, opponent string, pool rating.Pool, start time.Time) (int, error)
}

// books holds the ratings while games are rated one after the other.
type books struct {
	before before
	states map[entry]state
	met    map[entry]bool // with a game that counted, by opponent
	played map[entry]int  // games that counted, by opponent and day
	step   store.RatingStep
}

// entry identifies a player in a pool, in some maps with an opponent and a day.
type entry struct {
	player   string
	pool     rating.Pool
	opponent string
	day      string
}

// rate returns the effect of results on ratings, ordered by their moments.
func rate(ctx context.Context, b before, results []result) (store.RatingStep, error) {
	slices.SortFunc(results, func(a, b result) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.game, b.game)) })
	k := &books{before: b, states: map[entry]state{}, met: map[entry]bool{}, played: map[entry]int{}}
	for _, r := range results {
		if err := k.rate(ctx, r); err != nil {
			return store.RatingStep{}, err
		}
	}
	for _, e := range slices.SortedFunc(maps.Keys(k.states), func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.player, b.player), cmp.Compare(a.pool, b.pool))
	}) {
		k.step.Players = append(k.step.Players, playerRating(e, k.states[e]))
	}
	return k.step, nil
}

// playerRating returns a state in its stored form.
func playerRating(e entry, s state) store.PlayerRating {
	p := store.PlayerRating{
		Player: e.player, Pool: string(e.pool), Rating: store.Rating(s.rating), Since: s.since, Games: s.games, Opponents: s.opponents,
	}
	if s.rating.Listed(s.opponents) {
		p.Listed = s.since.Add(s.rating.EstablishedFor()).Truncate(time.Millisecond)
	}
	return p
}

// rate rates one game.
func (k *books) rate(ctx context.Context, r result) error {
	black, blackNow, err := k.strength(ctx, r, r.black)
	if err != nil {
		return err
	}
	white, whiteNow, err := k.strength(ctx, r, r.white)
	if err != nil {
		return err
	}
	n, err := k.playedBefore(ctx, r)
	if err != nil {
		return err
	}
	refusal := rating.Ended{Black: r.black.id, White: r.white.id, Void: r.void, Plies: r.plies, Before: n}.Refusal().Text
	if err := k.apply(ctx, r, refusal, r.black, black, r.white.id, rating.Result{
		Opponent: whiteNow.Against(-r.handicap), Score: r.score,
	}); err != nil {
		return err
	}
	if r.black.id == r.white.id {
		return nil // one row is enough
	}
	if err := k.apply(ctx, r, refusal, r.white, white, r.black.id, rating.Result{
		Opponent: blackNow.Against(r.handicap), Score: 1 - r.score,
	}); err != nil {
		return err
	}
	if refusal == "" {
		k.played[k.pair(r)]++
	}
	return nil
}

// strength returns a side's state before a game, and its rating at that time.
func (k *books) strength(ctx context.Context, r result, s side) (state, rating.Rating, error) {
	if s.level > 0 {
		fixed, ok := rating.OfLevel(r.pool, s.level)
		if !ok {
			return state{}, fixed, errNoLevel(r.pool, s.level)
		}
		return state{rating: fixed}, fixed, nil
	}
	e := entry{player: s.id, pool: r.pool}
	known, ok := k.states[e]
	if !ok {
		var err error
		if known, err = k.before.state(ctx, s.id, r.pool); err != nil {
			return state{}, rating.Rating{}, err
		}
		k.states[e] = known
	}
	return known, known.now(r.at), nil
}

// pair returns the entry for a game's two players and its day, ordered by id whatever their colours.
func (k *books) pair(r result) entry {
	a, b := r.black.id, r.white.id
	return entry{player: min(a, b), opponent: max(a, b), pool: r.pool, day: rating.Day(r.at)}
}

// playedBefore returns the number of games between the two that counted earlier on the same day.
func (k *books) playedBefore(ctx context.Context, r result) (int, error) {
	e := k.pair(r)
	if n, ok := k.played[e]; ok {
		return n, nil
	}
	player, opponent := r.black, r.white
	if player.level > 0 { // an engine has no rows
		player, opponent = opponent, player
	}
	n, err := k.before.since(ctx, player.id, opponent.id, r.pool, rating.DayBegins(r.at))
	k.played[e] = n
	return n, err
}

// apply adds the effect of a game on one side.
func (k *books) apply(ctx context.Context, r result, refusal string, s side, was state, opponent string, res rating.Result) error {
	if s.level > 0 {
		return nil // a level's rating is fixed
	}
	is := was
	if refusal == "" {
		first, err := k.firstMeeting(ctx, s.id, opponent, r.pool)
		if err != nil {
			return err
		}
		if first {
			is.opponents++
		}
		is.rating, is.since = was.rating.AfterGame(was.elapsed(r.at), res), r.at
		is.games++
	}
	k.states[entry{player: s.id, pool: r.pool}] = is
	k.step.Games = append(k.step.Games, store.RatedGame{
		Player: s.id, Pool: string(r.pool), Game: r.game, At: r.at, Opponent: opponent,
		Black: s.id == r.black.id, Score: res.Score, Refusal: refusal,
		Before: store.Rating(was.rating), After: store.Rating(is.rating), Against: store.Rating(res.Opponent),
		Since: is.since, Games: is.games, Opponents: is.opponents,
	})
	return nil
}

// firstMeeting reports whether no game of the two has counted so far, and records that one does now.
func (k *books) firstMeeting(ctx context.Context, player, opponent string, pool rating.Pool) (bool, error) {
	e := entry{player: player, opponent: opponent, pool: pool}
	if k.met[e] {
		return false, nil
	}
	k.met[e] = true
	met, err := k.before.met(ctx, player, opponent, pool)
	return !met, err
}

// nothingBefore is the state without any games.
type nothingBefore struct{}

func (nothingBefore) state(context.Context, string, rating.Pool) (state, error) {
	return state{rating: rating.New()}, nil
}

func (nothingBefore) met(context.Context, string, string, rating.Pool) (bool, error) {
	return false, nil
}

func (nothingBefore) since(context.Context, string, string, rating.Pool, time.Time) (int, error) {
	return 0, nil
}

// storeBefore is the state that a store has saved up to a moment.
type storeBefore struct {
	store  store.Ratings
	moment store.Moment
}

func (b storeBefore) state(ctx context.Context, player string, pool rating.Pool) (state, error) {
	last, err := b.store.RatedGames(ctx, store.RatedQuery{Player: player, Pool: string(pool), Before: b.moment, Limit: 1})
	if err != nil || len(last) == 0 {
		return state{rating: rating.New()}, err
	}
	g := last[0]
	return state{rating.Rating(g.After), g.Since, g.Games, g.Opponents}, nil
}

func (b storeBefore) met(ctx context.Context, player, opponent string, pool rating.Pool) (bool, error) {
	games, err := b.store.RatedGames(ctx, store.RatedQuery{
		Player: player, Pool: string(pool), Opponent: opponent, Before: b.moment, Counted: true, Limit: 1,
	})
	return len(games) > 0, err
}

func (b storeBefore) since(ctx context.Context, player, opponent string, pool rating.Pool, start time.Time) (int, error) {
	games, err := b.store.RatedGames(ctx, store.RatedQuery{
		Player: player, Pool: string(pool), Opponent: opponent,
		After: store.Moment{At: start}, Before: b.moment, Counted: true, Limit: rating.MaxPerDay,
	})
	return len(games), err
}
