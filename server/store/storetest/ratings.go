package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// end appends the event that ends a game of version 1.
func end(t *testing.T, s store.Store, g store.Game, at time.Time) error {
	t.Helper()
	g.Version, g.Phase, g.Result, g.Updated = g.Version+1, match.Finished, "W+R", at
	return s.Append(context.Background(), g, store.Entry{
		Command: fmt.Sprint("end", g.Version), Event: match.Event{Kind: match.Resigned, At: at, By: game.Black},
	})
}

// mustHear returns a subscriber's unhandled notices, and checks that they are of those games, an hour after noon.
func mustHear(t *testing.T, s store.Store, what, subscriber string, limit int, want ...string) []store.Notice {
	t.Helper()
	got, err := s.Notices(context.Background(), subscriber, limit)
	var games []string
	last := int64(0)
	for _, n := range got {
		games = append(games, n.Game)
		if n.Kind != store.GameEnded || n.Number <= last || n.At != later(1) {
			t.Errorf("%s: notice %+v after number %d", what, n, last)
		}
		last = n.Number
	}
	if err != nil || !reflect.DeepEqual(games, want) {
		t.Errorf("%s: %v %v, want %v", what, games, err, want)
	}
	return got
}

// testNotices ends games and checks that each subscriber receives each end once, and
// nothing else.
func testNotices(t *testing.T, s store.Store) {
	ctx := context.Background()
	hear := func(what, subscriber string, limit int, want ...string) []store.Notice {
		t.Helper()
		return mustHear(t, s, what, subscriber, limit, want...)
	}
	a, _ := mustCreate(t, s, "a")
	b, _ := mustCreate(t, s, "b")
	c, _ := mustCreate(t, s, "c")
	moved := c
	moved.Version++
	if err := s.Append(ctx, moved, Move("m", game.Black, 3, noon)); err != nil {
		t.Fatal(err)
	}
	hear("nothing has ended", store.SubscriberRatings, 9)
	for _, g := range []store.Game{b, a} {
		if err := end(t, s, g, later(1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := end(t, s, c, later(1)); err == nil { // expects an older version
		t.Error("no error for an end with a wrong version")
	}
	again := a
	again.Version++
	if err := end(t, s, again, later(1)); err != nil { // a further event of a game that has ended
		t.Fatal(err)
	}
	hear("two have ended", store.SubscriberRatings, 9, "b", "a")
	first := hear("the first", store.SubscriberRatings, 1, "b")
	hear("another subscriber", "another", 9, "b", "a")
	if err := s.Heard(ctx, "another", first[0].Number); err != nil {
		t.Fatal(err)
	}
	hear("another has heard", "another", 9, "a")
	hear("others are independent", store.SubscriberRatings, 9, "b", "a")
	if err := s.Heard(ctx, "another", 0); err != nil {
		t.Fatal(err)
	}
	hear("handled notices stay handled", "another", 9, "a")
	if err := s.Rate(ctx, store.RatingStep{Heard: first[0].Number}); err != nil {
		t.Fatal(err)
	}
	hear("with a step", store.SubscriberRatings, 9, "a")
	late := store.RatingStep{Heard: first[0].Number, Players: []store.PlayerRating{{Player: "ada", Pool: "weiqi/9x9/blitz"}}}
	if err := s.Rate(ctx, late); !errors.Is(err, store.ErrDone) { // from a process that was paused while another continued
		t.Errorf("a step that was stored before: %v", err)
	}
	if kept, err := s.PlayerRatings(ctx, "ada"); err != nil || len(kept) != 0 {
		t.Errorf("a step that was stored before left %v, %v", kept, err)
	}
	if err := end(t, s, moved, later(1)); err != nil {
		t.Fatal(err)
	}
	left := hear("one more", store.SubscriberRatings, 9, "a", "c")
	if err := s.Heard(ctx, store.SubscriberRatings, left[1].Number); err != nil {
		t.Fatal(err)
	}
	hear("everything heard", store.SubscriberRatings, 9)
	mustHave(t, "ended games", []string{"a", "b", "c"}, func(ctx context.Context, _ string) ([]string, error) { return s.EndedRated(ctx) }, "")
	for _, subscriber := range []string{store.SubscriberNotify, store.SubscriberTournaments, store.SubscriberLadders} {
		if err := s.Heard(ctx, subscriber, left[1].Number); err != nil {
			t.Fatal(err)
		}
	}
	hear("handled notices are not kept for a new subscriber", "newcomer", 9)
}

// ratedGame returns the effect on a player of a game at a minute.
func ratedGame(player, opponent, game string, minute int) store.RatedGame {
	return store.RatedGame{
		Player: player, Pool: "weiqi/9x9/blitz", Game: game, At: store.Milli(noon.Add(time.Duration(minute) * time.Minute)), Opponent: opponent,
		Black: minute%2 == 0, Score: 0.5, Before: store.Rating{Points: 1500.5, Deviation: 350, Volatility: 0.06},
		After:   store.Rating{Points: 1600.25, Deviation: 200, Volatility: 0.05},
		Against: store.Rating{Points: 1234.5, Deviation: 45, Volatility: 0.06},
		Since:   store.Milli(noon), Games: minute, Opponents: 1,
	}
}

func testRatedGames(t *testing.T, s store.Store) {
	ctx := context.Background()
	a1, b1 := ratedGame("ada", "bo", "g1", 1), ratedGame("bo", "ada", "g1", 1)
	a2, a3, a4 := ratedGame("ada", "level:5", "g2", 2), ratedGame("ada", "cy", "g3", 2), ratedGame("ada", "bo", "g4", 3)
	a2.Refusal, a2.Since = "It ended without a result.", time.Time{}
	other := ratedGame("ada", "bo", "g5", 4)
	other.Pool = "gomoku"
	if err := s.Rate(ctx, store.RatingStep{Games: []store.RatedGame{a1, b1, a2, a3, a4, other}}); err != nil {
		t.Fatal(err)
	}
	const pool = "weiqi/9x9/blitz"
	at := func(g store.RatedGame) store.Moment { return store.Moment{At: g.At, Game: g.Game} }
	want := func(what string, q store.RatedQuery, want ...store.RatedGame) {
		t.Helper()
		got, err := s.RatedGames(ctx, q)
		if err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v %v\nwant %+v", what, got, err, want)
		}
	}
	want("all", store.RatedQuery{}, other, a4, a3, a2, a1, b1)
	want("of a pool", store.RatedQuery{Pool: pool}, a4, a3, a2, a1, b1)
	want("of a player", store.RatedQuery{Player: "bo"}, b1)
	want("of two", store.RatedQuery{Player: "ada", Pool: pool, Opponent: "bo"}, a4, a1)
	want("that count", store.RatedQuery{Player: "ada", Pool: pool, Counted: true}, a4, a3, a1)
	want("before one of the same moment", store.RatedQuery{Player: "ada", Pool: pool, Before: at(a3)}, a2, a1)
	want("after one of the same moment", store.RatedQuery{Player: "ada", Pool: pool, After: at(a2)}, a4, a3)
	want("between", store.RatedQuery{Player: "ada", Pool: pool, After: at(a1), Before: at(a4)}, a3, a2)
	want("the last before a time", store.RatedQuery{Player: "ada", Pool: pool, Before: store.Moment{At: a4.At}, Limit: 1}, a3)
	want("of an unknown player", store.RatedQuery{Player: "' OR 1=1 --"})

	a4.After.Points, a4.Games = 1700, 17
	if err := s.Rate(ctx, store.RatingStep{Games: []store.RatedGame{a4}}); err != nil {
		t.Fatal(err)
	}
	want("again", store.RatedQuery{Player: "ada", Pool: pool, Limit: 1}, a4)
	if err := s.Rate(ctx, store.RatingStep{Afresh: true, Games: []store.RatedGame{b1}}); err != nil {
		t.Fatal(err)
	}
	want("afresh", store.RatedQuery{}, b1)
}

func testLeaders(t *testing.T, s store.Store) {
	ctx := context.Background()
	now := store.Milli(noon)
	rating := func(player, pool string, points float64, listed time.Time) store.PlayerRating {
		return store.PlayerRating{
			Player: player, Pool: pool, Rating: store.Rating{Points: points, Deviation: 60, Volatility: 0.06},
			Since: now, Games: 20, Opponents: 7, Listed: listed,
		}
	}
	later := now.Add(time.Hour)
	ada, bo, cy := rating("ada", "p", 1800, later), rating("bo", "p", 1900, later), rating("cy", "p", 1800, later)
	guess, gone, elsewhere := rating("guess", "p", 2500, time.Time{}), rating("gone", "p", 2400, now), rating("ada", "q", 2000, later)
	guess.Since = time.Time{}
	if err := s.Rate(ctx, store.RatingStep{Players: []store.PlayerRating{ada, bo, cy, guess, gone, elsewhere}}); err != nil {
		t.Fatal(err)
	}
	want := func(what string, q store.LeaderQuery, want ...store.PlayerRating) {
		t.Helper()
		got, err := s.Leaders(ctx, q)
		if err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v %v\nwant %+v", what, got, err, want)
		}
	}
	q := store.LeaderQuery{Pool: "p", Now: now, Limit: 9}
	want("all", q, bo, ada, cy)
	q.Limit = 2
	want("the first", q, bo, ada)
	q.Points, q.Player = 1800, "ada"
	want("after them", q, cy)
	q.Player = "cy"
	want("after the last", q)
	want("another pool", store.LeaderQuery{Pool: "q", Now: now, Limit: 9}, elsewhere)
	want("before one was off the board", store.LeaderQuery{Pool: "p", Now: now.Add(-time.Minute), Limit: 1}, gone)
	mustHave(t, "ratings", []store.PlayerRating{ada, elsewhere}, s.PlayerRatings, "ada")
	mustHave(t, "ratings", []store.PlayerRating{guess}, s.PlayerRatings, "guess")
	ada.Rating.Points = 1700
	if err := s.Rate(ctx, store.RatingStep{Players: []store.PlayerRating{ada}}); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "ratings after a step", []store.PlayerRating{ada, elsewhere}, s.PlayerRatings, "ada")
	if err := s.Rate(ctx, store.RatingStep{Afresh: true, Players: []store.PlayerRating{bo}}); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "ratings afresh", []store.PlayerRating{}, s.PlayerRatings, "ada")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"Rate": s.Rate(ctx, store.RatingStep{}), "Heard": s.Heard(ctx, "x", 1),
	} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s on a closed store: %v", what, err)
		}
	}
}
