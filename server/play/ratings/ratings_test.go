package ratings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"moyo/board"
	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/limit"
	"moyo/server/base/outbox"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

type parsed struct{}

func (parsed) Get(_ context.Context, spec string) (*board.Board, error) { return board.Parse(spec) }

func service(s store.Store) *Service {
	return New(Config{
		Store: s, Boards: parsed{}, Rules: catalog.Rules, Skeleton: func(name string) string { return name },
		Rates: limit.NewAddresses(0, 0, time.Now), Reads: 1000,
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return noon },
	})
}

// played describes a game: its players and its end.
type played struct {
	id, board, rules, clock string
	black, white            string // ids of players or levels
	at                      time.Time
	loser                   game.Color // the side that resigns; Empty for a draw by agreement
	plies                   int
	casual                  bool
}

// testingT is implemented by tests and properties.
type testingT interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func seat(id string) match.Seat {
	if Level(id) > 0 || id == "mcts" {
		return match.Seat{Kind: match.Engine, Engine: id}
	}
	return match.Seat{Kind: match.Human, Name: id, Player: id}
}

// play creates a game with its moves and its end.
func play(t testingT, s store.Store, p played) {
	t.Helper()
	ctx := context.Background()
	setup := match.Setup{
		Board: cmp.Or(p.board, "grid:9"), Rules: cmp.Or(p.rules, "weiqi"), Clock: cmp.Or(p.clock, "absolute=5m"), Rated: !p.casual,
		Black: seat(p.black), White: seat(p.white),
	}
	b, err := board.Parse(setup.Board)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := catalog.Rules(setup.Rules)
	if err != nil {
		t.Fatal(err)
	}
	setup.Rules = rules.ID()
	events := []match.Event{{Kind: match.Created, At: p.at.Add(-time.Hour), Setup: &setup}}
	for i := range p.plies {
		events = append(events, match.Event{Kind: match.Moved, At: p.at.Add(-time.Minute), By: game.Color(i%2 + 1), Move: game.Move(2 * i)})
	}
	if p.loser == game.Empty {
		events = append(events,
			match.Event{Kind: match.Offered, At: p.at, By: game.Black}, match.Event{Kind: match.Agreed, At: p.at, By: game.White})
	} else {
		events = append(events, match.Event{Kind: match.Resigned, At: p.at, By: p.loser})
	}
	m, err := match.New(b, rules, events[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Create(ctx, convert.Header(p.id, m), store.Entry{Event: events[0]}); err != nil {
		t.Fatal(err)
	}
	for _, e := range events[1:] {
		if _, err := m.Apply(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
		if err := s.Append(ctx, convert.Header(p.id, m), store.Entry{Event: e}); err != nil {
			t.Fatal(err)
		}
	}
}

// all returns all stored ratings.
func all(t testingT, s store.Store, players ...string) (games []store.RatedGame, ratings []store.PlayerRating) {
	t.Helper()
	games, err := s.RatedGames(context.Background(), store.RatedQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range players {
		r, err := s.PlayerRatings(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		ratings = append(ratings, r...)
	}
	return games, ratings
}

// TestOneGame rates a game between two newcomers, and one against a level.
func TestOneGame(t *testing.T) {
	s := sqlitetest.New(t)
	v := service(s)
	play(t, s, played{id: "g1", black: "ada", white: "bo", at: noon, loser: game.White, plies: 6})
	play(t, s, played{id: "g2", black: "ada", white: "level:3", at: noon.Add(time.Hour), loser: game.Black, plies: 6})
	play(t, s, played{id: "g3", black: "ada", white: "bo", at: noon, loser: game.White, plies: 6, casual: true})
	play(t, s, played{id: "g4", black: "ada", white: "mcts", at: noon, loser: game.White, plies: 6}) // an engine of unknown strength
	if err := v.Catch(t.Context()); err != nil {
		t.Fatal(err)
	}
	games, ratings := all(t, s, "ada", "bo", "level:3")
	if len(games) != 3 || len(ratings) != 2 {
		t.Fatalf("%+v\n%+v", games, ratings)
	}
	second, first, others := games[0], games[1], games[2]
	handicap := rating.Handicap{Komi: 7.5}.Ranks(81, true)
	one := rating.New().AfterGame(0, rating.Result{Opponent: rating.New().Against(-handicap), Score: 1})
	if first.Player != "ada" || rating.Rating(first.After) != one || !first.Black || first.Opponent != "bo" ||
		first.Games != 1 || first.Opponents != 1 || !first.Since.Equal(noon) {
		t.Errorf("%+v, want %+v", first, one)
	}
	lost := rating.New().AfterGame(0, rating.Result{Opponent: rating.New().Against(handicap), Score: 0})
	if rating.Rating(others.After) != lost || others.Black {
		t.Errorf("%+v, want %+v", others, lost)
	}
	level, ok := rating.OfLevel("weiqi/9x9/blitz", 3)
	if !ok {
		t.Fatal("no level")
	}
	two := one.AfterGame(time.Hour, rating.Result{Opponent: level.Against(-handicap), Score: 0})
	if rating.Rating(second.After) != two || second.Before != first.After || second.Opponents != 2 || second.Opponent != "level:3" {
		t.Errorf("%+v, want %+v", second, two)
	}
	if r := ratings[0]; r.Rating != second.After || r.Games != 2 || r.Pool != "weiqi/9x9/blitz" || !r.Listed.IsZero() {
		t.Errorf("%+v", r)
	}
	if n, err := s.Notices(t.Context(), store.SubscriberRatings, 9); err != nil || len(n) != 0 {
		t.Errorf("left: %+v %v", n, err)
	}
}

// TestWhatDoesNotCount checks that a game that does not count keeps a row with the reason, and does not change ratings.
func TestWhatDoesNotCount(t *testing.T) {
	s := sqlitetest.New(t)
	v := service(s)
	play(t, s, played{id: "short", black: "ada", white: "bo", at: noon, loser: game.White, plies: 3})
	play(t, s, played{id: "alone", black: "ada", white: "ada", at: noon, loser: game.White, plies: 9})
	for i := range rating.MaxPerDay + 1 {
		play(t, s, played{
			id: fmt.Sprintf("g%02d", i), black: []string{"ada", "bo"}[i%2], white: []string{"bo", "ada"}[i%2],
			at: noon.Add(time.Duration(i) * time.Second), loser: game.White, plies: 6,
		})
	}
	play(t, s, played{id: "tomorrow", black: "ada", white: "bo", at: noon.Add(12 * time.Hour), loser: game.White, plies: 6})
	if err := v.Catch(t.Context()); err != nil {
		t.Fatal(err)
	}
	games, _ := all(t, s)
	var refused []string
	for _, g := range games {
		if g.Refusal != "" {
			refused = append(refused, g.Game)
			if g.Before != g.After {
				t.Errorf("%+v", g)
			}
		}
	}
	if want := []string{"g10", "g10", "short", "short", "alone"}; !reflect.DeepEqual(refused, want) {
		t.Errorf("%v do not count, want %v", refused, want)
	}
	if _, err := v.RateAfresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if again, _ := all(t, s); !reflect.DeepEqual(games, again) {
		t.Errorf("afresh:\n%+v\nwant\n%+v", again, games)
	}
	if last := games[0]; last.Game != "tomorrow" || last.Games != rating.MaxPerDay+1 || last.Opponents != 1 {
		t.Errorf("%+v", last)
	}
}

// TestManyAgainstALevel checks that the daily limit of games also applies to an engine, whatever its colour and whether earlier
// games come from the store.
func TestManyAgainstALevel(t *testing.T) {
	for _, side := range []game.Color{game.Black, game.White} {
		for _, oneByOne := range []bool{false, true} {
			s := sqlitetest.New(t)
			v := service(s)
			for i := range rating.MaxPerDay + 1 {
				at := noon.Add(time.Duration(i) * time.Second)
				p := played{id: fmt.Sprintf("g%02d", i), black: "level:3", white: "ada", at: at, loser: game.White, plies: 6}
				if side == game.White {
					p.black, p.white = p.white, p.black
				}
				play(t, s, p)
				if oneByOne {
					if err := v.Catch(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := v.Catch(t.Context()); err != nil {
				t.Fatal(err)
			}
			games, _ := all(t, s)
			for i, g := range games { // last one first
				if (g.Refusal != "") != (i == 0) {
					t.Errorf("level plays %s, one by one %v: game %s does not count: %q", side, oneByOne, g.Game, g.Refusal)
				}
			}
			if len(games) != rating.MaxPerDay+1 {
				t.Errorf("%d games", len(games))
			}
		}
	}
}

// TestIncrementalIsRecomputed rates random games in a random order, with late and equal moments. The result must equal a
// computation from all logs.
func TestIncrementalIsRecomputed(t *testing.T) {
	test := t
	rapid.Check(t, func(t *rapid.T) {
		s := sqlitetest.New(test)
		v := service(s)
		people := []string{"ada", "bo", "cy"}
		n := rapid.IntRange(1, 40).Draw(t, "games")
		for i := range n {
			who := rapid.SampledFrom([][2]string{
				{"ada", "bo"}, {"bo", "ada"}, {"ada", "cy"}, {"cy", "bo"}, {"ada", "level:4"}, {"level:7", "bo"}, {"ada", "ada"},
			}).Draw(t, "who")
			kind := rapid.SampledFrom([][3]string{
				{"weiqi", "grid:9", "absolute=5m"}, {"weiqi", "grid:9", "absolute=5m"}, {"weiqi:komi=0.5,handicap=2", "grid:9", "absolute=5m"},
				{"weiqi", "grid:9", "absolute=2h"}, {"gomoku", "grid:15", "absolute=5m"},
			}).Draw(t, "kind")
			loser := rapid.SampledFrom([]game.Color{game.Black, game.White}).Draw(t, "loser")
			plies := rapid.SampledFrom([]int{6, 6, 6, 0}).Draw(t, "plies")
			if kind[0] == "gomoku" && rapid.Bool().Draw(t, "drawn") && Level(who[0]) == 0 && Level(who[1]) == 0 && plies > 0 {
				loser = game.Empty
			}
			if kind[0] == "weiqi:komi=0.5,handicap=2" {
				plies = 0
			}
			// within two days, many at the same millisecond
			at := noon.Add(time.Duration(rapid.IntRange(0, 24).Draw(t, "at")) * 2 * time.Hour)
			play(t, s, played{
				id: fmt.Sprintf("g%02d", i), rules: kind[0], board: kind[1], clock: kind[2],
				black: who[0], white: who[1], at: at, loser: loser, plies: plies,
			})
			if rapid.Bool().Draw(t, "rated now") {
				if err := v.Catch(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := v.Catch(context.Background()); err != nil {
			t.Fatal(err)
		}
		games, ratings := all(t, s, people...)
		if _, err := v.RateAfresh(context.Background()); err != nil {
			t.Fatal(err)
		}
		again, afresh := all(t, s, people...)
		if !reflect.DeepEqual(games, again) {
			for i := range games {
				if i >= len(again) || games[i] != again[i] {
					t.Fatalf("incremental:\n%+v\nrecomputed:\n%+v", games[i:], again[min(i, len(again)):])
				}
			}
			t.Fatalf("%d games incremental, %d recomputed", len(games), len(again))
		}
		if !reflect.DeepEqual(ratings, afresh) {
			t.Fatalf("incremental:\n%+v\nrecomputed:\n%+v", ratings, afresh)
		}
		for _, r := range ratings { // the table contains the result of the last game
			last, err := s.RatedGames(context.Background(), store.RatedQuery{Player: r.Player, Pool: r.Pool, Limit: 1})
			if err != nil || len(last) != 1 || last[0].After != r.Rating || last[0].Games != r.Games {
				t.Fatalf("%+v after %+v %v", r, last, err)
			}
		}
	})
}

// TestLateGame rates games in the wrong order, two of them with equal moments.
func TestLateGame(t *testing.T) {
	s := sqlitetest.New(t)
	v := service(s)
	games := []played{
		{id: "a", black: "ada", white: "bo", at: noon, loser: game.White, plies: 6},
		{id: "b", black: "cy", white: "ada", at: noon, loser: game.White, plies: 6},
		{id: "c", black: "bo", white: "cy", at: noon.Add(time.Hour), loser: game.Black, plies: 6},
	}
	for _, i := range []int{2, 1, 0} {
		play(t, s, games[i])
		if err := v.Catch(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	late, _ := all(t, s)
	inOrder := sqlitetest.New(t)
	w := service(inOrder)
	for _, g := range games {
		play(t, inOrder, g)
		if err := w.Catch(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if want, _ := all(t, inOrder); !reflect.DeepEqual(late, want) {
		t.Errorf("late:\n%+v\nin order:\n%+v", late, want)
	}
}

// brittle is a store whose Rate sometimes fails, before or after its work, as if the process had been killed.
type brittle struct {
	store.Store
	fails []string // "before", "after" or ""
}

var errKilled = errors.New("killed")

func (b *brittle) Rate(ctx context.Context, step store.RatingStep) error {
	how := ""
	if len(b.fails) > 0 {
		how, b.fails = b.fails[0], b.fails[1:]
	}
	if how == "before" {
		return errKilled
	}
	err := b.Store.Rate(ctx, step)
	if how == "after" {
		return errKilled
	}
	return err
}

// TestKilled interrupts rating at every step: each game must be rated once.
func TestKilled(t *testing.T) {
	inner, err := sqlite.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	b := &brittle{Store: inner}
	for i := range 8 {
		play(t, inner, played{
			id: fmt.Sprint("g", i), black: "ada", white: "bo", at: noon.Add(time.Duration(i) * time.Minute), loser: game.Color(i%2 + 1), plies: 6,
		})
		b.fails = append(b.fails, "before", "", "after")
	}
	tries := 0
	for {
		tries++
		err := service(b).Catch(t.Context()) // a new process
		if err == nil {
			break
		}
		if !errors.Is(err, errKilled) || tries > 99 {
			t.Fatal(err)
		}
	}
	games, ratings := all(t, inner, "ada", "bo")
	if len(games) != 16 || len(ratings) != 2 || ratings[0].Games != 8 || ratings[1].Games != 8 {
		t.Errorf("after %d attempts %d rows, %+v", tries, len(games), ratings)
	}
	if _, err := service(inner).RateAfresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if again, _ := all(t, inner); !reflect.DeepEqual(games, again) {
		t.Errorf("afresh:\n%+v\nwant\n%+v", again, games)
	}
}

// TestRun rates games that ended before the start, that end now, and that no notice announces.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &brittle{Store: sqlitetest.New(t)}
		v := service(s)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		rated := func(what string, want int) {
			t.Helper()
			synctest.Wait()
			if games, _ := all(t, s); len(games) != 2*want {
				t.Errorf("%s: %d rows, want those of %d games", what, len(games), want)
			}
		}
		play(t, s, played{id: "a", black: "ada", white: "bo", at: noon, loser: game.White, plies: 6})
		go func() { v.Run(ctx); close(done) }()
		rated("ended before", 1)
		play(t, s, played{id: "b", black: "ada", white: "bo", at: noon, loser: game.White, plies: 6})
		rated("unannounced", 1)
		v.Wake()
		v.Wake()
		rated("told", 2)
		play(t, s, played{id: "c", black: "ada", white: "bo", at: noon, loser: game.White, plies: 6})
		time.Sleep(outbox.LookEvery + time.Second)
		rated("a minute later", 3)
		play(t, s, played{id: "d", black: "ada", white: "bo", at: noon, loser: game.White, plies: 6})
		s.fails = []string{"before"}
		v.Wake()
		rated("after a failure", 3)
		time.Sleep(outbox.RetryAfter + time.Second)
		rated("again", 4)
		stop()
		<-done
	})
}

func TestLevel(t *testing.T) {
	for id, want := range map[string]int{
		"level:1": 1, "level:9": 9, "level:10": 0, "level:0": 0, "level:": 0, "level:x": 0, "random": 0, "": 0, "level:5?x": 0,
	} {
		if got := Level(id); got != want {
			t.Errorf("%q: %d", id, got)
		}
	}
}

// TestEveryLevelIsRated checks that each level of each game of the catalog has a rating in each pool.
func TestEveryLevelIsRated(t *testing.T) {
	for _, e := range catalog.Engines() {
		if e.Level == 0 {
			continue
		}
		for _, g := range e.Games {
			for _, pool := range rating.Pools(g) {
				if r, ok := rating.OfLevel(pool, Level(e.ID)); !ok || r.Points == 0 {
					t.Errorf("%s has no rating in %s", e.ID, pool)
				}
			}
		}
	}
	if n := slices.IndexFunc(catalog.Engines(), func(e catalog.EngineEntry) bool { return e.Level == catalog.Levels }); n < 0 {
		t.Error("no engine has the highest level")
	}
}
