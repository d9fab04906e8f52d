package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/client/bot"
	"moyo/client/bot/client"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// director makes and directs tournaments.
type director struct {
	*testing.T
	client *client.Client
}

func (h *house) director(name string) *director {
	h.t.Helper()
	c, err := client.New(h.web.URL, h.tokenOf(name, store.Member), "test", false)
	if err != nil {
		h.t.Fatal(err)
	}
	return &director{h.t, c}
}

// open makes an arena of NoGo.
func (d *director) open(title, board string) string {
	d.Helper()
	var made wire.Tournament
	in := wire.TournamentSetup{
		Title: title, Format: "arena", Minutes: 60, Most: 9, NoShow: 600, Rules: "nogo", Board: board, Clock: "fischer=5m+1s",
	}
	if err := d.client.Ask(d.Context(), http.MethodPost, "/api/tournaments", in, &made); err != nil {
		d.Fatal(err)
	}
	return made.Head.ID
}

func (d *director) act(id, do string) {
	d.Helper()
	if err := d.client.Ask(d.Context(), http.MethodPost, "/api/tournaments/"+id+"/acts", wire.TournamentAct{Do: do}, nil); err != nil {
		d.Fatal(err)
	}
}

// player returns a player's entry in a tournament.
func (d *director) player(id, name string) (p wire.TournamentPlayer, in bool) {
	d.Helper()
	var t wire.Tournament
	if err := d.client.Get(d.Context(), "/api/tournaments/"+id, &t); err != nil {
		d.Fatal(err)
	}
	i := slices.IndexFunc(t.Players, func(p wire.TournamentPlayer) bool { return p.Name == name })
	if i < 0 {
		return p, false
	}
	return t.Players[i], true
}

// climbs makes a bot climb Dora's ladder, on small grids.
func climbs(c *bot.Config) {
	c.Games = 1
	c.Ladder = &bot.Ladder{Director: "Dora", Every: 20 * time.Millisecond}
	c.Accept.Boards = []string{"grid:4"}
}

// saying returns the number of events of a kind that contain a text.
func (l *log) saying(kind, text string) (n int) {
	for _, e := range l.of(kind) {
		if strings.Contains(e.Text, text) {
			n++
		}
	}
	return n
}

// TestBotClimbs: bots join the tournaments of their ladder and no others, return after a pause,
// announce that they leave, and join the next one.
func TestBotClimbs(t *testing.T) {
	h := newHouse(t)
	dora, eve := h.director("Dora"), h.director("Eve")
	strange, large := eve.open("strange", "grid:4"), dora.open("large", "grid:9")
	first := dora.open("first", "grid:4")
	ada, bo := h.token("Ada"), h.token("Bo")
	a, stop := h.run("ada", ada, climbs)
	b, _ := h.run("bo", bo, climbs)
	for _, l := range []*log{a, b} {
		l.until(t, "ladder", 1)
	}
	dora.act(first, "start")
	a.until(t, "over", 1)

	pausing, err := client.New(h.web.URL, ada, "test", false)
	if err != nil {
		t.Fatal(err)
	}
	if err := pausing.Ask(t.Context(), http.MethodPost, "/api/tournaments/"+first+"/acts", wire.TournamentAct{Do: "pause"}, nil); err != nil {
		t.Fatal(err)
	}
	a.until(t, "ladder", 2)
	if a.saying("ladder", "returns to first") != 1 {
		t.Errorf("%+v", a.of("ladder"))
	}
	a.until(t, "over", 2)
	if err := stop(); err != nil {
		t.Error(err)
	}
	if p, in := dora.player(first, "Ada"); !in || !p.Paused {
		t.Errorf("after it has ended: %+v, %v", p, in)
	}

	a, _ = h.run("ada", ada, climbs)
	a.until(t, "ladder", 1)
	dora.act(first, "cancel")
	second := dora.open("second", "grid:4")
	a.until(t, "ladder", 2)
	b.until(t, "ladder", 2)
	if a.saying("ladder", "returns to first") != 1 || a.saying("ladder", "joins second") != 1 {
		t.Errorf("%+v", a.of("ladder"))
	}
	for _, name := range []string{"Ada", "Bo"} {
		if _, in := dora.player(second, name); !in {
			t.Errorf("%s is not in the next one", name)
		}
		for _, id := range []string{strange, large} {
			if _, in := dora.player(id, name); in {
				t.Errorf("%s joins %s", name, id)
			}
		}
	}
}

// TestBotHasRoom: a bot joins as many tournaments as it may play games, preferring kinds that it
// has not joined.
func TestBotHasRoom(t *testing.T) {
	h := newHouse(t)
	dora := h.director("Dora")
	one := dora.open("one", "grid:4")
	a, _ := h.run("ada", h.token("Ada"), func(c *bot.Config) {
		climbs(c)
		c.Accept.Boards = nil
	})
	a.until(t, "ladder", 1)
	again, other := dora.open("again", "grid:4"), dora.open("other", "grid:5")
	dora.act(one, "cancel")
	a.until(t, "ladder", 2)
	if _, in := dora.player(again, "Ada"); in {
		t.Error("it has joined what it has just played")
	}
	if _, in := dora.player(other, "Ada"); !in {
		t.Error("it has not joined what it has not played")
	}
}
