package simuls

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
)

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// errDead is the error of all calls after the server was killed.
var errDead = errors.New("killed")

// mortal is a store whose server ends at one of its writes: before it is on disk, or after. If left is 0,
// it does not end.
type mortal struct {
	*sqlite.Store
	mu     sync.Mutex
	left   int // remaining writes
	before bool
	dead   bool
}

func (m *mortal) write(f func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return errDead
	}
	if m.left--; m.left != 0 {
		return f()
	}
	m.dead = true
	if !m.before {
		if err := f(); err != nil {
			return err
		}
	}
	return errDead
}

// Write implements store.DB.
func (m *mortal) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	return m.write(func() error { return m.Store.Write(ctx, rows, write) })
}

// club has the games of an exhibition, and counts how often each was created.
type club struct {
	mortal *mortal
	made   map[string]int
	setups map[string]match.Setup
	fails  map[string]error // games that cannot be created
	after  func(id string)  // called when a game was created
	left   []string         // games and the players who left them
}

func (c *club) CreateAs(ctx context.Context, id string, setup match.Setup) (g store.Game, err error) {
	if c.has(id) {
		return g, store.ErrExists // without a write
	}
	return g, c.mortal.write(func() error {
		if err := c.fails[id]; err != nil {
			return err
		}
		g = store.Game{
			ID: id, Board: setup.Board, Rules: setup.Rules, Clock: setup.Clock, Black: setup.Black, White: setup.White,
			Phase: match.Playing, Turn: game.Black, Version: 1, Created: noon, Updated: noon,
		}
		err := c.mortal.Store.Create(ctx, g, store.Entry{Event: match.Event{Kind: match.Created, At: noon, Setup: &setup}})
		if err == nil {
			c.made[id]++
			c.setups[id] = setup
			c.after(id)
		}
		return err
	})
}

func (c *club) Leave(ctx context.Context, id, player string, rename func() error) error {
	if !c.has(id) {
		return store.ErrNotFound
	}
	c.mortal.mu.Lock()
	c.left = append(c.left, id+" "+player)
	c.mortal.mu.Unlock()
	return rename()
}

// has reports whether a game exists, for a running server.
func (c *club) has(id string) bool {
	c.mortal.mu.Lock()
	defer c.mortal.mu.Unlock()
	return c.made[id] > 0 && !c.mortal.dead
}

// terms allow all games except with blocked players.
type terms struct{ blocked map[string]bool }

func (terms) ToMake(context.Context, match.Setup, identity.Who) error { return nil }

func (t terms) ToJoin(_ context.Context, _ match.Setup, who identity.Who) error {
	if t.blocked[who.Player] {
		return apierror.New(apierror.Forbidden, "not with you")
	}
	return nil
}

// strengths give handicap stones to the players in the map.
type strengths map[string]int

func (strengths) Text(context.Context, match.Seat, match.Setup) string { return "" }

func (s strengths) Points(_ context.Context, player string, _ match.Setup) (float64, bool) {
	n, ok := s[player]
	return float64(n), ok
}

func (s strengths) Handicap(_ context.Context, setup match.Setup) (rules, black string, ok bool) {
	if n, ok := s[setup.White.Player]; ok {
		return fmt.Sprintf("%s:komi=0.5,handicap=%d", setup.Rules, n), setup.White.Player, true
	}
	return "", "", false
}

// world is a server with exhibitions, on a store that outlives it.
type world struct {
	t    *testing.T
	kept *sqlite.Store
	club *club
	now  time.Time
	s    *Service
	with strengths
	who  terms
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, kept: sqlitetest.New(t), now: noon, with: strengths{}, who: terms{blocked: map[string]bool{}}}
	w.club = &club{made: map[string]int{}, setups: map[string]match.Setup{}, fails: map[string]error{}, after: func(string) {}}
	w.start(0, false)
	w.player("ada", store.Member)
	return w
}

// start starts another server, which ends after a number of writes; 0 for never.
func (w *world) start(writes int, before bool) {
	w.club.mortal = &mortal{Store: w.kept, left: writes, before: before}
	w.s = New(w.t.Context(), Config{
		Store: w.club.mortal, Games: w.club, Boards: boards.NewCache(w.kept), Terms: w.who, Strengths: w.with,
		Skeleton: func(name string) string { return name }, Seed: func() uint64 { return 1 },
		Unfinished: 60, Limits: Limits{Own: 9, All: 9}, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return w.now },
	})
}

// player creates an account.
func (w *world) player(id string, role store.Role) {
	w.t.Helper()
	if err := w.kept.SavePlayer(w.t.Context(), store.Player{ID: id, Role: role, Name: id, Skeleton: id, Created: noon}); err != nil {
		w.t.Fatal(err)
	}
}

// keep stores ada's exhibition with guests p1 and so on.
func (w *world) keep(phase string, set setup, guests ...guest) {
	w.t.Helper()
	set.Board, set.Rules, set.Most = "grid:9", "weiqi", maxGuests
	if set.Clock == "" {
		set.Clock = "absolute=5m"
	}
	for i := range guests {
		guests[i].Player, guests[i].Number = fmt.Sprint("p", i+1), i+1
		w.player(guests[i].Player, store.Member)
	}
	data, err := json.Marshal(body{Setup: set, Guests: guests})
	if err != nil {
		w.t.Fatal(err)
	}
	v := exhibition{ID: "a", Owner: "ada", Title: "Friday", Phase: phase, Version: 1, Created: noon, Changed: noon, Body: data}
	if err := (exhibitions{w.kept}).create(w.t.Context(), v, 9, 9); err != nil {
		w.t.Fatal(err)
	}
}

// finish ends a game.
func (w *world) finish(number int, winner game.Color, result string) {
	w.t.Helper()
	g, err := w.kept.Game(w.t.Context(), gameID("a", number))
	if err != nil {
		w.t.Fatal(err)
	}
	g.Phase, g.Turn, g.Winner, g.Result, g.Version = match.Finished, game.Empty, winner, result, g.Version+1
	if err := w.kept.Append(w.t.Context(), g, store.Entry{Event: match.Event{Kind: match.Resigned, At: noon, By: game.Black}}); err != nil {
		w.t.Fatal(err)
	}
}

// TestKilledAtEveryStep kills the server at each of its writes from the host's start to the end, before
// it is on disk and after: every game is created once, none is missing, and the end is the same.
func TestKilledAtEveryStep(t *testing.T) {
	const guests = 4
	for writes := 1; writes <= 8; writes++ {
		for _, before := range []bool{false, true} {
			if before && writes == 1 {
				continue // nothing would ever be written
			}
			w := newWorld(t)
			w.keep(open, setup{Color: byChance}, guest{State: accepted}, guest{State: accepted},
				guest{State: asked}, guest{State: accepted}, guest{State: accepted}, guest{State: refused})
			played, lives := 0, 0
			for ; ; lives++ {
				if lives > 100 {
					t.Fatalf("%d writes: it does not end", writes)
				}
				w.start(writes, before)
				for !w.club.mortal.dead {
					err := w.s.write(t.Context(), "a", func(v *exhibition, b *body) (bool, error) {
						if v.Phase != open {
							return false, nil
						}
						return true, w.s.start(t.Context(), v, b, identity.Who{}, actOf("start", ""))
					})
					if err = errors.Join(err, w.s.look(t.Context(), "a")); err != nil && !errors.Is(err, errDead) {
						t.Fatalf("%d writes: %v", writes, err)
					}
					if len(w.club.made) == guests && played < guests && err == nil {
						played++
						w.finish(played, []game.Color{game.Black, game.White, game.Empty, game.Black}[played-1], "R")
					}
					if v, _, err := w.s.read(t.Context(), "a"); err != nil || v.Phase == over {
						break
					}
				}
				if v, _, _ := w.s.read(t.Context(), "a"); v.Phase == over {
					break
				}
			}
			for id, n := range w.club.made {
				if n != 1 {
					t.Errorf("%d writes: %s was made %d times", writes, id, n)
				}
			}
			_, b, err := w.s.read(t.Context(), "a")
			if sc := b.score(); err != nil || len(w.club.made) != guests || sc.Won+sc.Lost+sc.Drawn != guests || sc.Drawn != 1 {
				t.Errorf("%d writes, before %v: %d games, %+v (%v)", writes, before, len(w.club.made), b.score(), err)
			}
		}
	}
}
