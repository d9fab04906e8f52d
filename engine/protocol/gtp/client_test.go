package gtp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/rules/weiqi"
)

// behaviour is the environment variable that turns the test's own binary into
// an engine, well-behaved or not.
const behaviour = "MOYO_TEST_GTP_ENGINE"

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		actEngine(how)
		return
	}
	os.Exit(m.Run())
}

func actEngine(how string) {
	logged := io.TeeReader(os.Stdin, commandLog())
	if how == "good" || how == "resigns" || how == "slow" {
		cfg := testConfig(&firstMove{reports: 2, slow: how == "slow"})
		cfg.Limits.Time = time.Minute
		if how == "resigns" {
			cfg.Engine = &resigner{}
		}
		Serve(context.Background(), logged, os.Stdout, cfg)
		return
	}
	in := bufio.NewScanner(logged)
	for in.Scan() {
		word, _, _ := strings.Cut(in.Text(), " ")
		if word != "genmove" {
			fmt.Println("=", map[string]string{"name": "actor", "list_commands": os.Getenv(behaviour + "_KNOWS")}[word]+"\n")
			continue
		}
		switch how {
		case "dies":
			fmt.Fprintln(os.Stderr, "out of cheese")
			os.Exit(3)
		case "hangs":
			exec.Command("sleep", "60").Start()
			<-time.After(time.Minute)
			os.Exit(1) // the waiting client gets another error
		case "floods":
			for range 1 << 20 {
				fmt.Println("=", strings.Repeat("x", 1000))
			}
		case "long line":
			fmt.Println("=", strings.Repeat("x", 1<<20))
		case "babbles":
			fmt.Println("I think D4")
			fmt.Println()
		case "refuses":
			fmt.Print("? no idea\n\n")
		case "strange":
			fmt.Print("= Q99\n\n")
		case "illegal":
			fmt.Print("= A1\n\n")
		case "passes":
			fmt.Print("= pass\n\n")
		}
	}
}

// commandLog is where an engine logs its commands, if the test asks for that.
func commandLog() io.Writer {
	if f, err := os.OpenFile(os.Getenv(behaviour+"_LOG"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		return f
	}
	return io.Discard
}

type resigner struct{ firstMove }

func (*resigner) Search(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	return engine.Info{Move: pos.LegalMoves(nil)[0], Resign: true}, nil
}

// start runs the test's binary as an engine; heard returns the commands since
// the last call.
func start(t *testing.T, how string, opt StartOptions) (c *Client, heard func() []string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv(behaviour, how)
	if os.Getenv(behaviour+"_KNOWS") == "" {
		t.Setenv(behaviour+"_KNOWS", "time_settings\nundo")
	}
	t.Setenv(behaviour+"_LOG", log)
	c, err := Start(t.Context(), "'"+os.Args[0]+"' engine", opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	read := 0
	return c, func() []string {
		data, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(data[read:])), "\n")
		read = len(data)
		return lines
	}
}

func position(t *testing.T, spec, rules string, moves ...string) game.Position {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := weiqi.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		playText(t, pos, m)
	}
	return pos
}

func playText(t *testing.T, pos game.Position, text string) {
	t.Helper()
	m, err := game.ParseMove(pos, text)
	if err == nil {
		err = pos.Play(m)
	}
	if err != nil {
		t.Fatal(text, err)
	}
}

// TestClientSync sends only what has changed.
func TestClientSync(t *testing.T) {
	c, heard := start(t, "good", StartOptions{})
	heard()
	search := func(pos game.Position, want ...string) {
		t.Helper()
		info, err := c.Search(t.Context(), pos, engine.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if legal := pos.LegalMoves(nil); info.Move != legal[0] {
			t.Errorf("the move is %s, want %s", game.Format(pos, info.Move), game.Format(pos, legal[0]))
		}
		if got := heard(); !slices.Equal(got, want) {
			t.Errorf("heard %q, want %q", got, want)
		}
	}
	const rules = `kata-set-rules {"ko":"POSITIONAL","scoring":"AREA","tax":"NONE",` +
		`"suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}`
	pos := position(t, "grid:5", "weiqi:komi=0.5", "C3")
	search(pos, "boardsize 5", "clear_board", rules, "komi 0.5", "play black C3", "genmove white")
	playText(t, pos, "A5") // as it answered
	playText(t, pos, "B2")
	search(pos, "play black B2", "genmove white")
	pos.Undo()
	search(pos, "undo", "undo", "genmove black")
	playText(t, pos, "D4") // not as it answered
	search(pos, "undo", "play black D4", "genmove white")
	search(position(t, "grid:5", "weiqi:komi=7.5"), "undo", "undo", "undo", "undo", rules, "komi 7.5", "genmove black")
	search(position(t, "grid:7x4", "weiqi:komi=7.5"), "rectangular_boardsize 7 4", "clear_board", rules, "komi 7.5", "genmove black")
	search(position(t, "torus:4x4", "weiqi:komi=7.5", "A1"), "moyo-board torus:4x4",
		"clear_board", rules, "komi 7.5", "play black A1", "genmove white")
	search(position(t, "grid:9", "weiqi:komi=0.5,handicap=2"), "boardsize 9", "clear_board",
		"play black G7", "play black C3", rules, "komi 0.5", "genmove white")
}

// TestClientReports follows the program's analysis, and plays its best move if
// it is stopped.
func TestClientReports(t *testing.T) {
	c, heard := start(t, "good", StartOptions{})
	var infos []engine.Info
	info, err := c.Search(t.Context(), position(t, "grid:5", ""), engine.Limits{}, func(i engine.Info) { infos = append(infos, i) })
	if err != nil {
		t.Fatal(err)
	}
	if info.Move != 0 || info.Value != 0.5 || info.Nodes != 100 || !slices.Equal(info.PV, []game.Move{0, game.Pass}) {
		t.Errorf("the move is %+v", info)
	}
	if len(infos) == 0 || len(infos[0].Candidates) != 2 || infos[0].Candidates[1].Move != game.Pass || infos[0].Candidates[1].Value != 0.125 {
		t.Errorf("reports %+v", infos)
	}
	if log := heard(); log[len(log)-1] != "kata-genmove_analyze black 10" {
		t.Errorf("heard %q", log)
	}

	c, _ = start(t, "slow", StartOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	info, err = c.Search(ctx, position(t, "grid:5", ""), engine.Limits{}, func(engine.Info) { cancel() })
	if err != nil || info.Move != 0 || info.Nodes != 100 {
		t.Errorf("stopped: %+v, %v", info, err)
	}
}

func TestClientTime(t *testing.T) {
	c, heard := start(t, "good", StartOptions{})
	heard()
	if _, err := c.Search(t.Context(), position(t, "grid:5", ""), engine.Limits{Time: 2500 * time.Millisecond}, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(heard()[4:], "; "), "time_settings 0 2 1; time_left black 2 1; genmove black"; got != want {
		t.Errorf("heard %q, want %q", got, want)
	}
}

// TestClientClock sends clocks by commands that programs know: the kind once a
// game, and the time left before each move.
func TestClientClock(t *testing.T) {
	const (
		old  = "time_settings\ntime_left\nundo"
		kgs  = old + "\nkgs-time_settings"
		kata = kgs + "\nkata-time_settings"
	)
	second := time.Second
	for _, tt := range []struct {
		knows, spec string
		own, other  clock.State
		want        string
	}{
		{"undo", "absolute=1m", clock.State{Main: 9 * second}, clock.State{}, ""},
		{"time_settings\nundo", "absolute=1m", clock.State{Main: 9 * second}, clock.State{}, "time_settings 60 0 0; "},
		{old, "absolute=1m", clock.State{Main: 9900 * time.Millisecond}, clock.State{Main: 8 * second},
			"time_settings 60 0 0; time_left white 9 0; time_left black 8 0; "},
		{old, "fischer=1m+5s", clock.State{Main: 9 * second}, clock.State{Main: 8 * second},
			"time_settings 60 0 0; time_left white 9 0; time_left black 8 0; "},
		{kata, "fischer=1m+5s", clock.State{Main: 9999500 * time.Microsecond}, clock.State{Main: 8 * second},
			"kata-time_settings fischer 60 5; time_left white 9.999 0; time_left black 8 0; "},
		{old, "byoyomi=1m+3x5s", clock.State{Periods: 3, Period: 5 * second}, clock.State{Main: 8 * second},
			"time_settings 60 5 1; time_left white 5 1; time_left black 8 0; "},
		{kgs, "byoyomi=1m+3x5s", clock.State{Periods: 2, Period: 5 * second}, clock.State{Main: 8 * second},
			"kgs-time_settings byoyomi 60 5 3; time_left white 5 2; time_left black 8 0; "},
		{old, "canadian=1m+9/50s", clock.State{Stones: 4, Period: 40 * second}, clock.State{Main: 8 * second},
			"time_settings 60 50 9; time_left white 40 4; time_left black 8 0; "},
		{old, "move=5s", clock.State{Main: 5 * second}, clock.State{Main: 5 * second},
			"time_settings 0 5 1; time_left white 5 1; time_left black 5 1; "},
	} {
		t.Setenv(behaviour+"_KNOWS", tt.knows)
		c, heard := start(t, "passes", StartOptions{})
		spec, err := clock.Parse(tt.spec)
		if err != nil {
			t.Fatal(err)
		}
		lim := engine.Limits{Clock: engine.Clock{Spec: spec, Own: tt.own, Other: tt.other}}
		pos := position(t, "grid:5", "", "A1")
		for i := range 2 {
			if i == 1 { // the kind is not sent again
				heard()
				_, settings, _ := strings.Cut(tt.want, "; ")
				tt.want = settings
			}
			if _, err := c.Search(t.Context(), pos, lim, nil); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				_, after, _ := strings.Cut(strings.Join(heard(), "; "), "play black A1; ")
				if after != tt.want+"genmove white" {
					t.Errorf("%s: heard %q, want %q", tt.spec, after, tt.want)
				}
			} else if got := strings.Join(heard(), "; "); got != "undo; "+tt.want+"genmove white" {
				t.Errorf("%s, again: heard %q, want %q", tt.spec, got, tt.want)
			}
		}
	}
}

func TestClientDead(t *testing.T) {
	c, _ := start(t, "good", StartOptions{})
	dead, err := c.Dead(t.Context(), position(t, "grid:5", "", "A1", "C5", "B1", "C4", "pass", "A3"))
	if want := []game.Point{2, 7}; err != nil || !slices.Equal(dead, want) {
		t.Errorf("dead %v, %v, want %v", dead, err, want)
	}
}

func TestClientResigns(t *testing.T) {
	c, _ := start(t, "resigns", StartOptions{})
	info, err := c.Search(t.Context(), position(t, "grid:5", ""), engine.Limits{}, nil)
	if err != nil || !info.Resign || info.Move != 0 {
		t.Errorf("%+v, %v", info, err)
	}
}

// TestClientBadEngines gets an error that names the fault, or any legal move if
// the caller does not want to wait.
func TestClientBadEngines(t *testing.T) {
	for how, want := range map[string]string{
		"dies":      `gtp engine actor: crash: at "genmove white": the program has ended; it said: out of cheese`,
		"hangs":     `gtp engine actor: time: at "genmove white": no reply within 60ms`,
		"floods":    `gtp engine actor: garbage: at "genmove white": a reply of more than 1048576 bytes`,
		"long line": `gtp engine actor: garbage: at "genmove white": a line of more than 65536 bytes`,
		"babbles":   `gtp engine actor: garbage: at "genmove white": "I think D4" is not a GTP reply`,
		"refuses":   `gtp engine actor refuses "genmove white": no idea`,
		"strange":   `gtp engine actor: illegal move: plays "Q99", which is not a point of Grid 5×5`,
		"illegal":   `gtp engine actor: illegal move: plays A1: there is a stone on that point already`,
	} {
		t.Run(how, func(t *testing.T) {
			opt := StartOptions{MemoryMB: 8 << 10}
			if how == "hangs" {
				opt.Overtime = 50 * time.Millisecond
			}
			c, _ := start(t, how, opt)
			_, err := c.Search(t.Context(), position(t, "grid:5", "", "A1"), engine.Limits{Time: 10 * time.Millisecond}, nil)
			if err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
			if name, err := c.Command(t.Context(), "name"); err != nil || name != "actor" {
				t.Errorf("afterwards: %q, %v", name, err)
			}
		})
	}
}

func TestClientStops(t *testing.T) {
	c, _ := start(t, "hangs", StartOptions{})
	pos := position(t, "grid:5", "", "A5")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	for range 2 { // while it searches, and before
		info, err := c.Search(ctx, pos, engine.Limits{}, nil)
		if err != nil || pos.Check(info.Move) != game.Legal {
			t.Errorf("%+v, %v", info, err)
		}
	}
	if name, err := c.Command(t.Context(), "name"); err != nil || name != "actor" {
		t.Errorf("afterwards: %q, %v", name, err)
	}
}

func TestStartErrors(t *testing.T) {
	for command, want := range map[string]string{
		"":                        "the command line is empty",
		"'x":                      "a quote ' is not closed",
		"no-such-program-at-all":  `no program "no-such-program-at-all" on the PATH or in /usr/games`,
		"./no-such-program":       "no such file",
		"'" + os.Args[0] + "' -x": "the program has ended",
	} {
		c, err := Start(t.Context(), command, StartOptions{})
		if err == nil {
			c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Start(%q): %v, want %s", command, err, want)
		}
	}
}

func TestClientBoards(t *testing.T) {
	c, _ := start(t, "refuses", StartOptions{})
	_, err := c.Search(t.Context(), position(t, "torus:5x5", ""), engine.Limits{}, nil)
	if err == nil || !strings.Contains(err.Error(), "plays on square grids only, not on Torus 5×5") {
		t.Error(err)
	}
}
