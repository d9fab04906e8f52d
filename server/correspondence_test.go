package server

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/play/correspondence"
	"moyo/server/store"
)

// letter is a correspondence game between two accounts, and programs that play for them.
type letter struct {
	t       *testing.T
	s       *Server
	clock   *clock
	players map[string]string // ids
	people  map[string]*person
	id      string
	sent    int
}

// write starts a game in which Ada is Black and Bo is White; Eve watches.
func write(t *testing.T, change func(*Config)) *letter {
	t.Helper()
	url, clock, s := startAt(t, change)
	l := &letter{t: t, s: s, clock: clock, players: map[string]string{}, people: map[string]*person{}}
	for _, name := range []string{"Ada", "Bo", "Eve"} {
		l.players[name] = keepAccount(t, s, name, store.Member)
		l.people[name] = programWith(t, s, url, l.players[name], identity.Read|identity.Play)
	}
	l.id = l.begin(match.Setup{}).ID
	return l
}

// begin creates another game of the two.
func (l *letter) begin(setup match.Setup) store.Game {
	l.t.Helper()
	setup.Board, setup.Rules, setup.Clock = "grid:5", "weiqi", "correspondence=3d"
	setup.Black = match.Seat{Kind: match.Human, Player: l.players["Ada"], Name: "Ada", Bot: true}
	setup.White = match.Seat{Kind: match.Human, Player: l.players["Bo"], Name: "Bo", Bot: true}
	g, err := l.s.hub.Create(l.t.Context(), setup)
	if err != nil {
		l.t.Fatal(err)
	}
	return g
}

// ask makes a request and checks the status.
func (l *letter) ask(who string, status int, method, path string, in, out any) string {
	l.t.Helper()
	got, text := l.people[who].call(method, path, in, out)
	if got != status {
		l.t.Errorf("%s: %s %s: %d %s, want %d", who, method, path, got, text, status)
	}
	return text
}

// command sends a command and checks the status.
func (l *letter) command(who string, status int, msg wire.ClientMessage) string {
	l.t.Helper()
	l.sent++
	msg.ID = fmt.Sprint("c", l.sent)
	return l.ask(who, status, "POST", "/api/games/"+l.id+"/commands", msg, nil)
}

// TestNotes: a note is private to its player; others, including spectators, find none.
func TestNotes(t *testing.T) {
	t.Parallel()
	l := write(t, nil)
	path := "/api/games/" + l.id + "/note"
	var got correspondence.Note
	l.ask("Ada", 200, "GET", path, nil, &got)
	if got != (correspondence.Note{Most: 4000}) {
		t.Errorf("before: %+v", got)
	}
	l.ask("Ada", 200, "PUT", path, correspondence.NewNote{Text: " his corner is weak:\r\n\"D4\" <é>\n"}, &got)
	want := correspondence.Note{Text: "his corner is weak:\n\"D4\" <é>", Changed: l.clock.Now().UTC().Format(time.RFC3339), Most: 4000}
	if got != want {
		t.Errorf("written: %+v, want %+v", got, want)
	}
	got = correspondence.Note{}
	if l.ask("Ada", 200, "GET", path, nil, &got); got != want {
		t.Errorf("read: %+v, want %+v", got, want)
	}
	got = correspondence.Note{}
	if l.ask("Bo", 200, "GET", path, nil, &got); got.Text != "" {
		t.Errorf("Bo reads %q", got.Text)
	}
	for _, c := range []struct {
		who, method, path string
		text              string
		status            int
		says              string
	}{
		{"Eve", "GET", path, "", 404, "note.player"},
		{"Eve", "PUT", path, "x", 404, "note.player"},
		{"Ada", "GET", "/api/games/none/note", "", 404, "game.unknown"},
		{"Ada", "PUT", path, strings.Repeat("é", 4001), 400, "note.long"},
		{"Ada", "PUT", path, "a\x00b", 400, "note.control"},
		{"Ada", "PUT", path, "a\x1bb", 400, "note.control"},
		{"Ada", "PUT", path, strings.Repeat("x", 33<<10), 413, "large"},
	} {
		var in any
		if c.method == "PUT" {
			in = correspondence.NewNote{Text: c.text}
		}
		if text := l.ask(c.who, c.status, c.method, c.path, in, nil); !strings.Contains(text, c.says) {
			t.Errorf("%s %s %.20q: %s, want %s", c.who, c.method, c.text, text, c.says)
		}
	}
	l.ask("Ada", 200, "PUT", path, correspondence.NewNote{Text: strings.Repeat("é", 4000)}, nil)
	l.ask("Ada", 200, "PUT", path, correspondence.NewNote{Text: " \n"}, &got)
	if _, err := store.One(t.Context(), l.s.cfg.Store, store.Value[string], `SELECT player FROM notes`); err == nil || got.Text != "" {
		t.Error("an empty note is kept")
	}
}

// TestNothingLeaks: a player's notes and plans appear in no answer to others, and in the player's
// own archive.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	l := write(t, nil)
	l.command("Ada", 200, wire.ClientMessage{Type: "play", Move: "C3"})
	l.ask("Ada", 200, "PUT", "/api/games/"+l.id+"/note", correspondence.NewNote{Text: "secret words"}, nil)
	l.command("Ada", 200, wire.ClientMessage{Type: "plan", Ply: 1, Lines: [][]string{{"E5", "E4"}}})
	l.command("Eve", 403, wire.ClientMessage{Type: "plan", Ply: 1, Lines: [][]string{{"E5", "E4"}}})
	for _, who := range []string{"Bo", "Eve"} {
		for _, path := range []string{
			"/api/games/" + l.id, "/api/games", "/api/me/games", "/api/me/inbox", "/api/games/live",
			"/api/games/" + l.id + "/sgf", "/api/me/correspondence", "/api/me/vacation",
			"/api/people/Ada", "/api/people/Ada/games", "/api/people/Ada/games/records",
			"/api/games/" + l.id + "/chat", "/api/games/" + l.id + "/ratings",
		} {
			if _, text := l.people[who].call("GET", path, nil, nil); strings.Contains(text, "secret") || strings.Contains(text, "E4") {
				t.Errorf("%s reads in %s: %s", who, path, text)
			}
		}
	}
	lines := func(who string) bool {
		client := *l.people[who].http
		client.Timeout = testTime
		res, err := client.Get(l.people[who].url + "/api/games/" + l.id + "/stream")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		for text, buf := "", make([]byte, 4096); ; {
			n, err := res.Body.Read(buf)
			if text += string(buf[:n]); strings.Contains(text, `"E4"`) {
				return true
			}
			if err != nil || strings.Contains(text, `"type":"presence"`) { // which follows
				return false
			}
		}
	}
	for who, want := range map[string]bool{"Ada": true, "Bo": false, "Eve": false} {
		if got := lines(who); got != want {
			t.Errorf("%s hears of the plan: %v", who, got)
		}
	}
	w := httpArchive(t, l, "Ada")
	if text := w["correspondence.json"]; !strings.Contains(text, "secret words") || !strings.Contains(text, `"E4"`) {
		t.Errorf("the archive has %s", text)
	}
	if text := httpArchive(t, l, "Bo")["correspondence.json"]; text != "" {
		t.Errorf("Bo's archive has %s", text)
	}
}

// httpArchive returns the files of a player's archive.
func httpArchive(t *testing.T, l *letter, who string) map[string]string {
	t.Helper()
	token, err := l.s.sessions.Start(t.Context(), l.players[who], "test")
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest("GET", l.people[who].url+"/api/account/archive", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "moyo", Value: token})
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatalf("%v: %.200s", err, data)
	}
	files := map[string]string{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

// TestVacation: a player takes a vacation and returns; their games, and their opponents, are
// informed.
func TestVacation(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	l := write(t, nil)
	var got correspondence.Vacation
	l.ask("Ada", 200, "GET", "/api/me/vacation", nil, &got)
	if got != (correspondence.Vacation{Left: 30, Days: 30}) {
		t.Errorf("before: %+v", got)
	}
	for _, days := range []int{-1, 0, 31, 1 << 40} {
		text := l.ask("Ada", 400, "POST", "/api/me/vacation", correspondence.NewVacation{Days: days}, nil)
		if !strings.Contains(text, "vacation.days") {
			t.Errorf("%d days: %s", days, text)
		}
	}
	l.ask("Ada", 409, "DELETE", "/api/me/vacation", nil, nil)
	began := l.clock.Now()
	l.ask("Ada", 200, "POST", "/api/me/vacation", correspondence.NewVacation{Days: 10}, &got)
	ends := began.Add(10 * day).UTC().Format(time.RFC3339)
	if got.Left != 20 || got.Until != ends {
		t.Errorf("at its begin: %+v", got)
	}
	l.ask("Ada", 409, "POST", "/api/me/vacation", correspondence.NewVacation{Days: 1}, nil)
	deadline := func(want time.Duration) {
		t.Helper()
		until(t, "it to be so", func() bool {
			g, err := l.s.cfg.Store.Game(t.Context(), l.id)
			return err == nil && g.Deadline.Sub(began).Round(time.Minute) == want
		})
	}
	deadline(13 * day)
	var week correspondence.Week
	l.ask("Bo", 200, "GET", "/api/me/correspondence", nil, &week)
	if len(week.Games) != 1 || week.Games[0].Vacation != ends || week.Games[0].Mine ||
		week.Games[0].You != "white" || week.Vacation.Until != "" {
		t.Errorf("Bo sees %+v", week)
	}
	l.clock.pass(day + day/2)
	l.ask("Ada", 200, "DELETE", "/api/me/vacation", nil, &got)
	if got.Left != 28 || got.Until != "" {
		t.Errorf("after a day and a half: %+v", got)
	}
	deadline(4*day + day/2)
	l.ask("Ada", 200, "POST", "/api/me/vacation", correspondence.NewVacation{Days: 9}, nil)
	l.ask("Ada", 200, "DELETE", "/api/me/vacation", nil, &got)
	if got.Left != 27 {
		t.Errorf("one that has hardly begun costs %d days", 28-got.Left)
	}
	text := l.ask("Ada", 409, "POST", "/api/me/vacation", correspondence.NewVacation{Days: 28}, nil)
	if !strings.Contains(text, "vacation.used") {
		t.Error(text)
	}
	guest := newPerson(t, l.people["Ada"].url)
	if status, _ := guest.call("POST", "/api/me/vacation", correspondence.NewVacation{Days: 1}, nil); status != http.StatusUnauthorized {
		t.Errorf("a guest: %d", status)
	}
}

// TestWeek lists games by deadline, for either player's turn, and no others.
func TestWeek(t *testing.T) {
	t.Parallel()
	l := write(t, nil)
	first := l.id
	l.clock.pass(time.Hour)
	second := l.begin(match.Setup{}).ID
	l.id = second
	l.command("Ada", 200, wire.ClientMessage{Type: "play", Move: "C3"})
	l.clock.pass(time.Hour)
	third := l.begin(match.Setup{NoVacation: true}).ID
	l.id = third
	l.command("Ada", 200, wire.ClientMessage{Type: "play", Move: "pass"})
	l.command("Bo", 200, wire.ClientMessage{Type: "play", Ply: 1, Move: "pass"}) // no clock runs
	over := l.begin(match.Setup{})
	if err := l.s.hub.End(t.Context(), over.ID, l.players["Bo"]); err != nil {
		t.Fatal(err)
	}
	for who, mine := range map[string][]bool{"Ada": {true, false}, "Bo": {false, true}, "Eve": nil} {
		var week correspondence.Week
		l.ask(who, 200, "GET", "/api/me/correspondence", nil, &week)
		ids, last := []string{}, ""
		for i, g := range week.Games {
			ids = append(ids, g.Game.ID)
			if i < len(mine) && g.Mine != mine[i] {
				t.Errorf("%s: game %d is theirs: %v", who, i, g.Mine)
			}
			if i < 2 && g.Deadline <= last {
				t.Errorf("%s: %q is after %q", who, g.Deadline, last)
			}
			last = g.Deadline
		}
		want := fmt.Sprint([]string{first, second, third})
		if who == "Eve" {
			want = "[]"
		}
		if fmt.Sprint(ids) != want || who != "Eve" && last != "" {
			t.Errorf("%s sees %v, want %s; the last ends %q", who, ids, want, last)
		}
	}
}

// TestPlanFlood: the plans of an address are bounded, and so is the size of one plan.
func TestPlanFlood(t *testing.T) {
	t.Parallel()
	l := write(t, func(cfg *Config) { cfg.Limits.Notes = 0 })
	l.command("Ada", 200, wire.ClientMessage{Type: "play", Move: "C3"})
	through := 0
	for i := range 60 {
		status, text := l.people["Ada"].call("POST", "/api/games/"+l.id+"/commands",
			wire.ClientMessage{Type: "plan", ID: fmt.Sprint("p", i), Ply: 1, Lines: [][]string{{"B2", "D4"}}}, nil)
		if status == 200 {
			through++
		} else if status != http.StatusTooManyRequests {
			t.Fatalf("%d %s", status, text)
		}
	}
	if through != 20 {
		t.Errorf("%d of 60 plans got through", through)
	}
	huge := wire.ClientMessage{Type: "plan", Ply: 1, Lines: [][]string{{strings.Repeat("x", 17<<10)}}}
	l.command("Ada", http.StatusRequestEntityTooLarge, huge)
}

// TestKilledVacation: after a server was killed before it applied a vacation to games, the next server
// applies it.
func TestKilledVacation(t *testing.T) {
	t.Parallel()
	disk := newStore(t)
	now := time.Now()
	ada, bo := identity.GuestID(identity.Hash("Ada")), identity.GuestID(identity.Hash("Bo"))
	first := New(testConfig(disk))
	setup := match.Setup{
		Board: "grid:5", Rules: "weiqi", Clock: "correspondence=3d",
		Black: match.Seat{Kind: match.Human, Player: ada}, White: match.Seat{Kind: match.Human, Player: bo},
	}
	g, err := first.hub.Create(t.Context(), setup)
	if err != nil {
		t.Fatal(err)
	}
	first.Close()
	if err := (correspondence.Kept{DB: disk}).BeginVacation(t.Context(),
		correspondence.KeptVacation{Player: ada, Began: now, Until: now.Add(48 * time.Hour), Days: 2}, 30); err != nil {
		t.Fatal(err)
	}
	second := New(testConfig(disk))
	defer second.Close()
	until(t, "it to be so", func() bool {
		h, err := disk.Game(t.Context(), g.ID)
		return err == nil && h.Deadline.After(g.Deadline.Add(47*time.Hour))
	})
	until(t, "it to be so", func() bool {
		untold, err := correspondence.Kept{DB: disk}.VacationsUntold(t.Context(), correspondence.KeptVacation{}, 9)
		return err == nil && len(untold) == 0
	})
}
