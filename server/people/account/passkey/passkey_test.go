package passkey_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"moyo/server/people/account/passkey"
	"moyo/server/people/account/passkey/passkeytest"
)

func ExampleSiteOf() {
	for _, address := range []string{"https://Go.Example/club", "http://localhost:8080", "http://192.0.2.1:8080"} {
		fmt.Println(passkey.SiteOf(address))
	}
	// Output:
	// {go.example https://go.example} <nil>
	// {localhost http://localhost:8080} <nil>
	// { } passkeys need the name of a site, not a number: use localhost or a domain
}

var site = passkey.Site{Domain: "localhost", Origin: "http://localhost:8080"}

// registered returns a person with one key.
func registered(t testing.TB, c *passkey.Ceremonies, key *passkeytest.Key) passkey.Person {
	t.Helper()
	ada := passkey.Person{Player: "1815", Name: "Ada"}
	challenge, err := c.BeginMaking(site, "browser", ada)
	if err != nil {
		t.Fatal(err)
	}
	_, answer := key.Make(t, challenge.Options, site.Origin, nil)
	made, err := c.FinishMaking("browser", challenge.ID, answer)
	if err != nil {
		t.Fatal(err)
	}
	ada.Keys = []passkey.Key{made}
	return ada
}

// finder finds one person.
func finder(p passkey.Person) func(string) (passkey.Person, error) {
	return func(id string) (passkey.Person, error) {
		if id == p.Keys[0].ID {
			return p, nil
		}
		return passkey.Person{}, errUnknown
	}
}

var errUnknown = errors.New("unknown key")

// TestCeremonies creates a key, signs in with it twice, and asks for another key. That request lists the first key, so that it is
// not created again.
func TestCeremonies(t *testing.T) {
	c := passkey.NewCeremonies(time.Now)
	key := &passkeytest.Key{Counter: 1}
	ada := registered(t, c, key)
	for range 2 {
		challenge, err := c.BeginUse(site, "browser")
		if err != nil {
			t.Fatal(err)
		}
		who, used, err := c.FinishUse("browser", challenge.ID, key.Use(t, challenge.Options, site.Origin, nil), finder(ada))
		if err != nil || who.Player != ada.Player || used.ID != ada.Keys[0].ID || bytes.Equal(used.Data, ada.Keys[0].Data) {
			t.Fatalf("signed in as %+v with %s: %v", who, used.Data, err)
		}
		ada.Keys[0] = used // its counter
	}
	second, err := c.BeginMaking(site, "browser", ada)
	if err != nil {
		t.Fatal(err)
	}
	var options struct {
		User               struct{ ID, Name string }
		ExcludeCredentials []struct{ ID string }
		Challenge          string
	}
	if err := json.Unmarshal(second.Options, &options); err != nil || len(options.ExcludeCredentials) != 1 ||
		options.ExcludeCredentials[0].ID != ada.Keys[0].ID || options.User.Name != "Ada" {
		t.Errorf("options %s: %v", second.Options, err)
	}
	if strings.Contains(string(second.Options), ada.Player) || len(options.Challenge) < 22 {
		t.Errorf("the options tell the player's id, or have a short challenge: %s", second.Options)
	}
}

// TestMakingRefuses breaks each part of a response with a new key.
func TestMakingRefuses(t *testing.T) {
	for name, spoil := range map[string]func(key *passkeytest.Key, clientData map[string]any){
		"another origin": func(_ *passkeytest.Key, d map[string]any) { d["origin"] = "https://evil.example" },
		"another port":   func(_ *passkeytest.Key, d map[string]any) { d["origin"] = "http://localhost:8081" },
		"another challenge": func(_ *passkeytest.Key, d map[string]any) {
			d["challenge"] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
		},
		"another ceremony": func(_ *passkeytest.Key, d map[string]any) { d["type"] = "webauthn.get" },
		"a frame": func(_ *passkeytest.Key, d map[string]any) {
			d["crossOrigin"], d["topOrigin"] = true, "https://evil.example"
		},
	} {
		c := passkey.NewCeremonies(time.Now)
		challenge, err := c.BeginMaking(site, "browser", passkey.Person{Player: "1815", Name: "Ada"})
		if err != nil {
			t.Fatal(err)
		}
		key := &passkeytest.Key{}
		_, answer := key.Make(t, challenge.Options, site.Origin, func(d map[string]any) { spoil(key, d) })
		if _, err := c.FinishMaking("browser", challenge.ID, answer); !errors.Is(err, passkey.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := passkey.NewCeremonies(time.Now)
	challenge, _ := c.BeginMaking(site, "browser", passkey.Person{Player: "1815", Name: "Ada"})
	_, answer := (&passkeytest.Key{Lazy: true}).Make(t, challenge.Options, site.Origin, nil)
	if _, err := c.FinishMaking("browser", challenge.ID, answer); !errors.Is(err, passkey.ErrRefused) {
		t.Errorf("without user verification: %v", err)
	}
}

// TestUseRefuses breaks each part of a signature.
func TestUseRefuses(t *testing.T) {
	type attempt struct {
		key     *passkeytest.Key
		ada     passkey.Person
		origin  string
		visitor string
		change  func(map[string]any)
		answer  func([]byte) []byte
	}
	for name, c := range map[string]struct {
		spoil func(*attempt)
		want  error
	}{
		"nothing":        {func(*attempt) {}, nil},
		"another origin": {func(a *attempt) { a.origin = "https://localhost.evil.example" }, passkey.ErrRefused},
		"another challenge": {func(a *attempt) {
			a.change = func(d map[string]any) { d["challenge"] = "AAAAAAAAAAAAAAAAAAAAAA" }
		}, passkey.ErrRefused},
		"another ceremony": {func(a *attempt) { a.change = func(d map[string]any) { d["type"] = "webauthn.create" } }, passkey.ErrRefused},
		"another browser":  {func(a *attempt) { a.visitor = "another" }, passkey.ErrTooLate},
		"no PIN":           {func(a *attempt) { a.key.Lazy = true }, passkey.ErrRefused},
		"another site":     {func(a *attempt) { a.key.Domain = "evil.example" }, passkey.ErrRefused},
		"another account":  {func(a *attempt) { a.key.Handle = []byte("bo") }, passkey.ErrRefused},
		"another player":   {func(a *attempt) { a.ada.Player = "1816" }, passkey.ErrRefused},
		"an unknown key":   {func(a *attempt) { a.key.ID = []byte("unknown, unknown") }, errUnknown},
		"a key of another site": {func(a *attempt) {
			a.ada.Keys = []passkey.Key{{ID: a.ada.Keys[0].ID, Domain: "go.example", Data: a.ada.Keys[0].Data}}
		}, passkey.ErrRefused},
		"an old counter": {func(a *attempt) { a.key.Counter = 3 }, passkey.ErrRefused},
		"a signature of other data": {func(a *attempt) {
			a.answer = func(b []byte) []byte { return bytes.Replace(b, []byte(`"signature":"M`), []byte(`"signature":"N`), 1) }
		}, passkey.ErrRefused},
		"no JSON": {func(a *attempt) { a.answer = func([]byte) []byte { return []byte("{") } }, passkey.ErrRefused},
		"much of it": {func(a *attempt) {
			a.answer = func(b []byte) []byte { return append(b, make([]byte, passkey.MaxAnswer)...) }
		}, passkey.ErrRefused},
		"nothing yet": {func(a *attempt) { a.answer = func([]byte) []byte { return nil } }, passkey.ErrRefused},
	} {
		ceremonies := passkey.NewCeremonies(time.Now)
		key := &passkeytest.Key{Counter: 10}
		a := &attempt{
			key: key, ada: registered(t, ceremonies, key), origin: site.Origin, visitor: "browser", answer: func(b []byte) []byte { return b },
		}
		c.spoil(a)
		challenge, err := ceremonies.BeginUse(site, "browser")
		if err != nil {
			t.Fatal(err)
		}
		answer := a.answer(key.Use(t, challenge.Options, a.origin, a.change))
		if _, _, err := ceremonies.FinishUse(a.visitor, challenge.ID, answer, finder(a.ada)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if c.want == nil {
			if _, _, err := ceremonies.FinishUse(a.visitor, challenge.ID, answer, finder(a.ada)); !errors.Is(err, passkey.ErrTooLate) {
				t.Errorf("the same answer again: %v", err)
			}
		}
	}
}

// TestMixedCeremonies: a response to one kind of challenge is not valid for the other kind, and no response is valid after the time
// limit.
func TestMixedCeremonies(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	c := passkey.NewCeremonies(func() time.Time { return now })
	key := &passkeytest.Key{}
	ada := registered(t, c, key)
	use, _ := c.BeginUse(site, "browser")
	if _, err := c.FinishMaking("browser", use.ID, nil); !errors.Is(err, passkey.ErrTooLate) {
		t.Errorf("a key made by the challenge to use one: %v", err)
	}
	late, _ := c.BeginUse(site, "browser")
	answer := key.Use(t, late.Options, site.Origin, nil)
	now = now.Add(passkey.Lifetime)
	if _, _, err := c.FinishUse("browser", late.ID, answer, finder(ada)); !errors.Is(err, passkey.ErrTooLate) {
		t.Errorf("after %v: %v", passkey.Lifetime, err)
	}
}

func TestSiteOfRefuses(t *testing.T) {
	for _, address := range []string{"", "http://", "https://[::1]:8080", "http://127.0.0.1", "http://ex ample", "http://-a.example"} {
		if s, err := passkey.SiteOf(address); err == nil {
			t.Errorf("%q is %+v", address, s)
		}
	}
}

// FuzzFinish: no response of a browser causes a crash, and no unsigned one is accepted.
func FuzzFinish(f *testing.F) {
	c := passkey.NewCeremonies(time.Now)
	key := &passkeytest.Key{}
	ada := registered(f, c, key)
	challenge, _ := c.BeginMaking(site, "browser", ada)
	_, answer := passkeytest.Make(f, challenge.Options, site.Origin, nil)
	f.Add(answer)
	f.Add(key.Use(f, challenge.Options, site.Origin, nil))
	f.Fuzz(func(t *testing.T, answer []byte) {
		challenge, err := c.BeginMaking(site, "browser", ada)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.FinishMaking("browser", challenge.ID, answer); !errors.Is(err, passkey.ErrRefused) {
			t.Fatalf("made by %s: %v", answer, err)
		}
		challenge, err = c.BeginUse(site, "browser")
		if err != nil {
			t.Fatal(err)
		}
		find := func(string) (passkey.Person, error) { return ada, nil }
		if _, _, err := c.FinishUse("browser", challenge.ID, answer, find); !errors.Is(err, passkey.ErrRefused) {
			t.Fatalf("used by %s: %v", answer, err)
		}
	})
}
