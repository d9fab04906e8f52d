package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/people/relation"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestRights checks the rights of each kind of visitor in a game's rooms: r reads, w writes.
func TestRights(t *testing.T) {
	now := time.Now()
	human, engine, open := match.Seat{Kind: match.Human}, match.Seat{Kind: match.Engine, Engine: "level:1"}, match.Seat{Kind: match.Open}
	game := func(white match.Seat, phase match.Phase, rated bool, ago time.Duration) store.Game {
		g := store.Game{ID: "g", Black: human, White: white, Phase: phase, Rated: rated, Updated: now.Add(-ago)}
		g.Black.Player = "black"
		if white.Kind == match.Human {
			g.White.Player = "white"
		}
		return g
	}
	people := []visitor{
		{"black", false, false}, {"white", true, true}, // the players, one of them a guest
		{"guest", false, false}, {"new", true, false}, {"old", true, true}, // spectators
	}
	for _, c := range []struct {
		about string
		game  store.Game
		want  string // by person: players' room, spectators' room
	}{
		{"casual", game(human, match.Playing, false, 0), "rw - | rw - | - r | - r | - rw"},
		{"rated", game(human, match.Playing, true, 0), "rw - | rw - | - - | - - | - rw"},
		{"rated, counting", game(human, match.Counting, true, 0), "rw - | rw - | - - | - - | - rw"},
		{"rated, long ago, not over", game(human, match.Playing, true, 999*time.Hour), "rw - | rw - | - - | - - | - rw"},
		{"over", game(human, match.Finished, false, time.Hour), "rw r | rw rw | - r | - r | - rw"},
		{"rated, over", game(human, match.Finished, true, time.Hour), "rw r | rw rw | - r | - r | - rw"},
		{"over for a day", game(human, match.Finished, true, 25*time.Hour), "r r | r r | - r | - r | - r"},
		{"waiting", game(open, match.Waiting, false, 0), "- - | - rw | - r | - r | - rw"},
		{"against the computer", game(engine, match.Playing, false, 0), "- - | - rw | - r | - r | - rw"},
	} {
		var got []string
		for _, v := range people {
			var may []string
			for _, room := range rooms {
				r := rightIn(c.game, v, room, now)
				text := map[[2]bool]string{{true, true}: "rw", {true, false}: "r", {}: "-"}[[2]bool{r.read, r.write}]
				if (r.why.ID == "") != r.write {
					t.Errorf("%s, %s in %s: %+v", c.about, v.player, room, r)
				}
				may = append(may, text)
			}
			got = append(got, strings.Join(may, " "))
		}
		if got := strings.Join(got, " | "); got != c.want {
			t.Errorf("%s: %s, want %s", c.about, got, c.want)
		}
	}
}

// house is a hub with a game of Ada against Bo, which any user may watch.
type house struct {
	t    *testing.T
	h    *Hub
	game store.Game
}

// newHouse returns a house with accounts that are older than a day.
func newHouse(t *testing.T, change func(*store.Game)) *house {
	t.Helper()
	s := sqlitetest.New(t)
	for _, name := range []string{"ada", "bo", "cy", "di"} {
		p := store.Player{ID: name, Role: store.Member, Name: strings.ToUpper(name), Skeleton: name, Created: time.Now().Add(-48 * time.Hour)}
		if err := s.SavePlayer(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	g := store.Game{
		ID: "g", Phase: match.Playing, Rated: true, Version: 1, Updated: time.Now(), Created: time.Now(),
		Black: match.Seat{Kind: match.Human, Player: "ada", Name: "Ada"}, White: match.Seat{Kind: match.Human, Player: "bo", Name: "Bo"},
	}
	if change != nil {
		change(&g)
	}
	if err := s.Create(t.Context(), g, store.Entry{}); err != nil {
		t.Fatal(err)
	}
	h := New(t.Context(), Config{
		Store: s, Study: onlyStudy, Blocks: relation.Kept{DB: s}.Blocks,
		Rates: limit.NewAddresses(99, 99, time.Now), PerGame: 99, Now: time.Now,
	})
	return &house{t, h, g}
}

// end ends the game.
func (h *house) end() {
	h.t.Helper()
	h.game.Phase, h.game.Version, h.game.Updated = match.Finished, h.game.Version+1, time.Now()
	if err := h.h.Store.(*sqlite.Store).Append(h.t.Context(), h.game, store.Entry{}); err != nil {
		h.t.Fatal(err)
	}
}

// guest is a visitor of the game.
type guest struct {
	house *house
	conn  *socket.Conn
	visit *visit
	ids   int
}

// come opens the game for a player, without an account if the name begins with "guest".
func (h *house) come(player string) *guest {
	h.t.Helper()
	who := identity.Who{Player: player, Role: store.Member, Name: strings.ToUpper(player)}
	if strings.HasPrefix(player, "guest") {
		who.Role, who.Name = store.Guest, ""
	}
	g := &guest{
		house: h, conn: socket.NewConn(who, func(err error) { h.t.Errorf("%s is dropped: %v", player, err) }),
		visit: &visit{h: h.h, find: h.h.game, id: h.game.ID},
	}
	g.send(ChatRequest{Type: "hello"})
	return g
}

func (g *guest) send(in ChatRequest) {
	g.house.t.Helper()
	data, err := json.Marshal(in)
	if err != nil {
		g.house.t.Fatal(err)
	}
	ctx := limit.With(g.house.t.Context(), "address of "+g.conn.Player)
	if err := g.visit.Receive(ctx, g.conn, data); err != nil {
		g.house.t.Fatal(err)
	}
}

// say sends a line. It returns the code of the refusal, or "".
func (g *guest) say(room, text string) (code string) {
	g.house.t.Helper()
	g.ids++
	id := fmt.Sprint("c", g.ids)
	g.send(ChatRequest{Type: "say", ID: id, Room: room, Text: text})
	for _, m := range g.got() {
		switch {
		case m.Said != nil && m.Said.ID == id:
			return ""
		case m.Error != nil && m.Error.ID == id:
			return m.Error.Code
		}
	}
	g.house.t.Fatalf("%s: no answer", text)
	return ""
}

// got returns the messages received since the last call.
func (g *guest) got() (list []ChatMessage) {
	g.house.t.Helper()
	for len(g.conn.Queue()) > 0 {
		var m ChatMessage
		dec := json.NewDecoder(bytes.NewReader(<-g.conn.Queue()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&m); err != nil {
			g.house.t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// heard returns the lines received, including those of histories.
func (g *guest) heard() string {
	g.house.t.Helper()
	var out []string
	note := func(l wire.ChatLine) {
		text := l.Name + ": " + l.Text
		if l.Seat != "" {
			text = l.Seat + " " + text
		}
		if l.Mine {
			text += " (mine)"
		}
		if l.Removed {
			text += " (removed)"
		}
		out = append(out, text)
	}
	for _, m := range g.got() {
		if m.Line != nil {
			note(*m.Line)
		}
		if m.History != nil {
			for _, l := range m.History.Lines {
				note(l)
			}
		}
	}
	return strings.Join(out, "\n")
}

// hears fails unless the guest has received exactly want.
func (g *guest) hears(about, want string) {
	g.house.t.Helper()
	if got := g.heard(); got != want {
		g.house.t.Errorf("%s: %s hears %q, want %q", about, g.conn.Player, got, want)
	}
}

func (g *guest) says(room, text, code string) {
	g.house.t.Helper()
	if got := g.say(room, text); got != code {
		g.house.t.Errorf("%s says %q to the %s: %q, want %q", g.conn.Player, text, room, got, code)
	}
}

// TestTalk checks that players read each other, that spectators read each other, and that no player reads a spectator's line
// before the game is over. Afterwards all of them read everything.
func TestTalk(t *testing.T) {
	h := newHouse(t, nil)
	ada, bo, cy, di, anon := h.come("ada"), h.come("bo"), h.come("cy"), h.come("di"), h.come("guest")
	second := h.come("ada") // the same player in another window
	for _, g := range []*guest{ada, bo, cy, di, anon, second} {
		g.hears("at first", "")
	}
	ada.says(players, "good luck <b>&amp;</b>", "")
	bo.hears("from the opponent", "black ADA: good luck <b>&amp;</b>")
	second.hears("from oneself", "black ADA: good luck <b>&amp;</b> (mine)")
	cy.says(watchers, "D4!", "")
	di.hears("from another spectator", "CY: D4!")
	cy.says(players, "Bo, D4!", "not-for-you")
	ada.says(watchers, "what is going on?", "not-for-you")
	anon.says(watchers, "D4", "not-for-you")
	for _, g := range []*guest{ada, bo, second, anon} {
		g.hears("of the spectators", "")
	}
	di.hears("what was refused", "")
	h.come("bo").hears("after reconnecting", "black ADA: good luck <b>&amp;</b>")
	h.come("guest 2").hears("without an account, of a rated game", "")

	h.end()
	for _, g := range []*guest{ada, anon} {
		g.send(ChatRequest{Type: "hello"})
	}
	ada.hears("after the game", "black ADA: good luck <b>&amp;</b> (mine)\nCY: D4!")
	anon.hears("after the game", "CY: D4!")
	di.says(watchers, "D4 it was", "")
	bo.hears("after the game, without asking", "DI: D4 it was")
	ada.got()
	ada.says(watchers, "I see", "")
	cy.hears("a player, after the game", "DI: D4 it was\nblack ADA: I see")
}

// TestSeatTaken checks that a spectator that takes a seat receives no more lines of spectators on the same connection.
func TestSeatTaken(t *testing.T) {
	h := newHouse(t, func(g *store.Game) { g.Rated, g.White, g.Phase = false, match.Seat{Kind: match.Open}, match.Waiting })
	cy, di := h.come("cy"), h.come("di")
	cy.got()
	di.got()
	di.says(watchers, "who plays?", "")
	cy.hears("while it watches", "DI: who plays?")
	h.game.White, h.game.Phase, h.game.Version = match.Seat{Kind: match.Human, Player: "cy"}, match.Playing, 2
	if err := h.h.Store.(*sqlite.Store).Append(t.Context(), h.game, store.Entry{}); err != nil {
		t.Fatal(err)
	}
	di.says(watchers, "play D4", "")
	cy.hears("on its seat", "")
}

// TestBlocks checks that a blocked player's lines are not shown, and that the player does not notice.
func TestBlocks(t *testing.T) {
	h := newHouse(t, nil)
	ada, bo := h.come("ada"), h.come("bo")
	bo.says(players, "you are bad", "")
	ada.hears("before", "white BO: you are bad")
	block := func(on bool) {
		t.Helper()
		r := relation.Relation{Player: "ada", Kind: relation.Block, Other: "bo", Created: time.Now()}
		kept := relation.Kept{DB: h.h.Store.(store.DB)}
		err := kept.Add(t.Context(), r, 9)
		if !on {
			err = kept.Remove(t.Context(), r.Player, r.Kind, r.Other)
		}
		if err == nil {
			err = h.h.Related(t.Context(), "ada")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	block(true)
	bo.says(players, "very bad", "")
	ada.hears("while blocking", "")
	ada.says(players, "bye", "")
	if got := bo.heard(); got != "black ADA: bye" {
		t.Errorf("bo hears %q", got) // bo's own replies were read before
	}
	h.come("ada").hears("after reconnecting", "black ADA: bye (mine)")
	block(false)
	bo.says(players, "sorry", "")
	ada.hears("afterwards", "white BO: sorry")
}

// TestBounds checks every limit on lines.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		ada, bo, fresh := h.come("ada"), h.come("bo"), h.come("eve")
		wait := func() { time.Sleep(time.Hour) }
		ada.says(players, " \u200b\u202e ", "bad-request")
		ada.says("elsewhere", "x", "bad-request")
		ada.says("", "x", "bad-request")
		ada.says(players, strings.Repeat("x", 500), "")
		if got := bo.heard(); len(got) != len("black ADA: ")+200 {
			t.Errorf("a long line has become %d long", len(got))
		}
		fresh.says(watchers, "D4", "not-for-you")
		wait()

		ada.says(players, "Hello!!!", "")
		ada.says(players, "helllo...", "too-often")
		ada.says(players, "a", "")
		ada.says(players, "b", "")
		ada.says(players, "hello", "too-often")
		ada.says(players, "c", "")
		ada.says(players, "hello", "") // the fourth line from the end
		bo.says(players, "hello", "")  // the limit is per player
		time.Sleep(repeatAfter + time.Second)
		ada.says(players, "hello", "")
		wait()

		said := 0
		for i := range 30 {
			if ada.say(players, fmt.Sprint("flood ", i)) == "" {
				said++
			}
		}
		if said != int(playerRate*20) {
			t.Errorf("%d lines immediately, want %d", said, int(playerRate*20))
		}
		time.Sleep(time.Duration(float64(time.Second) / playerRate))
		ada.says(players, "later", "")
		ada.says(players, "too soon", "too-often")
		wait()

		until := time.Now().Add(time.Hour)
		if _, err := h.h.Store.(*sqlite.Store).Act(t.Context(), store.Deed{Kind: store.Silenced, Target: "ada", Why: "loud"},
			store.Change{Silenced: &until}); err != nil {
			t.Fatal(err)
		}
		bo.got()
		ada.says(players, "let me talk", "silenced")
		bo.hears("of a silenced player", "")
		wait()
		ada.says(players, "at last", "")
		bo.hears("afterwards", "black ADA: at last")
	})
}

// TestSuspended checks that suspended players may read but not talk.
func TestSuspended(t *testing.T) {
	h := newHouse(t, nil)
	bo := h.come("bo")
	ada := h.come("ada")
	ada.conn.Suspended = true
	ada.says(players, "let me talk", "not-for-you")
	bo.got()
	bo.says(players, "poor you", "")
	ada.hears("suspended", "white BO: poor you")
}

// TestFullGame fills one room of a game. The other room is not affected, even after all members have left.
func TestFullGame(t *testing.T) {
	h := newHouse(t, nil)
	for i := range maxLines - 1 {
		if _, err := h.h.kept().Add(t.Context(), Line{
			Game: "g", Room: players, Player: "bo", Seat: "white", Text: fmt.Sprint(i), At: time.Now(),
		}); err != nil {
			t.Fatal(err)
		}
	}
	ada, cy := h.come("ada"), h.come("cy")
	ada.says(players, "the last", "")
	ada.says(players, "one more", "too-many")
	cy.says(watchers, "x", "")
	ada.visit.Close()
	cy.visit.Close()
	if len(h.h.games) != 0 {
		t.Errorf("after all have left: %v", h.h.games)
	}
	h.come("ada").says(players, "one more", "too-many")
}

// TestFullHouse checks the limit on members of a game. Members may ask again, and a new one may enter when one leaves.
func TestFullHouse(t *testing.T) {
	h := newHouse(t, nil)
	h.h.PerGame = 2
	ada, bo := h.come("ada"), h.come("bo")
	code := func(g *guest) string {
		t.Helper()
		list := g.got()
		if last := list[len(list)-1]; last.Error != nil {
			return last.Error.Code
		}
		return ""
	}
	ada.send(ChatRequest{Type: "hello"})
	cy := h.come("cy")
	if a, b, c := code(ada), code(bo), code(cy); a != "" || b != "" || c != "too-many" {
		t.Errorf("%q %q %q", a, b, c)
	}
	bo.visit.Close()
	if cy.send(ChatRequest{Type: "hello"}); code(cy) != "" {
		t.Error("there is room, but entry is refused")
	}
}

// TestHistory reads the history in pages.
func TestHistory(t *testing.T) {
	h := newHouse(t, nil)
	for i := range historySize + 2 {
		if _, err := h.h.kept().Add(t.Context(), Line{
			Game: "g", Room: players, Player: "guest of old", Seat: "white", Text: fmt.Sprint(i), At: time.Now(),
		}); err != nil {
			t.Fatal(err)
		}
	}
	ada := h.come("ada")
	got := ada.got()
	last := got[len(got)-1].History
	if len(got) != 2 || last == nil || !last.More || len(last.Lines) != historySize ||
		last.Lines[0].Text != "2" || last.Lines[0].Name != "Bo" || last.Lines[0].Account {
		t.Fatalf("%+v", got)
	}
	first, err := h.h.history(t.Context(), h.game, "ada", nil, players, int64(last.Lines[0].ID))
	if err != nil || first.More || len(first.Lines) != 2 || first.Lines[1].Text != "1" {
		t.Errorf("%+v %v", first, err)
	}
}

// TestRemoved removes a line from open windows and from histories.
func TestRemoved(t *testing.T) {
	h := newHouse(t, nil)
	ada, bo, cy := h.come("ada"), h.come("bo"), h.come("cy")
	bo.says(players, "bad word", "")
	ada.got()
	if _, err := h.h.Store.(*sqlite.Store).Act(t.Context(),
		store.Deed{Kind: store.RemovedLine, Target: "bo", Line: 1}, store.Change{Also: []store.Also{Removing(1)}}); err != nil {
		t.Fatal(err)
	}
	l, err := h.h.Line(t.Context(), 1)
	if err == nil {
		err = h.h.Removed(t.Context(), l)
	}
	if err != nil {
		t.Fatal(err)
	}
	ada.hears("on removal", "white BO:  (removed)")
	bo.hears("on removal", "white BO:  (mine) (removed)")
	cy.hears("on removal, in another room", "")
	h.come("ada").hears("after reconnecting", "white BO:  (removed)")
	lines, err := h.h.Around(t.Context(), h.game, 1)
	if err != nil || len(lines) != 1 || lines[0].Text != "bad word" || !lines[0].Removed {
		t.Errorf("moderators see %+v %v", lines, err)
	}
}

// TestAround checks that moderators see the lines before and after a line in its room.
func TestAround(t *testing.T) {
	h := newHouse(t, nil)
	for i := range 50 {
		_, err := h.h.kept().Add(t.Context(), Line{Game: "g", Room: rooms[i%2], Player: "ada", Text: fmt.Sprint(i), At: time.Now()})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		line        int64
		n           int
		first, last string
	}{{26, 21, "5", "45"}, {1, 11, "0", "20"}, {50, 11, "29", "49"}, {0, 25, "0", "48"}} {
		lines, err := h.h.Around(t.Context(), h.game, c.line)
		if err != nil || len(lines) != c.n || lines[0].Text != c.first || lines[len(lines)-1].Text != c.last {
			t.Errorf("around %d: %+v %v", c.line, lines, err)
		}
	}
}

// stuck is a store whose writes block.
type stuck struct {
	*sqlite.Store
	in chan struct{}
}

func (s *stuck) Write(ctx context.Context, _ int, _ func(context.Context, store.Tx) error) error {
	s.in <- struct{}{}
	<-ctx.Done()
	return ctx.Err()
}

// TestWriting checks that at most maxWriting lines wait for the disk.
func TestWriting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		disk := &stuck{h.h.Store.(*sqlite.Store), make(chan struct{}, 999)}
		h.h.Store = disk
		ctx, cancel := context.WithCancel(t.Context())
		for i := range 3 * maxWriting {
			name := fmt.Sprint("p", i)
			if err := disk.SavePlayer(ctx, store.Player{
				ID: name, Role: store.Member, Name: name, Skeleton: name, Created: time.Now().Add(-48 * time.Hour),
			}); err != nil {
				t.Fatal(err)
			}
			p := h.come(name)
			go func() {
				if err := p.visit.Receive(ctx, p.conn, []byte(`{"type":"say","id":"1","room":"watchers","text":"x"}`)); err == nil {
					t.Error("said, but not on disk")
				}
			}()
		}
		synctest.Wait()
		if len(disk.in) != maxWriting {
			t.Errorf("%d lines wait for the disk, want %d", len(disk.in), maxWriting)
		}
		cancel()
	})
}

// FuzzReceive sends raw bytes as lines, alternately from a player, a spectator and a guest. Every reply must be a valid message,
// and the player must not see a spectator's line.
func FuzzReceive(f *testing.F) {
	for _, seed := range []string{
		`{"type":"hello"}`, "null\n[]\n{\n\"\"",
		`{"type":"say","id":"1","room":"players","text":"a"}` + "\n" + `{"type":"say","id":"1","room":"watchers","text":"b"}`,
		`{"type":"say","id":1}`, `{"type":"say","id":"","room":"players","text":"\u202e\u0000"}`,
		`{"type":"say","id":"x","room":"watchers","text":"` + "\xff" + `"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		h := newHouse(t, nil)
		all := []*guest{h.come("ada"), h.come("cy"), h.come("guest")}
		for i, line := range bytes.Split(data, []byte("\n")) {
			if len(line) > maxMessage || i > 100 {
				continue // the socket refuses it
			}
			g := all[i%len(all)]
			if err := g.visit.Receive(t.Context(), g.conn, line); err != nil {
				t.Fatal(err)
			}
			for _, m := range all[0].got() {
				if m.Line != nil && m.Line.Room == watchers || m.History != nil && m.History.Room == watchers {
					t.Fatalf("a player receives %+v", m)
				}
			}
			all[1].got()
			all[2].got()
		}
	})
}

// TestHeardLines checks that lines from another node count in their room, and that their removal does not.
func TestHeardLines(t *testing.T) {
	h := newHouse(t, nil)
	for i := range maxLines - 2 {
		if _, err := h.h.kept().Add(t.Context(), Line{
			Game: "g", Room: players, Player: "bo", Seat: "white", Text: fmt.Sprint(i), At: time.Now(),
		}); err != nil {
			t.Fatal(err)
		}
	}
	ada := h.come("ada")
	l, err := h.h.Line(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	removed, other, elsewhere := l, l, l
	removed.Removed, other.Room, elsewhere.Game = true, watchers, "h"
	for _, heard := range []Line{removed, removed, other, elsewhere} {
		h.h.hearLine(heard)
	}
	ada.says(players, "the last but one", "")
	h.h.hearLine(l)
	ada.says(players, "one more", "too-many")
}
