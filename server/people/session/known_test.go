package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"moyo/server/base/identity"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
)

// slowStore is a store with slow answers about sessions and tokens: it reads, runs the function late, and then answers.
type slowStore struct {
	*sqlite.Store
	asked int
	late  func()
	err   error
}

func (s *slowStore) answer(err error) error {
	s.asked++
	if late := s.late; late != nil {
		s.late = nil
		late()
	}
	if s.err != nil {
		return s.err
	}
	return err
}

func (s *slowStore) Session(ctx context.Context, hash string) (store.Session, error) {
	v, err := s.Store.Session(ctx, hash)
	return v, s.answer(err)
}

func (s *slowStore) Token(ctx context.Context, hash string) (store.Token, error) {
	v, err := s.Store.Token(ctx, hash)
	return v, s.answer(err)
}

// newSlow returns sessions over a slow store, and a clock that does not advance.
func newSlow(t *testing.T) (s *Service, slow *slowStore, now *time.Time) {
	slow, now = &slowStore{Store: sqlitetest.New(t)}, new(time.Unix(1_700_000_000, 0))
	s = New(Config{
		Store: slow, Drop: func(string) {}, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return *now },
	})
	if err := slow.SavePlayer(t.Context(), store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada"}); err != nil {
		t.Fatal(err)
	}
	return s, slow, now
}

// TestChangedWhileAsked: an answer from before a change is not cached, however the service learns of the change.
func TestChangedWhileAsked(t *testing.T) {
	s, slow, now := newSlow(t)
	token, err := s.Start(t.Context(), "ada", "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	session, program := identity.Hash(token), identity.TokenSession("f00d")
	err = slow.AddToken(t.Context(), store.Token{Hash: "f00d", Player: "ada", Scopes: "play", Created: *now}, 10)
	if err != nil {
		t.Fatal(err)
	}
	check := func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	for _, c := range []struct {
		name, hash string
		late       func()
		after      store.Role // of the token's player afterwards; "" for an unknown token
	}{
		{"another learnt", session, func() { s.Unlearn("bob") }, store.Member},
		{"suspended", session, func() { s.Changed("ada") }, store.Member},
		{"the token ended", program, func() { check(s.EndToken(t.Context(), "ada", "f00d")) }, ""},
		{"signed out", session, func() { check(s.End(t.Context(), "ada", session)) }, store.Guest},
	} {
		for range 3 { // there were changes before
			s.Unlearn(c.hash)
		}
		slow.late = c.late
		if who, err := s.Who(t.Context(), c.hash); err != nil || who.Player != "ada" {
			t.Errorf("%s, under way: %+v %v", c.name, who, err)
		}
		before := slow.asked
		who, err := s.Who(t.Context(), c.hash)
		if slow.asked == before || who.Role != c.after || err != nil && c.after != "" {
			t.Errorf("%s, then: %+v %v after %d questions, want a %q by another question", c.name, who, err, slow.asked-before, c.after)
		}
	}
}

// TestRemembered: an answer of the store is cached for a while, including "unknown token". Failures are not cached.
func TestRemembered(t *testing.T) {
	s, slow, now := newSlow(t)
	guest, unknown := identity.Hash("a guest"), identity.TokenSession("beef")
	ask := func(what, hash string, want int) {
		t.Helper()
		before := slow.asked
		if _, err := s.Who(t.Context(), hash); slow.asked-before != want {
			t.Errorf("%s: %d questions, want %d (%v)", what, slow.asked-before, want, err)
		}
	}
	for _, hash := range []string{guest, unknown} {
		ask("the first time", hash, 1)
		*now = now.Add(Remember - 1)
		ask("soon", hash, 0)
		*now = now.Add(1)
		ask("later", hash, 1)
		s.Unlearn("someone else")
		ask("after another's change", hash, 0)
		s.Unlearn(hash)
		ask("after a change", hash, 1)
	}
	s.Changed(identity.GuestID(guest))
	ask("after a change of the player", guest, 1)
	slow.err = errors.New("no connection")
	*now = now.Add(Remember)
	ask("a store that fails", guest, 1)
	ask("again", guest, 1)
}

// TestRememberedIsBounded: an endless number of guests uses bounded memory.
func TestRememberedIsBounded(t *testing.T) {
	s, _, _ := newSlow(t)
	for i := range maxRemembered + 5 {
		if _, err := s.Who(t.Context(), identity.Hash(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
		if want := i%maxRemembered + 1; len(s.known) != want {
			t.Fatalf("%d answers are remembered after %d, want %d", len(s.known), i+1, want)
		}
	}
}

// TestMostSessions: one session too many ends the least recently used one, and no other.
func TestMostSessions(t *testing.T) {
	s, slow, now := newSlow(t)
	var tokens []string
	for i := range maxSessions + 2 {
		*now = now.Add(time.Minute)
		token, err := s.Start(t.Context(), "ada", "Firefox")
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
		all, err := slow.Sessions(t.Context(), "ada")
		if err != nil || len(all) != min(i+1, maxSessions) {
			t.Fatalf("%d sessions after %d, want at most %d (%v)", len(all), i+1, maxSessions, err)
		}
	}
	for i, token := range tokens {
		who, err := s.Who(t.Context(), identity.Hash(token))
		if want := i >= 2; err != nil || (who.Role == store.Member) != want {
			t.Errorf("session %d: %+v %v, want it good: %v", i, who, err, want)
		}
	}
}

// TestPrograms: a program has the permissions of a player, even for a moderator's token. Tokens of guests are invalid.
func TestPrograms(t *testing.T) {
	s, slow, now := newSlow(t)
	for role, want := range map[store.Role]store.Role{
		store.Member: store.Member, store.Bot: store.Bot, store.Moderator: store.Member, store.Administrator: store.Member,
		store.Guest: "", store.Pupil: "", store.Deleted: "",
	} {
		id := "the-" + string(role)
		p := store.Player{ID: id, Role: store.Guest, Name: id, Skeleton: id}
		err := errors.Join(
			slow.SavePlayer(t.Context(), p),
			slow.AddToken(t.Context(), store.Token{Hash: id, Player: id, Scopes: "play", Created: *now}, 1),
		)
		p.Role = role // an old token has no more permissions than a new one
		if err = errors.Join(err, slow.SavePlayer(t.Context(), p)); err != nil {
			t.Fatal(err)
		}
		who, err := s.Who(t.Context(), identity.TokenSession(id))
		if who.Role != want || (want == "") != errors.Is(err, store.ErrNotFound) {
			t.Errorf("a token of %s: %+v %v, want %q", id, who, err, want)
		}
		if used, _ := slow.Store.Token(t.Context(), id); used.Used.Equal(*now) != (want != "") {
			t.Errorf("a token of %s was used at %v", id, used.Used)
		}
		if want != "" && who.Scopes != identity.Read|identity.Play {
			t.Errorf("a token of %s has the scopes %v", id, who.Scopes)
		}
	}
}

// TestLeave: a browser that gets another token leaves its session, even one that has already ended; a guest's connections end, and
// the guest stays.
func TestLeave(t *testing.T) {
	s, slow, _ := newSlow(t)
	var dropped []string
	s.Drop = func(id string) { dropped = append(dropped, id) }
	token, err := s.Start(t.Context(), "ada", "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	leave := func(hash string, want error) {
		t.Helper()
		who, err := s.Who(t.Context(), hash)
		if err != nil {
			t.Fatal(err)
		}
		before := len(dropped)
		identity.Identify(as(who), http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { err = s.Leave(r.Context()) })).
			ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
		if !errors.Is(err, want) || want == nil && len(dropped) > before && dropped[before] != hash {
			t.Errorf("%v, connections ended of %q, want %v", err, dropped[before:], want)
		}
	}
	guest, session := identity.Hash("a guest"), identity.Hash(token)
	leave(guest, nil)
	if len(dropped) != 1 {
		t.Errorf("connections ended of %q, want the guest's", dropped)
	}
	leave(session, nil)
	if all, err := slow.Sessions(t.Context(), "ada"); err != nil || len(all) != 0 || len(dropped) != 2 {
		t.Errorf("%d sessions are left, connections ended of %q (%v)", len(all), dropped, err)
	}
	token, err = s.Start(t.Context(), "ada", "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	who, err := s.Who(t.Context(), identity.Hash(token)) // cached
	if err == nil {
		err = slow.EndSession(t.Context(), "ada", who.Session) // by another node
	}
	if err != nil {
		t.Fatal(err)
	}
	leave(identity.Hash(token), nil)
}

// as makes every caller the same.
type as identity.Who

func (a as) Who(context.Context, string) (identity.Who, error) { return identity.Who(a), nil }
