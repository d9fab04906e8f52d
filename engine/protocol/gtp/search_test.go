package gtp

import (
	"bytes"
	"context"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/engine"
	engineweiqi "moyo/engine/weiqi"
	"moyo/game"
)

// talk serves an engine and sends it lines, each an hour after the one before.
// It returns the output.
func talk(t *testing.T, e engine.Engine, lines ...string) (said string) {
	synctest.Test(t, func(t *testing.T) {
		in, client := io.Pipe()
		var out bytes.Buffer
		done := make(chan error, 1)
		go func() { done <- Serve(t.Context(), in, &out, testConfig(e)) }()
		for _, line := range lines {
			io.WriteString(client, line+"\n")
			time.Sleep(time.Hour)
		}
		client.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
		said = out.String()
	})
	return said
}

// stubborn is an engine that searches until it is stopped, also for dead
// stones.
type stubborn struct{ firstMove }

func (e *stubborn) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	<-ctx.Done()
	return e.firstMove.Search(ctx, pos, lim, report)
}

func (*stubborn) Dead(ctx context.Context, _ game.Position) ([]game.Point, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestInterrupt ends the running command, and no other.
func TestInterrupt(t *testing.T) {
	const interrupt = "# interrupt"
	for _, tt := range []struct {
		lines []string
		want  string
	}{
		{[]string{"gogui-interrupt", interrupt, "1 genmove b", interrupt, "name"}, "=\n\n=1 A5\n\n= moyo\n\n"},
		{[]string{"2 final_score", " #\tinterrupt\r", "3 final_score", interrupt}, "?2 interrupted\n\n?3 interrupted\n\n"},
		{[]string{"boardsize 3", "place_free_handicap 3", interrupt, "list_stones b"}, "=\n\n? interrupted\n\n=\n\n"},
		{[]string{"kata-search b", interrupt, interrupt, "list_stones b"}, "= A5\n\n=\n\n"},
		{[]string{"kata-search_cancellable b", interrupt, "name"}, "= cancelled\n\n= moyo\n\n"},
		{[]string{"4 kata-search_cancellable b", "", "name"}, "=4 cancelled\n\n= moyo\n\n"},
		{[]string{"kata-search_cancellable b", "5 name"}, "= cancelled\n\n=5 moyo\n\n"},
		{[]string{"kata-search_analyze_cancellable b 1 maxmoves 0", "# anything", "name"}, "=\nplay cancelled\n\n= moyo\n\n"},
	} {
		if got := talk(t, &stubborn{}, tt.lines...); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.lines, got, tt.want)
		}
	}
}

// TestKataSearch finds a move and does not play it; a cancellable search that
// has finished replies normally.
func TestKataSearch(t *testing.T) {
	const line = "info move A5 visits 75 winrate 0.500000 prior 0.250000 lcb 0.384530 order 0 pv A5 pass\n"
	for command, want := range map[string]string{
		"kata-search b":                                   "= A5\n\n",
		"kata-search_cancellable b":                       "= A5\n\n",
		"kata-search_analyze b maxmoves 1":                "=\n" + line + "play A5\n\n",
		"kata-search_analyze_cancellable b 50 maxmoves 1": "=\n" + line + "play A5\n\n",
		"kata-search":                                     "? syntax error\n\n",
		"kata-search_cancellable":                         "? syntax error\n\n",
		"kata-search_analyze b avoid":                     "? syntax error\n\n",
		"kata-search_analyze_cancellable b ownership":     "? syntax error\n\n",
		"genmove_analyze b maxmoves 1\nundo":              "=\n" + line + "play A5\n\n=\n\n",
	} {
		if got := talk(t, &firstMove{}, command, "list_stones b"); got != want+"=\n\n" {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

// twice is firstMove with a report before its end.
type twice struct{ firstMove }

func (e *twice) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	info, err := e.firstMove.Search(ctx, pos, lim, nil)
	if report != nil {
		early := info
		early.Candidates = []engine.Candidate{{Move: info.Move, Visits: 3}}
		report(early)
	}
	info.Elapsed += 10 * time.Millisecond
	return info, err
}

// TestLastReport: an analysis with a move reports its search's final result, however long the interval is.
func TestLastReport(t *testing.T) {
	for _, command := range []string{"kata-search_analyze", "kata-genmove_analyze", "lz-genmove_analyze"} {
		got := talk(t, &twice{}, command+" b 1000 maxmoves 1")
		if strings.Count(got, "info move") != 2 || !strings.Contains(got, "visits 3 ") || !strings.Contains(got, "visits 75 ") {
			t.Errorf("%s: %q", command, got)
		}
	}
}

// TestCancelledSearchTakesTime: a cancelled search uses time, and earns none.
func TestCancelledSearchTakesTime(t *testing.T) {
	e := &stubborn{}
	talk(t, e, "kata-time_settings fischer 20000 5", "kata-search_cancellable b", "genmove b", "# interrupt")
	if got := e.limits.Clock.Own.Main; got != 20000*time.Second-time.Hour {
		t.Errorf("left %v", got)
	}
}

// TestLimitsAsked passes the client's settings to the engine.
func TestLimitsAsked(t *testing.T) {
	for _, tt := range []struct {
		commands string
		want     engine.Limits
	}{
		{"", engine.Limits{Time: time.Second, Nodes: 70, Threads: 1, Seed: 3}},
		{"kata-set-param maxVisits 50", engine.Limits{Time: time.Second, Nodes: 50, Threads: 1, Seed: 3}},
		{"kata-set-param maxPlayouts 60", engine.Limits{Time: time.Second, Nodes: 60, Threads: 1, Seed: 3}},
		{"kata-set-param maxPlayouts 80", engine.Limits{Time: time.Second, Nodes: 70, Threads: 1, Seed: 3}},
		{"kata-set-param maxVisits 1125899906842624\nkata-set-param maxPlayouts 80",
			engine.Limits{Time: time.Second, Nodes: 80, Threads: 1, Seed: 3}},
		{"kata-set-param maxTime 0.25", engine.Limits{Time: time.Second / 4, Nodes: 70, Threads: 1, Seed: 3}},
		{"kata-set-param maxTime 1e20", engine.Limits{Nodes: 70, Threads: 1, Seed: 3}},
		{`kata-set-params {"numSearchThreads":4,"maxTime":2}`, engine.Limits{Time: 2 * time.Second, Nodes: 70, Threads: 4, Seed: 3}},
		{`kata-set-params {"numSearchThreads":4,"maxTime":0}`, engine.Limits{Time: time.Second, Nodes: 70, Threads: 1, Seed: 3}},
	} {
		e := &firstMove{}
		cfg := testConfig(e)
		cfg.Limits = engine.Limits{Time: time.Second, Nodes: 70, Seed: 3}
		serve(t, cfg, tt.commands+"\ngenmove b\n")
		if !reflect.DeepEqual(e.limits, tt.want) {
			t.Errorf("%q: %+v, want %+v", tt.commands, e.limits, tt.want)
		}
	}
	e := &firstMove{}
	serve(t, testConfig(e), "time_settings 80 0 0\nkata-set-param maxTime 1\ngenmove b\n")
	if got := e.limits.ForMove().Time; got != time.Second {
		t.Errorf("maxTime beside a clock: %v", got)
	}
	serve(t, testConfig(e), "kata-time_settings fischer-capped 80 4 90 3\ngenmove b\n")
	if got := e.limits.ForMove().Time; got != 3*time.Second {
		t.Errorf("the longest time of a move: %v", got)
	}
	serve(t, testConfig(e), "kata-time_settings fischer-capped 80 40 90 -1\ngenmove b\ngenmove b\n")
	if got := e.limits.Clock.Own.Main; got != 90*time.Second {
		t.Errorf("a clock with a cap has %v", got)
	}
}

// TestChoiceOfMoves passes the forbidden moves to the engine.
func TestChoiceOfMoves(t *testing.T) {
	for command, want := range map[string]engine.Limits{
		"avoid b A2,pass 1 avoid w B1 3": {
			Exclude: []game.Move{0, game.Pass},
			Avoid: []engine.Avoided{
				{Side: game.Black, Moves: []game.Move{0, game.Pass}, Plies: 1}, {Side: game.White, Moves: []game.Move{3}, Plies: 3},
			},
		},
		"allow b A2,B2 2": {
			Exclude: []game.Move{game.Pass, 2, 3}, Avoid: []engine.Avoided{{Side: game.Black, Moves: []game.Move{game.Pass, 2, 3}, Plies: 2}},
		},
		"allow w A2,B2 2":     {Avoid: []engine.Avoided{{Side: game.White, Moves: []game.Move{game.Pass, 2, 3}, Plies: 2}}},
		"ownership true":      {Ownership: true},
		"movesOwnership true": {Ownership: true},
	} {
		e := &firstMove{}
		cfg := testConfig(e)
		cfg.StartBoard = "grid:2"
		for _, name := range []string{"kata-genmove_analyze", "kata-search_analyze"} {
			serve(t, cfg, name+" b "+command+"\n")
			want.Threads = 1
			if !reflect.DeepEqual(e.limits, want) {
				t.Errorf("%s %s: %+v, want %+v", name, command, e.limits, want)
			}
		}
		serve(t, cfg, "kata-analyze b "+command+"\ngenmove b\n")
		if serve(t, cfg, "genmove b\n"); len(e.limits.Exclude) > 0 || e.limits.Ownership {
			t.Errorf("the move after %s: %+v", command, e.limits)
		}
	}
}

// TestAnalysisOfASearch requests everything that moyo's engine reports about a search.
func TestAnalysisOfASearch(t *testing.T) {
	cfg := testConfig(engineweiqi.New(engineweiqi.Options{Memory: 8 << 20}))
	cfg.Limits = engine.Limits{Nodes: 300, Seed: 1}
	got := serve(t, cfg,
		"komi 0.25\nplay b c3\nkata-search_analyze w maxmoves 2 rootInfo true ownership true movesOwnership true pvVisits true\n")
	for _, want := range []string{
		"scoreLead ", "scoreMean ", "pvVisits ", "pvEdgeVisits ", "movesOwnership ", "rootInfo visits ", " ownership ", "\nplay ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %.600q", want, got)
		}
	}
	if n := strings.Count(got, " movesOwnership "); n < 1 {
		t.Errorf("ownership of %d moves", n)
	}
}
