package pairing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestRest checks the pauses: five minutes after the third game within an hour, then doubled, at most an hour.
func TestRest(t *testing.T) {
	start := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	at := func(minutes ...float64) (times []time.Time) {
		for _, m := range minutes {
			times = append(times, start.Add(time.Duration(m*float64(time.Minute))))
		}
		return times
	}
	for _, c := range []struct {
		times []time.Time
		until float64 // minutes after the start; 0 means no pause
		games int
	}{
		{nil, 0, 0},
		{at(0, 1), 0, 0},
		{at(0, 30, 59.9), 64.9, 3},
		{at(0, 30, 60), 0, 0},
		{at(0, 1, 2, 8), 18, 4},
		{at(0, 1, 2, 8, 19), 39, 5},
		{at(0, 1, 2, 8, 19, 40), 80, 6},
		{at(0, 1, 2, 8, 19, 40, 55), 115, 7},
		{at(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19), 79, 20},
		{at(0, 1, 2, 3, 4, 55, 56, 65), 116, 7}, // the earlier pause is the longer one
		{at(0, 1, 2, 61.5), 0, 0},               // over before that; two within the hour
		{at(0, 1, 2, 8, 70), 0, 0},
		{at(0, 1, 2, 3, 61.5), 66.5, 3},
	} {
		until, games := rest(c.times)
		want := start.Add(time.Duration(c.until * float64(time.Minute)))
		over := len(c.times) > 0 && !until.After(c.times[len(c.times)-1])
		if c.until == 0 && (until.IsZero() || over) {
			continue
		}
		if !until.Equal(want) || games != c.games {
			t.Errorf("%v: until %v for %d games, want %v for %d", c.times, until, games, want, c.games)
		}
	}
}

// TestRestOfAll checks that an earlier game never shortens a pause, and that no pause exceeds an hour after the last game.
func TestRestOfAll(t *testing.T) {
	start := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		gaps := rapid.SliceOfN(rapid.IntRange(0, 40), 1, 30).Draw(t, "minutes between")
		var times []time.Time
		at := start
		for _, gap := range gaps {
			at = at.Add(time.Duration(gap) * time.Minute)
			times = append(times, at)
		}
		until, games := rest(times)
		if fewer, _ := rest(times[1:]); fewer.After(until) {
			t.Fatalf("without the first until %v, with it until %v", fewer, until)
		}
		if until.After(at.Add(mostRest)) || until.IsZero() != (games == 0) || games != 0 && games <= mayLeave {
			t.Fatalf("until %v for %d games", until, games)
		}
	})
}

// ended is a finished game between Ada, who is Black, and Bo.
type ended struct {
	setup match.Setup
	log   []match.Event // events after the first; times are relative to the start
	ply   int
}

// keep saves a game that began at the given time.
func (e ended) keep(t *testing.T, s store.Store, id string, began time.Time) {
	t.Helper()
	setup := e.setup
	first := setup
	spec, err := clock.Parse(setup.Clock)
	if err != nil {
		t.Fatal(err)
	}
	entries := []store.Entry{{Event: match.Event{Kind: match.Created, At: began, Setup: &first}}}
	for _, event := range e.log {
		event.At = began.Add(event.At.Sub(time.Time{}))
		if event.Kind == match.Joined {
			seat := match.Seat{Kind: match.Human, Player: "bo"}
			event.Seat, setup.White = &seat, seat
		}
		entries = append(entries, store.Entry{Event: event})
	}
	b, err := boards.NewCache(s).Get(t.Context(), setup.Board)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := catalog.Rules(setup.Rules)
	if err != nil {
		t.Fatal(err)
	}
	var log []match.Event
	for _, entry := range entries {
		log = append(log, entry.Event)
	}
	if m, err := match.Replay(b, rules, log); err != nil || m.Phase() != match.Finished {
		t.Fatalf("%s: %v", id, err)
	}
	err = s.Create(t.Context(), store.Game{
		ID: id, Board: setup.Board, Rules: setup.Rules, Clock: setup.Clock,
		Private: setup.Private, Rated: setup.Rated, Speed: string(spec.Speed()),
		Black: setup.Black, White: setup.White, Phase: match.Finished, Ply: e.ply, Version: len(entries), Updated: log[len(log)-1].At,
	}, entries...)
	if err != nil {
		t.Fatal(err)
	}
}

// after returns e with a time d after the beginning.
func after(d time.Duration, e match.Event) match.Event {
	e.At = time.Time{}.Add(d)
	return e
}

// paired returns the setup of a game between two paired players.
func paired(clock string) match.Setup {
	return match.Setup{
		Board: "grid:9", Rules: "weiqi", Clock: clock, Colors: match.ByChance,
		Black: match.Seat{Kind: match.Human, Player: "ada"}, White: match.Seat{Kind: match.Human, Player: "bo"},
	}
}

const quick = "fischer=3m+2s"

const minute = time.Minute

// A leftGame is a game that ended in the same way several times, and the player that left it: "ada", "bo" or "".
type leftGame struct {
	what string
	game ended
	want string
}

// moved is Black's first move.
var moved = match.Event{Kind: match.Moved, By: game.Black, Move: 40}

func cancelled(by game.Color) match.Event { return match.Event{Kind: match.Cancelled, By: by} }

// waited returns an event of a player that has waited for a minute.
func waited(e match.Event) match.Event {
	e.Elapsed = minute.Milliseconds()
	return e
}

// TestLeaver checks which player counts as having left a game.
func TestLeaver(t *testing.T) {
	for _, c := range slices.Concat(calledOff(), resigned(), challenged()) {
		synctest.Test(t, func(t *testing.T) {
			s := sqlitetest.New(t)
			l := &Leavers{Games: s, Boards: boards.NewCache(s), Rules: catalog.Rules, Now: time.Now}
			began := time.Now().Add(-10 * minute)
			for i := range mayLeave + 1 { // one or two games have no consequence
				c.game.keep(t, s, fmt.Sprint("g", i), began)
				began = began.Add(time.Second)
			}
			got := ""
			for _, player := range []string{"ada", "bo"} {
				times, err := l.left(t.Context(), player)
				if err != nil {
					t.Fatal(err)
				}
				if len(times) > 0 {
					got += player
				}
			}
			if got != c.want {
				t.Errorf("%s: %q has left, want %q", c.what, got, c.want)
			}
		})
	}
}

// calledOff returns games that were called off, nearly all before the first move.
func calledOff() []leftGame {
	black, white, handicap := paired(quick), paired(quick), paired(quick)
	handicap.Rules = "weiqi:handicap=3"
	exhibition := white
	exhibition.Black.Host = true
	return []leftGame{
		{"called off immediately by the side to move", ended{black, []match.Event{after(1, cancelled(game.Black))}, 0}, "ada"},
		{"called off immediately by the other side", ended{white, []match.Event{after(1, cancelled(game.White))}, 0}, "bo"},
		{"called off by the waiting player", ended{white, []match.Event{after(minute, waited(cancelled(game.White)))}, 0}, "ada"},
		{"called off by the player that waited for an exhibition's host",
			ended{exhibition, []match.Event{after(minute, waited(cancelled(game.White)))}, 0}, ""},
		{"a little too soon",
			ended{white, []match.Event{after(minute, match.Event{Kind: match.Cancelled, By: game.White, Elapsed: 59_999})}, 0}, "bo"},
		{"called off by the player to move", ended{black, []match.Event{after(minute, waited(cancelled(game.Black)))}, 0}, "ada"},
		{"with a handicap White begins", ended{handicap, []match.Event{after(minute, waited(cancelled(game.Black)))}, 0}, "bo"},
		{"after a move", ended{white, []match.Event{after(minute, waited(moved)), after(minute, cancelled(game.Black))}, 1}, "ada"},
		{"after a move, having waited", ended{white, []match.Event{after(1, moved), after(minute, waited(cancelled(game.Black)))}, 1}, "bo"},
		{"waited in two parts", ended{white, []match.Event{
			after(minute/2, match.Event{Kind: match.Gave, By: game.White, Time: 1000, Elapsed: 30_000}),
			after(minute, match.Event{Kind: match.Cancelled, By: game.White, Elapsed: 30_000}),
		}, 0}, "ada"},
		{"the server was down", ended{white, []match.Event{
			after(minute, match.Event{Kind: match.Credited, By: game.Black, Time: 60_000}), after(minute, cancelled(game.White)),
		}, 0}, "bo"},
		{"no clock, immediately", ended{paired(""), []match.Event{after(minute, cancelled(game.White))}, 0}, "bo"},
		{"no clock, after waiting", ended{paired(""), []match.Event{after(3*minute, cancelled(game.White))}, 0}, ""},
		{"no clock, opponent waited", ended{paired(""), []match.Event{after(3*minute, cancelled(game.Black))}, 0}, "ada"},
		{"correspondence, after waiting", ended{paired("correspondence=3d"), []match.Event{after(minute*5, cancelled(game.White))}, 0}, ""},
	}
}

// resigned returns games that ended in another way.
func resigned() []leftGame {
	black, white := paired(quick), paired(quick)
	return []leftGame{
		{"resigned after two moves", ended{paired(quick), []match.Event{
			after(1, moved), after(2, match.Event{Kind: match.Moved, By: game.White, Move: 41}),
			after(3, match.Event{Kind: match.Resigned, By: game.White}),
		}, 2}, "bo"},
		{"resigned after waiting", ended{white, []match.Event{
			after(1, moved), after(2, match.Event{Kind: match.Moved, By: game.White, Move: 41}),
			after(minute, waited(match.Event{Kind: match.Resigned, By: game.White})),
		}, 2}, ""},
		{"resigned, opponent waited", ended{black, []match.Event{
			after(1, moved), after(2, match.Event{Kind: match.Moved, By: game.White, Move: 41}),
			after(minute, waited(match.Event{Kind: match.Resigned, By: game.Black})),
		}, 2}, "ada"},
		{"resigned after four moves", ended{paired(quick), []match.Event{after(3, match.Event{Kind: match.Resigned, By: game.White})}, 4}, ""},
		{"left, and lost on time",
			ended{paired(quick), []match.Event{after(3*minute, match.Event{Kind: match.Flagged, By: game.Black, Elapsed: 180_001})}, 0}, "ada"},
		{"left, and the opponent claimed the game",
			ended{paired(quick), []match.Event{after(3*minute, match.Event{Kind: match.Claimed, By: game.White})}, 0}, "ada"},
	}
}

// challenged returns games from challenges and private games.
func challenged() []leftGame {
	open := paired(quick)
	open.White, open.Colors = match.Seat{Kind: match.Open}, match.Seated
	private, challenge := open, open
	private.Private = true
	challenge.White.Player, challenge.White.Name = "bo", "Bo"
	computer := paired(quick)
	computer.White = match.Seat{Kind: match.Engine, Engine: "level:1"}
	joined := after(0, match.Event{Kind: match.Joined, By: game.White})
	return []leftGame{
		{"an open challenge", ended{open, []match.Event{joined, after(1, cancelled(game.Black))}, 0}, "ada"},
		{"an open challenge, left by the player that accepted", ended{open, []match.Event{joined, after(1, cancelled(game.White))}, 0}, "bo"},
		{"an open challenge without an opponent", ended{open, []match.Event{after(1, cancelled(game.Black))}, 0}, ""},
		{"a friend's link", ended{private, []match.Event{joined, after(1, cancelled(game.Black))}, 0}, ""},
		{"a challenge to one player", ended{challenge, []match.Event{joined, after(1, cancelled(game.Black))}, 0}, ""},
		{"the computer", ended{computer, []match.Event{after(1, match.Event{Kind: match.Resigned, By: game.Black})}, 0}, ""},
	}
}

// TestLeaversWait checks that a player that left three games is neither paired nor admitted to open challenges, and learns until
// when by the server's clock.
func TestLeaversWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sqlitetest.New(t)
		b := newBench(t, nil)
		b.Terms.Leavers = &Leavers{Games: s, Boards: boards.NewCache(s), Rules: catalog.Rules, Now: time.Now}
		open := match.Setup{Black: match.Seat{Kind: match.Human, Player: "cy"}, White: match.Seat{Kind: match.Open}}
		link, kept := open, open
		link.Private = true
		kept.White.Player = "ada"
		check := func(what, player, want string) {
			t.Helper()
			ctx, who := limit.With(t.Context(), player), identity.Who{Player: player}
			w, seek := b.seek(ctx, who, nine, func(wire.PairingReply) {})
			if seek == nil {
				b.stop(w)
			}
			for way, err := range map[string]error{
				"pairing": seek, "joining": b.Terms.ToJoin(ctx, open, who), "making": b.Terms.ToMake(ctx, open, who),
			} {
				got := ""
				if err != nil {
					got = apierror.Of(err).Text
				}
				if got != want || err != nil && apierror.Of(err).Code != apierror.TooOften {
					t.Errorf("%s, %s: %q, want %q", what, way, got, want)
				}
			}
			if err := errors.Join(b.Terms.ToJoin(ctx, link, who), b.Terms.ToJoin(ctx, kept, who),
				b.Terms.ToMake(ctx, link, who), b.Terms.ToMake(ctx, kept, who)); err != nil {
				t.Errorf("%s: with friends: %v", what, err)
			}
		}
		games := 0
		leave := func() {
			games++
			ended{paired(quick), []match.Event{{Kind: match.Cancelled, By: game.Black}}, 0}.keep(t, s, fmt.Sprint("g", games), time.Now())
			time.Sleep(time.Second)
		}
		leave()
		leave()
		check("two games", "ada", "")
		leave()
		text := "You left 3 games within an hour before they began. " +
			"You can play strangers again in 5 minutes, at 00:05 UTC. Until then you can play friends and the computer."
		check("three games", "ada", text)
		check("opponents of the leaver", "bo", "")
		time.Sleep(firstRest - time.Second - time.Millisecond)
		check("after the pause", "ada", strings.Replace(text, "in 5 minutes", "in a minute", 1))
		time.Sleep(time.Millisecond)
		check("five minutes later", "ada", "")
		leave()
		check("once more", "ada", strings.NewReplacer("3 games", "4 games", "5 minutes", "10 minutes", "00:05", "00:15").Replace(text))
		time.Sleep(2 * firstRest)
		check("ten minutes later", "ada", "")
		time.Sleep(countFor)
		leave()
		check("an hour later", "ada", "")
		time.Sleep(2 * time.Hour)
		leave()
		time.Sleep(50 * time.Minute)
		leave()
		time.Sleep(9 * time.Minute)
		leave()
		time.Sleep(3 * time.Minute) // more than an hour after the first of these games
		if err := b.Terms.ToPair(t.Context(), identity.Who{Player: "ada"}); err == nil {
			t.Error("three games in 59 minutes, then three minutes: no refusal")
		}
	})
}

// counting counts reads of logs.
type counting struct {
	store.Store
	loads int
}

func (c *counting) Load(ctx context.Context, id string) (store.Game, []store.Entry, error) {
	c.loads++
	return c.Store.Load(ctx, id)
}

// TestHiding checks that games against the computer, and games that others left, never hide games that a player left. It also
// checks that repeated requests read each log once.
func TestHiding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &counting{Store: sqlitetest.New(t)}
		l := &Leavers{Games: s, Boards: boards.NewCache(s), Rules: catalog.Rules, Now: time.Now}
		n := 0
		keep := func(e ended, times int) {
			for range times {
				n++
				e.keep(t, s, fmt.Sprint("g", n), time.Now())
				time.Sleep(time.Millisecond)
			}
		}
		left := func(by game.Color) ended {
			return ended{paired(quick), []match.Event{{Kind: match.Cancelled, By: by}}, 0}
		}
		computer := paired(quick)
		computer.White = match.Seat{Kind: match.Engine, Engine: "level:1"}
		refused := func(what, player string, want bool) {
			t.Helper()
			if err := l.Refusal(t.Context(), player); (err != nil) != want {
				t.Errorf("%s: %s hears %v", what, player, err)
			}
		}
		keep(left(game.Black), mayLeave+1)
		refused("three games", "ada", true)
		keep(ended{computer, []match.Event{{Kind: match.Cancelled, By: game.Black}}, 0}, mostSeen)
		refused("a hundred games against the computer", "ada", true)
		keep(ended{paired(quick), []match.Event{{Kind: match.Resigned, By: game.Black}}, rating.MinPlies}, mostSeen)
		refused("a hundred played games", "ada", true)
		keep(left(game.White), mostSeen-mayLeave-2)
		refused("one less than a hundred other games", "ada", true)
		refused("one less than a hundred other games", "bo", true)
		if s.loads != mostSeen-1 {
			t.Errorf("%d logs read, want each of %d once", s.loads, mostSeen-1)
		}
		keep(left(game.White), mostSeen)
		refused("a hundred others", "ada", true)
		if s.loads != mostSeen-1 {
			t.Errorf("%d logs read for a player with too many games", s.loads)
		}
	})
}
