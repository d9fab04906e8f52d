package game_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/rules/gomoku"
	"moyo/rules/weiqi"
)

var opener = game.Opener{Board: board.Parse, Rules: weiqi.Parse}

func ExampleText() {
	rules, _ := weiqi.Parse("weiqi:komi=0.5")
	pos, _ := rules.New(board.Grid(3, 3))
	for _, name := range []string{"B2", "pass", "C3"} {
		m, _ := game.ParseMove(pos, name)
		_ = pos.Play(m)
	}
	fmt.Print(game.Text(pos), game.Picture(pos))
	// Output:
	// moyo game 1
	// rules weiqi:komi=0.5,score=area,ko=positional,suicide=no
	// board grid:3
	// moves B2 pass C3
	//   A B C
	// 3 . . X 3
	// 2 . X . 2
	// 1 . . . 1
	//   A B C
}

// TestTextAgain reads texts that hold more than moves, and writes them again.
func TestTextAgain(t *testing.T) {
	const head = "moyo game 1\nrules weiqi:komi=7.5,score=area,ko=positional,suicide=no\nboard grid:3\n"
	for _, text := range []string{
		head + "moves\n",
		head + "black C3 A1\nwhite B2\nto-play white\nmoves A2\n",
		head + "black\nwhite\nto-play white\nmoves B2\n",
		head + "moves pass pass\n",
		head + "moves pass pass resume\n",
		head + "moves B2 pass pass resume C3 pass pass resume pass\n",
		head + "moves B2 turn C3 turn\n",
		head + "moves B2 pass pass resume turn C3\n",
	} {
		pos, err := game.ParseText(text, opener)
		if err != nil {
			t.Errorf("%v in\n%s", err, text)
		} else if got := game.Text(pos); got != text {
			t.Errorf("%s\nbecomes\n%s", text, got)
		}
	}
}

func TestParseTextErrors(t *testing.T) {
	const head = "moyo game 1\nrules weiqi\nboard grid:3\n"
	for text, want := range map[string]string{
		"":                                   "first line",
		"moyo game 12\n":                     "first line",
		"moyo game 1\n":                      "names no rules",
		"moyo game 1\nboard grid:3\n":        "line 2: board before rules",
		"moyo game 1\nrules chess\n":         "line 2:",
		"moyo game 1\nrules weiqi\nboard 7x": "line 3:",
		"moyo game 1\nrules weiqi\nmoves A1": "before rules and board",
		head + "rules weiqi\n":               "again",
		head + "colour red\n":                `unknown word "colour"`,
		head + "moves A1 A1":                 "move 2 (A1): illegal move: there is a stone",
		head + "moves A1 Z9":                 "move 2 (Z9)",
		head + "moves #9":                    "index below 9",
		head + "moves resume":                "nothing to resume",
		head + "moves A1 turn turn":          "after move 1: the turn cannot be handed over",
		head + "moves pass pass turn":        "after move 2: the turn cannot be handed over",
		head + "black A1\nmoves":             "not who is to play",
		head + "black A1 A1\nto-play black":  "two stones on A1",
		head + "black pass\nto-play black":   "is not a point",
		head + "to-play red":                 "want black or white",
		strings.Repeat("x", game.MaxText+1):  "more than",
	} {
		if _, err := game.ParseText(text, opener); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: %v, want %q", text, err, want)
		}
	}
}

// TestNames writes points by their index whose names mean something else.
func TestNames(t *testing.T) {
	draft, err := board.ReadJSON("odd.json", strings.NewReader(
		`{"points":5,"edges":[[0,1],[1,2],[2,3],[3,4]],"names":["turn","passt","R3","resume","Ö"]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := draft.Board("odd")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := weiqi.Default().New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []game.Move{0, 1, 3, game.Pass, 4} {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	text := game.Text(pos)
	if !strings.Contains(text, "moves #0 passt #3 pass #4\n") {
		t.Errorf("moves are written as\n%s", text)
	}
	back, err := game.ParseText(text, game.Opener{Rules: weiqi.Parse, Board: func(string) (*board.Board, error) { return b, nil }})
	if err != nil || back.Hash() != pos.Hash() {
		t.Errorf("reads back as %v, %v", back, err)
	}
	if picture := game.Picture(pos); !strings.Contains(picture, "white passt") {
		t.Errorf("picture\n%s", picture)
	}
}

func FuzzParseText(f *testing.F) {
	f.Add("moyo game 1\nrules weiqi\nboard grid:3\nblack A1\nwhite C3\nto-play black\nmoves B2 pass pass resume #0")
	f.Add("moyo game 1\r\nrules weiqi:ko=simple\r\nboard torus:3x3\r\nmoves #0 #1\r\n")
	f.Add("moyo game 1\r\nrules weiqi:ko=simple\r\nboard torus:3")
	open := game.Opener{Rules: weiqi.Parse, Board: func(spec string) (*board.Board, error) {
		b, err := board.Parse(spec)
		if err == nil && b.Len() > 81 { // by size: the canonical spec may be longer than the one given
			return nil, fmt.Errorf("board %q: not in this test", spec)
		}
		return b, err
	}}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		pos, err := game.ParseText(text, open)
		if err != nil {
			return
		}
		again, err := game.ParseText(game.Text(pos), open)
		if err != nil || game.Text(again) != game.Text(pos) {
			t.Errorf("%q becomes %q: %v", text, game.Text(pos), err)
		}
	})
}

func TestOutcome(t *testing.T) {
	for want, o := range map[string]game.Outcome{
		"?":     {},
		"0":     {Over: true},
		"B+":    {Over: true, Winner: game.Black},
		"W+0.5": {Over: true, Winner: game.White, Margin: 0.5},
	} {
		if got := o.String(); got != want {
			t.Errorf("%+v is %q, want %q", o, got, want)
		}
	}
}

// TestPerft counts the first moves on 3x3, easily found by
// hand: 10 = 9 points and a pass, 91 = 9 * 9 + 10.
func TestPerft(t *testing.T) {
	pos, err := weiqi.Default().New(board.Grid(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range []uint64{1, 10, 91} {
		if got, err := game.Perft(t.Context(), pos, depth); err != nil || got != want {
			t.Errorf("depth %d: %d, %v; want %d", depth, got, err, want)
		}
	}
	if len(pos.Moves()) != 0 {
		t.Error("moves are left on the board")
	}
}

// TestGames plays every game of tic-tac-toe, whose numbers are well known.
func TestGames(t *testing.T) {
	r, err := gomoku.Parse("n=3")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(board.Grid(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	want := game.Census{Games: 255168, Black: 131184, White: 77904, Draws: 46080, Longest: 9, Positions: 5478}
	if got, err := game.Games(t.Context(), pos); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	for depth, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872} {
		if got, err := game.Perft(t.Context(), pos, depth); err != nil || got != want {
			t.Errorf("depth %d: %d, %v; want %d", depth, got, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := game.Games(ctx, pos); !errors.Is(err, context.Canceled) || len(pos.Moves()) != 0 {
		t.Errorf("stopped: %v after %d moves", err, len(pos.Moves()))
	}
}
