package format

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
)

// readItems returns the problems of a text, and its errors in words.
func readItems(text string) (items []Item, errs []string) {
	for it, err := range Read("in", strings.NewReader(text), nil) {
		if err != nil {
			errs = append(errs, err.Error())
			continue
		}
		items = append(items, it)
	}
	return items, errs
}

// readItem returns the one problem of a text.
func readItem(t *testing.T, text string) Item {
	t.Helper()
	items, errs := readItems(text)
	if len(items) != 1 || len(errs) > 0 {
		t.Fatalf("%d problems and errors %q, want one problem", len(items), errs)
	}
	return items[0]
}

// toldItem returns a problem as a line, for tables of tests.
func toldItem(it Item) string {
	b := it.Board
	question := "?"
	if it.Asked {
		question = it.Question.String()
	}
	ko := ""
	if it.Ko != board.None {
		ko = " ko " + PointText(b, it.Ko)
	}
	if len(it.Walls) > 0 {
		ko += fmt.Sprint(" walls ", pointTexts(b, it.Walls))
	}
	if it.Threats != nil {
		ko += " threats " + it.Threats.String()
	}
	return fmt.Sprintf("%s %s %s %d stones target %v region %d%s notes %q", b.Spec(), it.ToPlay, question,
		len(it.Stones)-countOf(it.Stones, game.Empty), pointTexts(b, it.Target), len(it.Region), ko, it.Notes)
}

func countOf(stones []game.Color, c game.Color) (n int) {
	for _, s := range stones {
		if s == c {
			n++
		}
	}
	return n
}

func TestReadSGF(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"target by MA", "(;GM[1]SZ[9]AB[aa][ba]AW[ab][bb][da]MA[aa]PL[B])",
			`grid:9 black live 5 stones target [aa] region 0 notes ""`},
		{"MA before TR, one a chain", "(;SZ[9]AB[aa][ba]AW[ab][bb][cc][da]MA[aa][ba]TR[cc]PL[W])",
			`grid:9 white kill 6 stones target [aa] region 0 notes ""`},
		{"TR", "(;SZ[9]AB[aa][ba]AW[ab][bb][cc][da]TR[cc][hh]PL[W])",
			`grid:9 white live 6 stones target [cc] region 0 notes ""`},
		{"comment", "(;SZ[9]AB[aa][ba]AW[ab][bb][cc][da]PL[W]C[Hard.\ntarget: A9, C7\nNo\ntarget: C7])",
			`grid:9 white live 6 stones target [cc] region 0 notes "Hard.\nNo"`},
		{"region by SQ, compressed", "(;SZ[9]AB[aa][ba]AW[ab][bb][da]MA[aa]SQ[ca:ee]PL[B])",
			`grid:9 black live 5 stones target [aa] region 17 notes ""`},
		{"region by DD", "(;SZ[9]AB[aa][ba]AW[ab][bb][da]MA[aa]DD[dd:ii]PL[B])",
			`grid:9 black live 5 stones target [aa] region 45 notes ""`},
		{"region by VW", "(;SZ[9]AB[aa][ba]AW[ab][bb][da]MA[aa]VW[aa:dd]CR[ee]PL[B])",
			`grid:9 black live 5 stones target [aa] region 16 notes ""`},
		{"circled stones", "(;SZ[9]AB[aa][ba]AW[ab][bb][da]CR[aa]PL[W])",
			`grid:9 white kill 5 stones target [aa] region 0 notes ""`},
		{"the words", "(;SZ[9]AB[aa][ba]AW[ab][bb][da]C[White to kill.])",
			`grid:9 white kill 5 stones target [] region 0 notes "White to kill."`},
		{"the first move", "(;SZ[9]AB[aa][ba]AW[ab][bb][da](;W[dd];TR[dd])(;B[cc]))",
			`grid:9 white ? 5 stones target [] region 0 notes ""`},
		{"setup in a second node", "(;SZ[9];AB[aa][ba]AW[ab][bb][da];PL[W];W[dd])",
			`grid:9 white ? 5 stones target [] region 0 notes ""`},
		{"after a game", "(;SZ[9];B[aa];W[bb];B[ee];AW[cc]AE[ee]MA[bb]PL[B];B[dd])",
			`grid:9 black kill 3 stones target [bb] region 0 notes ""`},
		{"handicap and capture", "(;SZ[9]HA[2]AB[ba][bb]AW[];W[aa];B[ab];W[ee])",
			`grid:9 black ? 4 stones target [] region 0 notes ""`},
		{"handicap without ko", "(;SZ[9]HA[5]AB[ba][cb][bc][da]AW[db][ab];B[aa];W[bb];B[ee];W[ac];C[x])",
			`grid:9 black ? 10 stones target [] region 0 notes "x"`},
		{"ko standing", "(;SZ[9];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])",
			`grid:9 black ? 7 stones target [] region 0 ko cb notes ""`},
		{"all by comment", "(;SZ[9]AB[aa][ba][df][ff][eg]AW[ab][bb][da][ef]PL[B]C[target: A9\nquestion: status\n" +
			"ko: E5\nwalls: H1 J2\nthreats: b=2,w=unlimited\nregion: A9:D6 E5\n\n target: B9\n  ko: none])",
			`grid:9 black status 9 stones target [aa] region 17 ko ee walls [ih hi] threats b=2,w=unlimited notes "target: B9\n  ko: none"`},
		{"torus", "(;GM[0]BD[torus:5x5]AB[A1][B1]AW[A2]MA[A1]PL[B])",
			`torus:5x5 black live 3 stones target [A1] region 0 notes ""`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := toldItem(readItem(t, c.text)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// founding is a problem in the format of the founding document, with a border.
const founding = `*******************
*******************
*******************
*******************
*******************
*******************
*******************
*******************
*******************
*******************
*******************
*******************
*******************
oooooo*************
xxxxxo*************
----xo*************
xx--xo*************
x---xo*************
-x--xo*************
A5 x
Problem 7
Live in the corner.
`

func TestReadText(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"founding", founding, `grid:19 black live 24 stones target [ao] region 36 notes "Problem 7\nLive in the corner."`},
		{"CRLF and blanks", strings.ReplaceAll(strings.ReplaceAll(founding, "x", " x "), "\n", " \r\n"),
			`grid:19 black live 24 stones target [ao] region 36 notes "Problem 7\nLive in the corner."`},
		{"no final newline", "xo-\n---\nA2 o", `grid:3x2 white kill 2 stones target [aa] region 0 notes ""`},
		{"words", "\n\nX O .\n+ . .\n\nTarget: A2, White to move.", `grid:3x2 white kill 2 stones target [aa] region 0 notes ""`},
		{"every word without meaning", "xo-\n---\nNone target - to Move moves play plays (first): A2 white.",
			`grid:3x2 white kill 2 stones target [aa] region 0 notes ""`},
		{"more", "xo-*b\n--w--\nnone o live ko=A1 threats=b1;w2\n",
			`grid:5x2 white live 4 stones target [] region 7 ko ab threats b=1,w=2 notes ""`},
		{"whole board", "xo-\n---\nA2 B2 o status region=all\n\n  n \n\n", ``},
		{"walls", "xo-#*\n---#b\nA2 o\n", `grid:5x2 white kill 3 stones target [aa] region 6 walls [da db] notes ""`},
		{"all", "xo-\n---\nA2 o status region=all\n\n  n \n\n",
			`grid:3x2 white status 2 stones target [aa] region 6 notes "  n"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			items, errs := readItems(c.text)
			if c.want == "" {
				if len(errs) != 1 {
					t.Errorf("errors %q, want one", errs)
				}
				return
			}
			if len(items) != 1 || toldItem(items[0]) != c.want {
				t.Errorf("%d problems, errors %q, want %s", len(items), errs, c.want)
				for _, it := range items {
					t.Log(toldItem(it))
				}
			}
		})
	}
}

func TestReadJSONL(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", `{"id":"a","size":9,"black":["aa","ba"],"white":["ab","bb"],` +
			`"to_move":"b","target":["aa"],"question":null,"region":null,"rank":"1k"}`,
			`grid:9 black live 4 stones target [aa] region 0 notes ""`},
		{"nothing told", `{"size":9,"black":["aa","ba"],"white":["ab","bb"],"to_move":"white"}`,
			`grid:9 white ? 4 stones target [] region 0 notes ""`},
		{"targets of both colours", `{"size":9,"black":["aa","ba"],"white":["ab","bb"],"to_move":"white","target":["aa","bb"]}`,
			`grid:9 white ? 4 stones target [] region 0 notes ""`},
		{"other board", `{"board":"torus:5x5","black":["A2","B1","B3"],"white":["B2"],"to_move":"b","question":"kill",` +
			`"region":["A1","B2","C2"],"ko":"C2","threats":{"b":1,"w":"unlimited"},"walls":["E5","D1"],"notes":"a\u001b[2J\nb "}`,
			`torus:5x5 black kill 4 stones target [] region 3 ko C2 walls [E5 D1] threats b=1,w=unlimited notes "a[2J\nb"`},
		{"rectangle and names", `{"size":9,"black":["A1"],"white":["bb"],"to_move":"b","question":"kill","target":["B8"],"region":["aa:cc"]}`,
			`grid:9 black kill 2 stones target [bb] region 9 notes ""`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := toldItem(readItem(t, "\ufeff\n"+c.text)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestReadWrong: errors name the place and the reason, and reading continues after them if
// possible.
func TestReadWrong(t *testing.T) {
	good := `{"id":"good","size":9,"black":["aa","ba"],"white":["ab"],"to_move":"b","question":"live"}`
	many := strings.Repeat("a", 30000)
	for _, c := range []struct {
		name, text, want string
		items            int
	}{
		{"empty", "", "no problem", 0},
		{"blank", " \n\t\n", "no problem", 0},
		{"prose", "Hello there\n", "line 1: no rows", 0},
		{"line", good + "\n{\"size\":\n" + good, "line 2: unexpected end", 2},
		{"no side", `{"size":9,"black":["aa"]}`, "line 1: to_move", 0},
		{"no board", `{"black":["aa"],"to_move":"b"}`, "neither size nor board", 0},
		{"large", `{"size":5000,"black":["aa"],"to_move":"b"}`, "grid", 0},
		{"type", `{"size":"9"}`, "line 1", 0},
		{"point", good + "\n" + strings.Replace(good, "ba", "zz", 1), `line 2: black: "zz" is not a point of grid:9`, 1},
		{"both", strings.Replace(good, `"ab"`, `"aa"`, 1), "both colours on A9", 0},
		{"question", strings.Replace(good, `"live"`, `"win"`, 1), "question", 0},
		{"target", strings.Replace(good, `"question"`, `"target":["ab"],"question"`, 1), "no stone of Black's on the target A8", 0},
		{"empty target", strings.Replace(good, `"question"`, `"target":["cc"],"question"`, 1), "no stone on the target", 0},
		{"no liberty", strings.Replace(good, `"ab"`, `"ab","bb","ca"`, 1), "no liberty", 0},
		{"threats", strings.Replace(good, `"question"`, `"threats":{"b":255},"question"`, 1), "threats", 0},
		{"file board", strings.Replace(good, `"size":9`, `"board":"file:/etc/passwd"`, 1), "loaded", 0},
		{"long line", good + "\n" + strings.Repeat("{", MaxLine+1), "line 2: more than", 1},
		{"rows", "xo-\n-x\nA2 x\n", "line 2: a row of 2", 0},
		{"end", "xo-\n---\n", "the file ends", 0},
		{"no mover", "xo-\n---\nA2\n", "no side to move", 0},
		{"two movers", "xo-\n---\nA2 x o\n", "both sides", 0},
		{"outside", "xo-\n---\nA9 x\n", `"A9" is not a point`, 0},
		{"wide", strings.Repeat("x-", 6000) + "\nA1 x", "line 2", 0},
		{"long", "xo-\n---\nA2 x\n" + strings.Repeat(many, 40), "more than", 0},
		{"sgf", "(;AB[aa]AW[ba", "sgf", 0},
		{"gomoku", "(;GM[4]AB[aa])(;SZ[9]AB[aa]AW[bb]MA[aa])", "game 1: GM[4]", 1},
		{"marks", "(;SZ[9]AB[aa]AW[bb]MA[aa][bb])", "both colours", 0},
		{"comment", "(;SZ[9]AB[aa]AW[bb]C[target: Z99])", "not a point", 0},
		{"illegal", "(;SZ[9];B[aa];W[aa])", "game 1", 0},
		{"size", "(;SZ[99]AB[aa])", "SZ", 0},
		{"nested", strings.Repeat("(;", 1_000_000), "variations within one another", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			items, errs := readItems(c.text)
			if len(errs) != 1 || !strings.Contains(errs[0], c.want) || !strings.HasPrefix(errs[0], "in: ") {
				t.Errorf("errors %q, want one with %q", errs, c.want)
			}
			if len(items) != c.items {
				t.Errorf("%d problems, want %d", len(items), c.items)
			}
		})
	}
}

// TestReadStream: a problem is available as soon as its line is.
func TestReadStream(t *testing.T) {
	in, out := io.Pipe()
	defer in.Close()
	lines := make(chan string)
	go func() {
		for l := range lines {
			if _, err := io.WriteString(out, l+"\n"); err != nil {
				return
			}
		}
		out.Close()
	}()
	problem := `{"id":"%d","size":9,"black":["aa"],"white":["ab"],"to_move":"b","question":"live"}`
	lines <- fmt.Sprintf(problem, 0)
	n := 0
	for it, err := range Read("pipe", in, nil) {
		if err != nil || it.ID != fmt.Sprint(n) {
			t.Fatal(it.ID, err)
		}
		if n++; n == 3 {
			close(lines)
			continue
		}
		lines <- fmt.Sprintf(problem, n)
	}
	if n != 3 {
		t.Errorf("%d problems, want 3", n)
	}
}

// sameItem compares problems as far as files preserve them; boards are equal by spec.
func sameItem(a, b Item) bool {
	if a.Board.Spec() != b.Board.Spec() {
		return false
	}
	a.Board, b.Board = nil, nil
	if !a.Asked {
		a.Question, b.Question = 0, 0
	}
	for _, it := range []*Item{&a, &b} { // empty and absent are equal
		it.Walls = append([]game.Point{}, it.Walls...)
		it.Target, it.Region = append([]game.Point{}, it.Target...), append([]game.Point{}, it.Region...)
		it.Expect.Answers, it.Expect.Wrong = append([]game.Move{}, it.Expect.Answers...), append([]game.Move{}, it.Expect.Wrong...)
	}
	return reflect.DeepEqual(a, b)
}

// rewritten writes an item and reads it.
func rewritten(t *testing.T, f Format, it Item) Item {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, f, it); err != nil {
		t.Fatalf("%v: %v", f, err)
	}
	for back, err := range Read("in", &out, nil) {
		if err != nil {
			t.Fatalf("%v: %v\n%+v", f, err, it)
		}
		return back
	}
	t.Fatalf("%v: nothing", f)
	return Item{}
}

// keepsItem checks that a problem survives each format, except for what the format cannot hold.
func keepsItem(t *testing.T, it Item) {
	t.Helper()
	for f := range Format(len(formatNames)) {
		keepsIn(t, f, it)
	}
}

func keepsIn(t *testing.T, f Format, want Item) {
	t.Helper()
	if _, _, grid := want.Board.Grid(); f == Text && !grid {
		return
	}
	if f != JSONL {
		want.Expect = Expect{}
	}
	want.Repairs = nil // what is written needs none
	if f == Text {
		want.ID = "in"
	}
	if got := rewritten(t, f, want); !sameItem(got, want) {
		t.Errorf("%v: got  %s\nwant %s\n%+v\n%+v", f, toldItem(got), toldItem(want), got, want)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, text := range []string{
		founding,
		"xo-*b\n--w--\nnone o live ko=A1 threats=b1;w2\n",
		"xo-\n---\nA2 o status region=all\n\n  n \ntarget: B2\nquestion: what\nko: A\n",
		"xoo**\n--w--\nA2 x\nko: A1",
		"xoo*#\n--w-#\nA2 x\nwalls: A1",
		`{"id":"a]b","board":"grid:5x7","black":["aa","ba"],"white":["ab","bb"],` +
			`"to_move":"w","status":"win","answers":["cc","pass"],"answers_complete":true,"wrong_first":["dd"]}`,
		`{"id":"t","board":"torus:5x5","black":["A2","B1","B3"],"white":["B2"],` +
			`"to_move":"b","question":"kill","region":["A1","B2","C2"],"ko":"C2","threats":{"b":1,"w":"unlimited"}}`,
		`{"id":"only stones","size":5,"black":["aa"],"white":["cc"],"to_move":"b","question":"kill","region":["aa"]}`,
		`{"id":"large","board":"grid:60","black":["A1"],"white":["B2"],"to_move":"b","question":"live","region":["A1","C3"]}`,
	} {
		keepsItem(t, readItem(t, text))
	}
}

// TestPublic reads the public problems, and writes and reads them in all formats.
func TestPublic(t *testing.T) {
	testenv.SkipUnderRace(t)
	f, err := os.Open(filepath.Join(testenv.SharedData(t), "tsumego", "public.jsonl"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	n, asked, passes := 0, 0, 0
	for it, err := range Read("public", f, nil) {
		if err != nil {
			t.Error(err)
			continue
		}
		n++
		if it.Asked {
			asked++
		}
		if slices.Contains(it.Expect.Answers, game.Pass) {
			passes++
		}
		keepsItem(t, it)
	}
	if n != 734 || asked != 604 || passes != 9 {
		t.Errorf("%d problems, %d with a question, %d to pass in; want 734, 604, 9", n, asked, passes)
	}
}

// TestGuessQuestion guesses what the public problems ask.
func TestGuessQuestion(t *testing.T) {
	f, err := os.Open(filepath.Join(testenv.SharedData(t), "tsumego", "public.jsonl"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	right, all := 0, 0 // 45 of 51 at the time of writing
	for it, err := range Read("public", f, nil) {
		if err != nil || !it.Asked || len(it.Target) > 0 {
			continue
		}
		all++
		if GuessQuestion(&it.Problem) == it.Question {
			right++
		} else {
			t.Log("guessed wrong:", it.ID)
		}
	}
	if t.Logf("%d of %d guessed", right, all); right*100 < all*85 {
		t.Errorf("guessed %d of %d", right, all)
	}
}

// TestRecords reads the records of games as problems. Every failure is an error.
func TestRecords(t *testing.T) {
	testenv.SkipUnderRace(t)
	names, _ := filepath.Glob(filepath.Join(testenv.SharedData(t), "sgf", "*.sgf"))
	good := 0
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for it, err := range Read(filepath.Base(name), bytes.NewReader(data), nil) {
			if err != nil {
				continue
			}
			good++
			if len(it.Region) == 0 {
				keepsItem(t, it)
			}
		}
	}
	if good < len(names)*9/10 {
		t.Errorf("%d problems of %d files", good, len(names))
	}
}

// fuzzRead checks the result of reading a text.
func fuzzRead(t *testing.T, f Format, text string) {
	if len(text) > 1<<16 {
		return
	}
	count := 0
	for it, err := range Read("in", strings.NewReader(text), nil) {
		if count++; count > 20 {
			return
		}
		if err != nil {
			if len(err.Error()) > 4096 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			continue
		}
		if err := it.Check(); err != nil {
			t.Errorf("read a problem that cannot be asked: %v", err)
		}
		if it.Board.Len() > 1000 {
			continue
		}
		keepsIn(t, f, it)
	}
}

func FuzzReadSGF(f *testing.F) {
	f.Add("(;GM[1]SZ[9]AB[aa][ba][df][ff][eg]AW[ab][bb][da][ef]MA[aa]SQ[ca:ee]PL[B]C[question: live\nko: E5\nthreats: b=1])")
	f.Add("(;SZ[9];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])")
	f.Add("(;GM[0]BD[torus:5x5]AB[A1][B1]AW[A2]TR[A1]VW[A1][C3]C[White to kill\n target: A1])(;SZ[3:5]AB[aa]DD[bb]CR[aa])")
	f.Add("(;GM[0]BD[torus:5x5]AB[A1][B1]AW[A2]TR[A1]TW[A1][C3]C[White td kill\n ta[A1]: A1]") // repaired
	f.Fuzz(func(t *testing.T, text string) { fuzzRead(t, SGF, text) })
}

func FuzzReadText(f *testing.F) {
	f.Add(founding)
	f.Add("xo-*b\r\n--w--\r\nnone o live ko=A1 threats=b1;w2\r\nnotes\r\n\r\n more")
	f.Add("X O .\n+ . .\nTarget: A2, White to move, region=all.")
	f.Fuzz(func(t *testing.T, text string) { fuzzRead(t, Text, text) })
}

func FuzzReadJSONL(f *testing.F) {
	f.Add(`{"id":"a","size":9,"black":["aa","ba"],"white":["ab","bb"],` +
		`"to_move":"b","target":["aa"],"question":null,"region":["aa:cc"],"answers":["cc","pass"]}`)
	f.Add(`{"board":"torus:5x5","black":["A2","B1","B3"],"white":["B2"],"to_move":"b","question":"kill",` +
		`"region":["A1","B2","C2"],"ko":"C2","threats":{"b":1,"w":"unlimited"},"notes":"a\nb"}` + "\n\n{}")
	f.Fuzz(func(t *testing.T, text string) { fuzzRead(t, JSONL, text) })
}

// TestUnknownWords: a token that is neither a word nor a point is refused.
func TestUnknownWords(t *testing.T) {
	for _, word := range []string{"anyone", "targets", "moved", "D9", "region=some", "--"} {
		if items, errs := readItems("xo-\n---\nA2 o " + word + "\n"); len(errs) != 1 || len(items) != 0 {
			t.Errorf("%s: %d problems, errors %q", word, len(items), errs)
		}
	}
}

// TestRepairs reads a record without its end, and reports it.
func TestRepairs(t *testing.T) {
	const text = "(;SZ[9]AB[aa]AW[ba]MA[aa]\n;B[ab]"
	for item, err := range Read("x.sgf", strings.NewReader(text), nil) {
		if want := []string{`x.sgf: line 2: the game has no end: 1 ")" missing`}; err != nil || !slices.Equal(item.Repairs, want) {
			t.Errorf("%v, repairs %q, want %q", err, item.Repairs, want)
		}
	}
}
