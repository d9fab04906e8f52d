package server

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/learn/training"
	"moyo/server/people/account"
	"moyo/server/people/account/openid"
	"moyo/server/people/account/openid/openidtest"
	"moyo/server/people/account/passkey/passkeytest"
	"moyo/server/people/account/password"
	"moyo/server/play/chat"
	"moyo/server/play/lobby"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// good is a strong password, and better is another.
const (
	good   = "nine hungry swallows"
	better = "ten thirsty swallows"
)

// must makes a request and checks the status.
func (p *person) must(status int, method, path string, in, out any) string {
	p.t.Helper()
	got, body := p.call(method, path, in, out)
	if got != status {
		p.t.Fatalf("%s %s %+v: %d %s, want %d", method, path, in, got, body, status)
	}
	return body
}

// token returns the browser's token.
func (p *person) token() string {
	p.t.Helper()
	at, err := url.Parse(p.url)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, c := range p.http.Jar.Cookies(at) {
		if c.Name == "moyo" {
			return c.Value
		}
	}
	return ""
}

func (p *person) me() wire.Me {
	p.t.Helper()
	var me wire.Me
	p.must(200, "GET", "/api/me", nil, &me)
	return me
}

func (p *person) account() account.Account {
	p.t.Helper()
	var a account.Account
	p.must(200, "GET", "/api/account", nil, &a)
	return a
}

// signUp creates an account with the good password.
func (p *person) signUp(name string) *person {
	p.t.Helper()
	p.must(201, "POST", "/api/account", wire.SignUp{Name: name, Password: good}, nil)
	return p
}

func (p *person) signIn(status int, name, password string) account.SignedIn {
	p.t.Helper()
	var in account.SignedIn
	p.must(status, "POST", "/api/account/sign-in", account.SignIn{Name: name, Password: password}, &in)
	return in
}

// challenge requests the challenge for a passkey.
func (p *person) challenge(for_, name string) account.PasskeyChallenge {
	p.t.Helper()
	var c account.PasskeyChallenge
	p.must(200, "POST", "/api/account/passkey-challenge", account.PasskeyQuestion{For: for_, Name: name}, &c)
	return c
}

// origin is the server's origin with a host name.
func (p *person) origin() string { return strings.Replace(p.url, "127.0.0.1", "localhost", 1) }

// byName makes a person address the server by a host name, as passkeys need it.
func (p *person) byName() *person {
	p.url = p.origin()
	return p
}

func (p *person) signInByKey(status int, key *passkeytest.Key) {
	p.t.Helper()
	c := p.challenge("sign-in", "")
	answer := key.Use(p.t, []byte(c.Options), p.origin(), nil)
	p.must(status, "POST", "/api/account/sign-in/passkey", wire.PasskeyAnswer{ID: c.ID, Credential: string(answer)}, nil)
}

// clock is a time that tests control.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// startAt starts a server with a clock of the test.
func startAt(t testing.TB, change func(*Config)) (string, *clock, *Server) {
	c := &clock{now: time.Now()}
	cfg := testConfig(newStore(t))
	cfg.Now = c.Now
	if change != nil {
		change(&cfg)
	}
	s := New(cfg)
	return serveFor(t, s), c, s
}

// TestGuestUpgrade: a guest with games, a seat, a board and training creates an
// account, keeps all of it, and the previous token becomes invalid.
func TestGuestUpgrade(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada, bo := newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada"})
	table := ada.open(g.ID)
	b := bo.open(g.ID)
	b.must(wire.ClientMessage{Type: "join"})
	table.untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
	table.play("C3")
	ada.must(201, "POST", "/api/boards", boards.NewBoard{Name: "Mine", File: "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\nl 2 3\n", Component: -1}, nil)
	var collection training.CollectionReport
	ada.must(201, "POST", "/api/training/collections",
		training.NewCollection{Title: "Mine", Files: []training.CollectionFile{{Name: "a", Text: three}}}, &collection)
	before := ada.token()

	ada.signUp("Ada")
	if me := ada.me(); me.Role != "player" || me.Name != "Ada" {
		t.Fatalf("after signing up: %+v", me)
	}
	if ada.token() == before {
		t.Error("the token was not changed")
	}
	again := ada.open(g.ID)
	if again.you != "black" || len(again.moves) != 1 {
		t.Errorf("the seat is %q after %v", again.you, again.moves)
	}
	b.untilState("Ada's move", func(s wire.State) bool { return s.Ply == 1 })
	b.play("B2")
	again.untilState("Bo's move", func(s wire.State) bool { return s.Ply == 2 })
	again.play("D4")
	var lobby lobby.Lobby
	ada.must(200, "GET", "/api/games", nil, &lobby)
	if len(lobby.Mine) != 1 || lobby.Mine[0].ID != g.ID {
		t.Errorf("games after signing up: %+v", lobby.Mine)
	}
	var c Catalog
	ada.must(200, "GET", "/api/catalog", nil, &c)
	if last := c.Boards[len(c.Boards)-1]; last.Group != "own" {
		t.Errorf("the board is gone: %+v", last)
	}
	if p := ada.next(training.TrainingChoice{Mode: "collection", Collection: collection.Collection.ID}); p.Title != "Mine" {
		t.Errorf("the problems are gone: %+v", p)
	}
	// The previous connection ends immediately.
	for {
		if _, err := table.receive(); err != nil {
			break
		}
	}
	thief := newPerson(t, url)
	thief.setToken(before)
	if me := thief.me(); me.Role != "guest" {
		t.Errorf("the guest's token is still valid for %+v", me)
	}
	if status, body := thief.call("GET", "/api/games/"+g.ID+"/ws", nil, nil); status != 400 || !strings.Contains(body, "account.justMade") {
		t.Errorf("a game was opened with the guest's token: %d %s", status, body)
	}
	status, body := ada.call("POST", "/api/account", wire.SignUp{Name: "Ada2", Password: good}, nil)
	if status != 400 || !strings.Contains(body, "already") {
		t.Errorf("a second account: %d %s", status, body)
	}
}

// TestSignUpRefuses tries invalid accounts.
func TestSignUpRefuses(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	newPerson(t, url).signUp("Ada")
	for _, c := range []struct {
		in     wire.SignUp
		status int
		words  string
	}{
		{wire.SignUp{Name: "Bo"}, 400, "at least 8"},
		{wire.SignUp{Name: "Bo", Password: "password1"}, 400, "too easy"},
		{wire.SignUp{Name: "BoDiddley", Password: "bodiddley1"}, 400, "too easy"},
		{wire.SignUp{Name: "Bo", Password: strings.Repeat("x", 200)}, 400, "at most 128"},
		{wire.SignUp{Name: "", Password: good}, 400, "at least two"},
		{wire.SignUp{Name: "B\u202eo", Password: good}, 400, "U+202E"},
		{wire.SignUp{Name: "Вo", Password: good}, 400, "mix"},
		{wire.SignUp{Name: "Admin", Password: good}, 400, "reserved for the server"},
		{wire.SignUp{Name: "ADA", Password: good}, 409, "looks like it"},
		{wire.SignUp{Name: "a-d_a", Password: good}, 409, "looks like it"},
		{wire.SignUp{Name: "Àdà", Password: good}, 409, "looks like it"},
		{wire.SignUp{Name: "Bo", Passkey: &wire.PasskeyAnswer{ID: "made up", Credential: "{}"}}, 400, "too long"},
		{wire.SignUp{Name: "Bo", Elsewhere: "made up"}, 400, "too long"},
		{wire.SignUp{Name: "Bo", Password: strings.Repeat("x", 40_000)}, 413, "large"},
	} {
		p := newPerson(t, url)
		if status, body := p.call("POST", "/api/account", c.in, nil); status != c.status || !strings.Contains(body, c.words) {
			t.Errorf("%+.80v: %d %s, want %d %q", c.in, status, body, c.status, c.words)
		}
		if me := p.me(); me.Role != "guest" {
			t.Errorf("%+.80v: is %+v", c.in, me)
		}
	}
	for name, free := range map[string]bool{"Bo": true, "ada": false, "moyo": false, "x": false} {
		var check account.NameCheck
		newPerson(t, url).must(200, "GET", "/api/account/name?name="+name, nil, &check)
		if check.Free != free || (check.Why == "") != free {
			t.Errorf("%s: %+v", name, check)
		}
	}
}

// TestOneName: of many concurrent requests for similar names one succeeds; the
// others stay guests.
func TestOneName(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	var wait sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for _, name := range []string{"Lill1an", "LILLIAN", "lillian", "Lil-lian", "lilIian", "Líllian", "1i11ian", "lillian_"[:7]} {
		wait.Go(func() {
			status, _ := newPerson(t, url).call("POST", "/api/account", wire.SignUp{Name: name, Password: good}, nil)
			mu.Lock()
			defer mu.Unlock()
			counts[status]++
		})
	}
	wait.Wait()
	if counts[201] != 1 || counts[409] != 7 {
		t.Errorf("answers: %v", counts)
	}
	// Of many concurrent sign-ups of one guest, one succeeds.
	ada := newPerson(t, url)
	ada.me()
	clear(counts)
	for i := range 5 {
		wait.Go(func() {
			status, _ := ada.call("POST", "/api/account", wire.SignUp{Name: fmt.Sprintf("ada-%c", 'a'+i), Password: good}, nil)
			mu.Lock()
			defer mu.Unlock()
			counts[status]++
		})
	}
	if wait.Wait(); counts[201] != 1 || counts[201]+counts[400] != 5 {
		t.Errorf("answers to one guest: %v", counts)
	}
	// A late request does not create another account, and the account stays.
	bob, late := newPerson(t, url), newPerson(t, url)
	bob.me()
	late.setToken(bob.token())
	bob.signUp("Bob")
	status, body := late.call("POST", "/api/account", wire.SignUp{Name: "Robert", Password: good}, nil)
	if status != 400 || !strings.Contains(body, "account.justMade") {
		t.Errorf("a second account of a guest who has one: %d %s", status, body)
	}
	late.setToken(bob.token())
	if me := late.me(); me.Name != "Bob" {
		t.Errorf("the late guest is %+v", me)
	}
}

// TestPasswordCost checks that without a configured cost, as in the program, passwords'
// hashes have the standard cost. Most tests configure the lowest.
func TestPasswordCost(t *testing.T) {
	t.Parallel()
	for cost, want := range map[password.Cost]string{{}: "$argon2id$v=19$m=19456,t=2,p=1$", password.Least: "$argon2id$v=19$m=8,t=1,p=1$"} {
		disk := newStore(t)
		cfg := testConfig(disk)
		cfg.PasswordCost = cost
		url := start(t, cfg)
		newPerson(t, url).signUp("Ada")
		newPerson(t, url).signIn(200, "Ada", good)
		ada, err := disk.PlayerNamed(t.Context(), skeleton("Ada"))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := disk.Credentials(t.Context(), ada.ID)
		if err != nil || !strings.HasPrefix(kept.Password, want) {
			t.Errorf("of cost %+v, %q is kept: %v; want %s", cost, kept.Password, err, want)
		}
	}
}

// TestSignIn signs in in another browser, and out again. Each time the token is new, so that
// an earlier token, seen or planted by an attacker, is invalid.
func TestSignIn(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	newPerson(t, url).signUp("Ada")
	phone := newPerson(t, url)
	phone.me()
	planted := phone.token()
	if in := phone.signIn(200, " aDA ", good); in.Name != "Ada" || in.Need != "" {
		t.Errorf("signed in as %+v", in)
	}
	first := phone.token()
	thief := newPerson(t, url)
	thief.setToken(planted)
	if me := thief.me(); first == planted || me.Role != "guest" {
		t.Errorf("who planted the token is %+v", me)
	}
	phone.signIn(200, "Ada", good) // again: the previous session ends
	thief.setToken(first)
	if me := thief.me(); me.Role != "guest" {
		t.Errorf("the token before is still good: %+v", me)
	}
	last := phone.token()
	phone.must(204, "DELETE", "/api/session", nil, nil)
	if me := phone.me(); me.Role != "guest" || phone.token() == last {
		t.Errorf("signed out: %+v", me)
	}
	thief.setToken(last)
	if me := thief.me(); me.Role != "guest" {
		t.Errorf("after signing out: %+v", me)
	}
}

// TestGuestComesBack: a guest who signs in to an existing account has their guest data again
// after signing out, and no other player has it, including a player who then creates an
// account in that browser.
func TestGuestComesBack(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	newPerson(t, url).signUp("Ada")
	p := newPerson(t, url)
	p.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
	guest := p.token()
	games := func() int {
		var lobby lobby.Lobby
		p.must(200, "GET", "/api/games", nil, &lobby)
		return len(lobby.Mine)
	}
	p.signIn(200, "Ada", good)
	if n := games(); n != 0 {
		t.Errorf("Ada has %d games of the guest", n)
	}
	p.signIn(200, "Ada", good) // from an account: the guest stays the same
	p.must(204, "DELETE", "/api/session", nil, nil)
	if n := games(); n != 1 || p.token() != guest {
		t.Errorf("the guest has %d games, token %s, was %s", n, p.token(), guest)
	}
	p.signUp("Bo")
	p.must(204, "DELETE", "/api/session", nil, nil)
	if me := p.me(); me.Role != "guest" || p.token() == guest || games() != 0 {
		t.Errorf("after the guest has become Bo: %+v with the token %s and %d games", me, p.token(), games())
	}
}

// TestNoEnumeration: a wrong name and a wrong password cause exactly the same answer,
// and so does being locked out.
func TestNoEnumeration(t *testing.T) {
	t.Parallel()
	url, _, _ := startAt(t, nil)
	key := newPerson(t, url).byName()
	c := key.challenge("sign-up", "Keyed")
	_, answer := passkeytest.Make(t, []byte(c.Options), key.origin(), nil)
	key.must(201, "POST", "/api/account", wire.SignUp{Name: "Keyed", Passkey: &wire.PasskeyAnswer{ID: c.ID, Credential: string(answer)}}, nil)
	newPerson(t, url).signUp("Ada")
	stranger := newPerson(t, url)
	var answers []string
	for range 7 {
		var texts []string
		for _, name := range []string{"Ada", "No-such-name", "Keyed"} {
			status, body := stranger.call("POST", "/api/account/sign-in", account.SignIn{Name: name, Password: better}, nil)
			_, code := stranger.call("POST", "/api/account/sign-in", account.SignIn{Name: name, Code: "aaaa-aaaa-aaaa-aaaa"}, nil)
			texts = append(texts, fmt.Sprint(status, body, code))
		}
		if texts[0] != texts[1] || texts[0] != texts[2] {
			t.Errorf("the answers differ: %q", texts)
		}
		answers = append(answers, texts[0])
	}
	if !strings.Contains(answers[0], "Wrong name or password") || !strings.Contains(answers[6], "Please wait") {
		t.Errorf("answers %q", answers)
	}
	_, body := stranger.call("POST", "/api/account/sign-in", account.SignIn{Name: "☃", Password: better}, nil)
	if !strings.Contains(body, "Wrong name or password") {
		t.Errorf("an invalid name: %s", body)
	}
}

// TestLockout: after failed attempts strangers have to wait, longer and longer up to a bound.
// The player can sign in with a passkey or in a known browser, and after the wait in
// any browser.
func TestLockout(t *testing.T) {
	t.Parallel()
	url, clock, _ := startAt(t, nil)
	ada := newPerson(t, url).byName().signUp("Ada")
	c := ada.challenge("add", "")
	key, answer := passkeytest.Make(t, []byte(c.Options), ada.origin(), nil)
	ada.must(204, "POST", "/api/account/passkeys", wire.PasskeyAnswer{ID: c.ID, Credential: string(answer), Title: "Phone"}, nil)
	ada.must(204, "DELETE", "/api/session", nil, nil)

	stranger := newPerson(t, url)
	guess := func() (int, string) { // a recovery code, which counts the same and costs no time
		return stranger.call("POST", "/api/account/sign-in", account.SignIn{Name: "Ada", Code: "aaaa-aaaa-aaaa-aaaa"}, nil)
	}
	stranger.signIn(422, "Ada", better)
	for i := range 5 {
		if status, body := guess(); status != 422 {
			t.Fatalf("guess %d: %d %s", i, status, body)
		}
	}
	for i := range 15 {
		status, body := guess()
		if status != 429 || !strings.Contains(body, "Please wait") {
			t.Fatalf("guess %d after the free ones: %d %s", i, status, body)
		}
		clock.pass(16 * time.Minute)
		if status, body := guess(); status != 422 {
			t.Fatalf("after the longest wait: %d %s", status, body)
		}
	}
	status, body := newPerson(t, url).call("POST", "/api/account/sign-in", account.SignIn{Name: "Ada", Password: good}, nil)
	if status != 429 || !strings.Contains(body, "15 minutes") {
		t.Errorf("the right password in an unknown browser: %d %s", status, body)
	}
	ada.signIn(200, "Ada", good) // its browser is known
	newPerson(t, url).byName().signInByKey(200, key)
	// A forged cookie does not help.
	forger := newPerson(t, url)
	at, _ := http.NewRequest("GET", url, nil)
	forger.http.Jar.SetCookies(at.URL, []*http.Cookie{{Name: "moyo-known", Value: identity.NewToken(), Path: "/"}})
	forger.signIn(429, "Ada", good)
	clock.pass(15 * time.Minute)
	newPerson(t, url).signIn(200, "Ada", good)
	if status, body := guess(); status != 422 {
		t.Errorf("all is forgiven by then: %d %s", status, body)
	}
	// A known browser has its own count.
	clock.pass(time.Hour) // the address has failed often
	for range 11 {
		ada.must(422, "POST", "/api/account/sign-in", account.SignIn{Name: "Ada", Code: "aaaa-aaaa-aaaa-aaaa"}, nil)
	}
	ada.signIn(429, "Ada", good)
	newPerson(t, url).signIn(200, "Ada", good)
}

// TestAddressLockout: an address that tries many names has to wait as well. Successful sign-ins
// from the same address do not count.
func TestAddressLockout(t *testing.T) {
	t.Parallel()
	url, clock, _ := startAt(t, nil)
	newPerson(t, url).signUp("Ada")
	for i := range 31 {
		if i%5 == 0 {
			newPerson(t, url).signIn(200, "Ada", good)
		}
		newPerson(t, url).must(422, "POST", "/api/account/sign-in",
			account.SignIn{Name: fmt.Sprintf("name-%c%c", 'a'+i%26, 'a'+i/26), Code: "a"}, nil)
	}
	newPerson(t, url).signIn(429, "another", good)
	clock.pass(time.Minute)
	newPerson(t, url).signIn(200, "Ada", good)
}

// TestManySignIns: 200 concurrent sign-ins are answered or told to retry; none hangs, and
// the passwords checked at the same time are bounded.
func TestManySignIns(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	for i := range 4 {
		newPerson(t, url).signUp(fmt.Sprintf("ada-%c", 'a'+i))
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for i := range 200 {
		wait.Go(func() {
			status, body := newPerson(t, url).call("POST", "/api/account/sign-in",
				account.SignIn{Name: fmt.Sprintf("ada-%c", 'a'+i%4), Password: good}, nil)
			mu.Lock()
			defer mu.Unlock()
			if counts[status]++; status != 200 && status != 503 && status != 429 {
				t.Errorf("%d %s", status, body)
			}
		})
	}
	if wait.Wait(); counts[200] < 10 {
		t.Errorf("answers: %v", counts)
	}
}

// TestPasskeys creates an account with a passkey, adds another, signs in with both,
// and never removes the last way to sign in.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	url, clock, _ := startAt(t, nil)
	ada := newPerson(t, url).byName()
	if a := ada.account(); !a.Offers.Passkeys || a.Name != "" || a.Offers.Elsewhere != "" || a.Offers.Mail {
		t.Errorf("a guest's account: %+v", a)
	}
	status, body := newPerson(t, url).call("POST", "/api/account/passkey-challenge", account.PasskeyQuestion{For: "sign-in"}, nil)
	if status != 400 || !strings.Contains(body, "localhost") {
		t.Errorf("by a number: %d %s", status, body)
	}
	c := ada.challenge("sign-up", "Ada")
	first, answer := (&passkeytest.Key{Counter: 1}).Make(t, []byte(c.Options), ada.origin(), nil)
	ada.must(201, "POST", "/api/account",
		wire.SignUp{Name: "Ada", Passkey: &wire.PasskeyAnswer{ID: c.ID, Credential: string(answer), Title: "Phone"}}, nil)
	ada.must(400, "DELETE", "/api/account/passkeys/"+ada.account().Passkeys[0].ID, nil, nil)
	c = ada.challenge("add", "")
	if !strings.Contains(c.Options, ada.account().Passkeys[0].ID) {
		t.Errorf("the first key is not named: %s", c.Options)
	}
	second, answer := passkeytest.Make(t, []byte(c.Options), ada.origin(), nil)
	ada.must(204, "POST", "/api/account/passkeys", wire.PasskeyAnswer{ID: c.ID, Credential: string(answer)}, nil)
	for _, key := range []*passkeytest.Key{first, second, first} {
		newPerson(t, url).byName().signInByKey(200, key)
	}
	clone := *first
	clone.Counter = 1
	newPerson(t, url).byName().signInByKey(422, &clone)
	keys := ada.account().Passkeys
	if len(keys) != 2 || keys[0].Title != "Phone" || keys[1].Title == "" || !keys[0].Here {
		t.Fatalf("keys: %+v", keys)
	}
	ada.must(204, "PUT", "/api/account/passkeys/"+keys[1].ID, account.PasskeyTitle{Title: " Old\u202e laptop "}, nil)
	ada.must(404, "PUT", "/api/account/passkeys/nothing", account.PasskeyTitle{Title: "Mine"}, nil)
	if keys = ada.account().Passkeys; keys[1].Title != "Old laptop" {
		t.Errorf("renamed: %+v", keys)
	}
	bo := newPerson(t, url).byName().signUp("Bo")
	bo.must(404, "DELETE", "/api/account/passkeys/"+keys[0].ID, nil, nil)

	clock.pass(time.Hour)
	if a := ada.account(); a.Fresh {
		t.Error("fresh after an hour")
	}
	for _, method := range []string{"DELETE"} {
		if status, body := ada.call(method, "/api/account/passkeys/"+keys[1].ID, nil, nil); status != 401 ||
			!strings.Contains(body, "sign in again") {
			t.Errorf("after an hour: %d %s", status, body)
		}
	}
	if status, _ := ada.call("POST", "/api/account/passkey-challenge", account.PasskeyQuestion{For: "add"}, nil); status != 401 {
		t.Errorf("another key after an hour: %d", status)
	}
	ada.signInByKey(200, first)
	ada.must(204, "DELETE", "/api/account/passkeys/"+keys[1].ID, nil, nil)
	newPerson(t, url).byName().signInByKey(422, second)
	ada.must(400, "DELETE", "/api/account/passkeys/"+keys[0].ID, nil, nil)
	newPerson(t, url).byName().signInByKey(200, first)
}

// TestLastWay: two concurrent removals leave one way to sign in.
func TestLastWay(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada := newPerson(t, url).byName().signUp("Ada")
	c := ada.challenge("add", "")
	_, answer := passkeytest.Make(t, []byte(c.Options), ada.origin(), nil)
	ada.must(204, "POST", "/api/account/passkeys", wire.PasskeyAnswer{ID: c.ID, Credential: string(answer)}, nil)
	id := ada.account().Passkeys[0].ID
	var wait sync.WaitGroup
	for i := range 6 {
		wait.Go(func() {
			p := &person{t, ada.url, ada.http}
			if i%2 == 0 {
				p.call("DELETE", "/api/account/passkeys/"+id, nil, nil)
			} else {
				p.call("PUT", "/api/account/password", account.NewPassword{}, nil)
			}
		})
	}
	wait.Wait()
	last := newPerson(t, url)
	status, _ := last.call("POST", "/api/account/sign-in", account.SignIn{Name: "Ada", Password: good}, nil)
	if a := ada.account(); a.Name == "Ada" && len(a.Passkeys) == 0 && status != 200 {
		t.Error("there is no way in left")
	}
}

// TestSecondFactor turns on codes of an app and signs in with them, each once, then
// with recovery codes, each once, and turns them off.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	url, clock, _ := startAt(t, nil)
	ada := newPerson(t, url).signUp("Ada")
	code := func(secret string) string {
		text, err := totp.GenerateCode(secret, clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var app account.App
	ada.must(200, "POST", "/api/account/app", nil, &app)
	if !strings.HasPrefix(app.Picture, "data:image/png;base64,") || !strings.Contains(app.Link, app.Secret) {
		t.Errorf("%.100v", app)
	}
	ada.must(400, "PUT", "/api/account/app", account.AppCode{ID: app.ID, Code: "000000"}, nil)
	ada.must(400, "PUT", "/api/account/app", account.AppCode{ID: app.ID, Code: code(app.Secret)}, nil) // only started again
	ada.must(200, "POST", "/api/account/app", nil, &app)
	var codes account.RecoveryCodes
	ada.must(200, "PUT", "/api/account/app", account.AppCode{ID: app.ID, Code: code(app.Secret)}, &codes)
	if a := ada.account(); !a.App || a.Recovery != 10 || len(codes.Codes) != 10 {
		t.Fatalf("turned on: %+v, %v", a, codes)
	}
	phone := newPerson(t, url)
	sign := func(status int, password, code string) account.SignedIn {
		t.Helper()
		var in account.SignedIn
		phone.must(status, "POST", "/api/account/sign-in", account.SignIn{Name: "Ada", Password: password, Code: code}, &in)
		return in
	}
	if in := sign(200, good, ""); in.Need != "code" || phone.me().Role != "guest" {
		t.Errorf("without a code: %+v", in)
	}
	sign(422, good, code(app.Secret)) // already used to turn codes on
	clock.pass(30 * time.Second)
	now := code(app.Secret)
	sign(422, better, now)
	sign(200, good, now)
	if phone.me().Name != "Ada" {
		t.Error("not signed in")
	}
	sign(422, good, now)
	sign(200, good, codes.Codes[0])
	sign(422, good, codes.Codes[0])
	sign(422, "", codes.Codes[1]) // not enough alone with an app
	if a := phone.account(); a.Recovery != 9 {
		t.Errorf("codes left: %d", a.Recovery)
	}
	var fresh account.RecoveryCodes
	phone.must(200, "POST", "/api/account/recovery", nil, &fresh)
	sign(422, good, codes.Codes[2])
	clock.pass(15 * time.Minute)
	sign(200, good, fresh.Codes[2])
	phone.must(204, "DELETE", "/api/account/app", nil, nil)
	if in := sign(200, good, ""); in.Need != "" {
		t.Errorf("turned off: %+v", in)
	}
	sign(200, "", fresh.Codes[3]) // for users who have lost all else
	sign(422, "", fresh.Codes[3])
}

// TestCodesAreNotGuessed: with the password one cannot try codes without end, nor
// reset the count by asking whether a code is needed.
func TestCodesAreNotGuessed(t *testing.T) {
	t.Parallel()
	url, clock, _ := startAt(t, nil)
	ada := newPerson(t, url).signUp("Ada")
	var app account.App
	ada.must(200, "POST", "/api/account/app", nil, &app)
	now, err := totp.GenerateCode(app.Secret, clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	ada.must(200, "PUT", "/api/account/app", account.AppCode{ID: app.ID, Code: now}, nil)
	stranger := newPerson(t, url)
	passed := 0
	for i := range 40 {
		if i%2 == 0 {
			stranger.call("POST", "/api/account/sign-in", account.SignIn{Name: "Ada", Password: good}, nil)
		} else if status, _ := stranger.call("POST", "/api/account/sign-in",
			account.SignIn{Name: "Ada", Password: good, Code: fmt.Sprintf("%06d", i)}, nil); status != 429 {
			passed++
		}
	}
	if passed > 4 {
		t.Errorf("%d codes were looked at", passed)
	}
}

// TestChangePassword requires the old password, or a recent sign-in, and ends all
// other sessions and their connections immediately.
func TestChangePassword(t *testing.T) {
	t.Parallel()
	url, clock, _ := startAt(t, nil)
	ada, other := newPerson(t, url).signUp("Ada"), newPerson(t, url)
	other.signIn(200, "Ada", good)
	g := other.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
	table := other.open(g.ID)
	token := ada.token()
	for _, c := range []struct {
		in    account.NewPassword
		words string
	}{
		{account.NewPassword{New: "password1"}, "too easy"},
		{account.NewPassword{New: "ada-ada-ada"}, "too easy"},
		{account.NewPassword{}, "only way to sign in"},
	} {
		if status, body := ada.call("PUT", "/api/account/password", c.in, nil); status != 400 || !strings.Contains(body, c.words) {
			t.Errorf("%+v: %d %s", c.in, status, body)
		}
	}
	ada.must(200, "PUT", "/api/account/password", account.NewPassword{New: better}, nil)
	if ada.token() == token || ada.me().Name != "Ada" {
		t.Error("the token was not changed, or is no good")
	}
	dropped := make(chan struct{})
	go func() {
		defer close(dropped)
		for {
			if _, err := table.receive(); err != nil {
				return
			}
		}
	}()
	select {
	case <-dropped:
	case <-time.After(endsWithin):
		t.Error("the connection elsewhere is open still")
	}
	if me := other.me(); me.Role != "guest" {
		t.Errorf("elsewhere: %+v", me)
	}
	other.signIn(422, "Ada", good)
	other.signIn(200, "Ada", better)
	clock.pass(time.Hour)
	ada.must(422, "PUT", "/api/account/password", account.NewPassword{New: good}, nil)
	ada.must(422, "PUT", "/api/account/password", account.NewPassword{Old: good, New: good}, nil)
	ada.must(200, "PUT", "/api/account/password", account.NewPassword{Old: better, New: good}, nil)
	if me := other.me(); me.Role != "guest" {
		t.Errorf("elsewhere, later: %+v", me)
	}
}

// TestDevices lists a player's sessions and ends them.
func TestDevices(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada := newPerson(t, url).signUp("Ada")
	var others []*person
	for range 3 {
		p := newPerson(t, url)
		p.signIn(200, "Ada", good)
		others = append(others, p)
	}
	bo := newPerson(t, url).signUp("Bo")
	devices := func() []account.SignedInDevice {
		var d account.Devices
		ada.must(200, "GET", "/api/account/sessions", nil, &d)
		return d.Devices
	}
	found := devices()
	here := slices.IndexFunc(found, func(d account.SignedInDevice) bool { return d.Here })
	if len(found) != 4 || here < 0 || found[here].Title == "" || found[here].Address != "127.0.0.1" {
		t.Fatalf("devices: %+v", found)
	}
	for _, p := range append(others, ada) {
		if text := fmt.Sprint(found); strings.Contains(text, p.token()) || strings.Contains(text, identity.Hash(p.token())) {
			t.Error("the list tells tokens")
		}
	}
	one := found[(here+1)%4].ID
	bo.must(404, "DELETE", "/api/account/sessions/"+one, nil, nil)
	bo.must(204, "DELETE", "/api/account/sessions", nil, nil)
	ada.must(404, "DELETE", "/api/account/sessions/x", nil, nil)
	ada.must(204, "DELETE", "/api/account/sessions/"+one, nil, nil)
	signedIn := func() (n int) {
		for _, p := range others {
			if p.me().Name == "Ada" {
				n++
			}
		}
		return n
	}
	if n := signedIn(); n != 2 || len(devices()) != 3 {
		t.Errorf("%d others are signed in, %d devices", n, len(devices()))
	}
	ada.must(204, "DELETE", "/api/account/sessions", nil, nil)
	if n := signedIn(); n != 0 || len(devices()) != 1 || ada.me().Name != "Ada" {
		t.Errorf("%d others are signed in, %d devices", n, len(devices()))
	}
}

// follow makes a browser go to the other site and back, and returns where the
// server redirects it.
func (p *person) follow(for_ string) url.Values {
	p.t.Helper()
	var to account.ElsewhereAddress
	p.must(200, "POST", "/api/account/elsewhere", account.Elsewhere{For: for_}, &to)
	browser := *p.http
	var last *http.Request
	browser.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		last = r
		if r.URL.Path == "/account" {
			return http.ErrUseLastResponse
		}
		return nil
	}
	res, err := browser.Get(to.Address)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	if last == nil || last.URL.Path != "/account" {
		body, _ := io.ReadAll(res.Body)
		p.t.Fatalf("sent to %v: %d %s", last, res.StatusCode, body)
	}
	return last.URL.Query()
}

// TestElsewhere signs up with an account at another site, signs in with it, and links it
// to an account with a password. It is not possible to take another player's link.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	at := openidtest.Start(t)
	issuer, err := openid.New(openid.Config{Issuer: at.URL, Client: openidtest.Client, Secret: openidtest.Secret, Title: "the club"}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	server, _, _ := startAt(t, func(cfg *Config) { cfg.Elsewhere = issuer })
	ada := newPerson(t, server)
	if a := ada.account(); a.Offers.Elsewhere != "the club" {
		t.Errorf("offers %+v", a.Offers)
	}
	back := ada.follow("sign-in")
	if back.Get("name") != "Ada" || back.Get("elsewhere") == "" || ada.me().Role != "guest" {
		t.Fatalf("a newcomer comes back with %v", back)
	}
	thief := newPerson(t, server)
	thief.must(400, "POST", "/api/account", wire.SignUp{Name: "Thief", Elsewhere: back.Get("elsewhere")}, nil)
	ada.must(201, "POST", "/api/account", wire.SignUp{Name: "Ada", Elsewhere: back.Get("elsewhere")}, nil)
	links := ada.account().Links
	if len(links) != 1 || links[0].Name != "Ada" {
		t.Fatalf("links: %+v", links)
	}
	ada.must(400, "DELETE", "/api/account/links/"+links[0].ID, nil, nil)
	phone := newPerson(t, server)
	if back := phone.follow("sign-in"); len(back) != 0 || phone.me().Name != "Ada" {
		t.Errorf("signed in as %+v, %v", phone.me(), back)
	}

	bo := newPerson(t, server).signUp("Bo")
	if back := bo.follow("link"); back.Get("problem") != "taken" || len(bo.account().Links) != 0 {
		t.Errorf("another's: %v", back)
	}
	at.Set(func(i *openidtest.Issuer) { i.Subject, i.Name = "bo-7", "" })
	if back := bo.follow("sign-in"); back.Get("problem") != "unknown" || bo.me().Name != "Bo" {
		t.Errorf("with an account here and another at the site: %v", back)
	}
	if back := bo.follow("link"); back.Get("linked") == "" || len(bo.account().Links) != 1 {
		t.Errorf("linked: %v", back)
	}
	if back := phone.follow("sign-in"); len(back) != 0 || phone.me().Name != "Bo" {
		t.Errorf("signed in as %+v, %v", phone.me(), back)
	}
	bo.must(204, "DELETE", "/api/account/links/"+bo.account().Links[0].ID, nil, nil)
	bo.must(404, "DELETE", "/api/account/links/x", nil, nil)

	// A link to the callback, or an answer for another browser, signs no user in.
	for _, query := range []string{"", "?state=x&code=y", "?error=access_denied"} {
		res, err := thief.http.Get(server + "/api/account/elsewhere" + query)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if got := res.Request.URL; got.Path != "/account" || got.Query().Get("problem") != "too-late" || thief.me().Role != "guest" {
			t.Errorf("%s leads to %s", query, got)
		}
	}
	other := newPerson(t, startMemory(t))
	if status, _ := other.call("POST", "/api/account/elsewhere", account.Elsewhere{For: "sign-in"}, nil); status != 404 {
		t.Errorf("where there is no other site: %d", status)
	}
	bo.must(400, "POST", "/api/account/elsewhere", account.Elsewhere{For: "fun"}, nil)
}

// letters records mail instead of sending it.
type letters struct {
	mu   sync.Mutex
	sent []string // to, subject and text
}

func (l *letters) Send(_ context.Context, to, subject, text string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = append(l.sent, to+"\n"+subject+"\n"+text)
	return nil
}

var linkIn = regexp.MustCompile(`https://go\.example/account\?\S+`)

// last returns the query of the link in the last letter, and checks the number of
// letters.
func (l *letters) last(t *testing.T, s *Server, count int) url.Values {
	t.Helper()
	s.accounts.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.sent) != count {
		t.Fatalf("%d letters: %q, want %d", len(l.sent), l.sent, count)
	}
	u, err := url.Parse(linkIn.FindString(l.sent[count-1]))
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

// TestMail confirms an address and uses it to reset a forgotten password.
func TestMail(t *testing.T) {
	t.Parallel()
	box := &letters{}
	url, clock, s := startAt(t, func(cfg *Config) { cfg.Mail, cfg.Site = box, "https://go.example" })
	ada := newPerson(t, url).signUp("Ada")
	if !ada.account().Offers.Mail {
		t.Error("mail is not offered")
	}
	for _, bad := range []string{
		"", "ada", "Ada <ada@club.example>", "ada@club.example\r\nBcc: all@club.example",
		"a b@club.example", strings.Repeat("a", 300) + "@b.example",
	} {
		ada.must(400, "PUT", "/api/account/email", account.Email{Address: bad}, nil)
	}
	ada.must(204, "PUT", "/api/account/email", account.Email{Address: "ada@club.example"}, nil)
	q := box.last(t, s, 1)
	if ada.account().Email != "" || q.Get("letter") != "verify" || q.Get("as") != "Ada" ||
		!strings.HasPrefix(box.sent[0], "ada@club.example\n") {
		t.Errorf("before the answer: %+v, letter %q", ada.account(), box.sent)
	}
	ada.must(429, "PUT", "/api/account/email", account.Email{Address: "eve@club.example"}, nil)
	reader := newPerson(t, url)
	reader.must(400, "POST", "/api/account/email", account.LetterAnswer{Name: "Ada", Secret: identity.NewToken()}, nil)
	reader.must(400, "POST", "/api/account/email", account.LetterAnswer{Name: "Bo", Secret: q.Get("secret")}, nil)
	// it is for another purpose
	reader.must(400, "PUT", "/api/account/reset", account.Reset{Name: "Ada", Secret: q.Get("secret"), Password: better}, nil)
	reader.must(204, "POST", "/api/account/email", account.LetterAnswer{Name: "Ada", Secret: q.Get("secret")}, nil)
	reader.must(400, "POST", "/api/account/email", account.LetterAnswer{Name: "Ada", Secret: q.Get("secret")}, nil)
	if ada.account().Email != "ada@club.example" || reader.me().Role != "guest" {
		t.Errorf("after the answer: %+v, the reader is %+v", ada.account(), reader.me())
	}

	testReset(t, s, url, box, ada, reader)

	clock.pass(time.Hour)
	reader.must(204, "POST", "/api/account/reset", account.Forgotten{Name: "Ada"}, nil)
	q = box.last(t, s, 3)
	clock.pass(time.Hour)
	reader.must(400, "PUT", "/api/account/reset", account.Reset{Name: "Ada", Secret: q.Get("secret"), Password: good}, nil)
	reader.signIn(200, "Ada", better)

	// A letter to the old address is invalid after a change of the address.
	reader.must(204, "POST", "/api/account/reset", account.Forgotten{Name: "Ada"}, nil)
	old := box.last(t, s, 4)
	reader.must(204, "PUT", "/api/account/email", account.Email{Address: "ada@new.example"}, nil)
	q = box.last(t, s, 5)
	reader.must(204, "POST", "/api/account/email", account.LetterAnswer{Name: "Ada", Secret: q.Get("secret")}, nil)
	reader.must(400, "PUT", "/api/account/reset", account.Reset{Name: "Ada", Secret: old.Get("secret"), Password: good}, nil)

	reader.must(204, "DELETE", "/api/account/email", nil, nil)
	reader.must(204, "POST", "/api/account/reset", account.Forgotten{Name: "Ada"}, nil)
	box.last(t, s, 5)

	without := newPerson(t, startMemory(t)).signUp("Ada")
	without.must(404, "PUT", "/api/account/email", account.Email{Address: "ada@club.example"}, nil)
	without.must(404, "POST", "/api/account/reset", account.Forgotten{Name: "Ada"}, nil)
}

// testReset lets Ada, who forgot her password, choose a new one by a letter.
func testReset(t *testing.T, s *Server, url string, box *letters, ada, reader *person) {
	newPerson(t, url).signUp("Bo") // without an address
	for _, name := range []string{"Ada", "Bo", "No-such-name", "☃", "Ada"} {
		reader.must(204, "POST", "/api/account/reset", account.Forgotten{Name: name}, nil)
		s.accounts.Wait() // a few are sent in parallel, others dropped
	}
	q := box.last(t, s, 2)
	if q.Get("letter") != "reset" {
		t.Errorf("letter %q", box.sent[1])
	}
	reader.must(400, "PUT", "/api/account/reset", account.Reset{Name: "Ada", Secret: q.Get("secret"), Password: "password1"}, nil)
	reader.must(400, "PUT", "/api/account/reset", account.Reset{Name: "Bo", Secret: q.Get("secret"), Password: better}, nil)
	reader.must(204, "PUT", "/api/account/reset", account.Reset{Name: "Ada", Secret: q.Get("secret"), Password: better}, nil)
	reader.must(400, "PUT", "/api/account/reset", account.Reset{Name: "Ada", Secret: q.Get("secret"), Password: good}, nil)
	if ada.me().Role != "guest" || reader.me().Role != "guest" {
		t.Error("a session survived the reset")
	}
	reader.signIn(422, "Ada", good)
	reader.signIn(200, "Ada", better)
}

// archive downloads a player's archive, by file name.
func (p *person) archive() map[string]string {
	p.t.Helper()
	body := p.must(200, "GET", "/api/account/archive", nil, nil)
	z, err := zip.NewReader(bytes.NewReader([]byte(body)), int64(len(body)))
	if err != nil {
		p.t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			p.t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			p.t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

// TestArchive has the games, the boards, the training and the account, nothing
// of other players, and no secrets.
func TestArchive(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, func(cfg *Config) { cfg.Limits.Archives = 1.0 / 600 })
	ada, bo := newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada"})
	other := bo.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Bo"})
	ada.must(201, "POST", "/api/boards", boards.NewBoard{Name: "Mine", File: "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\nl 2 3\n", Component: -1}, nil)
	ada.signUp("Ada")
	c, err := s.cfg.Store.Credentials(t.Context(), identity.GuestID(identity.Hash(bo.token())))
	if err != nil || c.Version != 0 {
		t.Fatal(c, err)
	}
	files := ada.archive()
	var account struct{ Name string }
	if err := json.Unmarshal([]byte(files["account.json"]), &account); err != nil || account.Name != "Ada" {
		t.Errorf("account.json: %s", files["account.json"])
	}
	var games, boards int
	for name, text := range files {
		if strings.Contains(name, other.ID) || strings.Contains(text, "$argon2id") || strings.Contains(text, ada.token()) {
			t.Errorf("%s has data that Ada may not see: %s", name, text)
		}
		if strings.HasPrefix(name, "games/") && strings.Contains(name, g.ID) && strings.Contains(text, "PB[Ada]") {
			games++
		}
		if strings.HasPrefix(name, "boards/") && json.Valid([]byte(text)) {
			boards++
		}
	}
	if games != 1 || boards != 1 || files["README.txt"] == "" || files["devices.json"] == "" || files["settings.json"] == "" {
		t.Errorf("%d games, %d boards in %v", games, boards, slices.Sorted(maps.Keys(files)))
	}
	if status, _ := ada.call("GET", "/api/account/archive", nil, nil); status != 429 {
		t.Errorf("once more: %d", status)
	}
	if files := bo.archive(); !strings.Contains(fmt.Sprint(slices.Sorted(maps.Keys(files))), other.ID) {
		t.Errorf("a guest's: %v", files)
	}
}

// TestArchiveHasEverything: all of a player's own stored data is in their archive, except
// secrets, and nothing of what others stored about them. storetest.Everything adds new kinds of
// data, which the test of erasing enforces.
func TestArchiveHasEverything(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, func(cfg *Config) { cfg.Push = new(pushes) })
	ada := newPerson(t, url)
	id := identity.GuestID(identity.Hash(ada.token()))
	const other = "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0"
	marks := storetest.Everything(t, s.cfg.Store, id, "Ada Lovelace", other)
	token, err := s.sessions.Start(t.Context(), id, "test")
	if err != nil {
		t.Fatal(err)
	}
	ada.setToken(token)
	files := ada.archive()
	var all strings.Builder
	for name, text := range files {
		all.WriteString(name + "\n" + text + "\n")
		if strings.HasSuffix(name, ".json") && !json.Valid([]byte(text)) {
			t.Errorf("%s is no JSON: %s", name, text)
		}
	}
	for _, m := range marks {
		if strings.Contains(all.String(), m.Text) == (m.Secret != "") {
			t.Errorf("%q is in the archive: %v; secret because %q", m.Text, m.Secret != "", m.Secret)
		}
	}
	for what, text := range map[string]string{
		"another's id": other, "their own id": id, "a report about them": "of another",
		"moderators' notes": "of moderators", "a token's hash": identity.Hash(token),
	} {
		if strings.Contains(all.String(), text) {
			t.Errorf("the archive has %s", what)
		}
	}
	for name := range files {
		top, _, _ := strings.Cut(name, "/")
		if top != "README.txt" && !strings.Contains(files["README.txt"], top) {
			t.Errorf("README.txt does not say what %s is", name)
		}
	}
}

// TestDelete erases an account: only its games are left, under "deleted", and its reserved
// name.
func TestDelete(t *testing.T) {
	t.Parallel()
	url, clock, s := startAt(t, nil)
	ada, bo := newPerson(t, url).signUp("Ada"), newPerson(t, url).signUp("Bo")
	finished := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "random", Name: "Ada"})
	ada.open(finished.ID).must(wire.ClientMessage{Type: "resign"})
	running := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human", Name: "Ada"})
	a, b := ada.open(running.ID), bo.open(running.ID)
	b.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	a.untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
	a.play("C3")
	b.untilState("a move", func(s wire.State) bool { return s.Ply == 1 })
	b.play("B2")
	phone := newPerson(t, url)
	phone.signIn(200, "Ada", good)
	player, err := s.cfg.Store.PlayerNamed(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	token := ada.token()

	ada.must(400, "DELETE", "/api/account", account.DeleteAccount{Name: "Bo"}, nil)
	ada.must(400, "DELETE", "/api/account", account.DeleteAccount{}, nil)
	clock.pass(time.Hour)
	ada.must(401, "DELETE", "/api/account", account.DeleteAccount{Name: "Ada"}, nil)
	ada.signIn(200, "Ada", good)
	ada.must(204, "DELETE", "/api/account", account.DeleteAccount{Name: "ada"}, nil)

	for who, p := range map[string]*person{"here": ada, "on the phone": phone} {
		if me := p.me(); me.Role != "guest" || me.Name != "" {
			t.Errorf("%s: %+v", who, me)
		}
	}
	thief := newPerson(t, url)
	thief.setToken(token)
	if me := thief.me(); me.Role != "guest" || thief.open(finished.ID).you != "" {
		t.Errorf("with an old token: %+v", me)
	}
	newPerson(t, url).signIn(422, "Ada", good)
	newPerson(t, url).must(409, "POST", "/api/account", wire.SignUp{Name: "Ada", Password: good}, nil)
	var check account.NameCheck
	newPerson(t, url).must(200, "GET", "/api/account/name?name=ada", nil, &check)
	if check.Free {
		t.Error("the name is free")
	}
	again := bo.open(running.ID)
	if again.game.Black.Name != "deleted" || again.game.White.Name != "Bo" || again.state.Phase != "finished" || again.state.Result != "W+R" {
		t.Errorf("Bo's game: %+v, %+v", again.game, again.state)
	}
	for _, id := range []string{finished.ID, running.ID} {
		sgf := bo.must(200, "GET", "/api/games/"+id+"/sgf", nil, nil)
		g, entries, err := s.cfg.Store.Load(t.Context(), id)
		log, jsonErr := json.Marshal(entries)
		if err != nil || jsonErr != nil || strings.Contains(sgf, "Ada") || strings.Contains(string(log), "Ada") || g.Black.Name != "deleted" {
			t.Errorf("the name is left: %s, %s, %+v", sgf, log, g)
		}
	}
	left, err := s.cfg.Store.Player(t.Context(), player.ID)
	c, credErr := s.cfg.Store.Credentials(t.Context(), player.ID)
	if err != nil || credErr != nil || left.Role != store.Deleted || left.Name != "" || c.Version != 0 {
		t.Errorf("left: %+v, %+v", left, c)
	}
}

// TestDeleteEndsGames: no game waits for a deleted player. Their offers and games with few moves
// are called off, they decline challenges, and resign the others, also during a vacation or
// while stones are counted.
func TestDeleteEndsGames(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, nil)
	ada, bo := newPerson(t, url).signUp("Ada"), newPerson(t, url).signUp("Bo")
	const small = "grid:5"
	game := func(by, other *person, moves string, change func(*wire.NewGame)) *table {
		t.Helper()
		in := wire.NewGame{Board: small, Rules: "weiqi", Color: "black", Opponent: "human"}
		if change != nil {
			change(&in)
		}
		a := by.open(by.newGame(in).ID)
		if other == nil {
			return a
		}
		b := other.open(a.game.ID)
		b.must(wire.ClientMessage{Type: "join", Name: "x"})
		for i, move := range strings.Fields(moves) {
			tb := []*table{a, b}[i%2]
			tb.untilState("the turn", func(s wire.State) bool { return s.Ply == i })
			tb.play(move)
		}
		return a
	}
	to := func(name string) func(*wire.NewGame) {
		return func(g *wire.NewGame) { g.Opponent, g.To = "player", name }
	}
	days := func(g *wire.NewGame) { g.Clock = "correspondence=3d" }
	paused := game(ada, bo, "C3 B2", days)
	paused.must(wire.ClientMessage{Type: "pause"})
	games := map[string]struct {
		tb   *table
		want string
	}{
		"for a friend who has not joined": {game(ada, nil, "", nil), "Void"},
		"for anybody":                     {game(ada, nil, "", func(g *wire.NewGame) { g.Opponent = "anyone" }), "Void"},
		"a challenge":                     {game(ada, nil, "", to("Bo")), "Void"},
		"a challenge of Bo's":             {game(bo, nil, "", to("Ada")), "Void"},
		"without moves":                   {game(ada, bo, "", nil), "Void"},
		"one has moved":                   {game(ada, bo, "C3", nil), "Void"},
		"both have":                       {game(ada, bo, "C3 B2", nil), "W+R"},
		"Bo is Black":                     {game(bo, ada, "C3 B2 B3", nil), "B+R"},
		"the computer":                    {game(ada, nil, "", func(g *wire.NewGame) { g.Opponent = "random" }), "Void"},
		"by correspondence":               {game(ada, bo, "C3 B2 D3", days), "W+R"},
		"on leave":                        {paused, "W+R"},
		"being counted":                   {game(ada, bo, "C3 B2 pass pass", nil), "W+R"},
	}
	ada.must(204, "DELETE", "/api/account", account.DeleteAccount{Name: "Ada"}, nil)
	for what, c := range games {
		g, err := s.cfg.Store.Game(t.Context(), c.tb.game.ID)
		if err != nil || g.Phase != "finished" || g.Result != c.want {
			t.Errorf("%s: %s, %q, %v; want %q", what, g.Phase, g.Result, err, c.want)
		}
		if names := g.Black.Name + g.White.Name; strings.Contains(names, "Ada") || !strings.Contains(names, "deleted") {
			t.Errorf("%s: names %q", what, names)
		}
	}
	var lobby lobby.Lobby
	bo.must(200, "GET", "/api/games", nil, &lobby)
	if len(lobby.Mine) != 0 || len(lobby.Challenges) != 0 || len(lobby.Open) != 0 {
		t.Errorf("Bo's lobby: %+v", lobby)
	}
	for _, path := range []string{"/api/people/ada/games", "/api/people/ada/games/records", "/api/people/ada/ratings"} {
		bo.must(404, "GET", path, nil, nil)
	}
	bo.must(404, "POST", "/api/games", wire.NewGame{Board: small, Rules: "weiqi", Color: "black", Opponent: "player", To: "Ada"}, nil)
	bo.must(404, "PUT", "/api/relations/follow/Ada", nil, nil)
}

// TestDeleteMany: for any number of games and lines, all are in the archive, and none
// is left behind.
func TestDeleteMany(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, nil)
	ada := newPerson(t, url).signUp("Ada")
	p, err := s.cfg.Store.PlayerNamed(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	const many = 401 // two parts and one more
	for i := range many {
		seat := match.Seat{Kind: match.Human, Name: "Ada", Player: p.ID}
		_, err1 := s.hub.Create(t.Context(), match.Setup{Board: "grid:5", Rules: "weiqi", Black: seat, White: match.Seat{Kind: match.Open}})
		_, err2 := chat.Kept{DB: s.cfg.Store}.Add(t.Context(), chat.Line{
			Game: "g", Room: "players", Player: p.ID, Text: fmt.Sprintf("line %03d", i),
		})
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
	}
	games, lines := 0, 0
	for name, text := range ada.archive() {
		if strings.HasPrefix(name, "games/") {
			games++
		}
		if name == "talk.json" {
			lines = strings.Count(text, `"line `)
		}
	}
	if games != many || lines != many {
		t.Errorf("%d games and %d lines in the archive, want %d", games, lines, many)
	}
	ada.must(204, "DELETE", "/api/account", account.DeleteAccount{Name: "Ada"}, nil)
	for phase, want := range map[match.Phase]int{match.Waiting: 0, match.Finished: many} {
		left, err := s.cfg.Store.List(t.Context(), store.Query{Player: p.ID, Private: true, Phases: []match.Phase{phase}, Limit: 2 * many})
		if err != nil || len(left) != want || slices.ContainsFunc(left, func(g store.Game) bool { return g.Black.Name != "deleted" }) {
			t.Errorf("%d games are %s, want %d, without the player", len(left), phase, want)
		}
	}
}

// TestDeleteRatings: deleting an opponent does not change ratings, neither immediately nor
// when all are recomputed. Leader boards, profiles and lists do not show the deleted player.
func TestDeleteRatings(t *testing.T) {
	t.Parallel()
	url, c, s := startAt(t, nil)
	people := map[string]*person{}
	ids := map[string]string{}
	for _, name := range []string{"Ada", "Bo", "Cy"} {
		people[name] = newPerson(t, url).signUp(name)
		p, err := s.cfg.Store.PlayerNamed(t.Context(), skeleton(name))
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = p.ID
	}
	for _, two := range [][2]string{{"Ada", "Bo"}, {"Bo", "Cy"}, {"Cy", "Ada"}, {"Bo", "Ada"}} {
		playRated(t, c, people, two[0], two[1])
	}
	kept := func(when string, games int) (out []any) {
		t.Helper()
		if err := s.ratings.Catch(t.Context()); err != nil {
			t.Fatal(err)
		}
		all, err := s.cfg.Store.RatedGames(t.Context(), store.RatedQuery{})
		if err != nil || len(all) != 2*games {
			t.Fatalf("%s: %d rows of rated games, %v", when, len(all), err)
		}
		for _, name := range []string{"Ada", "Bo", "Cy"} {
			r, err := s.cfg.Store.PlayerRatings(t.Context(), ids[name])
			if err != nil || len(r) != 1 {
				t.Fatalf("%s: %+v %v", when, r, err)
			}
			out = append(out, r[0])
		}
		return append(out, all)
	}
	before := kept("before", 4)
	people["Ada"].must(204, "DELETE", "/api/account", account.DeleteAccount{Name: "Ada"}, nil)
	if after := kept("after", 4); !reflect.DeepEqual(after, before) {
		t.Errorf("after the deletion: %+v\nwant %+v", after, before)
	}
	if n, err := s.ratings.RateAfresh(t.Context()); err != nil || n != 4 {
		t.Fatalf("%d games rated afresh, %v", n, err)
	}
	if afresh := kept("afresh", 4); !reflect.DeepEqual(afresh, before) {
		t.Errorf("all reckoned again: %+v\nwant %+v", afresh, before)
	}
	playRated(t, c, people, "Bo", "Cy")
	kept("one more", 5)
	history := people["Bo"].must(200, "GET", "/api/people/bo/ratings", nil, nil)
	leaders := people["Bo"].must(200, "GET", "/api/leaders?pool=weiqi/9x9/rapid", nil, nil)
	games := people["Bo"].must(200, "GET", "/api/me/games", nil, nil)
	search := people["Bo"].must(200, "GET", "/api/games/search?names=ada", nil, nil)
	for what, text := range map[string]string{"history": history, "leaders": leaders, "games": games, "search": search} {
		if strings.Contains(text, "Ada") || strings.Contains(text, ids["Ada"]) {
			t.Errorf("%s: %s", what, text)
		}
	}
}

// playRated makes two people play a rated game, which White resigns.
func playRated(t *testing.T, c *clock, people map[string]*person, black, white string) {
	t.Helper()
	in := wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "random", Opponent: "anyone", Clock: "absolute=15m", Rated: true}
	a := people[black].open(people[black].newGame(in).ID)
	b := people[white].open(a.game.ID)
	b.must(wire.ClientMessage{Type: "join", Name: white})
	a.untilState("the game", func(s wire.State) bool { return s.Phase == "playing" })
	tables := []*table{a, b}
	if b.you == "black" {
		tables = []*table{b, a}
	}
	for i, move := range []string{"A1", "C1", "E1", "G1", "J1"} {
		tables[i%2].untilState("the turn", func(s wire.State) bool { return s.Ply == i })
		tables[i%2].play(move)
		c.pass(time.Millisecond)
	}
	tables[1].must(wire.ClientMessage{Type: "resign"})
	c.pass(time.Second)
}

// BenchmarkLogIn measures a log-in over HTTP, including the hash.
func BenchmarkLogIn(b *testing.B) {
	cfg := testConfig(newStore(b))
	cfg.PasswordCost = password.Standard
	url := start(b, cfg)
	newPerson(b, url).signUp("Ada")
	p := newPerson(b, url)
	for b.Loop() {
		p.signIn(200, "Ada", good)
	}
}
