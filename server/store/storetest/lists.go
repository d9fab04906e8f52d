package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/store"
)

func testList(t *testing.T, s store.Store) {
	ctx := context.Background()
	phases := []match.Phase{match.Waiting, match.Playing, match.Counting, match.Finished}
	for i := range 8 {
		g, first := Game(fmt.Sprint("g", i))
		g.Phase = phases[i%4]
		g.Updated = g.Updated.Add(time.Duration(i) * time.Minute)
		if i == 5 {
			g.White.Player = "player-g1"
		}
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		q    store.Query
		want []string
	}{
		{"all", store.Query{Private: true}, []string{"g7", "g6", "g5", "g4", "g3", "g2", "g1", "g0"}},
		{"limit", store.Query{Private: true, Limit: 3}, []string{"g7", "g6", "g5"}},
		{"one phase", store.Query{Private: true, Phases: phases[:1]}, []string{"g4", "g0"}},
		{"two phases", store.Query{Private: true, Phases: phases[1:3], Limit: 3}, []string{"g6", "g5", "g2"}},
		{"player", store.Query{Private: true, Player: "player-g1"}, []string{"g5", "g1"}},
		{"player and phase", store.Query{Private: true, Player: "player-g1", Phases: phases[3:]}, nil},
		{"strange player", store.Query{Private: true, Player: "' OR 1=1 --"}, nil},
	} {
		games, err := s.List(ctx, c.q)
		var got []string
		for _, g := range games {
			got = append(got, g.ID)
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v %v, want %v", c.name, got, err, c.want)
		}
	}
	h, _ := Game("g0") // a change brings a game to the front
	h.Version, h.Updated, h.Phase = 2, h.Updated.Add(time.Hour), match.Playing
	if err := s.Append(ctx, h, Move("m", game.Black, 3, noon)); err != nil {
		t.Fatal(err)
	}
	games, err := s.List(ctx, store.Query{Private: true, Limit: 1})
	if err != nil || len(games) != 1 || games[0] != h {
		t.Errorf("after a change: %+v %v, want %+v", games, err, h)
	}
}

// someGames creates games for lists: a few people, boards and rules, so that every condition
// matches some of them.
func someGames(t *testing.T, s store.Store, n int) []store.Game {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var games []store.Game
	for i := range n {
		g, first := Game(fmt.Sprintf("g%03d", i))
		g.Board, g.Rules = pick("grid:9", "grid:19", "torus:9x9"), pick("weiqi:komi=6.5", "gomoku:n=5", "connect4")
		g.Phase = match.Phase(pick("waiting", "playing", "scoring", "finished", "finished"))
		g.Speed, g.Rated, g.Private = pick("", "blitz", "correspondence"), r.IntN(2) == 0, r.IntN(3) == 0
		g.Black, g.White = someSeat(pick), someSeat(pick)
		if i%5 == 0 {
			g.Partners = 2
			g.Black, g.White = someTeams(i / 5)
		}
		g.Colors = match.Colors(pick("", "chance"))
		g.Estimates = i%3 == 0
		g.Ply = r.IntN(5)
		g.Updated = g.Updated.Add(time.Duration(r.IntN(n/2)) * time.Minute) // some at the same time
		if g.Phase == match.Finished {
			g.Winner = game.Color(r.IntN(3))
			g.Result = []string{"0", "B+R", "W+2.5"}[g.Winner]
		}
		if err := s.Create(context.Background(), g, first); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

func someSeat(pick func(...string) string) match.Seat {
	switch id := pick("ada", "bo", "eve", "engine", "open"); id {
	case "engine":
		return match.Seat{Kind: match.Engine, Engine: pick("level:1", "level:5")}
	case "open":
		return match.Seat{Kind: match.Open}
	default:
		return match.Seat{Kind: match.Human, Player: id, Name: strings.ToUpper(id[:1]) + id[1:] + pick("", "Ü", "%")}
	}
}

// testListFilters queries lists with one, two or more conditions, and compares them
// with [store.Query.Admits].
func testListFilters(t *testing.T, s store.Store) {
	testenv.SkipUnderRace(t)
	games := someGames(t, s, 240)
	slices.SortFunc(games, func(a, b store.Game) int { return store.Compare(store.CursorOf(a), store.CursorOf(b)) })
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 600 {
		q := someQuery(r, games)
		var want []string
		for _, g := range games {
			if q.Admits(g) && len(want) < q.Limit {
				want = append(want, g.ID)
			}
		}
		got, err := s.List(context.Background(), q)
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		if ids := idsOf(got); !slices.Equal(ids, want) {
			t.Fatalf("%+v:\n got %v\nwant %v", q, ids, want)
		}
		found += len(want)
	}
	if found < 600 {
		t.Errorf("all lists together have %d games: the test covers too little", found)
	}
}

// someQuery returns a query in which each part is present with some probability.
func someQuery(r *rand.Rand, games []store.Game) store.Query {
	q := store.Query{Limit: 1 + r.IntN(60), Private: r.IntN(2) == 0}
	if r.IntN(3) > 0 {
		q.Player = []string{"ada", "bo", "stranger"}[r.IntN(3)]
		if r.IntN(3) == 0 {
			q.Opponent = []string{"bo", "eve", "stranger"}[r.IntN(3)]
		}
		if r.IntN(6) == 0 {
			q.Engine = "level:1"
		}
		if r.IntN(3) == 0 {
			q.Result = []store.Result{store.Won, store.Lost, store.Drawn}[r.IntN(3)]
		}
	}
	for _, part := range []func(){
		func() { q.Phases = []match.Phase{match.Finished} },
		func() { q.Phases = []match.Phase{match.Playing, match.Counting} },
		func() { q.Phases = []match.Phase{match.Counting, match.Finished, match.Waiting} },
		func() { q.Game = []string{"weiqi", "connect4", "wei"}[r.IntN(3)] },
		func() { q.Board = "torus:9x9" },
		func() { q.Speed = "blitz" },
		func() { q.Rated = true },
		func() { q.Casual = true },
		func() { q.Shorter = 1 + r.IntN(4) },
		func() { q.Names = []string{"AD", "aü", "%", "_"}[r.IntN(4)] },
		func() { q.Since = games[r.IntN(len(games))].Updated },
		func() { q.Until = games[r.IntN(len(games))].Updated },
		func() { q.After = store.CursorOf(games[r.IntN(len(games))]) },
	} {
		if r.IntN(8) == 0 {
			part()
		}
	}
	return q
}

func idsOf(games []store.Game) []string {
	var ids []string
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}

// testListPages reads a list page by page while games change and appear: each
// unchanged game is on exactly one page.
func testListPages(t *testing.T, s store.Store) {
	ctx := context.Background()
	games := someGames(t, s, 120)
	last := games[0].Updated.Add(time.Hour * 24)
	seen := map[string]int{}
	changed := map[string]bool{}
	q := store.Query{Private: true, Limit: 7}
	for page := 0; ; page++ {
		list, err := s.List(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range list {
			seen[g.ID]++
			q.After = store.CursorOf(g)
		}
		if len(list) < q.Limit {
			break
		}
		g := games[page*5]
		g.Version, g.Updated = 2, last.Add(time.Duration(page)*time.Second)
		if err := s.Append(ctx, g, Move("m", game.Black, 3, noon)); err != nil {
			t.Fatal(err)
		}
		changed[g.ID] = true
		fresh, first := Game(fmt.Sprint("new", page))
		fresh.Updated = g.Updated
		if err := s.Create(ctx, fresh, first); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range games {
		if n := seen[g.ID]; n != 1 && !changed[g.ID] || n > 1 {
			t.Errorf("%s was seen %d times", g.ID, n)
		}
	}
}

// testTurns lists the games that wait for a player: only those between two people,
// newest change first, each in its current state.
func testTurns(t *testing.T, s store.Store) {
	ctx := context.Background()
	create := func(id string, turn game.Color, black, white string, minute int) store.Game {
		g, first := Game(id)
		g.Turn, g.Black.Player, g.White.Player = turn, black, white
		g.Updated = g.Updated.Add(time.Duration(minute) * time.Minute)
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		return g
	}
	a := create("a", game.Black, "ada", "bo", 1)
	create("b", game.White, "ada", "bo", 2)
	create("c", game.White, "bo", "ada", 3)
	create("d", game.Empty, "ada", "bo", 4)
	create("e", game.Black, "ada", "", 5) // against the computer
	awaits := func(player string, limit int, want ...string) {
		t.Helper()
		games, err := s.List(ctx, store.Query{Awaits: player, Limit: limit})
		got := []string{}
		for _, g := range games {
			if g.Awaited() != player {
				t.Errorf("%s awaits %q", g.ID, g.Awaited())
			}
			got = append(got, g.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("awaiting %s: %v %v, want %v", player, got, err, want)
		}
	}
	awaits("ada", 0, "c", "a")
	awaits("ada", 1, "c")
	awaits("bo", 0, "b")
	a.Version, a.Turn, a.Updated = 2, game.White, a.Updated.Add(time.Hour)
	if err := s.Append(ctx, a, Move("m", game.Black, 3, noon)); err != nil {
		t.Fatal(err)
	}
	awaits("ada", 0, "c")
	awaits("bo", 0, "a", "b")
	if games, err := s.List(ctx, store.Query{Awaits: "bo", Phases: []match.Phase{match.Finished}}); err != nil || len(games) > 0 {
		t.Errorf("finished ones: %v %v", games, err)
	}
}
