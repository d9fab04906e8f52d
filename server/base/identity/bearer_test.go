package identity_test

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"moyo/server/base/identity"
	"moyo/server/store"
)

// programs accept one access token, and fail for another one.
type programs struct{ known, broken string }

func (p programs) Who(_ context.Context, hash string) (identity.Who, error) {
	switch hash {
	case identity.TokenSession(identity.Hash(p.known)):
		return identity.Who{Player: "ada", Session: hash, Role: store.Member, Scopes: identity.Read | identity.Play}, nil
	case identity.TokenSession(identity.Hash(p.broken)), identity.Hash(p.broken):
		return identity.Who{}, errors.New("no connection")
	}
	if _, ok := identity.TokenOf(hash); ok {
		return identity.Who{}, store.ErrNotFound
	}
	return identity.Who{Player: identity.GuestID(hash), Session: hash, Role: store.Guest}, nil
}

// TestBearer checks that an access token identifies a program, whatever cookies it sends, and that it gets no
// cookies. An unknown token and a failing store let nothing through.
func TestBearer(t *testing.T) {
	p := programs{strings.Repeat("a", 32), strings.Repeat("b", 32)}
	var who *identity.Who
	var cookies int
	h := identity.Identify(p, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got := identity.Of(r.Context())
		who, cookies = &got, len(r.Cookies())
	}))
	for _, c := range []struct {
		name, header, cookie string
		code                 int
		player               string // "" for no player, "guest" for a guest
	}{
		{"known", "Bearer " + p.known, "", http.StatusOK, "ada"},
		{"in small letters", "bearer " + p.known, "", http.StatusOK, "ada"},
		{"known, with a cookie", "Bearer " + p.known, strings.Repeat("c", 32), http.StatusOK, "ada"},
		{"unknown", "Bearer " + strings.Repeat("d", 32), "", http.StatusUnauthorized, ""},
		{"unknown, with a cookie", "Bearer " + strings.Repeat("d", 32), strings.Repeat("c", 32), http.StatusUnauthorized, ""},
		{"the store fails", "Bearer " + p.broken, "", http.StatusInternalServerError, ""},
		{"the store fails for a cookie", "", p.broken, http.StatusInternalServerError, ""},
		{"no program", "", "", http.StatusOK, "guest"},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		if c.header != "" {
			r.Header.Set("Authorization", c.header)
		}
		if c.cookie != "" {
			r.AddCookie(&http.Cookie{Name: "moyo", Value: c.cookie})
		}
		w := httptest.NewRecorder()
		who = nil
		h.ServeHTTP(w, r)
		player := ""
		if who != nil {
			player = who.Player
			if who.Role == store.Guest {
				player = "guest"
			}
		}
		if w.Code != c.code || player != c.player {
			t.Errorf("%s: %d as %q, want %d as %q", c.name, w.Code, player, c.code, c.player)
		}
		if set := len(w.Result().Cookies()); c.header != "" && (set > 0 || who != nil && cookies > 0) || c.player == "guest" && set != 1 {
			t.Errorf("%s: %d cookies are given, %d seen", c.name, set, cookies)
		}
	}
}

// TestCookie checks that scripts and other sites cannot read the cookie of a session, that it lasts for years, and
// that it is never sent unencrypted after an encrypted connection.
func TestCookie(t *testing.T) {
	for _, secure := range []bool{false, true} {
		h := identity.Identify(programs{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, identity.Cookie(r.Context(), "x"))
			w.Header().Add("Set-Cookie", identity.Leave(r.Context()))
		}))
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		if secure {
			r.TLS = new(tls.ConnectionState)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		set := w.Result().Cookies()
		if len(set) != 3 {
			t.Fatalf("%d cookies: %v", len(set), set)
		}
		years := 5 * 365 * 24 * 60 * 60
		for i, age := range []int{years, years, -1} {
			want := http.Cookie{
				Name: "moyo", Value: set[0].Value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: secure,
			}
			if secure {
				want.Name = "__Host-moyo"
			}
			if i > 0 {
				want.Value = []string{1: "x", 2: ""}[i]
			}
			if set[i].String() != want.String() {
				t.Errorf("encrypted %v: %s, want %s", secure, set[i], &want)
			}
		}
	}
}
