package loadtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/bot/loadtest"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/internal/testenv"
	"moyo/server"
	"moyo/server/base/limit"
	"moyo/server/base/proxy"
	"moyo/server/base/wire"
	"moyo/server/store/sqlite/sqlitetest"
)

// moyo starts a server and returns its address.
func moyo(t *testing.T) string {
	t.Helper()
	s := server.New(server.Config{
		Store: sqlitetest.New(t), Version: "test", Engines: []wire.EngineEntry{},
		Proxies: proxy.Config{Networks: proxy.Networks{netip.MustParsePrefix("127.0.0.0/8")}},
		Limits: server.Limits{
			Requests: 1e6, Commands: 10_000, NewGames: 10_000, Records: 10_000, PerAddress: 100_000, Accounts: 10_000, Passwords: 4,
			OpenGames: limit.Quota{Daily: 1e9, AtOnce: 10_000}, SignUps: limit.Quota{Daily: 1e9, AtOnce: 10_000},
		},
	})
	both := http.NewServeMux()
	both.Handle("/metrics", s.Insides())
	both.Handle("/debug/", s.Insides())
	both.Handle("/", s)
	web := httptest.NewServer(both)
	t.Cleanup(func() {
		s.Close()
		web.Close()
	})
	return web.URL
}

// load returns a small load on a server.
func load(t *testing.T, url, spec, rules string) loadtest.Config {
	t.Helper()
	b, err := catalog.Board(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	by, err := catalog.Rules(rules)
	if err != nil {
		t.Fatal(err)
	}
	return loadtest.Config{
		URL: url, Board: spec, Rules: rules, Games: 4, Moves: 40, WarmUp: 100 * time.Millisecond, Duration: time.Second, Addresses: 3,
		Position: func() (game.Position, error) { return by.New(b) },
		Record: func(text string) (moves []string, err error) {
			games, err := sgf.Parse(text)
			if err != nil {
				return nil, err
			}
			pos, err := record.Load(games[0], game.Opener{
				Board: func(spec string) (*board.Board, error) { return catalog.Board(spec, nil) }, Rules: catalog.Rules,
			})
			if err != nil {
				return nil, err
			}
			for _, m := range pos.Moves() {
				moves = append(moves, game.Format(pos, m))
			}
			return moves, nil
		},
	}
}

func wait(r *loadtest.Report, what string) loadtest.Wait {
	for _, w := range r.Waits {
		if w.What == what {
			return w
		}
	}
	return loadtest.Wait{}
}

// TestRun puts a real server under each kind of load, and finds no errors.
func TestRun(t *testing.T) {
	testenv.SkipUnderRace(t) // it takes seconds
	for name, c := range map[string]struct {
		board, rules string
		change       func(*loadtest.Config)
		check        func(t *testing.T, r *loadtest.Report)
	}{
		"everything": {"grid:13", "weiqi", func(c *loadtest.Config) {
			c.Watchers, c.Crowd, c.Lobby, c.Reconnects, c.Metrics = 1, 3, 2, 10, c.URL+"/metrics"
		}, func(t *testing.T, r *loadtest.Report) {
			if r.Sockets != 8+4+3+2 || r.Checked != 4 || r.Server == nil || r.Server.Sockets < 15 || r.Lobby.Messages < 2 {
				t.Errorf("%+v, server %+v", r, r.Server)
			}
			for _, what := range []string{"acknowledged", "seen by the opponent", "seen by watchers", "back after a cut", "sent late"} {
				if w := wait(r, what); w.Count == 0 || w.Max < w.P50 {
					t.Errorf("%s: %+v", what, w)
				}
			}
		}},
		"as fast as it goes": {"grid:9", "weiqi", func(c *loadtest.Config) { c.Moves = 0 }, func(t *testing.T, r *loadtest.Report) {
			if r.Unsent != 0 || r.Moves < 40 {
				t.Errorf("%+v", r)
			}
		}},
		"games that end": {"grid:3x3", "gomoku:n=3", func(c *loadtest.Config) { c.Moves, c.Watchers = 0, 1 },
			func(t *testing.T, r *loadtest.Report) {
				if r.Again < 4 || r.Checked < r.Again+4 {
					t.Errorf("%+v", r)
				}
			}},
		"accounts with clocks": {"grid:9", "weiqi", func(c *loadtest.Config) { c.Games, c.Accounts, c.Clock = 2, true, "fischer=5m+3s" },
			func(t *testing.T, r *loadtest.Report) {
				if r.Checked != 2 {
					t.Errorf("%+v", r)
				}
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := load(t, moyo(t), c.board, c.rules)
			c.change(&cfg)
			var told atomic.Int64
			cfg.Progress = func(loadtest.Standing) { told.Add(1) }
			r, err := loadtest.Run(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Errors) > 0 || r.Stopped || r.Moves == 0 || told.Load() == 0 {
				t.Errorf("%+v", r)
			}
			c.check(t, r)
			var text bytes.Buffer
			r.Print(&text)
			if !strings.Contains(text.String(), "hold exactly what was acknowledged") || !strings.Contains(text.String(), "█") {
				t.Errorf("%s", &text)
			}
		})
	}
}

// TestStopped ends a load early: the results so far are reported and compared.
func TestStopped(t *testing.T) {
	cfg := load(t, moyo(t), "grid:9", "weiqi")
	cfg.Duration = time.Hour
	ctx, stop := context.WithCancel(t.Context())
	cfg.Progress = func(s loadtest.Standing) {
		if s.Doing == "measuring" {
			stop()
		}
	}
	r, err := loadtest.Run(ctx, cfg)
	if err != nil || !r.Stopped || r.Checked != 4 || len(r.Errors) > 0 || r.Seconds > 60 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestRefused(t *testing.T) {
	url := moyo(t)
	for name, change := range map[string]func(*loadtest.Config){
		"no server":   func(c *loadtest.Config) { c.URL = "localhost:8080" },
		"no games":    func(c *loadtest.Config) { c.Games = 0 },
		"no time":     func(c *loadtest.Config) { c.Duration = 0 },
		"backwards":   func(c *loadtest.Config) { c.Reconnects = -1 },
		"no such one": func(c *loadtest.Config) { c.URL = "http://127.0.0.1:1" },
		"no rules":    func(c *loadtest.Config) { c.Rules = "chess" },
	} {
		cfg := load(t, url, "grid:9", "weiqi")
		if change(&cfg); cfg.Check() == nil && name != "no such one" && name != "no rules" {
			t.Errorf("%s: nothing wrong with it", name)
		}
		if r, err := loadtest.Run(t.Context(), cfg); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// liar is a proxy between a load and a server that changes messages.
type liar struct {
	server string
	// hear receives a message from the server to a client, with the number of the connection, and
	// returns the messages that the client gets.
	hear func(n int, message wire.ServerMessage, data []byte) [][]byte
	// say is the same for messages from the client.
	say    func(n int, message wire.ClientMessage, data []byte) [][]byte
	record func(text string) string
	count  atomic.Int64 // connections
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/ws") {
		l.between(w, r)
		return
	}
	req, err := http.NewRequestWithContext(r.Context(), r.Method, l.server+r.URL.String(), r.Body)
	if err != nil {
		return
	}
	req.Header = r.Header.Clone()
	req.Header.Del("Accept-Encoding")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	if strings.HasSuffix(r.URL.Path, "/sgf") && l.record != nil {
		body = []byte(l.record(string(body)))
	}
	for _, c := range res.Cookies() {
		http.SetCookie(w, c)
	}
	w.WriteHeader(res.StatusCode)
	_, _ = w.Write(body)
}

// between forwards the messages of a WebSocket, changed.
func (l *liar) between(w http.ResponseWriter, r *http.Request) {
	n := int(l.count.Add(1))
	header := http.Header{"Cookie": r.Header["Cookie"]}
	up, res, err := websocket.Dial(r.Context(), strings.Replace(l.server, "http", "ws", 1)+r.URL.Path,
		&websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		return
	}
	defer up.CloseNow()
	up.SetReadLimit(-1)
	for _, c := range res.Cookies() {
		http.SetCookie(w, c)
	}
	down, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer down.CloseNow()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	var wg sync.WaitGroup
	carry := func(from, to *websocket.Conn, change func(data []byte) [][]byte) {
		defer cancel()
		for {
			_, data, err := from.Read(ctx)
			if err != nil {
				return
			}
			for _, out := range change(data) {
				if to.Write(ctx, websocket.MessageText, out) != nil {
					return
				}
			}
		}
	}
	wg.Go(func() {
		carry(up, down, func(data []byte) [][]byte {
			var m wire.ServerMessage
			if l.hear == nil || json.Unmarshal(data, &m) != nil {
				return [][]byte{data}
			}
			return l.hear(n, m, data)
		})
	})
	wg.Go(func() {
		carry(down, up, func(data []byte) [][]byte {
			var m wire.ClientMessage
			if l.say == nil || json.Unmarshal(data, &m) != nil {
				return [][]byte{data}
			}
			return l.say(n, m, data)
		})
	})
	wg.Wait()
}

func encoded(message any) []byte {
	data, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	return data
}

// isMove reports whether an acknowledgement is for a move: the second command of a table or a later
// one.
func isMove(m wire.ServerMessage) bool { return m.Ack != nil && m.Ack.Version > 3 }

type lie struct {
	liar *liar
	want string
}

// lies are changes by the proxy, with the error that the load must report.
func lies() map[string]lie {
	return map[string]lie{
		"an acknowledgement is lost": {&liar{hear: func(_ int, m wire.ServerMessage, data []byte) [][]byte {
			if isMove(m) {
				return nil
			}
			return [][]byte{data}
		}}, "a move is not acknowledged"},
		"an acknowledgement names another version": {&liar{hear: func(_ int, m wire.ServerMessage, data []byte) [][]byte {
			if isMove(m) {
				m.Ack.Version--
				return [][]byte{encoded(m)}
			}
			return [][]byte{data}
		}}, "an acknowledgement has another version than the event"},
		"an acknowledgement names another seat": {&liar{hear: func(_ int, m wire.ServerMessage, data []byte) [][]byte {
			if isMove(m) {
				m.Ack.You = map[string]string{"black": "white", "white": "black"}[m.Ack.You]
				return [][]byte{encoded(m)}
			}
			return [][]byte{data}
		}}, "an acknowledgement names another seat"},
		"an acknowledgement comes twice": {&liar{hear: func(_ int, m wire.ServerMessage, data []byte) [][]byte {
			if isMove(m) {
				return [][]byte{data, data}
			}
			return [][]byte{data}
		}}, "an acknowledgement belongs to no pending command"},
		"a move is acknowledged and not made": {inventor(), "a move was acknowledged before its player received it"},
		"a move is lost": {&liar{say: func(_ int, m wire.ClientMessage, data []byte) [][]byte {
			if m.Type == "play" && m.Ply == 2 {
				return nil
			}
			return [][]byte{data}
		}}, "a move is not acknowledged"},
		"another move is made": {&liar{say: func(_ int, m wire.ClientMessage, data []byte) [][]byte {
			if m.Type == "play" && m.Ply == 0 {
				m.Move = "pass"
				return [][]byte{encoded(m)}
			}
			return [][]byte{data}
		}}, "another move was recorded than was acknowledged"},
		"an event is lost": {&liar{hear: func(n int, m wire.ServerMessage, data []byte) [][]byte {
			if n > 4 && m.Event != nil && m.Event.State.Ply == 3 { // the players come first
				return nil
			}
			return [][]byte{data}
		}}, "an event is missing, or came twice"},
		"clients receive different events": {&liar{hear: func(n int, m wire.ServerMessage, data []byte) [][]byte {
			if n > 4 && m.Event != nil {
				m.Event.State.Captures.Black++
				return [][]byte{encoded(m)}
			}
			return [][]byte{data}
		}}, "two clients received different versions of one event"},
		"a record lacks a move": {&liar{record: func(text string) string {
			i := strings.LastIndex(text, ";")
			return text[:i] + ")"
		}}, "a record differs from what was acknowledged"},
		"a move is refused": {&liar{hear: func(_ int, m wire.ServerMessage, data []byte) [][]byte {
			if isMove(m) && m.Ack.Version == 5 {
				return [][]byte{encoded(wire.ServerMessage{Type: "error", Error: &wire.Error{ID: m.Ack.ID, Code: "ko"}})}
			}
			return [][]byte{data}
		}}, "a move was refused: ko"},
	}
}

// TestLies lets a server omit, change and invent messages: each fault is found.
func TestLies(t *testing.T) {
	for name, c := range lies() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.liar.server = moyo(t)
			web := httptest.NewServer(c.liar)
			t.Cleanup(web.Close)
			cfg := load(t, web.URL, "grid:9", "weiqi")
			cfg.Games, cfg.Watchers, cfg.Patience = 2, 1, 2*time.Second
			r, err := loadtest.Run(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			if r.Errors[c.want] == 0 {
				t.Errorf("%q is not seen: %v", c.want, r.Errors)
			}
			var text bytes.Buffer
			if r.Print(&text); !strings.Contains(text.String(), c.want) {
				t.Errorf("%s", &text)
			}
		})
	}
}

// inventor acknowledges moves that the server has never received: it sends the server pings
// instead.
func inventor() *liar {
	var mu sync.Mutex
	asked := map[int]string{}
	return &liar{
		say: func(n int, m wire.ClientMessage, data []byte) [][]byte {
			if m.Type != "play" {
				return [][]byte{data}
			}
			mu.Lock()
			defer mu.Unlock()
			asked[n] = m.ID
			return [][]byte{encoded(wire.ClientMessage{Type: "ping"})}
		},
		hear: func(n int, m wire.ServerMessage, data []byte) [][]byte {
			if m.Type != "pong" {
				return [][]byte{data}
			}
			mu.Lock()
			defer mu.Unlock()
			return [][]byte{encoded(wire.ServerMessage{Type: "ack", Ack: &wire.Ack{ID: asked[n], Version: 3, You: "black"}})}
		},
	}
}

// TestStandstill stalls a server for a second: all clients that would have moved meanwhile have
// waited, not only those with a move under way.
func TestStandstill(t *testing.T) {
	var once sync.Once
	var still sync.RWMutex
	l := &liar{server: moyo(t), say: func(_ int, m wire.ClientMessage, data []byte) [][]byte {
		if m.Type == "play" && m.Ply == 4 {
			once.Do(func() {
				still.Lock()
				time.AfterFunc(time.Second, still.Unlock)
			})
		}
		still.RLock()
		defer still.RUnlock()
		return [][]byte{data}
	}}
	web := httptest.NewServer(l)
	t.Cleanup(web.Close)
	cfg := load(t, web.URL, "grid:9", "weiqi")
	cfg.WarmUp, cfg.Duration = 0, 3*time.Second
	r, err := loadtest.Run(t.Context(), cfg)
	if err != nil || len(r.Errors) > 0 {
		t.Fatalf("%v, %+v", err, r)
	}
	long := uint64(0)
	for _, b := range wait(r, "acknowledged").Bars {
		if b.UpTo > 300*time.Millisecond {
			long += b.Count
		}
	}
	if long < 15 { // of 40 per second; four games have one move each under way
		t.Errorf("%d moves have waited for long: %+v", long, wait(r, "acknowledged"))
	}
}

// TestGone stops the server during a load: the load ends by itself and reports it.
func TestGone(t *testing.T) {
	l := &liar{server: moyo(t)}
	gone := make(chan struct{})
	l.say = func(_ int, m wire.ClientMessage, data []byte) [][]byte {
		if m.Type == "play" && m.Ply == 3 {
			<-gone
			return nil
		}
		return [][]byte{data}
	}
	web := httptest.NewServer(l)
	t.Cleanup(func() {
		close(gone)
		web.Close()
	})
	cfg := load(t, web.URL, "grid:9", "weiqi")
	cfg.Games, cfg.Patience = 1, time.Second
	r, err := loadtest.Run(t.Context(), cfg)
	if err != nil || r.Errors["a move is not acknowledged"] == 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
