package server

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
	"moyo/server/play/ratings"
)

// TestRated plays a rated game against a level: who may play, what is forbidden in it, and
// the result.
func TestRated(t *testing.T) {
	cfg := testConfig(newStore(t))
	cfg.Engines = []wire.EngineEntry{{ID: "level:3", Games: []string{"weiqi"}}}
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &scripted{search: func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
			ply := len(pos.Moves())
			if ply > 4 {
				return untilStopped(ctx, pos, report)
			}
			return engine.Info{Move: game.Move(72 + ply)}, nil // along the lowest row
		}}, nil
	}
	s := New(cfg)
	url := serveFor(t, s)
	guest, ada := newPerson(t, url), member(t, s, url, "Ada")
	in := wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "random", Opponent: "level:3", Clock: "fischer=5m+3s", Rated: true}
	if status, body := guest.call("POST", "/api/games", in, nil); status != http.StatusUnauthorized || !strings.Contains(body, "account") {
		t.Errorf("a guest: %d %s", status, body)
	}
	for what, change := range map[string]func(*wire.NewGame){
		"clock": func(g *wire.NewGame) { g.Clock = "" }, "random": func(g *wire.NewGame) { g.Color = "black" },
		"komi":   func(g *wire.NewGame) { g.Rules = "weiqi:komi=20" },
		"boards": func(g *wire.NewGame) { g.Board = "grid:6" },
	} {
		other := in
		change(&other)
		if status, body := ada.call("POST", "/api/games", other, nil); status != http.StatusBadRequest || !strings.Contains(body, what) {
			t.Errorf("%s: %d %s", what, status, body)
		}
	}
	g := ada.newGame(in)
	level, me := g.White, g.Black
	if g.Black.Kind == "engine" {
		level, me = me, level
	}
	if level.Rank == "" || level.Rank == "?" || me.Rank != "?" {
		t.Errorf("seats %+v and %+v", g.Black, g.White)
	}
	tb := ada.open(g.ID)
	for _, move := range []string{"A9", "C9", "E9"} {
		tb.untilState("my turn", func(st wire.State) bool { return st.ToPlay == tb.you })
		tb.play(move)
	}
	tb.refused("not-allowed", wire.ClientMessage{Type: "stop"})
	tb.refused("not-allowed", wire.ClientMessage{Type: "undo"})
	tb.must(wire.ClientMessage{Type: "resign"})
	if tb.thinking != nil {
		t.Errorf("the engine's thinking is sent in a rated game: %+v", tb.thinking)
	}
	var out wire.PlayerRatings
	for deadline := time.Now().Add(testTime); len(out.Ratings) == 0 && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if status, body := guest.call("GET", "/api/people/ada/ratings", nil, &out); status != 200 {
			t.Fatal(status, body)
		}
	}
	if len(out.Ratings) != 1 || out.Ratings[0].Pool != "weiqi/9x9/blitz" || out.Ratings[0].Points >= 1500 ||
		out.Ratings[0].History[0].Engine != "level:3" || out.Ratings[0].History[0].Game != g.ID {
		t.Fatalf("%+v", out)
	}
	var leaders ratings.Leaders
	status, body := guest.call("GET", "/api/leaders?pool=weiqi/9x9/blitz", nil, &leaders)
	if status != 200 || len(leaders.Leaders) != 0 || len(leaders.Levels) != 9 {
		t.Errorf("%d %s", status, body)
	}
	if again := ada.newGame(in); again.Black.Rank != out.Ratings[0].Text && again.White.Rank != out.Ratings[0].Text {
		t.Errorf("the next game: %+v and %+v, rated %s", again.Black, again.White, out.Ratings[0].Text)
	}
}

// TestRatedJoin allows only players with accounts to join a rated game, and shows
// their strength.
func TestRatedJoin(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada, bo, guest := member(t, s, url, "Ada"), member(t, s, url, "Bo"), newPerson(t, url)
	g := ada.newGame(wire.NewGame{
		Board: "grid:9", Rules: "weiqi:komi=0.5,handicap=2", Color: "white", Opponent: "anyone", Clock: "fischer=5m+3s", Rated: true,
	})
	guest.open(g.ID).refused("signed-out", wire.ClientMessage{Type: "join"})
	tb := bo.open(g.ID)
	tb.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	if tb.game.Black.Rank != "?" || tb.game.White.Rank != "?" || tb.you != "black" {
		t.Errorf("%+v", tb.game)
	}
}
