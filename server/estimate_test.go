package server

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/wire"
	"moyo/server/learn/analysis"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// estimates asks for an estimate of the score and returns the answer.
func (p *person) estimates(game string) analysis.CoachReply {
	p.t.Helper()
	l := p.learner()
	r := l.ask(analysis.CoachRequest{Type: "estimate", ID: 7, Game: game})
	for r.Waiting != nil {
		r = l.reply()
	}
	return r
}

// guessing returns settings whose engine plays the first legal move and evaluates the side to
// move as behind; searches counts the evaluations of the analyst, which is a different engine.
func guessing(s store.Store, searches *atomic.Int64) Config {
	cfg := testConfig(s)
	cfg.Engines = []wire.EngineEntry{{ID: "opponent", Games: []string{"weiqi", "gomoku"}}}
	cfg.Analysts = map[string]string{"weiqi": "analyst", "gomoku": "analyst"}
	cfg.NewEngine = func(id string) (engine.Engine, error) {
		return &owning{scripted{limited: func(_ context.Context, pos game.Position, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
			if id == "analyst" {
				searches.Add(1)
			}
			move := pos.LegalMoves(nil)[0]
			_, counted := pos.(game.Scorer)
			return engine.Info{
				Move: move, Value: 0.25, Lead: -2.5, HasLead: counted, PV: []game.Move{move}, Candidates: []engine.Candidate{{Move: move}},
			}, nil
		}}}, nil
	}
	return cfg
}

// playing plays moves of two people alternately, from the first move of a game on.
func playing(moves string, sides ...*table) {
	for i, move := range strings.Fields(moves) {
		sides[i%len(sides)].must(wire.ClientMessage{Type: "play", ID: move, Move: move, Ply: i})
	}
}

// TestEstimateAgainstTheComputer asks for estimates in a casual game, on the player's turn and
// again after further moves.
func TestEstimateAgainstTheComputer(t *testing.T) {
	t.Parallel()
	var searches atomic.Int64
	url := start(t, guessing(sqlitetest.New(t), &searches))
	ada, other := newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "opponent"})
	tb := ada.open(g.ID)
	tb.play("C3")
	tb.untilState("my turn", func(st wire.State) bool { return st.Ply == 2 })
	r := ada.estimates(g.ID)
	e := r.Estimate
	if e == nil || e.Ply != 2 || e.Black != 0.25 || e.Lead != -2.5 || !e.Counts ||
		len(e.Owners) != 25 || e.Owners[0] != 76 || e.Owners[1] != -100 {
		t.Fatalf("%+v %+v", r, e)
	}
	if r.Hint != nil || r.Review != nil {
		t.Errorf("it contains more than the estimate: %+v", r)
	}
	if r := other.estimates(g.ID); r.Refusal != "reviews.seated" || r.Estimate != nil {
		t.Errorf("a spectator: %+v", r)
	}
	row := ada.newGame(wire.NewGame{Board: "grid:9", Rules: "gomoku", Color: "white", Opponent: "opponent"})
	ada.open(row.ID).untilState("my turn", func(st wire.State) bool { return st.Ply == 1 })
	if e := ada.estimates(row.ID).Estimate; e == nil || e.Ply != 1 || e.Black != 0.75 || e.Counts || len(e.Owners) != 0 {
		t.Errorf("no count decides, and White is to move: %+v", e)
	}
	tb.must(wire.ClientMessage{Type: "resign", ID: "r"})
	if r := ada.estimates(g.ID); r.Refusal != "reviews.notPlayed" {
		t.Errorf("a game that is over: %+v", r)
	}
	if n := searches.Load(); n != 2 {
		t.Errorf("%d searches", n)
	}
}

// TestEstimateBetweenPeople: if both allow it, both receive the estimate, and nothing else, and no
// other person does; the rematch allows it again.
func TestEstimateBetweenPeople(t *testing.T) {
	t.Parallel()
	var searches atomic.Int64
	url := start(t, guessing(sqlitetest.New(t), &searches))
	ada, bo, watcher := newPerson(t, url), newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "black", Opponent: "human", Estimates: true})
	if !g.Estimates {
		t.Fatalf("%+v", g)
	}
	a, b := ada.open(g.ID), bo.open(g.ID)
	if !b.game.Estimates {
		t.Error("a player about to join is not informed")
	}
	if r := ada.estimates(g.ID); r.Refusal != "reviews.notPlayed" {
		t.Errorf("before an opponent joins: %+v", r)
	}
	b.must(wire.ClientMessage{Type: "join", ID: "j"})
	moves := "C3 G7 C7 G3 E5"
	playing(moves, a, b)
	for name, p := range map[string]*person{"ada": ada, "bo": bo} {
		if e := p.estimates(g.ID).Estimate; e == nil || e.Ply != 5 || e.Black != 0.75 || e.Lead != 2.5 || len(e.Owners) != 81 {
			t.Errorf("%s: %+v", name, e)
		}
		for _, req := range []analysis.CoachRequest{{Type: "hint", Side: "white"}, {Type: "review"}} {
			req.ID, req.Board, req.Rules, req.Moves = 3, "grid:9", g.Rules, strings.Fields(moves)
			if r := p.learner().ask(req); r.Refusal != "reviews.yours" {
				t.Errorf("%s: %s: %+v", name, req.Type, r)
			}
		}
		desk := p.analyst()
		desk.ask(analysis.AnalysisRequest{ID: 1, Board: "grid:9", Rules: g.Rules, Moves: strings.Fields(moves), Seconds: 1})
		if r := desk.until("an answer", func(r analysis.AnalysisReply) bool { return r.Position == nil }); r.Refusal != "reviews.yours" {
			t.Errorf("%s: an analysis: %+v", name, r)
		}
	}
	if r := watcher.estimates(g.ID); r.Refusal != "reviews.seated" {
		t.Errorf("who watches: %+v", r)
	}
	if searches.Load() != 2 {
		t.Errorf("%d searches", searches.Load())
	}
	a.must(wire.ClientMessage{Type: "resign", ID: "r"})
	for name, p := range map[string]*person{"ada": ada, "watcher": watcher} {
		if r := p.estimates(g.ID); r.Estimate != nil || r.Refusal == "" {
			t.Errorf("%s, when it is over: %+v", name, r)
		}
	}
	a.must(wire.ClientMessage{Type: "rematch", ID: "again"})
	b.must(wire.ClientMessage{Type: "rematch", ID: "again"})
	next := a.until("the next game", func(m wire.ServerMessage) bool { return m.Rematch != nil && m.Rematch.Game != "" }).Rematch.Game
	if got := ada.open(next).game; !got.Estimates {
		t.Errorf("the next game: %+v", got)
	}
}

// TestEstimateRefused: no estimates for unknown games, games that do not allow it, or positions in
// such games.
func TestEstimateRefused(t *testing.T) {
	t.Parallel()
	var searches atomic.Int64
	disk := sqlitetest.New(t)
	s := New(guessing(disk, &searches))
	url := serveFor(t, s)
	ada, bo := member(t, s, url, "Ada"), newPerson(t, url)
	in := wire.NewGame{
		Board: "grid:9", Rules: "weiqi", Color: "random", Opponent: "anyone", Clock: "fischer=5m+3s", Rated: true, Estimates: true,
	}
	if status, body := ada.call("POST", "/api/games", in, nil); status != http.StatusBadRequest ||
		!strings.Contains(body, "pairing.estimates") {
		t.Errorf("rated, with estimates: %d %s", status, body)
	}
	plain := ada.newGame(wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "black", Opponent: "human"})
	a, b := ada.open(plain.ID), bo.open(plain.ID)
	b.must(wire.ClientMessage{Type: "join", ID: "j"})
	playing("C3 G7 C7 G3", a, b)
	for id, want := range map[string]string{
		plain.ID: "reviews.noEstimates", "none": "reviews.unknown", "": "reviews.unknown", strings.Repeat("x", 999): "reviews.unknown",
	} {
		if r := ada.estimates(id); r.Refusal != want || r.Estimate != nil {
			t.Errorf("%.20q: %+v", id, r)
		}
	}
	allowed := ada.newGame(wire.NewGame{Board: "grid:9", Rules: "weiqi", Color: "black", Opponent: "human", Estimates: true})
	c, d := ada.open(allowed.ID), bo.open(allowed.ID)
	d.must(wire.ClientMessage{Type: "join", ID: "j"})
	playing("C3 G7 C7 G3", c, d)
	if r := bo.estimates(allowed.ID); r.Refusal != "reviews.yours" {
		t.Errorf("the position of a game that does not allow it: %+v", r)
	}
	// The header alone does not make a game casual whose log says rated.
	g, err := disk.Game(t.Context(), allowed.ID)
	if err != nil {
		t.Fatal(err)
	}
	setup := match.Setup{
		Board: g.Board, Rules: g.Rules, Rated: true, Estimates: true, Black: g.Black, White: match.Seat{Kind: match.Engine, Engine: "opponent"},
	}
	g.ID, g.Rated, g.White, g.Version = "rated", true, setup.White, 1
	if err := disk.Create(t.Context(), g, store.Entry{Event: match.Event{Kind: match.Created, At: time.Now(), Setup: &setup}}); err != nil {
		t.Fatal(err)
	}
	if r := ada.estimates("rated"); r.Refusal != "reviews.noEstimates" {
		t.Errorf("a rated game: %+v", r)
	}
	if n := searches.Load(); n > 0 {
		t.Errorf("%d searches", n)
	}
}

// TestEstimateInAnOpening: during the opening it is not settled who plays which colour.
func TestEstimateInAnOpening(t *testing.T) {
	t.Parallel()
	var searches atomic.Int64
	url := start(t, guessing(sqlitetest.New(t), &searches))
	ada, bo := newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:15", Rules: "gomoku:opening=swap2", Color: "black", Opponent: "human", Estimates: true})
	ada.open(g.ID)
	bo.open(g.ID).must(wire.ClientMessage{Type: "join", ID: "j"})
	if r := ada.estimates(g.ID); r.Refusal != "reviews.opening" || searches.Load() > 0 {
		t.Errorf("%+v", r)
	}
}

// TestEstimateEnds: a search without a waiting client ends early, with the next question or with
// the connection; otherwise it ends by its time limit.
func TestEstimateEnds(t *testing.T) {
	t.Parallel()
	started, ended := make(chan engine.Limits, 8), make(chan error, 8)
	cfg := withAnalyst(t, nil, nil)
	cfg.Engines = []wire.EngineEntry{{ID: "opponent", Games: []string{"weiqi"}}}
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &scripted{limited: func(ctx context.Context, _ game.Position, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
			started <- lim
			<-ctx.Done()
			ended <- ctx.Err()
			return engine.Info{Value: 0.25}, nil
		}}, nil
	}
	ada := newPerson(t, start(t, cfg))
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "opponent"})
	question := []byte(`{"type":"estimate","id":1,"game":"` + g.ID + `"}`)
	for name, stop := range map[string]func(*learner){
		"the next question": func(l *learner) { l.send([]byte(`{"type":"stop","id":2}`)) },
		"gone":              func(l *learner) { _ = l.conn.CloseNow() },
	} {
		var why error
		for tries := 0; tries < 5 && why != context.Canceled; tries++ { // on a busy machine its time may be up before
			l := ada.learner()
			l.send(question)
			<-started
			stop(l)
			why = <-ended
		}
		if why != context.Canceled {
			t.Errorf("%s: the search continues until %v", name, why)
		}
	}
	r := ada.estimates(g.ID)
	if lim := <-started; lim.Time <= 0 || lim.Time > 1500*time.Millisecond || r.Estimate == nil || r.Estimate.Black != 0.25 {
		t.Errorf("within %v: %+v", lim.Time, r)
	}
	if why := <-ended; why != context.DeadlineExceeded {
		t.Errorf("without a reason to stop: %v", why)
	}
}
