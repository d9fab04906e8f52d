package names_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"moyo/game/match"
	"moyo/server/base/names"
	"moyo/server/store"
)

// people is a store of players by id that counts reads.
type people struct {
	known map[string]store.Player
	asked int
	fails error
}

func (p *people) Player(_ context.Context, id string) (store.Player, error) {
	p.asked++
	found, ok := p.known[id]
	switch {
	case p.fails != nil:
		return store.Player{}, p.fails
	case !ok:
		return store.Player{}, store.ErrNotFound
	}
	return found, nil
}

func newNames(p *people, now *time.Time) *names.Names {
	return names.New(names.Config{Store: p, For: time.Minute, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return *now }})
}

// TestNames reads a name once a minute, and returns the old one while the store fails.
func TestNames(t *testing.T) {
	p := &people{known: map[string]store.Player{"a": {Name: "Ada", Role: store.Member}, "b": {Name: "Bo", Role: store.Deleted}}}
	now := time.Unix(0, 0)
	n := newNames(p, &now)
	want := func(id, name string, asked int) {
		t.Helper()
		if got := n.Of(t.Context(), id); got != name || p.asked != asked {
			t.Errorf("%s is %q after %d questions, want %q after %d", id, got, p.asked, name, asked)
		}
	}
	want("a", "Ada", 1)
	p.known["a"] = store.Player{Name: "Another", Role: store.Member}
	now = now.Add(time.Minute - 1)
	want("a", "Ada", 1)
	now = now.Add(1)
	want("a", "Another", 2)
	want("b", "", 3)
	want("unknown", "", 4)
	now = now.Add(time.Minute)
	p.fails = errors.New("down")
	want("a", "Another", 5)
	if _, err := n.Fresh(t.Context(), "a"); err == nil {
		t.Error("a fresh name while the store fails")
	}
}

func ExampleNames() {
	now := time.Unix(0, 0)
	n := newNames(&people{known: map[string]store.Player{"a": {Name: "Ada", Role: store.Member}}}, &now)
	fmt.Println(n.Of(context.Background(), "a"))
	// Output: Ada
}

// TestSeat seats players with their current names, marks programs, and accepts deleted accounts.
func TestSeat(t *testing.T) {
	p := &people{
		known: map[string]store.Player{
			"a": {Name: "Ada", Role: store.Member}, "r": {Name: "Robo", Role: store.Bot}, "b": {Name: "Bo", Role: store.Deleted},
		},
	}
	now := time.Unix(0, 0)
	n := newNames(p, &now)
	for id, want := range map[string]match.Seat{
		"a": {Name: "Ada"}, "r": {Name: "Robo", Bot: true}, "b": {Name: store.Gone}, "unknown": {Name: store.Gone},
	} {
		want.Kind, want.Player = match.Human, id
		if got, err := n.Seat(t.Context(), id); got != want || err != nil {
			t.Errorf("%+v %v, want %+v", got, err, want)
		}
	}
	p.fails = errors.New("down")
	if _, err := n.Seat(t.Context(), "a"); err == nil {
		t.Error("an unknown player is seated")
	}
}
