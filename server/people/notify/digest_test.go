package notify

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/people/mail"
	"moyo/server/people/mail/mailtest"
	"moyo/server/store"
)

// TestDigests checks e-mails about correspondence games: with a delay, rarely, only about games that still wait, and only to
// players with a verified address.
func TestDigests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newService(t)
		defer s.Close()
		want := func(what string, n int) {
			t.Helper()
			synctest.Wait()
			f.mu.Lock()
			defer f.mu.Unlock()
			if len(f.mails) != n {
				t.Errorf("%s: %d e-mails, want %d", what, len(f.mails), n)
			}
		}
		g := aGame(t, s, "g", "correspondence=3d", game.White)
		live := aGame(t, s, "live", "fischer=5m+3s", game.White)
		moves(t, s, &live)
		time.Sleep(3 * time.Hour)
		want("a live game", 0)
		moves(t, s, &g)
		time.Sleep(mailAfter - time.Second)
		want("too early", 0)
		time.Sleep(2 * time.Minute)
		want("then", 1)
		m := f.mails[0]
		if m.To != "ada@example.org" || m.Subject != "It is your turn in a game" ||
			!strings.Contains(m.Text, "Go on 9×9 against Bo:\nhttps://moyo.example/game/g\n") || strings.Contains(m.Text, "live") {
			t.Errorf("%+v", m)
		}
		moves(t, s, &g) // Bo has no address
		time.Sleep(3 * time.Hour)
		want("no address", 1)
		h := aGame(t, s, "h", "correspondence=3d", game.White)
		for range 5 {
			moves(t, s, &h)
			moves(t, s, &h)
		}
		time.Sleep(time.Hour)
		want("has moved in time", 1)
		moves(t, s, &h)
		moves(t, s, &g)
		time.Sleep(20 * time.Minute)
		want("two games", 2)
		if f.mails[1].Subject != "It is your turn in 2 games" {
			t.Errorf("%+v", f.mails[1])
		}
		moves(t, s, &h)
		moves(t, s, &h)
		time.Sleep(35 * time.Minute)
		want("within the hour", 2)
		time.Sleep(20 * time.Minute)
		want("after an hour", 3)

		f.refuse(errors.New("no SMTP today"))
		moves(t, s, &h)
		moves(t, s, &h)
		time.Sleep(2 * time.Hour)
		f.refuse(nil)
		want("broken", 3)
		time.Sleep(2 * time.Hour)
		want("mended", 4)
		if err := s.mailOff(t.Context(), ada); err != nil {
			t.Fatal(err)
		}
		moves(t, s, &h)
		moves(t, s, &h)
		time.Sleep(3 * time.Hour)
		want("switched off", 4)
	})
}

// TestDigestWishes: players who switched off e-mails or turns get none; other settings change nothing.
func TestDigestWishes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newService(t)
		defer s.Close()
		g := aGame(t, s, "g", "correspondence=3d", game.White)
		moves(t, s, &g)
		for _, c := range []struct {
			off  []string
			sent bool
		}{
			{nil, true}, {[]string{byMail}, false}, {[]string{string(YourTurn)}, false}, {[]string{string(GameOver)}, true},
		} {
			if err := s.change(t.Context(), ada, wishes{Off: c.off}); err != nil {
				t.Fatal(err)
			}
			if m, err := s.digestMessage(t.Context(), ada); err != nil || (m.To != "") != c.sent {
				t.Errorf("without %v: to %q, %v", c.off, m.To, err)
			}
		}
	})
}

// TestDigestOnce: if two nodes are about to send the same e-mail, it is sent once.
func TestDigestOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newService(t)
		defer s.Close()
		g := aGame(t, s, "g", "correspondence=3d", game.White)
		moves(t, s, &g)
		time.Sleep(mailAfter)
		for range 2 { // both have found that it is due
			if err := s.digest(t.Context(), ada); err != nil {
				t.Error(err)
			}
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		f.mu.Lock()
		defer f.mu.Unlock()
		if len(f.mails) != 1 {
			t.Errorf("%d e-mails", len(f.mails))
		}
	})
}

// TestMailHasNoWordsOfGuests: a guest whose name looks like an address gets no link into the server's e-mail.
func TestMailHasNoWordsOfGuests(t *testing.T) {
	s, f := newService(t)
	defer s.Close()
	g := store.Game{
		ID: "g", BoardTitle: "9×9", Rules: "weiqi", Phase: match.Playing, Turn: game.Black,
		Clock: "correspondence=3d", Version: 1, Updated: time.Now(),
		Black: match.Seat{Kind: match.Human, Name: "Ada", Player: ada},
		White: match.Seat{Kind: match.Human, Name: "moyo.evil.example/account", Player: "passer-by"},
	}
	if err := s.Store.Create(t.Context(), g, store.Entry{Event: match.Event{Kind: match.Created}}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.rows().wantDigest(t.Context(), ada, time.Now().Add(-time.Hour)), s.digests(t.Context())); err != nil {
		t.Fatal(err)
	}
	if len(f.mails) != 1 || strings.Contains(f.mails[0].Text, "evil") || !strings.Contains(f.mails[0].Text, "against a guest:") {
		t.Errorf("%+v", f.mails)
	}
}

// TestSMTP sends a digest through a local SMTP server.
func TestSMTP(t *testing.T) {
	server := mailtest.Start(t)
	sender, err := mail.New(server.Address, "moyo <club@example.org>")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newService(t)
	defer s.Close()
	s.Mail = sender
	aGame(t, s, "g", "correspondence=3d", game.Black)
	if err := s.rows().wantDigest(t.Context(), ada, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.digests(t.Context()); err != nil {
		t.Fatal(err)
	}
	mails, _ := server.Mails()
	if len(mails) != 1 {
		t.Fatalf("%d e-mails", len(mails))
	}
	link := strings.Trim(mails[0].Header.Get("List-Unsubscribe"), "<>")
	if !strings.HasPrefix(link, "https://moyo.example/api/mail/off?key=") {
		t.Fatalf("link %q", link)
	}
	checkUnsubscribe(t, s, link)
}

// checkUnsubscribe follows the link of an e-mail like a malware scanner, and then like a user.
func checkUnsubscribe(t *testing.T, s *Service, link string) {
	t.Helper()
	ask := func(method, link string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, link, strings.NewReader(url.Values{"List-Unsubscribe": {"One-Click"}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		s.Unsubscribe(w, r)
		return w
	}
	off := func() bool {
		w, err := s.wishes(t.Context(), ada)
		return err != nil || !w.wants(byMail)
	}
	if w := ask(http.MethodGet, link); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<form method=\"post\">") || off() {
		t.Errorf("GET: %d %s, off: %v", w.Code, w.Body, off())
	}
	key := link[strings.Index(link, "=")+1:]
	for _, bad := range []string{
		"", "x", ".", key[:len(key)-1], key[:len(key)-1] + "x", strings.Replace(key, "Y", "Z", 1), "Ym8" + key[strings.Index(key, "."):],
	} {
		if w := ask(http.MethodPost, "https://moyo.example/api/mail/off?key="+bad); w.Code != http.StatusBadRequest || off() {
			t.Errorf("key %q: %d, off: %v", bad, w.Code, off())
		}
	}
	for range 2 {
		if w := ask(http.MethodPost, link); w.Code != http.StatusOK || !off() {
			t.Errorf("POST: %d %s, off: %v", w.Code, w.Body, off())
		}
	}
}

func FuzzLink(f *testing.F) {
	s, _ := newService(f)
	f.Cleanup(s.Close)
	f.Add(s.linkKey(ada))
	f.Add(".")
	f.Fuzz(func(t *testing.T, key string) {
		if player, err := s.linkPlayer(key); err == nil && s.linkKey(player) != strings.ToLower(key) && s.linkKey(player) != key {
			t.Errorf("%q switches off the e-mails of %q", key, player)
		}
	})
}
