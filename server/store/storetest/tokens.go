package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"moyo/server/store"
)

func testTokens(t *testing.T, s store.Store) {
	ctx := context.Background()
	token := func(hash, player string, created int) store.Token {
		return store.Token{
			Hash: hash, Player: player, Title: "GNU Go", Scopes: "read play", Created: store.Milli(noon.Add(time.Duration(created) * time.Hour)),
		}
	}
	old, late, others := token("h1", "ada", 1), token("h2", "ada", 2), token("h3", "bo", 3)
	for _, v := range []store.Token{old, late, others} {
		if err := s.AddToken(ctx, v, 2); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddToken(ctx, token("h4", "ada", 4), 2); !errors.Is(err, store.ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	if err := s.AddToken(ctx, token("h1", "cy", 4), 2); !errors.Is(err, store.ErrExists) {
		t.Errorf("a taken hash: %v", err)
	}
	if got, err := s.Token(ctx, "h1"); err != nil || got != old {
		t.Errorf("%+v %v, want %+v", got, err, old)
	}
	mustHave(t, "tokens", []store.Token{late, old}, s.Tokens, "ada")
	old.Used = store.Milli(noon.Add(5 * time.Hour))
	if err := s.UseToken(ctx, "h1", old.Used); err != nil {
		t.Fatal(err)
	}
	mustHave(t, "tokens after a use", []store.Token{late, old}, s.Tokens, "ada")
	for _, c := range []struct{ player, hash string }{{"ada", "h3"}, {"ada", "h9"}, {"", "h1"}} {
		if err := s.EndToken(ctx, c.player, c.hash); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q ends %s: %v", c.player, c.hash, err)
		}
	}
	if err := s.EndToken(ctx, "ada", "h1"); err != nil {
		t.Fatal(err)
	}
	if err := s.UseToken(ctx, "h1", noon); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an ended token is used: %v", err)
	}
	if got, err := s.Token(ctx, "h1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an ended token: %+v %v", got, err)
	}
	mustHave(t, "tokens left", []store.Token{late}, s.Tokens, "ada")
	mustHave(t, "tokens of a player without any", []store.Token{}, s.Tokens, "cy")
}
