package account

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"moyo/server/base/limit"
	"moyo/server/people/account/onetime"
	"moyo/server/people/account/password"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

func TestDevice(t *testing.T) {
	for want, agent := range map[string]string{
		"Firefox on Linux": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
		"Edge on Windows": "Mozilla/5.0 (Windows NT 10.0; Win64; " +
			"x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
		"Chrome on Android": "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
		"Safari on iPhone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) " +
			"AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
		"Safari on Mac": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
		"curl":          "curl/8.5.0", "Another program": "", "evil": "\u202eevil\u202c\x00/1", "Windows": "Windows",
	} {
		if got := device(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}

// FuzzDevice checks that the description of any client is one short line.
func FuzzDevice(f *testing.F) {
	f.Add("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	f.Add("\u202e\x00<script>/1")
	f.Fuzz(func(t *testing.T, agent string) {
		got := device(agent)
		if got == "" || len(got) > 40 {
			t.Errorf("%q is %q", agent, got)
		}
		for _, r := range got {
			if r < ' ' || r > '~' {
				t.Errorf("%q is %q", agent, got)
			}
		}
	})
}

// TestWithDevice checks that the most recently used browsers are kept, each once.
func TestWithDevice(t *testing.T) {
	var devices []store.Device
	for i := range 25 {
		devices = withDevice(devices, store.Device{Hash: string(rune('a' + i%15))})
	}
	seen := map[string]bool{}
	for _, d := range devices {
		seen[d.Hash] = true
	}
	if len(devices) != maxDevices || len(seen) != maxDevices || devices[maxDevices-1].Hash != "j" || devices[0].Hash != "a" {
		t.Errorf("%d devices: %+v", len(devices), devices)
	}
}

// TestChangedMeanwhile checks that a sign-in fails if the password changes, or another request uses the code, during its check.
func TestChangedMeanwhile(t *testing.T) {
	s := New(Config{Store: sqlitetest.New(t), Passwords: 1, Now: time.Now})
	hash, err := s.hash(t.Context(), "nine hungry swallows")
	if err != nil {
		t.Fatal(err)
	}
	codes, hashes := onetime.NewRecovery()
	before := store.Credentials{Player: "ada", Version: 1, Password: hash, Secret: onetime.NewSecret(), Recovery: hashes}
	check, err := s.byPassword(t.Context(), before, SignIn{Name: "Ada", Password: "nine hungry swallows", Code: codes[0]})
	if err != nil {
		t.Fatal(err)
	}
	same, changed, used := before, before, before
	changed.Password, used.Recovery = "another", hashes[1:]
	if err := check(&same); err != nil || len(same.Recovery) != len(hashes)-1 {
		t.Errorf("nothing changed: %v", err)
	}
	for what, c := range map[string]*store.Credentials{"the password": &changed, "the code": &used} {
		if check(c) == nil {
			t.Errorf("%s was changed meanwhile, and lets in", what)
		}
	}
}

// TestRecoveryAlone: a recovery code alone signs in once, but not for an account with a second factor.
func TestRecoveryAlone(t *testing.T) {
	s := New(Config{Store: sqlitetest.New(t), Passwords: 1, Now: time.Now})
	codes, hashes := onetime.NewRecovery()
	for _, c := range []struct {
		name string
		now  store.Credentials
		want bool
	}{
		{"no second factor", store.Credentials{Version: 1, Recovery: hashes}, true},
		{"a second factor", store.Credentials{Version: 1, Recovery: hashes, Secret: onetime.NewSecret()}, false},
		{"used already", store.Credentials{Version: 1, Recovery: hashes[1:]}, false},
		{"no credentials", store.Credentials{Recovery: hashes}, false},
	} {
		had := len(c.now.Recovery)
		check, err := s.byRecovery(t.Context(), c.now, SignIn{Name: "Ada", Code: codes[0]})
		if err != nil {
			t.Fatal(err)
		}
		if err := check(&c.now); (err == nil) != c.want || (len(c.now.Recovery) < had) != c.want {
			t.Errorf("%s: %v, %d of %d codes left", c.name, err, len(c.now.Recovery), had)
		}
	}
}

// tallied counts the stored tries.
type tallied struct {
	store.Store
	tries atomic.Int64
}

func (s *tallied) Try(ctx context.Context, at time.Time, tries ...store.Try) (time.Duration, error) {
	s.tries.Add(1)
	return s.Store.Try(ctx, at, tries...)
}

// TestTurnedAwayFirst checks that a request that is refused because the queue is full writes nothing to disk.
func TestTurnedAwayFirst(t *testing.T) {
	for name, c := range map[string]struct {
		room  int // for passwords besides the running one
		tries int64
		want  error
	}{"full": {-1, 0, errBusy}, "room for one": {0, 1, errWrong}} {
		kept := &tallied{Store: sqlitetest.New(t)}
		s := New(Config{Store: kept, Passwords: 1, Rates: limit.NewAddresses(0, 0, time.Now), Steps: 1e6, Now: time.Now})
		s.passwords = password.NewKeeper(password.Least, 1, c.room)
		if _, err := s.postSignIn(t.Context(), &signInInput{Body: SignIn{Name: "Ada", Password: "x"}}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if n := kept.tries.Load(); n != c.tries {
			t.Errorf("%s: %d tries stored, want %d", name, n, c.tries)
		}
	}
}

// TestBackoffs checks the tries a day that lockout.go promises.
func TestBackoffs(t *testing.T) {
	for _, c := range []struct {
		name        string
		b           store.Backoff
		least, most int
	}{{"an account", accountBackoff, 90, 120}, {"a browser", deviceBackoff, 250, 320}, {"an address", addressBackoff, 1400, 1500}} {
		var f store.Failures
		tries := 0
		for at := time.Unix(0, 0); at.Before(time.Unix(24*3600, 0)); {
			if wait := c.b.Wait(f, at); wait > 0 {
				at = at.Add(wait)
				continue
			}
			f, tries = c.b.After(f, at), tries+1
		}
		if tries < c.least || tries > c.most {
			t.Errorf("%s: %d tries a day", c.name, tries)
		}
	}
}
