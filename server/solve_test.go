package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"moyo/game"
	"moyo/server/base/wire"
	"moyo/server/learn/analysis"
	"moyo/server/machines/solvers"
	"moyo/server/share/libraries"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// cornerStones is a white group in the corner of grid:5 with three points in a
// row; the middle one, B5, decides.
const cornerStones = "" +
	"...ox" +
	"oooox" +
	"xxxxx" +
	"....." +
	"....."

// corner is that problem with Black to kill.
func corner() *analysis.Tsumego {
	return &analysis.Tsumego{
		Board: "grid:5", Stones: cornerStones, ToPlay: "black", Question: "kill",
		Target: []int{3}, Region: []int{0, 1, 2, 3, 5, 6, 7, 8}, Walls: []int{},
	}
}

// withKo is corner with a ko beside it: White has just taken at A1.
func withKo() *analysis.Tsumego {
	p := corner()
	ko := 20
	p.Stones, p.Ko, p.Region = p.Stones[:16]+"x..."+".ox..", &ko, append(p.Region, ko)
	return p
}

// withWalls is corner with walls next to White's stones, without E4 and D3: it checks that walls capture.
func withWalls() *analysis.Tsumego {
	p := corner()
	p.Stones, p.Walls = strings.Replace(p.Stones, "ooooxxxxxx", "oooo.xxx.x", 1), []int{9, 13}
	return p
}

// fakeSolver answers from a script: verdicts for the side to move by the names of the
// moves so far.
type fakeSolver struct {
	problem  tsumego.Problem
	opt      life.Options
	verdicts map[string]life.Verdict
	slow     chan struct{} // unless nil, Solve signals its start here and waits for the end of its context
}

func (f *fakeSolver) Solve(ctx context.Context) (*life.Answer, error) {
	if f.slow != nil {
		f.opt.Report(life.Progress{Nodes: 500, Elapsed: time.Second, Stage: "can Black kill?", Proof: 3, Disproof: 4, Stages: 2, Fraction: 1.5})
		f.slow <- struct{}{}
		<-ctx.Done()
		return &life.Answer{
			Question: f.problem.Question, Verdict: life.Unknown, Fate: life.NoFate, Region: f.problem.Region, Nodes: 1000,
		}, ctx.Err()
	}
	return f.After(ctx, nil)
}

func (f *fakeSolver) After(ctx context.Context, moves []game.Move) (*life.Answer, error) {
	var names []string
	for _, m := range moves {
		if m == game.Pass {
			names = append(names, "pass")
		} else {
			names = append(names, f.problem.Board.Name(m.Point()))
		}
	}
	v, ok := f.verdicts[strings.Join(names, " ")]
	switch {
	case !ok:
		return nil, errors.New("no such line in the script")
	case v == "panic":
		panic("scripted panic")
	}
	score := 7
	return &life.Answer{
		Question: f.problem.Question, Verdict: v, Fate: life.Dead, FirstMoves: []game.Move{1}, All: true, Best: 1, Score: &score,
		Line: []game.Move{1, game.Pass}, Region: f.problem.Region, Found: true, Assumes: life.AssumesRegion, Walls: []game.Point{4},
		Nodes: 12, Elapsed: 1500 * time.Microsecond,
	}, nil
}

// fakes creates solvers and records them.
type fakes struct {
	mu       sync.Mutex
	made     []*fakeSolver
	verdicts map[string]life.Verdict
	slow     chan struct{}
}

func (f *fakes) make(p tsumego.Problem, opt life.Options) (solvers.Solver, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.made = append(f.made, &fakeSolver{problem: p, opt: opt, verdicts: f.verdicts, slow: f.slow})
	return f.made[len(f.made)-1], nil
}

func (f *fakes) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.made)
}

func (f *fakes) config(t testing.TB) Config {
	cfg := testConfig(sqlitetest.New(t))
	cfg.NewSolver = f.make
	cfg.Limits.Solves = 1
	return cfg
}

// solveDesk is an open WebSocket for solving.
type solveDesk struct {
	t    *testing.T
	conn *websocket.Conn
}

func (p *person) desk(t *testing.T) *solveDesk {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	conn, res, err := websocket.Dial(ctx, strings.Replace(p.url, "http", "ws", 1)+"/api/solve/ws", &websocket.DialOptions{HTTPClient: p.http})
	if err != nil {
		t.Fatalf("dial: %v (%v)", err, res)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &solveDesk{t, conn}
}

// visitor returns a person with a token.
func visitor(t *testing.T, url string) *person {
	t.Helper()
	p := newPerson(t, url)
	if status, body := p.call("GET", "/api/catalog", nil, nil); status != 200 {
		t.Fatal(body)
	}
	return p
}

func (d *solveDesk) ask(req analysis.SolveRequest) {
	d.t.Helper()
	data, err := json.Marshal(req)
	if err != nil {
		d.t.Fatal(err)
	}
	d.write(string(data))
}

func (d *solveDesk) write(text string) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	if err := d.conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		d.t.Fatal(err)
	}
}

func (d *solveDesk) until(what string, done func(analysis.SolveReply) bool) analysis.SolveReply {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTime)
	defer cancel()
	for {
		_, data, err := d.conn.Read(ctx)
		if err != nil {
			d.t.Fatalf("waiting for %s: %v", what, err)
		}
		var reply analysis.SolveReply
		if err := json.Unmarshal(data, &reply); err != nil {
			d.t.Fatal(err)
		}
		if done(reply) {
			return reply
		}
	}
}

// last waits for the last reply to a request.
func (d *solveDesk) last(id int) analysis.SolveReply {
	d.t.Helper()
	return d.until("the last reply", func(r analysis.SolveReply) bool { return r.ID == id && (r.Answer != nil || r.Problem != "") })
}

// TestSolveRunningGame: neither the solver nor the library answers a player about the position of a running game.
func TestSolveRunningGame(t *testing.T) {
	t.Parallel()
	f := &fakes{verdicts: map[string]life.Verdict{"": life.Win}}
	url := start(t, f.config(t))
	ada, bo := newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
	a, b := ada.open(g.ID), bo.open(g.ID)
	b.must(wire.ClientMessage{Type: "join", ID: "j"})
	var moves [2][]string
	for p, stone := range cornerStones {
		if side := strings.IndexRune("xo", stone); side >= 0 {
			moves[side] = append(moves[side], fmt.Sprintf("%c%d", "ABCDE"[p%5], 5-p/5))
		}
	}
	var played []string
	for i := range max(len(moves[0]), len(moves[1])) {
		for side := range moves {
			move := "pass"
			if i < len(moves[side]) {
				move = moves[side][i]
			}
			played = append(played, move)
		}
	}
	playing(strings.Join(played, " "), a, b)
	d := ada.desk(t)
	d.ask(analysis.SolveRequest{Type: "solve", ID: 1, Problem: corner()})
	if r := d.last(1); r.Refusal != "reviews.yours" {
		t.Errorf("solved: %+v", r)
	}
	d.ask(analysis.SolveRequest{Type: "after", ID: 2, Problem: corner(), Moves: []string{"B5"}})
	if r := d.last(2); r.Refusal != "reviews.yours" {
		t.Errorf("judged: %+v", r)
	}
	in := libraries.LibraryPosition{Board: "grid:5", Rules: "weiqi", Moves: played}
	for path, asked := range map[string]any{"explore": in, "search": libraries.LibrarySearch{Position: &in}} {
		status, body := ada.call("POST", "/api/library/"+path, asked, nil)
		if status != http.StatusBadRequest || !strings.Contains(body, "reviews.yours") {
			t.Errorf("library, %s: %d %s", path, status, body)
		}
	}
	if n := f.count(); n > 0 {
		t.Errorf("%d solvers were made", n)
	}
	a.must(wire.ClientMessage{Type: "resign", ID: "r"})
	d.ask(analysis.SolveRequest{Type: "solve", ID: 3, Problem: corner()})
	if r := d.last(3); r.Answer == nil || r.Refusal != "" {
		t.Errorf("after the game: %+v", r)
	}
}

// TestSolve solves a problem and judges moves, all with one solver.
func TestSolve(t *testing.T) {
	t.Parallel()
	f := &fakes{verdicts: map[string]life.Verdict{
		"": life.Win, "B5": life.Lose, "A5": life.Win, "A5 B5": life.Lose, "B5 pass": life.Win, "A5 B5 pass": life.Win,
	}}
	d := visitor(t, start(t, f.config(t))).desk(t)
	d.ask(analysis.SolveRequest{Type: "solve", ID: 1, Problem: corner(), AllMoves: true, Score: true})
	a := d.last(1).Answer
	if a == nil || a.Verdict != "win" || a.Fate != "dead" || a.Question != "kill" || a.ToPlay != "black" || a.Defender != "white" ||
		!slices.Equal(a.FirstMoves, []string{"B5"}) || a.Best != "B5" || *a.Score != 7 ||
		!a.All || !slices.Equal(a.Line, []string{"B5", "pass"}) ||
		a.Nodes != 12 || a.Millis != 1.5 || len(a.Region) != 8 || !a.Found || a.Assumes != "region" || !slices.Equal(a.Walls, []int{4}) {
		t.Errorf("answer %+v", a)
	}
	if opt := f.made[0].opt; !opt.AllMoves || !opt.Score || opt.Memory != 64<<20 || opt.Threads != 1 {
		t.Errorf("options %+v", opt)
	}
	for i, want := range []struct{ moves, color, verdict, toPlay string }{
		{"B5", "black", "correct", "white"},
		{"A5", "black", "wrong", "white"},
		{"B5 pass", "white", "lost", "black"},
		{"A5 B5", "white", "correct", "black"},
		{"A5 B5 pass", "black", "lost", "white"},
	} {
		d.ask(analysis.SolveRequest{Type: "after", ID: 10 + i, Problem: corner(), Moves: strings.Fields(want.moves), AllMoves: true, Score: true})
		pos := d.until("the position", func(r analysis.SolveReply) bool { return r.ID == 10+i }).Position
		if pos == nil || pos.State.ToPlay != want.toPlay || pos.State.Ply != len(strings.Fields(want.moves)) {
			t.Errorf("%s: position %+v", want.moves, pos)
		}
		r := d.last(10 + i)
		if j := r.Judgement; j == nil || j.Verdict != want.verdict || j.Color != want.color || j.Reply != "B5" {
			t.Errorf("%s: judgement %+v %s, want %s", want.moves, j, r.Problem, want.verdict)
		}
	}
	if f.count() != 1 {
		t.Errorf("%d solvers were made for one problem", f.count())
	}
	other := corner()
	other.ToPlay, other.Question = "white", "live"
	d.ask(analysis.SolveRequest{Type: "solve", ID: 2, Problem: other})
	if a := d.last(2).Answer; a == nil || a.Defender != "white" || f.count() != 2 {
		t.Errorf("another problem: %+v, %d solvers", a, f.count())
	}
}

// TestSolveForCertain uses the real solver to answer, and to judge a right and a wrong
// move.
func TestSolveForCertain(t *testing.T) {
	t.Parallel()
	d := visitor(t, startMemory(t)).desk(t)
	d.ask(analysis.SolveRequest{Type: "solve", ID: 1, Problem: corner(), AllMoves: true, Score: true})
	a := d.last(1).Answer
	if a == nil || a.Verdict != "win" || a.Fate != "dead" || !slices.Contains(a.FirstMoves, "B5") ||
		a.Found || a.Assumes != "nothing" || a.Walls == nil {
		t.Fatalf("answer %+v", a)
	}
	for i, move := range []string{"B5", "pass"} {
		d.ask(analysis.SolveRequest{Type: "after", ID: 2 + i, Problem: corner(), Moves: []string{move}, AllMoves: true, Score: true})
		want := []string{"correct", "wrong"}[i]
		if r := d.last(2 + i); r.Judgement == nil || r.Judgement.Verdict != want {
			t.Errorf("%s: %+v %+v %s", move, r.Judgement, r.Answer, r.Problem)
		}
	}
}

// TestSolveWithWalls solves the corner with walls, and plays on until the walls capture it.
func TestSolveWithWalls(t *testing.T) {
	t.Parallel()
	d := visitor(t, startMemory(t)).desk(t)
	walled, open := withWalls(), withWalls()
	open.Walls = nil
	for i, c := range []struct {
		problem *analysis.Tsumego
		want    string
	}{{walled, "win"}, {open, "lose"}} {
		d.ask(analysis.SolveRequest{Type: "solve", ID: 1 + i, Problem: c.problem})
		if a := d.last(1 + i).Answer; a == nil || a.Verdict != c.want || !slices.Equal(a.Walls, c.problem.Walls) || a.Found {
			t.Errorf("walls %v: %+v, want %s", c.problem.Walls, a, c.want)
		}
	}
	d.ask(analysis.SolveRequest{Type: "after", ID: 3, Problem: walled, Moves: []string{"B5", "pass", "A5", "pass", "C5"}})
	at := d.until("the position", func(r analysis.SolveReply) bool { return r.ID == 3 && r.Position != nil }).Position
	if !strings.HasPrefix(at.Stones, "xxx.x.....xxx.x") {
		t.Errorf("after the capture %q", at.Stones)
	}
	d.last(3)
}

// TestSolveStops stops a search, ends one by another request and one from another
// window, and lets one time out: each returns its result so far.
func TestSolveStops(t *testing.T) {
	t.Parallel()
	f := &fakes{slow: make(chan struct{}, 8)}
	cfg := f.config(t)
	cfg.Limits.SolveTime = time.Hour
	ada := visitor(t, start(t, cfg))
	d := ada.desk(t)
	found := func(id int) {
		t.Helper()
		if a := d.last(id).Answer; a == nil || a.Verdict != "unknown" || a.Nodes != 1000 {
			t.Errorf("%d: %+v", id, a)
		}
	}
	d.ask(analysis.SolveRequest{Type: "solve", ID: 1, Problem: corner()})
	p := d.until("progress", func(r analysis.SolveReply) bool { return r.Progress != nil }).Progress
	if p.Nodes != 500 || p.PerSecond != 500 || p.Stage != "can Black kill?" ||
		p.Proof != 3 || p.Disproof != 4 || p.Fraction != 1 || p.Stages != 2 {
		t.Errorf("progress %+v", p)
	}
	<-f.slow
	d.write(`{"type":"ping"}`)
	d.write(`{"type":"stop"}`)
	found(1)
	d.ask(analysis.SolveRequest{Type: "solve", ID: 2, Problem: corner()})
	<-f.slow
	d.ask(analysis.SolveRequest{Type: "solve", ID: 3, Problem: corner()})
	found(2)
	<-f.slow
	window := ada.desk(t)
	window.ask(analysis.SolveRequest{Type: "solve", ID: 4, Problem: corner(), Seconds: 0.01})
	found(3)
	<-f.slow
	if a := window.last(4).Answer; a == nil || a.Nodes != 1000 {
		t.Errorf("out of time: %+v", a)
	}
}

// TestSolveWaits makes two people solve with one slot: the second is informed, and gets an
// answer even if they stop before their turn.
func TestSolveWaits(t *testing.T) {
	t.Parallel()
	f := &fakes{slow: make(chan struct{}, 8)}
	url := start(t, f.config(t))
	ada, bob := visitor(t, url).desk(t), visitor(t, url).desk(t)
	ada.ask(analysis.SolveRequest{Type: "solve", ID: 1, Problem: corner()})
	<-f.slow
	waits := func(r analysis.SolveReply) bool { return r.Progress != nil && r.Progress.Waiting != nil }
	bob.ask(analysis.SolveRequest{Type: "solve", ID: 1, Problem: corner()})
	bob.until("to be told", waits)
	bob.write(`{"type":"stop"}`)
	if a := bob.last(1).Answer; a == nil || a.Verdict != "unknown" || a.Nodes != 0 {
		t.Errorf("stopped while waiting: %+v", a)
	}
	bob.ask(analysis.SolveRequest{Type: "solve", ID: 2, Problem: corner()})
	bob.until("to be told", waits)
	_ = ada.conn.CloseNow()
	<-f.slow
}

// TestSolveRefusals sends invalid questions.
func TestSolveRefusals(t *testing.T) {
	t.Parallel()
	f := &fakes{verdicts: map[string]life.Verdict{"": life.Win, "B5": "panic"}}
	d := visitor(t, start(t, f.config(t))).desk(t)
	id := 0
	change := func(f func(*analysis.Tsumego)) *analysis.Tsumego {
		p := corner()
		f(p)
		return p
	}
	far := -1
	for _, c := range []struct {
		problem *analysis.Tsumego
		moves   []string
		want    string
	}{
		{nil, nil, "did not understand"},
		{change(func(p *analysis.Tsumego) { p.Board = "gird:5" }), nil, "nearest"},
		{change(func(p *analysis.Tsumego) { p.Stones = "x" }), nil, "25 points"},
		{change(func(p *analysis.Tsumego) { p.Stones = strings.Repeat("?", 25) }), nil, "no stone"},
		{change(func(p *analysis.Tsumego) { p.ToPlay = "" }), nil, "side to move"},
		{change(func(p *analysis.Tsumego) { p.Question = "why" }), nil, "live, kill or status"},
		{change(func(p *analysis.Tsumego) { p.Target = []int{25} }), nil, "point 25"},
		{change(func(p *analysis.Tsumego) { p.Target = []int{4} }), nil, "no stone of White"},
		{change(func(p *analysis.Tsumego) { p.Region = []int{-7} }), nil, "point -7"},
		{change(func(p *analysis.Tsumego) { p.Region = make([]int, 26) }), nil, "26 points"},
		{change(func(p *analysis.Tsumego) { p.Ko = &far }), nil, "the ko"},
		{change(func(p *analysis.Tsumego) { p.Walls = []int{25} }), nil, "the walls has point 25"},
		{change(func(p *analysis.Tsumego) { p.Walls = make([]int, 26) }), nil, "26 points"},
		{change(func(p *analysis.Tsumego) { p.Walls = []int{7} }), nil, "a wall on C4"},
		{change(func(p *analysis.Tsumego) { p.Walls, p.Region = []int{20}, nil }), nil, "walls need a region"},
		{change(func(p *analysis.Tsumego) { p.Threats = &analysis.Threats{Black: 256} }), nil, "0 to 255"},
		{corner(), []string{"A9"}, "no point"},
		{corner(), []string{"D5"}, "stone on that point"},
		{corner(), []string{"E1"}, "outside the region"},
		{corner(), []string{"B5", "A5", "A5"}, "move 3"},
		{corner(), []string{"B5"}, "the solver could not"},
		{corner(), make([]string, 401), "too many"},
	} {
		id++
		d.ask(analysis.SolveRequest{Type: "after", ID: id, Problem: c.problem, Moves: c.moves})
		if r := d.last(id); !strings.Contains(r.Problem, c.want) || strings.Contains(r.Problem, "no such problem") {
			t.Errorf("%+v %v: %q, want %q in it", c.problem, c.moves, r.Problem, c.want)
		}
	}
	none := 0
	d.ask(analysis.SolveRequest{Type: "solve", ID: 98, Problem: change(func(p *analysis.Tsumego) { p.Ko = &none })})
	if r := d.last(98); !strings.Contains(r.Problem, "the ko A5 is not possible") {
		t.Errorf("a ko where nothing can be taken back: %+v", r)
	}
	d.write("{")
	d.until("a refusal", func(r analysis.SolveReply) bool { return r.Problem != "" })
	d.write(`{"type":"sovle","id":99}`)
	d.last(99)
	d.ask(analysis.SolveRequest{Type: "after", ID: 100, Problem: withKo(), Moves: []string{"A1"}})
	if r := d.last(100); !strings.Contains(r.Problem, "move 1") || !strings.Contains(r.Problem, "ko") {
		t.Errorf("retaking at once: %+v", r)
	}
}
