package gomoku_test

import (
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/gomoku"
)

// row sets up a board of a single line, with X and O for stones and * for the point that side plays
// on. It returns the position before the move and that point.
func row(t *testing.T, rule, line string, side game.Color) (*gomoku.Position, game.Point) {
	t.Helper()
	pos, err := rules(t, "rule="+rule).Start(board.Grid(len(line), 1))
	if err != nil {
		t.Fatal(err)
	}
	var stones []game.Placed
	for i, r := range line {
		if c := strings.IndexRune("*XO", r); c > 0 {
			stones = append(stones, game.Placed{Point: game.Point(i), Color: game.Color(c)})
		}
	}
	if err := pos.Set(stones, side); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return pos, game.Point(strings.IndexByte(line, '*'))
}

// TestRows checks the rules on rows, sentence by sentence.
func TestRows(t *testing.T) {
	const black, white = game.Black, game.White
	for _, c := range []struct {
		rule, line string
		side       game.Color
		figure     int // stones of the winning figure, 0 if no side wins
	}{
		// Freestyle: five or more in an unbroken line win.
		{"freestyle", "..XX*XX..", black, 5},
		{"freestyle", "XXXX*....", black, 5},
		{"freestyle", "....*XXXX", black, 5},
		{"freestyle", ".XXX*XX..", black, 6},
		{"freestyle", "XXXX*XXXX", black, 9},
		{"freestyle", ".OOO*OO..", white, 6},
		{"freestyle", "..XX*X.X.", black, 0},
		{"freestyle", "..XX*XOXX", black, 0},
		{"freestyle", "..XX*XX..", white, 0},
		{"freestyle", "OXXX*XO..", black, 5},
		// Standard: exactly five, for either side; six or more are legal.
		{"standard", "..XX*XX..", black, 5},
		{"standard", ".XXX*XX..", black, 0},
		{"standard", ".OOO*OO..", white, 0},
		{"standard", "OXXX*XO..", black, 5},
		{"standard", "XXXX*XXXX", black, 0},
		{"standard", "XXXX*.XXX", black, 5},
		// Renju: Black wins with exactly five, White with five or more.
		{"renju", "..XX*XX..", black, 5},
		{"renju", "..OO*OO..", white, 5},
		{"renju", ".OOO*OO..", white, 6},
		// Caro: five win unless both ends are enemy stones; the edge does not
		// block. Rule 8: six or more always win. Rule 9: they never do.
		{"caro8", "..XX*XX..", black, 5},
		{"caro8", ".OXX*XX..", black, 5},
		{"caro8", "..XX*XXO.", black, 5},
		{"caro8", ".OXX*XXO.", black, 0},
		{"caro8", "XXXX*O...", black, 5},
		{"caro8", "...OXX*XX", black, 5},
		{"caro8", "OXXX*XXO.", black, 6},
		{"caro8", "OXXX*XXXO", black, 7},
		{"caro8", "XOOO*OX..", white, 0},
		{"caro8", "XOOO*O...", white, 5},
		{"caro9", "..XX*XX..", black, 5},
		{"caro9", ".OXX*XXO.", black, 0},
		{"caro9", "XXXX*O...", black, 5},
		{"caro9", ".XXX*XX..", black, 0},
		{"caro9", "OXXX*XXO.", black, 0},
		{"caro9", ".OOO*OO..", white, 0},
	} {
		pos, at := row(t, c.rule, c.line, c.side)
		if err := pos.Play(game.Place(at)); err != nil {
			t.Errorf("%s %s: %v", c.rule, c.line, err)
			continue
		}
		out := pos.Outcome()
		if won := out.Winner == c.side && out.How == "five"; won != (c.figure > 0) || len(pos.Figure()) != c.figure {
			t.Errorf("%s %s: outcome %+v with the figure %v", c.rule, c.line, out, pos.Figure())
		}
	}
}

// TestBoards: freestyle on 20x20 and 15x15; a full board is a draw.
func TestBoards(t *testing.T) {
	for _, spec := range []string{
		"grid:15", "grid:20", "grid:99", "torus:15x15", "cylinder:15x15", "mobius:21x9", "cube:7",
		"geodesic:3", "hex:6", "sphere:12x8", "box:5x5x5", "klein:12x9", "projective:9x9",
	} {
		pos := start(t, "", spec)
		if pos.ToPlay() != game.Black || len(pos.LegalMoves(nil)) != pos.Board().Len() {
			t.Errorf("%s: %s begins with %d moves", spec, pos.ToPlay(), len(pos.LegalMoves(nil)))
		}
	}
	pos := start(t, "n=3", "grid:3")
	for _, m := range []game.Move{4, 0, 2, 6, 3, 5, 1, 7, 8} {
		if pos.Outcome().Over {
			t.Fatal("over before the board is full")
		}
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := pos.Outcome(), (game.Outcome{Over: true, How: "board full"}); got != want || pos.Figure() != nil {
		t.Errorf("a full board: %+v, figure %v", got, pos.Figure())
	}
	// The last stone can still win.
	pos = start(t, "n=3", "grid:3x1")
	if err := pos.Set([]game.Placed{{Point: 0, Color: game.White}, {Point: 2, Color: game.White}}, game.White); err != nil {
		t.Fatal(err)
	}
	if err := pos.Play(1); err != nil || pos.Outcome().How != "three" || pos.Outcome().Winner != game.White {
		t.Errorf("three on the last point: %+v, %v", pos.Outcome(), err)
	}
}

// TestRings: on a ring of n points n stones win unblocked; a line that returns to its own point
// ends there.
func TestRings(t *testing.T) {
	for _, c := range []struct {
		rule, spec string
		black      []string
		white      []string
		last       string
		win        bool
	}{
		{"freestyle", "torus:5x7", []string{"A1", "B1", "C1", "D1"}, nil, "E1", true},
		{"standard", "torus:5x7", []string{"A1", "B1", "C1", "D1"}, nil, "E1", true},
		{"caro9", "torus:5x7", []string{"A1", "B1", "D1", "E1"}, nil, "C1", true},
		{"freestyle", "torus:6x7", []string{"F1", "A1", "B1", "C1"}, nil, "D1", true},
		{"standard", "torus:6x7", []string{"F1", "A1", "B1", "C1"}, nil, "D1", true},
		{"caro8", "torus:6x7", []string{"F1", "A1", "B1", "C1"}, []string{"E1"}, "D1", false}, // the same stone at both ends
		{"caro8", "torus:6x7", []string{"F1", "A1", "B1", "C1"}, nil, "D1", true},
		{"freestyle", "torus:4x7", []string{"A1", "B1", "C1"}, nil, "D1", false}, // four points are not five
		{"freestyle", "torus:4x7", []string{"A1", "A2", "A7", "A6"}, nil, "A3", true},
		{"standard", "mobius:7x3", []string{"F1", "G1", "A3", "B3"}, nil, "C3", true}, // mirrored over the seam
		{"freestyle", "projective:7x7", []string{"F2", "G2", "A6", "B6"}, nil, "C6", true},
		{"freestyle", "klein:7x7", []string{"C6", "C7", "C1", "C2"}, nil, "C3", true},
	} {
		pos := start(t, "rule="+c.rule, c.spec)
		var stones []game.Placed
		for color, list := range map[game.Color][]string{game.Black: c.black, game.White: c.white} {
			for _, name := range list {
				stones = append(stones, game.Placed{Point: lookup(t, pos, name), Color: color})
			}
		}
		if err := pos.Set(stones, game.Black); err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if err := pos.Play(game.Place(lookup(t, pos, c.last))); err != nil || pos.Outcome().Over != c.win {
			t.Errorf("%+v: %+v, %v", c, pos.Outcome(), err)
		}
	}
}

func lookup(t *testing.T, pos game.Position, name string) game.Point {
	t.Helper()
	p, ok := pos.Board().Lookup(name)
	if !ok {
		t.Fatalf("no point %s on %s", name, pos.Board().Spec())
	}
	return p
}

// TestBadOptions tries invalid options, and boards that do not suit the game.
func TestBadOptions(t *testing.T) {
	for id, want := range map[string]string{
		"n=2":                    "3 to 20",
		"n=21":                   "3 to 20",
		"n=-5":                   "3 to 20",
		"n=five":                 `n "five"`,
		"rule=gobang":            `rule "gobang"`,
		"opening=swap3":          `opening "swap3"`,
		"forbidden=maybe":        `forbidden "maybe"`,
		"rule=renju,n=6":         "five in a row",
		"rule":                   "name=value",
		"n=5,n=6":                "twice",
		"komi=5":                 `option "komi"`,
		strings.Repeat("x", 999): "...",
	} {
		if _, err := gomoku.Parse(id); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%.40s: %v, want %q", id, err, want)
		}
	}
	for _, opt := range []gomoku.Options{{N: 5, Rule: 9}, {N: 5, Opening: 99}, {}} {
		if _, err := gomoku.New(opt); err == nil {
			t.Errorf("%+v is taken", opt)
		}
	}
	for spec, want := range map[string]string{
		"grid:4":         "no line of 5",
		"torus:4x4":      "no line of 5",
		"cycle:4":        "no line of 5",
		"box:4x4x4":      "no line of 5",
		"projective:2x2": "no line of 5",
		"grid:1":         "no straight lines",
	} {
		if _, err := rules(t, "").New(gametest.Board(t, spec)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

// TestIDs: a canonical id parses to itself, and options are where they were set.
func TestIDs(t *testing.T) {
	for id, want := range map[string]string{
		"":                             "gomoku:rule=freestyle,n=5,opening=none",
		"gomoku":                       "gomoku:rule=freestyle,n=5,opening=none",
		"gomoku:opening=swap2":         "gomoku:rule=freestyle,n=5,opening=swap2",
		"rule=caro8,n=6":               "gomoku:rule=caro8,n=6,opening=none",
		"forbidden=loses":              "gomoku:rule=freestyle,n=5,opening=none", // has no effect
		"forbidden=loses,rule=renju":   "gomoku:rule=renju,n=5,opening=none,forbidden=loses",
		"forbidden=refused,rule=renju": "gomoku:rule=renju,n=5,opening=none",
	} {
		r := rules(t, id)
		again, err := gomoku.New(r.Options())
		if err != nil || r.ID() != want || rules(t, want).ID() != want || again.ID() != want {
			t.Errorf("%q becomes %q, want %q (%v)", id, r.ID(), want, err)
		}
	}
}

// TestSet refuses invalid positions, and leaves the old one unchanged.
func TestSet(t *testing.T) {
	pos := start(t, "n=3", "grid:3")
	if err := pos.Play(4); err != nil {
		t.Fatal(err)
	}
	hash := pos.Hash()
	stone := func(p game.Point, c game.Color) game.Placed { return game.Placed{Point: p, Color: c} }
	for want, stones := range map[string][]game.Placed{
		"no point 9":  {stone(9, game.Black)},
		"no point -1": {stone(-1, game.Black)},
		"no colour":   {stone(0, game.Empty)},
		"two stones":  {stone(0, game.Black), stone(0, game.White)},
		"won already": {stone(0, game.Black), stone(1, game.Black), stone(2, game.Black)},
		"no point is left": {
			stone(0, game.Black), stone(1, game.White), stone(2, game.Black), stone(3, game.Black), stone(4, game.White),
			stone(5, game.Black), stone(6, game.White), stone(7, game.Black), stone(8, game.White),
		},
	} {
		if err := pos.Set(stones, game.Black); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := pos.Set(nil, game.Empty); err == nil {
		t.Error("a position without a side to move is accepted")
	}
	if pos.Hash() != hash || len(pos.Moves()) != 1 {
		t.Error("a refused set-up has changed the position")
	}
}

// FuzzParse: each accepted id has a canonical id that parses to itself.
func FuzzParse(f *testing.F) {
	f.Add("gomoku:rule=renju,n=5,opening=soosorv,forbidden=loses")
	f.Add("n=20,rule=caro9,opening=longpro")
	f.Add("gomoku:,n=")
	f.Fuzz(func(t *testing.T, id string) {
		r, err := gomoku.Parse(id)
		if err != nil {
			if len(err.Error()) > 4*2*60+200 { // two clipped parts, quoted
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		again, err := gomoku.Parse(r.ID())
		if err != nil || again.ID() != r.ID() {
			t.Errorf("%q becomes %q, and that %v", id, r.ID(), err)
		}
	})
}
