// Package storetest is the suite that every store must pass.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/store"
)

// Run checks a store. open returns a new, empty store; the suite closes it.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, c := range suite {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			defer s.Close()
			c.test(t, s)
		})
	}
}

var suite = []struct {
	name string
	test func(*testing.T, store.Store)
}{
	{"CreateAndLoad", testCreateAndLoad},
	{"NotFound", testNotFound},
	{"Games", testGames},
	{"Append", testAppend},
	{"Conflict", testConflict},
	{"Repeat", testRepeat},
	{"AllOrNothing", testAllOrNothing},
	{"CommandTwice", testCommandTwice},
	{"ManyWriters", testManyWriters},
	{"List", testList},
	{"ListFilters", testListFilters},
	{"ListPages", testListPages},
	{"Turns", testTurns},
	{"Boards", testBoards},
	{"Players", testPlayers},
	{"Sessions", testSessions},
	{"Tokens", testTokens},
	{"Credentials", testCredentials},
	{"CredentialsConflict", testCredentialsConflict},
	{"Enroll", testEnroll},
	{"RenameSeats", testRenameSeats},
	{"Names", testNames},
	{"Partners", testPartners},
	{"PartnersCome", testPartnersCome},
	{"PartnersNames", testPartnersNames},
	{"Erase", testErase},
	{"ErasedAddNothing", testErasedAddNothing},
	{"Try", testTry},
	{"Notices", testNotices},
	{"RatedGames", testRatedGames},
	{"Leaders", testLeaders},
	{"Due", testDue},
	{"Runs", testRuns},
	{"Secrets", testSecrets},
	{"Accounts", testAccounts},
	{"EraseDeeds", testEraseDeeds},
	{"Audit", testAudit},
	{"AuditSessions", testAuditSessions},
	{"DB", testDB},
	{"Keys", testKeys},
	{"TxPlayers", testTxPlayers},
	{"Checks", testChecks},
	{"Spent", testSpent},
	{"Kept", testKept},
	{"Stale", testStale},
	{"DeleteGame", testDeleteGame},
	{"UnusedBoards", testUnusedBoards},
	{"Guests", testGuests},
	{"ForgetOld", testForgetOld},
	{"Closed", testClosed},
}

// noon is a time with more precision than a store keeps.
var noon = time.Date(2026, 7, 1, 12, 0, 0, 123_456_789, time.FixedZone("somewhere", 3600))

// Game returns the header and the first entry of a game between a person and an
// engine.
func Game(id string) (store.Game, store.Entry) {
	setup := match.Setup{
		Board: "grid:9", Rules: "weiqi:komi=6.5",
		Black: match.Seat{Kind: match.Human, Name: "Ada \"x\" <é>", Player: "player-" + id},
		White: match.Seat{Kind: match.Engine, Engine: "level:1"}, Clock: "move=30s", Rated: true, Private: true, Estimates: true,
	}
	return store.Game{
			ID: id, Board: setup.Board, BoardTitle: "9×9", Rules: setup.Rules, Black: setup.Black, White: setup.White,
			Clock: setup.Clock, Rated: true, Private: true, Estimates: true, Phase: match.Playing,
			Version: 1, Created: store.Milli(noon), Updated: store.Milli(noon),
		}, store.Entry{Command: "create-" + id, Event: match.Event{
			Kind: match.Created, At: store.Milli(noon), Setup: &setup,
		}}
}

// Move returns the entry of a move.
func Move(command string, by game.Color, m game.Move, at time.Time) store.Entry {
	return store.Entry{Command: command, Event: match.Event{Kind: match.Moved, At: store.Milli(at), By: by, Move: m}}
}

func mustCreate(t *testing.T, s store.Store, id string) (store.Game, store.Entry) {
	t.Helper()
	g, first := Game(id)
	if err := s.Create(context.Background(), g, first); err != nil {
		t.Fatal(err)
	}
	return g, first
}

func mustLoad(t *testing.T, s store.Store, id string, want store.Game, entries ...store.Entry) {
	t.Helper()
	g, got, err := s.Load(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	if alone, err := s.Game(context.Background(), id); err != nil || alone != g {
		t.Errorf("Game gives %+v %v, Load %+v", alone, err, g)
	}
	if g != want {
		t.Errorf("header\n got %+v\nwant %+v", g, want)
	}
	if !reflect.DeepEqual(got, entries) {
		t.Errorf("entries\n got %+v\nwant %+v", got, entries)
	}
}

func testCreateAndLoad(t *testing.T, s store.Store) {
	g, first := Game("a")
	unrounded, unroundedFirst := g, first
	unrounded.Created, unrounded.Updated, unroundedFirst.Event.At = noon, noon, noon
	if err := s.Create(context.Background(), unrounded, unroundedFirst); err != nil {
		t.Fatal(err)
	}
	mustLoad(t, s, "a", g, first)
	if err := s.Create(context.Background(), g, first); !errors.Is(err, store.ErrExists) {
		t.Errorf("second Create: %v, want ErrExists", err)
	}
	mustLoad(t, s, "a", g, first)
}

func testNotFound(t *testing.T, s store.Store) {
	ctx := context.Background()
	if _, _, err := s.Load(ctx, "nowhere"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Load: %v, want ErrNotFound", err)
	}
	if _, err := s.Game(ctx, "nowhere"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Game: %v, want ErrNotFound", err)
	}
	if _, err := s.LoadBoard(ctx, "nowhere"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("LoadBoard: %v, want ErrNotFound", err)
	}
	g, _ := Game("nowhere")
	g.Version = 2
	if err := s.Append(ctx, g, Move("m", game.Black, 3, noon)); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Append: %v, want ErrNotFound", err)
	}
}

// testGames reads several games in one call: it returns the existing ones, for any number of ids.
func testGames(t *testing.T, s store.Store) {
	var all []store.Game
	for _, id := range []string{"a", "b", "c"} {
		g, _ := mustCreate(t, s, id)
		all = append(all, g)
	}
	many := []string{"b", "a"}
	for i := range 70_000 { // more than the placeholders of a statement
		many = append(many, fmt.Sprint("none", i))
	}
	for _, c := range []struct {
		name string
		ids  []string
		want []store.Game
	}{
		{"none", nil, []store.Game{}},
		{"unknown ones", []string{"", "d"}, []store.Game{}},
		{"some", []string{"c", "d", "a"}, []store.Game{all[0], all[2]}},
		{"the same twice", []string{"b", "b"}, all[1:2]},
		{"far more", append(many, "c", "b"), all},
	} {
		got, err := s.Games(context.Background(), c.ids)
		slices.SortFunc(got, func(a, b store.Game) int { return strings.Compare(a.ID, b.ID) })
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v %v, want %+v", c.name, got, err, c.want)
		}
	}
}

// testAppend appends one event of every kind and reads them back.
func testAppend(t *testing.T, s store.Store) {
	g, first := mustCreate(t, s, "a")
	at := store.Milli(noon)
	log := []store.Entry{first}
	for i, e := range []match.Event{
		{Kind: match.Joined, By: game.White, Seat: &match.Seat{Kind: match.Human, Name: "Bo", Player: "t"}},
		{
			Kind: match.Moved, By: game.Black, Move: 0, Elapsed: 1234,
			Left: &clock.State{Main: 5 * time.Minute, Periods: 5, Period: 30 * time.Second},
		},
		{Kind: match.Credited, By: game.White, Elapsed: 1, Time: 20_000},
		{Kind: match.Claimed, By: game.White, Draw: true},
		{Kind: match.Moved, By: game.White, Move: game.Pass},
		{Kind: match.Undone, By: game.White},
		{Kind: match.Scoring, Dead: []game.Point{0, 7, 9}},
		{Kind: match.Toggled, By: game.Black, Point: 0},
		{Kind: match.Accepted, By: game.White},
		{Kind: match.Resumed, By: game.Black},
		{Kind: match.Resigned, By: game.Black},
	} {
		at = at.Add(time.Second)
		e.At = at
		entry := store.Entry{Command: fmt.Sprint("c", i), Event: e}
		g.Version++
		g.Ply, g.Updated, g.Phase, g.Result, g.Winner, g.Rules = i, at, match.Finished, "W+R", game.White, "weiqi:handicap=2"
		if err := s.Append(context.Background(), g, entry); err != nil {
			t.Fatal(err)
		}
		if left := entry.Event.Left; left != nil { // later changes by the caller do not affect the log
			kept := *left
			entry.Event.Left, *left = &kept, clock.State{}
		}
		log = append(log, entry)
		mustLoad(t, s, "a", g, log...)
	}
	two := []store.Entry{Move("", game.Black, 5, noon), Move("", game.White, 6, noon)} // no command: may repeat
	g.Version += 2
	if err := s.Append(context.Background(), g, two...); err != nil {
		t.Fatal(err)
	}
	mustLoad(t, s, "a", g, append(log, two...)...)
}

func testConflict(t *testing.T, s store.Store) {
	g, first := mustCreate(t, s, "a")
	for _, version := range []int{1, 3} { // expecting 0 and 2 events
		h := g
		h.Version, h.Ply = version, 99
		err := s.Append(context.Background(), h, Move("m", game.Black, 3, noon))
		c, ok := errors.AsType[*store.Conflict](err)
		if !ok || c.Have != 1 || c.Want != version-1 || c.Game != "a" {
			t.Errorf("version %d: error %v, want a Conflict of 1 and %d", version, err, version-1)
		}
		mustLoad(t, s, "a", g, first)
	}
}

func testRepeat(t *testing.T, s store.Store) {
	ctx := context.Background()
	g, first := mustCreate(t, s, "a")
	m := Move("mine/1", game.Black, 3, noon)
	g.Version = 2
	if err := s.Append(ctx, g, m); err != nil {
		t.Fatal(err)
	}
	for _, version := range []int{2, 3} { // with any expected version
		h := g
		h.Version, h.Ply = version, 99
		err := s.Append(ctx, h, m)
		if r, ok := errors.AsType[*store.Repeat](err); !ok || r.Version != 2 || r.Command != "mine/1" {
			t.Errorf("version %d: error %v, want a Repeat of event 2", version, err)
		}
	}
	mustLoad(t, s, "a", g, first, m)
	other, otherFirst := mustCreate(t, s, "b") // the same command id in another game is a different command
	other.Version = 2
	if err := s.Append(ctx, other, m); err != nil {
		t.Error(err)
	}
	mustLoad(t, s, "b", other, otherFirst, m)
}

// testAllOrNothing appends two events, the second with a repeated command: neither may
// be stored.
func testAllOrNothing(t *testing.T, s store.Store) {
	g, first := mustCreate(t, s, "a")
	h := g
	h.Version, h.Ply = 3, 99
	err := s.Append(context.Background(), h, Move("new", game.Black, 3, noon), Move(first.Command, game.White, 4, noon))
	if _, ok := errors.AsType[*store.Repeat](err); !ok {
		t.Errorf("error %v, want a Repeat", err)
	}
	mustLoad(t, s, "a", g, first)
}

// testCommandTwice writes two events with the same new command together, into a new
// game and into an old one: both are refused, possibly after a partial write, and
// nothing may be stored.
func testCommandTwice(t *testing.T, s store.Store) {
	ctx := context.Background()
	g, first := mustCreate(t, s, "a")
	twice := []store.Entry{Move("new", game.Black, 3, noon), Move("new", game.White, 4, noon)}
	h := g
	h.Version, h.Ply, h.Phase, h.Result = 3, 99, match.Finished, "B+R"
	if err := s.Append(ctx, h, twice...); err == nil {
		t.Error("Append accepted a command twice")
	}
	mustLoad(t, s, "a", g, first)
	h.ID, h.Version = "b", 2
	if err := s.Create(ctx, h, twice...); err == nil {
		t.Error("Create accepted a command twice")
	}
	if got, err := s.Game(ctx, "b"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a failed Create left %+v %v", got, err)
	}
	g.Version = 2
	if err := s.Append(ctx, g, twice[0]); err != nil { // the command is still unused
		t.Fatal(err)
	}
	mustLoad(t, s, "a", g, first, twice[0])
}

// testManyWriters lets several goroutines append to the same game, each retrying
// after a conflict: every event must be stored once, in one order.
func testManyWriters(t *testing.T, s store.Store) {
	const writers, each = 4, 25
	mustCreate(t, s, "a")
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			have := 1
			for i := range each {
				for {
					g, _ := Game("a")
					g.Version = have + 1
					err := s.Append(context.Background(), g, Move(fmt.Sprintf("%d/%d", w, i), game.Black, game.Move(w*each+i), noon))
					c, conflict := errors.AsType[*store.Conflict](err)
					if !conflict && err != nil {
						t.Error(err)
						return
					}
					if err == nil {
						have++
						break
					}
					have = c.Have
				}
			}
		})
	}
	wg.Wait()
	g, entries, err := s.Load(context.Background(), "a")
	if err != nil || g.Version != 1+writers*each || len(entries) != g.Version {
		t.Fatalf("version %d, %d entries, error %v; want %d", g.Version, len(entries), err, 1+writers*each)
	}
	next := make([]int, writers)
	for _, e := range entries[1:] {
		w, i := int(e.Event.Move)/each, int(e.Event.Move)%each
		if next[w] != i {
			t.Fatalf("writer %d: event %d came when %d was next", w, i, next[w])
		}
		next[w]++
	}
}

func testBoards(t *testing.T, s store.Store) {
	ctx := context.Background()
	a := store.Board{Hash: "aa", Title: "Torus of mine", JSON: []byte(`{"points":2,"edges":[[0,1]]}`), Created: store.Milli(noon)}
	b := store.Board{Hash: "bb", Title: "Other", JSON: []byte(`{}`), Created: store.Milli(noon.Add(time.Second))}
	late := store.Board{Hash: "aa", Title: "Late", JSON: []byte(`x`), Created: store.Milli(noon.Add(time.Hour))}
	for _, save := range []struct {
		owner string
		board store.Board
	}{{"ada", a}, {"ada", b}, {"ada", late}, {"bo", late}} {
		if err := s.SaveBoard(ctx, save.owner, save.board); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.LoadBoard(ctx, "aa")
	if err != nil || !reflect.DeepEqual(got, a) {
		t.Errorf("LoadBoard: %+v %v, want %+v", got, err, a)
	}
	a.JSON, b.JSON, late.JSON = nil, nil, nil
	for limit, want := range [][]store.Board{{}, {b}, {b, a}, {b, a}} {
		if got, err := s.Boards(ctx, "ada", limit); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Boards(%d): %+v %v, want %+v", limit, got, err, want)
		}
	}
	for owner, want := range map[string][]store.Board{"bo": {late}, "cy": {}} {
		if got, err := s.Boards(ctx, owner, 9); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s's boards: %+v %v, want %+v", owner, got, err, want)
		}
	}
}

func testClosed(t *testing.T, s store.Store) {
	mustCreate(t, s, "a")
	for range 2 {
		if err := s.Ready(t.Context(), noon); err != nil {
			t.Errorf("not ready: %v", err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	g, first := Game("b")
	if err := s.Create(context.Background(), g, first); !errors.Is(err, store.ErrClosed) {
		t.Errorf("Create on a closed store: %v, want ErrClosed", err)
	}
	g.Version = 2
	if err := s.Append(context.Background(), g, first); !errors.Is(err, store.ErrClosed) {
		t.Errorf("Append to a closed store: %v, want ErrClosed", err)
	}
	if err := s.Ready(context.Background(), noon); !errors.Is(err, store.ErrClosed) {
		t.Errorf("a closed store is ready: %v, want ErrClosed", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}
