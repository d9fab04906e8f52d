package catalog

import (
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
)

// TestGamesAreComplete: each entry has all it needs, and its usual board can be played on.
func TestGamesAreComplete(t *testing.T) {
	gallery := Gallery()
	for _, g := range Games() {
		rules, err := Rules(g.ID)
		if err != nil {
			t.Fatal(err)
		}
		if g.Title == "" || g.Text == "" || !strings.HasSuffix(g.HowToPlay, ".") || strings.Contains(g.HowToPlay, "  ") {
			t.Errorf("%s: no title, no text, or no text on how to play: %+v", g.ID, g)
		}
		if _, err := begin(rules, g.Board); err != nil {
			t.Errorf("%s on its usual board: %v", g.ID, err)
		}
		for _, spec := range g.Boards {
			if !slices.ContainsFunc(gallery, func(b BoardEntry) bool { return b.Spec == spec && slices.Contains(b.Games, g.ID) }) {
				t.Errorf("%s is offered on %s, which is not in the gallery", g.ID, spec)
			}
		}
		for _, v := range g.Variants {
			if r, err := Rules(v.Rules); err != nil || nameOf(r.ID()) != g.ID || v.Title == "" {
				t.Errorf("%s: variant %+v: %v", g.ID, v, err)
			}
		}
		checkSample(t, g)
		checkOptions(t, g)
	}
}

// checkSample places the stones of a game's picture: each on a point of its board, no two
// on the same one.
func checkSample(t *testing.T, g Game) {
	b, err := Board(g.Sample.Board, nil)
	if err != nil {
		t.Errorf("%s: sample: %v", g.ID, err)
		return
	}
	seen := map[game.Point]bool{}
	for _, name := range strings.Fields(g.Sample.Black + " " + g.Sample.White) {
		p, ok := b.Lookup(name)
		if !ok || seen[p] {
			t.Errorf("%s: sample: %s is not a point of %s or has two stones", g.ID, name, b.Title())
		}
		seen[p] = true
	}
	if g.Sample.Black == "" || g.Sample.White == "" {
		t.Errorf("%s: sample: no stones of both colours", g.ID)
	}
}

// checkOptions: settings and terms refer to options and terms that exist.
func checkOptions(t *testing.T, g Game) {
	for _, o := range g.Options {
		if o.Term != "" && !slices.Contains(TermIDs(), o.Term) {
			t.Errorf("%s: option %s: no term %q", g.ID, o.ID, o.Term)
		}
		for _, s := range []Setting{o.Only, o.Never} {
			if s == (Setting{}) {
				continue
			}
			if _, err := Rules(g.ID + ":" + s.Option + "=" + s.Value); err != nil {
				t.Errorf("%s: option %s: %v", g.ID, o.ID, err)
			}
		}
	}
}

// TestTraits compares the traits that the rules report.
func TestTraits(t *testing.T) {
	for id, want := range map[string]Traits{
		"weiqi":       {Counted: true},
		"gomoku":      {NeedsLines: true},
		"connect4":    {NeedsLines: true, Falls: true},
		"capturefive": {NeedsLines: true},
		"atari-go":    {Playouts: true},
		"nogo":        {Playouts: true},
		"pente":       {NeedsLines: true, Playouts: true},
	} {
		if got := GameOf(id + ":x=y").Traits; got != want {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
	if g := GameOf("chess"); g.ID != "" || g.Traits != (Traits{}) {
		t.Errorf("chess is %+v", g)
	}
}

// TestLetters compares the coordinate letters of each game.
func TestLetters(t *testing.T) {
	for id, want := range map[string]board.Letters{
		"weiqi": board.GoLetters, "gomoku": board.AllLetters, "gomoku:rule=renju": board.AllLetters, "gomoku:rule=caro8": board.AllLetters,
		"pente": board.GoLetters, "capturefive": board.GoLetters, "chess": board.GoLetters,
	} {
		if got := GameOf(id).Letters; got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// TestDescribe compares rules in words.
func TestDescribe(t *testing.T) {
	for id, want := range map[string][2]string{
		"weiqi": {"Go", "Area scoring, komi 7.5"},
		"weiqi:komi=6.5,score=territory,handicap=2,suicide=yes":     {"Go", "Territory scoring, komi 6.5, 2 handicap stones, suicide allowed"},
		"weiqi:komi=7.5,score=area,ko=simple,suicide=no,handicap=0": {"Go", "Area scoring, komi 7.5, simple ko"},
		"gomoku":                                 {"Gomoku", "Gomoku, freestyle"},
		"gomoku:rule=renju,n=5,opening=swap2":    {"Renju", "Renju, swap2"},
		"gomoku:rule=freestyle,n=4,opening=none": {"Gomoku", "Gomoku, freestyle, 4 in a row"},
		"gomoku:rule=caro9":                      {"Caro", "Caro, exactly five"},
		"capturefive:n=5,lines=orthogonal,ko=positional,pass=no,captures=yes": {"Capture Five", "Capture Five, 5 in a row"},
		"capturefive:n=4": {"Capture Four", "Capture Four, 4 in a row"},
		"capturefive:n=4,lines=all,ko=simple,pass=yes,captures=no": {"Robogo",
			"Robogo, 4 in a row, diagonals too, no captures, simple ko, passing allowed"},
		"connect4":              {"Connect Four", "Connect Four, 4 in a row"},
		"connect4:n=3":          {"Connect Three", "Connect Three, 3 in a row"},
		"atari-go:captures=1":   {"Atari-Go", "Atari-Go, 1 capture to win"},
		"atari-go:captures=5":   {"Atari-Go", "Atari-Go, 5 captures to win"},
		"pente:n=5,captures=10": {"Pente", "Pente, 5 in a row or 10 stones taken"},
		"pentalath:n=5":         {"Pentalath", "Pentalath, 5 in a row"},
		"nogo":                  {"NoGo", "NoGo"},
		"pentalath:n=99":        {"Pentalath", "Pentalath"},
		"chess:960":             {"chess", "chess"},
	} {
		if got := Describe(id); got.Name != want[0] || got.Text != want[1] {
			t.Errorf("%s: %+v, want %q", id, got, want)
		}
	}
	for _, o := range GameOf("gomoku").Options {
		for _, c := range o.Choices {
			if w := Describe("gomoku:" + o.ID + "=" + c.Value); w.Name == "" || w.Text == "" {
				t.Errorf("%s=%s has no words", o.ID, c.Value)
			}
		}
	}
}

// TestTerms: each term has an id and is listed once.
func TestTerms(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range TermIDs() {
		if seen[id] || id == "" {
			t.Errorf("term %q is listed twice or has no id", id)
		}
		seen[id] = true
	}
}
