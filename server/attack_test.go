package server

import (
	"net/http"
	"testing"

	"moyo/server/admin"
	"moyo/server/wire"
)

// TestRedeemEndsSession: with a code of the operator, too, a browser gets a new token
// and the one before is of no use.
func TestRedeemEndsSession(t *testing.T) {
	url, _, s := startAt(t, nil)
	ada := newPerson(t, url).signUp("Ada")
	before := ada.token()
	made, err := s.Admin().Do(t.Context(), admin.Request{Do: "create", Name: "Bo"})
	if err != nil {
		t.Fatal(err)
	}
	ada.must(200, "POST", "/api/account/redeem", wire.Redeem{Code: made.Code}, nil)
	if me := ada.me(); me.Name != "Bo" {
		t.Errorf("signed in as %+v", me)
	}
	thief := newPerson(t, url)
	thief.setToken(before)
	if me := thief.me(); me.Role != "guest" {
		t.Errorf("the token from before is %+v", me)
	}
}

// TestAnswersAreNotKept: what the API answers is somebody's own, and nobody on the way
// or behind them at the browser finds it again; also with a token that is not new.
func TestAnswersAreNotKept(t *testing.T) {
	ada := newPerson(t, startMemory(t)).signUp("Ada")
	for _, path := range []string{"/api/me", "/api/account", "/api/account/sessions", "/api/me/games", "/api/games", "/api/relations", "/api/me/inbox", "/api/standing", "/api/account/archive"} {
		res, err := ada.http.Get(ada.url + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if got := res.Header.Get("Cache-Control"); res.StatusCode != http.StatusOK || got != "no-store" {
			t.Errorf("%s: %s, Cache-Control %q", path, res.Status, got)
		}
	}
}
