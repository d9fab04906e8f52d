package diagram

import (
	"io"
	"reflect"
	"slices"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/draw"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// grow returns the tree of a text.
func grow(t testing.TB, text string) (*sgf.Game, *record.Tree, error) {
	games, err := sgf.ParseLimits(text, sgf.Limits{Nodes: 300})
	if err != nil {
		return nil, nil, err
	}
	tree, err := record.Grow(t.Context(), games[0], game.Opener{Rules: catalog.Rules, Board: board.Parse})
	return games[0], tree, err
}

// TestOf: numbers of the game, of variations, and of a record; marks; the position before the line.
func TestOf(t *testing.T) {
	_, tree, err := grow(t, "(;SZ[9]C[game];B[ee];W[cc]TR[ee]SQ[aa]LB[bb:x\\]yzzz](;B[gg];W[];B[gc]MN[40])(;B[aa];AW[bb];W[cc];B[dd]))")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path    []int
		from    int
		numbers []int
	}{
		{[]int{0, 0, 0, 0, 0}, 0, []int{1, 2, 3, 4, 40}},
		{[]int{0, 0, 0, 0}, 2, []int{3, 4}},
		{[]int{0, 0, 1, 0, 0, 0}, 2, []int{1, 0, 2, 3}},
		{[]int{0, 0, 1, 0, 0, 0}, 3, []int{0, 4, 5}},
		{[]int{0, 0}, 2, nil},
	} {
		l, err := Of(t.Context(), tree, c.path, c.from)
		if err != nil {
			t.Fatal(err)
		}
		var numbers []int
		for _, s := range l.Steps {
			numbers = append(numbers, s.Number)
		}
		if !slices.Equal(numbers, c.numbers) {
			t.Errorf("%v from %d: %v, want %v", c.path, c.from, numbers, c.numbers)
		}
	}
	l, err := Of(t.Context(), tree, []int{0, 0}, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := []draw.Mark{
		{Point: 40, Kind: draw.Triangle}, {Point: 0, Kind: draw.Square},
		{Point: 10, Kind: draw.Label, Text: "x]yz"}, {Point: 20, Kind: draw.Last},
	}
	if !slices.Equal(l.Marks, want) || l.Stones[40] != game.Black || l.Stones[20] != game.White {
		t.Errorf("marks %+v", l.Marks)
	}
	if l, err = Of(t.Context(), tree, []int{0, 0, 0, 0}, 0); err != nil || l.Said != "game" ||
		l.Steps[3].Words != "pass" || l.Steps[3].Point != board.None {
		t.Errorf("%+v, %v", l, err)
	}
	if l, err = Of(t.Context(), tree, []int{0, 0, 1, 0}, 0); err != nil || !l.Steps[3].Anew || l.Steps[2].Anew {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestOverlay: arrows belong to one node; dimmed points and the shown part stay until another node changes
// them.
func TestOverlay(t *testing.T) {
	_, tree, err := grow(t, "(;SZ[9]DD[aa:ba]VW[ca:aa]AR[aa:bb][bb:bb][aa][zz:aa]LN[ii:ai];B[ee]DD[];W[ef]VW[]AR[ef:ee])")
	if err != nil {
		t.Fatal(err)
	}
	l, err := Of(t.Context(), tree, []int{0, 0}, 0)
	if err != nil {
		t.Fatal(err)
	}
	over := []Overlay{l.Over, l.Steps[0].Over, l.Steps[1].Over}
	three := []board.Point{0, 1, 2}
	want := []Overlay{
		{Arrows: []draw.Arrow{{From: 0, To: 10, Head: true}, {From: 80, To: 72}}, Dimmed: []board.Point{0, 1}, View: three},
		{View: three},
		{Arrows: []draw.Arrow{{From: 49, To: 40, Head: true}}},
	}
	if !reflect.DeepEqual(over, want) {
		t.Errorf("%+v, want %+v", over, want)
	}
	whole, err := Picture(l, Options{Size: 400})
	if err != nil {
		t.Fatal(err)
	}
	l.Steps = l.Steps[:1]
	if part, err := Picture(l, Options{Size: 400}); err != nil || part.Height > whole.Height*2/3 {
		t.Errorf("a part %d pixels high of %d, %v", part.Height, whole.Height, err)
	}
}

// TestHeading leaves out characters that a typeface lacks.
func TestHeading(t *testing.T) {
	g, _, err := grow(t, "(;CA[UTF-8]PB[柯洁]BR[9p]PW[Ёлкин]EV[Cup]DT[2026-01-02]RE[B+R]KM[6.5])")
	if err != nil {
		t.Fatal(err)
	}
	if head, lines := Heading(g, "svg", ""); head != "柯洁 9p – Ёлкин" ||
		!slices.Equal(lines, []string{"Cup, 2026-01-02", "komi 6.5, result B+R"}) {
		t.Errorf("%q, %q", head, lines)
	}
	if head, lines := Heading(g, "pdf", "A game"); head != "A game" || lines[0] != "Black 9p – Ёлкин" {
		t.Errorf("%q, %q", head, lines)
	}
}

// FuzzWrite draws fuzzed records.
func FuzzWrite(f *testing.F) {
	f.Add("(;SZ[9];B[ee];W[ef]TR[aa]LB[bb:x]C[text])", 0, "pdf")
	f.Add("(;SZ[5]AB[aa:cc]FG[];W[dd]MN[-3]TB[ee];AE[aa];B[aa])", 1, "gif")
	f.Add("(;GM[0]RI[weiqi]BD[torus:5x5];B[A1];W[];B[A1])", 0, "svg")
	f.Add("(;GM[0]RI[weiqi]BD[torus:5x5]AR[A1:E5]LN[A1:C3]DD[A1]VW[A1][B2];B[A1])", 0, "png")
	f.Add("(;GM[0]RI[weiqi]BD[sphere:5x5]AR[A1:B3]DD[A1]VW[A1];B[A1])", 0, "svg")
	f.Add("(;GM[0]RI[weiqi]BD[cube:3];B[A1];W[];OC[swap];OF[B1])", 0, "png")
	f.Fuzz(func(t *testing.T, text string, from int, format string) {
		if len(text) > 3000 {
			return
		}
		g, tree, err := grow(t, text)
		if err != nil || tree.Board.Len() > 400 {
			return
		}
		var path []int
		for at := 0; at+1 < len(tree.Nodes) && tree.Nodes[at+1].Parent == at; at++ {
			path = append(path, 0)
		}
		l, err := Of(t.Context(), tree, path, from)
		if err != nil {
			return
		}
		d := Document{Options: Options{Size: 100, Cells: cells}, Figure: 3}
		d.Title, d.Head = Heading(g, format, "")
		if err := Write(t.Context(), io.Discard, format, l, d); err != nil && Formats[format] != "" {
			t.Errorf("%q as %s: %v", text, format, err)
		}
	})
}
