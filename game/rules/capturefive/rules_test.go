package capturefive_test

import (
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/capturefive"
)

// diagram sets up a grid from lines of ., X and O, the top row first.
func diagram(t *testing.T, id, lines string, toPlay game.Color) *capturefive.Position {
	t.Helper()
	rows := strings.Fields(lines)
	pos, err := rules(t, id).Start(board.Grid(len(rows[0]), len(rows)))
	if err != nil {
		t.Fatal(err)
	}
	if err := pos.Set(placed(lines), toPlay); err != nil {
		t.Fatal(err)
	}
	return pos
}

func placed(lines string) (stones []game.Placed) {
	for p, r := range strings.Join(strings.Fields(lines), "") {
		if c := strings.IndexRune(".XO", r); c > 0 {
			stones = append(stones, game.Placed{Point: game.Point(p), Color: game.Color(c)})
		}
	}
	return stones
}

func point(t *testing.T, pos game.Position, name string) game.Point {
	t.Helper()
	p, ok := pos.Board().Lookup(name)
	if !ok {
		t.Fatalf("no point %s on %s", name, pos.Board().Spec())
	}
	return p
}

func names(pos game.Position, points []game.Point) string {
	var list []string
	for _, p := range points {
		list = append(list, pos.Board().Name(p))
	}
	return strings.Join(list, " ")
}

// TestCaptures: chains without liberties are captured. A stone that leaves its own chain without
// liberties is illegal, unless it captures.
func TestCaptures(t *testing.T) {
	for _, c := range []struct {
		lines, move string
		side        game.Color
		want        game.Reason
		taken       int
	}{
		{".O... O.... ..... .....", "A4", game.Black, game.Suicide, 0},
		{".XO.. XO... O.... .....", "A4", game.Black, game.Suicide, 0}, // and captures nothing
		{".XO.. XO... O.... .....", "A4", game.White, game.Legal, 2},   // without liberties except by its capture
		{".OX.. OX... X.... .....", "A4", game.Black, game.Legal, 2},
		{"XO.X. .XOX. X.X.. .....", "A3", game.White, game.Legal, 1},
		{".XO.. XO.O. .XO.. .....", "C3", game.Black, game.Legal, 1},
		{".XOO. XO.O. .XOO. .....", "C3", game.Black, game.Legal, 1},
		{"XXOO. XO.O. XXOO. .....", "C3", game.White, game.Legal, 0},
		{"XO... ..... ..... .....", "B4", game.Black, game.Occupied, 0},
	} {
		pos := diagram(t, "", c.lines, c.side)
		m := game.Place(point(t, pos, c.move))
		if got := pos.Check(m); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.move, c.lines, got.Code(), c.want.Code())
		}
		if c.want == game.Legal {
			play(t, pos, c.move)
			if got := pos.Captures(c.side); got != c.taken || pos.Captures(c.side.Other()) != 0 {
				t.Errorf("%s in %s takes %d, want %d", c.move, c.lines, got, c.taken)
			}
		}
	}
}

// TestRows: the win is tested after captures.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		id, lines, move string
		figure          string // "" if no side wins
		longest         int
	}{
		{"n=4", "XXX.. ..... ..... .....", "D4", "A4 B4 C4 D4", 4},
		{"n=4", "XXX.X ..... ..... .....", "D4", "A4 B4 C4 D4 E4", 5}, // more than n
		{"n=4", "..... X.... X.... X....", "A4", "A4 A3 A2 A1", 4},
		{"n=4", "X.... .X... ..X.. .....", "D1", "", 1},
		{"n=4,lines=all", "X.... .X... ..X.. .....", "D1", "A4 B3 C2 D1", 4},
		// The row has no liberty: suicide, and no win. Or it captures, and wins.
		{"n=4", "XXX.O OOXO. ..O.. .....", "D4", "suicide", 3},
		{"n=4", "XXX.O OOXOX ..O.. .....", "D4", "A4 B4 C4 D4", 4},
	} {
		pos := diagram(t, c.id, c.lines, game.Black)
		m := game.Place(point(t, pos, c.move))
		if err := pos.Play(m); err != nil {
			if got := pos.Check(m).Code(); got != c.figure {
				t.Errorf("%s %s: %s", c.lines, c.move, got)
			}
		} else if out, won := pos.Outcome(), c.figure != ""; out.Over != won ||
			names(pos, pos.Figure()) != c.figure || won && (out.Winner != game.Black || out.How != "four") {
			t.Errorf("%s %s: %+v with the figure %s", c.lines, c.move, out, names(pos, pos.Figure()))
		}
		if got := pos.Longest(game.Black); got != c.longest || pos.Need() != 4 {
			t.Errorf("%s %s: the longest row is %d of %d, want %d", c.lines, c.move, got, pos.Need(), c.longest)
		}
	}
}

// TestCaptureBreaksRow captures three stones; the fourth would have won.
func TestCaptureBreaksRow(t *testing.T) {
	const three = "OOO.. XXX.. OOO.. ....."
	pos := diagram(t, "n=4", three, game.Black)
	play(t, pos, "D3")
	if out := pos.Outcome(); out.Winner != game.Black {
		t.Errorf("four in a row: %+v", out)
	}
	pos = diagram(t, "n=4", three, game.White)
	play(t, pos, "D3 A3 E4 B3")
	if pos.Outcome().Over || pos.Captures(game.White) != 3 || pos.Longest(game.Black) != 2 {
		t.Errorf("the longest row is %d, %d are captured: %+v", pos.Longest(game.Black), pos.Captures(game.White), pos.Outcome())
	}
}

// TestKo: a single stone that captured one cannot be recaptured immediately. A snapback is not a
// ko.
func TestKo(t *testing.T) {
	const shape = `
		.XO..
		XO.O.
		.XO..
		.....`
	for _, ko := range []string{"simple", "positional", "situational"} {
		pos := diagram(t, "ko="+ko, shape, game.Black)
		if pos.Ko() != board.None {
			t.Errorf("%s: ko on %d from the start", ko, pos.Ko())
		}
		play(t, pos, "C3")
		back := point(t, pos, "B3")
		if pos.Captures(game.Black) != 1 || pos.Ko() != back || pos.Check(game.Place(back)) != game.Ko {
			t.Errorf("%s: ko on %d, retaking is %s", ko, pos.Ko(), pos.Check(game.Place(back)).Code())
		}
		play(t, pos, "E1 A1")
		if pos.Ko() != board.None || pos.Check(game.Place(back)) != game.Legal {
			t.Errorf("%s: after two moves elsewhere ko on %d, retaking is %s", ko, pos.Ko(), pos.Check(game.Place(back)).Code())
		}
		play(t, pos, "B3")
		if want := point(t, pos, "C3"); pos.Ko() != want {
			t.Errorf("%s: ko on %d, not on %d", ko, pos.Ko(), want)
		}
		pos.Undo()
		pos.Undo()
		pos.Undo()
		if pos.Ko() != back {
			t.Errorf("%s: undo does not bring the ko back", ko)
		}
		pos.SetToPlay(game.Black)
		if pos.Ko() != board.None || pos.ToPlay() != game.Black {
			t.Errorf("%s: the ko binds the side that captured", ko)
		}
	}
	snapback := diagram(t, "ko=simple", ".XO.. XO.O. XXO.. .O...", game.White)
	play(t, snapback, "A1 C3") // captures one, and joins nothing
	if snapback.Captures(game.Black) != 1 {
		t.Fatalf("nothing taken:\n%s", game.Picture(snapback))
	}
}

// TestSuperko sends two and recaptures one: the same stones recur with the other side to move, then
// with the same.
func TestSuperko(t *testing.T) {
	const shape = `
		.....
		.....
		OOX..
		.X.X.`
	for ko, want := range map[string][2]game.Reason{
		"simple":      {game.Legal, game.Legal},
		"situational": {game.Legal, game.Ko},
		"positional":  {game.Ko, game.Ko},
	} {
		pos := diagram(t, "pass=yes,ko="+ko, shape, game.Black)
		play(t, pos, "A1 C1")
		if pos.Captures(game.White) != 2 || pos.Ko() != board.None {
			t.Fatalf("%s: %d taken, ko on %d", ko, pos.Captures(game.White), pos.Ko())
		}
		again := game.Place(point(t, pos, "B1"))
		if got := pos.Check(again); got != want[0] {
			t.Errorf("%s: the stones of the start with White to move: %s, want %s", ko, got.Code(), want[0].Code())
		}
		if want[0] != game.Legal {
			continue
		}
		play(t, pos, "B1 pass")
		if got := pos.Check(game.Place(point(t, pos, "A1"))); got != want[1] {
			t.Errorf("%s: the second picture with the same side to move: %s, want %s", ko, got.Code(), want[1].Code())
		}
	}
}

// TestDraws: no legal move, a full board, two passes.
func TestDraws(t *testing.T) {
	for _, c := range []struct {
		id, lines, moves string
		how              string // "" while the game continues
	}{
		{"", ".OO..", "D1", "blocked"},
		{"pass=yes", ".OO..", "D1", ""}, // Black passes
		{"pass=yes", ".OO..", "D1 pass pass", "two passes"},
		{"pass=yes", ".OO..", "pass D1", ""},
		{"captures=no", "XO.OX", "C1", "board full"},
		{"captures=no,pass=yes", "XO.OX", "C1", "board full"},
		{"captures=no,pass=yes", "XO.O.", "C1 pass", ""},
	} {
		pos := diagram(t, c.id, c.lines, game.White)
		play(t, pos, c.moves)
		if got, want := pos.Outcome(), (game.Outcome{Over: c.how != "", How: c.how}); got != want || pos.Figure() != nil {
			t.Errorf("%s %s %s: %+v, want %+v", c.id, c.lines, c.moves, got, want)
		}
	}
	pos := diagram(t, "", ".OO..", game.White)
	pos.SetToPlay(game.Black)
	if got := pos.Check(game.Pass); got != game.NotInThisWay {
		t.Errorf("a pass: %s", got.Code())
	}
	play(t, pos, "E1 D1")
	pos.Undo()
	if pos.Outcome().Over {
		t.Error("over after undo")
	}
}

// TestNoCaptures: stones stay, and nothing is suicide.
func TestNoCaptures(t *testing.T) {
	pos := diagram(t, "n=4,captures=no", "XO... O.... ..... .....", game.White)
	play(t, pos, "E1 D1 C1")
	if pos.At(0) != game.Black || pos.Captures(game.White) != 0 {
		t.Error("the corner was taken")
	}
	pos = diagram(t, "n=4,captures=no", ".O... O.... ..... .....", game.Black)
	play(t, pos, "A4")
	if stones, liberties := pos.Chain(0); len(stones) != 1 || len(liberties) != 0 {
		t.Errorf("chain %v with liberties %v", stones, liberties)
	}
}

func TestChain(t *testing.T) {
	pos := diagram(t, "", "XX.O. .X..O ..... .....", game.Black)
	if s, l := pos.Chain(1); names(pos, s) != "A4 B4 B3" || names(pos, l) != "C4 A3 C3 B2" {
		t.Errorf("chain %s with liberties %s", names(pos, s), names(pos, l))
	}
	if s, l := pos.Chain(2); s != nil || l != nil {
		t.Errorf("an empty point has the chain %v, %v", s, l)
	}
}

// TestSet refuses invalid positions, and leaves the old one unchanged.
func TestSet(t *testing.T) {
	for _, c := range []struct{ id, lines, want string }{
		{"n=4", "XO... O.... ..... .....", "black stone on A4 has no liberties"},
		{"n=4", "XXXX. ..... ..... .....", "won already"},
		{"n=4,captures=no", "..... OOOO. ..... .....", "white has won already"},
		{"n=5", ".OOO.", "can place no stone"},
		{"n=5,captures=no", "XOXOX", "can place no stone"},
	} {
		rows := strings.Fields(c.lines)
		pos, err := rules(t, c.id).Start(board.Grid(len(rows[0]), len(rows)))
		if err != nil {
			t.Fatal(err)
		}
		play(t, pos, "B1")
		before := pos.Hash()
		if err := pos.Set(placed(c.lines), game.Black); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.lines, err, c.want)
		}
		if pos.Hash() != before || len(pos.Moves()) != 1 {
			t.Errorf("%s: a refused set-up changed the position", c.lines)
		}
	}
	pos := diagram(t, "", "..... ..... ..... .....", game.Black)
	stone := func(p game.Point, c game.Color) game.Placed { return game.Placed{Point: p, Color: c} }
	for want, stones := range map[string][]game.Placed{
		"no point 20": {stone(20, game.Black)},
		"no point -1": {stone(-1, game.Black)},
		"no colour":   {stone(0, game.Empty)},
		"two stones":  {stone(0, game.Black), stone(0, game.White)},
	} {
		if err := pos.Set(stones, game.Black); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if pos.Set(nil, game.Empty) == nil {
		t.Error("a position without a side to move is accepted")
	}
	// Passing makes a position without a legal move playable.
	if pos := diagram(t, "pass=yes", ".OOO.", game.Black); !slices.Equal(pos.LegalMoves(nil), []game.Move{game.Pass}) {
		t.Errorf("moves %v, want only a pass", pos.LegalMoves(nil))
	}
}

// TestIDs: a canonical id parses to itself and contains every option.
func TestIDs(t *testing.T) {
	for id, want := range map[string]string{
		"":                      "capturefive:n=5,lines=orthogonal,ko=positional,pass=no,captures=yes",
		"capturefive":           "capturefive:n=5,lines=orthogonal,ko=positional,pass=no,captures=yes",
		"captures=no,n=4":       "capturefive:n=4,lines=orthogonal,ko=positional,pass=no,captures=no",
		"capturefive:ko=simple": "capturefive:n=5,lines=orthogonal,ko=simple,pass=no,captures=yes",
		"pass=yes,lines=all,ko=situational,n=8,captures=yes": "capturefive:n=8,lines=all,ko=situational,pass=yes,captures=yes",
	} {
		r := rules(t, id)
		again, err := capturefive.New(r.Options())
		if err != nil || r.ID() != want || rules(t, want).ID() != want || again.ID() != want {
			t.Errorf("%q becomes %q, want %q (%v)", id, r.ID(), want, err)
		}
	}
	for id, want := range map[string]string{
		"n=2": "3 to 8", "n=9": "3 to 8", "n=five": `n "five"`, "n=99999999999999999999": "want a number",
		"lines=diagonal": `lines "diagonal"`, "ko=natural": `ko "natural"`, "pass=maybe": "want no, yes", "captures=": "want no, yes",
		"n": "name=value", "n=5,n=6": "twice", "komi=5": `option "komi"`, strings.Repeat("x", 999): "...",
	} {
		if _, err := capturefive.Parse(id); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%.40s: %v, want %q", id, err, want)
		}
	}
	for opt, want := range map[capturefive.Options]string{
		{}: "n 0: want 3 to 8", {N: 5, Lines: 2}: "lines 2: want orthogonal or all", {N: 5, Ko: 3}: "ko 3: want one of 3 rules",
	} {
		if _, err := capturefive.New(opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", opt, err, want)
		}
	}
	for spec, want := range map[string]string{
		"grid:4": "no line of 5", "torus:4x4": "no line of 5", "grid:1": "no straight lines", "star:9": "no straight lines",
	} {
		if _, err := rules(t, "").New(gametest.Board(t, spec)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}
