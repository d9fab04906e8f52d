package sgf

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

func mustParse(t *testing.T, text string) *Game {
	t.Helper()
	c, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return c[0]
}

func TestTree(t *testing.T) {
	g := mustParse(t, "mail header (not a game)\n(;FF[4]SZ[9];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))junk(;GN[two])")
	var ids []string
	for n := range g.Nodes() {
		ids = append(ids, n.first("B")+n.first("W"))
	}
	if want := []string{"", "aa", "bb", "cc", "dd", "ee", "ff"}; !slices.Equal(ids, want) {
		t.Errorf("nodes %q, want %q", ids, want)
	}
	depth := 0
	for range g.MainLine() {
		depth++
	}
	if depth != 4 {
		t.Errorf("main line has %d nodes, want 4", depth)
	}
	if n := g.Root.Next(); len(n.Children) != 2 || n.Parent != g.Root || n.Children[1].Parent != n {
		t.Error("parents and children do not agree")
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", `sgf: 1:1: no game found: a game begins with "(;"`},
		{"hello", `sgf: 1:6: no game found`},
		{"hello (or so)\n[a]", `sgf: 2:4: no game found`},
		{"(;\nB)", `sgf: 2:1: "B" has no place here`},
		{"smile (; and\r\nmore", `sgf: 1:10: "and\r\nmore" has no place here`},
		{"(;small[aa])", `sgf: 1:3: "small[aa]" has no place here`},
		{"(;" + strings.Repeat("X", 65) + "[a])", `sgf: 1:3: "XXXXXXXXXXXXXXXXXXXX..." has no place here`},
	} {
		_, err := Parse(tt.text)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Parse(%q): %v, want %s", tt.text, err, tt.want)
		}
	}
}

// TestMended reads texts with faults as they were meant, and reports the faults.
func TestMended(t *testing.T) {
	for _, tt := range []struct{ text, want, fault string }{
		{"(;B[aa]", "(;B[aa])", `1:8: the game has no end: 1 ")" missing`},
		{"(;B[aa](;W[bb]\n;B[cc]", "(;B[aa];W[bb];B[cc])", `2:7: the game has no end: 2 ")" missing`},
		{"(;C[x];B[aa", "(;C[x];)", `1:9: the value of B has no closing "]"`},
		{"(;AB[aa][bb", "(;AB[aa])", `1:9: the value of AB has no closing "]"`},
		{"(;C[so far\\", "(;C[so far])", `1:4: the value of C has no closing "]"`},
		{"(;B[aa];", "(;B[aa];)", `1:9: the game has no end`},
		{"(;B[aa];W", "(;B[aa];)", `1:9: "W" has no place here`},
		{"(;\r\n\r\n  B W[aa])", "(;W[aa])", `3:3: "B" has no place here`},
		{"(;B[aa](W[bb]))", "(;B[aa];W[bb])", `1:9: want ";" before a property`},
		{"(SZ[9];B[aa])", "(;SZ[9];B[aa])", `1:2: want ";" before a property`},
		{"see (SZ[9];B[aa])", "(;SZ[9];B[aa])", `1:6: want ";" before a property`},
		{"(;B[aa]())", "(;B[aa])", `1:9: a variation without a move`},
		{"(;B[aa](;W[bb])())", "(;B[aa];W[bb])", `1:17: a variation without a move`},
		{"(;B[aa]!)", "(;B[aa])", `1:8: "!" has no place here`},
		{"(;SZ[9] what is this [x];B[aa])", "(;SZ[9];B[aa])", `1:9: "what is this [x]" has no place here`},
		{"(;C[a [b] c];B[aa])", `(;C[a [b\] c];B[aa])`, `1:9: a "]" in the text of C is not escaped`},
		{"(;C[a smile :]];B[aa])", `(;C[a smile :\]];B[aa])`, `1:14: a "]" in the text of C is not escaped`},
		{"(;C[[one], [two] and [three]!] four]B[aa])", `(;C[[one\], [two\] and [three\]!\] four]B[aa])`, `1:9: a "]"`},
		{"(;C[one] two ;B[aa];W[bb])", `(;C[one];B[aa];W[bb])`, `1:10: "two" has no place here`},
		{"(;SZ[9]((;B[aa])(;B[bb])))", "(;SZ[9](;B[aa])(;B[bb]))", ""},
		{"((;B[aa])(;B[bb]))", "(;B[aa])", ""},
		{"(;GM[1],FF[4],;B[aa],;W[bb])", "(;GM[1]FF[4];B[aa];W[bb])", ""},
		{"(;gm[1]sz[9];b[aa];w[bb]c[hello])", "(;GM[1]SZ[9];B[aa];W[bb]C[hello])", ""},
		{"(;GaMe[1]Size[9]PLayerBlack[x];Black[aa]Comment[y];White[bb])", "(;GM[1]SZ[9]PB[x];B[aa]C[y];W[bb])", ""},
		{"\xEF\xBB\xBF(;FF[4]C[\u9ed1])", "(;FF[4]C[\u9ed1])", ""},
		{"\xFF\xFE(\x00;\x00C\x00[\x00\xD1\x9E]\x00C\x00A\x00[\x00X\x00]\x00)\x00", "(;C[\u9ed1]CA[UTF-8])", ""},
		{"a smile (; and then\n(;SZ[9];B[aa])", "(;SZ[9];B[aa])", ""},
		{"(;;B[aa])", "(;;B[aa])", ""},
		{"(; (;B[aa])(;B[bb]))", "(;(;B[aa])(;B[bb]))", ""},
		{"((;B[aa])) (;", "(;B[aa])", ""},
		{"(;(B[aa])())", "(;(;B[aa]))", `1:4: want ";"`},
		{"(;AB[aa]AB[bb]A0[x]B9[y])", "(;AB[aa][bb]A0[x]B9[y])", ""},
		{"(;" + strings.Repeat("X", 64) + "[a])", "(;" + strings.Repeat("X", 64) + "[a])", ""},
		{"From: someone\nSubject: a game\n\n(;B[aa])\n-- \nsignature :-)", "(;B[aa])", ""},
	} {
		c, err := Parse(tt.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.text, err)
			continue
		}
		want, _ := Parse(tt.want)
		if !slices.Equal(flat(c[0]), flat(want[0])) || want[0].Faults != nil {
			t.Errorf("%q is read as %s, want %s", tt.text, c[0], tt.want)
		}
		fault := ""
		if len(c[0].Faults) > 0 {
			fault = c[0].Faults[0].Error()
		}
		if (fault == "") != (tt.fault == "") || !strings.HasPrefix(fault, "sgf: "+tt.fault) && fault != "" {
			t.Errorf("%q has the fault %q, want %q", tt.text, fault, tt.fault)
		}
		checkRoundTrip(t, c)
	}
	many := mustParse(t, "(;B[aa]"+strings.Repeat("!;", 1000)+")")
	if len(many.Faults) != maxFaults {
		t.Errorf("%d faults are kept", len(many.Faults))
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ text, full, simple string }{
		{`(;C[plain])`, "plain", "plain"},
		{`(;C[a\]b\\c\:d])`, `a]b\c:d`, `a]b\c:d`},
		{"(;C[one\ntwo\r\nthree\n\rfour\rfive\n\nsix])", "one\ntwo\nthree\nfour\nfive\n\nsix", "one two three four five  six"},
		{"(;C[soft\\\nbreak\\\r\nagain])", "softbreakagain", "softbreakagain"},
		{"(;C[tab\there])", "tab here", "tab here"},
		{"(;CA[UTF-8]C[黒\xff])", "黒\uFFFD", "黒\uFFFD"},
		{"(;CA[ISO-8859-1]C[M\xfcller])", "Müller", "Müller"},
		{"(;CA[ISO8859_1]C[M\xfcller])", "Müller", "Müller"},
		{"(;C[M\xfcller])", "Müller", "Müller"},
		{"(;C[Müller])", "Müller", "Müller"},
		{"(;CA[Big5]C[M\xfcller])", "Müller", "Müller"},
	} {
		g := mustParse(t, tt.text)
		if got := g.Root.Text("C"); got != tt.full {
			t.Errorf("%q: Text %q, want %q", tt.text, got, tt.full)
		}
		if got := g.Root.SimpleText("C"); got != tt.simple {
			t.Errorf("%q: SimpleText %q, want %q", tt.text, got, tt.simple)
		}
		if again := mustParse(t, g.String()); again.Root.first("C") != g.Root.first("C") {
			t.Errorf("%q: written as %q", tt.text, g)
		}
	}
}

func TestSetText(t *testing.T) {
	g := New()
	const text = "a]b\\c\nд [x] \\"
	if err := g.Root.SetText("C", text); err != nil {
		t.Fatal(err)
	}
	if got := mustParse(t, g.String()).Root.Text("C"); got != text {
		t.Errorf("read back %q, want %q", got, text)
	}
	g = mustParse(t, "(;CA[ISO-8859-1])")
	if err := g.Root.SetText("PB", "Müller"); err != nil || g.Root.first("PB") != "M\xfcller" {
		t.Errorf("Latin-1 text written as %q, %v", g.Root.first("PB"), err)
	}
	if err := g.Root.SetText("PW", "黒"); err == nil {
		t.Error("a character that ISO-8859-1 lacks was accepted")
	}
}

func TestNumbers(t *testing.T) {
	g := mustParse(t, "(;HA[ 2 ]KM[6,5]OB[x]RE[0x1p3]TM[NaN])")
	if n, ok := g.Root.Number("HA"); n != 2 || !ok {
		t.Error("HA", n, ok)
	}
	if f, ok := g.Root.Real("KM"); f != 6.5 || !ok {
		t.Error("KM", f, ok)
	}
	for _, id := range []string{"OB", "RE", "TM", "XX"} {
		if f, ok := g.Root.Real(id); ok {
			t.Errorf("%s is the number %g", id, f)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]string{
		"(;)": "grid:19", "(;SZ[9])": "grid:9", "(;SZ[13:7])": "grid:13x7", "(;SZ[52])": "grid:52", "(;SZ[5:5])": "grid:5",
		"(;GM[0]BD[torus:9x9])": "torus:9x9", "(;SZ[0])": "", "(;SZ[53])": "", "(;SZ[-9])": "", "(;SZ[9:9:9])": "",
		"(;SZ[9.5])": "", "(;SZ[x])": "grid:19", "(;SZ[])": "grid:19", "(;SZ[9:])": "grid:9", "(;SZ[9x13])": "grid:9x13",
		"(;SZ[19 x 19])": "grid:19", "(;SZ[9*9])": "grid:9", "(;SZ[13, 13])": "grid:13", "(;SZ[9路])": "grid:9",
	} {
		got, err := mustParse(t, text).BoardSpec()
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestPoints(t *testing.T) {
	b := Grid(13, 7)
	g := mustParse(t, "(;AB[aa:ca][cb:bc][ba]AW[mg]AE[]PL[w])")
	s, ok, err := g.Root.Setup(b)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	want := Setup{Stones: [3][]int{nil, {0, 1, 2, 14, 15, 27, 28}, {90}}, ToPlay: White}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("setup %v, want %v", s, want)
	}
	for _, text := range []string{"(;AB[na])", "(;AB[ah])", "(;AB[a])", "(;AB[aa:])", "(;AB[aa:zz])", "(;AB[tt])", "(;PL[x])"} {
		if _, _, err := mustParse(t, text).Root.Setup(b); err == nil {
			t.Errorf("%s accepted", text)
		}
	}
	for text, want := range map[string]string{
		"(;AB[aa][bb]AW[bb])": "bb in AB is also in AW", "(;AW[ba]AB[aa:cc])": "ba in AB is also in AW",
		"(;AE[aa]AB[aa])": "aa in AE is also in AB", "(;AW[cc]AE[bb:dd])": "cc in AE is also in AW", "(;AB[aa][aa])": "",
	} {
		if _, _, err := mustParse(t, text).Root.Setup(b); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	big := Grid(52, 52)
	if p, err := big.Point("ZZ"); p != 52*52-1 || err != nil {
		t.Error("ZZ", p, err)
	}
	if p, err := big.Point("tt"); p != 19*52+19 || err != nil {
		t.Error("tt on 52x52", p, err)
	}
	for p := range 52 * 52 {
		if q, err := big.Point(big.Value(p)); p != q || err != nil {
			t.Fatal(p, big.Value(p), q, err)
		}
	}
}

func TestMoves(t *testing.T) {
	b := Grid(19, 19)
	for text, want := range map[string][]Move{
		"(;)":          nil,
		"(;B[])":       {{Black, Pass}},
		"(;W[tt])":     {{White, Pass}},
		"(;W[sa])":     {{White, 18}},
		"(;B[ab]W[b])": nil,
	} {
		got, err := mustParse(t, text).Root.Moves(b)
		if (err != nil) != strings.Contains(text, "[b]") || err == nil && !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

func TestNamedBoard(t *testing.T) {
	names := []string{"A1", "north]pole", "C:3"}
	b := Board{Spec: "id:abc", Name: func(p int) string { return names[p] }, Lookup: func(s string) (int, bool) {
		i := slices.Index(names, s)
		return i, i >= 0
	}}
	g := New()
	g.SetBoard(b)
	g.Root.SetSetup(b, Setup{Stones: [3][]int{nil, {1, 2}, {0}}, ToPlay: White})
	g.Root.Add().SetMove(b, Move{White, 1})
	g.Root.Next().Add().SetMove(b, Move{Black, Pass})
	g = mustParse(t, g.String())
	if spec, err := g.BoardSpec(); spec != "id:abc" || err != nil {
		t.Error(spec, err)
	}
	s, _, err := g.Root.Setup(b)
	if err != nil || !slices.Equal(s.Stones[Black], []int{1, 2}) || !slices.Equal(s.Stones[White], []int{0}) || s.ToPlay != White {
		t.Errorf("setup %v, %v", s, err)
	}
	m, err := g.Root.Next().Moves(b)
	if err != nil || !slices.Equal(m, []Move{{White, 1}}) {
		t.Errorf("moves %v, %v", m, err)
	}
	if _, err := b.Point("D4"); err == nil {
		t.Error("D4 accepted")
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, p := range []Property{
		{"", []string{"x"}}, {"b", []string{"x"}}, {"B", nil}, {"C", []string{"a]b"}}, {"C", []string{`a\`}}, {"B2D[", []string{""}},
	} {
		g := New()
		g.Root.Properties = append(g.Root.Properties, p)
		if err := Write(&strings.Builder{}, Collection{g}); err == nil {
			t.Errorf("%q written", p)
		}
	}
}

// TestBombs parses texts made to exhaust memory or the stack.
func TestBombs(t *testing.T) {
	const million = 1_000_000
	for name, text := range map[string]string{
		"nested variations": strings.Repeat("(;", million) + strings.Repeat(")", million),
		"nodes":             "(" + strings.Repeat(";", million) + ")",
		"values":            "(;AB" + strings.Repeat("[aa]", million) + ")",
		"open brackets":     strings.Repeat("(", 2*million),
		"properties":        "(;" + manyProperties(100_000) + ")",
		"too long":          "(;C[" + strings.Repeat("x", 17<<20) + "])",
	} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	long := strings.Repeat("x", 10*million)
	g := mustParse(t, "(;C["+long+"])")
	if g.Root.Text("C") != long {
		t.Error("a property of 10 MB is not what it was")
	}
	for _, c := range []struct{ name, text string }{
		{"no end", "(;C[" + strings.Repeat("\\", 5*million)},
		{"brackets in a comment", "(;C[" + strings.Repeat("] x", 5*million) + "])"},
		{"what has no place", "(;B[aa]" + strings.Repeat("a ", 5*million) + strings.Repeat("[", million) + ")"},
		{"games without CA", strings.Repeat("(;X[\xb3\\]!)", 200_000)},
		{"games with CA", strings.Repeat("(;CA [Big5]X[\xb3\\]!)", 200_000)},
		{"halves of characters", "(;CA[Big5]C[" + strings.Repeat("\xb5\x5c", 5*million)},
	} {
		// Quadratic time would not end within the time limit of go test.
		games, err := Parse(c.text)
		if err != nil || len(games[0].Faults) == 0 {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	deep := mustParse(t, "("+strings.Repeat(";B[aa]", 50_000)+")")
	if again := mustParse(t, deep.String()); count(again) != 50_000 {
		t.Error("a line of 50,000 moves is not what it was")
	}
	rects := mustParse(t, "(;SZ[52]AB"+strings.Repeat("[aa:ZZ]", 100_000)+")")
	if _, _, err := rects.Root.Setup(Grid(52, 52)); err == nil {
		t.Error("100,000 rectangles accepted")
	}
}

func manyProperties(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "X%d[a]", i)
	}
	return b.String()
}

func count(g *Game) (n int) {
	for range g.Nodes() {
		n++
	}
	return n
}

// TestRecords reads 500 records of many programs, writes them and reads them
// again.
func TestRecords(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(testenv.SharedData(t), "sgf", "*.sgf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no records: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Parse(string(data))
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		checkRoundTrip(t, c)
		for _, g := range c {
			w, h, err := g.size()
			if err != nil {
				t.Errorf("%s: %v", filepath.Base(file), err)
			}
			for n := range g.Nodes() {
				if _, _, err := n.Setup(Grid(w, h)); err != nil {
					t.Errorf("%s: %v", filepath.Base(file), err)
				}
				if _, err := n.Moves(Grid(w, h)); err != nil {
					t.Errorf("%s: %v", filepath.Base(file), err)
				}
			}
		}
	}
}

// checkRoundTrip writes c, reads it back and compares.
func checkRoundTrip(t *testing.T, c Collection) {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, c); err != nil {
		t.Fatalf("write: %v", err)
	}
	again, err := Parse(b.String())
	if err != nil {
		t.Fatalf("read back %q: %v", b.String(), err)
	}
	if len(again) != len(c) {
		t.Fatalf("%d games read back of %d", len(again), len(c))
	}
	for i := range c {
		if a, b := flat(c[i]), flat(again[i]); !slices.Equal(a, b) {
			t.Fatalf("game %d: nodes %q read back as %q", i, a, b)
		}
	}
}

// flat returns every node as text with its number of children.
func flat(g *Game) (nodes []string) {
	for n := range g.Nodes() {
		nodes = append(nodes, fmt.Sprintf("%q %d", n.Properties, len(n.Children)))
	}
	return nodes
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"(;FF[4]CA[UTF-8]SZ[9]AB[aa:cc]AW[dd];B[ee](;W[ff])(;W[gg]C[a\\]b]))",
		"(;GM[0]BD[torus:9x9];B[D4];W[])", "(;CA[ISO-8859-1]C[\xfc\\\r\n])", "x(;)(;;)", "(;B[",
		"(;AB[aa][bb]AB[cc])", "(;GaMe[1]SiZe[9:7]PL[white])", "(;KM[1,5]HA[2])(((;",
	} {
		f.Add(s)
	}
	lim := Limits{Bytes: 1 << 16, Nodes: 1000, Values: 1000, Depth: 50}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseLimits(text, lim)
		if err != nil {
			return
		}
		if slices.ContainsFunc(c, func(g *Game) bool { return g.Faults != nil }) {
			for _, g := range c {
				g.ToUTF8() // the missing part may have determined the charset
			}
		}
		checkRoundTrip(t, c)
		for _, g := range c {
			w, h, err := g.size()
			if err != nil {
				w, h = 19, 19
			}
			for n := range g.Nodes() {
				n.Setup(Grid(w, h))
				n.Moves(Grid(w, h))
				for _, p := range n.Properties {
					n.Text(p.ID)
					n.SimpleText(p.ID)
					n.Number(p.ID)
					n.Real(p.ID)
				}
			}
		}
	})
}

// TestMovesWithoutStones writes and reads the choices and offers of openings.
func TestMovesWithoutStones(t *testing.T) {
	g, on := New(), Grid(15, 15)
	g.SetBoard(on)
	g.SetKind(Gomoku)
	n := g.Root.Add()
	n.SetChoice("two-more")
	n = n.Add()
	n.SetOffered(on, 16)
	const want = "GM[4]SZ[15];OC[two-more];OF[bb]TR[bb])"
	if text := strings.ReplaceAll(g.String(), "\n", ""); !strings.HasSuffix(text, want) {
		t.Errorf("%s, want %s", text, want)
	}
	if p, ok, err := n.Offered(on); p != 16 || !ok || err != nil || n.Choice() != "" {
		t.Errorf("offered %d, %v, %v, choice %q", p, ok, err, n.Choice())
	}
	if _, ok, err := n.Parent.Offered(on); ok || err != nil || n.Parent.Choice() != "two-more" {
		t.Errorf("offered %v, %v, choice %q", ok, err, n.Parent.Choice())
	}
	// A board that FF[4] does not know makes the game one without a number.
	g.SetBoard(Board{Spec: "torus:9x9"})
	g.SetKind(Gomoku)
	if g.Kind() != 0 {
		t.Errorf("GM[%d] on a torus", g.Kind())
	}
	for _, raw := range []string{"", "zz", "aa:bb"} {
		n.Set("OF", raw)
		if p, ok, err := n.Offered(on); err == nil {
			t.Errorf("OF[%s] is %d, %v", raw, p, ok)
		}
	}
}

// TestParts cuts at the first unescaped colon.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		raw, first, second string
		ok                 bool
	}{
		{"aa:bb", "aa", "bb", true},
		{`a\:1:b\]:c`, `a\:1`, `b\]:c`, true},
		{`a\\:b`, `a\\`, "b", true},
		{"aa", "aa", "", false},
		{`\`, `\`, "", false},
		{":", "", "", true},
	} {
		if first, second, ok := Parts(c.raw); first != c.first || second != c.second || ok != c.ok {
			t.Errorf("%s: %q, %q, %v", c.raw, first, second, ok)
		}
	}
}
