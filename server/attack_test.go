package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"moyo/server/base/proxy"
	"moyo/server/base/wire"
	"moyo/server/people/account"
	"moyo/server/people/admin"
	"moyo/server/people/invitation"
)

// TestRedeemEndsSession: redeeming an operator's code also gives the browser a new token
// and invalidates the old one.
func TestRedeemEndsSession(t *testing.T) {
	url, _, s := startAt(t, nil)
	ada := newPerson(t, url).signUp("Ada")
	before := ada.token()
	made, err := s.Admin().Do(t.Context(), admin.Request{Do: "create", Name: "Bo"})
	if err != nil {
		t.Fatal(err)
	}
	ada.must(200, "POST", "/api/account/redeem", invitation.Redeem{Code: made.Code}, nil)
	if me := ada.me(); me.Name != "Bo" {
		t.Errorf("signed in as %+v", me)
	}
	thief := newPerson(t, url)
	thief.setToken(before)
	if me := thief.me(); me.Role != "guest" {
		t.Errorf("the token from before is %+v", me)
	}
}

// TestAnswersAreNotKept: caches and later users of the browser cannot read the answers of
// the API; also with a token that is not new.
func TestAnswersAreNotKept(t *testing.T) {
	ada := newPerson(t, startMemory(t)).signUp("Ada")
	for _, path := range []string{
		"/api/me", "/api/account", "/api/account/sessions", "/api/me/games", "/api/games",
		"/api/relations", "/api/me/inbox", "/api/standing", "/api/account/archive",
	} {
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

// TestGuestsPoseAsNobody: a guest cannot use the name of an account, nor one reserved
// for operators, in any place where they enter a name.
func TestGuestsPoseAsNobody(t *testing.T) {
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	member(t, s, url, "Ada_King")
	for given, want := range map[string]string{
		"Ada_King": "", "ada king": "", "A.D.A. King!": "", "\u0410da-King": "", "\u24b6da King \u2713": "", "\u00c1da K1ng": "",
		"moyo": "", "Administrator Joe": "", "M o d e r a t o r": "", "deleted": "",
		"Ada": "Ada", "Bo \u2713": "Bo \u2713", "\u2603": "\u2603", "": "",
	} {
		guest, other := newPerson(t, url), newPerson(t, url)
		in := goGame("human")
		in.Name = given
		g := guest.newGame(in)
		tb := other.open(g.ID)
		tb.must(wire.ClientMessage{Type: "join", Name: given})
		if g.Black.Name != want || tb.game.White.Name != want {
			t.Errorf("%q is called %q and %q, want %q", given, g.Black.Name, tb.game.White.Name, want)
		}
	}
	look := blitz
	look.Name = "Ada-King"
	a := newPerson(t, url).search(t, look)
	newPerson(t, url).search(t, look)
	if g := newPerson(t, url).open(a.until("paired").Game).game; g.Black.Name+g.White.Name != "" {
		t.Errorf("paired as %q and %q", g.Black.Name, g.White.Name)
	}
}

// TestGuestsChallengeNobody: guests cannot challenge players, since they can be neither blocked nor held responsible.
func TestGuestsChallengeNobody(t *testing.T) {
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada := member(t, s, url, "Ada")
	in := goGame("player")
	in.To = "Ada"
	if status, body := newPerson(t, url).call("POST", "/api/games", in, nil); status != http.StatusUnauthorized ||
		!strings.Contains(body, "Sign in") {
		t.Errorf("%d %s", status, body)
	}
	if l := ada.lobby(); len(l.Challenges) != 0 {
		t.Errorf("Ada's lobby: %+v", l.Challenges)
	}
}

// from sends requests as a proxy for a client at an address.
type from string

func (f from) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-Forwarded-For", string(f))
	return http.DefaultTransport.RoundTrip(r)
}

// TestAddressesBehindProxy: failed sign-ins lock out no other client of the same
// proxy, and naming other addresses does not reset the count.
func TestAddressesBehindProxy(t *testing.T) {
	url, _, _ := startAt(t, func(cfg *Config) { cfg.Proxies.Networks = proxy.Networks{netip.MustParsePrefix("127.0.0.1/32")} })
	ada, eve := newPerson(t, url), newPerson(t, url)
	ada.http.Transport = from("198.51.100.1")
	ada.signUp("Ada")
	var devices account.Devices
	ada.must(200, "GET", "/api/account/sessions", nil, &devices)
	if len(devices.Devices) != 1 || devices.Devices[0].Address != "198.51.100.1" {
		t.Errorf("signed in at %+v", devices.Devices)
	}
	for i := range 40 {
		eve.http.Transport = from(fmt.Sprintf("203.0.113.%d, 192.0.2.66", i))
		in := account.SignIn{Name: fmt.Sprint("Stranger-", i), Password: good}
		if status, _ := eve.call("POST", "/api/account/sign-in", in, nil); (status == http.StatusTooManyRequests) != (i > 30) {
			t.Fatalf("try %d: %d", i+1, status)
		}
	}
	ada.signIn(200, "Ada", good)
}

// TestPasswordIsHalfAProof: a signed-in browser and the password are not enough to get
// around the app's codes by changing the password, which would otherwise count as a
// recent sign-in.
func TestPasswordIsHalfAProof(t *testing.T) {
	url, clock, _ := startAt(t, nil)
	ada := newPerson(t, url).signUp("Ada")
	clock.pass(time.Hour)
	ada.must(200, "PUT", "/api/account/password", account.NewPassword{Old: good, New: better}, nil) // sufficient without an app
	var app account.App
	ada.must(200, "POST", "/api/account/app", nil, &app)
	code, err := totp.GenerateCode(app.Secret, clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	ada.must(200, "PUT", "/api/account/app", account.AppCode{ID: app.ID, Code: code}, nil)
	clock.pass(time.Hour)
	ada.must(401, "DELETE", "/api/account/app", nil, nil)
	ada.must(401, "PUT", "/api/account/password", account.NewPassword{Old: better, New: good}, nil)
	ada.must(401, "DELETE", "/api/account/app", nil, nil)
}
