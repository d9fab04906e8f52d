package ratings

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/store"
)

// result is a finished rated game.
type result struct {
	game         string
	pool         rating.Pool
	at           time.Time
	black, white side
	score        float64 // Black's
	handicap     float64 // worth to Black, in ranks
	void         bool
	plies        int
}

// side is one player: a person, or a level of the engine.
type side struct {
	id    string // of the player or engine
	level int    // 0 for a person
}

func (r *result) moment() store.Moment { return store.Moment{At: r.at, Game: r.game} }

// resultOf returns the result of a game from its log. ok is false if the game is not a finished rated game.
func (s *Service) resultOf(ctx context.Context, id string) (r result, ok bool, err error) {
	g, entries, err := s.Store.Load(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return r, false, nil
	}
	if damaged, ok := errors.AsType[*store.Damaged](err); ok {
		s.Log.Error("a game is not rated", "err", damaged)
		return r, false, nil
	}
	if err != nil || !g.Rated {
		return r, false, err
	}
	b, err := s.Boards.Get(ctx, g.Board)
	if err != nil {
		return r, false, err
	}
	rules, err := s.Rules(g.Rules)
	if err != nil {
		return r, false, err
	}
	log := make([]match.Event, len(entries))
	for i, e := range entries {
		log[i] = e.Event
	}
	m, err := match.Replay(b, rules, log)
	if err != nil {
		return r, false, err
	}
	if m.Phase() != match.Finished {
		return r, false, nil
	}
	return resultFrom(id, m)
}

// resultFrom returns the result of a finished match.
func resultFrom(id string, m *match.Match) (r result, ok bool, err error) {
	setup := m.Setup()
	c, err := catalog.ConditionsOf(setup.Rules)
	if err != nil {
		return r, false, err
	}
	time, err := clock.Parse(setup.Clock)
	if err != nil {
		return r, false, err
	}
	black, blackPlays := sideOf(setup.Black)
	white, whitePlays := sideOf(setup.White)
	if !blackPlays || !whitePlays || !time.Counts() {
		return r, false, nil
	}
	b := m.Position().Board()
	r = result{
		game: id, pool: rating.PoolOf(c.Game, rating.ClassOf(b), time.Speed()), at: m.Updated(),
		black: black, white: white, score: 0.5, void: m.Result() == "Void", plies: m.Ply(),
	}
	switch m.Winner() {
	case game.Black:
		r.score = 1
	case game.White:
		r.score = 0
	}
	if rating.Ranked(c.Game) {
		r.handicap = rating.Handicap{Stones: c.Stones, Komi: c.Komi}.Ranks(b.Len(), c.Area)
	}
	return r, true, nil
}

// sideOf returns the player on a seat; ok is false if the seat has no player that can be rated.
func sideOf(seat match.Seat) (_ side, ok bool) {
	switch seat.Kind {
	case match.Human:
		return side{id: seat.Player}, seat.Player != ""
	case match.Engine:
		level := Level(seat.Engine)
		return side{id: seat.Engine, level: level}, level > 0
	}
	return side{}, false
}

// Level returns the level of an engine's id, or 0 if it is not a level.
func Level(engine string) int {
	text, ok := strings.CutPrefix(engine, "level:")
	level, err := strconv.Atoi(text)
	if !ok || err != nil || level < 1 || level > catalog.Levels {
		return 0
	}
	return level
}

// errNoLevel returns the error for a level without a measured strength.
func errNoLevel(pool rating.Pool, level int) error {
	return fmt.Errorf("level %d has no rating in %s", level, pool)
}
