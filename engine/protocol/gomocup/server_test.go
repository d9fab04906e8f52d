package gomocup

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the golden transcripts")

// firstMove plays the first legal move, after think.
type firstMove struct {
	think  func(ctx context.Context, lim engine.Limits, report func(engine.Info)) // nil: immediately
	limits []engine.Limits
	rules  []string
	toPlay []game.Color
	closed int
	answer func(pos game.Position) game.Move
}

func (e *firstMove) Name() string { return "first" }
func (e *firstMove) Close() error { e.closed++; return nil }

func (e *firstMove) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	e.limits, e.rules, e.toPlay = append(e.limits, lim), append(e.rules, pos.Rules().ID()), append(e.toPlay, pos.ToPlay())
	moves := pos.LegalMoves(nil)
	if len(moves) == 0 {
		return engine.Info{}, errors.New("no legal move")
	}
	info := engine.Info{Move: moves[0], Value: 0.5, Depth: 1, Nodes: 1, PV: moves[:1]}
	if e.answer != nil {
		info.Move = e.answer(pos)
	}
	if e.think != nil {
		e.think(ctx, lim, func(i engine.Info) { i.Move = info.Move; report(i) })
	}
	return info, nil
}

func testConfig(e engine.Engine) Config {
	return Config{
		Name: "moyo", Version: "1", Author: "us", Country: "Earth", Board: board.Parse,
		Rules:  func(id string) (game.Rules, error) { return gomoku.Parse(id) },
		Engine: func(Resources) (engine.Engine, error) { return e, nil },
	}
}

// TestTranscripts runs the sessions of testdata/*.txt, where "> " begins a
// command and "< " the engine's output, without MESSAGE lines.
func TestTranscripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("no transcripts")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := transcript(string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
			for i := range max(len(gotLines), len(wantLines)) {
				g, w := "(end)", "(end)"
				if i < len(gotLines) {
					g = gotLines[i]
				}
				if i < len(wantLines) {
					w = wantLines[i]
				}
				if g != w {
					t.Fatalf("%s:%d: %q, want %q", file, i+1, g, w)
				}
			}
		})
	}
}

// transcript answers the commands of a transcript. Comments remain.
func transcript(text string) string {
	var all, out bytes.Buffer
	s := newServer(&out, testConfig(&firstMove{}))
	for ln := range strings.Lines(text) {
		command, ok := strings.CutPrefix(ln, "> ")
		switch {
		case ok && !s.quit:
			all.WriteString(ln)
			s.answer(context.Background(), line{text: strings.TrimRight(command, "\n"), at: time.Now()})
			for said := range strings.Lines(out.String()) {
				if !strings.HasPrefix(said, "MESSAGE ") {
					all.WriteString("< " + said)
				}
			}
			out.Reset()
		case strings.HasPrefix(ln, "#") || ln == "\n":
			all.WriteString(ln)
		}
	}
	return all.String()
}

// talk is a conversation with a running server.
type talk struct {
	t     *testing.T
	in    *io.PipeWriter
	out   chan string
	ended chan error
}

func converse(t *testing.T, cfg Config) *talk {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &talk{t, inW, make(chan string, 1000), make(chan error, 1)}
	go func() {
		err := Serve(t.Context(), inR, outW, cfg)
		outW.Close()
		c.ended <- err
	}()
	go func() {
		in := make(chan line)
		go readLines(t.Context(), outR, in)
		for ln := range in {
			c.out <- ln.text
		}
		close(c.out)
	}()
	t.Cleanup(func() { inW.Close() })
	return c
}

func (c *talk) send(lines ...string) {
	for _, l := range lines {
		io.WriteString(c.in, l+"\r\n")
	}
}

// hear returns the next answer.
func (c *talk) hear() string {
	for text := range c.out {
		if !strings.HasPrefix(text, "MESSAGE ") && !strings.HasPrefix(text, "DEBUG ") {
			return text
		}
	}
	return "(end)"
}

func (c *talk) expect(want ...string) {
	c.t.Helper()
	for _, w := range want {
		if got := c.hear(); got != w {
			c.t.Fatalf("%q, want %q", got, w)
		}
	}
}

// untilStopped searches until the context ends.
func untilStopped(ctx context.Context, _ engine.Limits, _ func(engine.Info)) { <-ctx.Done() }

// asLimited searches for as long as the limits allow.
func asLimited(ctx context.Context, lim engine.Limits, report func(engine.Info)) {
	begun := time.Now()
	for time.Since(begun) < lim.Time && ctx.Err() == nil {
		time.Sleep(min(100*time.Millisecond, lim.Time-time.Since(begun)))
		report(engine.Info{Value: 0.75, Depth: 3, Nodes: 1000, Elapsed: time.Since(begun)})
	}
}

func TestEndDuringSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &firstMove{think: untilStopped}
		c := converse(t, testConfig(e))
		c.send("INFO timeout_turn 100000", "START 15")
		c.expect("OK")
		c.send("BEGIN")
		synctest.Wait()
		begun := time.Now()
		c.send("END")
		if err := <-c.ended; err != nil {
			t.Error(err)
		}
		if got := c.hear(); got != "(end)" {
			t.Errorf("after END it writes %q", got)
		}
		if d := time.Since(begun); d > time.Second {
			t.Errorf("END took %v", d)
		}
		if e.closed != 1 {
			t.Errorf("the engine was closed %d times", e.closed)
		}
	})
}

// TestEndWithStuckEngine ends within a second even if the engine does not react.
func TestEndWithStuckEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		c := converse(t, testConfig(&firstMove{think: func(context.Context, engine.Limits, func(engine.Info)) { <-free }}))
		c.send("START 15", "INFO timeout_turn 1000", "BEGIN")
		c.expect("OK", "7,7") // the server answers in time by itself
		c.send("TURN 9,9")
		synctest.Wait()
		begun := time.Now()
		c.send("END")
		<-c.ended
		if d := time.Since(begun); d > time.Second {
			t.Errorf("END took %v", d)
		}
		close(free)
	})
}

func TestStopDuringSearch(t *testing.T) {
	for _, stop := range []string{"STOP", "YXSTOP", "yxstop"} {
		synctest.Test(t, func(t *testing.T) {
			c := converse(t, testConfig(&firstMove{think: untilStopped}))
			c.send("START 15", "INFO timeout_turn 100000", "BEGIN")
			c.expect("OK")
			synctest.Wait()
			begun := time.Now()
			c.send(stop, "ABOUT")
			c.expect("0,0", `name="moyo", version="1", author="us", country="Earth"`)
			if d := time.Since(begun); d > 0 {
				t.Errorf("%s took %v", stop, d)
			}
		})
	}
}

// TestEndOfInputDuringSearch gives the requested move.
func TestEndOfInputDuringSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, testConfig(&firstMove{think: untilStopped}))
		c.send("START 15", "INFO timeout_turn 100000", "BEGIN")
		c.expect("OK")
		synctest.Wait()
		begun := time.Now()
		c.in.Close()
		c.expect("0,0")
		if err := <-c.ended; err != nil || time.Since(begun) > time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

// TestClearingStopsSearch starts again during a search, whose answer is then
// dropped.
func TestClearingStopsSearch(t *testing.T) {
	for _, clear := range []string{"RESTART", "START 15", "RECTSTART 15,15"} {
		synctest.Test(t, func(t *testing.T) {
			e := &firstMove{think: untilStopped}
			c := converse(t, testConfig(e))
			c.send("START 15", "INFO timeout_turn 100000", "TURN 0,0")
			c.expect("OK")
			synctest.Wait()
			begun := time.Now()
			c.send(clear)
			c.expect("OK")
			c.send("INFO timeout_turn 100", "BEGIN")
			c.expect("0,0") // empty again
			if d := time.Since(begun); d > time.Second {
				t.Errorf("%s took %v", clear, d)
			}
		})
	}
}

// TestTimes measures when a move is written, for an engine that uses its time up
// and for one that ignores it.
func TestTimes(t *testing.T) {
	deaf := func(_ context.Context, _ engine.Limits, report func(engine.Info)) {
		report(engine.Info{})
		time.Sleep(time.Minute)
	}
	for _, tt := range []struct {
		info     string
		min, max time.Duration
	}{
		{"timeout_turn 1000", 900 * time.Millisecond, 950 * time.Millisecond},
		{"timeout_turn 100", 50 * time.Millisecond, 70 * time.Millisecond},
		{"timeout_turn 0", 0, 30 * time.Millisecond},
		{"timeout_turn 30000 timeout_match 0", 29 * time.Second, 29920 * time.Millisecond},
		{"timeout_turn 30000 time_left 500", 0, 460 * time.Millisecond},
		{"timeout_turn 30000 time_left -20", 0, 30 * time.Millisecond},
		{"time_left 60000", 5 * time.Second, 10100 * time.Millisecond},
		{"timeout_match 60000", 5 * time.Second, 10100 * time.Millisecond},
		{"timeout_turn 2000 time_left 2147483647", 1850 * time.Millisecond, 1930 * time.Millisecond},
		{"timeout_turn 2000 timeout_match 100 time_left 2147483647", 1850 * time.Millisecond, 1930 * time.Millisecond},
		{"max_depth 3", 4 * time.Second, 4920 * time.Millisecond}, // no time set
	} {
		for _, think := range []func(context.Context, engine.Limits, func(engine.Info)){asLimited, deaf} {
			synctest.Test(t, func(t *testing.T) {
				c := converse(t, testConfig(&firstMove{think: think}))
				words := strings.Fields(tt.info)
				for i := 0; i < len(words); i += 2 {
					c.send("INFO " + words[i] + " " + words[i+1])
				}
				c.send("START 15")
				c.expect("OK")
				begun := time.Now()
				c.send("BEGIN")
				c.expect("0,0")
				if d := time.Since(begun); d < tt.min || d > tt.max {
					t.Errorf("%s: a move after %v, want %v to %v", tt.info, d, tt.min, tt.max)
				}
				time.Sleep(time.Minute) // the stuck engine ends
			})
		}
	}
}

// TestNoMoveInTime waits a little longer for an engine without a move.
func TestNoMoveInTime(t *testing.T) {
	for _, tt := range []struct {
		takes, want time.Duration
		answer      string
	}{{965 * time.Millisecond, 965 * time.Millisecond, "0,0"}, {time.Minute, 975 * time.Millisecond, "6,7"}} {
		synctest.Test(t, func(t *testing.T) {
			c := converse(t, testConfig(&firstMove{think: func(context.Context, engine.Limits, func(engine.Info)) { time.Sleep(tt.takes) }}))
			c.send("START 15", "INFO timeout_turn 1000")
			c.expect("OK")
			begun := time.Now()
			c.send("TURN 5,6")
			c.expect(tt.answer)
			if d := time.Since(begun); d != tt.want {
				t.Errorf("a move after %v, want %v", d, tt.want)
			}
			time.Sleep(time.Minute)
		})
	}
}

// TestNeverLate plays long games with every kind of time limit, with an engine
// that uses up its share and sometimes one that does not stop. No move may be
// late.
func TestNeverLate(t *testing.T) {
	deaf := func(_ context.Context, _ engine.Limits, report func(engine.Info)) {
		report(engine.Info{})
		time.Sleep(3 * time.Minute)
	}
	wise := func(ctx context.Context, lim engine.Limits, report func(engine.Info)) {
		asLimited(ctx, lim.ForMove(), report)
	}
	const endless = time.Duration(1<<31-1) * time.Millisecond
	for _, tt := range []struct {
		name        string
		turn, match time.Duration // 0: not sent
		say         bool          // time_left before every move
		step        time.Duration
	}{
		{"a turn", 200 * time.Millisecond, 0, false, 0},
		{"a turn, and that nothing else bounds", 200 * time.Millisecond, endless, true, 0},
		{"a match", 0, 20 * time.Second, false, 0},
		{"a match and what is left", 0, 20 * time.Second, true, 0},
		{"a turn and a match", time.Second, 20 * time.Second, true, 0},
		{"a short match", 0, 2 * time.Second, true, 0},
		{"an increment", 0, 3 * time.Second, true, 200 * time.Millisecond},
	} {
		for _, eng := range []struct {
			name  string
			moves int
			think func(context.Context, engine.Limits, func(engine.Info))
		}{{"wise", testenv.Rounds(100, 10), wise}, {"deaf", 10, deaf}} {
			synctest.Test(t, func(t *testing.T) {
				c := converse(t, testConfig(&firstMove{think: eng.think}))
				c.send("START 15")
				c.expect("OK")
				if tt.turn > 0 {
					c.send(fmt.Sprintf("INFO timeout_turn %d", tt.turn.Milliseconds()))
				}
				if tt.match > 0 && tt.match != endless {
					c.send(fmt.Sprintf("INFO timeout_match %d", tt.match.Milliseconds()))
				}
				if tt.step > 0 {
					c.send(fmt.Sprintf("INFO time_increment %d", tt.step.Milliseconds()))
				}
				left := tt.match
				for i := range eng.moves {
					if tt.say {
						c.send(fmt.Sprintf("INFO time_left %d", left.Milliseconds()))
					}
					begun := time.Now()
					c.send("BEGIN")
					c.expect("0,0")
					took := time.Since(begun)
					if tt.say {
						took += 5 * time.Millisecond // on its way, unknown to the manager
					}
					if tt.match > 0 && took > left || tt.turn > 0 && took > tt.turn {
						t.Fatalf("%s, %s: move %d took %v of %v, %v", tt.name, eng.name, i+1, took, tt.turn, left)
					}
					if left != endless {
						left += tt.step - took
					}
					time.Sleep(3 * time.Minute) // the stuck engine ends
					c.send("TAKEBACK 0,0")
					c.expect("OK")
				}
			})
		}
	}
}

// TestClock passes the game's clock to the engine and counts it down.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &firstMove{think: func(context.Context, engine.Limits, func(engine.Info)) { time.Sleep(2 * time.Second) }}
		c := converse(t, testConfig(e))
		c.send("INFO timeout_match 100000", "INFO timeout_turn 10000", "START 15", "BEGIN", "TURN 5,5")
		c.expect("OK", "0,0", "1,0")
		c.send("INFO time_left 50000", "TURN 6,6", "TURN 7,7")
		c.expect("2,0", "3,0")
		c.send("RESTART", "BEGIN")
		c.expect("OK", "0,0")
		for i, want := range []time.Duration{100, 98, 50, 48, 100} {
			left := e.limits[i].Clock.Left().Round(time.Second)
			if left != want*time.Second || e.limits[i].Time > 10*time.Second {
				t.Errorf("move %d: %v left, want %d s; %v for the move", i+1, left, want, e.limits[i].Time)
			}
		}
	})
}

func TestMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := converse(t, testConfig(&firstMove{think: asLimited}))
		c.send("START 15", "INFO timeout_turn 3500", "BEGIN")
		var messages []string
		for text := range c.out {
			if strings.HasPrefix(text, "MESSAGE ") {
				messages = append(messages, text)
			} else if text != "OK" {
				break
			}
		}
		if len(messages) != 4 || !strings.HasPrefix(messages[0], "MESSAGE depth 3 ev 75.0% n 1000 ") ||
			!strings.HasSuffix(messages[3], " pv 0,0") {
			t.Errorf("%q", messages)
		}
	})
}

// TestResources passes on the values of INFO, even late ones, and makes the
// engine again only for a change.
func TestResources(t *testing.T) {
	var made []Resources
	e := &firstMove{}
	cfg := testConfig(e)
	cfg.Engine = func(r Resources) (engine.Engine, error) { made = append(made, r); return e, nil }
	s := newServer(io.Discard, cfg)
	for _, command := range []string{
		"START 15", "BEGIN", "INFO max_memory 5000000000", "INFO thread_num 4", "INFO max_node 77", "INFO max_depth 9", "TURN 5,5", "TURN 6,6",
		"INFO hash_size 1024", "RESTART", "BEGIN", "INFO max_memory 0", "INFO hash_size 0", "INFO max_memory x", "INFO thread_num", "START 20",
	} {
		s.answer(t.Context(), line{text: command, at: time.Now()})
	}
	want := []Resources{{DefaultMemory, 1}, {5_000_000_000, 4}, {1 << 20, 4}, {DefaultMemory, 4}}
	if fmt.Sprint(made) != fmt.Sprint(want) || e.closed != 3 {
		t.Errorf("%v, want %v; closed %d times", made, want, e.closed)
	}
	if lim := e.limits[1]; lim.Nodes != 77 || lim.Depth != 9 || lim.Threads != 4 {
		t.Errorf("%+v", lim)
	}
}

// TestMostMemory bounds a manager's memory setting by the machine's memory.
func TestMostMemory(t *testing.T) {
	const most = 1 << 30
	for said, want := range map[string]int64{
		"": DefaultMemory, "max_memory 0": DefaultMemory, "max_memory -1": DefaultMemory, "max_memory -9223372036854775808": DefaultMemory,
		"max_memory 1": 1, "max_memory 1073741823": most - 1, "max_memory 1073741824": most, "max_memory 1073741825": most,
		"max_memory 68719476736": most, "max_memory 4611686018427387904": most, "max_memory 9223372036854775807": most,
		"max_memory 9223372036854775808": DefaultMemory, // outside of the protocol's range
		"hash_size 1":                    1 << 10, "hash_size 524288": 512 << 20,
		"hash_size 9223372036854775807": most, "hash_size -1": DefaultMemory,
	} {
		cfg := testConfig(&firstMove{})
		var made []Resources
		cfg.MostMemory = most
		cfg.Engine = func(r Resources) (engine.Engine, error) { made = append(made, r); return &firstMove{}, nil }
		s := newServer(io.Discard, cfg)
		for _, command := range []string{"INFO " + said, "START 15", "BEGIN"} {
			s.answer(t.Context(), line{text: command, at: time.Now()})
		}
		if len(made) != 1 || made[0].Memory != want {
			t.Errorf("%s: %v, want %d", said, made, want)
		}
	}
}

// preparing is an engine that records what it prepares for.
type preparing struct {
	firstMove
	rules []string
}

func (e *preparing) Prepare(_ context.Context, pos game.Position) error {
	e.rules = append(e.rules, pos.Rules().ID())
	return nil
}

// TestPreparesForRule prepares the engine when the rule changes, and not in the
// time of its move.
func TestPreparesForRule(t *testing.T) {
	e := &preparing{}
	s := newServer(io.Discard, testConfig(e))
	for _, command := range []string{
		"INFO rule 0", "START 15", "INFO rule 0", "INFO rule 1", "INFO timeout_turn 100", "INFO rule 1", "INFO rule 4",
	} {
		s.answer(t.Context(), line{text: command, at: time.Now()})
	}
	if got := fmt.Sprint(e.rules); len(e.rules) != 3 || !strings.Contains(e.rules[1], "rule=standard") ||
		!strings.Contains(e.rules[2], "rule=renju") {
		t.Errorf("got ready for %s", got)
	}
}

// TestRules turns the bits of INFO rule into rules ids.
func TestRules(t *testing.T) {
	for rule, want := range map[int]string{
		0: "freestyle", 1: "standard", 2: "freestyle", 3: "standard", 4: "renju", 5: "renju", 8: "caro8", 9: "caro9", 11: "caro9", -4: "renju",
	} {
		e := &firstMove{}
		s := newServer(io.Discard, testConfig(e))
		for _, command := range []string{fmt.Sprint("INFO rule ", rule), "START 15", "BEGIN"} {
			s.answer(t.Context(), line{text: command, at: time.Now()})
		}
		if got := fmt.Sprint(e.rules); !strings.Contains(got, "rule="+want+",") {
			t.Errorf("rule %d: %s, want %s", rule, got, want)
		}
	}
}

// TestBadEngine gets a legal answer from failing engines.
func TestBadEngine(t *testing.T) {
	for name, answer := range map[string]func(game.Position) game.Move{
		"passes":         func(game.Position) game.Move { return game.Pass },
		"nothing":        func(game.Position) game.Move { return game.NoMove },
		"off the board":  func(game.Position) game.Move { return 1 << 20 },
		"occupied point": func(pos game.Position) game.Move { return game.Place(8) },
		"panics":         func(game.Position) game.Move { panic("no more cheese") },
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			s := newServer(&out, testConfig(&firstMove{answer: answer}))
			for _, command := range []string{"START 15", "TURN 8,0"} {
				s.answer(t.Context(), line{text: command, at: time.Now()})
			}
			if got := out.String(); !strings.HasSuffix(got, "\n7,1\n") || !strings.Contains(got, "MESSAGE any move: ") {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestNoEngine(t *testing.T) {
	var out bytes.Buffer
	cfg := testConfig(nil)
	cfg.Engine = func(Resources) (engine.Engine, error) { return nil, errors.New("too little memory") }
	s := newServer(&out, cfg)
	s.answer(t.Context(), line{text: "START 15"})
	s.answer(t.Context(), line{text: "BEGIN"})
	if got := out.String(); got != "ERROR too little memory\nERROR BEGIN before START\n" {
		t.Errorf("%q", got)
	}
}

// TestLineEnds reads lines that end in LF, CR or both, and long ones.
func TestLineEnds(t *testing.T) {
	var out bytes.Buffer
	in := "START 15\r\n\r\n\nturn 1,1\rTurn\t 2 , 2\n" + strings.Repeat("x", maxLine+1) + "\nTAKEBACK 2,2"
	if err := Serve(t.Context(), strings.NewReader(in), &out, testConfig(&firstMove{})); err != nil {
		t.Fatal(err)
	}
	var got []string
	for text := range strings.Lines(out.String()) {
		if !strings.HasPrefix(text, "MESSAGE ") {
			got = append(got, strings.TrimSpace(text))
		}
	}
	if want := "[OK 0,0 1,0 UNKNOWN line of more than 4096 bytes OK]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestWriteError(t *testing.T) {
	err := Serve(t.Context(), strings.NewReader("START 15\nBEGIN\n"), brokenWriter{}, testConfig(&firstMove{}))
	if err == nil || !strings.Contains(err.Error(), "broken pipe") {
		t.Error(err)
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe()
	cancel()
	if err := Serve(ctx, in, io.Discard, testConfig(&firstMove{})); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestAnyMove checks the server's moves for an engine that plays nothing.
func TestAnyMove(t *testing.T) {
	for _, tt := range []struct {
		rules string
		moves string
		want  string
	}{
		{"", "", "H8"},   // the middle
		{"", "H8", "H9"}, // beside it, the nearest to the middle
		{"", "H8 A1 H9 A2 H10 A3 H11 A4", "H7 H12"},              // wins
		{"", "H8 A1 H9 A2 H10 A3 H11", "H7 H12"},                 // stops a five
		{"rule=standard", "H8 G1 H9 A2 H10 A4 H11 A6 H13", "H7"}, // H12 would make six
	} {
		pos := position(t, tt.rules, "grid:15", strings.Fields(tt.moves)...)
		before := pos.Hash()
		m, err := anyMove(pos, engine.Limits{})
		if err != nil || !strings.Contains(" "+tt.want+" ", " "+game.Format(pos, m)+" ") {
			t.Errorf("after %s: %s, %v, want one of %s", tt.moves, game.Format(pos, m), err, tt.want)
		}
		if pos.Hash() != before || len(pos.Moves()) != len(strings.Fields(tt.moves)) {
			t.Errorf("after %s: the position has changed", tt.moves)
		}
	}
}

// TestSwap2 answers as the engine decides, and continues with its colour.
func TestSwap2(t *testing.T) {
	for _, tt := range []struct {
		stones string
		choice string // what the engine chooses, where it has to
		want   string
		after  string // the next command
		toPlay game.Color
	}{
		{"", "", "0,0 1,0 2,0", "TURN 9,9", game.Black},
		{"", "", "0,0 1,0 2,0", "BEGIN", game.White}, // the opponent took Black
		{"7,7 8,7 7,8", "black", "SWAP", "TURN 9,9", game.Black},
		{"7,7 8,7 7,8", "white", "0,0", "TURN 9,9", game.White},
		{"7,7 8,7 7,8", "two-more", "0,0 1,0", "TURN 9,9", game.Black},
		{"7,7 8,7 7,8", "two-more", "0,0 1,0", "BEGIN", game.White}, // the opponent took Black
		{"7,7 8,7 7,8 9,7 3,3", "black", "SWAP", "TURN 9,9", game.Black},
		{"7,7 8,7 7,8 9,7 3,3", "white", "0,0", "TURN 9,9", game.White},
		{"7,7,1 7,8,1 8,7,2", "white", "0,0", "TURN 9,9", game.White}, // in another order, with colours
	} {
		e := chooses(tt.choice)
		var out bytes.Buffer
		s := newServer(&out, testConfig(e))
		say := func(command string) string {
			out.Reset()
			s.answer(t.Context(), line{text: command, at: time.Now()})
			said := strings.Split(strings.TrimSpace(out.String()), "\n")
			return said[len(said)-1]
		}
		say("INFO rule 1")
		say("START 15")
		say("SWAP2BOARD")
		for _, stone := range strings.Fields(tt.stones) {
			if got := say(stone); got != "" {
				t.Errorf("%s: %q", stone, got)
			}
		}
		if got := say("DONE"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.stones, got, tt.want)
		}
		if got := say(tt.after); !strings.Contains(got, ",") || e.toPlay[len(e.toPlay)-1] != tt.toPlay {
			t.Errorf("%s, then %s: %q as %v, want %v", tt.stones, tt.after, got, e.toPlay[len(e.toPlay)-1], tt.toPlay)
		}
	}
}

func TestSwap2Errors(t *testing.T) {
	for stones, want := range map[string]string{
		"7,7":                 "1 stones: want none, 3 or 5",
		"7,7 7,7 8,8":         "7,7 is not empty",
		"7,7 8,8 7,x":         "is not a number",
		"1,1 2,2 3,3 4,4,1,1": "want x,y",
	} {
		text := "START 15\nSWAP2BOARD\n" + strings.ReplaceAll(stones, " ", "\n") + "\nDONE\nBEGIN\n"
		var out bytes.Buffer
		if err := Serve(t.Context(), strings.NewReader(text), &out, testConfig(&firstMove{})); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.Contains(got, "ERROR SWAP2BOARD: ") ||
			!strings.Contains(got, want) || !strings.HasSuffix(got, "\n0,0\n") {
			t.Errorf("%s: %q, want %q", stones, got, want)
		}
	}
}

// TestLateness ends searches earlier on a slow machine, by at most a quarter of
// the time.
func TestLateness(t *testing.T) {
	var l lateness
	if got := l.reserve(time.Second); got != 0 {
		t.Errorf("at first %v", got)
	}
	for range 7 {
		l.add(20 * time.Millisecond)
	}
	l.add(-time.Second) // ended by itself
	l.add(time.Second)  // rarely
	if a, b := l.reserve(time.Second), l.reserve(40*time.Millisecond); a != 20*time.Millisecond || b != 10*time.Millisecond {
		t.Errorf("reserve %v and %v", a, b)
	}
	for range 12 {
		l.add(0)
	}
	if got := l.reserve(time.Second); got != 0 {
		t.Errorf("when all is quiet again %v", got)
	}
}
