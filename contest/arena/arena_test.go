package arena

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/baseline/random"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/weiqi"
)

// actor is an engine that plays by a function.
type actor struct {
	engine.Engine
	search func(ctx context.Context, pos game.Position, lim engine.Limits) (engine.Info, error)
}

func (a actor) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	if a.search == nil {
		return a.Engine.Search(ctx, pos, lim, report)
	}
	return a.search(ctx, pos, lim)
}

func player(name string, search func(context.Context, game.Position, engine.Limits) (engine.Info, error)) Player {
	return Player{Name: name, Open: func(context.Context) (engine.Engine, error) {
		return actor{random.New(), search}, nil
	}}
}

// first plays the first legal point: as Black it wins along the first row.
func first(_ context.Context, pos game.Position, _ engine.Limits) (engine.Info, error) {
	return engine.Info{Move: pos.LegalMoves(nil)[0], Value: 0.5, Depth: 2, Nodes: 10}, nil
}

// last plays the last legal point.
func last(_ context.Context, pos game.Position, _ engine.Limits) (engine.Info, error) {
	moves := pos.LegalMoves(nil)
	return engine.Info{Move: moves[len(moves)-1], Value: 0.5}, nil
}

func config(t *testing.T, players ...Player) Config {
	t.Helper()
	rules, err := gomoku.Parse("gomoku")
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Rules: rules, Board: board.Grid(9, 9), Players: players, Format: RoundRobin, Pairs: 2, Concurrency: 1, Tolerance: time.Minute,
	}
}

func openings(t *testing.T, cfg *Config, texts ...string) {
	t.Helper()
	for _, text := range texts {
		o, err := ParseOpening(text, cfg.Rules, cfg.Board)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Openings = append(cfg.Openings, o)
	}
}

func TestMatch(t *testing.T) {
	cfg := config(t, player("first", first), player("last", last), player("random", nil))
	openings(t, &cfg, "e5e6", "E5 D5", "1,1,-1,0")
	cfg.Pairs, cfg.Concurrency, cfg.Seed = 4, 3, 7
	calls := 0
	cfg.Progress = func(_ Record, r *Results) { calls++ }
	r, err := Play(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Games) != cfg.Games() || len(r.Games) != 24 || calls != 24 {
		t.Errorf("%d games of %d, %d calls", len(r.Games), cfg.Games(), calls)
	}
	pairs := map[int][]Record{}
	for _, g := range r.Games {
		pairs[g.Game/2] = append(pairs[g.Game/2], g)
		if g.Fault != "" || g.Book != 2 || len(g.Moves) < 7 || g.How != "five" && g.How != "board full" {
			t.Errorf("%+v", g)
		}
	}
	for _, p := range pairs {
		if len(p) != 2 || p[0].Opening != p[1].Opening || p[0].Players[0] != p[1].Players[1] || p[0].Players[1] != p[1].Players[0] {
			t.Errorf("a pair: %+v", p)
		}
	}
	// Black wins between the two that fill rows.
	if tally := r.Between(0, 1); tally.Wins != 4 || tally.Losses != 4 || tally.Pairs != (Pentanomial{0, 0, 4, 0, 0}) {
		t.Errorf("first against last: %+v", tally)
	}
	if a, b := r.Between(0, 2), r.Between(2, 0); a.Wins != b.Losses || a.Pairs[4] != b.Pairs[0] || a.Pairs.Pairs() != 4 {
		t.Errorf("%+v and %+v", a, b)
	}
}

// TestTurnedOpenings checks openings that repeat under a symmetry.
func TestTurnedOpenings(t *testing.T) {
	cfg := config(t, player("first", first), player("last", last))
	openings(t, &cfg, "c3d3")
	cfg.Pairs = 9
	r, err := Play(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	begins := map[string]int{}
	for _, g := range r.Games {
		if g.Turned != g.Game/2 || g.Book != 2 {
			t.Errorf("%+v", g)
		}
		begins[g.Moves[0]+g.Moves[1]]++
	}
	if len(begins) != 8 { // the ninth is the first again
		t.Errorf("begins %v", begins)
	}
	if n := r.Repeats(); n != 2 {
		t.Errorf("%d repeated games, want 2", n)
	}
}

func TestGauntlet(t *testing.T) {
	cfg := config(t, player("a", first), player("b", last), player("c", nil))
	cfg.Format = Gauntlet
	r, err := Play(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if r.Between(1, 2).Games() != 0 || r.Between(0, 1).Games() != 4 || r.Between(0, 2).Games() != 4 {
		t.Errorf("%d games", len(r.Games))
	}
}

// TestFaults counts faults of each player, in both colours.
func TestFaults(t *testing.T) {
	for how, search := range map[string]func(context.Context, game.Position, engine.Limits) (engine.Info, error){
		"illegal move": func(context.Context, game.Position, engine.Limits) (engine.Info, error) {
			return engine.Info{Move: 1 << 20}, nil
		},
		"crash": func(context.Context, game.Position, engine.Limits) (engine.Info, error) { panic("no cheese") },
		"memory": func(context.Context, game.Position, engine.Limits) (engine.Info, error) {
			return engine.Info{}, fmt.Errorf("wrapped: %w", &engine.Failure{Engine: "x", Fault: engine.Overmemory})
		},
		"time": nil,
	} {
		t.Run(how, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var tolerance time.Duration
				if how == "time" {
					tolerance = time.Millisecond
					search = func(ctx context.Context, pos game.Position, lim engine.Limits) (engine.Info, error) {
						time.Sleep(lim.Time + 30*time.Millisecond) // of the bubble's clock
						return first(ctx, pos, lim)
					}
				}
				cfg := config(t, player("good", first), player("bad", search))
				cfg.Players[1].Control.Move = 10 * time.Millisecond
				cfg.Tolerance = cmp.Or(tolerance, cfg.Tolerance)
				r, err := Play(t.Context(), cfg)
				if err != nil {
					t.Fatal(err)
				}
				if tally := r.Between(0, 1); tally.Wins != 4 {
					t.Errorf("%+v", tally)
				}
				if got := fmt.Sprint(r.Faults()); got != fmt.Sprintf("map[bad:map[%s:4]]", how) {
					t.Error(got)
				}
				for _, g := range r.Games {
					if g.How != how || !strings.HasPrefix(g.Detail, "bad: "+how) {
						t.Errorf("%+v", g)
					}
				}
			})
		})
	}
}

// TestGameClock takes the time of the moves off the game's.
func TestGameClock(t *testing.T) { synctest.Test(t, gameClock) }

func gameClock(t *testing.T) {
	var mu sync.Mutex
	var left []time.Duration
	slow := func(ctx context.Context, pos game.Position, lim engine.Limits) (engine.Info, error) {
		mu.Lock()
		left = append(left, lim.Clock.Left())
		mu.Unlock()
		time.Sleep(30 * time.Millisecond)
		return last(ctx, pos, lim)
	}
	cfg := config(t, player("good", first), player("slow", slow))
	cfg.Players[1].Control = Control{Game: 100 * time.Millisecond, Increment: 5 * time.Millisecond}
	cfg.Tolerance, cfg.Pairs = 0, 1
	r, err := Play(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if faults := r.Faults()["slow"]["time"]; faults != 2 {
		t.Errorf("%d games lost on time: %+v", faults, r.Games)
	}
	if left[0] != 100*time.Millisecond || left[1] != 75*time.Millisecond {
		t.Errorf("left: %v", left)
	}
}

func TestOpenFails(t *testing.T) {
	cfg := config(t, player("good", first), Player{
		Name: "none", Open: func(context.Context) (engine.Engine, error) { return nil, errors.New("not there") },
	})
	if _, err := Play(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "player none: not there") {
		t.Error(err)
	}
}

func TestConfigErrors(t *testing.T) {
	a, b := player("a", first), player("b", first)
	for want, change := range map[string]func(*Config){
		"two players or more": func(c *Config) { c.Players = c.Players[:1] },
		"are called \"a\"":    func(c *Config) { c.Players[1].Name = "a" },
		"0 pairs":             func(c *Config) { c.Pairs = 0 },
		"format \"swiss\"":    func(c *Config) { c.Format = "swiss" },
		"elo0 (5)":            func(c *Config) { c.SPRT = &SPRT{5, 0, 0.05, 0.05} },
		"adjudication at":     func(c *Config) { c.Adjudication = Adjudication{Moves: 3, Chance: 0.3} },
	} {
		cfg := config(t, a, b)
		change(&cfg)
		if _, err := Play(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestAdjudication(t *testing.T) {
	sure := func(value float64) func(context.Context, game.Position, engine.Limits) (engine.Info, error) {
		return func(ctx context.Context, pos game.Position, lim engine.Limits) (engine.Info, error) {
			info, err := last(ctx, pos, lim)
			info.Value = value
			return info, err
		}
	}
	for _, tt := range []struct {
		a, b   float64
		rules  Adjudication
		how    string
		points float64
		moves  int
	}{
		{0.99, 0.01, Adjudication{Chance: 0.95, Moves: 2}, "adjudication", 1, 4},
		{0.01, 0.99, Adjudication{Chance: 0.95, Moves: 1}, "adjudication", 0, 2},
		{0.99, 0.2, Adjudication{Chance: 0.95, Moves: 2}, "five", 1, 0},
		{0.99, 0.99, Adjudication{Chance: 0.95, Moves: 1}, "five", 1, 0},
		{0.5, 0.5, Adjudication{Draw: 6}, "moves", 0.5, 6},
	} {
		cfg := config(t, player("a", sure(tt.a)), player("b", sure(tt.b)))
		cfg.Pairs, cfg.Adjudication = 1, tt.rules
		r, err := Play(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		g := r.Games[0]
		if g.How != tt.how || g.Points[0] != tt.points || tt.moves > 0 && len(g.Moves) != tt.moves {
			t.Errorf("%+v: %s, %v points after %d moves", tt, g.How, g.Points, len(g.Moves))
		}
	}
}

// TestSPRTEnds stops when the test is decided.
func TestSPRTEnds(t *testing.T) {
	resign := func(ctx context.Context, pos game.Position, lim engine.Limits) (engine.Info, error) {
		return engine.Info{Move: pos.LegalMoves(nil)[0], Resign: true}, nil
	}
	cfg := config(t, player("good", first), player("resigns", resign))
	cfg.Pairs, cfg.SPRT, cfg.Concurrency = 1000, &SPRT{0, 300, 0.05, 0.05}, 2
	r, err := Play(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict() != AcceptH1 || len(r.Games) > 100 || !strings.Contains(r.Summary(), ": H1") {
		t.Errorf("%s", r.Summary())
	}
	if g := r.Games[0]; g.How != "resignation" {
		t.Errorf("%+v", g)
	}
}

// TestResume stops a match in its middle, damages the end of the log as a crash does, and
// continues: in the end every game is there once, and the games played before are unchanged.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	make := func() Config {
		cfg := config(t, player("a", nil), player("b", nil))
		openings(t, &cfg, "e5e6", "e5d5")
		cfg.Pairs, cfg.Seed, cfg.Concurrency = 10, 3, 2
		return cfg
	}
	play := func(ctx context.Context, cfg Config) (*Results, error) {
		l, err := OpenLog(path)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		cfg.Log = l
		return Play(ctx, cfg)
	}
	cfg := make()
	ctx, cancel := context.WithCancel(t.Context())
	cfg.Progress = func(_ Record, r *Results) {
		if len(r.Games) == 7 {
			cancel()
		}
	}
	before, err := play(ctx, cfg)
	if !errors.Is(err, context.Canceled) || len(before.Games) < 7 || len(before.Games) > 8 {
		t.Fatalf("%d games, %v", len(before.Games), err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"game":15,"players":["a","b"],"poi`)
	f.Close()
	after, err := play(t.Context(), make())
	if err != nil || len(after.Games) != 20 {
		t.Fatalf("%d games, %v", len(after.Games), err)
	}
	for i, g := range before.Games {
		if fmt.Sprint(after.Games[i].Moves) != fmt.Sprint(g.Moves) {
			t.Errorf("game %d has changed", g.Game)
		}
	}
	// An uninterrupted match has the same games.
	whole, err := Play(t.Context(), make())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := moves(after), moves(whole); got != want {
		t.Errorf("resumed\n%s\nwhole\n%s", got, want)
	}
	other := make()
	other.Seed = 4
	if _, err := play(t.Context(), other); err == nil || !strings.Contains(err.Error(), `"seed":3`) {
		t.Errorf("another match went on: %v", err)
	}
}

// moves writes the games in the order of the schedule.
func moves(r *Results) string {
	lines := make([]string, len(r.Games))
	for _, g := range r.Games {
		lines[g.Game] = fmt.Sprint(g.Game, g.Players, g.Result, g.Moves)
	}
	return strings.Join(lines, "\n")
}

func TestBadLogs(t *testing.T) {
	for text, want := range map[string]string{
		"hello\n":                           "line 1",
		"{}\n":                              "not the log",
		"{\"arena\":1,\"players\":[]}\nx\n": "line 2",
	} {
		path := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenLog(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := OpenLog(t.TempDir()); err == nil {
		t.Error("a folder was opened as a log")
	}
}

func FuzzLog(f *testing.F) {
	f.Add(`{"arena":1,"players":[{"name":"a"},{"name":"b"}]}` + "\n" + `{"game":0,"players":["a","b"],"points":[1,0],"moves":["A1"]}` + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := OpenLog(path)
		if err != nil {
			return
		}
		defer l.Close()
		l.Results()
	})
}

// TestReports writes the reports, with names that try to break out of the page's HTML.
func TestReports(t *testing.T) {
	cfg := config(t, player(`<script>alert("x")</script>`, first), player("b & c", last))
	openings(t, &cfg, "e5e6")
	cfg.SPRT = &SPRT{0, 5, 0.05, 0.05}
	cfg.Players[0].Control.Move = time.Minute
	r, err := Play(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := WriteHTML(&page, r, &cfg); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"b &amp; c", "The sequential test", "4 games", "<svg", "e5e6", "Elo"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q in the report", want)
		}
	}
	for _, never := range []string{"<script", "http://", "https://", "NaN", "Inf", "ZgotmplZ"} {
		if strings.Contains(page.String(), never) {
			t.Errorf("%q in the report", never)
		}
	}
	var text bytes.Buffer
	if err := WriteSGF(&text, r, cfg.Rules, cfg.Board, sgf.Gomoku); err != nil {
		t.Fatal(err)
	}
	all, err := sgf.Parse(text.String())
	if err != nil || len(all) != 4 {
		t.Fatalf("%d games, %v", len(all), err)
	}
	open := game.Opener{Board: board.Parse, Rules: func(id string) (game.Rules, error) { return gomoku.Parse(id) }}
	for _, g := range all {
		pos, err := record.Load(g, open)
		if err != nil || !pos.Outcome().Over {
			t.Errorf("%v, %v", pos, err)
		}
	}
}

func TestReportOfNothing(t *testing.T) {
	cfg := config(t, player("a", first), player("b", last))
	var page bytes.Buffer
	if err := WriteHTML(&page, newResults(cfg.names(), nil), &cfg); err != nil || strings.Contains(page.String(), "NaN") {
		t.Errorf("%v\n%s", err, page.String())
	}
}

// TestWeiqi counts games that end by passing.
func TestWeiqi(t *testing.T) {
	pass := func(context.Context, game.Position, engine.Limits) (engine.Info, error) {
		return engine.Info{Move: game.Pass}, nil
	}
	cfg := config(t, player("a", pass), player("b", pass))
	rules, err := weiqi.Parse("weiqi:komi=2.5")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Rules, cfg.Pairs = rules, 1
	judged := 0
	cfg.Judge = func(context.Context, game.Position) ([]game.Point, error) { judged++; return nil, nil }
	openings(t, &cfg, "E5 pass C3")
	r, err := Play(t.Context(), cfg)
	if err != nil || judged != 2 {
		t.Fatalf("%v, %d games judged", err, judged)
	}
	if g := r.Games[0]; g.Points != [2]float64{1, 0} || g.Result != "B+78.5" || g.How != "score" {
		t.Errorf("%+v", g)
	}
}

func TestRatings(t *testing.T) {
	names := []string{"a", "b", "c"}
	r := newResults(names, nil)
	n := 0
	add := func(a, b int, points ...float64) {
		for i, p := range points {
			rec := Record{Game: n, Players: [2]string{names[a], names[b]}, Points: [2]float64{p, 1 - p}}
			if i%2 == 1 {
				rec.Players, rec.Points = [2]string{names[b], names[a]}, [2]float64{1 - p, p}
			}
			r.add(rec)
			n++
		}
	}
	for range 50 {
		add(0, 1, 1, 1, 1, 0)
		add(1, 2, 1, 1, 1, 0)
	}
	list := r.Ratings()
	if list[0].Name != "a" || list[2].Name != "c" || list[0].Points != 150 || list[1].Games != 400 {
		t.Errorf("%+v", list)
	}
	// 75 % is 191 Elo; the assumed draw takes a little off.
	near(t, "a-b", list[0].Elo-list[1].Elo, 190.8, 4)
	near(t, "b-c", list[1].Elo-list[2].Elo, 190.8, 4)
	near(t, "sum", list[0].Elo+list[1].Elo+list[2].Elo, 0, 1e-6)
	for _, rating := range list {
		if rating.Error < 10 || rating.Error > 60 {
			t.Errorf("%+v", rating)
		}
	}
}
