package diagram

import (
	"bytes"
	"errors"
	"fmt"
	"image/gif"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/draw"
	"moyo/game/rules/weiqi"
)

func parse(t testing.TB, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// play returns the line of moves of Go, starting with Black; "pass" is a move too.
func play(t testing.TB, spec, moves string) *Line {
	t.Helper()
	rules, err := weiqi.Parse("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(parse(t, spec))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(moves) {
		m, err := game.ParseMove(pos, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return lineOf(pos)
}

func lineOf(pos game.Position) *Line {
	stones, _ := game.Start(pos)
	l := &Line{Board: pos.Board(), Stones: stones}
	for i, turn := range pos.Turns() {
		s := Step{Color: turn.Color, Number: i + 1, Point: turn.Move.Point()}
		if turn.Kind == game.TurnStone {
			s.Changes = append(s.Changes, game.Placed{Point: s.Point, Color: turn.Color})
		} else {
			s.Words = game.Format(pos, turn.Move)
		}
		for _, p := range turn.Taken {
			s.Changes = append(s.Changes, game.Placed{Point: p})
		}
		l.Steps = append(l.Steps, s)
	}
	return l
}

// texts returns the labels of points.
func texts(b *board.Board, f *Figure) map[string]string {
	m := make(map[string]string)
	for _, k := range f.Marks {
		if k.Kind == draw.Label {
			m[b.Name(k.Point)] = k.Text
		}
	}
	return m
}

// A ko in the middle: black stones C5 D6 D4, white ones F5 E6 E4, White's at D5, and then
// Black takes it from E5.
const fight = "C5 F5 D6 E6 D4 E4 J9 D5 E5 A9 A1 D5 B1 B9 E5 C9 C1 D5 pass D9 E5"

// TestKo: moves on points with a number are noted with it; a stone from before the figure gets a
// letter.
func TestKo(t *testing.T) {
	l := play(t, "grid:9", fight)
	one := slices.Collect(l.Figures(50))
	if len(one) != 1 || one[0].Caption() != "1–21" {
		t.Fatalf("%d figures, the first of %s", len(one), one[0].Caption())
	}
	if want := []string{"12, 18 at 8", "15, 21 at 9", "19 pass"}; !slices.Equal(one[0].Notes, want) {
		t.Errorf("notes %q, want %q", one[0].Notes, want)
	}
	on := texts(l.Board, one[0])
	if on["D5"] != "8" || on["E5"] != "9" || on["C5"] != "1" || on["D9"] != "20" || len(on) != 16 {
		t.Errorf("numbers %v", on)
	}
	three := slices.Collect(l.Figures(8))
	if len(three) != 3 || three[1].Caption() != "9–16" || three[2].Caption() != "17–21" {
		t.Fatalf("%d figures: %s, %s", len(three), three[1].Caption(), three[2].Caption())
	}
	if want := []string{"12 at a", "15 at 9"}; !slices.Equal(three[1].Notes, want) {
		t.Errorf("notes %q, want %q", three[1].Notes, want)
	}
	if want := []string{"21 at a", "19 pass"}; !slices.Equal(three[2].Notes, want) {
		t.Errorf("notes %q, want %q", three[2].Notes, want)
	}
	on = texts(l.Board, three[1])
	if on["D5"] != "a" || on["E5"] != "9" || on["C5"] != "" || len(on) != 7 {
		t.Errorf("numbers %v", on)
	}
	d5, _ := l.Board.Lookup("D5")
	if three[1].Stones[d5] != game.White || three[2].Stones[d5] != game.White {
		t.Errorf("D5 is %v and %v", three[1].Stones[d5], three[2].Stones[d5])
	}
}

// TestFigures: the start of figures, stones set up, marks and comments.
func TestFigures(t *testing.T) {
	l := play(t, "grid:9", "E5 C3 G7 pass D4")
	at := func(name string) game.Point { q, _ := l.Board.Lookup(name); return q }
	l.Steps[1].Comment = "shimari"
	l.Steps[3].Comment = "why?"
	setup := Step{
		Point: board.None, Anew: true, Changes: []game.Placed{{Point: at("A1"), Color: game.White}, {Point: at("E5")}}, Comment: "set up",
	}
	l.Steps = slices.Insert(l.Steps, 4, setup)
	last := &l.Steps[5]
	last.Marks = []draw.Mark{
		{Point: at("D4"), Kind: draw.Triangle}, {Point: at("J9"), Kind: draw.Label, Text: "x"}, {Point: at("C3"), Kind: draw.Square},
	}
	figures := slices.Collect(l.Figures(3))
	if len(figures) != 3 {
		t.Fatalf("%d figures", len(figures))
	}
	if f := figures[0]; f.Caption() != "1–3" || !reflect.DeepEqual(f.Comments, []Comment{{"2", "shimari"}}) {
		t.Errorf("%s %v", f.Caption(), f.Comments)
	}
	if f := figures[1]; f.Caption() != "4" || !reflect.DeepEqual(f.Comments, []Comment{{"4 pass", "why?"}}) {
		t.Errorf("%s %v", f.Caption(), f.Comments)
	}
	f := figures[2]
	if f.Caption() != "5" || !reflect.DeepEqual(f.Comments, []Comment{{"", "set up"}}) {
		t.Errorf("%s %v", f.Caption(), f.Comments)
	}
	if f.Stones[at("A1")] != game.White || f.Stones[at("E5")] != game.Empty || f.Stones[at("D4")] != game.Black {
		t.Error("stones that were set up are not there")
	}
	want := []draw.Mark{
		{Point: at("D4"), Kind: draw.Label, Text: "5"}, {Point: at("J9"), Kind: draw.Label, Text: "x"}, {Point: at("C3"), Kind: draw.Square},
	}
	if !reflect.DeepEqual(f.Marks, want) {
		t.Errorf("marks %+v, want %+v", f.Marks, want)
	}
	empty := slices.Collect((&Line{Board: l.Board, Stones: l.Stones, Marks: want}).Figures(50))
	if len(empty) != 1 || empty[0].Caption() != "" || len(empty[0].Marks) != 3 {
		t.Errorf("without steps: %+v", empty)
	}
}

func TestLetter(t *testing.T) {
	for i, want := range map[int]string{0: "a", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa"} {
		if got := letter(i); got != want {
			t.Errorf("letter %d is %s, want %s", i, got, want)
		}
	}
}

// cells are the cells of boards whose points are numbered row by row.
func cells(b *board.Board) (draw.Cells, bool) {
	var c draw.Cells
	if n, _ := fmt.Sscanf(b.Spec(), "torus:%dx%d", &c.Width, &c.Height); n != 2 {
		return c, false
	}
	for q := range b.Len() {
		c.X, c.Y = append(c.X, q%c.Width), append(c.Y, q/c.Width)
	}
	return c, true
}

// TestPicture: a torus is cut open, a ball is seen from both sides.
func TestPicture(t *testing.T) {
	for _, c := range []struct {
		spec          string
		width, height int
	}{{"grid:9", 800, 0}, {"torus:9x9", 800, 0}, {"geodesic:3", 1600, 0}, {"box:4x4x4", 0, 0}} {
		line := &Line{Board: parse(t, c.spec)}
		line.Stones = make([]game.Color, line.Board.Len())
		line.Steps = []Step{{Color: game.Black, Point: 3, Number: 1, Changes: []game.Placed{{Point: 3, Color: game.Black}}}}
		p, err := Picture(line, Options{Title: "A & B", Cells: cells})
		if err != nil {
			t.Fatal(err)
		}
		if c.width > 0 && (p.Width < c.width*9/10 || p.Width > c.width+1) {
			t.Errorf("%s: %d by %d", c.spec, p.Width, p.Height)
		}
		svg := p.SVG()
		want := 1
		if c.width == 1600 {
			want = 2
		}
		if !strings.Contains(svg, "A &amp; B") || strings.Count(svg, ">1</text>") < want {
			t.Errorf("%s: no title or no number", c.spec)
		}
	}
}

// TestCaptionLetters: captions name points as the game's players do.
func TestCaptionLetters(t *testing.T) {
	b := board.Grid(15, 15)
	s := Step{Color: game.Black, Point: 8, Number: 3}
	if got := s.caption(b, board.AllLetters); got != "3. Black I15" {
		t.Error(got)
	}
	if got := s.caption(b, board.GoLetters); got != "3. Black J15" {
		t.Error(got)
	}
}

// TestAnimation: one picture for each move, or several moves a picture if there are too many.
func TestAnimation(t *testing.T) {
	l := play(t, "grid:9", fight)
	movie, err := Animation(t.Context(), l, Options{Title: "Black – White"})
	if err != nil {
		t.Fatal(err)
	}
	if len(movie.Image) != 22 || movie.Delay[0] != 100 || movie.Delay[21] != 500 {
		t.Errorf("%d pictures, shown for %v", len(movie.Image), movie.Delay)
	}
	if err := gif.EncodeAll(&bytes.Buffer{}, movie); err != nil {
		t.Error(err)
	}
	for _, steps := range []int{0, 1, 499, 500, 1200} {
		long := &Line{Board: l.Board, Stones: l.Stones, Steps: make([]Step, steps)}
		for i := range long.Steps {
			long.Steps[i] = Step{
				Number: i + 1, Color: game.Black, Point: game.Point(i % 81),
				Changes: []game.Placed{{Point: game.Point(i % 81), Color: game.Color(1 + i/81%2)}},
			}
		}
		movie, err := Animation(t.Context(), long, Options{Size: 64})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(movie.Image); n > maxFrames || n < min(steps+1, 250) {
			t.Errorf("%d steps in %d pictures", steps, n)
		}
	}
}

// TestPDF makes documents that other programs can read. Equal lines give equal documents.
func TestPDF(t *testing.T) {
	l := play(t, "grid:9", fight)
	l.Steps[3].Comment = "Ça va, Ёлки, αβγ \U0001F600\n" + strings.Repeat("a word and others ", 900)
	l.Steps[4].Comment = strings.Repeat("x", 500)
	d := Document{Options: Options{Title: "Black – White"}, Head: []string{"Event", "B+R"}, Figure: 4}
	var first bytes.Buffer
	if err := PDF(t.Context(), &first, l, d); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		var again bytes.Buffer
		if err := PDF(t.Context(), &again, l, d); err != nil || !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Fatalf("another file of the same line, %v", err)
		}
	}
	pages := len(regexp.MustCompile(`/Type /Page\n`).FindAll(first.Bytes(), -1))
	if pages != 5 {
		t.Errorf("%d pages", pages)
	}
	text, err := exec.Command("pdftotext", "-layout", writeTemp(t, first.Bytes()), "-").Output()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("no pdftotext")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Black – White", "Event", "Figure 1 (1–4)", "Figure 6 (21)", "Ça va, Ёлки, αβγ □", "12 at a", "19 pass"} {
		if !bytes.Contains(text, []byte(strings.ReplaceAll(want, "\u00a0", " "))) &&
			!bytes.Contains(text, []byte(strings.ReplaceAll(want, " ", "\u00a0"))) {
			t.Errorf("no %q in the text", want)
		}
	}
	if n := bytes.Count(text, []byte("\f")); n != pages {
		t.Errorf("%d pages are read, want %d", n, pages)
	}
}

func writeTemp(t *testing.T, data []byte) string {
	name := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestTooLong refuses lines that need too many pages.
func TestTooLong(t *testing.T) {
	l := play(t, "grid:9", "E5")
	l.Steps[0].Comment = strings.Repeat("line\n", maxPages*70)
	if err := PDF(t.Context(), &bytes.Buffer{}, l, Document{}); !errors.Is(err, ErrTooLong) {
		t.Errorf("%v", err)
	}
}
