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

// result is what ratings are made from: a game that was played as a rated one and
// has ended.
type result struct {
	game         string
	pool         rating.Pool
	at           time.Time
	black, white side
	score        float64 // Black's
	handicap     float64 // ranks that it is worth to Black
	void         bool
	plies        int
}

// side is one player: a person, or a level of the engine.
type side struct {
	id    string // of the player, or of the engine
	level int    // 0 for a person
}

func (r *result) moment() store.Moment { return store.Moment{At: r.at, Game: r.game} }

// resultOf returns the result of a game by its log. ok is false where it is not a
// rated game that has ended.
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

// resultFrom returns the result of a match that has ended.
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

// sideOf returns who sits on a seat; ok is false where that is nobody, or nobody
// with a rating.
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

// Level returns the level of an engine's id, 0 where it is none.
func Level(engine string) int {
	text, ok := strings.CutPrefix(engine, "level:")
	level, err := strconv.Atoi(text)
	if !ok || err != nil || level < 1 || level > catalog.Levels {
		return 0
	}
	return level
}

// errNoLevel is the error of a level whose strength nobody has measured.
func errNoLevel(pool rating.Pool, level int) error {
	return fmt.Errorf("level %d has no rating in %s", level, pool)
}
