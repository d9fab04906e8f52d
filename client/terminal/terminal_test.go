package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"moyo/board"
	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/game/match"
	"moyo/game/record/sgf"
)

// scripted plays the first legal move, passes after a pass, and returns no dead stones. If slow, it
// searches until its context ends.
type scripted struct {
	slow   bool
	resign bool
	fail   error
}

func (e *scripted) Name() string { return "script" }

func (e *scripted) Search(ctx context.Context, pos game.Position, _ engine.Limits, report func(engine.Info)) (engine.Info, error) {
	m := pos.LegalMoves(nil)[0]
	if moves := pos.Moves(); len(moves) > 0 && moves[len(moves)-1] == game.Pass {
		m = game.Pass
	}
	info := engine.Info{Move: m, Value: 0.5, Nodes: 12345, Elapsed: time.Second, PV: []game.Move{m}, Resign: e.resign}
	if e.slow {
		report(info)
		<-ctx.Done()
	}
	return info, e.fail
}

func (e *scripted) Dead(context.Context, game.Position) ([]game.Point, error) { return nil, nil }
func (e *scripted) Close() error                                              { return nil }

// testTable seats a person with Black, against foe if that is not nil.
func testTable(t *testing.T, spec string, foe engine.Engine) *Table {
	t.Helper()
	return testGame(t, "weiqi:komi=0.5", spec, foe)
}

// testGame is testTable for any game.
func testGame(t *testing.T, rules, spec string, foe engine.Engine) *Table {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := catalog.Rules(rules)
	if err != nil {
		t.Fatal(err)
	}
	other := match.Seat{Kind: match.Human, Name: "friend"}
	if foe != nil {
		other = match.Seat{Kind: match.Engine, Engine: "script", Name: "script"}
	}
	tab, err := New(Config{
		Board: b, Rules: r, Black: match.Seat{Kind: match.Human, Name: "you"}, White: other, Foe: foe, Helper: &scripted{},
		Now:    func() time.Time { return time.Unix(0, 0).UTC() },
		Create: func(name string) (io.WriteCloser, error) { return os.Create(name) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// player drives a screen without a terminal.
type player struct {
	*screen
	t *testing.T
}

func newPlayer(t *testing.T, spec string, foe engine.Engine) player {
	p := player{newScreen(t.Context(), testTable(t, spec, foe), false), t}
	p.run(p.Init())
	p.Update(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	return p
}

// run runs a command and what follows, except the clock's ticks.
func (p player) run(cmd tea.Cmd) {
	p.t.Helper()
	if cmd == nil {
		return
	}
	msg := make(chan tea.Msg, 1)
	go func() { msg <- cmd() }()
	select {
	case m := <-msg:
		if batch, ok := m.(tea.BatchMsg); ok {
			p.run(batch[0]) // the second is the clock
			return
		}
		if _, quit := m.(tea.QuitMsg); quit {
			return
		}
		_, next := p.Update(m)
		if info, ok := m.(thoughtInfo); ok && info.of == p.thought {
			return // a slow engine has more to report: the test continues
		}
		p.run(next)
	case <-time.After(10 * time.Second):
		p.t.Fatal("a command does not end")
	}
}

var testKeys = map[string]tea.KeyPressMsg{
	"enter": {Code: tea.KeyEnter}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "backspace": {Code: tea.KeyBackspace},
	"f1": {Code: tea.KeyF1}, "space": {Code: tea.KeySpace, Text: " "},
	"ctrl+z": {Code: 'z', Mod: tea.ModCtrl}, "ctrl+a": {Code: 'a', Mod: tea.ModCtrl},
	"ctrl+t": {Code: 't', Mod: tea.ModCtrl}, "ctrl+g": {Code: 'g', Mod: tea.ModCtrl},
	"shift+left": {Code: tea.KeyLeft, Mod: tea.ModShift},
}

// press presses keys, or types words, which end with Enter.
func (p player) press(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		if msg, ok := testKeys[k]; ok {
			_, cmd := p.Update(msg)
			p.run(cmd)
			continue
		}
		for _, r := range k {
			p.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
		_, cmd := p.Update(testKeys["enter"])
		p.run(cmd)
	}
}

// sees checks that the screen shows all of the texts.
func (p player) sees(texts ...string) {
	p.t.Helper()
	content := p.View().Content
	for _, text := range texts {
		if !strings.Contains(content, text) {
			p.t.Errorf("the screen does not show %q:\n%s", text, content)
		}
	}
}

func TestScreenPlay(t *testing.T) {
	p := newPlayer(t, "grid:5", &scripted{})
	p.sees("[·]"[:1], "Black to play: you", "C3: empty; beside it C4 B3 D3 C2")
	p.press("enter")
	p.sees("[X]", "(O)", "2 A5  1 C3", "Black to play")
	p.press("enter")
	p.sees("There is a stone on that point already.")
	p.press("right", "up", "space")
	if p.match.Ply() != 4 || p.board.Name(p.cursor) != "D4" {
		t.Errorf("at %s after %d moves", p.board.Name(p.cursor), p.match.Ply())
	}
	p.press("a1")
	if a1, _ := p.board.Lookup("A1"); p.match.Position().At(a1) != game.Black {
		t.Error("a1 was not played")
	}
	p.press("nonsense")
	p.sees(`"nonsense" is neither a point on this`)
	p.press("ctrl+z")
	if p.match.Ply() != 4 {
		t.Errorf("%d moves after taking back", p.match.Ply())
	}
	p.press("ctrl+t")
	p.sees("Hint: C5, 50 % to win", "?")
	p.press("resign")
	p.sees("The game is over: White wins by", "resignation")
	p.press("b2", "undo")
	p.sees("The game is over")
}

func TestScreenScoring(t *testing.T) {
	p := newPlayer(t, "grid:5", &scripted{})
	p.press("c3", "pass")
	p.sees("Both passed: which stones are dead?", "White passes.", "Black 1 = 0 territory + 1 stone",
		"White 1.5 = 0 territory + 1 stone", "Result: W+0.5.")
	p.press("a5")
	p.sees("[O]", "dead; beside it B5 A4", "Black 25 = 24 territory + 1 stone", "Result: B+24.5.")
	p.press("right", "right")
	p.sees("<O>")
	p.press("ctrl+g")
	p.sees("Black to play")
	p.press("pass", "a5", "left", "d5")
	p.sees("There is no stone on that point.")
	p.press("ctrl+a")
	p.sees("The game is over: Black wins by 24.5")
}

func TestScreenTwoPeople(t *testing.T) {
	p := newPlayer(t, "torus:5x5", nil)
	p.press("a1", "b1", "undo", "undo", "undo")
	p.sees("There is no move to take back.", "Black to play: you", "←─", "↑")
	p.press("c3", "b1", "c2", "b2", "pass", "pass")
	p.sees("Both passed")
	p.press("accept")
	p.sees("The game is over")
}

func TestScreenMoveNow(t *testing.T) {
	p := newPlayer(t, "grid:5", &scripted{slow: true})
	p.press("c3")
	p.sees("White to play: script", "12,345 playouts, 12,345/s", "50 % with A5", "Enter: move now")
	th := p.thought
	p.press("enter")
	p.run(th.wait())
	p.sees("(O)", "Black to play: you")
	p.press("d4", "ctrl+z") // while it thinks
	if p.match.Ply() != 2 || p.thought != nil {
		t.Errorf("%d moves, thinking %v", p.match.Ply(), p.thought)
	}
	p.press("d4", "quit")
	select {
	case <-p.ended:
	default:
		t.Error("the search goes on after quit")
	}
}

func TestScreenEngineTroubles(t *testing.T) {
	p := newPlayer(t, "grid:5", &scripted{fail: errors.New("out of cheese")})
	p.press("c3")
	p.sees("script cannot move: out of", "cheese", "again")
	p.foe.(*scripted).fail = nil
	p.press("enter")
	p.sees("Black to play: you")
	p.foe.(*scripted).resign = true
	p.press("d4")
	p.sees("White resigns.", "The game is over: Black wins by")
}

func TestScreenKeys(t *testing.T) {
	p := newPlayer(t, "grid:9", &scripted{})
	p.press("f1")
	p.sees("How to play", "Press any key")
	p.press("esc")
	p.Update(tea.KeyPressMsg{Code: 'x', Text: "x"})
	p.Update(tea.PasteMsg{Content: "y\x1b[31m\nz"})
	p.sees("> xy[31mz_")
	p.press("backspace")
	p.sees("> xy[31m_")
	p.press("esc")
	p.sees("> _")
	before := p.cursor
	p.press("tab")
	if p.cursor == before {
		t.Error("Tab stays")
	}
	p.press("save", "save "+filepath.Join(t.TempDir(), "none", "x.sgf"))
	p.sees("is not saved")
	file := filepath.Join(t.TempDir(), "x.sgf")
	p.press("e5", "save "+file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const want = "(;FF[4]CA[UTF-8]AP[moyo]GM[1]SZ[9]RI[weiqi:komi=0.5,score=area,ko=positional,suicide=no]" +
		"KM[0.5]RU[Chinese]PB[you]PW[script]DT[1970-01-01]\n" +
		";B[ee];W[aa])\n"
	if string(text) != want {
		t.Errorf("saved %q, want %q", text, want)
	}
}

// TestScreenSizes draws every kind of board in spaces of all sizes and checks that nothing is wider
// or higher than the terminal.
func TestScreenSizes(t *testing.T) {
	for _, spec := range []string{
		"grid:9", "grid:19", "grid:1x2", "torus:9x9", "mobius:11x5", "klein:5x5", "projective:5x5",
		"hex:6", "circle:4x16", "honeycomb:3", "geodesic:2", "sphere:12x8", "cube:3", "box:3x3x3",
	} {
		p := newPlayer(t, spec, &scripted{})
		for _, size := range [][2]int{{200, 60}, {80, 24}, {60, 20}, {40, 24}, {20, 10}, {5, 3}, {1, 1}} {
			p.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			p.press("left", "up", "shift+left")
			content := p.View().Content
			lines := strings.Split(content, "\n")
			if len(lines) > max(size[1], panelLines+5) {
				t.Errorf("%s at %v: %d lines", spec, size, len(lines))
			}
			for _, l := range lines {
				if w := len([]rune(l)); w > max(size[0], 24) {
					t.Errorf("%s at %v: a line of %d: %q", spec, size, w, l)
					break
				}
			}
		}
	}
}

// TestWalk walks around boards along their edges.
func TestWalk(t *testing.T) {
	for _, tt := range []struct{ spec, from, keys, to string }{
		{"grid:5", "A1", "left", "A1"},
		{"grid:5", "A1", "right up", "B2"},
		{"torus:5x5", "A1", "left", "E1"},
		{"torus:5x5", "A1", "down", "A5"},
		{"mobius:7x3", "A1", "left", "G3"},
		{"mobius:7x3", "A1", "down", "A1"},
		{"cylinder:5x3", "E2", "right", "A2"},
		{"cylinder:5x3", "E3", "up", "E3"},
		{"hex:3", "C3", "right", "C4"},
	} {
		p := newPlayer(t, tt.spec, &scripted{})
		p.cursor, _ = p.board.Lookup(tt.from)
		p.press(strings.Fields(tt.keys)...)
		if got := p.board.Name(p.cursor); got != tt.to {
			t.Errorf("%s: from %s %s to %s, want %s", tt.spec, tt.from, tt.keys, got, tt.to)
		}
	}
}

// TestWalkReachesAll reaches every point of solid boards by arrow keys.
func TestWalkReachesAll(t *testing.T) {
	for _, spec := range []string{"geodesic:2", "cube:3", "torus:5x4", "klein:5x4"} {
		p := newPlayer(t, spec, &scripted{})
		seen := map[game.Point]bool{p.cursor: true}
		rng := uint32(7)
		for range 5_000 {
			rng = rng*1664525 + 1013904223
			p.walk(int(rng>>16) % 4)
			seen[p.cursor] = true
		}
		if len(seen) != p.board.Len() {
			t.Errorf("%s: %d of %d points reached", spec, len(seen), p.board.Len())
		}
	}
}

// plain runs the line mode.
func plain(t *testing.T, tab *Table, in string) string {
	t.Helper()
	var out strings.Builder
	if err := tab.PlayPlain(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPlain(t *testing.T) {
	got := plain(t, testTable(t, "grid:3", &scripted{}), "b2\nb2\nlook b2\nhint\nundo\nc1\nboard\n?\nsave\nz9\nlist\npass\na3\naccept\n")
	for _, want := range []string{
		"Grid 3×3, komi 0.5, area scoring, positional ko. you against script.",
		"White plays A3.", "There is a stone on that point already.", "B2: black, 1 stone with 4 liberties; beside it B3 A2 C2 B1.",
		"Hint: B3 (win probability 50 %)", "Taken back.",
		"   A B C\n3 (O). .  3\n2  . . .  2\n1  . . X  1\n   A B C\n", "after two passes", "Please name a file", `"z9" is neither a point`,
		"C1: black, 1 stone with 2 liberties; beside it C2 B1",
		"White plays pass.", "No stones are marked dead.", "Marked dead: A3.",
		"Black 9 = 8 territory + 1 stone", "The game is over: Black wins by 8.5 points.",
	} {
		if !strings.Contains(strings.ToLower(got), strings.ToLower(want)) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
}

func TestPlainEnds(t *testing.T) {
	if got := plain(t, testTable(t, "geodesic:1", nil), "1\nboard\nquit\n2\n"); strings.Contains(got, "2:") ||
		!strings.Contains(got, "12 points; type list to see them all. Black: 1. White: none.") {
		t.Errorf("got %s", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	if err := testTable(t, "grid:3", nil).PlayPlain(ctx, strings.NewReader(""), &out); err != nil {
		t.Error(err)
	}
	tab := testTable(t, "grid:3", &scripted{fail: errors.New("out of cheese")})
	if err := tab.PlayPlain(t.Context(), strings.NewReader("a1\n"), &out); err == nil || !strings.Contains(err.Error(), "out of cheese") {
		t.Errorf("an engine that fails: %v", err)
	}
}

// TestRecordOfSolid writes a game on a board that is no grid and reads it back.
func TestRecordOfSolid(t *testing.T) {
	tab := testTable(t, "geodesic:1", nil)
	plain(t, tab, "3\npass\n7\nresign\n")
	games, err := sgf.Parse(tab.record().String())
	if err != nil {
		t.Fatal(err)
	}
	root := games[0].Root
	if spec, _ := games[0].BoardSpec(); spec != "geodesic:1" || root.SimpleText("RE") != "B+R" || root.SimpleText("GM") != "0" {
		t.Errorf("record %s", games[0])
	}
	if first := root.Next(); first.Raw("B")[0] != "3" || first.Next().Raw("W")[0] != "" {
		t.Errorf("record %s", games[0])
	}
}
