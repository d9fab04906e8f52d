package notify

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/people/mail"
	"moyo/server/people/notify/push"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/server/store/storetest"
)

// fakes are the service's dependencies.
type fakes struct {
	mu     sync.Mutex
	here   map[string]bool // by game and side
	pushed []string        // endpoints
	status int             // of the push service's responses
	mails  []mail.Message
	fail   error // of the mailer
}

func (f *fakes) HereAt(id string, side game.Color, _ int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.here[id+side.String()]
}

func (f *fakes) Watchers(string) int { return 0 }

func (f *fakes) Do(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pushed = append(f.pushed, r.URL.String())
	return &http.Response{StatusCode: f.status, Body: http.NoBody}, nil
}

func (f *fakes) SendMessage(_ context.Context, m mail.Message) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail == nil {
		f.mails = append(f.mails, m)
	}
	return f.fail
}

// refuse makes mail fail from now on, or work again.
func (f *fakes) refuse(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fail = err
}

// take returns the pushes since the last call.
func (f *fakes) take() []string {
	synctest.Wait() // for deliveries under way
	f.mu.Lock()
	defer f.mu.Unlock()
	taken := f.pushed
	f.pushed = nil
	return taken
}

// The players of these tests: two accounts and a guest.
const (
	ada   = "ada"
	bo    = "bo"
	guest = "guestguestguestguestguestguest00"
)

func newService(t testing.TB) (*Service, *fakes) {
	t.Helper()
	f := &fakes{here: map[string]bool{}, status: http.StatusCreated}
	s := newServiceOn(sqlitetest.New(t), f)
	people(t, s.Store)
	return s, f
}

// people stores the accounts.
func people(t testing.TB, s store.Store) {
	t.Helper()
	for _, name := range []string{ada, bo} {
		err1 := s.SavePlayer(t.Context(), store.Player{ID: name, Role: store.Member, Name: name, Skeleton: name})
		err2 := s.SaveSession(t.Context(), store.Session{Hash: name + "'s", Player: name, Expires: time.Now().Add(1000 * time.Hour)})
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
	}
}

// newServiceOn returns a service on a store without players.
func newServiceOn(on store.Store, f *fakes) *Service {
	return New(Config{
		Store: on, Games: f, Rates: limit.NewAddresses(5000, 5000, time.Now), Site: "https://moyo.example", Push: f, Mail: f,
		Address: func(_ context.Context, player string) (string, error) {
			if player == ada {
				return "ada@example.org", nil
			}
			return "", nil
		},
		Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
}

// subscribe subscribes a player's browser to push messages, and returns its endpoint.
func subscribe(t testing.TB, s *Service, player, session string) string {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	v := push.Subscription{
		Endpoint: "https://push.example/" + player + session, Player: player, Session: session, Seen: time.Now(),
		Key: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(make([]byte, 16)),
	}
	if err := errors.Join(push.Check(v), s.rows().subscribe(t.Context(), v)); err != nil {
		t.Fatal(err)
	}
	return v.Endpoint
}

// page is a player's event stream, as a browser reads it.
type page struct {
	mu     sync.Mutex
	header http.Header
	status int
	events []Inbox
	ended  bool
	close  context.CancelFunc
}

func (p *page) Header() http.Header { return p.header }

func (p *page) WriteHeader(status int) { p.status = status }

func (p *page) FlushError() error { return nil }

func (p *page) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if text, ok := strings.CutPrefix(string(data), "data: "); ok {
		var in Inbox
		if err := json.Unmarshal([]byte(text), &in); err != nil {
			panic(err)
		}
		p.events = append(p.events, in)
	}
	return len(data), nil
}

// last returns the newest event, and the number of events.
func (p *page) last() (Inbox, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.events) == 0 {
		return Inbox{}, 0
	}
	return p.events[len(p.events)-1], len(p.events)
}

type sessions struct{ who identity.Who }

func (s sessions) Who(context.Context, string) (identity.Who, error) { return s.who, nil }

// open opens a page of a player in a session.
func open(t testing.TB, s *Service, player, session string) *page {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	p := &page{header: http.Header{}, close: cancel}
	r := httptest.NewRequestWithContext(ctx, "GET", "/api/me/events", nil)
	h := identity.Identify(sessions{identity.Who{Player: player, Session: session}}, http.HandlerFunc(s.Events))
	go func() {
		h.ServeHTTP(p, r)
		p.mu.Lock()
		p.ended = true
		p.mu.Unlock()
	}()
	return p
}

// aGame returns the header of a game of Ada, who is Black, and Bo.
func aGame(t testing.TB, s *Service, id, clock string, turn game.Color) store.Game {
	t.Helper()
	g := store.Game{
		ID: id, Board: "grid:9", BoardTitle: "9×9", Rules: "weiqi", Phase: match.Playing,
		Turn: turn, Clock: clock, Version: 1, Updated: time.Now(),
		Black: match.Seat{Kind: match.Human, Name: "Ada", Player: ada}, White: match.Seat{Kind: match.Human, Name: "Bo", Player: bo},
	}
	if err := s.Store.Create(t.Context(), g, store.Entry{Event: match.Event{Kind: match.Created}}); err != nil {
		t.Fatal(err)
	}
	return g
}

// moves makes the player to move play a move.
func moves(t testing.TB, s *Service, g *store.Game) {
	t.Helper()
	e := match.Event{Kind: match.Moved, By: g.Turn}
	g.Version, g.Ply, g.Turn, g.Updated = g.Version+1, g.Ply+1, g.Turn.Other(), time.Now()
	if err := s.Store.Append(t.Context(), *g, store.Entry{Event: e}); err != nil {
		t.Fatal(err)
	}
	s.Changed(*g, e, true)
}

// TestStream follows an inbox: it is sent immediately and after each change, at a limited rate, until the session ends.
func TestStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newService(t)
		defer s.Close()
		g := aGame(t, s, "g", "", game.Black)
		first, second, other := open(t, s, ada, "s1"), open(t, s, ada, "s2"), open(t, s, bo, "s3")
		synctest.Wait()
		check := func(what string, p *page, events, waiting, notifications int) {
			t.Helper()
			in, n := p.last()
			if n != events || len(in.Waiting) != waiting || len(in.Notifications) != notifications {
				t.Errorf("%s: %d events, %d games wait, %d notifications; want %d, %d, %d",
					what, n, len(in.Waiting), len(in.Notifications), events, waiting, notifications)
			}
		}
		check("immediately", first, 1, 1, 0)
		check("immediately", other, 1, 0, 0)
		time.Sleep(tellEvery)
		moves(t, s, &g)
		synctest.Wait()
		check("after a move", first, 2, 0, 0)
		check("after a move", second, 2, 0, 0)
		check("after a move", other, 2, 1, 0)
		for i := range 100 {
			if err := s.Notify(t.Context(), News{Player: ada, Kind: ChallengeMade, Key: fmt.Sprint(i)}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		check("too early", first, 2, 0, 0)
		time.Sleep(tellEvery)
		synctest.Wait()
		check("after many", first, 3, 0, maxNotifications)
		check("another player", other, 2, 1, 0)
		time.Sleep(time.Hour)
		check("an hour in which nothing happens", first, 3, 0, maxNotifications)
		first.close()
		synctest.Wait()
		if !first.ended || second.ended {
			t.Errorf("a stream has ended: %v, another: %v", first.ended, second.ended)
		}
		other.close()
		synctest.Wait()
		if len(s.byPlayer) != 1 {
			t.Errorf("%d inboxes, want 1", len(s.byPlayer))
		}
	})
}

// TestManyStreams opens more streams than one player may, and one for each of a thousand players, who all get a change.
func TestManyStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newService(t)
		defer s.Close()
		var mine, others []*page
		for range 1000 {
			mine = append(mine, open(t, s, ada, "s"))
			synctest.Wait()
		}
		for i := range 1000 {
			others = append(others, open(t, s, fmt.Sprint("player", i), "s"))
		}
		synctest.Wait()
		for i, p := range mine {
			if refused := p.status == http.StatusServiceUnavailable && p.ended; refused != (i >= maxStreams) {
				t.Fatalf("stream %d: status %d, ended %v", i+1, p.status, p.ended)
			}
		}
		time.Sleep(time.Second)
		for i := range others {
			s.tell(fmt.Sprint("player", i))
		}
		synctest.Wait()
		for i, p := range others {
			if _, n := p.last(); n != 2 {
				t.Fatalf("stream %d: %d events", i, n)
			}
		}
		if len(s.byPlayer) != 1001 {
			t.Errorf("%d inboxes", len(s.byPlayer))
		}
	})
}

// TestFlood sends ten thousand notifications to one player: few are stored, few are pushed, and pages get few events.
func TestFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newService(t)
		defer s.Close()
		subscribe(t, s, ada, "ada's")
		p := open(t, s, ada, "ada's")
		for i := range 10_000 {
			if err := s.Notify(t.Context(), News{Player: ada, Kind: ChallengeMade, Key: fmt.Sprint(i)}); err != nil {
				t.Fatal(err)
			}
			if i%1000 == 999 {
				time.Sleep(time.Second)
			}
		}
		time.Sleep(time.Minute)
		if rows, err := s.rows().of(t.Context(), ada); err != nil || len(rows) != maxNotifications {
			t.Errorf("%d rows, %v", len(rows), err)
		}
		if pushed := len(f.take()); pushed < 1 || pushed > 6 {
			t.Errorf("%d messages pushed in ten seconds", pushed)
		}
		if in, n := p.last(); n > 21 || in.Notifications[0].ID != 10_000 {
			t.Errorf("%d events, the last of notification %d", n, in.Notifications[0].ID)
		}
	})
}

// wants compares the pushes since the last call.
func (f *fakes) wants(t *testing.T, what string, want ...string) {
	t.Helper()
	if got := f.take(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: pushed to %q, want %q", what, got, want)
	}
}

// TestNotify: players get notifications once, and only of the kinds that they want.
func TestNotify(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newService(t)
		defer s.Close()
		ctx := t.Context()
		notify := func(player string, kind Kind, key string) error {
			t.Helper()
			err := s.Notify(ctx, News{Player: player, Kind: kind, Key: key, Text: key, Path: "/x"})
			time.Sleep(time.Minute)
			return err
		}
		mine, guests := subscribe(t, s, ada, "ada's"), subscribe(t, s, guest, guest+"andtherest")
		for _, kind := range []Kind{"", "gossip", YourTurn} {
			if notify(ada, kind, "k") == nil {
				t.Errorf("kind %q is taken", kind)
			}
		}
		if err := errors.Join(notify(ada, ChallengeMade, "a"), notify(ada, ChallengeMade, "a")); err != nil {
			t.Fatal(err)
		}
		f.wants(t, "twice of the same", mine)
		if err := s.change(ctx, ada, wishes{Off: []string{"push", "game-over"}}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(notify(ada, ChallengeMade, "b"),
			notify(ada, GameOver, "c"), notify(ada, OfModerators, "d")); err != nil {
			t.Fatal(err)
		}
		f.wants(t, "without push")
		list, err := s.inbox(ctx, ada, games{})
		if err != nil || len(list.Notifications) != 3 || list.Notifications[0].Text != "d" || list.Notifications[1].Text != "b" {
			t.Errorf("%+v %v", list, err)
		}

		if err := notify(guest, GameOver, "unseen"); err != nil {
			t.Fatal(err)
		}
		f.wants(t, "a guest without a page", guests)
		p := open(t, s, guest, "gs")
		synctest.Wait()
		if err := errors.Join(notify(guest, GameOver, "seen"), notify(guest, GameOver, "seen")); err != nil {
			t.Fatal(err)
		}
		f.wants(t, "a guest with a page", guests)
		if in, _ := p.last(); len(in.Notifications) != 1 || in.Notifications[0].Text != "seen" {
			t.Errorf("a guest's page: %+v", in)
		}
		if rows, err := s.rows().of(ctx, guest); err != nil || len(rows) > 0 {
			t.Errorf("rows of a guest: %+v %v", rows, err)
		}
		if err := s.Store.Erase(ctx, store.Player{ID: bo, Role: store.Deleted}, Erasure...); err != nil {
			t.Fatal(err)
		}
		if err := notify(bo, GameOver, "too late"); err != nil {
			t.Fatal(err)
		}
		if rows, err := s.rows().of(ctx, bo); err != nil || len(rows) > 0 {
			t.Errorf("rows of one who is gone: %+v %v", rows, err)
		}
		checkPassing(t, s, p, notify)
	})
}

// checkPassing sends a guest more notifications than are kept for guests, and marks a part as read.
func checkPassing(t *testing.T, s *Service, p *page, notify func(player string, kind Kind, key string) error) {
	for i := range 3 * maxPassing {
		if err := notify(guest, GameOver, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	s.read(guest, int64(2*maxPassing))
	s.tell(guest)
	time.Sleep(time.Second)
	in, _ := p.last()
	unread := 0
	for _, n := range in.Notifications {
		if !n.Read {
			unread++
		}
	}
	if len(in.Notifications) != maxPassing || unread != maxPassing {
		t.Errorf("a guest's page after many: %d, %d of them unread", len(in.Notifications), unread)
	}
}

// TestBrowsers: a push goes only to browsers that still belong to the player.
func TestBrowsers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newService(t)
		defer s.Close()
		ctx := t.Context()
		send := func() []string {
			t.Helper()
			if err := s.Notify(ctx, News{Player: ada, Kind: OfModerators, Key: rand.Text()}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			return f.take()
		}
		gone := func(what string, got []string) {
			t.Helper()
			left, err := s.rows().subscriptions(ctx, ada)
			if len(got) > 0 || len(left) > 0 || err != nil {
				t.Errorf("%s: pushed to %q, %d kept, %v", what, got, len(left), err)
			}
		}
		subscribe(t, s, ada, ada[:3]+"other") // a guest's token from before the account
		gone("unknown session", send())
		subscribe(t, s, ada, "bo's")
		gone("another's session", send())
		subscribe(t, s, ada, "ada's")
		s.EndSession("ada's")
		time.Sleep(time.Second)
		gone("signed out", send())
		subscribe(t, s, ada, "ada's")
		f.status = http.StatusGone
		if got := send(); len(got) != 1 {
			t.Errorf("pushed to %q", got)
		}
		gone("told that it is gone", send())
		f.status = http.StatusCreated
		subscribe(t, s, ada, "ada's")
		if err := s.Store.SaveSession(ctx, store.Session{Hash: "ada's", Player: ada, Expires: time.Now().Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		gone("an expired session", send())
		if err := s.Store.SaveSession(ctx, store.Session{Hash: "new", Player: ada, Expires: time.Now().Add(5000 * time.Hour)}); err != nil {
			t.Fatal(err)
		}
		subscribe(t, s, ada, "new")
		if got := send(); len(got) != 1 {
			t.Errorf("a new session: pushed to %q", got)
		}
		browsers, err := s.rows().subscriptions(ctx, ada)
		if err != nil || len(browsers) != 1 {
			t.Fatal(browsers, err)
		}
		browsers[0].Seen = time.Now().Add(-subscriptionTime - time.Second)
		if err := s.rows().subscribe(ctx, browsers[0]); err != nil {
			t.Fatal(err)
		}
		gone("not seen for long", send())
	})
}

// TestTurns: a player without an open page gets one push for a turn; so does one whose page stops responding.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newService(t)
		defer s.Close()
		mine := subscribe(t, s, ada, "ada's")
		subscribe(t, s, bo, "bo's")
		here := func(side game.Color, is bool) {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.here["g"+side.String()] = is
		}
		g := aGame(t, s, "g", "", game.White)
		here(game.White, true)
		moves(t, s, &g)
		time.Sleep(time.Second)
		f.wants(t, "away", mine)
		time.Sleep(time.Hour)
		f.wants(t, "still away")
		here(game.Black, true)
		moves(t, s, &g)
		moves(t, s, &g)
		time.Sleep(time.Hour)
		f.wants(t, "looking")
		moves(t, s, &g)
		moves(t, s, &g)
		here(game.Black, false) // put away, just after the page had received the move
		time.Sleep(stillAway + checkEvery + time.Second)
		f.wants(t, "gone soon after", mine)
		here(game.Black, true)
		moves(t, s, &g)
		moves(t, s, &g)
		moves(t, s, &g)
		here(game.Black, false)
		time.Sleep(time.Hour)
		f.wants(t, "has moved, then gone")
		s.Changed(g, match.Event{Kind: match.Offered, By: game.Black}, false)
		time.Sleep(time.Hour)
		f.wants(t, "not another's turn")
		here(game.Black, true)
		moves(t, s, &g)
		g.Version++ // an offer does not replace the notification of a turn
		offer := match.Event{Kind: match.Offered, By: game.White}
		if err := s.Store.Append(t.Context(), g, store.Entry{Event: offer}); err != nil {
			t.Fatal(err)
		}
		s.Changed(g, offer, false)
		here(game.Black, false)
		time.Sleep(time.Hour)
		f.wants(t, "an offer, then gone", mine)
		moves(t, s, &g)
		f.take()
		moves(t, s, &g)
		if err := s.change(t.Context(), ada, wishes{Off: []string{"your-turn"}}); err != nil {
			t.Fatal(err)
		}
		f.take()
		moves(t, s, &g)
		moves(t, s, &g)
		time.Sleep(time.Hour)
		f.wants(t, "switched off")
		if list, err := s.inbox(t.Context(), ada, games{}); err != nil || len(list.Waiting) != 0 {
			t.Errorf("switched off: %+v %v", list, err)
		}
	})
}

// TestBeginnings: players who are away are notified of a game's beginning.
func TestBeginnings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newService(t)
		defer s.Close()
		g := aGame(t, s, "g", "", game.Black)
		s.Changed(g, match.Event{Kind: match.Joined, By: game.White}, true)
		time.Sleep(cameToo - time.Second)
		if got := texts(t, s.Store, ada); len(got) > 0 {
			t.Errorf("immediately: %q", got)
		}
		time.Sleep(time.Minute)
		if got := fmt.Sprint(texts(t, s.Store, ada), texts(t, s.Store, bo)); got != "[Your game of Go on 9×9 against Bo has begun.] []" {
			t.Errorf("after a beginning: %s", got)
		}
		f.here["h"+game.Black.String()] = true
		h := aGame(t, s, "h", "", game.Black)
		s.Changed(h, match.Event{Kind: match.Created}, true)
		time.Sleep(time.Minute)
		if got := []int{len(texts(t, s.Store, ada)), len(texts(t, s.Store, bo))}; fmt.Sprint(got) != "[1 1]" {
			t.Errorf("after a pairing to which one came: %v", got)
		}
	})
}

// TestHosts: the host of an exhibition gets no notifications of its games, except correspondence games.
func TestHosts(t *testing.T) {
	for limit, told := range map[string]int{"absolute=20m": 0, "correspondence=3d": 1} {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(t)
			defer s.Close()
			g := aGame(t, s, "g", limit, game.Black)
			g.Black.Host = true
			s.Changed(g, match.Event{Kind: match.Created}, true)
			time.Sleep(2 * cameToo)
			if got := []int{len(texts(t, s.Store, ada)), len(texts(t, s.Store, bo))}; got[0] != told || got[1] != 1 {
				t.Errorf("%s: %v heard of it, want the host %d times", limit, got, told)
			}
			g.Winner = game.White
			last := match.Event{Kind: match.Flagged, By: game.Black}
			s.Changed(ends(t, s.Store, g, "W+T", last), last, true)
			time.Sleep(time.Second)
			if got := []int{len(texts(t, s.Store, ada)), len(texts(t, s.Store, bo))}; got[0] != 2*told || got[1] != 2 {
				t.Errorf("%s: %v heard of the end, too; want the host %d times", limit, got, 2*told)
			}
		})
	}
}

// TestChallenges: the challenged player is notified, and the challenger of a refusal.
func TestChallenges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newService(t)
		defer s.Close()
		heard := func(player string) string {
			t.Helper()
			rows, err := s.rows().of(t.Context(), player)
			if err != nil {
				t.Fatal(err)
			}
			texts := ""
			for _, n := range rows {
				texts += fmt.Sprintf("%s (%s, of %s, at %s)", n.Text, n.Kind, n.Sender, n.Path)
			}
			return texts
		}
		g, _ := storetest.Game("g")
		g.Rules, g.Phase = "weiqi", match.Waiting
		g.Black = match.Seat{Kind: match.Human, Name: "Ada", Player: ada}
		g.White = match.Seat{Kind: match.Open, Name: "Bo", Player: bo}
		if err := s.Store.Create(t.Context(), g, store.Entry{Event: match.Event{Kind: match.Created}}); err != nil {
			t.Fatal(err)
		}
		s.Changed(g, match.Event{Kind: match.Created}, false)
		time.Sleep(time.Minute)
		if got := heard(bo); got != "Ada has challenged you to a game of Go on 9×9. (challenge, of ada, at /game/g)" {
			t.Errorf("Bo hears: %s", got)
		}
		g.Phase, g.Version = match.Finished, 2
		e := match.Event{Kind: match.Declined, By: game.White}
		if err := s.Store.Append(t.Context(), g, store.Entry{Event: e}); err != nil {
			t.Fatal(err)
		}
		s.Changed(g, e, false)
		time.Sleep(time.Minute)
		if got := heard(ada); got != "Bo has declined your challenge to a game of Go on 9×9. (challenge-answered, of bo, at /game/g)" {
			t.Errorf("Ada hears: %s", got)
		}
		if got := heard(bo); strings.Contains(got, "declines") {
			t.Errorf("Bo hears of the answer: %s", got)
		}
	})
}

func TestResultWords(t *testing.T) {
	for result, want := range map[string]string{
		"B+3.5": "Black won by 3.5", "W+R": "White won by resignation",
		"W+T": "White won on time", "B+": "Black won", "0": "A draw", "Void": "It was called off",
	} {
		if got := resultWords(result); got != want {
			t.Errorf("%s: %q, want %q", result, got, want)
		}
	}
}

func TestWishes(t *testing.T) {
	s, _ := newService(t)
	defer s.Close()
	for _, off := range [][]string{{"moderation"}, {"everything"}, {""}, make([]string, 8)} {
		if s.change(t.Context(), ada, wishes{Off: off}) == nil {
			t.Errorf("%q is taken", off)
		}
	}
	if err := s.change(t.Context(), ada, wishes{Off: []string{"push", "mail", "push"}}); err != nil {
		t.Fatal(err)
	}
	if w, err := s.wishes(t.Context(), ada); err != nil || fmt.Sprint(w.Off) != "[mail push]" {
		t.Errorf("%v %v", w, err)
	}
	if w, err := s.wishes(t.Context(), bo); err != nil || !w.wants("push") {
		t.Errorf("another's: %v %v", w, err)
	}
}

// TestKeys: the server's keys survive a restart.
func TestKeys(t *testing.T) {
	s, f := newService(t)
	s.Close()
	again := New(Config{Store: s.Store, Games: f, Rates: s.Rates, Push: f, Log: s.Log, Now: time.Now})
	defer again.Close()
	if again.push.PublicKey() != s.push.PublicKey() || again.linkKey(ada) != s.linkKey(ada) {
		t.Error("other keys after a restart")
	}
	other, _ := newService(t)
	defer other.Close()
	if other.push.PublicKey() == s.push.PublicKey() || other.linkKey(ada) == s.linkKey(ada) {
		t.Error("two servers have the same keys")
	}
}

// TestLooking: a player is online while one of their pages is open.
func TestLooking(t *testing.T) {
	b := newInboxes()
	var leave []func()
	for range 2 {
		_, off, err := b.enter("ada")
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, off)
	}
	for _, off := range leave {
		if !b.looking("ada") || b.looking("bo") {
			t.Error("Ada is not here, or Bo is")
		}
		off()
	}
	if b.looking("ada") {
		t.Error("Ada is here after she has gone")
	}
}
