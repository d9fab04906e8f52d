package reviews

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/boards"
	"moyo/server/queue"
	"moyo/server/store"
	"moyo/server/store/memory"
)

// running returns reviews of a server on which two play a game, and the queue's only place.
func running(t *testing.T) (r *Reviews, moved func(move game.Move), busy func() (free func())) {
	t.Helper()
	s := memory.New()
	setup := match.Setup{
		Board: "grid:5", Rules: "weiqi:komi=0.5", Colors: match.ByChance,
		Black: match.Seat{Kind: match.Human, Player: "ada"}, White: match.Seat{Kind: match.Human, Player: "bo"},
	}
	log := []store.Entry{{Event: match.Event{Kind: match.Created, Setup: &setup, At: time.Now()}}}
	g := store.Game{ID: "g", Board: setup.Board, Rules: setup.Rules, Black: setup.Black, White: setup.White, Phase: match.Playing, Version: 1}
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
			_ = q.Do(context.Background(), queue.Board, queue.Asker{Address: "x", Person: "x"}, nil, func() error { close(began); <-done; return nil })
		}()
		<-began
		return func() { close(done) }
	}
	return &Reviews{Store: s, Boards: boards.NewCache(s), Rules: catalog.Rules, Queue: q, Now: time.Now}, moved, busy
}

// TestForbids: a game that goes on is played again in the turn of whoever asks, and not again
// until it has gone on.
func TestForbids(t *testing.T) {
	r, moved, busy := running(t)
	rules, err := catalog.Rules("weiqi:komi=0.5")
	if err != nil {
		t.Fatal(err)
	}
	b, err := r.Boards.Get(t.Context(), "grid:5")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []game.Move{0, 1, 2, 3, 9} {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
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
		t.Errorf("nobody's game: %v", err)
	}
	free()
	if err := ask("ada", long); !errors.Is(err, goesOnHere) {
		t.Errorf("in turn: %v", err)
	}
	free = busy()
	if !waits("bo") {
		t.Error("what is known already is compared out of turn")
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

// TestRemembered: many games make each other forgotten, a few at a time.
func TestRemembered(t *testing.T) {
	var g guard
	for i := range remembered + 9 {
		of := store.Game{ID: fmt.Sprint(i), Version: 1}
		g.keep(of, nil)
		if _, known := g.at(of); !known || len(g.known) > remembered {
			t.Fatalf("after %d: %d are known", i, len(g.known))
		}
	}
	if len(g.known) != remembered {
		t.Errorf("%d are known", len(g.known))
	}
}
