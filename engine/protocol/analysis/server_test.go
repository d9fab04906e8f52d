package analysis

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/weiqi"
)

// searching is a search under way in a test's engine.
type searching struct {
	ctx     context.Context
	pos     game.Position
	lim     engine.Limits
	partial chan engine.Info // reported
	finish  chan engine.Info // returned
}

// staged is an engine whose searches do what the test says. A stopped search returns what was last reported.
type staged struct {
	begun     chan *searching
	net       *engine.Evaluation // nil for no network
	forgotten *int
}

func (e *staged) Name() string { return "staged" }
func (e *staged) Close() error { return nil }
func (e *staged) Forget()      { *e.forgotten++ }

func (e *staged) Evaluate(game.Position) (engine.Evaluation, bool) {
	if e.net == nil {
		return engine.Evaluation{}, false
	}
	return *e.net, true
}

func (e *staged) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	s := &searching{ctx, pos, lim, make(chan engine.Info), make(chan engine.Info)}
	select {
	case e.begun <- s:
	case <-ctx.Done():
		return engine.Info{Move: game.Pass}, nil
	}
	last := engine.Info{Move: game.Pass}
	for {
		select {
		case last = <-s.partial:
			report(last)
		case info := <-s.finish:
			if info.Move == game.NoMove {
				return info, errors.New("no engine for this")
			}
			return info, nil
		case <-ctx.Done():
			return last, nil
		}
	}
}

// talk is a conversation with a server.
type talk struct {
	t         *testing.T
	in        *io.PipeWriter
	lines     chan string
	begun     chan *searching
	stop      context.CancelFunc
	ended     chan error
	forgotten int
}

func rulesOf(id string) (game.Rules, error) {
	if strings.HasPrefix(id, gomoku.Name) {
		return gomoku.Parse(id)
	}
	return weiqi.Parse(id)
}

// begin starts a server for positions at the same time.
func begin(t *testing.T, positions int, change func(*Config), net *engine.Evaluation) *talk {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	c := &talk{t: t, in: to, lines: make(chan string), begun: make(chan *searching), stop: stop, ended: make(chan error, 1)}
	cfg := Config{
		Version: "1.2.3", Board: board.Parse, Rules: rulesOf, Go: weiqi.Name, Models: []string{"a network"},
		Engine:    func() (engine.Engine, error) { return &staged{c.begun, net, &c.forgotten}, nil },
		Positions: positions, Threads: positions, Settings: DefaultSettings(),
	}
	if change != nil {
		change(&cfg)
	}
	go func() {
		err := Serve(ctx, in, out, cfg)
		out.Close()
		c.ended <- err
	}()
	go func() {
		lines := bufio.NewScanner(from)
		lines.Buffer(nil, maxLine)
		for lines.Scan() {
			c.lines <- lines.Text()
		}
		close(c.lines)
	}()
	t.Cleanup(func() {
		stop()
		for range c.lines {
			continue
		}
	})
	return c
}

// say sends lines.
func (c *talk) say(lines ...string) {
	c.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(c.in, line+"\n"); err != nil {
			c.t.Fatal(err)
		}
	}
}

// hear returns the next answer.
func (c *talk) hear() map[string]any {
	c.t.Helper()
	line, ok := <-c.lines
	return c.read(line, ok)
}

// read returns the answer of a line that came from c.lines.
func (c *talk) read(line string, ok bool) map[string]any {
	c.t.Helper()
	if !ok {
		c.t.Fatal("no answer")
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(line), &v); err != nil {
		c.t.Fatalf("%s: %v", line, err)
	}
	return v
}

// refusal returns the next answer, or ends a search that should not have begun.
func (c *talk) refusal() map[string]any {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		return c.read(line, ok)
	case s := <-c.begun:
		s.finish <- found()
		return c.hear()
	}
}

// expect compares the fields of the next answer.
func (c *talk) expect(want map[string]any) {
	c.t.Helper()
	got := c.hear()
	for name, w := range want {
		if g := got[name]; !same(g, w) {
			c.t.Errorf("%s is %v, want %v, in %v", name, g, w, got)
		}
	}
}

// same compares JSON values.
func same(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// close closes the input and waits for the end.
func (c *talk) close() {
	c.t.Helper()
	c.in.Close()
	if line, more := <-c.lines; more {
		c.t.Errorf("%s", line)
	}
	if err := <-c.ended; err != nil {
		c.t.Error(err)
	}
}

// none is the final answer of a turn that was not analyzed.
func none(id string, turn int) map[string]any {
	return map[string]any{"id": id, "isDuringSearch": false, "noResults": true, "turnNumber": turn, "rootInfo": nil}
}

// small returns a query on 5×5 with more fields.
func small(id, fields string) string {
	if fields != "" {
		fields = "," + fields
	}
	return `{"id":"` + id + `","boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[["B","C3"],["w","b2"],["B","pass"]]` + fields + `}`
}

// found is a result for Black or White to move on 5×5.
func found() engine.Info {
	own := make([]float64, 25)
	own[0], own[24] = 1, -0.5
	return engine.Info{
		Move: 6, Value: 0.6, Nodes: 4, Lead: 2.5, HasLead: true, LeadStdev: 3, Ownership: own, OwnershipStdev: own,
		Candidates: []engine.Candidate{
			{Move: 6, Visits: 3, Value: 0.75, Prior: 0.5, PV: []game.Move{6, 7, -1}, PVVisits: []int64{3, 2, 1}, Lead: 4, HasLead: true,
				Ownership: own, OwnershipStdev: own},
			{Move: game.Pass, Visits: 1, Value: 0.25, Prior: 0.125},
			{Move: 9, Prior: 0.125},
		},
	}
}

// TestWaiting: a terminated query that waits is answered immediately, before the action. The others go on.
func TestWaiting(t *testing.T) {
	c := begin(t, 1, nil, nil)
	c.say(small("a", ""))
	first := <-c.begun
	c.say(small("b", `"analyzeTurns":[0,1,2]`), small("c", ""))
	c.say(`{"id":"x","action":"terminate","terminateId":"b","turnNumbers":[2,0,9]}`)
	c.expect(none("b", 0))
	c.expect(none("b", 2))
	c.expect(map[string]any{"id": "x", "action": "terminate", "terminateId": "b", "turnNumbers": []int{2, 0, 9}})
	c.say(`{"id":"y","action":"terminate_all","turnNumbers":[3]}`)
	ended := map[any]any{}
	for range 3 { // a's comes at any time: it ran, and had found nothing
		answer := c.hear()
		ended[answer["id"]] = answer["noResults"]
	}
	if ended["a"] != true || ended["c"] != true || ended["y"] != nil {
		t.Errorf("%v", ended)
	}
	if first.ctx.Err() == nil {
		t.Error("the search was not stopped")
	}
	(<-c.begun).finish <- found()
	c.expect(map[string]any{"id": "b", "turnNumber": 1, "isDuringSearch": false})
	c.close()
}

// TestRunning: a terminated search is answered with what it has found, and one that has ended is not answered again.
func TestRunning(t *testing.T) {
	c := begin(t, 1, nil, nil)
	c.say(small("a", ""))
	(<-c.begun).partial <- found()
	c.say(`{"id":"x","action":"terminate","terminateId":"a"}`)
	answers := []map[string]any{c.hear(), c.hear()} // in any order
	if answers[0]["action"] != nil {
		answers[0], answers[1] = answers[1], answers[0]
	}
	if a := answers[0]; a["id"] != "a" || a["noResults"] != nil || a["isDuringSearch"] != false || a["rootInfo"] == nil {
		t.Errorf("%v", a)
	}
	c.say(`{"id":"y","action":"terminate","terminateId":"a"}`, `{"id":"z","action":"terminate_all"}`)
	c.expect(map[string]any{"id": "y", "action": "terminate"})
	c.expect(map[string]any{"id": "z", "action": "terminate_all"})
	c.close()
}

// TestEnd: at the end of the input the open queries are finished, unless the server should quit or is interrupted.
func TestEnd(t *testing.T) {
	for _, how := range []string{"finish", "quit", "interrupt", "interrupt after the end"} {
		c := begin(t, 1, func(cfg *Config) { cfg.Quit = how == "quit" }, nil)
		c.say(small("a", ""), small("b", ""), `{"id":"all said","action":"clear_cache"}`)
		c.expect(map[string]any{"id": "all said"})
		s := <-c.begun
		s.partial <- found()
		if how != "interrupt" {
			c.in.Close()
		}
		if strings.HasPrefix(how, "interrupt") {
			c.stop()
		}
		got := map[string]map[string]any{}
		if how == "finish" {
			s.finish <- found()
			c.expect(map[string]any{"id": "a", "noResults": nil})
			(<-c.begun).finish <- found()
			c.expect(map[string]any{"id": "b", "noResults": nil})
		} else {
			for range 2 {
				a := c.hear()
				got[a["id"].(string)] = a
			}
			if got["a"]["rootInfo"] == nil || got["b"]["noResults"] != true {
				t.Errorf("%s: %v", how, got)
			}
		}
		if line, more := <-c.lines; more {
			t.Errorf("%s: %s", how, line)
		}
		if err := <-c.ended; (err != nil) != strings.HasPrefix(how, "interrupt") || err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", how, err)
		}
	}
}

// TestInterrupted: if the server is interrupted after the end of the input, each of many waiting turns gets its answer.
func TestInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const queries = 1000
		c := begin(t, 1, nil, nil)
		for i := range queries {
			c.say(small(strconv.Itoa(i), `"analyzeTurns":[0,1,2,3]`))
		}
		c.in.Close()
		<-c.begun
		synctest.Wait() // now the server has read all
		c.stop()
		answered := map[any]int{}
		for line := range c.lines {
			var answer map[string]any
			if err := json.Unmarshal([]byte(line), &answer); err != nil || answer["noResults"] != true {
				t.Errorf("%s: %v", line, err)
			}
			answered[answer["id"]]++
		}
		for i := range queries {
			if n := answered[strconv.Itoa(i)]; n != 4 {
				t.Fatalf("%d answers to query %d, %d queries answered", n, i, len(answered))
			}
		}
	})
}

// TestPriority: the highest priority comes first, and among equals the first query. Answers come in the order in which searches end.
func TestPriority(t *testing.T) {
	c := begin(t, 2, nil, nil)
	c.say(small("a", ""))
	a := <-c.begun
	c.say(small("b", `"priority":-1`))
	b := <-c.begun
	c.say(small("low", `"priority":-5`), small("one", ""), small("turns", `"analyzeTurns":[0,2,1],"priorities":[-7,9,3]`), small("two", ""))
	c.say(`{"id":"all said","action":"clear_cache"}`)
	c.expect(map[string]any{"id": "all said"})
	b.finish <- found()
	c.expect(map[string]any{"id": "b"})
	for _, want := range []string{"turns 2", "turns 1", "one 3", "two 3", "low 3", "turns 0"} {
		(<-c.begun).finish <- found()
		got := c.hear()
		id, turn, _ := strings.Cut(want, " ")
		if got["id"] != id || turn != string(rune('0'+int(got["turnNumber"].(float64)))) {
			t.Errorf("%v %v, want %s", got["id"], got["turnNumber"], want)
		}
	}
	a.finish <- found()
	c.expect(map[string]any{"id": "a"})
	c.close()
	if c.forgotten == 0 {
		t.Error("the engines keep earlier searches")
	}
}

// TestThreads: positions share the threads, and each has enough visits for its own, or no bound of them.
func TestThreads(t *testing.T) {
	c := begin(t, 2, func(cfg *Config) { cfg.Threads = 8 }, nil)
	c.say(small("a", `"maxVisits":1000`))
	a := <-c.begun
	c.say(small("b", `"maxVisits":1000`))
	b := <-c.begun
	a.finish <- found()
	c.hear()
	c.say(small("c", `"maxVisits":100`))
	few := <-c.begun
	b.finish <- found()
	c.hear()
	c.say(small("d", `"maxVisits":1000,"overrideSettings":{"numSearchThreads":3}`))
	set := <-c.begun
	if a.lim.Threads != 8 || b.lim.Threads != 4 || few.lim.Threads != 3 || set.lim.Threads != 3 {
		t.Errorf("%d, %d, %d, %d threads", a.lim.Threads, b.lim.Threads, few.lim.Threads, set.lim.Threads)
	}
	few.finish <- found()
	c.hear()
	set.finish <- found()
	c.hear()
	c.close()
	c = begin(t, 1, func(cfg *Config) { cfg.Threads, cfg.Settings.Visits = 8, 0 }, nil)
	c.say(small("e", `"overrideSettings":{"maxTime":1}`))
	long := <-c.begun
	if long.lim.Threads != 8 || long.lim.Nodes != 0 {
		t.Errorf("%d threads for %d visits", long.lim.Threads, long.lim.Nodes)
	}
	long.finish <- found()
	c.hear()
	c.close()
}

// TestActions: actions are answered with the client's own fields.
func TestActions(t *testing.T) {
	c := begin(t, 1, nil, nil)
	c.say(`{"id":"1","action":"query_version","mine":[1,"<"]}`, ``, `   `, `{"id":"2","action":"query_models"}`)
	c.expect(map[string]any{"id": "1", "action": "query_version", "mine": []any{1, "<"}, "version": "1.2.3", "git_hash": "<omitted>"})
	models := c.hear()["models"].([]any)
	if len(models) != 1 || models[0].(map[string]any)["name"] != "a network" {
		t.Errorf("%v", models)
	}
	c.say(`{"id":"3","action":"dance"}`, `{"id":"4","action":"terminate"}`, `{"id":"5","action":"terminate_all","turnNumbers":"all"}`)
	c.expect(map[string]any{"id": nil, "error": "'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' " +
		"or 'terminate_all'"})
	c.expect(map[string]any{"id": "4", "field": "terminateId",
		"error": `Requests for a terminate action must have a string "terminateId" field`})
	c.expect(map[string]any{"id": "5", "field": "turnNumbers",
		"error": "If provided, must be an array of integers indicating turns to terminate"})
	c.close()
}

// TestBadLines: a line that is no query gets an error, and the next one is read.
func TestBadLines(t *testing.T) {
	c := begin(t, 1, nil, nil)
	for line, want := range map[string]string{
		`{"id":`:         "could not parse input line as json request",
		`[1,2]`:          "Request line was valid json but was not an object, ignoring: [1,2]",
		`{"moves":[]}`:   `Request must have a string "id" field`,
		`{"id":7}`:       `Request must have a string "id" field`,
		`{"id":null}`:    `Request must have a string "id" field`,
		"\xff{\"id\":\"": "could not parse input line as json request",
		`{"id":"` + strings.Repeat("x", maxQuery) + `"}`: "Request line is longer than",
		strings.Repeat("[", 20_000):                      "could not parse input line as json request",
	} {
		c.say(line)
		got := c.hear()
		if text, _ := got["error"].(string); !strings.Contains(text, want) || len(text) > 500 || got["id"] != nil {
			t.Errorf("%.40s: %v", line, got)
		}
	}
	c.close()
}

// TestFailure: if the engine cannot analyze, the query ends with an error.
func TestFailure(t *testing.T) {
	c := begin(t, 1, nil, nil)
	c.say(small("a", ""))
	(<-c.begun).finish <- engine.Info{Move: game.NoMove}
	c.expect(map[string]any{"id": "a", "error": "no engine for this", "turnNumber": 3})
	c.close()
	broken := errors.New("no memory")
	cfg := Config{Rules: rulesOf, Go: weiqi.Name, Positions: 2, Engine: func() (engine.Engine, error) { return nil, broken }}
	if err := Serve(t.Context(), strings.NewReader(""), io.Discard, cfg); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// shut is a client that has gone away.
type shut struct{}

func (shut) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestGone: if the client no longer reads, or cannot be read, the server ends.
func TestGone(t *testing.T) {
	in, to := io.Pipe()
	cfg := Config{Rules: rulesOf, Go: weiqi.Name, Positions: 1, Engine: func() (engine.Engine, error) { return &staged{}, nil }}
	ended := make(chan error)
	go func() { ended <- Serve(t.Context(), in, shut{}, cfg) }()
	if _, err := io.WriteString(to, "{}\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v", err)
	}
	to.CloseWithError(io.ErrUnexpectedEOF)
	in, to = io.Pipe()
	to.CloseWithError(io.ErrUnexpectedEOF)
	if err := Serve(t.Context(), in, io.Discard, cfg); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
}
