package session

import (
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// newService returns sessions in memory, with the list of sessions whose connections were ended.
func newService(t testing.TB) (s *Service, ended *[]string) {
	ended = new([]string)
	return New(Config{
		Store: sqlitetest.New(t), Drop: func(hash string) { *ended = append(*ended, hash) },
		Log: slog.New(slog.DiscardHandler), Now: time.Now,
	}), ended
}

// TestSessions: a guest is known without any stored data. When the guest creates an account, the old token becomes invalid.
func TestSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, ended := newService(t)
		ctx := limit.With(t.Context(), "192.0.2.7")
		token := identity.NewToken()
		hash := identity.Hash(token)
		guest, err := s.Who(ctx, hash)
		if err != nil || guest != (identity.Who{Player: identity.GuestID(hash), Session: hash, Role: store.Guest}) {
			t.Fatalf("a guest: %+v %v", guest, err)
		}
		account := store.Player{ID: guest.Player, Role: store.Member, Name: "Ada", Skeleton: "ada", Created: time.Now()}
		if err := s.Store.SavePlayer(ctx, account); err != nil {
			t.Fatal(err)
		}
		fresh, err := s.Start(ctx, guest.Player, "Firefox")
		if err != nil || fresh == token {
			t.Fatalf("%q %v", fresh, err)
		}
		s.Forget(hash)
		if who, err := s.Who(ctx, hash); !errors.Is(err, identity.ErrMoved) || !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the guest's token just after: %+v %v", who, err)
		}
		time.Sleep(moving)
		if who, err := s.Who(ctx, hash); !errors.Is(err, store.ErrNotFound) || errors.Is(err, identity.ErrMoved) {
			t.Errorf("the guest's token is still good: %+v %v", who, err)
		}
		want := identity.Who{Player: guest.Player, Session: identity.Hash(fresh), Role: store.Member, Name: "Ada"}
		if who, err := s.Who(ctx, identity.Hash(fresh)); err != nil || who != want {
			t.Errorf("signed in: %+v %v", who, err)
		}
		if err := s.End(ctx, "somebody", want.Session); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a player ends another's session: %v", err)
		}
		if err := s.End(ctx, want.Player, want.Session); err != nil {
			t.Fatal(err)
		}
		if len(*ended) != 2 || (*ended)[1] != want.Session {
			t.Errorf("connections ended of %q", *ended)
		}
		if who, err := s.Who(ctx, want.Session); err != nil || who.Role != store.Guest || who.Player == want.Player {
			t.Errorf("an ended session's token: %+v %v, want a guest without anything", who, err)
		}
	})
}

// TestSessionTimes: changes by another process take effect soon, visits keep a session alive, and an unused one ends.
func TestSessionTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, ended := newService(t)
		ctx := limit.With(t.Context(), "192.0.2.7")
		ada := store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada"}
		if err := s.Store.SavePlayer(ctx, ada); err != nil {
			t.Fatal(err)
		}
		token, err := s.Start(ctx, "ada", "Firefox")
		if err != nil {
			t.Fatal(err)
		}
		hash := identity.Hash(token)
		role := func() store.Role {
			who, err := s.Who(ctx, hash)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				t.Fatal(err)
			}
			return who.Role
		}
		role()
		ada.Role, ada.Suspended = store.Moderator, time.Now().Add(time.Minute)
		if err := s.Store.SavePlayer(ctx, ada); err != nil {
			t.Fatal(err)
		}
		time.Sleep(Remember)
		if who, err := s.Who(ctx, hash); err != nil || who.Role != store.Moderator || !who.Suspended {
			t.Errorf("changed elsewhere: %+v %v", who, err)
		}
		ada.Why = "rude"
		if err := s.Store.SavePlayer(ctx, ada); err != nil {
			t.Fatal(err)
		}
		s.Changed("ada")
		if who, err := s.Who(ctx, hash); err != nil || who.Why != "rude" ||
			!who.Until.Equal(store.Milli(ada.Suspended)) || (*ended)[len(*ended)-1] != "ada" {
			t.Errorf("immediately after a change: %+v %v, connections ended of %q", who, err, *ended)
		}
		time.Sleep(time.Minute)
		if who, err := s.Who(ctx, hash); err != nil || who.Suspended {
			t.Errorf("after the suspension: %+v %v", who, err)
		}
		for range 3 {
			time.Sleep(lifetime - seenEvery)
			if role() != store.Moderator {
				t.Fatal("a session in use has ended")
			}
		}
		time.Sleep(lifetime)
		if got := role(); got != "" {
			t.Errorf("unused for its lifetime, and it is a %q", got)
		}
	})
}
