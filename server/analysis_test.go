package server

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
	"moyo/server/learn/analysis"
)

// analyst is an open WebSocket of an analysis.
type analyst struct {
	t    testing.TB
	conn *websocket.Conn
}

func (p *person) analyst() *analyst {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	url := strings.Replace(p.url, "http", "ws", 1) + "/api/analysis/ws"
	conn, res, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: p.http})
	if err != nil {
		p.t.Fatalf("dial: %v (%v)", err, res)
	}
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	return &analyst{p.t, conn}
}

func (a *analyst) ask(req analysis.AnalysisRequest) {
	a.t.Helper()
	data, err := json.Marshal(req)
	if err != nil {
		a.t.Fatal(err)
	}
	a.write(data)
}

func (a *analyst) write(data []byte) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	if err := a.conn.Write(ctx, websocket.MessageText, data); err != nil {
		a.t.Fatal(err)
	}
}

// until reads replies until one satisfies done.
func (a *analyst) until(what string, done func(analysis.AnalysisReply) bool) analysis.AnalysisReply {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	for {
		_, data, err := a.conn.Read(ctx)
		if err != nil {
			a.t.Fatalf("waiting for %s: %v", what, err)
		}
		var reply analysis.AnalysisReply
		if err := json.Unmarshal(data, &reply); err != nil {
			a.t.Fatal(err)
		}
		if done(reply) {
			return reply
		}
	}
}

func (a *analyst) position(req analysis.AnalysisRequest) *wire.AnalysisPosition {
	a.t.Helper()
	a.ask(req)
	r := a.until("the position", func(r analysis.AnalysisReply) bool { return r.ID == req.ID })
	if r.Position == nil {
		a.t.Fatalf("%+v: %q", req, r.Problem)
	}
	return r.Position
}

func (a *analyst) refused(what string, req analysis.AnalysisRequest) {
	a.t.Helper()
	a.ask(req)
	r := a.until("a refusal", func(r analysis.AnalysisReply) bool { return r.ID == req.ID })
	if !strings.Contains(r.Problem, what) {
		a.t.Errorf("%+v: got %q, want %q in it", req, r.Problem, what)
	}
}

// TestAnalysisPositions sends valid and invalid
// positions.
func TestAnalysisPositions(t *testing.T) {
	t.Parallel()
	a := newPerson(t, startMemory(t)).analyst()
	pos := a.position(analysis.AnalysisRequest{ID: 1, Board: "grid:5", Rules: "weiqi", Moves: []string{"C3", "c4", "pass"}})
	if pos.Stones != ".......o....x............" || pos.State.ToPlay != "white" ||
		pos.State.Ply != 3 || pos.State.Last != -1 || !pos.State.Pass {
		t.Errorf("position %+v", pos)
	}
	pos = a.position(analysis.AnalysisRequest{
		ID: 2, Board: "grid:5", Rules: "weiqi", Stones: ".xo" + strings.Repeat(".", 22), ToPlay: "white", Moves: []string{"A5"},
	})
	if pos.Stones[:3] != "oxo" && pos.Stones[:3] != ".xo" || pos.State.ToPlay != "black" {
		t.Errorf("position %+v", pos)
	}
	row := strings.Fields("H8 A1 H9 B1 H10 C1 H11 D1 H12")
	won := a.position(analysis.AnalysisRequest{ID: 3, Board: "grid:15", Rules: "gomoku", Moves: row})
	if won.State.Phase != "finished" || won.State.Result != "B+" || won.State.ResultHow != "five" || len(won.State.Figure) != 5 {
		t.Errorf("five in a row: %+v", won.State)
	}
	renju := a.position(analysis.AnalysisRequest{
		ID: 4, Board: "grid:15", Rules: "gomoku:rule=renju", Moves: strings.Fields("H8 A1 H9 A15 J10 O1 K10 O15"),
	})
	h10 := 5*15 + 7
	if !slices.Contains(renju.State.Forbidden, wire.Forbidden{Point: h10, Reason: "forbidden"}) || renju.State.Pass {
		t.Errorf("two open threes at H10: %+v", renju.State)
	}
	// Resumed games, the second one resumed twice.
	on := a.position(analysis.AnalysisRequest{ID: 5, Board: "grid:5", Rules: "weiqi", Moves: strings.Fields("pass pass C3 C4 B2")})
	if on.State.Phase != "playing" || on.State.ToPlay != "white" || on.State.Ply != 5 || strings.Count(on.Stones, "x") != 2 {
		t.Errorf("resumed: %+v", on)
	}
	twice := strings.Fields("C3 pass pass pass pass")
	ended := a.position(analysis.AnalysisRequest{ID: 6, Board: "grid:5", Rules: "weiqi", Moves: twice})
	again := a.position(analysis.AnalysisRequest{ID: 7, Board: "grid:5", Rules: "weiqi", Moves: twice, Resumed: true})
	if ended.State.Phase != "finished" || again.State.Phase != "playing" || again.State.ToPlay != "white" {
		t.Errorf("resumed twice: %s, %s, %s to play", ended.State.Phase, again.State.Phase, again.State.ToPlay)
	}
	a.refused("the game is over", analysis.AnalysisRequest{
		ID: 8, Board: "grid:15", Rules: "gomoku", Moves: strings.Fields("H8 A1 H9 B1 H10 C1 H11 D1 H12 E1"), Resumed: true,
	})
	a.refused("the nearest is", analysis.AnalysisRequest{ID: 10, Board: "gird:5", Rules: "weiqi"})
	a.refused("did you mean", analysis.AnalysisRequest{ID: 11, Board: "grid:5", Rules: "weiki"})
	a.refused("there is a stone", analysis.AnalysisRequest{ID: 12, Board: "grid:5", Rules: "weiqi", Moves: []string{"C3", "C3"}})
	a.refused("no such point", analysis.AnalysisRequest{ID: 13, Board: "grid:5", Rules: "weiqi", Moves: []string{"Z3"}})
	a.refused("25 points", analysis.AnalysisRequest{ID: 14, Board: "grid:5", Rules: "weiqi", Stones: "x", ToPlay: "black"})
	a.refused("side to move", analysis.AnalysisRequest{ID: 15, Board: "grid:5", Rules: "weiqi", Stones: strings.Repeat(".", 25)})
	a.refused("no stone", analysis.AnalysisRequest{ID: 16, Board: "grid:5", Rules: "weiqi", Stones: strings.Repeat("?", 25), ToPlay: "black"})
	a.refused("at most", analysis.AnalysisRequest{ID: 17, Board: "grid:5", Rules: strings.Repeat("x", 300)})
	a.refused("too many", analysis.AnalysisRequest{ID: 18, Board: "grid:5", Rules: "weiqi", Moves: make([]string, 4001)})
	a.write([]byte("{"))
	if r := a.until("a refusal", func(analysis.AnalysisReply) bool { return true }); r.Problem == "" {
		t.Errorf("broken JSON: %+v", r)
	}
}

// withAnalyst returns settings whose only engine is a scripted one that analyses
// positions of Go; it reports searches on started and ended.
func withAnalyst(t testing.TB, started, ended chan<- engine.Limits) Config {
	cfg := withScript(t, nil)
	cfg.Analysts = map[string]string{"weiqi": "scripted"}
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &scripted{limited: func(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
			started <- lim
			defer func() { ended <- lim }()
			return untilStopped(ctx, pos, report)
		}}, nil
	}
	return cfg
}

// TestAnalysisSearches analyses a position, then another one, then one
// from another window, and closes that: each ends the previous search.
func TestAnalysisSearches(t *testing.T) {
	t.Parallel()
	started, ended := make(chan engine.Limits, 8), make(chan engine.Limits, 8)
	ada := newPerson(t, start(t, withAnalyst(t, started, ended)))
	if status, body := ada.call("GET", "/api/catalog", nil, nil); status != 200 { // sets the token
		t.Fatal(body)
	}
	a := ada.analyst()
	thought := func(id int) func(analysis.AnalysisReply) bool {
		return func(r analysis.AnalysisReply) bool { return r.ID == id && r.Thinking != nil }
	}
	req := analysis.AnalysisRequest{
		ID: 1, Board: "grid:5", Rules: "weiqi", Seconds: 3600, Best: 99, Exclude: []string{"C3", "nonsense", "pass"},
	}
	a.ask(req)
	if r := a.until("thoughts", thought(1)); r.Thinking.Value != 0.25 || r.Thinking.Turn != "black" {
		t.Errorf("thoughts %+v", r.Thinking)
	}
	lim := <-started
	if lim.Best != 12 || !slices.Equal(lim.Exclude, []game.Move{12, game.Pass}) || lim.Time != 20*time.Second {
		t.Errorf("limits %+v", lim)
	}
	req.ID = 2
	a.ask(req)
	<-ended
	a.until("thoughts", thought(2))
	other := ada.analyst()
	req.ID = 3
	other.ask(req)
	<-ended
	other.until("thoughts", thought(3))
	if r := a.until("a refusal", func(r analysis.AnalysisReply) bool { return r.Problem != "" }); r.ID != 2 || r.Refusal != "desk.taken" {
		t.Errorf("the first window received %+v", r)
	}
	if err := other.conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Log(err)
	}
	<-ended
	a.ask(analysis.AnalysisRequest{ID: 4, Board: "grid:5", Rules: "weiqi"})
	a.until("the position", func(r analysis.AnalysisReply) bool { return r.ID == 4 && r.Position != nil })
	if len(started) != 2 { // the second and the third; the fourth asked for no search
		t.Errorf("%d more searches were begun", len(started))
	}
}

// TestAnalysisHaste asks about many positions in quick succession: the last search
// must run, and not be mistaken for one that ended.
func TestAnalysisHaste(t *testing.T) {
	t.Parallel()
	a := newPerson(t, start(t, withAnalyst(t, make(chan engine.Limits, 1000), make(chan engine.Limits, 1000)))).analyst()
	for id := range 100 {
		for k := range 5 {
			a.ask(analysis.AnalysisRequest{ID: 5*id + k, Board: "grid:5", Rules: "weiqi", Seconds: 3600})
		}
		a.until("thoughts", func(r analysis.AnalysisReply) bool {
			if r.Problem != "" {
				t.Fatalf("%+v", r)
			}
			return r.ID == 5*id+4 && r.Thinking != nil
		})
	}
}

// TestAnalysisTime checks the time limit of an analysis.
func TestAnalysisTime(t *testing.T) {
	t.Parallel()
	started, ended := make(chan engine.Limits, 8), make(chan engine.Limits, 8)
	cfg := withAnalyst(t, started, ended)
	cfg.Limits.AnalysisTime = 30 * time.Millisecond
	a := newPerson(t, start(t, cfg)).analyst()
	a.ask(analysis.AnalysisRequest{ID: 1, Board: "grid:5", Rules: "weiqi", Seconds: 3600})
	a.until("the end", func(r analysis.AnalysisReply) bool { return r.Thinking != nil && r.Thinking.Done })
}

// owning is a scripted engine that returns ownership.
type owning struct{ scripted }

func (*owning) Ownership(_ context.Context, pos game.Position) ([]float64, error) {
	own := make([]float64, pos.Board().Len())
	own[0], own[1] = 0.756, -2
	return own, nil
}

// TestAnalysisAsides requests the further results of an analysis: lead, ownership, and
// the opponent's best move after a pass, in games with and without passes.
func TestAnalysisAsides(t *testing.T) {
	t.Parallel()
	cfg := withScript(t, nil)
	cfg.Analysts = map[string]string{"weiqi": "scripted", "gomoku": "scripted"}
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &owning{scripted{limited: func(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
			return engine.Info{Move: 3, Value: 0.25, Lead: -2.5, HasLead: true, PV: []game.Move{3}}, nil
		}}}, nil
	}
	a := newPerson(t, start(t, cfg)).analyst()
	var owned []int
	done := func(r analysis.AnalysisReply) bool {
		if r.Owners != nil {
			owned = r.Owners
		}
		return r.Thinking != nil && r.Thinking.Done || r.Problem != ""
	}
	req := analysis.AnalysisRequest{ID: 1, Board: "grid:5", Rules: "weiqi", Moves: []string{"C3", "pass"}, Seconds: 1, Owner: true}
	a.ask(req)
	r := a.until("thoughts", done)
	if r.Thinking == nil || r.Thinking.Color != "black" || r.Thinking.Lead != -2.5 || !r.Thinking.Counts ||
		len(owned) != 25 || owned[0] != 76 || owned[1] != -100 || owned[2] != 0 {
		t.Errorf("%+v, %v", r, owned)
	}
	req.ID, req.Pass, req.Owner, owned = 2, true, false, nil
	a.ask(req)
	if r := a.until("thoughts", done); r.Thinking == nil || r.Thinking.Color != "white" || owned != nil {
		t.Errorf("after a pass: %+v, %v", r, owned)
	}
	a.ask(analysis.AnalysisRequest{ID: 3, Board: "grid:15", Rules: "gomoku", Moves: []string{"H8"}, Seconds: 1, Pass: true, Owner: true})
	if r := a.until("thoughts", done); r.Thinking == nil || r.Thinking.Color != "black" || owned != nil {
		t.Errorf("a pass in Gomoku: %+v, %v", r, owned)
	}
}
