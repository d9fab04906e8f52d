package bot_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/bot"
	"moyo/client/bot/client"
	"moyo/engine"
	"moyo/game"
	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	nameof "moyo/server/people/account/name"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// house is a server with accounts.
type house struct {
	t     *testing.T
	store store.Store
	web   *httptest.Server
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{t: t, store: sqlitetest.New(t)}
	h.open()
	t.Cleanup(func() { h.web.Close() })
	return h
}

// open starts serving the stored data.
func (h *house) open() {
	s := server.New(server.Config{
		Store: h.store, NewEngine: func(id string) (engine.Engine, error) {
			return catalog.NewEngine(id, catalog.EngineOptions{MemoryMB: 8})
		},
		Counter: "mcts", Limits: server.Limits{NewGames: 1000, Seeks: 1000, Programs: 1000, Lists: 1000},
	})
	h.web = httptest.NewServer(s)
	h.t.Cleanup(s.Close)
}

// token makes a bot account and returns a token for it.
func (h *house) token(name string) string {
	h.t.Helper()
	return h.tokenOf(name, store.Bot)
}

// tokenOf makes an account with a role and returns a token for it.
func (h *house) tokenOf(name string, role store.Role) string {
	h.t.Helper()
	token, session := identity.NewAccessToken()
	hash, _ := identity.TokenOf(session)
	id := identity.GuestID(identity.Hash(name))
	named, err := nameof.Parse(name)
	if err != nil {
		h.t.Fatal(err)
	}
	err = errors.Join(
		h.store.SavePlayer(h.t.Context(), store.Player{ID: id, Role: role, Name: name, Skeleton: named.Skeleton(), Created: time.Now()}),
		h.store.AddToken(h.t.Context(), store.Token{Hash: hash, Player: id, Title: "t", Scopes: "read play challenge", Created: time.Now()}, 9),
	)
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

// log keeps the events of a bot, and wakes waiters.
type log struct {
	mu     sync.Mutex
	events []bot.Event
	news   chan struct{}
}

func (l *log) tell(e bot.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, e)
	select {
	case l.news <- struct{}{}:
	default:
	}
}

// of returns the events of a kind.
func (l *log) of(kind string) (some []bot.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.events {
		if e.Kind == kind {
			some = append(some, e)
		}
	}
	return some
}

// until waits for n events of a kind.
func (l *log) until(t *testing.T, kind string, n int) []bot.Event {
	t.Helper()
	late := time.After(time.Minute)
	for {
		if some := l.of(kind); len(some) >= n {
			return some
		}
		select {
		case <-l.news:
		case <-late:
			t.Fatalf("%d events %q did not come; there are %+v", n, kind, l.events)
		}
	}
}

// config is the configuration of a bot that plays at random.
func (h *house) config(token string) bot.Config {
	return bot.Config{
		Server: h.web.URL, Token: token, Games: 2,
		Board: func(spec string) (*board.Board, error) { return catalog.Board(spec, nil) }, Rules: catalog.Rules,
		Open: func(context.Context) (engine.Engine, error) {
			return catalog.NewEngine("random", catalog.EngineOptions{MemoryMB: 8})
		},
	}
}

// run runs a bot in the background until stop is called, which returns its error.
func (h *house) run(name, token string, change func(*bot.Config)) (events *log, stop func() error) {
	h.t.Helper()
	events = &log{news: make(chan struct{}, 1)}
	cfg := h.config(token)
	cfg.Notify = events.tell
	change(&cfg)
	b, err := bot.New(cfg)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(h.t.Context())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	var once sync.Once
	stop = func() (err error) {
		once.Do(func() {
			cancel()
			select {
			case err = <-done:
			case <-time.After(time.Minute):
				err = errors.New("it does not end")
			}
		})
		return err
	}
	h.t.Cleanup(func() {
		if err := stop(); err != nil {
			h.t.Errorf("%s: %v", name, err)
		}
	})
	return events, stop
}

// nogo is a game that ends by itself.
func nogo(opponent string, count int) func(*bot.Config) {
	return func(c *bot.Config) {
		c.Wants = &bot.Wants{Opponent: opponent, Board: "grid:4", Rules: "nogo", Clock: "fischer=1m+1s", Count: count, Bots: true}
	}
}

// TestBotsPlay: one bot challenges another, and both play to the end; so do two bots that seek
// opponents.
func TestBotsPlay(t *testing.T) {
	h := newHouse(t)
	ada, bo := h.token("Ada"), h.token("Bo")
	b, stop := h.run("bo", bo, func(*bot.Config) {})
	b.until(t, "ready", 1)
	a, _ := h.run("ada", ada, nogo("Bo", 2))
	over := a.until(t, "over", 2)
	theirs := b.until(t, "over", 2)
	for _, e := range over {
		i := slices.IndexFunc(theirs, func(o bot.Event) bool { return o.Game == e.Game })
		if i < 0 || e.Won == theirs[i].Won || e.Result != theirs[i].Result || e.Opponent != "Bo" || theirs[i].Opponent != "Ada" {
			t.Errorf("%+v, and of the other %+v", e, theirs)
		}
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	b, _ = h.run("bo", bo, nogo("", 1))
	a, _ = h.run("ada", ada, nogo("", 1))
	a.until(t, "over", 1)
	b.until(t, "over", 1)
	for _, l := range []*log{a, b} {
		if bad := append(l.of("refused"), l.of("engine")...); len(bad) > 0 {
			t.Errorf("%+v", bad)
		}
	}
}

// TestBotCounts: two bots play Go until both pass, and agree about dead stones.
func TestBotCounts(t *testing.T) {
	h := newHouse(t)
	ada, bo := h.token("Ada"), h.token("Bo")
	passes := func(c *bot.Config) {
		c.Open = func(context.Context) (engine.Engine, error) {
			return &scripted{moves: []game.Move{12, 0, game.Pass}}, nil
		}
	}
	b, _ := h.run("bo", bo, passes)
	b.until(t, "ready", 1)
	a, _ := h.run("ada", ada, func(c *bot.Config) {
		passes(c)
		c.Wants = &bot.Wants{Opponent: "Bo", Board: "grid:5", Rules: "weiqi", Count: 1}
	})
	if e := a.until(t, "over", 1)[0]; !strings.Contains(e.Text, "score") {
		t.Errorf("%+v", e)
	}
}

// TestBotResumes: two bots that disagree about dead stones resume their game, in which each still
// has a move.
func TestBotResumes(t *testing.T) {
	h := newHouse(t)
	ada, bo := h.token("Ada"), h.token("Bo")
	says := func(dead ...game.Point) func(*bot.Config) {
		return func(c *bot.Config) {
			c.Open = func(context.Context) (engine.Engine, error) {
				return &counting{scripted{moves: []game.Move{12, 0, game.Pass}}, dead}, nil
			}
		}
	}
	b, _ := h.run("bo", bo, says())
	b.until(t, "ready", 1)
	a, _ := h.run("ada", ada, func(c *bot.Config) {
		says(0, 12)(c)
		c.Wants = &bot.Wants{Opponent: "Bo", Board: "grid:5", Rules: "weiqi", Count: 1}
	})
	// Two stones and two passes, and two passes again after each resumption.
	e := a.until(t, "over", 1)[0]
	if !strings.Contains(e.Text, "score") || strings.Contains(e.Text, ", 4 moves") {
		t.Errorf("%+v", e)
	}
	for _, l := range []*log{a, b} {
		if bad := l.of("engine"); len(bad) > 0 {
			t.Errorf("%+v", bad)
		}
	}
}

// counting is scripted, with its own opinion about dead stones.
type counting struct {
	scripted
	dead []game.Point
}

// Dead implements engine.DeadStones.
func (e *counting) Dead(context.Context, game.Position) ([]game.Point, error) { return e.dead, nil }

// scripted plays the first of its moves that is legal.
type scripted struct {
	moves []game.Move
	fails int // number of failures
	calls int
}

// Name implements engine.Engine.
func (*scripted) Name() string { return "scripted" }

// Close implements engine.Engine.
func (*scripted) Close() error { return nil }

// Search implements engine.Engine.
func (s *scripted) Search(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	if s.calls++; s.calls <= s.fails {
		return engine.Info{}, errors.New("it has crashed")
	}
	for _, m := range s.moves {
		if pos.Check(m) == game.Legal {
			return engine.Info{Move: m}, nil
		}
	}
	return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
}

// TestEngineFails: an engine that fails twice plays on; one that keeps failing resigns, so that its
// opponent does not wait.
func TestEngineFails(t *testing.T) {
	for _, c := range []struct {
		fails int
		how   string
	}{{2, "blocked"}, {1000, "resign"}} {
		h := newHouse(t)
		ada, bo := h.token("Ada"), h.token("Bo")
		b, _ := h.run("bo", bo, func(*bot.Config) {})
		b.until(t, "ready", 1)
		a, _ := h.run("ada", ada, func(cfg *bot.Config) {
			nogo("Bo", 1)(cfg)
			cfg.Open = func(context.Context) (engine.Engine, error) { return &scripted{fails: c.fails}, nil }
		})
		e := a.until(t, "over", 1)[0]
		if failed := len(a.of("engine")); failed < min(c.fails, 3) || (c.how == "resign") != strings.Contains(e.Text, "resign") {
			t.Errorf("an engine that fails %d times, and did %d times: %+v", c.fails, failed, e)
		}
	}
}

// TestBotComesBack: a bot that is stopped in the middle of a game leaves it as it is. After a
// restart it plays the game to its end.
func TestBotComesBack(t *testing.T) {
	h := newHouse(t)
	ada, bo := h.token("Ada"), h.token("Bo")
	begun := make(chan struct{}, 100)
	slow := func(c *bot.Config) {
		c.Open = func(context.Context) (engine.Engine, error) { return &blocking{begun: begun}, nil }
	}
	b, stop := h.run("bo", bo, slow)
	b.until(t, "ready", 1)
	a, _ := h.run("ada", ada, nogo("Bo", 1))
	b.until(t, "game", 1)
	<-begun // it searches
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if n := len(a.of("over")); n > 0 {
		t.Fatal("a game ended with its bot")
	}
	b, _ = h.run("bo", bo, func(*bot.Config) {})
	b.until(t, "over", 1)
	a.until(t, "over", 1)
}

// TestLostWhileThinking: a bot that loses the connection during a search does not play the
// interrupted search's move, but searches again.
func TestLostWhileThinking(t *testing.T) {
	h := newHouse(t)
	ada, bo := h.token("Ada"), h.token("Bo")
	b, _ := h.run("bo", bo, func(*bot.Config) {})
	b.until(t, "ready", 1)
	way := newWay(t, h.web.Listener.Addr().String())
	asked := make(chan uint64, 1)
	a, _ := h.run("ada", ada, func(c *bot.Config) {
		nogo("Bo", 1)(c)
		c.Server = "http://" + way.in.Addr().String()
		c.Open = func(context.Context) (engine.Engine, error) { return &interrupted{asked: asked}, nil }
	})
	first := <-asked
	way.cut()
	if second := <-asked; second != first {
		t.Error("the engine was cut short, and a move was made")
	}
	if e := a.until(t, "over", 1)[0]; len(a.of("engine")) > 0 {
		t.Errorf("%+v, %+v", e, a.of("engine"))
	}
}

// interrupted reports the positions of its first two searches. The first one runs until it is stopped.
type interrupted struct {
	scripted
	asked chan<- uint64
}

// Search implements engine.Engine.
func (e *interrupted) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	if e.calls < 2 {
		e.asked <- pos.Hash()
	}
	if e.calls == 0 {
		<-ctx.Done()
	}
	return e.scripted.Search(ctx, pos, lim, report)
}

// way is a connection to a server that can be cut.
type way struct {
	in    net.Listener
	mu    sync.Mutex
	conns []net.Conn
}

// newWay returns a way to an address.
func newWay(t *testing.T, to string) *way {
	t.Helper()
	in, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &way{in: in}
	t.Cleanup(func() { in.Close(); w.cut() })
	go func() {
		for {
			near, err := in.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			w.mu.Lock()
			w.conns = append(w.conns, near, far)
			w.mu.Unlock()
			go func() { _, _ = io.Copy(near, far) }()
			go func() { _, _ = io.Copy(far, near) }()
		}
	}()
	return w
}

// cut closes all connections. New ones can be made.
func (w *way) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		c.Close()
	}
	w.conns = nil
}

// blocking searches until it is stopped.
type blocking struct {
	scripted
	begun chan struct{}
}

// Search implements engine.Engine.
func (e *blocking) Search(ctx context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	e.begun <- struct{}{}
	<-ctx.Done()
	return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
}

// TestCount: a bot that asks for one game ends when that game is over, whatever other games it
// plays meanwhile.
func TestCount(t *testing.T) {
	h := newHouse(t)
	ada, bo, cy := h.token("Ada"), h.token("Bo"), h.token("Cy")
	begun := make(chan struct{}, 100)
	b, stop := h.run("bo", bo, func(c *bot.Config) {
		c.Open = func(context.Context) (engine.Engine, error) { return &blocking{begun: begun}, nil }
	})
	b.until(t, "ready", 1)
	a, _ := h.run("ada", ada, nogo("Bo", 1))
	<-begun // Bo searches, and Cy plays Ada
	a.until(t, "made", 1)
	c, _ := h.run("cy", cy, nogo("Ada", 1))
	c.until(t, "over", 1)
	a.until(t, "over", 1)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	b, _ = h.run("bo", bo, func(*bot.Config) {})
	b.until(t, "over", 1)
	a.until(t, "over", 2)
}

// TestDeclined: a player that declines repeatedly is not asked again.
func TestDeclined(t *testing.T) {
	h := newHouse(t)
	ada, bo := h.token("Ada"), h.token("Bo")
	b, _ := h.run("bo", bo, func(c *bot.Config) { c.Accept.Games = []string{"weiqi"} })
	b.until(t, "ready", 1)
	cfg := h.config(ada)
	nogo("Bo", 1)(&cfg)
	a, err := bot.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "Bo, 3 times in a row") {
		t.Errorf("%v", err)
	}
	b.until(t, "declined", 3)
}

// TestTerms: challenges that the terms exclude are declined, with a reason.
func TestTerms(t *testing.T) {
	h := newHouse(t)
	ada, bo := h.token("Ada"), h.token("Bo")
	for _, c := range []struct {
		terms bot.Terms
		words string
	}{
		{bot.Terms{Games: []string{"weiqi"}}, "does not play NoGo"},
		{bot.Terms{Boards: []string{"grid:9"}}, "does not play on Grid 4×4"},
		{bot.Terms{Speeds: []string{"classical"}}, "speed"},
		{bot.Terms{Rated: "rated", From: "people"}, "rated games only"},
		{bot.Terms{CanBoard: func(*board.Board) error { return errors.New("square grids only") }}, "square grids only"},
	} {
		b, stop := h.run("bo", bo, func(cfg *bot.Config) { cfg.Accept = c.terms })
		b.until(t, "ready", 1)
		a, stopAda := h.run("ada", ada, nogo("Bo", 1))
		if e := b.until(t, "declined", 1)[0]; !strings.Contains(e.Text, c.words) {
			t.Errorf("%+v: %s, want %q", c.terms, e.Text, c.words)
		}
		a.until(t, "refused", 1)
		if err := errors.Join(stop(), stopAda()); err != nil {
			t.Error(err)
		}
	}
}

// TestEngineIsAsked: a challenge that the engine cannot play is declined, and one that it can is
// played with the same engine. A bot whose engine cannot play the game that it asks for ends.
func TestEngineIsAsked(t *testing.T) {
	h := newHouse(t)
	ada, bo := h.token("Ada"), h.token("Bo")
	var opened atomic.Int32
	picky := func(c *bot.Config) {
		c.Open = func(context.Context) (engine.Engine, error) {
			opened.Add(1)
			return &unready{id: "nogo"}, nil
		}
	}
	b, _ := h.run("bo", bo, picky)
	b.until(t, "ready", 1)
	_, stop := h.run("ada", ada, func(c *bot.Config) {
		c.Wants = &bot.Wants{Opponent: "Bo", Board: "grid:15", Rules: "gomoku:opening=swap2", Count: 1}
	})
	if e := b.until(t, "declined", 1)[0]; !strings.Contains(e.Text, "not by these rules") {
		t.Errorf("%+v", e)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	opened.Store(0)
	a, _ := h.run("ada", ada, nogo("Bo", 1))
	a.until(t, "over", 1)
	if n := opened.Load(); n != 1 {
		t.Errorf("%d engines were opened for a game", n)
	}
	cfg := h.config(ada)
	picky(&cfg)
	cfg.Wants = &bot.Wants{Board: "grid:5", Rules: "weiqi"}
	lone, err := bot.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := lone.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "not by these rules") {
		t.Errorf("%v", err)
	}
}

// unready is scripted, and can play only one set of rules.
type unready struct {
	scripted
	id string
}

// Prepare implements engine.Preparer.
func (e *unready) Prepare(_ context.Context, pos game.Position) error {
	if id := pos.Rules().ID(); id != e.id {
		return fmt.Errorf("%s: not by these rules", id)
	}
	return nil
}

// TestNew refuses invalid configurations, with the reason.
func TestNew(t *testing.T) {
	for _, c := range []struct {
		cfg   bot.Config
		words string
	}{
		{bot.Config{Server: "go.example", Token: "t", Games: 1}, "want an address"},
		{bot.Config{Server: "ftp://go.example", Token: "t", Games: 1}, "want an address"},
		{bot.Config{Server: "http://go.example", Token: "t", Games: 1}, "without encryption"},
		{bot.Config{Server: "http://192.0.2.1:8080", Token: "t", Games: 1}, "without encryption"},
		{bot.Config{Server: "https://go.example", Games: 1}, "token is empty"},
		{bot.Config{Server: "https://go.example", Token: "t"}, "games at the same time"},
		{bot.Config{Server: "https://go.example", Token: "t", Games: 1, Accept: bot.Terms{Speeds: []string{"fast"}}}, "want one of none, blitz"},
		{bot.Config{Server: "https://go.example", Token: "t", Games: 1, Accept: bot.Terms{Least: 2000, Most: 1000}}, "smaller one first"},
	} {
		if _, err := bot.New(c.cfg); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%+v: %v, want %q", c.cfg, err, c.words)
		}
	}
	for _, cfg := range []bot.Config{
		{Server: "http://go.example", Token: "t", Games: 1, Insecure: true},
		{Server: "http://localhost:8080", Token: "t", Games: 1},
		{Server: "http://[::1]:8080/", Token: "t", Games: 1},
		{Server: "https://go.example", Token: "t", Games: 1},
	} {
		if _, err := bot.New(cfg); err != nil {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
}

// TestElsewhere: if a server redirects to another address, the client does not send the token
// there.
func TestElsewhere(t *testing.T) {
	var asked atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(other.Close)
	first := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusPermanentRedirect))
	t.Cleanup(first.Close)
	b, err := bot.New(bot.Config{Server: first.URL, Token: "t", Games: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "redirects to "+other.URL) || asked.Load() > 0 {
		t.Errorf("%v; the other was asked %d times", err, asked.Load())
	}
}

// TestHopeless: a bot that asks for an impossible game ends, and reports why.
func TestHopeless(t *testing.T) {
	h := newHouse(t)
	for _, c := range []struct {
		wants bot.Wants
		words string
	}{
		{bot.Wants{Opponent: "Nobody", Board: "grid:4", Rules: "nogo"}, "no player"},
		{bot.Wants{Board: "grid:4", Rules: "nogo", Clock: "fischer=1m+1s", Rated: true}, "rated"},
		{bot.Wants{Board: "gird:4", Rules: "nogo"}, "gird"},
	} {
		cfg := h.config(h.token("Ada"))
		cfg.Wants = &c.wants
		b, err := bot.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%+v: %v, want %q", c.wants, err, c.words)
		}
	}
}

// TestRevoked: a bot whose token was revoked ends, and reports it.
func TestRevoked(t *testing.T) {
	h := newHouse(t)
	b, err := bot.New(bot.Config{Server: h.web.URL, Token: "moyo_none", Games: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "revoked") {
		t.Errorf("%v", err)
	}
}

// TestPerson: a bot does not play under a person's name unless it is configured to.
func TestPerson(t *testing.T) {
	h := newHouse(t)
	token := h.tokenOf("Ada", store.Member)
	b, err := bot.New(h.config(token))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "not a bot account") {
		t.Errorf("%v", err)
	}
	a, _ := h.run("ada", token, func(c *bot.Config) { c.AsPerson = true })
	a.until(t, "ready", 1)
}

// TestGamesOfPerson: a bot that plays as a person leaves the person's games alone, and they do not use up its places.
func TestGamesOfPerson(t *testing.T) {
	h := newHouse(t)
	token := h.tokenOf("Ada", store.Member)
	now := time.Now()
	setup := match.Setup{
		Board: "grid:4", Rules: "nogo", Clock: "correspondence=3d",
		Black: match.Seat{Kind: match.Human, Name: "Ada", Player: identity.GuestID(identity.Hash("Ada"))},
		White: match.Seat{Kind: match.Human, Player: "guest"},
	}
	head := store.Game{
		ID: "own", Board: setup.Board, Rules: setup.Rules, Clock: setup.Clock, Black: setup.Black, White: setup.White,
		Phase: match.Playing, Turn: game.Black, Version: 1, Created: now, Updated: now,
	}
	if err := h.store.Create(t.Context(), head, store.Entry{Event: match.Event{Kind: match.Created, At: now, Setup: &setup}}); err != nil {
		t.Fatal(err)
	}
	bo, err := client.New(h.web.URL, h.token("Bo"), "test", true)
	if err != nil {
		t.Fatal(err)
	}
	challenge := wire.NewGame{Board: "grid:4", Rules: "nogo", Color: "black", Opponent: "player", To: "Ada"}
	if err := bo.Ask(t.Context(), http.MethodPost, "/api/games", challenge, nil); err != nil {
		t.Fatal(err)
	}
	a, stop := h.run("ada", token, func(c *bot.Config) { c.AsPerson, c.Games = true, 1 })
	a.until(t, "game", 1)
	if err := stop(); err != nil {
		t.Error(err)
	}
	for _, kind := range []string{"refused", "declined", "lost"} {
		if bad := a.of(kind); len(bad) > 0 {
			t.Errorf("%+v", bad)
		}
	}
	for _, e := range a.of("game") {
		if e.Game == head.ID {
			t.Errorf("it opens the game of its person: %+v", e)
		}
	}
	cfg := h.config(token)
	cfg.AsPerson, cfg.Ladder = true, &bot.Ladder{Director: "Bo"}
	again, err := bot.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "tournament") {
		t.Errorf("a person's bot in tournaments: %v", err)
	}
}

// TestManyBots: two hundred bots in pairs lose no game, no connection and no move.
func TestManyBots(t *testing.T) {
	testenv.Long(t)
	const pairs = 100
	h := newHouse(t)
	var theirs, ours [pairs]*log
	for i := range pairs {
		name := fmt.Sprint("Bo", i)
		theirs[i], _ = h.run(name, h.token(name), func(*bot.Config) {})
	}
	for i := range pairs {
		theirs[i].until(t, "ready", 1)
	}
	for i := range pairs {
		name := fmt.Sprint("Ada", i)
		ours[i], _ = h.run(name, h.token(name), nogo(fmt.Sprint("Bo", i), 1))
	}
	moves := 0
	for i := range pairs {
		e := ours[i].until(t, "over", 1)[0]
		theirs[i].until(t, "over", 1)
		for _, l := range []*log{ours[i], theirs[i]} {
			for _, kind := range []string{"refused", "lost", "engine"} {
				if bad := l.of(kind); len(bad) > 0 {
					t.Errorf("pair %d: %+v", i, bad)
				}
			}
		}
		var n int
		if _, err := fmt.Sscanf(e.Text[strings.LastIndex(e.Text, ", ")+2:], "%d moves", &n); err != nil {
			t.Errorf("%q: %v", e.Text, err)
		}
		moves += n
	}
	t.Logf("%d games of %d bots with %d moves", pairs, 2*pairs, moves)
}
