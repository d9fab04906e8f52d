package arena

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/baseline/random"
	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

func TestParseOpening(t *testing.T) {
	rules, _ := gomoku.Parse("gomoku")
	for _, tt := range []struct{ board, text, want string }{
		{"grid:15", "h8i9", "H8 J7"}, // this form has the letter i, and rows count from the top
		{"grid:15", "a1o15", "A15 P1"},
		{"grid:15", "0,0,1,-1", "H8 J9"},
		{"grid:15", "0,0, -7,7", "H8 A1"},
		{"grid:20", "0,0", "L10"}, // the tenth column and row counted from 0
		{"grid:15", "H8 J9", "H8 J9"},
		{"torus:9x9", "A1 B2", "A1 B2"},
	} {
		b, err := board.Parse(tt.board)
		if err != nil {
			t.Fatal(err)
		}
		o, err := ParseOpening(tt.text, rules, b)
		if err != nil {
			t.Errorf("%s on %s: %v", tt.text, tt.board, err)
			continue
		}
		var names []string
		for _, m := range o.Moves {
			names = append(names, b.Name(m.Point()))
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s on %s: %s, want %s", tt.text, tt.board, got, tt.want)
		}
	}
	for _, text := range []string{"h8h8", "h16", "p1", "1,2,3", "8,0", "x,y", "H8 H8", "Q99", "h8 i9", "a1b1a2b2a3b3a4b4a5", ","} {
		if o, err := ParseOpening(text, rules, board.Grid(15, 15)); err == nil {
			t.Errorf("%q was read as %v", text, o.Moves)
		}
	}
	if _, err := ParseOpening("h8", rules, mustBoard(t, "torus:9x9")); err == nil {
		t.Error("letters were read on a torus")
	}
}

func mustBoard(t *testing.T, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestReadOpenings(t *testing.T) {
	rules, _ := gomoku.Parse("gomoku")
	list, err := ReadOpenings("x.txt", strings.NewReader("# two\nh8i9\r\n\n0,0,1,1\n"), rules, board.Grid(15, 15))
	if err != nil || len(list) != 2 || list[1].Text != "0,0,1,1" {
		t.Errorf("%v, %v", list, err)
	}
	for text, want := range map[string]string{
		"":                        "no opening",
		"h8\nh99":                 "x.txt:2: opening h99",
		strings.Repeat("x", 5000): "token too long",
	} {
		_, err := ReadOpenings("x.txt", strings.NewReader(text), rules, board.Grid(15, 15))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}

// TestSharedOpenings reads the tournament's openings.
func TestSharedOpenings(t *testing.T) {
	dir := filepath.Join(testenv.SharedData(t), "gomoku")
	for name, id := range map[string][2]string{
		"openings-open15f.txt": {"gomoku:rule=freestyle", "grid:15"}, "openings-open15s.txt": {"gomoku:rule=standard", "grid:15"},
		"openings-open15r.txt": {"gomoku:rule=renju", "grid:15"}, "openings-open20f.txt": {"gomoku:rule=freestyle", "grid:20"},
	} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		rules, err := gomoku.Parse(id[0])
		if err != nil {
			t.Fatal(err)
		}
		list, err := ReadOpenings(name, f, rules, mustBoard(t, id[1]))
		f.Close()
		if err != nil || len(list) < 8 {
			t.Errorf("%s: %d openings, %v", name, len(list), err)
		}
	}
}

func FuzzParseOpening(f *testing.F) {
	f.Add("h8i9")
	f.Add("-1,2,0,0")
	f.Add("H8 J9 pass")
	rules, _ := gomoku.Parse("gomoku:rule=renju")
	b := board.Grid(15, 15)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := ParseOpening(text, rules, b)
		if err != nil {
			return
		}
		pos, err := rules.New(b)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.play(pos); err != nil || pos.Outcome().Over {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// judge calls openings with the first stone in the upper half even.
type judge struct{ engine.Engine }

func (judge) Search(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	if pos.Moves()[0] < 40 {
		return engine.Info{Value: 0.52}, nil
	}
	return engine.Info{Value: 0.9}, nil
}

// doubtful calls openings even in a quick search if the first stone is in the upper half, and in a
// full search only if it is above the fourth row.
type doubtful struct {
	engine.Engine
	glances, full int
}

func (d *doubtful) Search(_ context.Context, pos game.Position, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	value, row := 0.9, pos.Moves()[0].Point()/9
	switch {
	case lim.Nodes == 100:
		d.glances++
		if row < 4 {
			value = 0.58
		}
	case lim.Nodes == 1600:
		d.full++
		if row < 3 {
			value = 0.52
		}
	}
	return engine.Info{Value: value}, nil
}

func TestGenerateLooksTwice(t *testing.T) {
	rules, _ := gomoku.Parse("gomoku")
	d := &doubtful{Engine: random.New()}
	g := Generator{
		Rules: rules, Board: mustBoard(t, "grid:9"), Engine: d, Limits: engine.Limits{Nodes: 1600},
		Stones: [2]int{3, 5}, Range: 0.05, Seed: 3,
	}
	list, err := g.Make(t.Context(), 20)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range list {
		if row := o.Moves[0].Point() / 9; row >= 3 {
			t.Errorf("%s is even at a glance only", o.Text)
		}
	}
	if d.full <= len(list) || d.full >= d.glances {
		t.Errorf("%d openings of %d glances and %d searches", len(list), d.glances, d.full)
	}
}

func TestGenerate(t *testing.T) {
	rules, _ := gomoku.Parse("gomoku")
	for _, spec := range []string{"grid:9", "torus:9x9", "cube:4"} {
		g := Generator{Rules: rules, Board: mustBoard(t, spec), Engine: judge{random.New()}, Stones: [2]int{3, 5}, Range: 0.05, Seed: 3}
		list, err := g.Make(t.Context(), 20)
		if err != nil || len(list) != 20 {
			t.Fatalf("%s: %d, %v", spec, len(list), err)
		}
		for _, o := range list {
			if len(o.Moves) < 3 || len(o.Moves) > 5 || o.Moves[0] >= 40 {
				t.Errorf("%s: %s", spec, o.Text)
			}
			again, err := ParseOpening(o.Text, rules, g.Board)
			if err != nil || len(again.Moves) != len(o.Moves) {
				t.Errorf("%s: %s is read as %v, %v", spec, o.Text, again, err)
			}
		}
		same, err := g.Make(t.Context(), 20)
		if err != nil || same[19].Text != list[19].Text {
			t.Errorf("%s: the same seed makes other openings", spec)
		}
	}
	g := Generator{Rules: rules, Board: mustBoard(t, "grid:9"), Engine: judge{random.New()}, Stones: [2]int{1, 1}, Range: 0.01}
	if _, err := g.Make(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "only 0 of 1") {
		t.Error(err)
	}
}
