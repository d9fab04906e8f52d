package gtp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
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
	"moyo/game/record/ruletext"
	"moyo/game/rules/weiqi"
)

var update = flag.Bool("update", false, "rewrite the golden transcripts")

// firstMove is an engine that plays the first legal move, or passes when no
// other is left or the opponent has passed. It reports White's stones on the
// first row as dead.
type firstMove struct {
	slow    bool // wait for the context or the time limit
	reports int
	limits  engine.Limits // of the last search
}

func (e *firstMove) Name() string { return "first" }

func (e *firstMove) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	e.limits = lim
	moves := pos.LegalMoves(nil)
	if len(moves) == 0 {
		return engine.Info{}, errors.New("no legal move")
	}
	m := moves[0]
	if played := pos.Moves(); len(played) > 0 && played[len(played)-1] == game.Pass {
		m = game.Pass
	}
	info := engine.Info{Move: m, Value: 0.5, Nodes: 1, Candidates: []engine.Candidate{
		{Move: m, Visits: 75, Value: 0.5, Prior: 0.25, PV: []game.Move{m, game.Pass}}, {Move: game.Pass, Visits: 25, Value: 0.125},
	}}
	for i := range e.reports {
		info.Elapsed = time.Duration(i+1) * time.Second
		if report != nil {
			report(info)
		}
	}
	if e.slow {
		timer := time.NewTimer(lim.Time)
		defer timer.Stop()
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
	}
	return info, nil
}

func (e *firstMove) Dead(_ context.Context, pos game.Position) (dead []game.Point, err error) {
	chainer := pos.(game.Chainer)
	for p := range game.Point(pos.Board().Len()) {
		if stones, _ := chainer.Chain(p); pos.At(p) == game.White && int(stones[0]) < 5 {
			dead = append(dead, p)
		}
	}
	return dead, nil
}

func (e *firstMove) Close() error { return nil }

func testConfig(e engine.Engine) Config {
	return Config{
		Name: "moyo", Version: "1", Board: board.Parse, Rules: weiqi.Parse,
		StartBoard: "grid:5", StartRules: "weiqi:komi=6.5", Engine: e,
		Open: func(name string) (io.ReadCloser, error) {
			if filepath.Base(name) != name {
				return nil, errors.New("not here")
			}
			return os.Open(filepath.Join("testdata", name))
		},
	}
}

// TestTranscripts runs the sessions of testdata/*.gtp, where "> " begins a
// command and its reply follows.
func TestTranscripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.gtp")
	if len(files) == 0 {
		t.Fatal("no transcripts")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".gtp"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := transcript(t, string(want))
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

// transcript answers the commands of a transcript.
func transcript(t *testing.T, text string) string {
	s, err := newSession(testConfig(&firstMove{}))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	srv := &server{session: s, out: &out}
	for ln := range strings.Lines(text) {
		if strings.HasPrefix(ln, "# ") {
			out.WriteString(ln)
		}
		if command, ok := strings.CutPrefix(ln, "> "); ok && !srv.quit {
			out.WriteString(ln)
			srv.answer(t.Context(), line{text: strings.NewReplacer(`\t`, "\t", `\r`, "\r", `\a`, "\a").Replace(command)})
		}
	}
	return out.String()
}

// serve runs a whole session.
func serve(t *testing.T, cfg Config, in string) string {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(t.Context(), strings.NewReader(in), &out, cfg); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestServe(t *testing.T) {
	got := serve(t, testConfig(&firstMove{}), "1 name\r\n\n# comment\nplay b c3\n2 nonsense\nquit\nname\n")
	if want := "=1 moyo\n\n=\n\n?2 unknown command\n\n=\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := serve(t, testConfig(&firstMove{}), "7 name"); got != "=7 moyo\n\n" {
		t.Errorf("a last line without an end: %q", got)
	}
	long := strings.Repeat("x", 10<<20)
	got = serve(t, testConfig(&firstMove{}), "3 echo "+long+"\nname\n")
	if want := "?3 line too long\n\n= moyo\n\n"; got != want {
		t.Errorf("a long line: %.80q, want %q", got, want)
	}
}

func TestServeEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe()
	cancel()
	if err := Serve(ctx, in, io.Discard, testConfig(&firstMove{})); !errors.Is(err, context.Canceled) {
		t.Errorf("Serve with a context that has ended: %v", err)
	}
	cfg := testConfig(&firstMove{})
	if err := Serve(t.Context(), strings.NewReader("name\n"), brokenWriter{}, cfg); err == nil {
		t.Error("Serve with a broken writer gave no error")
	}
	cfg.StartBoard = "nonsense"
	if err := Serve(t.Context(), in, io.Discard, cfg); err == nil {
		t.Error("Serve on no board gave no error")
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }

// TestAnalyzeEndsAtNextLine analyses until a line comes, and answers that, too.
func TestAnalyzeEndsAtNextLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, client := io.Pipe()
		var out bytes.Buffer
		done := make(chan error, 1)
		go func() {
			done <- Serve(t.Context(), in, &out, testConfig(&firstMove{slow: true, reports: 2}))
		}()
		io.WriteString(client, "5 lz-analyze white 50\n")
		time.Sleep(time.Hour)
		synctest.Wait()
		const line = "info move A5 visits 75 winrate 5000 prior 2500 lcb 3845 order 0 " +
			"pv A5 pass info move pass visits 25 winrate 1250 prior 0 lcb 0 order 1 pv pass\n"
		if got := out.String(); got != "=5\n"+line+line {
			t.Errorf("while it analyses: %q", got)
		}
		io.WriteString(client, "6 kata-analyze interval 100\n")
		time.Sleep(time.Hour)
		synctest.Wait()
		client.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
		const kata = "info move A5 visits 75 winrate 0.500000 prior 0.250000 lcb 0.384530 order 0 pv " +
			"A5 pass info move pass visits 25 winrate 0.125000 prior 0.000000 lcb 0.000000 order 1 pv pass\n"
		if want := "=5\n" + line + line + "\n=6\n" + kata + kata + "\n"; out.String() != want {
			t.Errorf("after the end: %q, want %q", out.String(), want)
		}
	})
}

// TestAnalyzeWaits stays silent after an engine that has finished.
func TestAnalyzeWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, client := io.Pipe()
		var out bytes.Buffer
		done := make(chan error, 1)
		go func() { done <- Serve(t.Context(), in, &out, testConfig(&firstMove{})) }()
		io.WriteString(client, "lz-analyze\n")
		time.Sleep(time.Hour)
		synctest.Wait()
		if got := out.String(); strings.Count(got, "\n") != 2 || !strings.HasPrefix(got, "=\ninfo move A5 ") {
			t.Errorf("before the next line: %q", got)
		}
		io.WriteString(client, "\n")
		time.Sleep(time.Hour)
		synctest.Wait()
		if got := out.String(); !strings.HasSuffix(got, "\n\n") {
			t.Errorf("after the next line: %q", got)
		}
		client.Close()
		<-done
	})
}

// owning is an engine that gives Black the first point and White the second.
type owning struct{ firstMove }

func (*owning) Ownership(_ context.Context, pos game.Position) ([]float64, error) {
	own := make([]float64, pos.Board().Len())
	own[0], own[1] = 1, -0.25
	return own, nil
}

// TestOwnership reports ownership in the view of the given side, and ignores
// unknown keys.
func TestOwnership(t *testing.T) {
	const info = "info move A2 visits 75 winrate 0.500000 prior 0.250000 lcb 0.384530 order 0 pv A2 pass"
	for command, want := range map[string]string{
		"kata-genmove_analyze b 50 ownership true maxmoves 1": info + " ownership 1.0000 -0.2500 0.0000 0.0000\nplay A2\n",
		"kata-genmove_analyze w maxmoves 1 rootInfo true ownership true": info +
			" rootInfo visits 100 winrate 0.406250 ownership -1.0000 0.2500 0.0000 0.0000\nplay A2\n",
		"kata-genmove_analyze b interval 50 maxmoves 1 ownership false":      info + "\nplay A2\n",
		"kata-genmove_analyze b maxmoves 1 newest key movesOwnership true":   info + "\nplay A2\n",
		"kata-genmove_analyze b maxmoves 1 pvVisits true avoid b A1 1":       info + "\nplay A2\n",
		"kata-genmove_analyze b avoid b A2":                                  "?",
		"kata-genmove_analyze b avoid b A2,Z9 1":                             "?",
		"kata-genmove_analyze b avoid b A2 0":                                "?",
		"kata-genmove_analyze b avoid red A2 1":                              "?",
		"kata-genmove_analyze b avoid b A2 1 allow b A2 1":                   "?",
		"kata-genmove_analyze b allow b A2 1 avoid b A2 1":                   "?",
		"kata-genmove_analyze b allow b A2 1 allow w A2 1":                   "?",
		"kata-genmove_analyze b ownership":                                   "?",
		"lz-genmove_analyze b 50 ownership true maxmoves 1 pvVisits true":    "order 0 pv A2 pass\nplay A2\n",
		"lz-genmove_analyze b interval 50 minmoves 2 maxmoves 1 interval 20": "order 0 pv A2 pass\nplay A2\n",
	} {
		cfg := testConfig(&owning{firstMove{reports: 1}})
		cfg.StartBoard = "grid:2"
		if got := serve(t, cfg, command+"\n"); !strings.Contains(got, want) || strings.HasPrefix(got, "?") != (want == "?") {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

// TestRecordRoundTrip prints a game and loads it again.
func TestRecordRoundTrip(t *testing.T) {
	for _, setup := range []string{
		"boardsize 9\nkomi 5.5", "rectangular_boardsize 7 5", "moyo-board torus:5x4", "boardsize 9\nfixed_handicap 4", "boardsize 60",
		"kata-set-rules aga\nset_free_handicap A1 B2 C3",
	} {
		first := serve(t, testConfig(&firstMove{}), setup+"\nplay b A2\nplay w B1\nplay w A1\nplay b pass\nshowboard\nprintsgf\n")
		_, record, ok := strings.Cut(first, "(;")
		if !ok {
			t.Fatalf("%s: no record in %q", setup, first)
		}
		cfg := testConfig(&firstMove{})
		cfg.Open = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("(;" + record)), nil }
		rules := strings.Join(linesWith(setup, "kata"), "\n")
		second := serve(t, cfg, rules+"\nloadsgf x\nshowboard\nprintsgf\n")
		if _, again, _ := strings.Cut(second, "(;"); again != record {
			t.Errorf("%s: loaded %q, want %q", setup, again, record)
		}
	}
}

// TestRecordKomi takes a record's komi if the rules allow it.
func TestRecordKomi(t *testing.T) {
	for record, want := range map[string]string{
		"(;SZ[5]KM[5.5];B[aa])":                    "= white\n\n= 5.5\n\n",
		"(;SZ[5]KM[3.75];B[aa])":                   "= white\n\n= 7.5\n\n",
		"(;SZ[5]KM[375];B[aa])":                    "= white\n\n= 7.5\n\n",
		"(;SZ[5]KM[3.75]RI[weiqi:komi=3.5];B[aa])": "= white\n\n= 3.75\n\n",
		"(;SZ[5]KM[375]RI[weiqi:komi=7.5];B[aa])":  "= white\n\n= 7.5\n\n",
		"(;SZ[5];B[aa])":                           "= white\n\n= 6.5\n\n",
		"(;SZ[5]RI[weiqi:komi=3];B[aa])":           "= white\n\n= 3\n\n",
		"(;SZ[5]KM[200.5];B[aa])":                  "= white\n\n= 2.005\n\n",
	} {
		cfg := testConfig(&firstMove{})
		cfg.Open = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(record)), nil }
		cfg.Warn = func(text string) { t.Errorf("%s: %s", record, text) }
		if got := serve(t, cfg, "loadsgf x\nget_komi\n"); got != want {
			t.Errorf("%s: %q, want %q", record, got, want)
		}
	}
}

// TestRecordRules takes the rules that a record names, and else keeps the session's.
func TestRecordRules(t *testing.T) {
	for record, want := range map[string]string{
		"(;SZ[5];B[aa])": "koPOSITIONALscoreAREAtaxNONEsui1whbN",
		"(;SZ[5]AB[aa][bb]HA[2]KM[5.5]RI[weiqi:komi=7.5];W[cc])":            "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1",
		"(;SZ[5]AB[aa][bb]HA[2]KM[5.5]RI[weiqi:komi=6.5];W[cc])":            "koPOSITIONALscoreAREAtaxNONEsui0whbN-1fpok1",
		"(;SZ[5]AB[aa][bb]HA[2]KM[5.5]RI[weiqi:komi=5.5]RU[Chinese];W[cc])": "koPOSITIONALscoreAREAtaxNONEsui0fpok1",
		"(;SZ[5]RU[Japanese];B[aa])":                                        "koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1",
		"(;SZ[5]RU[koSITUATIONALscoreTERRITORYtaxNONE];B[aa])":              "koSITUATIONALscoreTERRITORYtaxNONEsui1",
		"(;SZ[5]RI[weiqi:score=territory,suicide=no];B[aa])":                "koPOSITIONALscoreTERRITORYtaxNONEsui0fpok1",
		"(;SZ[5]RU[NZ]RI[weiqi:ko=simple,suicide=yes];B[aa])":               "koSIMPLEscoreAREAtaxNONEsui1fpok1",
		"(;SZ[5]RU[rules that nothing knows];B[aa])":                        "koPOSITIONALscoreAREAtaxNONEsui0fpok1",
		"(;SZ[5]RU[koSIMPLEscoreAREAtaxALLsui1]HA[2];W[aa])":                "koSIMPLEscoreAREAtaxNONEsui1",
		"(;SZ[5]RU[AGA]AB[aa][bb]HA[2];W[cc];B[dd];W[ee])":                  "koSITUATIONALscoreAREAtaxNONEsui0fpok1",
		"(;SZ[5]RU[Japanese];B[aa];W[ab];B[bb];W[ba];B[ac])":                "koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1",
		"(;SZ[5]RU[koPOSITIONALscoreTERRITORYtaxSEKI];B[];W[])":             "koPOSITIONALscoreTERRITORYtaxSEKIsui1",
	} {
		cfg := testConfig(&firstMove{})
		cfg.Open = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(record)), nil }
		got := serve(t, cfg, "kata-set-rules tromp-taylor\nkata-set-rule whiteHandicapBonus N\nloadsgf x\nkata-get-rules\n")
		var rules ruletext.Rules
		if err := json.Unmarshal([]byte(got[strings.LastIndex(got, "= ")+2:]), &rules); err != nil || rules.Word() != want {
			t.Errorf("%s: %q, want %s (%v)", record, got, want, err)
		}
	}
}

func linesWith(text, word string) (lines []string) {
	for ln := range strings.SplitSeq(text, "\n") {
		if strings.Contains(ln, word) {
			lines = append(lines, ln)
		}
	}
	return lines
}

// TestBadNames gives points of imported boards vertices that GTP allows.
func TestBadNames(t *testing.T) {
	for name, want := range map[string]bool{
		"D4": true, "north": true, "a b": false, "pass": false, "Resign": false, "@3": false, "#1": false, "": false, "a\x7f": false, "ü": true,
	} {
		if got := isVertex(name); got != want {
			t.Errorf("isVertex(%q) = %t", name, got)
		}
	}
}
