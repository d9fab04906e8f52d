package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

func testSpent(t *testing.T, s store.Store) {
	ctx := context.Background()
	many := map[string]int64{}
	for i := range 600 {
		many[fmt.Sprint("key ", i)] = int64(i)
	}
	add := func(day int, more, want map[string]int64) {
		t.Helper()
		if got, err := s.AddSpent(ctx, day, more); err != nil || !maps.Equal(got, want) {
			t.Errorf("day %d: adding %d entries gives %d %v", day, len(more), len(got), err)
		}
	}
	add(7, many, many)
	add(7, map[string]int64{"key 3": 99}, map[string]int64{"key 3": 102})
	add(8, map[string]int64{"key 3": 1}, map[string]int64{"key 3": 1})
	many["key 3"] = 102
	for day, want := range map[int]map[string]int64{6: {}, 7: many, 8: {"key 3": 1}} {
		if got, err := s.Spent(ctx, day); err != nil || !maps.Equal(got, want) {
			t.Errorf("day %d: %d entries %v, want %d", day, len(got), err, len(want))
		}
	}
}

func testKept(t *testing.T, s store.Store) {
	ctx := context.Background()
	before, err := s.Size(ctx)
	if err != nil {
		t.Fatal(err)
	}
	board := store.Board{Hash: "h1", JSON: make([]byte, 50_000), Created: noon}
	other := store.Board{Hash: "h2", JSON: []byte("12"), Created: noon}
	err = errors.Join(
		s.SaveBoard(ctx, "ada", board), s.SaveBoard(ctx, "ada", other), s.SaveBoard(ctx, "bo", other),
		collection(ctx, s, "ada", "123"),
	)
	for i, phase := range []match.Phase{match.Waiting, match.Playing, match.Finished} {
		g, first := Game(fmt.Sprint("g", i))
		g.Phase, g.Black.Player, g.White.Player = phase, "ada", "bo"
		err = errors.Join(err, s.Create(ctx, g, first))
	}
	if err != nil {
		t.Fatal(err)
	}
	for player, want := range map[string]store.Kept{
		"ada": {Boards: 2, BoardBytes: 50_002, Collections: 1, CollectionBytes: 3, Unfinished: 2},
		"bo":  {Boards: 1, BoardBytes: 2, Unfinished: 2},
		"cy":  {}, "": {},
	} {
		if got, err := s.Kept(ctx, player); err != nil || got != want {
			t.Errorf("%q has %+v %v, want %+v", player, got, err, want)
		}
	}
	if after, err := s.Size(ctx); err != nil || after < before+45_000 {
		t.Errorf("a size of %d after %d %v", after, before, err)
	}
}

// staleGame stores a game of two people, made and changed at the time at, and returns it.
func staleGame(t *testing.T, s store.Store, id string, at time.Time, change func(*store.Game)) store.Game {
	t.Helper()
	g, first := Game(id)
	g.White = match.Seat{Kind: match.Human, Player: "bo"}
	g.Clock, g.Rated, g.Created, g.Updated = "", false, store.Milli(at), store.Milli(at)
	if change != nil {
		change(&g)
	}
	if err := s.Create(context.Background(), g, first); err != nil {
		t.Fatal(err)
	}
	return g
}

func testStale(t *testing.T, s store.Store) {
	ctx := context.Background()
	void := func(g *store.Game) { g.Phase, g.Result = match.Finished, store.Void }
	var want []store.Game
	for i, c := range []struct {
		change func(*store.Game)
		stale  bool
	}{
		{nil, true},
		{func(g *store.Game) { g.Phase = match.Waiting }, true},
		{func(g *store.Game) { g.Deadline = store.Milli(noon) }, false},
		{func(g *store.Game) { g.Updated = store.Milli(noon.Add(time.Hour)) }, false},
		{void, true},
		{func(g *store.Game) { void(g); g.Rated = true }, false},
		{func(g *store.Game) { g.Phase, g.Result = match.Finished, "B+R" }, false},
		{func(g *store.Game) { g.Phase, g.Ply = match.Counting, 99 }, true},
	} {
		g := staleGame(t, s, fmt.Sprint("g", i), noon.Add(time.Duration(i/2)*time.Second), c.change)
		if c.stale {
			want = append(want, g)
		}
	}
	var got []store.Game
	q := store.StaleQuery{Before: noon.Add(time.Minute), Limit: 2}
	for {
		part, err := s.Stale(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		if len(part) == 0 {
			break
		}
		got = append(got, part...)
		last := part[len(part)-1]
		q.After = store.Due{At: last.Created, Game: last.ID}
	}
	if !slices.Equal(got, want) {
		t.Errorf("stale are\n%+v\nwant\n%+v", got, want)
	}
}

// doomed is a game to be deleted.
type doomed struct {
	name   string
	change func(*store.Game)
	more   func(s store.Store, id string) error // what happens before
	want   error
}

func testDeleteGame(t *testing.T, s store.Store) {
	for _, c := range []doomed{
		{"few moves", nil, nil, nil},
		{"waiting", func(g *store.Game) { g.Phase = match.Waiting }, nil, nil},
		{"called off", func(g *store.Game) { g.Phase, g.Result = match.Finished, store.Void }, nil, nil},
		{"played", func(g *store.Game) { g.Ply = store.Begun }, nil, store.ErrDone},
		{"finished", func(g *store.Game) { g.Phase, g.Result = match.Finished, "B+R" }, nil, store.ErrDone},
		{"with a clock", func(g *store.Game) { g.Deadline = noon }, nil, store.ErrDone},
		{"called off, rated", func(g *store.Game) { g.Phase, g.Result, g.Rated = match.Finished, store.Void, true }, nil, store.ErrDone},
		{"reported", nil, reportGame, store.ErrTaken},
		{"removed line", nil, removeLine, store.ErrTaken},
	} {
		c.delete(t, s)
	}
	deleteUnheard(t, s)
}

// reportGame reports a game.
func reportGame(s store.Store, id string) error {
	_, err := report(context.Background(), s, "game", "ada", "bo", id, 0, "", "")
	return err
}

// removeLine adds a line to a game and removes it as moderators do.
func removeLine(s store.Store, id string) error {
	ctx := context.Background()
	line, err := say(ctx, s, id, "ada", "")
	return errors.Join(err, Insert(ctx, s, `UPDATE chat SET removed = TRUE WHERE id = ?`, line))
}

// delete plays a game, deletes it, and checks that either all of it is deleted, or nothing.
func (c doomed) delete(t *testing.T, s store.Store) {
	t.Helper()
	ctx := context.Background()
	id := "game of " + c.name
	g := staleGame(t, s, id, noon, c.change)
	line, err := say(ctx, s, id, "ada", "hello")
	if err := errors.Join(err, inform(ctx, s, "bo", id, "/game/"+id)); err != nil {
		t.Fatal(err)
	}
	if c.more != nil {
		if err := c.more(s, id); err != nil {
			t.Fatal(c.name, err)
		}
	}
	conflict, ok := errors.AsType[*store.Conflict](s.DeleteGame(ctx, id, g.Version+1))
	if !ok || conflict.Have != g.Version {
		t.Errorf("%s: of another version: %v", c.name, conflict)
	}
	if err := s.DeleteGame(ctx, id, g.Version); !errors.Is(err, c.want) {
		t.Errorf("%s: %v, want %v", c.name, err, c.want)
	}
	c.checkLeft(t, s, id, line)
	if c.want == nil {
		if err := s.DeleteGame(ctx, id, g.Version); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: again: %v", c.name, err)
		}
	}
}

// checkLeft checks that a game with a line and a notification is gone if it could be deleted, and present otherwise.
func (c doomed) checkLeft(t *testing.T, s store.Store, id string, line int64) {
	t.Helper()
	ctx, gone := context.Background(), c.want == nil
	_, err1 := s.Game(ctx, id)
	_, _, err2 := s.Load(ctx, id)
	_, err3 := store.One(ctx, s, store.Value[int64], `SELECT id FROM chat WHERE id = ?`, line)
	lines, err4 := store.One(ctx, s, store.Value[int], `SELECT count(*) FROM chat WHERE game = ?`, id)
	told, err5 := informed(ctx, s, "bo")
	games, err6 := s.List(ctx, store.Query{Player: "bo", Private: true, Limit: 99})
	for _, err := range []error{err1, err2, err3} {
		if errors.Is(err, store.ErrNotFound) != gone || err != nil && !gone {
			t.Errorf("%s: what is left of it: %v", c.name, err)
		}
	}
	listed := slices.ContainsFunc(games, func(g store.Game) bool { return g.ID == id })
	if err := errors.Join(err4, err5, err6); err != nil || lines > 0 == gone || slices.Contains(told, id) == gone || listed == gone {
		t.Errorf("%s: %d lines, told %v, listed %v: %v", c.name, lines, slices.Contains(told, id), listed, err)
	}
}

// deleteUnheard checks that a game is not deleted before every subscriber has handled its end.
func deleteUnheard(t *testing.T, s store.Store) {
	ctx := context.Background()
	g := staleGame(t, s, "unheard", noon, nil)
	g.Version, g.Phase, g.Result = g.Version+1, match.Finished, store.Void
	err := s.Append(ctx, g, store.Entry{Event: match.Event{Kind: match.Cancelled, At: noon, By: game.Black}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteGame(ctx, "unheard", g.Version); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a game whose end no subscriber has handled: %v", err)
	}
	for _, name := range store.Subscribers() {
		if err := s.Heard(ctx, name, 99); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.DeleteGame(ctx, "unheard", g.Version); err != nil {
		t.Error(err)
	}
}

func testUnusedBoards(t *testing.T, s store.Store) {
	ctx := context.Background()
	keep := func(owner, hash string, at time.Time) {
		t.Helper()
		if err := s.SaveBoard(ctx, owner, store.Board{Hash: hash, JSON: []byte("{}"), Created: at}); err != nil {
			t.Fatal(err)
		}
	}
	for _, hash := range []string{"free", "played", "problem", "missed"} {
		keep("guest", hash, noon)
	}
	keep("ada", "owned", noon)
	keep("guest", "young", noon.Add(time.Hour))
	g := staleGame(t, s, "g", noon, func(g *store.Game) { g.Board = "id:played" })
	if err := errors.Join(collection(ctx, s, "bo", `{"board":"id:problem"}`), mistake(ctx, s, "cy", `{"board":"id:missed"}`)); err != nil {
		t.Fatal(err)
	}
	after := noon.Add(time.Minute)
	if got, err := s.UnusedBoards(ctx, after, 9); err != nil || len(got) != 0 {
		t.Errorf("unused are %v %v, while all have owners", got, err)
	}
	if err := s.DeleteGuest(ctx, "guest", noon.Add(2*time.Hour), noon, nothing); err != nil {
		t.Fatal(err)
	}
	if got, err := s.UnusedBoards(ctx, after, 9); err != nil || !slices.Equal(got, []string{"free"}) {
		t.Errorf("unused are %v %v", got, err)
	}
	for hash, want := range map[string]error{"free": nil, "played": store.ErrTaken, "owned": store.ErrTaken, "none": store.ErrNotFound} {
		if err := s.DeleteBoard(ctx, hash); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", hash, err, want)
		}
	}
	if _, err := s.LoadBoard(ctx, "free"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a deleted board: %v", err)
	}
	late, first := Game("late")
	late.Board = "id:free"
	if err := s.Create(ctx, late, first); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a game on a deleted board: %v", err)
	}
	if err := s.DeleteGame(ctx, g.ID, g.Version); err != nil {
		t.Fatal(err)
	}
	if got, err := s.UnusedBoards(ctx, after, 9); err != nil || !slices.Equal(got, []string{"played"}) {
		t.Errorf("after its game, unused are %v %v", got, err)
	}
}

func testGuests(t *testing.T, s store.Store) {
	ctx := context.Background()
	after := noon.Add(time.Minute)
	leaves := leavings(t, s)
	for id, leave := range leaves {
		if err := leave(id); err != nil {
			t.Fatal(id, err)
		}
	}
	keepOthers(t, s, after)
	want := append(slices.Collect(maps.Keys(leaves)), "late", "suspended")
	slices.Sort(want)
	if got := everybody(t, s); !slices.Equal(got, want) {
		t.Errorf("guests are %v, want %v", got, want)
	}
	sweep := func(before, worth time.Time) {
		t.Helper()
		for _, id := range append(everybody(t, s), "account", "stranger") {
			if err := s.DeleteGuest(ctx, id, before, worth, nothing); err != nil && !errors.Is(err, store.ErrDone) {
				t.Errorf("%s: %v", id, err)
			}
		}
	}
	sweep(noon, noon) // everything is younger
	if got := everybody(t, s); !slices.Equal(got, want) {
		t.Errorf("of recent guests %v are left, want %v", got, want)
	}
	sweep(after, noon)
	if got, want := everybody(t, s), []string{"late", "seated", "suspended", "trained"}; !slices.Equal(got, want) {
		t.Errorf("%v are left, want %v", got, want)
	}
	wantNothingOf(t, s, "tried")
	sweep(after, after)
	if got, want := everybody(t, s), []string{"late", "suspended"}; !slices.Equal(got, want) {
		t.Errorf("%v are left in the end, want %v", got, want)
	}
	if _, err := store.One(ctx, s, store.Value[string], `SELECT player FROM wishes WHERE player = 'account'`); err != nil {
		t.Errorf("a player with an account: %v", err)
	}
	if _, err := s.Game(ctx, "g"); err != nil {
		t.Errorf("a guest's game: %v", err)
	}
}

// leavings returns functions that store data of every kind for a guest.
func leavings(t *testing.T, s store.Store) map[string]func(id string) error {
	ctx := context.Background()
	return map[string]func(id string) error{
		"tried":   func(id string) error { return train(s, id, store.Worth-1) },
		"trained": func(id string) error { return train(s, id, store.Worth) },
		"player": func(id string) error {
			return s.SavePlayer(ctx, store.Player{ID: id, Role: store.Guest, Created: noon})
		},
		"seated": func(id string) error {
			staleGame(t, s, "g", noon, func(g *store.Game) { g.Black.Player = id })
			return wish(ctx, s, id, noon)
		},
		"board": func(id string) error {
			return s.SaveBoard(ctx, id, store.Board{Hash: "h", JSON: []byte("{}"), Created: noon})
		},
		"collection": func(id string) error {
			return collection(ctx, s, id, "")
		},
		"mistake": func(id string) error {
			return mistake(ctx, s, id, "")
		},
		"plan": func(id string) error {
			return Insert(ctx, s, `INSERT INTO plans (game, player, version, body, changed) VALUES ('g', ?, 1, ?, ?)`,
				id, []byte("{}"), noon.UnixMilli())
		},
		"note": func(id string) error {
			return Insert(ctx, s, `INSERT INTO notes (game, player, body, changed) VALUES ('g', ?, ?, ?)`, id, []byte("x"), noon.UnixMilli())
		},
		"wishes": func(id string) error { return wish(ctx, s, id, noon) },
		"digest": func(id string) error {
			return Insert(ctx, s, `INSERT INTO digests (player, since, sent) VALUES (?, NULL, ?)`, id, noon.UnixMilli())
		},
		"told": func(id string) error {
			return inform(ctx, s, id, "", "")
		},
		"pushed": func(id string) error {
			return Insert(ctx, s, `INSERT INTO subscriptions (endpoint, player, session, key, auth, seen) VALUES ('e', ?, '', '', '', ?)`,
				id, noon.UnixMilli())
		},
		"related": func(id string) error {
			return Insert(ctx, s, `INSERT INTO relations (player, kind, other, created) VALUES (?, 'block', 'ada', ?)`, id, noon.UnixMilli())
		},
	}
}

// collection stores a collection of a player.
func collection(ctx context.Context, s store.Store, owner, body string) error {
	return Insert(ctx, s, `INSERT INTO collections (owner, id, title, problems, body, created) VALUES (?, 'c', '', 0, ?, ?)`,
		owner, []byte(body), noon.UnixMilli())
}

// wish stores notification settings of a player.
func wish(ctx context.Context, s store.Store, player string, at time.Time) error {
	return Insert(ctx, s, `INSERT INTO wishes (player, body, updated) VALUES (?, ?, ?)`, player, []byte("{}"), at.UnixMilli())
}

// mistake stores a player's mistake from a deleted game.
func mistake(ctx context.Context, s store.Store, owner, body string) error {
	return Insert(ctx, s, `INSERT INTO mistakes (owner, game, number, created, tried, solved, step, lapses, body)
		VALUES (?, 'gone', 1, ?, 0, 0, 0, 0, ?)`, owner, noon.UnixMilli(), []byte(body))
}

// train stores a number of training steps of a player.
func train(s store.Store, owner string, steps int) error {
	ctx, at := context.Background(), noon.UnixMilli()
	err := Insert(ctx, s, `INSERT INTO trainees (owner, version, points, deviation, volatility, state, updated) VALUES (?, ?, 0, 0, 0, ?, ?)`,
		owner, steps, []byte{}, at)
	for i := range steps {
		err = errors.Join(err,
			Insert(ctx, s, `INSERT INTO cards (owner, problem, tried, solved, last, step, lapses) VALUES (?, ?, 0, 0, ?, 0, 0)`,
				owner, fmt.Sprint(i), at),
			Insert(ctx, s, `INSERT INTO attempts (owner, version, problem, at, "right", rated, took, points, deviation, volatility,
				against_points, against_deviation, against_volatility) VALUES (?1, ?2, 'p', ?3, ?4, ?4, 0, 0, 0, 0, 0, 0, 0)`,
				owner, i+1, at, false))
	}
	return err
}

// keepOthers stores players that are not guests, more than one query returns, and two guests that stay until later.
func keepOthers(t *testing.T, s store.Store, after time.Time) {
	t.Helper()
	ctx := context.Background()
	others := errors.Join(
		s.Enroll(ctx, store.Player{ID: "account", Role: store.Member, Name: "A", Skeleton: "a", Created: noon},
			store.Credentials{Player: "account", Version: 1}),
		wish(ctx, s, "account", noon), wish(ctx, s, "late", after),
		s.SavePlayer(ctx, store.Player{ID: "suspended", Role: store.Guest, Created: noon, Suspended: after}),
	)
	if others != nil {
		t.Fatal(others)
	}
	for i := range 7 { // more than one query returns
		id := fmt.Sprint("account ", i)
		err := errors.Join(s.SavePlayer(ctx, store.Player{ID: id, Role: store.Member, Name: id, Skeleton: id}), wish(ctx, s, id, noon))
		if err != nil {
			t.Fatal(err)
		}
	}
}

// everybody returns all guests, three with each query.
func everybody(t *testing.T, s store.Store) (ids []string) {
	t.Helper()
	for after := ""; ; {
		part, err := s.Guests(context.Background(), after, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(part) == 0 {
			return ids
		}
		ids = append(ids, part...)
		after = part[len(part)-1]
	}
}

// wantNothingOf checks that nothing of a player's training is left.
func wantNothingOf(t *testing.T, s store.Store, id string) {
	t.Helper()
	for _, table := range []string{"trainees", "cards", "attempts"} {
		left, err := store.List(context.Background(), s, store.Value[string],
			`SELECT owner FROM `+table+` WHERE owner = ?`, id)
		if err != nil || len(left) != 0 {
			t.Errorf("%d %s are left %v", len(left), table, err)
		}
	}
}

func testForgetOld(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i := range 5 {
		at := noon.Add(time.Duration(i-2) * 24 * time.Hour)
		err := s.SaveSession(ctx, store.Session{Hash: fmt.Sprint(i), Player: "ada", Expires: at})
		if _, added := s.AddSpent(ctx, store.Day(at), map[string]int64{"k": 1}); err != nil || added != nil {
			t.Fatal(err)
		}
	}
	// three sessions have expired, and two days are over
	for i, want := range []int{4, 1, 0} {
		if n, err := s.ForgetOld(ctx, noon, 2); err != nil || n != want {
			t.Errorf("step %d forgets %d %v, want %d", i, n, err, want)
		}
	}
	for i := range 5 {
		_, err := s.Session(ctx, fmt.Sprint(i))
		if gone := i <= 2; errors.Is(err, store.ErrNotFound) != gone {
			t.Errorf("session %d: %v", i, err)
		}
		spent, err := s.Spent(ctx, store.Day(noon)+i-2)
		if gone := i < 2; err != nil || (len(spent) == 0) != gone {
			t.Errorf("day %d: %v %v", i, spent, err)
		}
	}
}

// nothing is a first step of DeleteGuest that does nothing.
func nothing(context.Context, string) error { return nil }
