package weiqi

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// TestGroups: doubtful chains of one colour that lived in the same playouts are one group, others are groups of their own.
func TestGroups(t *testing.T) {
	chain := func(c game.Color, at game.Point, lives uint64) *fated {
		return &fated{color: c, stones: []game.Point{at}, lives: []uint64{lives}, share: 0.5}
	}
	const half = 0xffff_ffff
	for _, tt := range []struct {
		name   string
		second *fated
		want   int
	}{
		{"the same fate", chain(game.Black, 1, half), 1},
		{"nearly the same fate", chain(game.Black, 1, half>>3), 1},
		{"another fate", chain(game.Black, 1, half>>4), 2},
		{"the other colour", chain(game.White, 1, half), 2},
		{"no doubt", &fated{color: game.Black, stones: []game.Point{1}, lives: []uint64{half}, share: 1}, 2},
	} {
		if groups := groupsOf([]*fated{chain(game.Black, 0, half), tt.second}); len(groups) != tt.want {
			t.Errorf("%s: %d groups, want %d", tt.name, len(groups), tt.want)
		}
	}
}

// TestDeadShapes finds the dead stones of finished positions; they are written in lower case.
func TestDeadShapes(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, tt := range []struct {
		name  string
		board string // a grid if empty
		rows  string
	}{
		{"empty board", "", "....... ....... ....... ....... ....... ....... ......."},
		{"an opening", "", "......... ......... ..X...O.. ......... ......... ......... ..O...X.. ......... ........."},
		{"a square of four for an eye", "", "..oX... ..oX... oooX... XXXX... ....... ....... ......."},
		{"two eyes at the edge", "", ".O.OX.. OOOOX.. XXXXX.. ....... ....... ....... ......."},
		{"five in a row for an eye", "", ".....OX OOOOOOX XXXXXXX ....... ....... ....... ......."},
		{"a stone on the vital point", "", ".X.oX.. ooooX.. XXXXX.. ....... ....... ....... ......."},
		{"an eye and a false one", "", ".o.oX.. oooXX.. XXX.... ....... ....... ....... ......."},
		{"bent four in the corner", "", "XX.oX.. X.ooX.. oooXX.. XXXX... ....... ....... ......."},
		{"seki", "", ".OX.OX. OOXXOXX .OX.OX."},
		{"seki with an eye each", "", ".OX.X.O.OX. OOXXXXOOOXX .OOOXXOXXX."},
		{"no seki: an eye against none", "", ".Ox.O.OX. OOxxOOOXX .Ox.OXXX."},
		{"a snapback", "", "O.xO... xxxO... OOOO... ....... ..XXXXX ..XOOOO ..XO.O."},
		{"stones in territory", "", "..XO.. .oXO.. ..XO.. ..XOx. .XXO.. .XOO.."},
		{"many liberties and no room", "", "..oooX. .X.ooX. oooooX. XXXXXX. ....... ....... ......."},
		{"around a torus", "torus:7x6", "XXXXXXX X.X.o.X XXXXXXX OOOOOOO O.O.O.O OOOOOOO"},
		{"both on a tube", "cylinder:7x6", "XXXXXXX X.X.o.X XXXXXXX OOOOOOO O.O.x.O OOOOOOO"},
	} {
		rows := strings.Fields(tt.rows)
		pos := setUp(t, rules.Default(), strings.Fields(strings.ToUpper(tt.rows)), game.Black)
		if tt.board != "" {
			pos = setOn(t, tt.board, colorsOf(pos))
		}
		var want []game.Point
		for i, c := range strings.Join(rows, "") {
			if strings.ContainsRune("xo", c) {
				want = append(want, game.Point(i))
			}
		}
		checkDead(t, tt.name, pos, want)
	}
}

// checkDead compares the dead stones, with either side to move.
func checkDead(t *testing.T, name string, pos *rules.Position, want []game.Point) {
	t.Helper()
	for range 2 {
		got, err := New(Options{}).Dead(t.Context(), pos)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, %s to move: dead are %v, want %v", name, pos.ToPlay(), namesOf(pos, got), namesOf(pos, want))
		}
		pos.SetToPlay(pos.ToPlay().Other())
	}
}

func namesOf(pos game.Position, points []game.Point) (names []string) {
	for _, p := range points {
		names = append(names, pos.Board().Name(p))
	}
	return names
}

func colorsOf(pos game.Position) []game.Color {
	colors := make([]game.Color, pos.Board().Len())
	for p := range colors {
		colors[p] = pos.At(game.Point(p))
	}
	return colors
}

// setOn sets up stones on a board.
func setOn(t *testing.T, spec string, colors []game.Color) *rules.Position {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.Default().Start(b)
	if err != nil {
		t.Fatal(err)
	}
	var stones []game.Placed
	for p, c := range colors {
		if c != game.Empty {
			stones = append(stones, game.Placed{Point: game.Point(p), Color: c})
		}
	}
	if err := pos.Set(stones, game.Black); err != nil {
		t.Fatal(err)
	}
	return pos
}

// TestDeadAnywhere gives each side half of the board, on boards of all kinds,
// with two eyes and a prisoner in it.
func TestDeadAnywhere(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, spec := range []string{"hex:6", "cube:6", "sphere:10x8", "geodesic:4"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		colors := halves(b)
		var want []game.Point
		for _, side := range []game.Color{game.Black, game.White} {
			eyes := interior(b, colors, side)
			if len(eyes) < 3 {
				t.Fatalf("%s: only %d eyes for %s", spec, len(eyes), side)
			}
			prisoner := eyes[2]
			colors[eyes[0]], colors[eyes[1]] = game.Empty, game.Empty
			colors[prisoner], colors[b.Neighbors(prisoner)[0]] = side.Other(), game.Empty
			want = append(want, prisoner)
		}
		slices.Sort(want)
		checkDead(t, spec, setOn(t, spec, colors), want)
	}
}

// interior returns points that are far apart and have only side's stones within
// two steps.
func interior(b *board.Board, colors []game.Color, side game.Color) (points []game.Point) {
	near := make([]bool, b.Len())
	around := func(p game.Point, fits func(game.Point) bool) bool {
		return !slices.ContainsFunc(b.Neighbors(p), func(q game.Point) bool { return !fits(q) })
	}
	own := func(p game.Point) bool { return colors[p] == side && !near[p] }
	for p := range game.Point(b.Len()) {
		if !own(p) || !around(p, func(q game.Point) bool { return own(q) && around(q, own) }) {
			continue
		}
		points = append(points, p)
		for _, q := range b.Neighbors(p) {
			near[q] = true
		}
	}
	return points
}

// halves gives Black the half of the points that is nearest to the first one,
// and White the others.
func halves(b *board.Board) []game.Color {
	colors := make([]game.Color, b.Len())
	queue := []game.Point{0}
	colors[0] = game.Black
	for i := 0; i < len(queue); i++ {
		for _, q := range b.Neighbors(queue[i]) {
			if colors[q] == game.Empty {
				colors[q] = game.Black
				if len(queue) >= b.Len()/2 {
					colors[q] = game.White
				}
				queue = append(queue, q)
			}
		}
	}
	return colors
}

// doubtfulRows is a position with a group that needs a search: it lives if it
// moves first.
const doubtfulRows = "...oX.. ooooX.. XXXXX.. ....... ....... ....... ......."

// TestDeadSame: the result does not depend on earlier searches.
func TestDeadSame(t *testing.T) {
	pos := setUp(t, rules.Default(), strings.Fields(strings.ToUpper(doubtfulRows)), game.Black)
	e := New(Options{})
	first, err := e.Dead(t.Context(), pos)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Dead(t.Context(), setUp(t, rules.Default(), []string{".OX.OX.", "OOXXOXX", ".OX.OX."}, game.Black)); err != nil {
		t.Fatal(err)
	}
	for _, e := range []*Engine{e, New(Options{Level: 2, Threads: 2})} {
		if again, err := e.Dead(t.Context(), pos); err != nil || !slices.Equal(again, first) {
			t.Errorf("first %v, then %v, %v", first, again, err)
		}
	}
}

// TestDeadStopped: when stopped before or during the search, Dead returns
// immediately and reports no stones.
func TestDeadStopped(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := setUp(t, rules.Default(), strings.Fields(strings.ToUpper(doubtfulRows)), game.Black)
	whole := testenv.EndingAfter(t.Context(), math.MaxInt)
	if _, err := New(Options{}).Dead(whole, pos); err != nil {
		t.Fatal(err)
	}
	asked := whole.Asked()
	for _, after := range []int{0, 1, asked / 4, asked / 2} {
		ctx := testenv.EndingAfter(t.Context(), after)
		if dead, err := New(Options{}).Dead(ctx, pos); !errors.Is(err, context.Canceled) || dead != nil {
			t.Errorf("stopped when asked %d times of %d: %v, %v", after, asked, dead, err)
		}
	}
}

// believed returns the chains of a position as groups in doubt, with stones in
// lower case taken to be dead, and the position.
func believed(t *testing.T, text string) (*rules.Position, []*group) {
	t.Helper()
	pos := setUp(t, rules.Default(), strings.Fields(strings.ToUpper(text)), game.Black)
	rows := strings.Join(strings.Fields(text), "")
	var groups []*group
	for _, c := range chainsOf(pos) {
		small := strings.ContainsRune("xo", rune(rows[c.stones[0]]))
		groups = append(groups, &group{fated: *c, doubt: true, dead: small})
	}
	return pos, groups
}

// TestDeadParts starts from wrong beliefs about stones. Each part of the
// judgement corrects them, or leaves them where it does not apply.
func TestDeadParts(t *testing.T) {
	testenv.SkipUnderRace(t)
	e := New(Options{})
	search := func(pos game.Position, groups []*group) error { return e.searchGroups(t.Context(), pos, groups) }
	seki := func(pos game.Position, groups []*group) error { return e.spareSeki(t.Context(), pos, groups) }
	border := func(pos game.Position, groups []*group) error { agree(pos, groups); return nil }
	for _, tt := range []struct {
		name string
		part func(game.Position, []*group) error
		rows string // the belief before; dead stones in lower case
		want string // as rows
	}{
		{"a search finds stones dead", search, "..OX... ..OX... OOOX... XXXX... ....... ....... .......",
			"..oX... ..oX... oooX... XXXX... ....... ....... ......."},
		{"a search finds stones alive", search, ".....oX ooooooX XXXXXXX ....... ....... ....... .......",
			".....OX OOOOOOX XXXXXXX ....... ....... ....... ......."},
		{"seki", seki, ".OX.oX. OOXXoXX .OX.oX.", ".OX.OX. OOXXOXX .OX.OX."},
		{"seki, both taken to be dead", seki, ".Ox.oX. OOxxoXX .Ox.oX.", ".OX.OX. OOXXOXX .OX.OX."},
		{"no seki: the stone inside is a vital one", seki, ".X.oX.. ooooX.. XXXXX.. ....... ....... ....... .......",
			".X.oX.. ooooX.. XXXXX.. ....... ....... ....... ......."},
		{"no opponent is left to take", border, ".o.xO.. xxxxO.. OOOOO.. ....... ....... ....... .......",
			".O.xO.. xxxxO.. OOOOO.. ....... ....... ....... ......."},
		{"an opponent is left to take", border, ".X.oX.. ooooX.. XXXXX.. ....... ....... ....... .......",
			".X.oX.. ooooX.. XXXXX.. ....... ....... ....... ......."},
		{"both sides live around", border, "XX.o.OO XX...OO XX...OO", "XX.o.OO XX...OO XX...OO"},
	} {
		pos, groups := believed(t, tt.rows)
		if err := tt.part(pos, groups); err != nil {
			t.Fatal(err)
		}
		_, wanted := believed(t, tt.want)
		if got, want := deadIn(groups), deadIn(wanted); !slices.Equal(got, want) {
			t.Errorf("%s: dead are %v, want %v", tt.name, namesOf(pos, got), namesOf(pos, want))
		}
	}
}
