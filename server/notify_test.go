package server

import (
	"bufio"
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/people/mail"
	"moyo/server/people/notify"
	"moyo/server/store"
)

// inboxes opens a person's event stream and returns its messages.
func (p *person) inboxes() <-chan notify.Inbox { return eventsOf[notify.Inbox](p, "/api/me/events") }

// eventsOf opens an event stream and returns its messages.
func eventsOf[T any](p *person, path string) <-chan T {
	p.t.Helper()
	client := *p.http
	client.Timeout = 0
	res, err := client.Get(p.url + path)
	if err != nil {
		p.t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
		p.t.Fatalf("%s: %s %v", path, res.Status, res.Header)
	}
	p.t.Cleanup(func() { res.Body.Close() })
	events := make(chan T, 100)
	go func() {
		defer close(events)
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var v T
				if json.Unmarshal([]byte(text), &v) == nil {
					events <- v
				}
			}
		}
	}()
	return events
}

// untilInbox waits for an event that satisfies done.
func untilInbox(t *testing.T, what string, events <-chan notify.Inbox, done func(notify.Inbox) bool) notify.Inbox {
	t.Helper()
	deadline := time.After(testTime)
	for {
		select {
		case in, ok := <-events:
			if !ok {
				t.Fatalf("waiting for %s: the stream has ended", what)
			}
			if done(in) {
				return in
			}
		case <-deadline:
			t.Fatalf("waiting for %s", what)
		}
	}
}

// pushes is a push service that counts messages.
type pushes struct {
	mu    sync.Mutex
	taken []string
}

func (p *pushes) Do(r *http.Request) (*http.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken = append(p.taken, r.URL.String())
	return &http.Response{StatusCode: http.StatusCreated, Body: io.NopCloser(strings.NewReader(""))}, nil
}

func (p *pushes) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.taken)
}

func newPushSubscription(t *testing.T) notify.PushSubscription {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return notify.PushSubscription{Endpoint: "https://push.example/ada", Keys: notify.PushKeys{
		P256dh: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(make([]byte, 16)),
	}}
}

// TestYourTurn plays a game of two guests over the network: each is notified of their
// turn on a stream, and the absent one by push.
func TestYourTurn(t *testing.T) {
	cfg := testConfig(newStore(t))
	service := new(pushes)
	cfg.Push = service
	url := start(t, cfg)
	ada, bo := newPerson(t, url), newPerson(t, url)
	ada.call("GET", "/api/me", nil, nil) // gets a token
	hers := ada.inboxes()
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "white", Opponent: "human", Name: "Ada"})
	theirs := bo.open(g.ID)
	theirs.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	if status, body := ada.call("POST", "/api/me/push", newPushSubscription(t), nil); status != http.StatusNoContent {
		t.Fatal(status, body)
	}
	his := bo.inboxes()
	in := untilInbox(t, "Bo's turn", his, func(in notify.Inbox) bool { return len(in.Waiting) == 1 })
	if w := in.Waiting[0]; w.ID != g.ID || w.Turn != "black" || w.White.Name != "Ada" {
		t.Errorf("waiting: %+v", w)
	}
	theirs.play("C3")
	untilInbox(t, "Ada's turn", hers, func(in notify.Inbox) bool { return len(in.Waiting) == 1 })
	untilInbox(t, "not Bo's turn", his, func(in notify.Inbox) bool { return len(in.Waiting) == 0 })
	for end := time.Now().Add(testTime); service.count() == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing is pushed")
		}
	}
	hersToo := ada.open(g.ID)
	hersToo.play("B2")
	theirs.untilState("a move", func(s wire.State) bool { return s.Ply == 2 })
	theirs.play("C2")
	theirs.must(wire.ClientMessage{Type: "resign"})
	untilInbox(t, "the end", hers, func(in notify.Inbox) bool { return len(in.Waiting) == 0 })
	var list notify.Inbox
	if status, body := ada.call("GET", "/api/me/inbox", nil, &list); status != http.StatusOK || len(list.Notifications) != 0 {
		t.Errorf("Ada, who has the game open: %d %s", status, body)
	}
	if n := service.count(); n != 1 {
		t.Errorf("%d messages pushed, want 1", n)
	}
}

// TestKilledEnd repeatedly kills the server with SIGKILL after a resignation is acknowledged:
// the absent player is notified once of each game's end.
func TestKilledEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	url, kill := startChild(t, dir)
	ada, bo := newPerson(t, url).signUp("Ada"), newPerson(t, url)
	ended := map[string]bool{}
	for range 5 {
		g := ada.newGame(wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "black", Opponent: "human"})
		his := bo.open(g.ID)
		his.must(wire.ClientMessage{Type: "join"})
		his.must(wire.ClientMessage{Type: "resign"})
		kill()
		ended["/game/"+g.ID] = true
		url, kill = startChild(t, dir)
		ada.move(url)
		bo.move(url)
	}
	var list notify.Inbox
	for end := time.Now().Add(testTime); len(list.Notifications) < len(ended) && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		ada.call("GET", "/api/me/inbox", nil, &list)
	}
	for _, n := range list.Notifications {
		if n.Kind != string(notify.GameOver) || !ended[n.Path] {
			t.Errorf("%+v", n)
		}
		delete(ended, n.Path) // a second one is an error
	}
	if len(ended) > 0 {
		t.Errorf("not told of: %v", ended)
	}
}

// TestNotificationRoutes stores settings, browsers and read marks; ending a
// session ends its stream.
func TestNotificationRoutes(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	s := New(cfg)
	ada := withRole(t, s, serveFor(t, s), store.Member, false)
	var settings notify.NotificationSettings
	status, body := ada.call("GET", "/api/me/notifications/settings", nil, &settings)
	if status != 200 || len(settings.Off) != 0 || len(settings.PushKey) != 87 || settings.Mail {
		t.Errorf("%d %s", status, body)
	}
	if status, body := ada.call("PUT", "/api/me/notifications/settings",
		notify.NotificationSettings{Off: []string{"push", "game-over"}}, &settings); status != 200 || len(settings.Off) != 2 {
		t.Errorf("%d %s", status, body)
	}
	for _, c := range []struct {
		method, path string
		body         any
		words        string
	}{
		{"PUT", "/api/me/notifications/settings", notify.NotificationSettings{Off: []string{"gossip"}}, "no notification called"},
		{"POST", "/api/me/push", notify.PushSubscription{Endpoint: "https://127.0.0.1/x"}, "not the address of a push service"},
		{"POST", "/api/me/push", notify.PushSubscription{Endpoint: "https://push.example/x"}, "not a public key"},
		{"GET", "/api/mail/off?key=x", nil, "incomplete"},
		{"POST", "/api/mail/off", nil, "incomplete"},
	} {
		if status, body := ada.call(c.method, c.path, c.body, nil); status != http.StatusBadRequest || !strings.Contains(body, c.words) {
			t.Errorf("%s %s: %d %s", c.method, c.path, status, body)
		}
	}
	browser := newPushSubscription(t)
	if status, body := ada.call("POST", "/api/me/push", browser, nil); status != http.StatusNoContent {
		t.Errorf("%d %s", status, body)
	}
	for range 2 {
		status, body := ada.call("DELETE", "/api/me/push", notify.PushSubscription{Endpoint: browser.Endpoint}, nil)
		if status != http.StatusNoContent {
			t.Errorf("%d %s", status, body)
		}
	}
	who, err := s.sessions.Who(t.Context(), identity.Hash(ada.token()))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b"} {
		if err := s.notify.Notify(t.Context(), notify.News{
			Player: who.Player, Kind: notify.ChallengeMade, Key: key, Text: "Bo challenges you.", Path: "/game/x",
		}); err != nil {
			t.Fatal(err)
		}
	}
	var list notify.Inbox
	ada.call("GET", "/api/me/inbox", nil, &list)
	if len(list.Notifications) != 2 {
		t.Fatalf("%+v", list)
	}
	events := ada.inboxes()
	if status, body := ada.call("POST", "/api/me/notifications/read", notify.NotificationsRead{UpTo: list.Notifications[1].ID},
		&list); status != 200 || list.Notifications[0].Read || !list.Notifications[1].Read {
		t.Errorf("%d %s", status, body)
	}
	untilInbox(t, "the read mark", events, func(in notify.Inbox) bool { return in.Notifications[1].Read })
	if status, body := ada.call("DELETE", "/api/session", nil, nil); status >= 300 {
		t.Fatal(status, body)
	}
	untilClosed(t, events)
}

// untilClosed waits for the end of a stream.
func untilClosed(t *testing.T, events <-chan notify.Inbox) {
	t.Helper()
	for deadline := time.After(testTime); ; {
		select {
		case _, ok := <-events:
			if !ok {
				return
			}
		case <-deadline:
			t.Fatal("the stream continues after the end of the session")
		}
	}
}

// SendMessage implements Mailer.
func (l *letters) SendMessage(ctx context.Context, m mail.Message) error {
	return l.Send(ctx, m.To, m.Subject, m.Text)
}
