package piskvork

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"moyo/game/record/sgf"
)

// tree returns a record as one line.
func tree(g *sgf.Game) string {
	text := strings.ReplaceAll(g.String(), "\n", "")
	return strings.Replace(text, "(;FF[4]CA[UTF-8]AP[moyo]GM[4]", "(;", 1)
}

// game is a game of a tournament.
const game = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,10,0\n11,11,1234\n20,1,30000\nGOMOKU.zip\nPELA17.exe\n-1\n1,Freestyle\n"

const gameTree = "(;SZ[20]PSQ[11:11, 0][-1]RE[B+]RU[Freestyle]PB[GOMOKU.zip]PW[PELA17.exe];B[jj];W[kj];B[kk]EMT[1.234];W[ta]EMT[30])"

func TestRead(t *testing.T) {
	czech, err := charmap.Windows1252.NewEncoder().String("Dvořák"[:3] + "é")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"a game", game, gameTree},
		{"of Windows", strings.ReplaceAll(game, "\n", "\r\n"), gameTree},
		{"with a mark and empty lines", "\xEF\xBB\xBF" + strings.ReplaceAll(game, "\n", "\n\n"), gameTree},
		{"after empty lines", "\n \n" + game, gameTree},
		{"small", "piskvorky 15x15,0:0,0\n1,1\n2,2", "(;SZ[15]PSQ[0:0,0];B[aa];W[bb])"},
		{"the second begins", "Piskvorky 15x15, 2:3, 1\n8,8,0\nfirst\nsecond\n2,Renju\n",
			"(;SZ[15]PSQ[2:3, 1]RE[B+]RU[Renju]PW[first]PB[second];B[hh])"},
		{"the other wins", "Piskvorky 15x15, 2:3, 1\n8,8,0\nfirst\nsecond\n1,Standard\n",
			"(;SZ[15]PSQ[2:3, 1]RE[W+]RU[Standard]PW[first]PB[second];B[hh])"},
		{"a draw", "Piskvorky 15x15, 2:3, 0\n8,8,0\n0,Caro", "(;SZ[15]PSQ[2:3, 0]RE[0]RU[Caro];B[hh])"},
		{"not square", "Piskvorky 20x10, 2:3, 0\n20,10,0", "(;SZ[20:10]PSQ[2:3, 0];B[tj])"},
		{"no moves", "Piskvorky 20x20, 0:0, 0\n", "(;SZ[20]PSQ[0:0, 0])"},
		{"signs of SGF and more lines", "Piskvorky 20x20, 0:0, 0\n1,1,1\na]\\\nb\nc]\n7\n",
			`(;SZ[20]PSQ[0:0, 0][c\]][7]PB[a\]\\]PW[b];B[aa]EMT[0.001])`},
		{"another charset", "Piskvorky 20x20, 0:0, 0\n1,1,0\n" + czech + "\nx", "(;SZ[20]PSQ[0:0, 0]PB[Dvoé]PW[x];B[aa])"},
	} {
		g, err := Read([]byte(tt.text), sgf.Limits{})
		if err != nil || tree(g) != tt.want || !Is([]byte(tt.text)) {
			t.Errorf("%s: %v, %v, want %s", tt.name, err, g, tt.want)
			continue
		}
		var b bytes.Buffer
		if err := Write(&b, g); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if back, err := Read(b.Bytes(), sgf.Limits{}); err != nil || tree(back) != tree(g) {
			t.Errorf("%s comes back as %v, %v from\n%s", tt.name, back, err, b.String())
		}
	}
	var b bytes.Buffer
	if g, err := Read([]byte(game), sgf.Limits{}); err != nil || Write(&b, g) != nil || b.String() != strings.ReplaceAll(game, "\n", "\r\n") {
		t.Errorf("written as\n%s", b.String())
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "line 1: a game of Piskvork begins",
		"Piskvorky 20, 11:11, 0\n":    "line 1: a game of Piskvork begins",
		"Piskvorky 53x20, 11:11, 0\n": "line 1: a board of 53x20",
		"Piskvorky 0x20, 11:11, 0\n":  "line 1: a board of 0x20",
		"Piskvorky 20x20, 11:11, 0\n1,1,0\n21,1,0":                      "line 3: 21,1 is not a point",
		"Piskvorky 20x20, 11:11, 0\n0,1,0\n":                            "line 2: 0,1 is not a point",
		"Piskvorky 20x20, 11:11, 0\n-1,1,0\n":                           "line 2: -1,1 is not a point",
		"Piskvorky 20x20, 11:11, 0\n" + strings.Repeat("1,1,0\n", 60):   "line 51: more than 49 moves",
		"Piskvorky 20x20, 11:11, 0\n" + strings.Repeat("words\n", 120):  "line 2: neither a move nor",
		"Piskvorky 20x20, 11:11, 0\n" + strings.Repeat("1,1,0\n", 1000): "longer than 2000 bytes",
	} {
		if _, err := Read([]byte(text), sgf.Limits{Bytes: 2000, Nodes: 50}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

func TestWrite(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[4]SZ[15]PB[a]PW[b]RE[B+R];B[hh];W[hg])": "Piskvorky 15x15, 11:11, 0|8,8,0|8,7,0|a|b|-1|",
		"(;SZ[15]PW[7]RE[W+R]RU[Renju];B[hh])":        "Piskvorky 15x15, 11:11, 0|8,8,0|? |? 7|-1|2,Renju|",
		"(;SZ[15]PSQ[nonsense][x];B[hh])":             "Piskvorky 15x15, 11:11, 0|8,8,0|-1|",
	} {
		games, err := sgf.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, games[0]); err != nil || strings.ReplaceAll(b.String(), "\r\n", "|") != want {
			t.Errorf("%s: %q, %v", text, b.String(), err)
		}
	}
	for text, want := range map[string]string{
		"(;GM[0]BD[torus:9x9];B[A1])": "not a grid",
		"(;SZ[99];B[aa])":             "SZ[99]",
		"(;SZ[15]AB[hh];W[hg])":       "setup stones",
		"(;SZ[15];B[hh];W[])":         "a pass",
		"(;SZ[15];W[hh])":             "out of turn",
		"(;SZ[15];B[hh];B[hg])":       "out of turn",
		"(;SZ[15];B[zz])":             "not a point",
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

func FuzzRead(f *testing.F) {
	f.Add([]byte(game))
	f.Add([]byte("piskvorky 15x15,0:0,1\n1,1\n2,2\n\xe9]\n2,Renju"))
	f.Add([]byte("Piskvorky 20x20, 0:0, 0\n1,1,1\na]\\\nb\nc]\n7\n"))
	lim := sgf.Limits{Bytes: 1 << 16, Nodes: 2000}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Read(data, lim)
		if err != nil {
			return
		}
		games, err := sgf.Parse(g.String())
		if err != nil || tree(games[0]) != tree(g) {
			t.Errorf("%q is no record: %v", data, err)
		}
		var b bytes.Buffer
		if err := Write(&b, g); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		if back, err := Read(b.Bytes(), sgf.Limits{}); err != nil || moves(back) != moves(g) {
			t.Errorf("%q comes back as %s, want %s: %v", data, moves(back), moves(g), err)
		}
	})
}

// moves returns the moves of a game with their times.
func moves(g *sgf.Game) string {
	var b strings.Builder
	for n := range g.MainLine() {
		b.WriteString(n.SimpleText("B") + "," + n.SimpleText("W") + "," + n.SimpleText(timeID) + ";")
	}
	return b.String()
}
