package openid_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"moyo/server/people/account/openid"
	"moyo/server/people/account/openid/openidtest"
)

func ExampleNew() {
	_, err := openid.New(openid.Config{Issuer: "http://club.example", Client: "moyo"}, time.Now)
	fmt.Println(err)
	// Output: OpenID issuer "http://club.example": without https an attacker on the network could sign in as any user
}

const callback = "http://moyo.example/back"

func open(t *testing.T, at *openidtest.Issuer) *openid.Issuer {
	t.Helper()
	i, err := openid.New(openid.Config{Issuer: at.URL, Client: openidtest.Client, Secret: openidtest.Secret}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// visit sends a browser to the issuer, and returns what it brings back.
func visit(t *testing.T, i *openid.Issuer, visitor, purpose string) openid.Return {
	t.Helper()
	address, err := i.Begin(t.Context(), visitor, callback, purpose)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := browser.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	back, err := url.Parse(res.Header.Get("Location"))
	if err != nil || !strings.HasPrefix(back.String(), callback) {
		t.Fatalf("sent back to %q, status %s", res.Header.Get("Location"), res.Status)
	}
	return openid.Return{State: back.Query().Get("state"), Code: back.Query().Get("code")}
}

func TestVisit(t *testing.T) {
	at := openidtest.Start(t)
	i := open(t, at)
	back := visit(t, i, "browser", "link")
	who, purpose, err := i.Finish(t.Context(), "browser", back)
	if want := (openid.Identity{Issuer: at.URL, Subject: "ada-1815", Name: "Ada"}); who != want || purpose != "link" || err != nil {
		t.Errorf("%+v, %q, %v", who, purpose, err)
	}
	if _, _, err := i.Finish(t.Context(), "browser", back); !errors.Is(err, openid.ErrTooLate) {
		t.Errorf("the same answer again: %v", err)
	}
}

// TestFinishRefuses breaks each part of a valid response.
func TestFinishRefuses(t *testing.T) {
	claim := func(name string, value any) func(*openidtest.Issuer) {
		return func(at *openidtest.Issuer) { at.Spoil = func(c map[string]any) { c[name] = value } }
	}
	for name, c := range map[string]struct {
		issuer func(*openidtest.Issuer)
		back   func(*openid.Return)
		want   error
	}{
		"nothing":              {nil, nil, nil},
		"another signature":    {func(at *openidtest.Issuer) { at.Forge = true }, nil, openid.ErrRefused},
		"another nonce":        {claim("nonce", "of another"), nil, openid.ErrRefused},
		"no nonce":             {claim("nonce", ""), nil, openid.ErrRefused},
		"another audience":     {claim("aud", "another-client"), nil, openid.ErrRefused},
		"another issuer":       {claim("iss", "https://evil.example"), nil, openid.ErrRefused},
		"an old token":         {claim("exp", time.Now().Add(-time.Hour).Unix()), nil, openid.ErrRefused},
		"no subject":           {claim("sub", ""), nil, openid.ErrRefused},
		"a long subject":       {claim("sub", strings.Repeat("x", 256)), nil, openid.ErrRefused},
		"a name of no text":    {claim("preferred_username", 7), nil, openid.ErrRefused},
		"a made-up code":       {nil, func(r *openid.Return) { r.Code = "made up" }, openid.ErrRefused},
		"a made-up state":      {nil, func(r *openid.Return) { r.State = "made up" }, openid.ErrTooLate},
		"the person's refusal": {nil, func(r *openid.Return) { r.Error = "access_denied" }, openid.ErrRefused},
	} {
		at := openidtest.Start(t)
		i := open(t, at)
		back := visit(t, i, "browser", "signin")
		if c.issuer != nil {
			at.Set(c.issuer)
		}
		if c.back != nil {
			c.back(&back)
		}
		if who, _, err := i.Finish(t.Context(), "browser", back); !errors.Is(err, c.want) || err != nil && who != (openid.Identity{}) {
			t.Errorf("%s: %+v, %v; want %v", name, who, err, c.want)
		}
	}
}

// TestOthersAnswer: another browser cannot finish a visit, so that no link signs a user in as another one. A code is valid for its
// own visit only.
func TestOthersAnswer(t *testing.T) {
	i := open(t, openidtest.Start(t))
	first, second := visit(t, i, "browser", "signin"), visit(t, i, "browser", "signin")
	if _, _, err := i.Finish(t.Context(), "victim", first); !errors.Is(err, openid.ErrTooLate) {
		t.Errorf("finished in another browser: %v", err)
	}
	_, _, err := i.Finish(t.Context(), "browser", openid.Return{State: first.State, Code: second.Code})
	if !errors.Is(err, openid.ErrRefused) {
		t.Errorf("the code of another visit: %v", err)
	}
}

func TestUnreachable(t *testing.T) {
	at := openidtest.Start(t)
	i, err := openid.New(openid.Config{Issuer: at.URL + "/nowhere", Client: openidtest.Client}, time.Now)
	if err != nil || i.Title() != "127.0.0.1" {
		t.Fatalf("%v, title %q", err, i.Title())
	}
	if _, err := i.Begin(t.Context(), "browser", callback, ""); !errors.Is(err, openid.ErrUnreachable) {
		t.Errorf("%v", err)
	}
	for _, cfg := range []openid.Config{
		{}, {Issuer: at.URL}, {Issuer: "ftp://club.example", Client: "moyo"},
		{Issuer: "://", Client: "moyo"}, {Issuer: "http://localhost.evil.example", Client: "moyo"},
	} {
		if _, err := openid.New(cfg, time.Now); err == nil {
			t.Errorf("%+v is taken", cfg)
		}
	}
}
