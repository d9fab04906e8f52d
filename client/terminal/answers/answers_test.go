package answers

import (
	"encoding/json"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	solve "moyo/solve/connect4"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
)

// TestConnect4 finds the scores of a late position with a full column.
func TestConnect4(t *testing.T) {
	p, err := solve.Read(7, 6, "662222576343651642712157")
	if err != nil {
		t.Fatal(err)
	}
	for every, want := range map[bool]string{false: "662 8 ", true: "662 1 - -8 8 3 1 7 "} {
		s, err := solve.New(7, 6, solve.Options{Memory: 1 << 20, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		a, err := SolveConnect4(t.Context(), s, p, every)
		if err != nil || *a.Score != 8 || *a.Plies == 0 {
			t.Errorf("%+v, %v", a, err)
		}
		a.Moves = "662" // any text
		var out strings.Builder
		if err := a.Print(&out); err != nil || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%q, want %q", out.String(), want)
		}
	}
	var out strings.Builder
	score := -3
	if err := (&Connect4{Score: &score, Nodes: 5, Micros: 7}).Print(&out); err != nil || out.String() != ". -3 5 7\n" {
		t.Errorf("%q", out.String())
	}
}

// TestBentFourLine reports the bent four in the corner under Japanese rules, and no other ko.
func TestBentFourLine(t *testing.T) {
	const text = "OO-xo-\nOxxxo-\n-xooo-\nxxo---\nooo---\nA2 o\n"
	const said = "This is the bent four in the corner: by Japanese rules Black is dead as it is"
	for it, err := range format.Read("in", strings.NewReader(text), nil) {
		if err != nil {
			t.Fatal(err)
		}
		it.Region = []game.Point{0, 1, 2, 6, 12}
		a := life.Answer{
			Question: tsumego.Kill, Verdict: life.InKo, Ko: &life.Ko{TakesFirst: game.White, Threats: 1, Kind: "direct"},
			FirstMoves: []game.Move{game.Place(2), game.Pass},
		}
		if got := LifeLines(&it.Problem, &a); len(got) < 2 || !strings.HasPrefix(got[1], said) {
			t.Errorf("%q", got)
		}
		a.FirstMoves = a.FirstMoves[:1]
		if got := strings.Join(LifeLines(&it.Problem, &a), " "); strings.Contains(got, said) {
			t.Errorf("%q", got)
		}
	}
}

// TestLifeLines covers every verdict from both sides.
func TestLifeLines(t *testing.T) {
	stones := make([]game.Color, 25)
	stones[12] = game.Black
	p := tsumego.Problem{Board: board.Grid(5, 5), Stones: stones, ToPlay: game.White, Target: []game.Point{12}, Question: tsumego.Kill}
	for _, c := range []struct {
		answer life.Answer
		want   string
	}{
		{life.Answer{Verdict: life.Win, FirstMoves: []game.Move{game.Place(7)}}, "White kills. First move: C4."},
		{life.Answer{Verdict: life.Win}, "White kills. The time was not enough"},
		{life.Answer{Verdict: life.Lose}, "White cannot kill: Black lives."},
		{life.Answer{Verdict: life.Lose, Fate: life.Seki, Line: []game.Move{game.Pass}}, "White cannot kill: Black lives in seki. Line: pass"},
		{life.Answer{Verdict: life.InKo, Ko: &life.Ko{TakesFirst: game.Black, Threats: 2}}, "Ko: Black takes first; White needs 2 more threats"},
		{life.Answer{Verdict: life.Unknown}, "Not decided."},
	} {
		c.answer.Question = p.Question
		if got := strings.Join(LifeLines(&p, &c.answer), " "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	p.Region = []game.Point{12, 7}
	lose := life.Answer{Question: p.Question, Verdict: life.Lose}
	got := strings.Join(LifeLines(&p, &lose), " ")
	if !strings.Contains(got, "The region leaves out B3, a liberty of C3, which therefore cannot be filled") {
		t.Errorf("a liberty outside the region: %q", got)
	}
	p.Region = []game.Point{12, 7, 11, 13, 17}
	if got := LifeLines(&p, &lose); len(got) != 1 {
		t.Errorf("no liberty outside: %q", got)
	}
	p.Region = nil
	if got := Asked(&p); got != "White to move and kill C3." {
		t.Errorf("%q", got)
	}
	if got := LifeListed(&format.Item{Problem: p}, []string{"5k"}); strings.Join(strings.Fields(got), " ") != "grid:5 white "+
		"? C3 region to be found 5k" {
		t.Errorf("%q", got)
	}
}

// TestConditions states the assumption of every verdict, and claims no more about playing elsewhere than
// is known.
func TestConditions(t *testing.T) {
	stones := make([]game.Color, 25)
	stones[12] = game.Black
	p := tsumego.Problem{Board: board.Grid(5, 5), Stones: stones, ToPlay: game.White, Target: []game.Point{12}, Question: tsumego.Kill}
	ko := &life.Ko{TakesFirst: game.White, Threats: 1, Kind: "direct"}
	const region, nothing = life.AssumesRegion, life.AssumesNothing
	for _, c := range []struct {
		answer life.Answer
		want   string
	}{
		{life.Answer{Verdict: life.Win, Assumes: region}, "White kills, if nothing beyond the marked region helps Black. "},
		{life.Answer{Verdict: life.Lose, Assumes: region}, "White cannot kill: Black lives, if nothing beyond the marked region helps White. "},
		{life.Answer{Verdict: life.InKo, Ko: ko, Assumes: region},
			"Ko: White takes first; Black needs 1 more threat (direct ko), if nothing beyond the marked region helps either side. "},
		{life.Answer{Verdict: life.Win, Assumes: nothing}, "White kills. "},
		{life.Answer{Verdict: life.Win, Assumes: nothing, Tenuki: life.Lose},
			"White kills. The time was not enough to find the first move. Playing elsewhere instead: " +
				"White cannot kill: Black lives, if nothing beyond the marked region helps White. "},
		{life.Answer{Verdict: life.InKo, Assumes: nothing, Tenuki: life.Lose},
			"It comes down to a ko. Playing elsewhere instead: White cannot kill: Black lives. "},
		{life.Answer{Verdict: life.Win, Assumes: nothing, All: true, FirstMoves: []game.Move{7}},
			"White kills. All first moves in the region that work: C4. "},
	} {
		c.answer.Question, c.answer.Found, c.answer.Region = p.Question, true, []game.Point{6, 7}
		if got := strings.Join(LifeLines(&p, &c.answer), " ") + " "; !strings.HasPrefix(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	given := life.Answer{Question: p.Question, Verdict: life.Win, Assumes: nothing, Tenuki: life.Lose}
	if got := strings.Join(LifeLines(&p, &given), " "); !strings.HasSuffix(got, "White cannot kill: Black lives.") {
		t.Errorf("%q", got)
	}
}

// TestGround states the assumption beyond each region.
func TestGround(t *testing.T) {
	stones := make([]game.Color, 25)
	stones[12] = game.Black
	p := tsumego.Problem{Board: board.Grid(5, 5), Stones: stones, ToPlay: game.White, Target: []game.Point{12}, Question: tsumego.Kill}
	walls, all := []game.Point{0, 1}, make([]game.Point, 25)
	for _, c := range []struct {
		answer life.Answer
		want   string
	}{
		{life.Answer{Found: true, Verdict: life.Win, Assumes: life.AssumesRegion, Walls: walls},
			"moyo chose the region, 2 points; chains that reach beyond it are assumed to be safe.\n" +
				"Beyond it, White is assumed to have stones on A5 B5."},
		{life.Answer{Found: true, Verdict: life.Lose, Assumes: life.AssumesNothing, Walls: walls},
			"moyo chose the region, 2 points; nothing beyond it can change the verdict.\n" +
				"Beyond it, White was assumed to have stones on A5 B5, and they do not help."},
		{life.Answer{Found: true, Verdict: life.InKo, Assumes: life.AssumesRegion, Walls: walls},
			"moyo chose the region, 2 points; chains that reach beyond it are assumed to be safe.\n" +
				"Beyond it, White is assumed to have stones on A5 B5."},
		{life.Answer{Found: true, Verdict: life.Unknown, Walls: walls},
			"moyo chose the region, 2 points.\nBeyond it, White is assumed to have stones on A5 B5."},
		{life.Answer{Found: true, Verdict: life.Win, Assumes: life.AssumesNothing, Region: all}, "moyo chose the whole board as the region."},
		{life.Answer{Verdict: life.Win, Assumes: life.AssumesNothing, Walls: walls}, "The problem assumes that White has stones on A5 B5."},
		{life.Answer{Verdict: life.Win, Assumes: life.AssumesNothing}, ""},
	} {
		c.answer.Question = p.Question
		if c.answer.Region == nil {
			c.answer.Region = []game.Point{6, 7}
		}
		if got := strings.Join(Ground(&p, &c.answer), "\n"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	p.ToPlay, p.Question = game.Black, tsumego.Status
	lives := life.Answer{Question: p.Question, Found: true, Verdict: life.Win, Assumes: life.AssumesNothing, Walls: walls}
	if got := Ground(&p, &lives)[1]; !strings.HasSuffix(got, "and they do not help.") {
		t.Errorf("%q", got)
	}
}

// TestLifeJSON includes the assumption of a verdict in JSON.
func TestLifeJSON(t *testing.T) {
	it := &format.Item{Problem: tsumego.Problem{Board: board.Grid(5, 5)}}
	a := &life.Answer{
		Verdict: life.Win, Best: game.Pass, Assumes: life.AssumesRegion, Found: true, Region: []game.Point{6}, Walls: []game.Point{0, 1},
	}
	const rests = `"line":[],"assumes":"region","region":["bb"],"found":true,"walls":["aa","ba"],"nodes":0`
	if got, err := json.Marshal(LifeOf(it, a)); err != nil || !strings.Contains(string(got), rests) {
		t.Errorf("%s, %v", got, err)
	}
	const none = `"assumes":null,"region":[],"found":false,"walls":[]`
	if got, err := json.Marshal(LifeOf(it, &life.Answer{Best: game.Pass})); err != nil || !strings.Contains(string(got), none) {
		t.Errorf("%s, %v", got, err)
	}
}
