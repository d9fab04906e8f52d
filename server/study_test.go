package server

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"moyo/server/people/account"
	"moyo/server/play/chat"
	"moyo/server/share/studies"
	"moyo/server/store"
)

// pupil is a person's WebSocket of a shared study.
type pupil struct {
	t    testing.TB
	conn *websocket.Conn
}

// study opens a shared study.
func (p *person) study(id string) *pupil {
	p.t.Helper()
	conn, _, err := websocket.Dial(p.t.Context(), strings.Replace(p.url, "http", "ws", 1)+"/api/studies/"+id+"/ws",
		&websocket.DialOptions{HTTPClient: p.http})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	conn.SetReadLimit(1 << 20)
	u := &pupil{p.t, conn}
	u.send(studies.StudyRequest{Type: "hello"})
	u.until("the study", func(m studies.StudyMessage) bool { return m.Type == "study" })
	return u
}

func (u *pupil) send(in studies.StudyRequest) {
	u.t.Helper()
	data, err := json.Marshal(in)
	if err == nil {
		err = u.conn.Write(u.t.Context(), websocket.MessageText, data)
	}
	if err != nil {
		u.t.Fatal(err)
	}
}

func (u *pupil) until(what string, done func(studies.StudyMessage) bool) studies.StudyMessage {
	u.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	for {
		_, data, err := u.conn.Read(ctx)
		var m studies.StudyMessage
		if err == nil {
			err = json.Unmarshal(data, &m)
		}
		if err != nil {
			u.t.Fatalf("waiting for %s: %v", what, err)
		}
		if done(m) {
			return m
		}
	}
}

// TestStudies: a teacher creates a study over the network, and a guest with the link sees all changes,
// also after a restart of the server.
func TestStudies(t *testing.T) {
	t.Parallel()
	kept := newStore(t)
	s := New(testConfig(kept))
	url := serveFor(t, s)
	teacher, guest := withRole(t, s, url, store.Member, false), newPerson(t, url)
	wish := studies.StudyWish{Title: "Ladders", Edit: "owner", Source: studies.StudySource{Board: "grid:9", Rules: "weiqi:komi=6.5"}}
	if status, _ := guest.call("POST", "/api/studies", wish, nil); status != http.StatusUnauthorized {
		t.Errorf("a guest makes a study: %d", status)
	}
	var made studies.Study
	if status, body := teacher.call("POST", "/api/studies", wish, &made); status != http.StatusCreated {
		t.Fatal(status, body)
	}
	path := "/api/studies/" + made.Head.ID
	one, two := teacher.study(made.Head.ID), guest.study(made.Head.ID)
	one.send(studies.StudyRequest{
		Type: "add", ID: "a", Chapter: 1, Parent: 1, At: -1, Nodes: []studies.StudyNode{{Properties: [][]string{{"B", "ee"}}}},
	})
	one.until("the answer", func(m studies.StudyMessage) bool { return m.Type == "done" && m.Done.ID == "a" && m.Done.Version == 1 })
	op := two.until("the move", func(m studies.StudyMessage) bool { return m.Type == "ops" }).Ops[0]
	if g := op.Nodes[0]; g.Move != "E5" || g.Color != "black" || g.ID != 2 || op.Version != 1 {
		t.Errorf("%+v", op)
	}
	two.send(studies.StudyRequest{
		Type: "add", ID: "b", Chapter: 1, Parent: 1, At: -1, Nodes: []studies.StudyNode{{Properties: [][]string{{"B", "aa"}}}},
	})
	m := two.until("the refusal", func(m studies.StudyMessage) bool { return m.Type == "error" })
	if m.Error.Code != "not-for-you" || m.Error.ID != "b" {
		t.Errorf("%+v", m.Error)
	}
	one.send(studies.StudyRequest{Type: "look", Chapter: 1, Node: 2})
	one.send(studies.StudyRequest{Type: "point", Chapter: 1, Point: "C3"})
	two.until("where the teacher is", func(m studies.StudyMessage) bool { return len(m.Looks) == 1 && m.Looks[0].Node == 2 })
	two.until("the pointer", func(m studies.StudyMessage) bool { return m.Pointer != nil && m.Pointer.Point == "C3" })

	more := studies.StudySource{Name: "More", Record: "(;SZ[9];B[cc])(;SZ[9];B[dd];W[ee])"}
	status, body := teacher.call("POST", path+"/chapters", more, nil)
	if status != http.StatusCreated {
		t.Fatal(status, body)
	}
	if status, _ := guest.call("PATCH", path, studies.StudyChange{Title: "Mine"}, nil); status != http.StatusUnauthorized {
		t.Errorf("a guest calls it otherwise: %d", status)
	}
	var changed studies.Study
	if status, body := teacher.call("PATCH", path, studies.StudyChange{Title: "Nets", Edit: "everyone"}, &changed); status != http.StatusOK ||
		changed.Head.Title != "Nets" || len(changed.Chapters) != 3 || changed.Chapters[2].Name != "More 2" {
		t.Errorf("%d %s", status, body)
	}
	two.until("the permissions", func(m studies.StudyMessage) bool { return m.Study != nil && m.Study.You == "editor" })
	if code := say(t, teacher, path+"/chat/ws", "study", "Where would you play?"); code != "" {
		t.Errorf("the teacher talks: %s", code)
	}
	var talk chat.ChatHistory
	if status, body := guest.call("GET", path+"/chat", nil, &talk); status != http.StatusOK ||
		len(talk.Lines) != 1 || talk.Lines[0].Text != "Where would you play?" || talk.Room != "study" {
		t.Errorf("%d %s", status, body)
	}
	s.Close()

	checkKeptStudy(t, kept, path)
}

// checkKeptStudy reads a study from another server with the same store.
func checkKeptStudy(t *testing.T, kept store.Store, path string) {
	guest := newPerson(t, serveFor(t, New(testConfig(kept))))
	var tree studies.StudyTree
	if status, body := guest.call("GET", path+"/chapters/1", nil, &tree); status != http.StatusOK ||
		tree.Version != 5 || len(tree.IDs) != 2 || tree.Record.Nodes[1].Move != "E5" {
		t.Errorf("%d %.300s", status, body)
	}
	if status, body := guest.call("GET", path+"/record", nil, nil); status != http.StatusOK ||
		strings.Count(body, "(;") != 3 || !strings.Contains(body, "GN[More 1]") {
		t.Errorf("%d %s", status, body)
	}
	if status, _ := guest.call("GET", "/api/studies/none", nil, nil); status != http.StatusNotFound {
		t.Errorf("no study: %d", status)
	}
}

// say sends a line to the chat at an address, and returns the code of the refusal.
func say(t *testing.T, p *person, path, room, text string) string {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), strings.Replace(p.url, "http", "ws", 1)+path, &websocket.DialOptions{HTTPClient: p.http})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	tk := &talker{t: t, conn: conn}
	tk.send(chat.ChatRequest{Type: "hello"})
	tk.until("the rooms", func(m chat.ChatMessage) bool { return m.Rooms != nil })
	_, code := tk.say(room, text)
	return code
}

// TestStudyOfNobody: an account's deletion deletes its studies immediately, also studies that others have open.
func TestStudyOfNobody(t *testing.T) {
	t.Parallel()
	url, _, _ := startAt(t, nil)
	ada, bo := newPerson(t, url), newPerson(t, url)
	ada.signUp("Ada")
	wish := studies.StudyWish{Title: "Ladders", Edit: "owner", Source: studies.StudySource{Board: "grid:9", Rules: "weiqi:komi=6.5"}}
	var made studies.Study
	ada.must(http.StatusCreated, "POST", "/api/studies", wish, &made)
	open := bo.study(made.Head.ID)
	ada.must(http.StatusNoContent, "DELETE", "/api/account", account.DeleteAccount{Name: "Ada"}, nil)
	open.until("the end of the study", func(m studies.StudyMessage) bool { return m.Type == "gone" })
	for _, path := range []string{"", "/chapters/1", "/record", "/chat"} {
		if status, body := bo.call("GET", "/api/studies/"+made.Head.ID+path, nil, nil); status != http.StatusNotFound {
			t.Errorf("%s: %d %.200s", path, status, body)
		}
	}
}
