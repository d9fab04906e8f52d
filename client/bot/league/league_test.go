package league

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/bot"
	"moyo/client/bot/client"
	"moyo/client/terminal/files"
	"moyo/engine"
	"moyo/game/match"
	"moyo/server"
	"moyo/server/base/identity"
	nameof "moyo/server/people/account/name"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// club is a server with fast clocks: an arena of minutes is over in seconds.
type club struct {
	*testing.T
	store store.Store
	web   *httptest.Server
	began time.Time
}

// haste is the speed-up of the club's clocks.
const haste = 30

func (c *club) now() time.Time { return c.began.Add(haste * time.Since(c.began)) }

func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{T: t, store: sqlitetest.New(t), began: time.Now()}
	s := server.New(server.Config{
		Store: c.store, Now: c.now, NewEngine: func(id string) (engine.Engine, error) {
			return catalog.NewEngine(id, catalog.EngineOptions{MemoryMB: 8})
		},
		Counter: "mcts", Limits: server.Limits{NewGames: 1000, Programs: 1000, Lists: 1000, Records: 1000},
	})
	t.Cleanup(s.Close)
	c.web = httptest.NewServer(s)
	t.Cleanup(c.web.Close)
	return c
}

// account makes an account and returns a token for it.
func (c *club) account(name string, role store.Role) string {
	c.Helper()
	token, session := identity.NewAccessToken()
	hash, _ := identity.TokenOf(session)
	named, err := nameof.Parse(name)
	if err != nil {
		c.Fatal(err)
	}
	id := identity.GuestID(identity.Hash(name))
	err = c.store.SavePlayer(c.Context(), store.Player{ID: id, Role: role, Name: name, Skeleton: named.Skeleton(), Created: time.Now()})
	if err == nil {
		err = c.store.AddToken(c.Context(),
			store.Token{Hash: hash, Player: id, Title: "t", Scopes: "read play challenge", Created: time.Now()}, 9)
	}
	if err != nil {
		c.Fatal(err)
	}
	return token
}

// bot lets a bot with a moyo engine climb Dora's ladder until the test ends.
func (c *club) bot(name, plays string) {
	c.Helper()
	b, err := bot.New(bot.Config{
		Server: c.web.URL, Token: c.account(name, store.Bot), Games: 2, Ladder: &bot.Ladder{Director: "Dora", Every: 50 * time.Millisecond},
		Board: boards, Rules: catalog.Rules,
		Open: func(context.Context) (engine.Engine, error) {
			return catalog.NewEngine(plays, catalog.EngineOptions{MemoryMB: 8, Threads: 1})
		},
		Notify: func(e bot.Event) { c.Logf("%s: %s %s", name, e.Kind, e.Text) },
	})
	if err != nil {
		c.Fatal(err)
	}
	c.background(name, b.Run)
}

// background runs a function until it is stopped, or the test ends.
func (c *club) background(name string, run func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			select {
			case err := <-done:
				if err != nil {
					c.Errorf("%s: %v", name, err)
				}
			case <-time.After(time.Minute):
				c.Errorf("%s does not end", name)
			}
		})
	}
	c.Cleanup(stop)
	return stop
}

func boards(spec string) (*board.Board, error) { return catalog.Board(spec, nil) }

// event reads an event.
func event(t testing.TB, text string) Event {
	t.Helper()
	e, err := ParseEvent(text, catalog.Rules, boards)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// config is the configuration of a ladder with two events, one of them on an odd board.
func (c *club) config(token, dir string) Config {
	c.Helper()
	speaks, err := client.New(c.web.URL, token, "test", false)
	if err != nil {
		c.Fatal(err)
	}
	return Config{
		Client: speaks, Dir: dir, Events: []Event{event(c, "nogo@grid:4@absolute=50m"), event(c, "gomoku:n=4@hex:4@absolute=50m")},
		Minutes: 3, Most: 8,
		Keep: Keep{Games: 10_000, Records: 5}, Every: 50 * time.Millisecond, Replace: files.Replace,
		Title:  func(id string) string { return catalog.Describe(id).Name },
		Notify: func(text string) { c.Logf("director: %s", text) }, Now: c.now,
	}
}

// direct runs a director until it is stopped.
func (c *club) direct(cfg Config) (stop func()) {
	c.Helper()
	d, err := New(cfg)
	if err != nil {
		c.Fatal(err)
	}
	end := c.background("the director", d.Run)
	return func() {
		end()
		if err := d.Close(); err != nil {
			c.Error(err)
		}
	}
}

// games returns the games in the log of an event.
func (c *club) games(dir string, e Event) (list []Game) {
	c.Helper()
	text, err := os.ReadFile(filepath.Join(dir, e.Folder(), "games.jsonl"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		c.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		g, err := parseGame(line)
		if err != nil {
			if !bytes.HasSuffix(line, []byte("\n")) {
				break // it is being written
			}
			c.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// until waits for a condition.
func (c *club) until(what string, is func() bool) {
	c.Helper()
	late := time.After(3 * time.Minute)
	for !is() {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-late:
			c.Fatalf("it does not come to %s", what)
		}
	}
}

// state returns the stored state of an event's tournaments.
func (c *club) state(dir string, e Event) (s state) {
	c.Helper()
	text, err := os.ReadFile(filepath.Join(dir, e.Folder(), "state.json"))
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		c.Fatal(err)
	}
	return s
}

// TestLadder lets four bots play two events, and kills the director in between: once after it has
// made a tournament without recording it, and with an incomplete last line in the log.
func TestLadder(t *testing.T) {
	c := newClub(t)
	token, dir := c.account("Dora", store.Member), t.TempDir()
	for name, plays := range map[string]string{"Ada": "random", "Bo": "random", "Cy": "level:1", "Di": "level:2"} {
		c.bot(name, plays)
	}
	cfg := c.config(token, dir)
	stop := c.direct(cfg)
	c.until("four games of each event", func() bool {
		return len(c.games(dir, cfg.Events[0])) >= 4 && len(c.games(dir, cfg.Events[1])) >= 4
	})
	stop()
	first := filepath.Join(dir, cfg.Events[0].Folder())
	if err := os.Remove(filepath.Join(first, "state.json")); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(first, "games.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(`{"id":"x-1","tournament":"x","num`)
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	stop = c.direct(cfg)
	c.until("a game of the third tournament", func() bool {
		for _, e := range cfg.Events {
			s := c.state(dir, e)
			if s.Next < 4 || len(s.Tournaments) == 0 {
				return false
			}
			games := c.games(dir, e)
			if len(games) == 0 || games[len(games)-1].Tournament != s.Tournaments[len(s.Tournaments)-1].ID {
				return false
			}
		}
		return true
	})
	stop()
	for _, e := range cfg.Events {
		c.checkEvent(dir, e)
	}
}

// checkEvent compares the collected games with the server's.
func (c *club) checkEvent(dir string, e Event) {
	c.Helper()
	s := c.state(dir, e)
	going := map[string]bool{}
	for _, t := range s.Tournaments {
		going[t.ID] = true
	}
	titles, ended := map[string]bool{}, map[string]string{}
	open := 0
	type cup struct{ id, title, phase string }
	scan := func(row store.Row) (t cup, err error) {
		err = row.Scan(&t.id, &t.title, &t.phase)
		return t, err
	}
	list, err := store.List(c.Context(), c.store, scan, `SELECT id, title, phase FROM tournaments`)
	if err != nil {
		c.Fatal(err)
	}
	for _, t := range list {
		if _, ours := e.number(t.title); !ours {
			continue
		}
		if titles[t.title] {
			c.Errorf("there are two tournaments %s", t.title)
		}
		titles[t.title] = true
		if t.phase != "over" {
			open++
		}
		if !going[t.id] {
			c.finished(t.id, ended)
		}
	}
	if open > 1 || len(titles) != s.Next-1 {
		c.Errorf("%s: %d tournaments go on, there are %d, the next is number %d", e.Name, open, len(titles), s.Next)
	}
	seen := map[string]bool{}
	var games []Game
	for _, g := range c.games(dir, e) {
		if seen[g.ID] {
			c.Errorf("game %s was collected twice", g.ID)
		}
		seen[g.ID] = true
		if result, known := ended[g.ID]; known && result != g.Result {
			c.Errorf("game %s: %s, the server says %s", g.ID, g.Result, result)
		}
		delete(ended, g.ID)
		if g.outcome() != void {
			games = append(games, g)
		}
	}
	if len(ended) > 0 {
		c.Errorf("%s: games were not collected: %v", e.Name, ended)
	}
	c.checkPages(dir, e, games)
}

// finished adds the games of a tournament that have ended.
func (c *club) finished(tournament string, all map[string]string) {
	c.Helper()
	for n := 1; ; n++ {
		id := gameID(tournament, n)
		g, err := c.store.Game(c.Context(), id)
		if errors.Is(err, store.ErrNotFound) {
			return
		}
		if err != nil {
			c.Fatal(err)
		}
		if g.Phase == match.Finished {
			all[id] = g.Result
		}
	}
}

// checkPages checks the contents of the page and the game records.
func (c *club) checkPages(dir string, e Event, games []Game) {
	c.Helper()
	text, err := os.ReadFile(filepath.Join(dir, e.Folder(), "index.html"))
	if err != nil {
		c.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), "&#43;", "+")
	for _, name := range []string{"Ada", "Bo", "Cy", "Di"} {
		if !strings.Contains(page, "<bdi>"+name+"</bdi>") {
			c.Errorf("%s: the page says nothing of %s", e.Name, name)
		}
	}
	for _, r := range slowRatings(games) {
		if want := "<bdi>" + r.name + "</bdi></td><td class=\"n\">" + r.text(); !strings.Contains(page, want) {
			c.Errorf("%s: the page does not have %s", e.Name, want)
		}
	}
	for _, g := range games[max(0, len(games)-5):] {
		sgf, err := os.ReadFile(filepath.Join(dir, e.Folder(), "games", g.ID+".sgf"))
		if err != nil || !strings.Contains(string(sgf), "RE["+g.Result+"]") || !strings.Contains(string(sgf), "PB["+g.Black+"]") {
			c.Errorf("the record of %s: %q, %v", g.ID, sgf, err)
		}
		if !strings.Contains(page, c.web.URL+"/game/"+g.ID) || !strings.Contains(page, `href="games/`+g.ID+`.sgf"`) {
			c.Errorf("the page has no links to %s", g.ID)
		}
	}
	kept, err := os.ReadDir(filepath.Join(dir, e.Folder(), "games"))
	if err != nil || len(kept) > 5 {
		c.Errorf("%d records are kept, %v", len(kept), err)
	}
}
