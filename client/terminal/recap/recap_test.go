package recap_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"moyo/board"
	"moyo/client/terminal/picture"
	"moyo/client/terminal/recap"
	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/study/review"
)

// told is an engine that returns a fixed value for each number of moves.
type told map[int]engine.Info

func (told) Name() string { return "told" }
func (told) Close() error { return nil }

func (e told) Search(_ context.Context, pos game.Position, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	info, ok := e[len(pos.Moves())]
	if !ok {
		info = engine.Info{Move: pos.LegalMoves(nil)[0], Value: 0.5}
	}
	info.Nodes, info.Depth = lim.Nodes, 1
	return info, nil
}

// lost is a game in which White's A1 was bad and D4 is better, evaluated with a budget of looks.
func lost(t *testing.T, looks int) recap.Game {
	t.Helper()
	rules, err := gomoku.Parse("gomoku")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(board.Grid(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields("E5 A1 E6") {
		m, err := game.ParseMove(pos, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	d4, _ := pos.Board().Lookup("D4")
	e6, _ := pos.Board().Lookup("E6")
	r, err := review.New(pos, review.Options{Nodes: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	eng := told{
		1: {Move: game.Place(d4), Value: 0.4, PV: []game.Move{game.Place(d4), game.Place(e6)}},
		2: {Move: game.Place(e6), Value: 1, Mate: 7},
		3: {Move: game.Place(d4), Value: 0, Mate: -6},
	}
	if err := r.Run(ctx, eng, func() {
		if looks--; looks == 0 {
			stop()
		}
	}); err != nil {
		t.Fatal(err)
	}
	return recap.Game{Name: "a\x1b.sgf", Black: "<b>Ada</b>", Position: pos, Report: r.Report()}
}

func TestText(t *testing.T) {
	text := recap.Text(lost(t, 0), false)
	for _, want := range []string{
		"a?.sgf: <b>Ada</b> (Black), ? (White)", "4 of 4 positions evaluated",
		"At the end: Black wins for certain\n", "The turning point was move 2, White's A1.",
		"Move 2, White A1: blunder. It cost 45 % of win probability; better was D4: D4 E6.\n",
		"5  . . . . X . . . .  5", "4  . . . * . . . . .  4", "1 (O). . . . . . . .  1",
		"blunders                        0        1",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	rough := lost(t, 0)
	rough.Report.Rough = true
	if text := recap.Text(rough, false); !strings.Contains(text, "rough: the engine's network does not support") {
		t.Errorf("it is not called rough:\n%s", text)
	}
	early := recap.Text(lost(t, 1), false)
	for _, want := range []string{"1 of 4 positions evaluated", "stopped: only the last part is known", "No mistakes were found.", "|???#|"} {
		if !strings.Contains(early, want) {
			t.Errorf("stopped early, no %q in\n%s", want, early)
		}
	}
	quick := recap.Text(lost(t, 4), false)
	for _, want := range []string{"stopped: best so far", "White A1: perhaps blunder."} {
		if !strings.Contains(quick, want) {
			t.Errorf("after the first evaluation, no %q in\n%s", want, quick)
		}
	}
}

// TestLetters: columns have the letters of the game's players, except in JSON, which is for
// programs.
func TestLetters(t *testing.T) {
	g := lost(t, 0)
	g.Report.Moves[1].Move, g.Report.Moves[1].Better = game.Place(8), game.Place(17) // the last column
	g.Letters = board.AllLetters
	if text := recap.Text(g, false); !strings.Contains(text, "White I9: blunder") ||
		!strings.Contains(text, "better was I8") || !strings.Contains(text, "A B C D E F G H I") {
		t.Errorf("in\n%s", text)
	}
	var page strings.Builder
	if err := recap.Page(&page, []recap.Game{g}); err != nil ||
		!strings.Contains(page.String(), "White I9: blunder") || !strings.Contains(page.String(), ">I</text>") {
		t.Errorf("no I in the page: %v", err)
	}
	if d := recap.DocumentOf(g); d.Moves[1].Move != "J9" || d.Moves[1].Better != "J8" {
		t.Errorf("JSON has %+v", d.Moves[1])
	}
}

func TestGraph(t *testing.T) {
	values := []float64{0, 0.25, 0.5, 0.75, 1, math.NaN()}
	want := "Black |   ▄█?|\nWhite | ▄███?|\n"
	if got := recap.Graph(values, picture.Size{Width: 20, Height: 2}, true); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = "Black |   |\nWhite | ##|\n"
	if got := recap.Graph([]float64{0, 0, 0.5, 0.5, 0.4, 0.6}, picture.Size{Width: 3, Height: 2}, false); got != want {
		t.Errorf("squeezed, got\n%s\nwant\n%s", got, want)
	}
}

func TestPage(t *testing.T) {
	var b strings.Builder
	if err := recap.Page(&b, []recap.Game{lost(t, 0), lost(t, 4)}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"&lt;b&gt;Ada", "<svg", "Move 2, White A1: blunder", "perhaps blunder", `stroke-dasharray="2.4 2"`, `href="#game-1"`, "<td>1</td>",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q", want)
		}
	}
	for _, bad := range []string{"<b>Ada", "http://", "https://", "<script", "\x1b"} {
		if strings.Contains(strings.ReplaceAll(b.String(), "http://www.w3.org/2000/svg", ""), bad) {
			t.Errorf("%q is in it", bad)
		}
	}
}

func TestDocument(t *testing.T) {
	g := lost(t, 0)
	g.First = 5
	text, err := json.Marshal(recap.DocumentOf(g))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"turning":2`, `"better":"D4"`, `"class":"blunder","sure":true,"loss":0.4`, `"solved":true,"mate":7`, `"worst":[2]`, `"first":5`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

func TestSummary(t *testing.T) {
	text := recap.Summary([]recap.Game{lost(t, 0), lost(t, 1)})
	if lines := strings.Split(text, "\n"); len(lines) != 5 || !strings.Contains(lines[1], "1 / 0 / 0") || !strings.Contains(lines[2], " - ") {
		t.Errorf("%s", text)
	}
}
