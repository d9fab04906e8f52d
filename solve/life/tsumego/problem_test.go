package tsumego_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// corner is a white stone in the corner of 4x4 points that Black can capture: White has D4, Black
// C4.
func corner(t *testing.T) tsumego.Problem {
	t.Helper()
	b, err := board.Parse("grid:4")
	if err != nil {
		t.Fatal(err)
	}
	p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.Black, Ko: board.None, Question: tsumego.Kill}
	p.Stones[2], p.Stones[3] = game.Black, game.White
	p.Target = []game.Point{3}
	return p
}

// TestCheck: every invalid problem is refused with its reason.
func TestCheck(t *testing.T) {
	sound := corner(t)
	if err := sound.Check(); err != nil {
		t.Fatalf("a sound problem: %v", err)
	}
	inner := corner(t) // stones of a chain need no liberty of their own
	for _, q := range []game.Point{1, 0, 4, 5, 8} {
		inner.Stones[q] = game.Black
	}
	if err := inner.Check(); err != nil {
		t.Errorf("a chain with liberties: %v", err)
	}
	many := corner(t) // the maximum number of points
	many.Board, many.Target = board.Grid(16, 12), nil
	many.Stones = make([]game.Color, tsumego.MaxRegion)
	for q := range tsumego.MaxRegion {
		many.Region = append(many.Region, game.Point(q))
	}
	for q := range tsumego.MaxTargets {
		many.Stones[q] = game.White
		many.Target = append(many.Target, game.Point(q))
	}
	if err := many.Check(); err != nil {
		t.Errorf("%d targets in a region of %d points: %v", len(many.Target), len(many.Region), err)
	}
	for _, c := range []struct {
		want   string
		change func(p *tsumego.Problem)
	}{
		{"15 colours", func(p *tsumego.Problem) { p.Stones = p.Stones[:15] }},
		{"no side is to move", func(p *tsumego.Problem) { p.ToPlay = game.Empty }},
		{"a region of 193 points: the maximum is 192", func(p *tsumego.Problem) { p.Region = make([]game.Point, 193) }},
		{"the region has point 16", func(p *tsumego.Problem) { p.Region = []game.Point{16} }},
		{"a wall on point 16, which is not on the board", func(p *tsumego.Problem) { p.Walls = []game.Point{16} }},
		{"a wall on D4,", func(p *tsumego.Problem) { p.Walls = []game.Point{3} }},
		{"a wall on D3,", func(p *tsumego.Problem) { p.Region, p.Walls = []game.Point{3, 7}, []game.Point{7} }},
		{"the ko is not on an empty point", func(p *tsumego.Problem) { p.Ko = 2 }},
		{"9 targets: the maximum is 8", func(p *tsumego.Problem) { p.Target = make([]game.Point, 9) }},
		{"the target is point -1", func(p *tsumego.Problem) { p.Target = []game.Point{-1} }},
		{"no stone of White's on the target C4", func(p *tsumego.Problem) { p.Target = []game.Point{2} }},
		{"the target D4 is outside the region", func(p *tsumego.Problem) { p.Region = []game.Point{7} }},
		{"the target D4 has no liberty in the region: D3, outside,", func(p *tsumego.Problem) { p.Region = []game.Point{3} }},
		{"the target D4 has no liberty in the region: D3, outside,", func(p *tsumego.Problem) { p.Region = []game.Point{0, 1, 2, 3, 6, 11} }},
		{"the target D4 has no liberty in the region: D3, outside,", func(p *tsumego.Problem) { p.Region = []game.Point{2, 3} }}, // stones alone
		{"the chain at D4 has no liberty beside the walls",
			func(p *tsumego.Problem) { p.Region, p.Walls = []game.Point{2, 3, 6}, []game.Point{7} }},
		{"a status question needs a target", func(p *tsumego.Problem) { p.Question, p.Target = tsumego.Status, nil }},
		{"the chain at D4 has no liberty", func(p *tsumego.Problem) { p.Stones[7] = game.Black }},
	} {
		p := corner(t)
		c.change(&p)
		if err := p.Check(); !errors.Is(err, tsumego.ErrProblem) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// TestCheckKo: a ko is an empty point next to a single stone of the other side that has no other liberty.
func TestCheckKo(t *testing.T) {
	for _, c := range []struct {
		name  string
		sound bool
		white []game.Point // beside the ko D3, below D4
		black []game.Point
		walls []game.Point
		side  game.Color
	}{
		{"taken back by Black", true, []game.Point{11}, []game.Point{10, 15}, nil, game.Black},
		{"the other side's turn", false, []game.Point{11}, []game.Point{10, 15}, nil, game.White},
		{"another liberty", false, []game.Point{11}, []game.Point{10}, nil, game.Black},
		{"which a wall takes", true, []game.Point{11}, []game.Point{10}, []game.Point{15}, game.Black},
		{"two stones", false, []game.Point{11, 15}, []game.Point{10, 14}, nil, game.Black},
		{"no stone", false, nil, nil, nil, game.Black},
	} {
		p := corner(t)
		p.Stones[3], p.Stones[2], p.Target = game.Black, game.Empty, nil
		p.Ko, p.ToPlay, p.Walls = 7, c.side, c.walls
		// White defends, and walls are Black's
		p.Question = map[game.Color]tsumego.Question{game.Black: tsumego.Kill, game.White: tsumego.Live}[c.side]
		for _, q := range c.white {
			p.Stones[q] = game.White
		}
		for _, q := range c.black {
			p.Stones[q] = game.Black
		}
		if err := p.CheckKo(); (err == nil) != c.sound ||
			err != nil && (!errors.Is(err, tsumego.ErrProblem) || !strings.Contains(err.Error(), "the ko D3 is not possible")) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if p := corner(t); p.CheckKo() != nil {
		t.Error("no ko is refused")
	}
}

// TestLiberties distinguishes liberties in the region from those outside; walls are neither.
func TestLiberties(t *testing.T) {
	p := corner(t)
	p.Stones[7] = game.White // D4 and D3 have the liberties C3 and D2
	p.Region = []game.Point{3, 7, 6}
	if inside, outside := p.Liberties(3); !slices.Equal(inside, []game.Point{6}) || !slices.Equal(outside, []game.Point{11}) {
		t.Errorf("inside %v, outside %v", inside, outside)
	}
	if err := p.Check(); err != nil {
		t.Errorf("a liberty inside and one outside: %v", err)
	}
	p.Walls = []game.Point{11}
	if inside, outside := p.Liberties(7); len(inside) != 1 || len(outside) != 0 {
		t.Errorf("with a wall: inside %v, outside %v", inside, outside)
	}
}

// TestDefender: the question determines the side that must live; for a status question the target
// does.
func TestDefender(t *testing.T) {
	p := corner(t)
	for question, want := range map[tsumego.Question]game.Color{
		tsumego.Live: game.Black, tsumego.Kill: game.White, tsumego.Status: game.White,
	} {
		p.Question = question
		if got := p.Defender(); got != want {
			t.Errorf("%s: %v defends, want %v", question, got, want)
		}
	}
	p.Question, p.Target = tsumego.Status, nil
	if got := p.Defender(); got != game.Empty {
		t.Errorf("status without a target: %v defends", got)
	}
}

// TestWalled: walls represent stones of the attacker, and the problem keeps its own.
func TestWalled(t *testing.T) {
	p := corner(t)
	p.Walls = []game.Point{12}
	if got := p.Walled(); got[12] != game.Black || p.Stones[12] != game.Empty {
		t.Errorf("walled %v, stones %v", got, p.Stones)
	}
}

func TestSteps(t *testing.T) {
	p := corner(t)
	got := p.Steps([]game.Point{3}, func(q game.Point) bool { return p.Stones[q] == game.Empty && q != 15 })
	if want := []int{5, 4, -1, 0, 4, 3, 2, 1, 5, 4, 3, 2, 6, 5, 4, -1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestParseQuestion(t *testing.T) {
	for _, q := range []tsumego.Question{tsumego.Live, tsumego.Kill, tsumego.Status} {
		if got, err := tsumego.ParseQuestion(q.String()); got != q || err != nil {
			t.Errorf("%s: %v %v", q, got, err)
		}
	}
	if _, err := tsumego.ParseQuestion("die"); err == nil {
		t.Error("die is a question")
	}
}

func TestParseThreats(t *testing.T) {
	for text, want := range map[string]string{
		"": "b=0,w=0", "b=1,w=0": "b=1,w=0", "w2 b1": "b=1,w=2", "w=unlimited": "b=0,w=unlimited", "b254;w=3": "b=254,w=3",
	} {
		got, err := tsumego.ParseThreats(text)
		if err != nil || got.String() != want {
			t.Errorf("%q: %v %v, want %s", text, got, err, want)
		}
		if again, err := tsumego.ParseThreats(got.String()); again != got || err != nil {
			t.Errorf("%v came back as %v %v", got, again, err)
		}
	}
	for _, text := range []string{"b", "x=1", "b=-1", "b=255", "w=256", "1"} {
		if got, err := tsumego.ParseThreats(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// A white stone on D4 that Black, to move, must capture.
func Example() {
	b, _ := board.Parse("grid:4")
	p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.Black, Ko: board.None, Question: tsumego.Kill}
	p.Stones[3] = game.White
	p.Target = []game.Point{3}
	fmt.Println(p.Check(), p.Defender())
	// Output: <nil> white
}
