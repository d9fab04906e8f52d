package storetest

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"moyo/server/store"
)

func testPlayers(t *testing.T, s store.Store) {
	ctx := context.Background()
	if p, err := s.Player(ctx, "ada"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("unknown id: %+v %v", p, err)
	}
	if p, err := s.PlayerNamed(ctx, ""); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("unknown name: %+v %v", p, err)
	}
	ada := store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada", Created: store.Milli(noon), Settings: []byte(`{}`)}
	bo := store.Player{
		ID: "bo", Role: store.Moderator, Name: "Bo", Skeleton: "bo", Created: store.Milli(noon),
		Suspended: store.Milli(noon.Add(time.Hour)), Why: "played with an engine", Settings: []byte(`{}`),
	}
	guests := []store.Player{
		{ID: "g1", Role: store.Guest, Created: store.Milli(noon), Settings: []byte(`{}`)},
		{ID: "g2", Role: store.Guest, Created: store.Milli(noon), Settings: []byte(`{}`)},
	}
	for _, p := range append(guests, ada, bo) {
		if err := s.SavePlayer(ctx, p); err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
	}
	same := func(what string, want store.Player, err error, got store.Player) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", what, got, err, want)
		}
	}
	for _, p := range append(guests, ada, bo) {
		got, err := s.Player(ctx, p.ID)
		same(p.ID, p, err, got)
	}
	got, err := s.PlayerNamed(ctx, "bo")
	same("by name", bo, err, got)

	taken := ada
	taken.Skeleton = "bo"
	newcomer := store.Player{ID: "cy", Role: store.Member, Name: "B0", Skeleton: "bo", Created: noon}
	for _, p := range []store.Player{taken, newcomer} {
		if err := s.SavePlayer(ctx, p); !errors.Is(err, store.ErrExists) {
			t.Errorf("%s takes a name that is taken: %v", p.ID, err)
		}
	}
	got, err = s.Player(ctx, "ada")
	same("after a refusal", ada, err, got)
	ada.Name, ada.Skeleton, ada.Role, ada.Settings = "Eve", "eve", store.Administrator, []byte(`{"x":1}`)
	if err := s.SavePlayer(ctx, ada); err != nil {
		t.Fatal(err)
	}
	if err := s.SavePlayer(ctx, store.Player{ID: "ada", Role: store.Guest, Created: noon}); !errors.Is(err, store.ErrExists) {
		t.Errorf("an account becomes a guest: %v", err)
	}
	got, err = s.PlayerNamed(ctx, "eve")
	same("after a change", ada, err, got)
	if p, err := s.PlayerNamed(ctx, "ada"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the name from before: %+v %v", p, err)
	}
}

func testSessions(t *testing.T, s store.Store) {
	ctx := context.Background()
	session := func(hash, player string, seen int) store.Session {
		return store.Session{
			Hash: hash, Player: player, Device: "Firefox on Linux", Address: "192.0.2.7", Created: store.Milli(noon),
			Seen: store.Milli(noon.Add(time.Duration(seen) * time.Hour)), Expires: store.Milli(noon.Add(24 * time.Hour)),
		}
	}
	old, late, others := session("h1", "ada", 1), session("h2", "ada", 2), session("h3", "bo", 3)
	for _, v := range []store.Session{old, late, others} {
		if err := s.SaveSession(ctx, v); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Session(ctx, "h1"); err != nil || got != old {
		t.Errorf("%+v %v, want %+v", got, err, old)
	}
	mustHave(t, "sessions", []store.Session{late, old}, s.Sessions, "ada")
	old.Seen, old.Address = store.Milli(noon.Add(5*time.Hour)), "192.0.2.8"
	if err := s.SaveSession(ctx, old); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "sessions after a visit", []store.Session{old, late}, s.Sessions, "ada")
	for _, c := range []struct{ player, hash string }{{"ada", "h3"}, {"ada", "h9"}, {"", "h1"}} {
		if err := s.EndSession(ctx, c.player, c.hash); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q ends %s: %v", c.player, c.hash, err)
		}
	}
	late.Seen, late.Address, late.Expires = store.Milli(noon.Add(4*time.Hour)), "192.0.2.9", store.Milli(noon.Add(48*time.Hour))
	moved := late
	moved.Player, moved.Device = "eve", "another"
	if err := s.TouchSession(ctx, moved); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Session(ctx, "h2"); err != nil || got != late {
		t.Errorf("seen again: %+v %v, want %+v", got, err, late)
	}
	if err := s.EndSession(ctx, "ada", "h1"); err != nil {
		t.Fatal(err)
	}
	if err := s.TouchSession(ctx, old); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an ended session is seen: %v", err)
	}
	if got, err := s.Session(ctx, "h1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an ended session: %+v %v", got, err)
	}
	mustHave(t, "sessions left", []store.Session{late}, s.Sessions, "ada")
}
