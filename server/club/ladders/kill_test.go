package ladders

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/schedule/scheduletest"
	"moyo/server/club/ladders/rungs"
	"moyo/server/people/notify"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// mortal is a store whose server ends at one of its writes.
type mortal struct {
	store.Store
	*scheduletest.Life
	torn string // id of a damaged game
}

func (m *mortal) Load(ctx context.Context, id string) (store.Game, []store.Entry, error) {
	if id == m.torn {
		return store.Game{}, nil, &store.Damaged{Game: id}
	}
	return m.Store.Load(ctx, id)
}

// Write implements store.DB.
func (m *mortal) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	return m.Life.Write(func() error { return m.Store.Write(ctx, rows, write) })
}

func (m *mortal) Heard(ctx context.Context, subscriber string, number int64) error {
	return m.Life.Write(func() error { return m.Store.Heard(ctx, subscriber, number) })
}

// club has the games of a ladder, and receives its players' notifications.
type club struct {
	mu     sync.Mutex
	mortal *mortal
	store  store.Store
	now    *time.Time
	made   map[string]int
	told   map[string]string // by player and key
	here   bool              // whether people have their games open
	away   time.Duration     // how long no server ran
	fails  error             // of the next creation of a game
	clash  error             // of the terms
	blocks map[[2]string]bool
	atEnd  func() // called once, when a game is forfeited
	deaf   string // player who cannot be notified
}

func (c *club) CreateAs(ctx context.Context, id string, setup match.Setup) (g store.Game, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.fails; err != nil {
		c.fails = nil
		return g, err
	}
	if c.made[id] > 0 && !c.mortal.Dead {
		return g, store.ErrExists // without a write
	}
	err = c.mortal.Life.Write(func() error {
		g = store.Game{
			ID: id, Board: setup.Board, Rules: setup.Rules, Clock: setup.Clock, Private: setup.Private,
			Black: setup.Black, White: setup.White, Phase: match.Playing, Turn: game.Black,
			Version: 1, Created: *c.now, Updated: *c.now,
		}
		err := c.store.Create(ctx, g, store.Entry{Event: match.Event{Kind: match.Created, At: *c.now, Setup: &setup}})
		if err == nil {
			c.made[id]++
		}
		return err
	})
	return g, err
}

func (c *club) Here(string, game.Color) bool { return c.here }

func (c *club) AtWork(_ context.Context, since time.Time) (time.Duration, error) {
	return c.now.Sub(since) - c.away, nil
}

func (c *club) Forfeit(ctx context.Context, id, player string) (bool, error) {
	if f := c.atEnd; f != nil {
		c.atEnd = nil
		f()
	}
	if g, err := c.store.Game(ctx, id); err == nil && (g.Ply >= 2 || g.Awaited() != player) {
		return false, nil
	}
	err := c.End(ctx, id, player)
	return err == nil, err
}

func (c *club) End(ctx context.Context, id, player string) error {
	if id == c.mortal.torn {
		return &store.Damaged{Game: id}
	}
	g, err := c.store.Game(ctx, id)
	if err != nil || g.Phase == match.Finished {
		return err
	}
	return c.mortal.Life.Write(func() error {
		by := game.Black
		if g.White.Player == player {
			by = game.White
		}
		return c.append(ctx, g, match.Event{Kind: match.Cancelled, By: by}, game.Empty, store.Void)
	})
}

// append adds an event to a game and ends it if the event has a result.
func (c *club) append(ctx context.Context, g store.Game, e match.Event, winner game.Color, result string) error {
	e.At = *c.now
	g.Version++
	g.Updated = *c.now
	if result != "" {
		g.Phase, g.Turn, g.Winner, g.Result = match.Finished, game.Empty, winner, result
	} else {
		g.Ply, g.Turn = g.Ply+1, g.Turn.Other()
	}
	return c.store.Append(ctx, g, store.Entry{Event: e})
}

// move makes the player to move play a move.
func (c *club) move(t *testing.T, id string) {
	t.Helper()
	g, err := c.store.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.append(t.Context(), g, match.Event{Kind: match.Moved, By: g.Turn, Move: game.Pass}, game.Empty, ""); err != nil {
		t.Fatal(err)
	}
}

// win makes a player win a game in which both have moved.
func (c *club) win(t *testing.T, id, player string) {
	t.Helper()
	c.move(t, id)
	c.move(t, id)
	g, err := c.store.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	winner := game.Black
	if g.White.Player == player {
		winner = game.White
	}
	if err := c.append(t.Context(), g, match.Event{Kind: match.Resigned, By: winner.Other()}, winner, "R"); err != nil {
		t.Fatal(err)
	}
}

func (c *club) notify(_ context.Context, n notify.News) error {
	if c.mortal.Dead {
		return scheduletest.ErrDead
	}
	if n.Player == c.deaf {
		return errors.New("deaf")
	}
	key := n.Player + " " + n.Key
	if before, ok := c.told[key]; ok && before != n.Text {
		return fmt.Errorf("%s hears %q and %q under one key", n.Player, before, n.Text)
	}
	c.told[key] = n.Text
	return nil
}

func (c *club) ToMake(context.Context, match.Setup, identity.Who) error { return c.clash }
func (c *club) ToJoin(context.Context, match.Setup, identity.Who) error { return c.clash }

func (c *club) blocked(_ context.Context, player, other string) (bool, error) {
	return c.blocks[[2]string{player, other}] || c.blocks[[2]string{other, player}], nil
}

type unranked struct{}

func (unranked) Text(context.Context, match.Seat, match.Setup) string { return "" }

// scene is a ladder made by ada.
type scene struct {
	*Service
	kept store.Store
	club *club
	now  time.Time
	id   string
}

// usual is a ladder of correspondence games.
var usual = LadderSetup{
	Title: "Club", Board: "grid:9", Rules: "weiqi", Clock: "correspondence=5d", Reach: 3, Out: 2, In: 2, Days: 5, Pause: 7, Most: 20,
}

// newScene returns a ladder with accounts of its players, in order.
func newScene(t *testing.T, setup LadderSetup, people ...string) *scene {
	t.Helper()
	kept := sqlitetest.New(t)
	sc := &scene{kept: kept, now: noon}
	sc.club = &club{
		store: kept, mortal: &mortal{Store: kept, Life: &scheduletest.Life{Left: 1 << 30}},
		made: map[string]int{}, told: map[string]string{}, now: &sc.now,
	}
	sc.start(t)
	for _, id := range append([]string{"ada"}, people...) {
		sc.account(t, id, "Name of "+id)
	}
	out, err := sc.create(as("ada"), &createInput{Body: setup})
	if err != nil {
		t.Fatal(err)
	}
	sc.id = out.Body.Head.ID
	for _, id := range people {
		sc.must(t, id, LadderAct{Do: "join"})
	}
	return sc
}

// start starts a server.
func (sc *scene) start(t *testing.T) {
	now := func() time.Time { return sc.now }
	sc.Service = New(t.Context(), Config{
		Store: sc.club.mortal, Games: sc.club, Boards: boards.NewCache(sc.kept), Terms: sc.club, Blocked: sc.club.blocked,
		Strengths: unranked{}, Notify: sc.club.notify, Log: slog.New(slog.DiscardHandler), Now: now,
		Plain: func(_ context.Context, board, rules, clock string) (match.Setup, error) {
			return match.Setup{Board: board, Rules: rules, Clock: clock}, nil
		},
		Skeleton: func(name string) string { return name }, Rates: limit.NewAddresses(9, 9, now),
		Limits: Limits{Own: 9, All: 9, Joined: 9, New: limit.Quota{Daily: 1000, AtOnce: 1000}, Lists: 1e9},
	})
}

func (sc *scene) account(t *testing.T, id, name string) {
	t.Helper()
	if err := sc.kept.SavePlayer(t.Context(), store.Player{ID: id, Role: store.Member, Name: name, Skeleton: id, Created: noon}); err != nil {
		t.Fatal(err)
	}
}

// as returns the context of a player's request.
func as(id string) context.Context {
	return identity.With(context.Background(), identity.Who{Player: id, Role: store.Member, Name: id})
}

// do performs a player's act.
func (sc *scene) do(id string, act LadderAct) (*Ladder, error) {
	out, err := sc.act(as(id), &actInput{ID: sc.id, Body: act})
	if err != nil {
		return nil, err
	}
	return out.Body, nil
}

func (sc *scene) must(t *testing.T, id string, act LadderAct) *Ladder {
	t.Helper()
	v, err := sc.do(id, act)
	if err != nil {
		t.Fatalf("%s %+v: %v", id, act, err)
	}
	return v
}

// challenge makes a player challenge another, and returns the id of the game.
func (sc *scene) challenge(t *testing.T, by, of string) string {
	t.Helper()
	v := sc.must(t, by, LadderAct{Do: "challenge", Player: of})
	return v.Challenges[len(v.Challenges)-1].Game
}

// goOn performs one step of the service.
func (sc *scene) goOn(t *testing.T) *rungs.Ladder {
	t.Helper()
	if err := errors.Join(sc.ended.Catch(t.Context()), sc.lookAround(t.Context(), map[string]time.Time{})); err != nil {
		t.Fatal(err)
	}
	return sc.ladder(t)
}

// ladder returns the stored ladder.
func (sc *scene) ladder(t *testing.T) *rungs.Ladder {
	t.Helper()
	head, err := (ladders{sc.kept}).one(t.Context(), sc.id)
	if err != nil {
		t.Fatal(err)
	}
	l, err := stateOf(head)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// stands compares the order of players.
func (sc *scene) stands(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for _, m := range sc.ladder(t).Order {
		got = append(got, m.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

// live makes people challenge each other, play, leave and return on servers that are killed after a number of
// writes each, and checks the result.
func live(t *testing.T, writes int, before bool) {
	t.Helper()
	people := []string{"a", "b", "c", "d", "e"}
	sc := newScene(t, usual, people...)
	rng := rand.New(rand.NewPCG(uint64(writes), 1))
	for step := 0; step < 150; step++ {
		if sc.club.mortal.Dead || step == 0 {
			sc.club.mortal = &mortal{Store: sc.kept, Life: &scheduletest.Life{Left: writes, Before: before}}
			sc.start(t)
		}
		sc.now = sc.now.Add(time.Duration(rng.IntN(8)) * time.Hour)
		a, b := people[rng.IntN(5)], people[rng.IntN(5)]
		switch rng.IntN(8) {
		case 0:
			_, _ = sc.do(a, LadderAct{Do: "join"})
		case 1:
			_, _ = sc.do(a, LadderAct{Do: "leave"})
		case 2, 3, 4:
			_, _ = sc.do(a, LadderAct{Do: "challenge", Player: b})
		default:
			sc.club.playOne(t, rng)
		}
		err := errors.Join(sc.ended.Catch(t.Context()), sc.lookAround(t.Context(), map[string]time.Time{}))
		if err != nil && !sc.club.mortal.Dead {
			t.Fatalf("%d writes: %v", writes, err)
		}
	}
	sc.club.mortal = &mortal{Store: sc.kept, Life: &scheduletest.Life{Left: 1 << 30}}
	sc.start(t)
	sc.goOn(t)
	sc.goOn(t)
	sc.check(t)
}

// playOne makes a player win a running game.
func (c *club) playOne(t *testing.T, rng *rand.Rand) {
	t.Helper()
	ids := []string{}
	for id := range c.made {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	games, err := c.store.Games(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if g.Phase != match.Finished {
			c.win(t, g.ID, []string{g.Black.Player, g.White.Player}[rng.IntN(2)])
			return
		}
	}
}

// check checks that every challenge had one game and one end, that the places follow from the events, and that
// nothing is left to be done.
func (sc *scene) check(t *testing.T) {
	t.Helper()
	head, err := (ladders{sc.kept}).one(t.Context(), sc.id)
	if err != nil {
		t.Fatal(err)
	}
	l := sc.ladder(t)
	if len(l.Ends)+len(l.Tells) > 0 {
		t.Errorf("left to be done: %+v %+v", l.Ends, l.Tells)
	}
	if len(sc.club.told) != l.Told {
		t.Errorf("%d things were told, want %d", len(sc.club.told), l.Told)
	}
	events, err := sc.eventsOf(t.Context(), sc.id)
	if err != nil {
		t.Fatal(err)
	}
	ended := map[int]int{}
	for _, e := range events {
		switch e.Kind {
		case rungs.Won, rungs.Held, rungs.Drew, rungs.Default, rungs.Lapsed:
			ended[e.Number]++
		}
	}
	for n := 1; n <= l.Number; n++ {
		goesOn := slices.ContainsFunc(l.Challenges, func(c rungs.Challenge) bool { return c.Number == n })
		g, err := sc.kept.Game(t.Context(), gameID(head, n))
		switch {
		case goesOn == (ended[n] == 1) || ended[n] > 1:
			t.Errorf("challenge %d is open: %v, and has ended %d times", n, goesOn, ended[n])
		case goesOn && (err != nil || g.Phase == match.Finished):
			t.Errorf("challenge %d is open, its game is not: %s %v", n, g.Phase, err)
		case !goesOn && err == nil && g.Phase != match.Finished:
			t.Errorf("challenge %d has ended, its game continues", n)
		case sc.club.made[gameID(head, n)] > 1:
			t.Errorf("game %d was made %d times", n, sc.club.made[gameID(head, n)])
		}
	}
	if before := l.Before(events, noon.Add(-time.Hour)); len(before) > 0 {
		t.Errorf("events do not lead back to an empty ladder: %v", before)
	}
	players, err := (ladders{sc.kept}).players(t.Context(), sc.id)
	if err != nil || len(players) != len(l.Order) {
		t.Errorf("%v are on it, in the state %+v; %v", players, l.Order, err)
	}
}

// TestKilledAtEveryStep kills the server at each of its writes, before it is on disk and after.
func TestKilledAtEveryStep(t *testing.T) {
	for writes := 1; writes <= 9; writes++ {
		for _, before := range []bool{false, true} {
			if before && writes == 1 {
				continue // nothing would ever be written
			}
			live(t, writes, before)
		}
	}
}
