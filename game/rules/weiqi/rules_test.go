package weiqi_test

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

func TestParse(t *testing.T) {
	for _, k := range []struct{ id, canonical string }{
		{"", "weiqi:komi=7.5,score=area,ko=positional,suicide=no"},
		{"weiqi", "weiqi:komi=7.5,score=area,ko=positional,suicide=no"},
		{"weiqi:", "weiqi:komi=7.5,score=area,ko=positional,suicide=no"},
		{"weiqi:score=territory", "weiqi:komi=6.5,score=territory,ko=positional,suicide=no"},
		{"suicide=yes,komi=-3", "weiqi:komi=-3,score=area,ko=positional,suicide=yes"},
		{"weiqi:handicap=4,ko=simple", "weiqi:komi=0.5,score=area,ko=simple,suicide=no,handicap=4"},
		{"weiqi:handicap=0,komi=0", "weiqi:komi=0,score=area,ko=positional,suicide=no"},
		{"weiqi:komi=-0", "weiqi:komi=0,score=area,ko=positional,suicide=no"},
		{"weiqi:ko=natural", "weiqi:komi=7.5,score=area,ko=natural,suicide=no"},
		{"weiqi:ko=situational", "weiqi:komi=7.5,score=area,ko=situational,suicide=no"},
	} {
		rules, err := weiqi.Parse(k.id)
		if err != nil {
			t.Errorf("%q: %v", k.id, err)
			continue
		}
		if rules.ID() != k.canonical {
			t.Errorf("%q is %q, want %q", k.id, rules.ID(), k.canonical)
		}
		if again, err := weiqi.Parse(rules.ID()); err != nil || again != rules {
			t.Errorf("%q does not parse back: %v, %v", rules.ID(), again, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for id, want := range map[string]string{
		"weiqi:komi=x":            `komi "x"`,
		"weiqi:komi=7.25":         `komi "7.25"`,
		"weiqi:komi=NaN":          `komi "NaN"`,
		"weiqi:komi=1e9":          "from -400 to 400",
		"weiqi:ko=super":          "positional, situational, natural, simple",
		"weiqi:score=stones":      "want area, territory",
		"weiqi:suicide=maybe":     "want no, yes",
		"weiqi:handicap=1":        "0 or 2 to 9",
		"weiqi:handicap=-2":       "0 or 2 to 9",
		"weiqi:komi":              "name=value",
		"weiqi:komi=1,komi=2":     "twice",
		"weiqi:colour=red":        `option "colour"`,
		"weiqi:,":                 "name=value",
		strings.Repeat("x", 5000): "...",
	} {
		if rules, err := weiqi.Parse(id); err == nil {
			t.Errorf("%.60q is taken for %s", id, rules.ID())
		} else if !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%.60q: %.400s; want %q", id, err, want)
		}
	}
}

// FuzzParse: each accepted id has a canonical id that parses to the same rules.
func FuzzParse(f *testing.F) {
	for _, id := range []string{"weiqi", "weiqi:komi=6.5,score=territory,ko=simple,suicide=yes,handicap=9", "komi=-0.5", "weiqi:komi=0x1p3"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		rules, err := weiqi.Parse(id)
		if err != nil {
			return
		}
		again, err := weiqi.Parse(rules.ID())
		if err != nil || again != rules {
			t.Errorf("%q becomes %q, which becomes %v, %v", id, rules.ID(), again, err)
		}
	})
}

func TestHandicap(t *testing.T) {
	for _, k := range []struct {
		spec string
		n    int
		want string
	}{
		{"grid:19", 2, "D4 Q16"},
		{"grid:19", 3, "D4 Q16 D16"},
		{"grid:19", 5, "D4 Q16 D16 Q4 K10"},
		{"grid:19", 6, "D4 Q16 D16 Q4 D10 Q10"},
		{"grid:19", 7, "D4 Q16 D16 Q4 D10 Q10 K10"},
		{"grid:19", 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"},
		{"grid:13", 4, "D4 K10 D10 K4"},
		{"grid:9", 4, "C3 G7 C7 G3"},
		{"grid:9", 5, "C3 G7 C7 G3 E5"},
		{"grid:13x9", 2, "D3 K7"},
		{"grid:7", 4, "C3 E5 C5 E3"},
	} {
		b := mustBoard(t, k.spec)
		points, err := weiqi.HandicapPoints(b, k.n)
		if err != nil {
			t.Errorf("%s %d: %v", k.spec, k.n, err)
		}
		var names []string
		for _, p := range points {
			names = append(names, b.Name(p))
		}
		if got := strings.Join(names, " "); got != k.want {
			t.Errorf("%s %d: %s, want %s", k.spec, k.n, got, k.want)
		}
		pos, err := weiqi.Rules{Handicap: k.n}.New(b)
		if err != nil || pos.ToPlay() != game.White || len(pointsOf(pos, game.Black)) != k.n {
			t.Errorf("a game on %s with %d stones starts differently: %v", k.spec, k.n, err)
		}
	}
	for _, k := range []struct {
		spec string
		n    int
	}{{"grid:19", 1}, {"grid:19", 10}, {"grid:8", 5}, {"grid:7", 5}, {"grid:6", 2}, {"torus:9x9", 2}} {
		if _, err := (weiqi.Rules{Handicap: k.n}).New(mustBoard(t, k.spec)); err == nil {
			t.Errorf("%s takes a handicap of %d", k.spec, k.n)
		}
	}
}

// TestHandicapOfSizes: the number of stones depends on both sides of a board. They are apart from
// each other, on the fourth line from 13 on and on the third below.
func TestHandicapOfSizes(t *testing.T) {
	line := func(side int) int {
		if side >= 13 {
			return 4
		}
		return 3
	}
	sizes := []int{6, 7, 8, 9, 10, 12, 13, 14, 19}
	for _, w := range sizes {
		for _, h := range sizes {
			b, most := board.Grid(w, h), 0
			switch {
			case w < 7 || h < 7:
			case w < 9 || h < 9 || w%2 == 0 || h%2 == 0:
				most = 4
			default:
				most = 9
			}
			if got := weiqi.MaxHandicap(b); got != most {
				t.Errorf("%dx%d: at most %d stones, want %d", w, h, got, most)
			}
			for n := 2; n <= 10; n++ {
				points, err := weiqi.HandicapPoints(b, n)
				if (err == nil) != (n <= most) {
					t.Errorf("%dx%d: %d stones: %v", w, h, n, err)
				}
				if err != nil {
					continue
				}
				seen := map[game.Point]bool{}
				for _, p := range points {
					x, y := int(p)%w, int(p)/w
					for _, of := range [][2]int{{x, w}, {y, h}} {
						if at, side := of[0]+1, of[1]; at != line(side) && at != side+1-line(side) && 2*at != side+1 {
							t.Errorf("%dx%d: a stone on %s", w, h, b.Name(p))
						}
					}
					seen[p] = true
				}
				if len(seen) != n {
					t.Errorf("%dx%d: %d stones are on %d points", w, h, n, len(seen))
				}
			}
		}
	}
}

// TestDrawnHandicap: on a custom board the stones are on its stars, far from each other, and a
// smaller handicap is a subset of a larger one.
func TestDrawnHandicap(t *testing.T) {
	// A path of 30 points with a star on every third one.
	b := drawnPath(t, 30, 3)
	for n, want := range map[int]string{
		2: "27 0", 3: "27 0 12", 4: "27 0 12 6", 5: "27 0 12 6 18", 9: "27 0 12 6 18 3 9 15 21",
	} {
		points, err := weiqi.HandicapPoints(b, n)
		if got := strings.Trim(fmt.Sprint(points), "[]"); err != nil || got != want {
			t.Errorf("%d stones: %s %v, want %s", n, got, err, want)
		}
		pos, err := weiqi.Rules{Handicap: n}.New(b)
		if err != nil || pos.ToPlay() != game.White || len(pointsOf(pos, game.Black)) != n {
			t.Errorf("a game with %d stones starts differently: %v", n, err)
		}
	}
	for stars, most := range map[int]int{10: 3, 15: 2, 29: 2, 30: 0, 2: 9} {
		b := drawnPath(t, 30, stars)
		if got := weiqi.MaxHandicap(b); got != most {
			t.Errorf("a star on every %dth point: at most %d stones, want %d", stars, got, most)
		}
		if _, err := (weiqi.Rules{Handicap: max(2, most+1)}).New(b); err == nil {
			t.Errorf("a star on every %dth point: a handicap of %d", stars, max(2, most+1))
		}
	}
}

// drawnPath returns a path as a custom board, with a star on the first of every few points.
func drawnPath(t *testing.T, points, every int) *board.Board {
	t.Helper()
	var edges, stars []string
	for p := range points {
		if p > 0 {
			edges = append(edges, fmt.Sprintf("[%d,%d]", p-1, p))
		}
		if p%every == 0 {
			stars = append(stars, strconv.Itoa(p))
		}
	}
	file := fmt.Sprintf(`{"points": %d, "edges": [%s], "stars": [%s]}`, points, strings.Join(edges, ","), strings.Join(stars, ","))
	draft, err := boardfile.ReadJSON("path", strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	b, err := draft.Board("")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// start sets up a grid from rows of X, O and dots.
func start(t *testing.T, rules weiqi.Rules, toPlay game.Color, rows ...string) *weiqi.Position {
	t.Helper()
	b := board.Grid(len(rows[0]), len(rows))
	pos, err := rules.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	var stones []game.Placed
	for i, r := range strings.Join(rows, "") {
		if c := game.Color(strings.IndexRune(".XO", r)); c != game.Empty {
			stones = append(stones, game.Placed{Point: game.Point(i), Color: c})
		}
	}
	if err := pos.Set(stones, toPlay); err != nil {
		t.Fatal(err)
	}
	return pos
}

func play(t *testing.T, pos *weiqi.Position, names ...string) {
	t.Helper()
	for _, name := range names {
		m, err := game.ParseMove(pos, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Play(m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// TestKo captures a stone that could be recaptured immediately: no rule allows that.
func TestKo(t *testing.T) {
	for rule := weiqi.PositionalKo; rule <= weiqi.SimpleKo; rule++ {
		pos := start(t, weiqi.Rules{Ko: rule}, game.White, ".XO.", "X.XO", ".XO.")
		play(t, pos, "B2")
		ko, _ := game.ParseMove(pos, "C2")
		if got := pos.Check(ko); got != game.Ko {
			t.Errorf("%s: taking back at once is %q", rule, got.Code())
		}
		play(t, pos, "A3", "D3")
		if got := pos.Check(ko); got != game.Legal {
			t.Errorf("%s: taking back after a move elsewhere is %q", rule, got.Code())
		}
	}
}

// TestSendTwo distinguishes the ko rules: Black gives two stones, White captures them, Black
// recaptures one, and the stones are the first ones again.
func TestSendTwo(t *testing.T) {
	for _, k := range []struct {
		rule        weiqi.KoRule
		back, again game.Reason // recapturing; giving again after White has passed
	}{
		{weiqi.PositionalKo, game.Ko, game.Ko},
		{weiqi.SituationalKo, game.Legal, game.Ko},
		{weiqi.NaturalKo, game.Legal, game.Ko},
		{weiqi.SimpleKo, game.Legal, game.Legal},
	} {
		pos := start(t, weiqi.Rules{Ko: k.rule}, game.Black, ".X.X", "OOXX", "....")
		play(t, pos, "A3", "C3")
		back, _ := game.ParseMove(pos, "B3")
		if got := pos.Check(back); got != k.back {
			t.Errorf("%s: taking back is %q, want %q", k.rule, got.Code(), k.back.Code())
		}
		if k.back == game.Ko {
			continue
		}
		play(t, pos, "B3", "pass")
		give, _ := game.ParseMove(pos, "A3")
		if got := pos.Check(give); got != k.again {
			t.Errorf("%s: giving two again is %q, want %q", k.rule, got.Code(), k.again.Code())
		}
	}
}

// TestRepetition cycles until simple ko ends the game.
func TestRepetition(t *testing.T) {
	pos := start(t, weiqi.Rules{Ko: weiqi.SimpleKo}, game.Black, ".X.X", "OOXX", "....")
	round := []string{"A3", "C3", "B3", "pass"}
	play(t, pos, round...)
	play(t, pos, round[:3]...)
	if pos.Outcome().Over {
		t.Fatal("over after two occurrences")
	}
	play(t, pos, "pass") // the first situation for the third time
	out := pos.Outcome()
	if !out.Over || out.Winner != game.Empty || out.How != "repetition" || pos.ToPlay() != game.Empty {
		t.Errorf("after three occurrences: %+v", out)
	}
	if pos.Resume() {
		t.Error("a game that repetition has ended can be resumed")
	}
	pos.Undo()
	if pos.Outcome().Over {
		t.Error("still over after taking back")
	}
}

// TestResume ends a game, resumes it and takes that back.
func TestResume(t *testing.T) {
	pos := start(t, weiqi.Default(), game.Black, "X..", "...", "..O")
	if pos.Resume() {
		t.Error("a running game can be resumed")
	}
	play(t, pos, "pass", "pass")
	if out := pos.Outcome(); !out.Over || out.How != "score" || out.String() != "W+7.5" {
		t.Errorf("outcome %v", out)
	}
	if !pos.Resume() || pos.Outcome().Over || pos.ToPlay() != game.Black {
		t.Error("the game does not continue with Black")
	}
	play(t, pos, "pass")
	if pos.Outcome().Over {
		t.Error("one pass ends a resumed game")
	}
	play(t, pos, "B2")
	for range 4 {
		pos.Undo()
	}
	if pos.ToPlay() != game.Black || len(pos.Moves()) != 0 {
		t.Errorf("%s to play after %v", pos.ToPlay(), pos.Moves())
	}
}

func TestSet(t *testing.T) {
	pos := start(t, weiqi.Default(), game.White, "XO.", "...", "...")
	before := pos.Hash()
	for _, k := range []struct {
		stones []game.Placed
		toPlay game.Color
	}{
		{nil, game.Empty},
		{[]game.Placed{{Point: 9, Color: game.Black}}, game.Black},
		{[]game.Placed{{Point: -1, Color: game.Black}}, game.Black},
		{[]game.Placed{{Point: 0, Color: game.Empty}}, game.Black},
		{[]game.Placed{{Point: 0, Color: game.Black}, {Point: 0, Color: game.White}}, game.Black},
		{[]game.Placed{{Point: 0, Color: game.Black}, {Point: 1, Color: game.White}, {Point: 3, Color: game.White}}, game.Black},
	} {
		if err := pos.Set(k.stones, k.toPlay); err == nil {
			t.Errorf("set up %v with %s to play", k.stones, k.toPlay)
		}
		if pos.Hash() != before {
			t.Errorf("a refused set-up leaves %s to play on\n%s", pos.ToPlay(), game.Picture(pos))
		}
	}
}

func TestScore(t *testing.T) {
	rows := []string{
		".X.O.",
		"XXXOO",
		".XO..",
		"XXOO.",
		"..XO.",
	}
	for _, k := range []struct {
		scoring      weiqi.Scoring
		dead         string
		black, white float64
	}{
		{weiqi.Area, "", 12, 14.5},
		{weiqi.Area, "C1", 9, 14.5},
		{weiqi.Territory, "", 4, 7.5},
		{weiqi.Territory, "C1", 2, 8.5},
	} {
		pos := start(t, weiqi.Rules{Komi: 2.5, Scoring: k.scoring}, game.Black, rows...)
		var dead []game.Point
		if k.dead != "" {
			dead = append(dead, lookup(t, pos.Board(), k.dead))
		}
		s := pos.Score(dead)
		if s.Black != k.black || s.White != k.white || s.Komi != 2.5 || s.Method != k.scoring.String() {
			t.Errorf("%s with %q dead: %+v; want %g to %g", k.scoring, k.dead, s, k.black, k.white)
		}
		if pos.At(lookup(t, pos.Board(), "C1")) != game.Black {
			t.Error("counting removes stones from the board")
		}
		odd := append(dead, dead...) // twice, off the board, and on an empty point
		odd = append(odd, -1, 25, 1000, lookup(t, pos.Board(), "A5"), lookup(t, pos.Board(), "E5"))
		if again := pos.Score(odd); !reflect.DeepEqual(again, s) {
			t.Errorf("%s with the dead stones %v: %+v, want %+v", k.scoring, odd, again, s)
		}
	}
}
