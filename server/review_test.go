package server

import (
	"context"
	"strings"
	"testing"

	"moyo/engine"
	"moyo/game"
	"moyo/server/store/memory"
	"moyo/server/wire"
)

// reviewed asks for the review of a game until it ends, and says in how many replies.
func (l *learner) reviewed(game string) (found *wire.Review, replies int, problem string) {
	l.t.Helper()
	for r := l.ask(wire.CoachRequest{Type: "review", ID: 7, Game: game}); ; r = l.reply() {
		if r.Review != nil {
			replies++
		}
		if r.Problem != "" || r.Review != nil && r.Review.Ended {
			return r.Review, replies, r.Refusal
		}
	}
}

// TestReviewOfAGame reviews a game of two people: not while it goes on; then once, for all
// who look at it, and again where what was kept is gone.
func TestReviewOfAGame(t *testing.T) {
	searches := 0
	disk := memory.New()
	cfg := testConfig(disk)
	cfg.Analysts = map[string]string{"gomoku": "scripted"}
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &scripted{limited: func(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
			searches++
			value := 0.5
			if len(pos.Moves()) == 3 {
				value = 0.9 // of Black, whom White's second move has helped
			}
			return engine.Info{Move: 112, Value: value, Depth: 1, PV: []game.Move{112}}, nil
		}}, nil
	}
	url := start(t, cfg)
	ada, bo, watcher := newPerson(t, url), newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:15", Rules: "gomoku", Color: "black", Opponent: "human"})
	a, b := ada.open(g.ID), bo.open(g.ID)
	b.must(wire.ClientMessage{Type: "join", ID: "j"})
	for i, move := range strings.Fields("A1 A3 B1 B3") {
		side := a
		if i%2 == 1 {
			side = b
		}
		side.must(wire.ClientMessage{Type: "play", ID: move, Move: move, Ply: i})
	}
	if _, _, why := watcher.learner().reviewed(g.ID); why != "reviews.goesOn" || searches > 0 {
		t.Errorf("a game that goes on: %q, %d searches", why, searches)
	}
	if _, _, why := watcher.learner().reviewed("none"); why != "reviews.unknown" {
		t.Errorf("no game: %q", why)
	}
	a.must(wire.ClientMessage{Type: "resign", ID: "r"})
	found, _, why := watcher.learner().reviewed(g.ID)
	if found == nil || !found.Ended || len(found.Moves) != 4 || found.Positions[3].Black != 0.1 && found.Positions[3].Black != 0.9 {
		t.Fatalf("%+v %q", found, why)
	}
	once := searches
	if again, replies, _ := ada.learner().reviewed(g.ID); again == nil || replies != 1 || searches != once || again.Nodes != found.Nodes || len(again.Moves) != 4 {
		t.Errorf("again: %+v in %d replies and %d searches", again, replies, searches-once)
	}
	kept, err := disk.Review(t.Context(), g.ID)
	if err != nil || len(kept.Body) == 0 || len(kept.Body) > 8000 {
		t.Errorf("%d bytes are kept, %v", len(kept.Body), err)
	}
}
