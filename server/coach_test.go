package server

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
	"moyo/server/learn/analysis"
)

// learner is an open WebSocket of a coach.
type learner struct {
	t    testing.TB
	conn *websocket.Conn
}

func (p *person) learner() *learner {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	conn, res, err := websocket.Dial(ctx, strings.Replace(p.url, "http", "ws", 1)+"/api/coach/ws", &websocket.DialOptions{HTTPClient: p.http})
	if err != nil {
		p.t.Fatalf("dial: %v (%v)", err, res)
	}
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	return &learner{p.t, conn}
}

func (l *learner) send(data []byte) {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	if err := l.conn.Write(ctx, websocket.MessageText, data); err != nil {
		l.t.Fatal(err)
	}
}

func (l *learner) reply() analysis.CoachReply {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	_, data, err := l.conn.Read(ctx)
	if err != nil {
		l.t.Fatal(err)
	}
	var reply analysis.CoachReply
	if err := json.Unmarshal(data, &reply); err != nil {
		l.t.Fatal(err)
	}
	return reply
}

// ask sends a request and returns the first reply to it.
func (l *learner) ask(req analysis.CoachRequest) analysis.CoachReply {
	l.t.Helper()
	data, err := json.Marshal(req)
	if err != nil {
		l.t.Fatal(err)
	}
	l.send(data)
	for {
		if r := l.reply(); r.ID == req.ID {
			return r
		}
	}
}

// TestCoachSees requests hints about the position, and reasons for illegal moves.
func TestCoachSees(t *testing.T) {
	t.Parallel()
	l := newPerson(t, startMemory(t)).learner()
	r := l.ask(analysis.CoachRequest{
		Type: "notes", ID: 1, Board: "grid:5", Rules: "weiqi", Moves: strings.Fields("C3 C4 A1 B3 A2 D3"), Side: "black",
	})
	want := analysis.CoachNote{
		Kind: "atari", Color: "black", Says: []wire.Saying{{Code: "last", Color: "black", Stones: []int{12}}}, Points: []int{12}, Place: 17,
	}
	if r.Notes == nil || len(r.Notes.Notes) != 1 || len(r.Notes.Notes[0].Says) != 1 || r.Notes.Notes[0].Says[0].Code != "last" ||
		*r.Notes.Notes[0].Says[0].At != 17 || r.Notes.Notes[0].Kind != want.Kind ||
		r.Notes.Notes[0].Place != want.Place || r.Notes.Notes[0].Points[0] != 12 {
		t.Errorf("atari: %+v", r)
	}
	r = l.ask(analysis.CoachRequest{
		Type: "notes", ID: 2, Board: "grid:15", Rules: "gomoku", Moves: strings.Fields("H8 A1 H9 B1 H10 C1 H11"), Side: "white",
	})
	if r.Notes == nil || len(r.Notes.Notes) != 2 || r.Notes.Notes[0].Kind != "line" ||
		r.Notes.Notes[0].Color != "black" || len(r.Notes.Notes[0].Points) != 4 {
		t.Errorf("a four: %+v", r)
	}
	r = l.ask(analysis.CoachRequest{
		Type: "notes", ID: 4, Board: "grid:5", Rules: "weiqi", Moves: strings.Fields("C3 C4 B5 B3 E1 D3 E2 A2"), Side: "white",
	})
	if r.Notes == nil || len(r.Notes.Notes) != 1 || r.Notes.Notes[0].Kind != "take" || len(r.Notes.Calm) != 0 {
		t.Errorf("a stone to take: %+v", r.Notes)
	}
	r = l.ask(analysis.CoachRequest{Type: "notes", ID: 5, Board: "grid:5", Rules: "weiqi", Moves: strings.Fields("C3"), Side: "black"})
	if r.Notes == nil || len(r.Notes.Notes) != 0 || len(r.Notes.Calm) != 1 || r.Notes.Calm[0].Code != "noTaking" {
		t.Errorf("nothing to see: %+v", r.Notes)
	}
	r = l.ask(analysis.CoachRequest{Type: "why", ID: 3, Board: "grid:5", Rules: "weiqi", Moves: []string{"C3"}, Side: "white", Move: "C3"})
	if r.Why == nil || r.Why.Kind != "rule" || len(r.Why.Says) != 1 || r.Why.Says[0].Code != "full" || r.Why.Place != 12 {
		t.Errorf("why: %+v", r)
	}
	for i, c := range []struct {
		req  analysis.CoachRequest
		want string
	}{
		{analysis.CoachRequest{Type: "notes", Board: "grid:5", Rules: "weiqi"}, "black"},
		{analysis.CoachRequest{Type: "notes", Board: "grid:5", Rules: "weiki", Side: "black"}, "did you mean"},
		{analysis.CoachRequest{Type: "why", Board: "grid:5", Rules: "weiqi", Side: "black", Move: "Z9"}, "no such point"},
		{analysis.CoachRequest{Type: "hint", Board: "grid:5", Rules: "weiqi", Side: "white"}, "not your turn"},
		{analysis.CoachRequest{Type: "sing", Board: "grid:5", Rules: "weiqi", Side: "white"}, "did not understand"},
	} {
		c.req.ID = 10 + i
		if r := l.ask(c.req); !strings.Contains(r.Problem, c.want) {
			t.Errorf("%+v: got %q, want %q in it", c.req, r.Problem, c.want)
		}
	}
	l.send([]byte("{"))
	if r := l.reply(); r.Problem == "" {
		t.Errorf("broken JSON: %+v", r)
	}
}

// withTeacher returns settings whose analyst of Gomoku knows one move, and evaluates every
// position as equal for the side to move.
func withTeacher(t testing.TB, best game.Move, limits chan<- engine.Limits) Config {
	cfg := withScript(t, nil)
	cfg.Analysts = map[string]string{"gomoku": "scripted"}
	cfg.NewEngine = func(string) (engine.Engine, error) {
		return &scripted{limited: func(_ context.Context, pos game.Position, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
			limits <- lim
			return engine.Info{Move: best, Value: 0.75}, nil
		}}, nil
	}
	return cfg
}

// TestCoachThinks requests a hint, and the review of a game that Black wins.
func TestCoachThinks(t *testing.T) {
	t.Parallel()
	limits := make(chan engine.Limits, 100)
	l := newPerson(t, start(t, withTeacher(t, game.Place(112), limits))).learner()
	r := l.ask(analysis.CoachRequest{Type: "hint", ID: 1, Board: "grid:15", Rules: "gomoku", Side: "black"})
	if r.Hint == nil || r.Hint.Move != "H8" || r.Hint.Point != 112 || len(r.Hint.Says) != 0 {
		t.Errorf("hint: %+v %q", r.Hint, r.Problem)
	}
	if lim := <-limits; lim.Time > 1500*time.Millisecond {
		t.Errorf("the hint may take %v", lim.Time)
	}
	r = l.ask(analysis.CoachRequest{
		Type: "review", ID: 2, Board: "grid:15", Rules: "gomoku", Moves: strings.Fields("A1 A3 B1 B3 C1 C3 D1 D3 E1"), Side: "white",
	})
	for r.Review != nil && !r.Review.Ended {
		r = l.reply()
	}
	found := r.Review
	if found == nil || len(found.Moves) != 9 || len(found.Positions) != 10 || !found.Whole || !found.Settled || found.Turning != 8 ||
		len(found.Says) < 3 || found.Says[0].Code != "hasWon" || found.Says[1].Code != "turning" ||
		found.Says[1].Count != 8 || found.Says[1].Move != "D3" {
		t.Fatalf("review: %+v %q", found, r.Problem)
	}
	if m, p := found.Moves[7], found.Positions[7]; m.Color != "white" || m.Class != "blunder" || !m.Sure || m.Better != "H8" ||
		m.Loss != 0.75 || m.Says[0].Code != "lossMade" || p.Black != 0.25 || len(m.Says) == 0 || len(m.Line) != 0 {
		t.Errorf("the turning point: %+v %+v", m, p)
	}
	if r := l.ask(analysis.CoachRequest{Type: "hint", ID: 3, Board: "grid:5", Rules: "weiqi", Side: "black"}); r.Problem == "" {
		t.Errorf("a game without an analyst: %+v", r)
	}
}

// TestCoachStops checks that the next question ends a hint.
func TestCoachStops(t *testing.T) {
	t.Parallel()
	started, ended := make(chan engine.Limits, 8), make(chan engine.Limits, 8)
	l := newPerson(t, start(t, withAnalyst(t, started, ended))).learner()
	l.send([]byte(`{"type":"review","id":1,"board":"grid:5","rules":"weiqi","side":"black","moves":["C3","C4"]}`))
	<-started
	l.send([]byte(`{"type":"stop","id":2}`))
	select {
	case <-ended:
	case <-time.After(testTime):
		t.Fatal("the review continues")
	}
}

// TestCoachTaken asks the coach from two windows: the first is told that the search moved, and
// gets no advice; a concurrent analysis does not affect the coach.
func TestCoachTaken(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"hint", "review"} {
		started, ended := make(chan engine.Limits, 20), make(chan engine.Limits, 20)
		cfg := withAnalyst(t, started, ended)
		cfg.Limits.Analyses = 2
		ada := newPerson(t, start(t, cfg))
		if status, body := ada.call("GET", "/api/catalog", nil, nil); status != 200 { // sets the token
			t.Fatal(body)
		}
		first := ada.learner()
		first.send([]byte(`{"type":"` + kind + `","id":1,"board":"grid:5","rules":"weiqi","side":"black","moves":["C3","C4"]}`))
		<-started
		ada.analyst().ask(analysis.AnalysisRequest{ID: 1, Board: "grid:5", Rules: "weiqi", Seconds: 3600})
		<-started
		if len(ended) > 0 {
			t.Errorf("%s: an analysis has ended it", kind)
		}
		ada.learner().send([]byte(`{"type":"hint","id":1,"board":"grid:5","rules":"weiqi","side":"black"}`))
		r := first.reply()
		for r.Waiting != nil {
			r = first.reply()
		}
		if r.Refusal != "desk.taken" || r.Hint != nil || r.Review != nil {
			t.Errorf("%s: %+v", kind, r)
		}
	}
}
