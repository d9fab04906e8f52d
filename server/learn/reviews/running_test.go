package reviews

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/queue"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// running returns the reviews of a server with a game of two players, and the only place of the queue.
func running(t *testing.T, edit ...func(*store.Game)) (r *Reviews, moved func(move game.Move), busy func() (free func())) {
	t.Helper()
	s := sqlitetest.New(t)
	setup := match.Setup{
		Board: "grid:5", Rules: "weiqi:komi=0.5", Colors: match.ByChance,
		Black: match.Seat{Kind: match.Human, Player: "ada"}, White: match.Seat{Kind: match.Human, Player: "bo"},
	}
	log := []store.Entry{{Event: match.Event{Kind: match.Created, Setup: &setup, At: time.Now()}}}
	g := store.Game{ID: "g", Board: setup.Board, Rules: setup.Rules, Black: setup.Black, White: setup.White, Phase: match.Playing, Version: 1}
	for _, f := range edit {
		f(&g)
	}
	if err := s.Create(t.Context(), g, log...); err != nil {
		t.Fatal(err)
	}
	moved = func(move game.Move) {
		t.Helper()
		e := match.Event{Kind: match.Moved, By: []game.Color{game.Black, game.White}[g.Ply%2], Move: move, At: time.Now()}
		g.Version, g.Ply = g.Version+1, g.Ply+1
		if err := s.Append(t.Context(), g, store.Entry{Event: e}); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range []game.Move{0, 1, 2, 3} {
		moved(m)
	}
	q := queue.New(queue.Config{Slots: 1})
	busy = func() func() {
		began, done := make(chan struct{}), make(chan struct{})
		go func() {
			_ = q.Do(context.Background(), queue.Board, queue.Asker{Address: "x", Person: "x"}, nil, func() error {
				close(began)
				<-done
				return nil
			})
		}()
		<-began
		return func() { close(done) }
	}
	return &Reviews{Store: s, Boards: boards.NewCache(s), Rules: catalog.Rules, Queue: q, Now: time.Now}, moved, busy
}

// TestForbids: a running game is replayed in the caller's turn, and not again until it has changed.
func TestForbids(t *testing.T) {
	r, moved, busy := running(t)
	b, err := r.Boards.Get(t.Context(), "grid:5")
	if err != nil {
		t.Fatal(err)
	}
	pos := played(t, b, 0, 1, 2, 3, 9)
	ask := func(who string, most time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), most)
		defer cancel()
		return r.Forbids(ctx, queue.Asker{Address: "a", Person: who}, pos)
	}
	const soon, long = 50 * time.Millisecond, 20 * time.Second
	waits := func(who string) bool { return errors.Is(ask(who, soon), context.DeadlineExceeded) }
	free := busy()
	if !waits("ada") {
		t.Error("out of turn")
	}
	if err := ask("cy", long); err != nil {
		t.Errorf("a position of no game: %v", err)
	}
	free()
	if err := ask("ada", long); !errors.Is(err, goesOnHere) {
		t.Errorf("in turn: %v", err)
	}
	free = busy()
	if !waits("bo") {
		t.Error("a cached game is compared out of turn")
	}
	moved(12)
	if !waits("bo") {
		t.Error("gone on, out of turn")
	}
	free()
	if err := ask("bo", long); !errors.Is(err, goesOnHere) {
		t.Errorf("gone on, in turn: %v", err)
	}
}

// TestForbidsCopies: a position is refused on a copy of the board too, for its players and for others at their address.
func TestForbidsCopies(t *testing.T) {
	r, _, _ := running(t)
	b, err := r.Boards.Get(t.Context(), "grid:5")
	if err != nil {
		t.Fatal(err)
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(b.Len())
	pos := played(t, redrawn(t, b, order), order[0], order[1], order[2], order[3], order[12])
	ask := func(person string) error {
		return r.Forbids(t.Context(), queue.Asker{Address: "a", Person: person}, pos)
	}
	if err := ask("bo"); !errors.Is(err, goesOnHere) {
		t.Errorf("a move later on a drawn copy of the board: %v", err)
	}
	if err := ask("cy"); err != nil {
		t.Errorf("another player: %v", err)
	}
	r.Beside = func(address string, most int) []string { return map[string][]string{"a": {"dee", "bo"}}[address] }
	if err := ask("cy"); !errors.Is(err, goesOnBeside) {
		t.Errorf("another player at the address of one: %v", err)
	}
}

// TestForbidsBoards: players of a rated game with a live clock get no answers for its board. Others do, and so do the same players
// for other boards and after the game.
func TestForbidsBoards(t *testing.T) {
	for _, c := range []struct {
		clock string
		rated bool
		want  error
	}{
		{"fischer=5m+5s", true, playsHere},
		{"fischer=5m+5s", false, nil},
		{"correspondence=3d", true, nil},
		{"", true, nil},
	} {
		r, moved, _ := running(t, func(g *store.Game) { g.Rated, g.Clock = c.rated, c.clock })
		r.Beside = func(string, int) []string { return []string{"ada", "bo"} }
		moved(9)
		ask := func(person, spec string) error {
			b, err := r.Boards.Get(t.Context(), spec)
			if err != nil {
				t.Fatal(err)
			}
			return r.Forbids(t.Context(), queue.Asker{Address: "a", Person: person}, played(t, b, 20, 21))
		}
		if err := ask("ada", "grid:5"); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v", c, err)
		}
		if err := ask("ada", "grid:6"); err != nil {
			t.Errorf("%+v, another board: %v", c, err)
		}
		if err := ask("cy", "grid:5"); err != nil {
			t.Errorf("%+v, another player: %v", c, err)
		}
	}
}

// TestIsContest: rated games, even against engines, and games between people are guarded, from guardedFrom moves on.
func TestIsContest(t *testing.T) {
	ada, bo := match.Seat{Kind: match.Human, Player: "ada"}, match.Seat{Kind: match.Human, Player: "bo"}
	engine := match.Seat{Kind: match.Engine, Engine: "level:3"}
	for _, c := range []struct {
		name         string
		black, white match.Seat
		rated        bool
		ply          int
		want         bool
	}{
		{"between people", ada, bo, false, guardedFrom, true},
		{"of one person alone", ada, ada, false, guardedFrom, true},
		{"rated between people", ada, bo, true, guardedFrom, true},
		{"rated, the engine is White", ada, engine, true, guardedFrom, true},
		{"rated, the engine is Black", engine, bo, true, guardedFrom, true},
		{"against an engine", ada, engine, false, guardedFrom, false},
		{"by an engine", engine, bo, false, guardedFrom, false},
		{"just begun", ada, bo, true, guardedFrom - 1, false},
	} {
		if got := isContest(store.Game{Black: c.black, White: c.white, Rated: c.rated, Ply: c.ply}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// played returns the Go position after moves.
func played(t *testing.T, b *board.Board, moves ...int) game.Position {
	t.Helper()
	rules, err := catalog.Rules("weiqi:komi=0.5")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if err := pos.Play(game.Move(m)); err != nil {
			t.Fatal(err)
		}
	}
	return pos
}

// TestRemembered: the cache evicts games, a few at a time.
func TestRemembered(t *testing.T) {
	var g guard
	for i := range remembered + 9 {
		of := store.Game{ID: fmt.Sprint(i), Version: 1}
		g.keep(of.ID, guarded{version: 1})
		if _, known := g.at(of); !known || len(g.known) > remembered {
			t.Fatalf("after %d: %d are cached", i, len(g.known))
		}
	}
	if len(g.known) != remembered {
		t.Errorf("%d are cached", len(g.known))
	}
}
