package generate

import (
	"slices"
	"strings"
	"testing"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/trainer/trainertest"
)

// tagged are positions with a line, and its techniques beside the place and the question.
var tagged = []struct {
	name     string
	question tsumego.Question
	toPlay   game.Color
	rows     []string
	line     string
	place    string
	want     []string
}{
	{"three in a row", tsumego.Kill, game.White, []string{
		"Ox,,,xO..",
		"OxxxxxO..",
		".OOOOO..."}, "D9", "side", []string{"nakade", "first-line"}},
	{"three in a row lives", tsumego.Live, game.Black, []string{
		"Ox,,,xO..",
		"OxxxxxO..",
		".OOOOO..."}, "D9", "side", []string{"vital-point", "first-line"}},
	{"a corner", tsumego.Kill, game.White, []string{
		",,,xO....",
		"xxxxO....",
		"OOOO....."}, "B9", "corner", []string{"nakade", "first-line"}},
	{"snapback", tsumego.Kill, game.White, []string{
		",xO......",
		",xO......",
		"OO......."}, "A9 A8 A9", "corner", []string{"throw-in", "snapback", "first-line"}},
	{"connect and die", tsumego.Kill, game.White, []string{
		"Ox,x,O...",
		".O,OO....",
		"..O......"}, "E9 C9 C8", "side", []string{"connect-and-die", "first-line"}},
	{"under the stones", tsumego.Kill, game.White, []string{
		"oox,,O...",
		"ooxO.....",
		"x,O......",
		"OO......."}, "E9 B7 B8", "corner", []string{"sacrifice", "under-the-stones", "first-line"}},
	{"hane", tsumego.Kill, game.White, []string{
		"x,,,,O...",
		"xxxO.....",
		"OOO......"}, "D9", "corner", []string{"hane", "first-line"}},
	{"a push along the edge", tsumego.Kill, game.White, []string{
		"x,,,,O...",
		"xxxO.....",
		"OOO......"}, "E9", "corner", []string{"first-line"}},
	{"capture", tsumego.Live, game.Black, []string{
		"o,xO.....",
		"xxxO.....",
		"OOO......"}, "B9", "corner", []string{"capture", "first-line"}},
}

// line reads names of points.
func line(t *testing.T, p *tsumego.Problem, text string) []game.Move {
	t.Helper()
	var moves []game.Move
	for name := range strings.FieldsSeq(text) {
		q, ok := p.Board.Lookup(name)
		if !ok {
			t.Fatalf("no point %s", name)
		}
		moves = append(moves, game.Move(q))
	}
	return moves
}

func TestTags(t *testing.T) {
	for _, test := range tagged {
		p, err := trainertest.Diagram("", 9, test.toPlay, test.question, test.rows...)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		moves := line(t, &p, test.line)
		got := Tags(&p, &life.Answer{Verdict: life.Win, Fate: life.Dead, FirstMoves: moves[:1], Line: moves}, Sight{})
		want := append([]string{test.place, test.question.String()}, test.want...)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", test.name, got, want)
		}
	}
}

// TestTagsOfTheLevels tags a move away from the edge that the fifth level mostly, or once, misses.
func TestTagsOfTheLevels(t *testing.T) {
	p := diagram(t, game.White, tsumego.Kill, "x,xO.....", "x,xO.....", "xxxO.....", "OOO......")
	moves := line(t, &p, "B8")
	for fails, want := range map[int][]string{
		triesEach: {"corner", "kill", "misleading"}, 2: {"corner", "kill", "misleading"}, 1: {"corner", "kill"},
	} {
		got := Tags(&p, &life.Answer{Verdict: life.Win, FirstMoves: moves, Line: moves}, Sight{fifth: fails})
		if !slices.Equal(got, want) {
			t.Errorf("%d fails: %v, want %v", fails, got, want)
		}
	}
}

// TestTagsOfTheAnswer tags the solver's results.
func TestTagsOfTheAnswer(t *testing.T) {
	b := parse(t, "torus:5x5")
	p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.Black, Region: []game.Point{1, 2}}
	got := Tags(&p, &life.Answer{Verdict: life.InKo, Fate: life.Seki}, Sight{})
	if want := []string{"centre", "live", "other-board", "ko", "seki"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestRate compares ratings with their terms.
func TestRate(t *testing.T) {
	p, err := trainertest.Diagram("", 9, game.White, tsumego.Kill, tagged[0].rows...)
	if err != nil {
		t.Fatal(err)
	}
	rate := func(nodes int64, moves int) int {
		l := slices.Repeat(line(t, &p, "D9"), moves)
		return Rate(&p, &life.Answer{Verdict: life.Win, FirstMoves: l[:1], Line: l, Nodes: nodes}, Sight{})
	}
	if rate(1<<12, 5)-rate(1<<10, 5) != 2*rateEffort || rate(1<<12, 7)-rate(1<<12, 5) != 2*rateDepth {
		t.Error("effort and depth do not count as they should")
	}
	l := line(t, &p, "D9")
	a := &life.Answer{Verdict: life.Win, FirstMoves: l, Line: l, Nodes: 1 << 12}
	if Rate(&p, a, Sight{1, 2, 0, 3})-Rate(&p, a, Sight{}) != 6*rateFail {
		t.Error("what the levels fail at does not count as it should")
	}
	if rate(1<<12, 2)-rate(1<<12, 1) != rateDepth+rateAtOnce {
		t.Error("a line of one move is no easier")
	}
	if rate(1, 1) != rateLeast || rate(1<<40, 40) != rateMost {
		t.Errorf("bounds: %d to %d", rate(1, 1), rate(1<<40, 40))
	}
}
