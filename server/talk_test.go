package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"moyo/server/base/wire"
	"moyo/server/people/moderation"
	"moyo/server/people/relation"
	"moyo/server/play/chat"
	"moyo/server/store"
)

// talker is a person's WebSocket of a game's chat.
type talker struct {
	t    testing.TB
	conn *websocket.Conn
	ids  int
}

// talk opens the chat of a game.
func (p *person) talk(game string) *talker {
	p.t.Helper()
	conn, _, err := websocket.Dial(p.t.Context(), strings.Replace(p.url, "http", "ws", 1)+"/api/games/"+game+"/chat/ws",
		&websocket.DialOptions{HTTPClient: p.http})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	tk := &talker{t: p.t, conn: conn}
	tk.send(chat.ChatRequest{Type: "hello"})
	tk.until("the rooms", func(m chat.ChatMessage) bool { return m.Rooms != nil })
	return tk
}

func (tk *talker) send(in chat.ChatRequest) {
	tk.t.Helper()
	data, err := json.Marshal(in)
	if err == nil {
		err = tk.conn.Write(tk.t.Context(), websocket.MessageText, data)
	}
	if err != nil {
		tk.t.Fatal(err)
	}
}

func (tk *talker) until(what string, done func(chat.ChatMessage) bool) chat.ChatMessage {
	tk.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	for {
		_, data, err := tk.conn.Read(ctx)
		var m chat.ChatMessage
		if err == nil {
			err = json.Unmarshal(data, &m)
		}
		if err != nil {
			tk.t.Fatalf("waiting for %s: %v", what, err)
		}
		if done(m) {
			return m
		}
	}
}

// say sends a line and returns its id, or the code of the refusal.
func (tk *talker) say(room, text string) (line int, code string) {
	tk.t.Helper()
	tk.ids++
	id := fmt.Sprint(tk.ids)
	tk.send(chat.ChatRequest{Type: "say", ID: id, Room: room, Text: text})
	m := tk.until("the answer to "+text, func(m chat.ChatMessage) bool {
		return m.Said != nil && m.Said.ID == id || m.Error != nil && m.Error.ID == id
	})
	if m.Error != nil {
		return 0, m.Error.Code
	}
	return m.Said.Line, ""
}

// hears waits for a line and returns it.
func (tk *talker) hears(text string) wire.ChatLine {
	tk.t.Helper()
	return *tk.until(text, func(m chat.ChatMessage) bool { return m.Type == "line" && m.Line.Text == text }).Line
}

// settle makes the accounts of a server older than a day.
func (s *Server) settle(t *testing.T) {
	t.Helper()
	all, err := s.cfg.Store.Members(t.Context(), "", 99)
	for _, p := range all {
		p.Created = time.Now().Add(-48 * time.Hour)
		if err == nil {
			err = s.cfg.Store.SavePlayer(t.Context(), p)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTalkAndReport: chat reaches its readers unchanged, as text, and the moderators, who suspend a
// player; the suspended player is disconnected immediately, gets the reason, and may only
// watch.
func TestTalkAndReport(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada := withRole(t, s, url, store.Member, false)
	bo := newPerson(t, url)
	cy := withRole(t, s, url, store.Bot, false)
	mo := withRole(t, s, url, store.Moderator, false)
	s.settle(t)
	g := bo.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "white", Opponent: "human", Name: "Bo"})
	table := ada.open(g.ID)
	table.must(wire.ClientMessage{Type: "join"})
	hers, his, theirs := ada.talk(g.ID), bo.talk(g.ID), cy.talk(g.ID)

	const attack = `<img src=x onerror="alert(1)"> javascript:alert(2) "'&`
	line, code := hers.say("players", attack+"\u202e\u0000")
	if code != "" {
		t.Fatal(code)
	}
	if got := his.hears(attack); got.ID != line || got.Seat != "black" || got.Name != "playerfalse" || !got.Account || got.Mine {
		t.Errorf("received %+v", got)
	}
	if _, code := theirs.say("watchers", "hm"); code != "" {
		t.Error(code)
	}
	var history chat.ChatHistory
	status, body := bo.call("GET", "/api/games/"+g.ID+"/chat?room=players", nil, &history)
	if status != 200 || len(history.Lines) != 1 || history.Lines[0].Text != attack {
		t.Errorf("%d %s", status, body)
	}
	for _, refused := range []struct {
		who  *person
		path string
		want int
	}{
		{cy, g.ID + "/chat?room=players", 403}, {bo, g.ID + "/chat?room=watchers", 403}, {bo, g.ID + "/chat?room=kitchen", 400},
		{bo, g.ID + "/chat", 422}, {bo, "nowhere/chat?room=players", 404}, {bo, "nowhere/chat/ws", 404},
	} {
		if status, body := refused.who.call("GET", "/api/games/"+refused.path, nil, nil); status != refused.want {
			t.Errorf("%s: %d %s, want %d", refused.path, status, body, refused.want)
		}
	}

	if status, body := bo.call("POST", "/api/reports",
		moderation.NewReport{Kind: "line", Line: line, Reason: "abuse", Text: "look"}, nil); status != http.StatusCreated {
		t.Fatal(status, body)
	}
	var queue moderation.Reports
	mo.call("GET", "/api/moderation/reports", nil, &queue)
	if len(queue.Reports) != 1 || queue.Reports[0].Reporter.Name != "Bo" || queue.Reports[0].Reporter.Account {
		t.Fatalf("%+v", queue)
	}
	var seen moderation.ReportContext
	mo.call("GET", fmt.Sprint("/api/moderation/reports/", queue.Reports[0].ID), nil, &seen)
	if len(seen.Lines) != 1 || seen.Lines[0].Text != attack || seen.Game == nil || seen.Target.Role != "player" {
		t.Errorf("%+v", seen)
	}
	if status, body := mo.call("POST", fmt.Sprintf("/api/moderation/reports/%d/claim", queue.Reports[0].ID),
		moderation.ReportClaim{Claim: true}, nil); status != http.StatusNoContent {
		t.Error(status, body)
	}
	if status, body := mo.call("POST", "/api/moderation/deeds",
		moderation.NewDeed{Kind: "suspend", Report: queue.Reports[0].ID, Hours: 24, Why: "Attacks"}, nil); status != http.StatusCreated {
		t.Fatal(status, body)
	}
	checkSuspended(t, ada, g.ID, table)
}

// checkSuspended fails if Ada, who is suspended, can still do something, or does not get the reason.
func checkSuspended(t *testing.T, ada *person, game string, table *table) {
	if _, err := table.receive(); err == nil {
		for err == nil {
			_, err = table.receive() // messages in transit
		}
	}
	back := ada.open(game)
	if answer := back.command(wire.ClientMessage{Type: "play", Move: "C3"}); answer.Error == nil ||
		answer.Error.Code != "not-for-you" || !strings.Contains(answer.Error.Text, "Attacks") {
		t.Errorf("a suspended player plays: %+v", answer)
	}
	if _, code := ada.talk(game).say("players", "x"); code != "not-for-you" {
		t.Errorf("a suspended player talks: %q", code)
	}
	if status, body := ada.call("POST", "/api/games", wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "white", Opponent: "human"},
		nil); status != 403 || !strings.Contains(body, "Attacks") {
		t.Errorf("a suspended player makes a game: %d %s", status, body)
	}
	var standing moderation.Standing
	ada.call("GET", "/api/standing", nil, &standing)
	if standing.SuspendedWhy != "Attacks" || standing.Suspended == "" {
		t.Errorf("told %+v", standing)
	}
}

// TestRelations follows and blocks over HTTP.
func TestRelations(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada, guest := withRole(t, s, url, store.Member, false), newPerson(t, url)
	withRole(t, s, url, store.Bot, false)
	names := func(p *person) (out relation.Relations) {
		t.Helper()
		if status, body := p.call("GET", "/api/relations", nil, &out); status != 200 {
			t.Error(status, body)
		}
		return out
	}
	// The skeletons from withRole are not names; these are.
	for _, name := range []string{"Cy", "Di"} {
		err := s.cfg.Store.SavePlayer(t.Context(), store.Player{ID: name, Role: store.Member, Name: name, Skeleton: skeleton(name)})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		who          *person
		method, path string
		status       int
		follows      []string
		blocks       []string
	}{
		{ada, "PUT", "follow/Cy", 204, []string{"Cy"}, nil},
		{ada, "PUT", "follow/CY", 204, []string{"Cy"}, nil},
		{ada, "PUT", "block/Di", 204, []string{"Cy"}, []string{"Di"}},
		{ada, "PUT", "follow/stranger", 404, []string{"Cy"}, []string{"Di"}},
		{ada, "PUT", "follow/a%2Fb", 404, []string{"Cy"}, []string{"Di"}},
		{ada, "PUT", "marry/Di", 422, []string{"Cy"}, []string{"Di"}},
		{ada, "DELETE", "block/Cy", 204, []string{"Cy"}, []string{"Di"}},
		{ada, "DELETE", "block/Di", 204, []string{"Cy"}, nil},
		{guest, "PUT", "block/Cy", 204, nil, []string{"Cy"}},
		{guest, "DELETE", "follow/Cy", 204, nil, []string{"Cy"}},
	} {
		status, body := c.who.call(c.method, "/api/relations/"+c.path, nil, nil)
		if got := names(c.who); status != c.status || !slices.Equal(got.Follows, c.follows) || !slices.Equal(got.Blocks, c.blocks) {
			t.Errorf("%s %s: %d %s, %+v; want %d", c.method, c.path, status, body, got, c.status)
		}
	}
}

// stuckChat is a store in which no chat line ever reaches the disk.
type stuckChat struct {
	store.Store
	stuck chan struct{} // one entry for each waiting line
	end   chan struct{}
}

func (s *stuckChat) Write(context.Context, int, func(context.Context, store.Tx) error) error {
	s.stuck <- struct{}{}
	<-s.end
	return store.ErrClosed
}

// TestMovesDoNotWaitForTalk plays a game while all its chat lines wait for the disk
// forever, more of them than may wait at a time.
func TestMovesDoNotWaitForTalk(t *testing.T) {
	t.Parallel()
	kept := newStore(t)
	disk := &stuckChat{kept, make(chan struct{}, 99), make(chan struct{})}
	s := New(testConfig(kept))
	s.talk.Store = disk
	url := serveFor(t, s)
	t.Cleanup(func() { close(disk.end) })
	ada, bo := newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "black", Opponent: "human"})
	black, white := ada.open(g.ID), bo.open(g.ID)
	white.must(wire.ClientMessage{Type: "join"})
	for i := range 12 {
		for _, p := range []*person{ada, bo} {
			p.talk(g.ID).send(chat.ChatRequest{Type: "say", ID: "1", Room: "players", Text: fmt.Sprint("line ", i)})
		}
	}
	for range 8 {
		<-disk.stuck
	}
	for i, move := range []string{"C3", "D4", "E5", "F6", "G7", "C4"} {
		tb := []*table{black, white}[i%2]
		tb.untilState("the turn", func(st wire.State) bool { return st.Ply == i })
		tb.play(move)
	}
}
