package server

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/server/base/proxy"
	"moyo/server/base/wire"
	"moyo/server/learn/analysis"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// reviewed requests the review of a game until it is complete, and returns the number of replies.
func (l *learner) reviewed(game string) (found *wire.Review, replies int, problem string) {
	l.t.Helper()
	for r := l.ask(analysis.CoachRequest{Type: "review", ID: 7, Game: game}); ; r = l.reply() {
		if r.Review != nil {
			replies++
		}
		if r.Problem != "" || r.Review != nil && r.Review.Ended {
			return r.Review, replies, r.Refusal
		}
	}
}

// fourMoves starts a game of Gomoku with p as Black, and returns it and Black's line.
func (p *person) fourMoves(white *person) (g wire.GameInfo, black *table) {
	g = p.newGame(wire.NewGame{Board: "grid:15", Rules: "gomoku", Color: "black", Opponent: "human"})
	black, b := p.open(g.ID), white.open(g.ID)
	b.must(wire.ClientMessage{Type: "join", ID: "j"})
	for i, move := range strings.Fields("A1 A3 B1 B3") {
		side := black
		if i%2 == 1 {
			side = b
		}
		side.must(wire.ClientMessage{Type: "play", ID: move, Move: move, Ply: i})
	}
	return g, black
}

// TestReviewOfAGame reviews a game of two people: not while it is running; then once for all
// readers, and again after the stored review was deleted.
func TestReviewOfAGame(t *testing.T) {
	t.Parallel()
	searches := 0
	disk := sqlitetest.New(t)
	cfg := testConfig(disk)
	cfg.Analysts = map[string]string{"gomoku": "scripted"}
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &scripted{limited: func(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
			searches++
			value := 0.5
			if len(pos.Moves()) == 3 {
				value = 0.9 // of Black, after White's bad second move
			}
			return engine.Info{Move: 112, Value: value, Depth: 1, PV: []game.Move{112}}, nil
		}}, nil
	}
	url := start(t, cfg)
	ada, bo, watcher := newPerson(t, url), newPerson(t, url), newPerson(t, url)
	g, a := ada.fourMoves(bo)
	if _, _, why := watcher.learner().reviewed(g.ID); why != "reviews.goesOn" || searches > 0 {
		t.Errorf("a running game: %q, %d searches", why, searches)
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
	if again, replies, _ := ada.learner().reviewed(g.ID); again == nil || replies != 1 ||
		searches != once || again.Nodes != found.Nodes || len(again.Moves) != 4 {
		t.Errorf("again: %+v in %d replies and %d searches", again, replies, searches-once)
	}
	kept, err := store.One(t.Context(), disk, store.Value[int],
		`SELECT length(body) FROM reviews WHERE game = ?`, g.ID)
	if err != nil || kept == 0 || kept > 8000 {
		t.Errorf("%d bytes are kept, %v", kept, err)
	}
}

// quickLooks returns settings with an analyst of Gomoku that evaluates positions instantly;
// searches counts them.
func quickLooks(t testing.TB, searches *atomic.Int64) Config {
	cfg := testConfig(sqlitetest.New(t))
	cfg.Analysts = map[string]string{"gomoku": "scripted"}
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &scripted{limited: func(context.Context, game.Position, engine.Limits, func(engine.Info)) (engine.Info, error) {
			searches.Add(1)
			return engine.Info{Move: 112, Value: 0.6, Depth: 1, PV: []game.Move{112}}, nil
		}}, nil
	}
	return cfg
}

// TestRunningGame: no engine analyses the last positions of a running game between people for its players
// or their addresses, in any kind of question. It does for others, and after the game.
func TestRunningGame(t *testing.T) {
	t.Parallel()
	var searches atomic.Int64
	cfg := quickLooks(t, &searches)
	cfg.Proxies.Networks = proxy.Networks{netip.MustParsePrefix("127.0.0.1/32")}
	url := start(t, cfg)
	ada, bo, beside, other := newPerson(t, url), newPerson(t, url), newPerson(t, url), newPerson(t, url)
	ada.http.Transport, bo.http.Transport = from("198.51.100.1"), from("198.51.100.2")
	beside.http.Transport, other.http.Transport = from("198.51.100.1"), from("198.51.100.3")
	g := ada.newGame(wire.NewGame{Board: "grid:15", Rules: "gomoku", Color: "black", Opponent: "human"})
	a, b := ada.open(g.ID), bo.open(g.ID)
	b.must(wire.ClientMessage{Type: "join", ID: "j"})
	played := strings.Fields("H8 A1 H9 A2 B5 A4")
	for i, move := range played {
		[]*table{a, b}[i%2].must(wire.ClientMessage{Type: "play", ID: move, Move: move, Ply: i})
	}
	stones := stonesAfter(played)
	on := append(slices.Clone(played), "C5", "A5")
	whole := askedOfAll(played, on, string(stones))
	why := "reviews.yours"
	refused := func(p *person, req analysis.CoachRequest) bool {
		t.Helper()
		return refusedGomoku(t, p, req, why)
	}
	for _, req := range whole {
		if !refused(ada, req) || !refused(bo, req) {
			t.Errorf("its players were told: %+v", req)
		}
	}
	why = "reviews.beside"
	for _, req := range whole {
		if !refused(beside, req) {
			t.Errorf("another user at a player's address got an answer: %+v", req)
		}
	}
	why = "reviews.yours"
	asked := analysis.AnalysisRequest{ID: 1, Board: "grid:15", Rules: "gomoku", Moves: mirrored(on), Seconds: 1}
	desk := ada.analyst()
	desk.ask(asked)
	if r := desk.until("an answer", func(r analysis.AnalysisReply) bool { return r.Position == nil }); r.Refusal != "reviews.yours" {
		t.Errorf("an analysis: %+v", r)
	}
	if n := searches.Load(); n > 0 {
		t.Fatalf("%d searches for the players of a running game", n)
	}
	for _, req := range []analysis.CoachRequest{
		{Type: "review", Moves: played[:3]}, {Type: "review", Moves: strings.Fields("H8 A1 H9 A3 B5 A4")}, {Type: "hint", Side: "black"},
	} {
		if refused(ada, req) {
			t.Errorf("a position outside of the game was refused: %+v", req)
		}
	}
	if refused(other, whole[0]) {
		t.Error("other users were refused")
	}
	a.must(wire.ClientMessage{Type: "play", ID: "C5", Move: "C5", Ply: len(played)})
	stones[225-15*5+2] = 'x'
	if !refused(bo, analysis.CoachRequest{Type: "review", Stones: string(stones), ToPlay: "white", Moves: []string{"A5"}}) {
		t.Error("a player got an answer about a new position of the game")
	}
	a.must(wire.ClientMessage{Type: "resign", ID: "r"})
	for _, req := range whole {
		if refused(ada, req) || refused(bo, req) {
			t.Errorf("the game is over: %+v", req)
		}
	}
}

// askedOfAll are questions about a game after a few further moves, or about a mirrored one.
func askedOfAll(played, on []string, stones string) []analysis.CoachRequest {
	return []analysis.CoachRequest{
		{Type: "review", Moves: played}, {Type: "review", Moves: on}, {Type: "review", Moves: played[:5]},
		{Type: "review", Stones: stones, ToPlay: "black", Moves: []string{"C5"}},
		{Type: "hint", Moves: played, Side: "black"}, {Type: "hint", Moves: on, Side: "black"},
		{Type: "review", Moves: mirrored(played)}, {Type: "hint", Moves: strings.Fields("A1 H8 A2 H9 A4 B5"), Side: "black"},
	}
}

// mirrored returns the mirrored moves on grid:15.
func mirrored(moves []string) []string {
	const columns = "ABCDEFGHJKLMNOP"
	out := make([]string, len(moves))
	for i, move := range moves {
		out[i] = string(columns[14-strings.IndexByte(columns, move[0])]) + move[1:]
	}
	return out
}

// TestReviewOfMoves reviews an uploaded game: the given winner is used if the moves do not
// decide, and too many or illegal moves are refused.
func TestReviewOfMoves(t *testing.T) {
	t.Parallel()
	var searches atomic.Int64
	l := newPerson(t, start(t, quickLooks(t, &searches))).learner()
	req := analysis.CoachRequest{Type: "review", ID: 1, Board: "grid:15", Rules: "gomoku", Moves: strings.Fields("A1 A3 B1"), Winner: "white"}
	r := l.ask(req)
	for r.Review != nil && !r.Review.Ended {
		r = l.reply()
	}
	if r.Review == nil || !r.Review.Whole || len(r.Review.Moves) != 3 {
		t.Fatalf("%+v", r)
	}
	req.ID, req.Moves = 2, make([]string, 2001)
	if r := l.ask(req); r.Refusal != "desk.manyMoves" || len(r.Places) != 1 || r.Places[0] != "2000" {
		t.Errorf("2,001 moves: %+v", r)
	}
	req.ID, req.Moves = 3, strings.Fields("A1 A1")
	if r := l.ask(req); !strings.Contains(r.Problem, "move 2") {
		t.Errorf("a move on a stone: %+v", r)
	}
}

// TestFloodOfReviews: many people concurrently request reviews from many windows. One is reviewed, as many
// wait as allowed, and all others are refused; without waiting clients nothing is analysed.
func TestFloodOfReviews(t *testing.T) {
	const people, windows, waiting = 6, 5, 3
	started, ended := make(chan engine.Limits, 10_000), make(chan engine.Limits, 10_000)
	cfg := withAnalyst(t, started, ended)
	cfg.Limits.Analyses, cfg.Limits.Questions, cfg.Limits.ReviewTime = 1, waiting, time.Hour
	url := start(t, cfg)
	var learners []*learner
	for range people {
		p := newPerson(t, url)
		if status, body := p.call("GET", "/api/catalog", nil, nil); status != 200 { // sets the token
			t.Fatal(body)
		}
		for range windows {
			learners = append(learners, p.learner())
		}
	}
	var full atomic.Int64
	for _, l := range learners {
		l.send([]byte(`{"type":"review","id":1,"board":"grid:5","rules":"weiqi","moves":["C3","C4"]}`))
		go func() {
			for {
				_, data, err := l.conn.Read(t.Context())
				if err != nil {
					return
				}
				if strings.Contains(string(data), `"desk.much"`) {
					full.Add(1)
				}
			}
		}()
		if at := len(started) - len(ended); at > 1 {
			t.Errorf("%d concurrent reviews", at)
		}
	}
	until(t, "it to be so", func() bool { return full.Load() >= people-waiting-1 })
	for _, l := range learners {
		_ = l.conn.CloseNow()
	}
	// Some may still start before the server has noticed the disconnects.
	until(t, "all reviews to end", func() bool {
		before := len(started)
		time.Sleep(50 * time.Millisecond)
		return len(started) == len(ended) && len(started) == before
	})
}

// stonesAfter returns the stones of a game of Gomoku.
func stonesAfter(moves []string) []byte {
	stones := []byte(strings.Repeat(".", 225))
	for i, move := range moves {
		stones[225-15*int(move[1]-'0')+strings.IndexByte("ABCDEFGHIJ", move[0])] = "xo"[i%2]
	}
	return stones
}

// refusedGomoku reports whether the coach refuses a question about a game of Gomoku, for the only possible reason.
func refusedGomoku(t *testing.T, p *person, req analysis.CoachRequest, why string) bool {
	t.Helper()
	req.ID, req.Board, req.Rules = 7, "grid:15", "gomoku"
	l := p.learner()
	r := l.ask(req)
	for r.Review != nil && !r.Review.Ended {
		r = l.reply()
	}
	if r.Refusal != "" && r.Refusal != why {
		t.Errorf("%+v: %q", req, r.Problem)
	}
	return r.Refusal != ""
}
