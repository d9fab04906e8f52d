package identity_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"moyo/server/base/identity"
	"moyo/server/store"
)

func ExampleCleanName() {
	fmt.Println(identity.CleanName("  Ada\u202e \n Lovelace\x00 "))
	// Output: Ada Lovelace
}

// TestCleanNameLength checks that names are cut by characters, not bytes, and do not end with a space.
func TestCleanNameLength(t *testing.T) {
	for name, want := range map[string]string{
		strings.Repeat("é", 40):        strings.Repeat("é", 40),
		strings.Repeat("é", 41):        strings.Repeat("é", 40),
		strings.Repeat("a", 39) + " b": strings.Repeat("a", 39),
		strings.Repeat(" ", 99) + "a":  "a",
	} {
		if got := identity.CleanName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

// sessions know one token besides those of guests: that of account. dead is an invalid token, and the guest of moved
// has just created an account.
type sessions struct{ account, dead, moved string }

func (s sessions) Who(_ context.Context, hash string) (identity.Who, error) {
	switch hash {
	case identity.Hash(s.account):
		return identity.Who{Player: "ada", Session: hash, Role: store.Member}, nil
	case identity.Hash(s.dead):
		return identity.Who{}, store.ErrNotFound
	case identity.Hash(s.moved):
		return identity.Who{}, identity.ErrMoved
	}
	return identity.Who{Player: identity.GuestID(hash), Session: hash, Role: store.Guest}, nil
}

// TestIdentify checks that a browser gets one token and is recognised by it, under the older name too. Tokens that
// are malformed or invalid are refused.
func TestIdentify(t *testing.T) {
	var who identity.Who
	known := sessions{strings.Repeat("a", 32), strings.Repeat("d", 32), strings.Repeat("e", 32)}
	h := identity.Identify(known, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { who = identity.Of(r.Context()) }))
	visit := func(secure bool, name, value string) []*http.Cookie {
		r := httptest.NewRequest("GET", "/", nil)
		if secure {
			r.TLS = new(tls.ConnectionState)
		}
		if name != "" {
			r.AddCookie(&http.Cookie{Name: name, Value: value})
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result().Cookies()
	}
	set := visit(false, "", "")
	if len(set) != 1 || set[0].Name != "moyo" || set[0].Secure || who.Player == "" ||
		strings.Contains(set[0].Value, who.Player) || who.Role != store.Guest {
		t.Fatalf("a new guest %+v got %v", who, set)
	}
	token, first := set[0].Value, who
	for _, c := range []struct {
		about       string
		secure      bool
		name, value string
		given       string // the name of the cookie in the answer
		same        bool   // whether it is the same guest as before
	}{
		{"again", false, "moyo", token, "", true},
		{"from before accounts", false, "moyo_guest", token, "moyo", true},
		{"the old cookie where it is safe", true, "moyo_guest", token, "__Host-moyo", true},
		{"again where it is safe", true, "__Host-moyo", token, "", true},
		{"the guest of before signing in", false, "moyo-guest", token, "moyo", true},
		{"the guest of before, where it is safe", true, "__Host-moyo-guest", token, "__Host-moyo", true},
		{"the guest of before, as another host may have set it", true, "moyo-guest", token, "__Host-moyo", false},
		{"what another host may have set", true, "moyo", token, "__Host-moyo", false},
		{"made up", false, "moyo", "mine", "moyo", false},
		{"dead", false, "moyo", known.dead, "moyo", false},
	} {
		set := visit(c.secure, c.name, c.value)
		switch {
		case (c.given == "") != (len(set) == 0) || len(set) > 0 && (set[0].Name != c.given || set[0].Secure != c.secure):
			t.Errorf("%s: cookies %v, want one named %q", c.about, set, c.given)
		case (who == first) != c.same:
			t.Errorf("%s: it is %+v, was %+v", c.about, who, first)
		case len(set) > 0 && (set[0].Value == c.value) != c.same:
			t.Errorf("%s: token %s for %s", c.about, set[0].Value, c.value)
		}
	}
	if set := visit(false, "moyo", known.account); len(set) != 0 || who.Player != "ada" || who.Role != store.Member {
		t.Errorf("with an account: %+v, %v", who, set)
	}
	for _, name := range []string{"moyo_guest", "__Host-moyo-guest"} {
		if set := visit(true, name, known.account); len(set) != 1 || set[0].Value == known.account || who.Role != store.Guest {
			t.Errorf("an account's token in the cookie %s of guests: %+v, %v", name, who, set)
		}
	}
}

// TestIdentifyMoved checks that a request that a browser sent before it created an account may read as a guest,
// changes nothing, and never replaces the browser's new token.
func TestIdentifyMoved(t *testing.T) {
	known := sessions{moved: strings.Repeat("e", 32)}
	var asked []string
	h := identity.Identify(known, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method)
		if who := identity.Of(r.Context()); who.Role != store.Guest || who.Session == identity.Hash(known.moved) {
			t.Errorf("%s: is %+v", r.Method, who)
		}
	}))
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "upgrade"} {
		r := httptest.NewRequest(method, "/", nil)
		if method == "upgrade" {
			r.Method = "GET"
			r.Header.Set("Upgrade", "websocket")
		}
		r.AddCookie(&http.Cookie{Name: "moyo", Value: known.moved})
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if set := w.Result().Cookies(); len(set) != 0 {
			t.Errorf("%s: gets %v", method, set)
		}
		if read := method == "GET" || method == "HEAD"; (w.Code == http.StatusBadRequest) == read {
			t.Errorf("%s: %d %s", method, w.Code, w.Body)
		}
	}
	if fmt.Sprint(asked) != "[GET HEAD]" {
		t.Errorf("let through: %v", asked)
	}
}
