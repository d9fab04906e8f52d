package book

import (
	"bytes"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive"
)

func TestBook(t *testing.T) {
	b := board.Grid(15, 15)
	k, err := Read(b, strings.NewReader("# a comment\n\nH8 H9 = J9 0.612 9\n"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := k.Write(&out, "again"); err != nil {
		t.Fatal(err)
	}
	if want := "# again\nH8 H9 = J9 0.612 9\n"; out.String() != want {
		t.Errorf("wrote %q, want %q", out.String(), want)
	}
	point := func(name string) board.Point {
		p, ok := b.Lookup(name)
		if !ok {
			t.Fatal(name)
		}
		return p
	}
	for _, c := range []struct {
		white string
		want  []string
	}{{"H9", []string{"J9", "G9"}}, {"G8", []string{"G9", "G7"}}, {"J8", []string{"J9", "J7"}}, {"H7", []string{"G7", "J7"}}} {
		a, ok := k.Find([]board.Point{point("H8"), point(c.white)})
		if got := b.Name(a.Move); !ok || got != c.want[0] && got != c.want[1] {
			t.Errorf("the answer to %s is %s, want one of %v", c.white, got, c.want)
		}
	}
	if _, ok := k.Find([]board.Point{point("H8"), point("J9")}); ok {
		t.Error("found an answer to stones that are not in the book")
	}
	for _, bad := range []string{"H8 H9 J9", "H8 = Z99 0.5 3", "H8 = J9 much 3", "H8 = J9 0.5"} {
		if _, err := Read(b, strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: error %v, want one that names the line", bad, err)
		}
	}
}

// TestAnswer asks for answers in positions, with either side to move and stones
// in any order.
func TestAnswer(t *testing.T) {
	b := board.Grid(9, 9)
	k, err := Read(b, strings.NewReader("= E5 0.5 3\nE5 = D4 0.4 3\nE5 D4 = C3 0.6 3\nE5 D4 E6 = F6 0.3 3\n"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := capturefive.Parse("n=5,pass=yes")
	if err != nil {
		t.Fatal(err)
	}
	for moves, want := range map[string]string{
		"": "E5", "e5": "D4", "e5 f6": "G7", "e5 d4 e6": "F6", "e6 d4 e5": "F6", "e6 f4 e5": "D6",
		"d4": "", "pass": "", "e5 d4 pass": "", "e5 pass d4": "", "e5 d4 e6 c3": "", "e5 d4 e6 c3 c4 g7 h8": "",
	} {
		pos, err := r.New(b)
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(moves) {
			m, err := game.ParseMove(pos, name)
			if err == nil {
				err = pos.Play(m)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		info, ok := k.Answer(pos, nil)
		if ok != (want != "") || ok && (game.Format(pos, info.Move) != want || !info.Book || info.Depth != 3) {
			t.Errorf("after %q: %+v, want %s", moves, info, want)
		}
		if _, ok := k.Answer(pos, []game.Move{info.Move}); ok {
			t.Errorf("after %q: an excluded answer", moves)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("H8 H9 = J9 0.612 9\n# x\n")
	f.Add("= A1 0 0")
	b := board.Grid(15, 15)
	f.Fuzz(func(t *testing.T, text string) {
		k, err := Read(b, strings.NewReader(text))
		if err == nil && k.Len() > strings.Count(text, "=") {
			t.Errorf("%d lines of %q", k.Len(), text)
		}
	})
}
