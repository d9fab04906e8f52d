package life_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/internal/slow"
	"moyo/solve/life/tsumego"
)

// scene makes a problem on its own grid: X and O are stones in the region and . its empty points;
// x, o and _ are outside. Black defends the first X.
func scene(t testing.TB, rows ...string) *slow.Problem {
	t.Helper()
	p := &slow.Problem{Board: board.Grid(len(rows[0]), len(rows)), Defender: game.Black, Ko: board.None}
	text := strings.Join(rows, "")
	if len(text) != p.Board.Len() {
		t.Fatalf("%q is no grid", rows)
	}
	for i, c := range text {
		p.Stones = append(p.Stones, map[rune]game.Color{'X': game.Black, 'x': game.Black, 'O': game.White, 'o': game.White}[c])
		if strings.ContainsRune("XO.", c) {
			p.Region = append(p.Region, game.Point(i))
		}
	}
	p.Targets = []game.Point{game.Point(strings.IndexByte(text, 'X'))}
	return p
}

// space makes an eye space (# in shape) with a black wall around it and White beyond. A shape at
// the left or top of its picture is at the side of the board.
func space(t testing.TB, shape ...string) *slow.Problem {
	t.Helper()
	at := func(x, y int) bool {
		return y >= 0 && y < len(shape) && x >= 0 && x < len(shape[y]) && shape[y][x] == '#'
	}
	near := func(x, y int) bool {
		for dy := -1; dy <= 1; dy++ {
			if at(x-1, y+dy) || at(x, y+dy) || at(x+1, y+dy) {
				return true
			}
		}
		return false
	}
	left, top := -2, -2
	for i := range shape {
		if at(0, i) {
			left = 0
		}
	}
	if strings.Contains(shape[0], "#") {
		top = 0
	}
	var rows []string
	for y := top; y < len(shape)+2; y++ {
		var row []byte
		for x := left; x < len(shape[0])+2; x++ {
			switch {
			case at(x, y):
				row = append(row, '.')
			case near(x, y):
				row = append(row, 'X')
			default:
				row = append(row, 'o')
			}
		}
		rows = append(rows, string(row)+"_")
	}
	return scene(t, append(rows, strings.Repeat("_", len(rows[0])))...)
}

// verdicts returns the answers for the defender to move and for the attacker to move, from the fast
// solver with proofs, and from the slow one if possible. Threats may be nil.
func verdicts(t *testing.T, name string, p *slow.Problem, threats *tsumego.Threats) string {
	t.Helper()
	var both []string
	for _, c := range []game.Color{p.Defender, p.Defender.Other()} {
		q := *p
		q.ToPlay = c
		got, err := solveAndCheck(&q, threats)
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, drawn(&q))
		}
		if want, err := slowly(&q, threats, 30_000); err == nil && !want.agrees(got) {
			t.Errorf("%s: %s\nslow: %v\nfast: %v", name, drawn(&q), want, got)
		}
		both = append(both, got.Verdict)
	}
	return strings.Join(both, " ")
}

// The fates of a group, as the verdicts with the defender or the attacker moving first.
const (
	isAlive   = "win lose"
	isDead    = "lose win"
	unsettled = "win win"
)

func check(t *testing.T, name string, p *slow.Problem, threats *tsumego.Threats, want string) {
	t.Helper()
	if got := verdicts(t, name, p, threats); got != want {
		t.Errorf("%s: %s: live and kill: %s; want %s", name, drawn(p), got, want)
	}
}

// TestNakade has the big eyes of the proverbs, on the side, too.
func TestNakade(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		name, want string
		shape      []string
	}{
		{"two", isDead, []string{".....", ".##..", "....."}},
		{"three in a row", unsettled, []string{".....", ".###.", "....."}},
		{"three in a row on the side", unsettled, []string{".###.", "....."}},
		{"bent three", unsettled, []string{"....", ".##.", ".#..", "...."}},
		{"bent three in the corner", unsettled, []string{"##..", "#...", "...."}},
		{"straight four", isAlive, []string{"......", ".####.", "......"}},
		{"straight four on the side", isAlive, []string{".####.", "......"}},
		{"bent four", isAlive, []string{".....", ".###.", ".#...", "....."}},
		{"zigzag four", isAlive, []string{".....", ".##..", "..##.", "....."}},
		{"square four", isDead, []string{"....", ".##.", ".##.", "...."}},
		{"square four in the corner", isDead, []string{"##..", "##..", "...."}},
		{"pyramid four", unsettled, []string{".....", ".###.", "..#..", "....."}},
		{"bulky five", unsettled, []string{".....", ".##..", ".###.", "....."}},
		{"crossed five", unsettled, []string{".....", "..#..", ".###.", "..#..", "....."}},
		{"straight five", isAlive, []string{".......", ".#####.", "......."}},
		{"rabbity six", unsettled, []string{".....", "..#..", ".###.", ".##..", "....."}},
		{"rectangular six", isAlive, []string{".....", ".###.", ".###.", "....."}},
		{"rectangular six in the corner", unsettled, []string{"###..", "###..", "....."}},
	} {
		check(t, c.name, space(t, c.shape...), nil, c.want)
	}
}

// secondLine has n black stones in a row on the second line, with White all around on the third and
// at the ends. The first line is open beyond them. In the corner the row begins at the side of the
// board.
func secondLine(t testing.TB, n int, corner bool) *slow.Problem {
	left := "o"
	if corner {
		left = ""
	}
	open := strings.Repeat(".", 2*len(left))
	first := strings.Repeat("_", len(left)) + open + strings.Repeat(".", n) + "..o_"
	second := strings.Repeat("o", 3*len(left)) + strings.Repeat("X", n) + "oooo"
	if !corner {
		first = "_o" + open + strings.Repeat(".", n) + "..o_"
		second = "oooo" + strings.Repeat("X", n) + "oooo"
	}
	third := strings.Repeat("o", len(first))
	return scene(t, first, second, third, strings.Repeat("_", len(first)))
}

// TestSecondLine: six die, eight live; in the corner four die and six live. "No outside help" also
// means no threats: with some, the smaller ones live in ko.
func TestSecondLine(t *testing.T) {
	testenv.SkipUnderRace(t)
	for n, want := range map[int]string{6: isDead, 7: unsettled, 8: isAlive} {
		check(t, "in the middle of a side", secondLine(t, n, false), &tsumego.Threats{}, want)
	}
	for n, want := range map[int]string{4: isDead, 5: unsettled, 6: isAlive} {
		check(t, "in the corner", secondLine(t, n, true), &tsumego.Threats{}, want)
	}
}

// TestSymmetry rotates or reflects random problems and swaps the colours. The answer must change in the same
// way.
func TestSymmetry(t *testing.T) {
	testenv.SkipUnderRace(t)
	b := board.Grid(6, 6)
	for seed := range uint64(12) {
		p := slow.Random(newRand(seed), []*board.Board{b}, 7, 6)
		want, err := life.Solve(context.Background(), fast(p), searchOptions)
		if err != nil {
			t.Fatal(err)
		}
		for i, image := range b.Symmetries(8) {
			q := turned(p, image, i%2 == 1)
			got, err := life.Solve(context.Background(), fast(q), searchOptions)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := ofFast(b, got), turnedAnswer(p, want, image, i%2 == 1); a != b {
				t.Errorf("seed %d, symmetry %d: %s\n%v, turned from\n%v", seed, i, drawn(q), a, b)
			}
		}
	}
}

// turned maps a problem by a symmetry, with the colours swapped if swap is true.
func turned(p *slow.Problem, image []game.Point, swap bool) *slow.Problem {
	q := *p
	q.Stones = make([]game.Color, len(p.Stones))
	color := func(c game.Color) game.Color {
		if swap {
			return c.Other()
		}
		return c
	}
	move := func(points []game.Point) []game.Point {
		var moved []game.Point
		for _, at := range points {
			moved = append(moved, image[at])
		}
		return moved
	}
	for i, c := range p.Stones {
		q.Stones[image[i]] = color(c)
	}
	q.ToPlay, q.Defender = color(p.ToPlay), color(p.Defender)
	q.Targets, q.Region = move(p.Targets), move(p.Region)
	slices.Sort(q.Region)
	if p.Ko != board.None {
		q.Ko = image[p.Ko]
	}
	return &q
}

// turnedAnswer returns the expected answer to a turned problem.
func turnedAnswer(p *slow.Problem, a *life.Answer, image []game.Point, swap bool) summary {
	b := *a
	b.FirstMoves = nil
	for _, m := range a.FirstMoves {
		if m != game.Pass {
			m = game.Place(image[m.Point()])
		}
		b.FirstMoves = append(b.FirstMoves, m)
	}
	if a.Ko != nil && swap {
		ko := *a.Ko
		ko.TakesFirst = ko.TakesFirst.Other()
		b.Ko = &ko
	}
	return ofFast(p.Board, &b)
}
