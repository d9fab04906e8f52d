package gomocup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

// behaviour is the environment variable that turns the test's own binary into
// an engine, well-behaved or not.
const behaviour = "MOYO_TEST_GOMOCUP_ENGINE"

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		actEngine(how)
		return
	}
	os.Exit(m.Run())
}

func actEngine(how string) {
	var log io.Writer = io.Discard
	if f, err := os.OpenFile(os.Getenv(behaviour+"_LOG"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		log = f
	}
	logged := io.TeeReader(os.Stdin, log)
	if how == "good" || how == "slow" {
		e := &firstMove{}
		if how == "slow" {
			e.think = untilStopped
		}
		Serve(context.Background(), logged, os.Stdout, testConfig(e))
		return
	}
	in := bufio.NewScanner(logged)
	for in.Scan() {
		word, _, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "ABOUT":
			fmt.Println(`version="7", name="Bad \ engine"`)
		case "START":
			fmt.Print("MESSAGE warming up\r\nOK\r\n")
		case "BEGIN", "TURN":
			misbehave(how)
		case "END":
			return
		case "PLAY":
			fmt.Println(strings.TrimPrefix(in.Text(), "PLAY "))
		}
	}
}

// held keeps memory from being freed.
var held [][]byte

func misbehave(how string) {
	switch how {
	case "dies":
		fmt.Fprintln(os.Stderr, "out of cheese")
		os.Exit(3)
	case "hangs":
		exec.Command("sleep", "60").Start()
		<-time.After(time.Minute)
		os.Exit(1) // the waiting client gets an error
	case "floods":
		for {
			fmt.Println("MESSAGE", strings.Repeat("x", 100))
		}
	case "long line":
		for {
			fmt.Print(strings.Repeat("x", 1<<20))
		}
	case "babbles":
		fmt.Println("I think H8\nor 7\n\nso:")
		fmt.Println("7,7 of course")
	case "refuses":
		fmt.Println("ERROR no idea")
	case "off board":
		fmt.Println("15,3")
	case "occupied":
		fmt.Println("7,7")
	case "eats":
		for range 200 {
			b := make([]byte, 1<<20)
			for i := 0; i < len(b); i += 1 << 10 {
				b[i] = 1 // takes the page
			}
			held = append(held, b)
		}
		<-time.After(time.Minute)
	case "suggests":
		fmt.Println("SUGGEST 3,4")
	}
}

// startClient runs the test's binary as an engine; heard returns the commands since
// the last call.
func startClient(t *testing.T, how string, opt StartOptions) (c *Client, heard func() string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv(behaviour, how)
	t.Setenv(behaviour+"_LOG", log)
	c, err := Start(t.Context(), "'"+os.Args[0]+"' engine", opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	read := 0
	return c, func() string {
		data, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(strings.TrimSpace(string(data[read:])), "\n", "; ")
		read = len(data)
		return text
	}
}

func position(t *testing.T, rules, spec string, moves ...string) game.Position {
	t.Helper()
	r, err := gomoku.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		m, err := game.ParseMove(pos, text)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatal(text, err)
		}
	}
	return pos
}

// TestClientTalk checks that the program receives only what is new.
func TestClientTalk(t *testing.T) {
	c, heard := startClient(t, "good", StartOptions{MemoryMB: 350, Threads: 2, Info: map[string]string{"folder": "."}})
	if c.Name() != "moyo" {
		t.Errorf("name %q", c.Name())
	}
	heard()
	const hello = "INFO game_type 1; INFO max_memory 367001600; INFO thread_num 2; INFO folder .; INFO timeout_match 0; "
	second := engine.Limits{Time: time.Second}
	for _, tt := range []struct {
		rules, board string
		moves        []string
		lim          engine.Limits
		want, plays  string
	}{
		{"rule=standard", "grid:15", nil, second,
			"START 15; INFO rule 1; " + hello + "INFO timeout_turn 1000; INFO time_left 2147483647; BEGIN", "A15"},
		{"rule=standard", "grid:15", []string{"A15", "H8"}, second, "INFO time_left 2147483647; TURN 7,7", "B15"},
		{"rule=standard", "grid:15", []string{"A15", "H8", "B15", "H9"}, engine.Limits{Nodes: 50},
			"INFO timeout_turn 600000; INFO max_node 50; INFO time_left 2147483647; TURN 7,6", "C15"},
		{"rule=standard", "grid:15", []string{"A15", "H8", "B15"}, second,
			"START 15; INFO rule 1; " + hello + "INFO timeout_turn 1000; INFO time_left 2147483647; BOARD; 0,0,2; 7,7,1; 1,0,2; DONE", "C15"},
		{"rule=caro9", "grid:20x15", []string{"A15"},
			engine.Limits{Clock: engine.Clock{Spec: clock.Spec{Kind: clock.Fischer, Step: time.Second}, Own: clock.State{Main: time.Minute}}},
			"RECTSTART 20,15; INFO rule 9; " + strings.ReplaceAll(hello, "match 0", "match 60000") +
				"INFO timeout_turn 60000; INFO time_left 60000; INFO time_increment 1000; TURN 0,0", "B15"},
		{"rule=renju,opening=rif", "grid:15", []string{"H8", "H9", "H10", "stay", "A1", "J8", "K8", "J8"}, second, // K8 was offered only
			"START 15; INFO rule 4; " + hello + "INFO timeout_turn 1000; INFO time_left 2147483647; BOARD; 7,7,2; 7,6,1; 7,5,2; 0,14,1; 8,7,2; DONE",
			"A15"},
	} {
		info, err := c.Search(t.Context(), position(t, tt.rules, tt.board, tt.moves...), tt.lim, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := board.Parse(tt.board)
		if got := heard(); got != tt.want || b.Name(info.Move.Point()) != tt.plays {
			t.Errorf("%v: sent\n%s, want\n%s; plays %s, want %s", tt.moves, got, tt.want, b.Name(info.Move.Point()), tt.plays)
		}
		if info.Depth != 1 || info.Nodes != 1 || info.Value != 0.5 {
			t.Errorf("%+v", info)
		}
	}
	pos := position(t, "", "grid:15")
	if err := pos.(game.Setter).Set([]game.Placed{{Point: 0, Color: game.White}, {Point: 1, Color: game.White}, {Point: 5, Color: game.Black}},
		game.White); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Search(t.Context(), pos, second, nil); err != nil || !strings.HasSuffix(heard(), "BOARD; 5,0,2; 0,0,1; 1,0,1; DONE") {
		t.Error(err)
	}
}

// TestClientFaults attributes faults to programs.
func TestClientFaults(t *testing.T) {
	for how, want := range map[string]struct {
		fault engine.Fault
		text  string
	}{
		"dies":      {engine.Crashed, "out of cheese"},
		"hangs":     {engine.Overtime, "no answer within"},
		"floods":    {engine.Garbled, "far too many lines"},
		"long line": {engine.Overtime, "no answer within"},
		"babbles":   {engine.Illegal, `"7,7 of course"`},
		"refuses":   {engine.Crashed, "no idea"},
		"off board": {engine.Illegal, `"15,3" on Grid 15×15`},
		"occupied":  {engine.Illegal, "7,7: there is a stone"},
		"eats":      {engine.Overmemory, "too much memory"},
	} {
		t.Run(how, func(t *testing.T) {
			if how == "floods" {
				testenv.SkipUnderRace(t)
			}
			overtime := time.Minute
			if want.fault == engine.Overtime {
				overtime = 200 * time.Millisecond
			}
			c, _ := startClient(t, how, StartOptions{MemoryMB: 100, Overtime: overtime})
			if how == "eats" {
				if _, ok := c.proc.Memory(); !ok {
					t.Skip("this system does not report the memory of a program")
				}
			}
			_, err := c.Search(t.Context(), position(t, "", "grid:15", "H8"), engine.Limits{Time: 100 * time.Millisecond}, nil)
			var f *engine.Failure
			if !errors.As(err, &f) || f.Fault != want.fault || !strings.Contains(err.Error(), want.text) {
				t.Errorf("%v, want %s with %q", err, want.fault, want.text)
			}
			// It starts again for the next game.
			if _, err := c.Search(t.Context(), position(t, "", "grid:15", "H8"),
				engine.Limits{Time: 100 * time.Millisecond}, nil); !errors.As(err, &f) || f.Fault != want.fault {
				t.Errorf("again: %v", err)
			}
		})
	}
}

func TestClientStops(t *testing.T) {
	c, heard := startClient(t, "slow", StartOptions{})
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	info, err := c.Search(ctx, position(t, "", "grid:15", "H8"), engine.Limits{Time: time.Hour}, nil)
	if err != nil || info.Move != 0 || !strings.HasSuffix(heard(), "YXSTOP") {
		t.Errorf("%+v, %v", info, err)
	}
}

// TestClientStopsDeaf returns a move for a program that does not read.
func TestClientStopsDeaf(t *testing.T) {
	c, _ := startClient(t, "hangs", StartOptions{})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	info, err := c.Search(ctx, position(t, "", "grid:15", "H8"), engine.Limits{Time: time.Hour}, nil)
	if err != nil || info.Move != 0 {
		t.Errorf("%+v, %v", info, err)
	}
}

func TestClientSuggest(t *testing.T) {
	c, _ := startClient(t, "suggests", StartOptions{})
	if c.Name() != `Bad \ engine` {
		t.Errorf("name %q", c.Name())
	}
	if info, err := c.Search(t.Context(), position(t, "", "grid:15"), engine.Limits{}, nil); err != nil || info.Move != 4*15+3 {
		t.Errorf("%+v, %v", info, err)
	}
}

func TestClientRefuses(t *testing.T) {
	c, _ := startClient(t, "good", StartOptions{})
	for _, tt := range [][3]string{
		{"", "torus:15x15", "plays on grids only"},
		{"n=6", "grid:15", "has no 6 in a row"},
		{"opening=swap2", "grid:15", "does not support openings"},
		{"", "grid:100", "is not supported"},
	} {
		if _, err := c.Search(t.Context(), position(t, tt[0], tt[1]), engine.Limits{}, nil); err == nil || !strings.Contains(err.Error(), tt[2]) {
			t.Errorf("%s on %s: %v", tt[0], tt[1], err)
		}
	}
	for _, command := range []string{"", "'", "moyo-no-such-program"} {
		if _, err := Start(t.Context(), command, StartOptions{}); err == nil {
			t.Errorf("%q started", command)
		}
	}
}

func TestMessageLines(t *testing.T) {
	for text, want := range map[string]engine.Info{
		"depth 12-20 ev 31 n 1200K n/ms 800 tm 1000 pv H8 I9": {Depth: 12, Value: 0.5387, Nodes: 1_200_000},
		"Depth 10-15 | Eval +M5 | Time 100ms | H8":            {Depth: 10, Value: 1, Mate: 5},
		"depth 4 ev -6M n 7 n/ms 1 tm 1 pv 7,7 8,8":           {Depth: 4, Mate: -6, Nodes: 7},
		"depth 4 ev 63.2% n 7 n/ms 1 tm 1 book pv 7,7 7,7":    {Depth: 4, Value: 0.632, Nodes: 7},
		"depth 99999999999999999999 ev --":                    {Depth: 9999, Value: 0.5},
		"nodes: 55":                                           {Value: 0.5, Nodes: 55},
	} {
		var got engine.Info
		f := &follower{pos: position(t, "", "grid:15"), last: engine.Info{Value: 0.5}, report: func(i engine.Info) { got = i }}
		f.message(text)
		if got.Depth != want.Depth || fmt.Sprintf("%.4f", got.Value) != fmt.Sprintf("%.4f", want.Value) ||
			got.Mate != want.Mate || got.Nodes != want.Nodes {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func FuzzMessage(f *testing.F) {
	f.Add("MESSAGE depth 12-20 ev 31 n 1200K pv 7,7 8,8 99,99")
	f.Add("7,7")
	f.Add("SUGGEST ,,")
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" {
			return
		}
		fl := &follower{pos: position(t, "", "grid:15"), report: func(i engine.Info) {
			if !(i.Value >= 0 && i.Value <= 1) || i.Depth < 0 || i.Nodes < 0 {
				t.Errorf("%q: %+v", text, i)
			}
		}}
		fl.handle(text)
		if at, ok := parseMove(text, 15, 15); ok && (at.x < 0 || at.x > 14 || at.y < 0 || at.y > 14) {
			t.Errorf("%q: %v", text, at)
		}
	})
}

// TestTimesOf expresses a move's limits in the terms of the protocol.
func TestTimesOf(t *testing.T) {
	const second, minute = time.Second, time.Minute
	for _, c := range []struct {
		spec string
		own  clock.State
		most time.Duration
		want times
	}{
		{"none", clock.State{}, 0, times{}},
		{"none", clock.State{}, second, times{turn: second}},
		{"absolute=2m", clock.State{Main: minute}, 0, times{turn: minute, left: minute}},
		{"absolute=2m", clock.State{Main: minute}, second, times{turn: second, left: minute}},
		{"absolute=2m", clock.State{}, 0, times{turn: time.Millisecond}},
		{"fischer=2m+3s", clock.State{Main: minute}, 0, times{turn: minute, left: minute, step: 3 * second}},
		{"byoyomi=2m+3x10s", clock.State{Main: minute, Periods: 3, Period: 10 * second}, 0, times{turn: minute, left: minute}},
		{"byoyomi=2m+3x10s", clock.State{Main: 4 * second, Periods: 3, Period: 10 * second}, 0, times{turn: 14 * second}},
		{"byoyomi=2m+3x10s", clock.State{Periods: 1, Period: 10 * second}, 0, times{turn: 10 * second}},
		{"canadian=2m+10/1m", clock.State{Main: minute, Stones: 10, Period: minute}, 0, times{turn: minute, left: minute}},
		{"canadian=2m+10/1m", clock.State{Main: second, Stones: 10, Period: minute}, 0, times{turn: 7 * second}},
		{"canadian=2m+10/1m", clock.State{Stones: 4, Period: minute}, 0, times{turn: 15 * second}},
		{"move=30s", clock.State{Main: 30 * second}, 0, times{turn: 30 * second}},
	} {
		spec, err := clock.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := timesOf(engine.Limits{Time: c.most, Clock: engine.Clock{Spec: spec, Own: c.own}}); got != c.want {
			t.Errorf("%s, %+v, at most %v: %+v, want %+v", c.spec, c.own, c.most, got, c.want)
		}
	}
}
