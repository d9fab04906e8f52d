package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
)

func saved(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const (
	deadLine  = `{"id":"dead","size":5,"black":["ac"],"white":["ab","bc"],"to_move":"w","target":["ac"]}`
	rowPuzzle = `{"id":"row","board":"grid:9","game":"gomoku","stones":{"black":["A1"],"white":[]},"toPlay":"white"}`
)

// TestAreLife examines every format, and leaves standard input unread.
func TestAreLife(t *testing.T) {
	for _, c := range []struct {
		arg, game, stdin string
		want             bool
	}{
		{saved(t, "p.jsonl", deadLine+"\n"), "", "", true},
		{saved(t, "p.jsonl", deadLine+"\n"), "gomoku", "", false},
		{saved(t, "p.jsonl", rowPuzzle), "", "", false},
		{saved(t, "p.sgf", "(;GM[1]SZ[5])"), "", "", true},
		{saved(t, "p.sgf", "(;GM[4]SZ[15])"), "", "", false},
		{saved(t, "p.sgf", "(;RI[gomoku:n=5]SZ[15])"), "", "", false},
		{saved(t, "p.txt", "xo-\n"), "", "", true},
		{saved(t, "empty.txt", ""), "", "", true},
		{saved(t, "blank.json", " \n\n"), "", "", true},
		{saved(t, "long.jsonl", `{"id":"`+strings.Repeat("x", 2*headSize)+`",`+deadLine[1:]), "", "", true},
		{saved(t, "lines.json", "{\n \"id\": \"a\",\n \"to_move\": \"b\"\n}\n"), "", "", true},
		{saved(t, "lines.json", "{\n \"id\": \"a\",\n \"toPlay\": \"black\"\n}\n"), "", "", false},
		{saved(t, "open.json", "{"), "", "", true},
		{"H8", "", "", false},
		{"-", "", deadLine + "\nmore", true},
		{"-", "", rowPuzzle, false},
	} {
		stdin := Reader(strings.NewReader(c.stdin))
		got, err := AreLife([]string{c.arg}, c.game, stdin)
		left, _ := io.ReadAll(stdin)
		if err != nil || got != c.want || string(left) != c.stdin {
			t.Errorf("%s with game %q: %v, %v, and %q is left", c.arg, c.game, got, err, left)
		}
	}
	if _, err := AreLife([]string{saved(t, "a.jsonl", deadLine), saved(t, "b.jsonl", rowPuzzle)}, "", nil); err == nil {
		t.Error("two games are taken for one")
	}
}

func TestGomokuSource(t *testing.T) {
	for _, args := range [][]string{{"A1", "B1", "C3"}, {"A1 B1 C3"}, {"A1B1C3"}, {"a1b1c3"}} {
		source := GomokuSource{Args: args, Board: "grid:9"}
		list, err := source.Problems()
		if err != nil || len(list) != 1 || len(list[0].Stones) != 3 || list[0].ToPlay != game.White {
			t.Errorf("%q: %+v, %v", args, list, err)
		}
	}
	source := GomokuSource{
		Args: []string{"-"}, ToPlay: "black", Stdin: strings.NewReader(rowPuzzle + strings.Replace(rowPuzzle, `"row"`, `""`, 1)),
	}
	list, err := source.Problems()
	if err != nil || len(list) != 2 || list[0].Name != "row" || list[1].Name != "-, position 2" || list[1].ToPlay != game.Black {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestLines(t *testing.T) {
	read := func(args []string, in string) (texts []string, err error) {
		for l := range Lines(t.Context(), args, strings.NewReader(in)) {
			texts = append(texts, l.Name+"="+l.Text)
			err = l.Err
		}
		return texts, err
	}
	if got, err := read([]string{"44", "."}, ""); err != nil || strings.Join(got, ",") != "position 1=44,position 2=." {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := read(nil, "# none\n3\n\n"); err != nil || strings.Join(got, ",") != "line 2=3,line 3=" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := read([]string{"-"}, "3\n"+strings.Repeat("1", 2000)); !errors.Is(err, ErrLongLine) || len(got) != 2 {
		t.Errorf("%q, %v", got, err)
	}
}

// TestLifeChanges keeps the defender when the other side moves first, and refuses points that do
// not exist.
func TestLifeChanges(t *testing.T) {
	item := func() format.Item {
		stones := make([]game.Color, 25)
		stones[12], stones[13] = game.Black, game.White
		return format.Item{
			Problem: tsumego.Problem{
				Board: board.Grid(5, 5), Stones: stones, ToPlay: game.Black, Target: []game.Point{12}, Ko: board.None, Question: tsumego.Live,
			}, Asked: true,
		}
	}
	it := item()
	changes := LifeChanges{ToPlay: "white", Region: "A1:E5", Threats: "b=1,w=0"}
	if err := errors.Join(changes.Points(&it), changes.Settle(&it)); err != nil || it.ToPlay != game.White ||
		it.Question != tsumego.Kill || len(it.Region) != 25 || it.Threats.Black != 1 {
		t.Errorf("%+v, %v", it, err)
	}
	for side, want := range map[string]bool{"black": true, "": true, "white": false} {
		it := item() // in which White has just captured at B3
		it.Stones[1], it.Stones[5], it.Stones[7], it.Stones[6], it.Ko = game.Black, game.Black, game.Black, game.White, 11
		changes := LifeChanges{ToPlay: side}
		if err := changes.Settle(&it); err != nil || (it.Ko != board.None) != want {
			t.Errorf("%q to move: the ko is %d, %v", side, it.Ko, err)
		}
	}
	for _, c := range []LifeChanges{
		{Target: "Z9"}, {Target: ","}, {Target: "C3 D3"}, {Region: ";"}, {Region: "Z9"}, {Ko: "Z9"}, {Threats: "x=1"},
	} {
		if it := item(); c.Points(&it) == nil {
			t.Errorf("%+v is taken", c)
		}
	}
}

func TestBad(t *testing.T) {
	var bad Bad
	if bad.Err() != nil || bad.Any() {
		t.Error("no error is an error")
	}
	for range mostBad + 5 {
		bad.Add(errors.New("no such problem"))
	}
	if text := bad.Err().Error(); !bad.Any() || !strings.HasPrefix(text, "15 problems") || strings.Count(text, "no such problem") != mostBad {
		t.Errorf("%s", text)
	}
}

// TestWrite leaves no incomplete file behind, and keeps the previous one.
func TestWrite(t *testing.T) {
	fail := func(io.Writer) error { return errors.New("out of cheese") }
	path := filepath.Join(t.TempDir(), "a")
	if err := Write(path, fail); err == nil {
		t.Error("a failure is not returned")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("half a file stays")
	}
	whole := saved(t, "b", "before")
	if err := Replace(whole, fail); err == nil {
		t.Error("a failure is not returned")
	}
	if text, _ := os.ReadFile(whole); string(text) != "before" {
		t.Errorf("the file before has become %q", text)
	}
	if entries, _ := os.ReadDir(filepath.Dir(whole)); len(entries) != 1 {
		t.Errorf("files left: %v", entries)
	}
	if got := Name("../a b/c.9"); got != "_a_b_c.9" {
		t.Errorf("named %q", got)
	}
}
