package renlib

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"moyo/game/record/sgf"
)

// header is the header of a file of version 3.4.
const header = "\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"

func read(t *testing.T, nodes string) *sgf.Game {
	t.Helper()
	g, err := Read([]byte(header+nodes), sgf.Limits{})
	if err != nil {
		t.Fatalf("%q: %v", nodes, err)
	}
	return g
}

// tree returns a record as one line.
func tree(g *sgf.Game) string {
	text := strings.ReplaceAll(g.String(), "\n", "")
	return strings.Replace(text, "(;FF[4]CA[UTF-8]AP[moyo]GM[4]SZ[15]", "(;", 1)
}

// TestRead reads libraries written byte by byte.
func TestRead(t *testing.T) {
	for _, tt := range []struct{ name, nodes, want string }{
		{"nothing", "", "(;)"},
		{"a line, without a root", "\x78\x00\x68\x40", "(;;B[hh];W[hg])"},
		{"a root", "\x00\x00\x78\x40", "(;;B[hh])"},
		{"a corner", "\x01\x00\xEF\x40", "(;;B[aa];W[oo])"},
		{"siblings", "\x78\x00\x68\x80\x67\x40\x69\x40", "(;;B[hh](;W[hg];B[gg])(;W[ig]))"},
		{"siblings of siblings", "\x78\x00\x68\x80\x67\xC0\x66\x40\x69\xC0\x6A\x40", "(;;B[hh](;W[hg](;B[gg])(;B[fg]))(;W[ig])(;W[jg]))"},
		{"several first moves", "\x00\x00\x78\xC0\x68\x40", "(;(;B[hh])(;B[hg]))"},
		{"a pass", "\x00\x00\x78\x00\x00\x00\x68\x40", "(;;B[hh];W[];B[hg])"},
		{"comments", "\x78\x08one\x00\x68\x48ab\b12\r\n3\x00", "(;;B[hh]C[one];W[hg]C[ab12\n3])"},
		{"an old comment", "\x78\x60h{l\xec", "(;;B[hh]C[häll])"},
		{"an old comment of odd length", "\x78\x20\xe1z\x68\x40", "(;;B[hh]C[a];W[hg])"},
		{"an old comment with nothing at its end", "\x78\x20a\x80\x68\x40", "(;;B[hh]C[a];W[hg])"},
		{"a marked root", "\x00\x14\x78\x40", "(;HO[1]STARTPOS[1];B[hh])"},
		{"a root's comment", "\x00\x08hi\x00\x00\x78\x40", "(;C[hi];B[hh])"},
		{"marks", "\x78\x14\x68\x50", "(;;B[hh]HO[1]STARTPOS[1];W[hg]HO[1])"},
		{"a text at a move", "\x78\x01\x00\x01A\x00\x68\x41\x00\x01one\x00", "(;LB[hh:A];B[hh]LB[hg:one];W[hg])"},
		{"a text alone", "\x78\x00\x68\x80\x67\x40\x69\x43\x00\x01A\x00", "(;;B[hh]LB[ig:A];W[hg];B[gg])"},
		{"several texts at a point", "\x78\x00\x69\xC3\x00\x01A\x00\x69\xC3\x00\x01A\x00\x69\x43\x00\x01B\x00", "(;;B[hh]LB[ig:A B])"},
		{"a comment and a text", "\x78\x49\x00\x01ab\x00\x00B\x00", "(;LB[hh:B];B[hh]C[ab])"},
		{"signs of SGF", "\x78\x49\x00\x01a]\\\x00]\x00", `(;LB[hh:\]];B[hh]C[a\]\\])`},
		{"what comes after the tree", "\x78\x40\x68\x40", "(;;B[hh])"},
	} {
		g := read(t, tt.nodes)
		got := tree(g)
		if got != strings.ReplaceAll(tt.want, "\n", "") && !strings.Contains(tt.want, "\n") {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if g.Faults != nil {
			t.Errorf("%s: %v", tt.name, g.Faults)
		}
	}
	if c := read(t, "\x78\x48ab\b12\r\n3\x00").Root.Next().Text("C"); c != "ab\n12\n3" {
		t.Errorf("a comment of several lines is %q", c)
	}
	chinese, err := simplifiedchinese.GBK.NewEncoder().String("这里应该先手，黑胜")
	if err != nil {
		t.Fatal(err)
	}
	if c := read(t, "\x78\x48"+chinese+"\x00\x00").Root.Next().Text("C"); c != "这里应该先手，黑胜" {
		t.Errorf("a comment in GBK is %q", c)
	}
}

// TestCut: the complete part of a cut library is read.
func TestCut(t *testing.T) {
	const whole = "\x78\x08one\x00\x68\x80\x67\x48two\x00\x69\x49\x00\x01abc\x00A\x00"
	if g := read(t, whole); tree(g) != "(;;B[hh]C[one]LB[ig:A](;W[hg];B[gg]C[two])(;W[ig]C[abc]))" || g.Faults != nil {
		t.Errorf("%s, %v", tree(g), g.Faults)
	}
	for n := 1; n < len(whole)-1; n++ {
		g := read(t, whole[:n])
		first := tree(g)
		if n > 8 && len(g.Faults) != 1 || n > 8 && !strings.HasPrefix(first, "(;;B[hh]C[one]") {
			t.Errorf("cut after %d bytes: %s, %v", n, first, g.Faults)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{"", "starts with its name"},
		{"\x78\x40", "starts with its name"},
		{header[:10], "starts with its name"},
		{"\xFFRenLib\xFF\x03\x05" + header[10:], "byte 8: version 3.5"},
		{"\xFFRenLib\xFF\x04\x00" + header[10:], "byte 8: version 4.0"},
		{header + "\x78\x00\x10\x40", "byte 22: 0x10 is not a point"},
		{header + "\x78\x00\xF1\x40", "byte 22: 0xf1 is not a point"},
		{header + strings.Repeat("\x78\x00", 400), "more than 300 nodes"},
		{header + strings.Repeat("\x78\x80", 200), "more than 100 variations"},
		{header + strings.Repeat("\x78\x00", 1000), "longer than 2000 bytes"},
	} {
		_, err := Read([]byte(tt.data), sgf.Limits{Bytes: 2000, Nodes: 300, Depth: 100})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.40q: %v, want %s", tt.data, err, tt.want)
		}
	}
}

// TestWrite writes records as libraries and reads them.
func TestWrite(t *testing.T) {
	for _, text := range []string{
		"(;)",
		"(;;B[hh];W[hg])",
		"(;C[a game of 五子棋];B[hh]LB[hg:A][ig:1];W[hg](;B[gg]HO[1](;W[aa]C[x\ny\nz])(;W[oo]))(;B[fg]STARTPOS[1]C[\ny]))",
		"(;(;B[hh](;W[])(;W[hg];B[]))(;B[aa]))",
		"(;LB[aa:x][bb:yy][cc:zzz];B[bb]LB[aa:1])",
	} {
		games, err := sgf.Parse(strings.Replace(text, "(;", "(;FF[4]CA[UTF-8]AP[moyo]GM[4]SZ[15]", 1))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, games[0]); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		back, err := Read(b.Bytes(), sgf.Limits{})
		if err != nil || shape(back) != shape(games[0]) || back.Faults != nil {
			t.Errorf("%s comes back as\n%s, want\n%s: %v", text, shape(back), shape(games[0]), err)
		}
		if b.Len()%2 != 0 {
			t.Errorf("%s: %d bytes", text, b.Len())
		}
	}
	for text, want := range map[string]string{
		"(;GM[1]SZ[19];B[hh])":           "not grid:19",
		"(;SZ[15]AB[hh];W[hg])":          "setup stones",
		"(;SZ[15];B[hh];AW[hg])":         "setup stones",
		"(;SZ[15]B[hh])":                 "first node",
		"(;SZ[15];W[hh])":                "two moves of one side",
		"(;SZ[15];B[hh];B[hg])":          "two moves of one side",
		"(;SZ[15];B[hh];C[no move])":     "0 moves",
		"(;SZ[15];B[hh]W[hg])":           "2 moves",
		"(;SZ[15];B[zz])":                "not a point",
		"(;SZ[15];B[hh]LB[zz:A];W[hg])":  "not a point",
		"(;GM[0]BD[torus:15x15];B[A1];)": "not torus:15x15",
	} {
		games, err := sgf.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := Write(&bytes.Buffer{}, games[0]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// shape returns the parts of a record that a library keeps, with its texts on the board in the
// order of the points.
func shape(g *sgf.Game) string {
	var b strings.Builder
	for n := range g.Nodes() {
		labels := n.Values("LB")
		slices.Sort(labels)
		fmt.Fprintf(&b, "%s %s %q %q %v %v %d\n", n.Raw("B"), n.Raw("W"), n.Text("C"), labels, n.Has("HO"), n.Has(startID), len(n.Children))
	}
	return b.String()
}

// TestDeep reads and writes trees that are too deep for recursion.
func TestDeep(t *testing.T) {
	line := read(t, strings.Repeat("\x78\x00\x68\x00", 100_000)+"\x78\x40")
	var b bytes.Buffer
	if err := Write(&b, line); err != nil || b.Len() != headerSize+2*200_002 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
	branches := read(t, strings.Repeat("\x78\x80", 10_000)+"\x78\x40"+strings.Repeat("\x68\x40", 10_000))
	if err := Write(&b, branches); err != nil || branches.Faults != nil {
		t.Errorf("%v, %v", err, branches.Faults)
	}
}

func FuzzRead(f *testing.F) {
	for _, nodes := range []string{
		"\x78\x00\x68\x80\x67\xC0\x66\x40\x69\xC0\x6A\x40", "\x00\x08hi\x00\x00\x78\x41\x00\x01A\x00",
		"\x78\x60h{l\xec", "\x78\x00\x69\x43\x00\x01A\x00", "\x78\x08\xb1]\\\x00",
	} {
		f.Add([]byte(header + nodes))
	}
	lim := sgf.Limits{Bytes: 1 << 16, Nodes: 2000, Depth: 100}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Read(data, lim)
		if err != nil {
			return
		}
		games, err := sgf.Parse(g.String())
		if err != nil || shape(games[0]) != shape(g) {
			t.Errorf("%q is no record: %v", data, err)
		}
		var b bytes.Buffer
		if err := Write(&b, g); err != nil {
			return // nodes without a move
		}
		back, err := Read(b.Bytes(), sgf.Limits{})
		if err != nil || shape(back) != shape(g) {
			t.Errorf("%q comes back as\n%s, want\n%s: %v", data, shape(back), shape(g), err)
		}
	})
}
