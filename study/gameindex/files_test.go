package gameindex

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// TestRecords reads all games of a file, also torn ones, and finds where they are.
func TestRecords(t *testing.T) {
	const file = "From: somebody (me)\n\n(;SZ[5]PB[Ada (5d\\])]C[a ) b ( c];B[aa](;W[bb])(;W[cc]))\n" +
		"(;SZ[5]PB[torn;B[aa]\n(;SZ[5]PB[Bo];B[bb])\n(;SZ[5];B[aa];W[aa]) ( ;SZ[5]PB[Cy]\n;B[cc])\n(;SZ[5]\n;B[zz])\n(;SZ[5]b[aa])"
	var names, wrong []string
	for r, err := range Records(file) {
		g := Game{}
		if err == nil {
			g, err = NewReader(opener()).Read(r)
		}
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("%d: %v", r.Line, err))
			continue
		}
		names = append(names, fmt.Sprint(r.Line, " ", g.Black, " ", g.Plies))
	}
	if want := []string{"3 Ada (5d]) 2", "4 torn;B[aa 1", "6  2", "6 Cy 1", "8  0", "10  1"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if wrong != nil {
		t.Errorf("refused: %q", wrong)
	}
}

// TestTorn limits the work for games without an end.
func TestTorn(t *testing.T) {
	n, last := 0, error(nil)
	for _, err := range Records(strings.Repeat("(;FF[4]C[\n", 400_000)) {
		n, last = n+1, err
	}
	if n != mostTorn+1 || last == nil {
		t.Errorf("%d games, the last with %v", n, last)
	}
}

// TestHead reads the headers of records.
func TestHead(t *testing.T) {
	for _, c := range []struct {
		text   string
		day    int
		winner game.Color
		known  bool
	}{
		{"(;SZ[5]DT[2016-03-09,10]RE[W+R])", 20160309, game.White, true},
		{"(;SZ[5]DT[1846]RE[B+2.5])", 18460000, game.Black, true},
		{"(;SZ[5]DT[1999-13-01]RE[0])", 19990000, game.Empty, true},
		{"(;SZ[5]DT[yesterday]RE[?])", 0, game.Empty, false},
		{"(;SZ[5]RE[Void])", 0, game.Empty, false},
		{"(;SZ[5]DT[2018-05-02 20:46:58]RE[白胜43.5目])", 20180502, game.White, true},
		{"(;SZ[5]DT[2016年3月9日]RE[흑 불계승])", 20160309, game.Black, true},
		{"(;SZ[5]DT[2016/3/9]RE[257手完, 黒中押し勝ち])", 20160309, game.Black, true},
		{"(;SZ[5]DT[2016.03]RE[White wins by 12.5])", 20160300, game.White, true},
		{"(;SZ[5]DT[20160309]RE[持碁])", 20160309, game.Empty, true},
		{"(;SZ[5]RE[無勝負])", 0, game.Empty, false},
		{"(;SZ[5]KM[0.5];B[];W[])", 0, game.White, true},
	} {
		g, err := NewReader(opener()).Read(Record{Line: 1, Text: c.text})
		if err != nil || g.Day != c.day || g.Winner != c.winner || g.Known != c.known {
			t.Errorf("%s: %d %s %v %v", c.text, g.Day, g.Winner, g.Known, err)
		}
	}
	if e := (Game{Day: 18460000}).Entry(1); e.Year != 0 {
		t.Error("a year before those that entries have")
	}
}

// TestSum: the sum depends on the game, not on its format.
func TestSum(t *testing.T) {
	sum := func(text string) [16]byte {
		g, err := NewReader(opener()).Read(Record{Line: 1, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return g.Sum
	}
	one := sum("(;SZ[5]PB[Ada]DT[2020-01-01];B[aa];W[bb])")
	if sum("(;GM[1]DT[2020-01-01]SZ[5]\nPB[ada];B[aa]C[hello];W[bb](;B[cc]))") == one ||
		sum("(;GM[1]DT[2020-01-01]SZ[5]\nPB[ada];B[aa]C[hello](;W[bb])(;W[cc]))") != one {
		t.Error("the same game, or another")
	}
	for _, other := range []string{
		"(;SZ[5]PB[Bo]DT[2020-01-01];B[aa];W[bb])", "(;SZ[5]PB[Ada]DT[2020-01-02];B[aa];W[bb])", "(;SZ[6]PB[Ada]DT[2020-01-01];B[aa];W[bb])",
		"(;SZ[5]PB[Ada]DT[2020-01-01];B[aa];B[bb])", "(;SZ[5]PB[Ada]DT[2020-01-01]AB[cc];B[aa];W[bb])",
	} {
		if sum(other) == one {
			t.Errorf("%s is the same game", other)
		}
	}
}

func FuzzRecords(f *testing.F) {
	f.Add("(;SZ[5]PB[Ada]C[a ) b ( c];B[aa](;W[bb])(;W[cc]))(;SZ[5]\n;B[zz])")
	f.Add("(;SZ[5]PB[torn;B[aa]\n(;SZ[5];B[bb])")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		line := 0
		for r, err := range Records(text) {
			if r.Line < line || r.Line > 1+strings.Count(text, "\n") {
				t.Fatalf("line %d after %d", r.Line, line)
			}
			line = r.Line
			if err == nil && !strings.Contains(text, r.Text) {
				t.Fatal("a game that is not in the text")
			}
		}
	})
}

// TestSetups finds the positions of games in which stones are set up later or moves are illegal: all of
// each part, and corners.
func TestSetups(t *testing.T) {
	for _, text := range []string{
		"(;SZ[9];B[bb];W[gc];AB[gg]AE[bb];W[cd];B[bb];AW[ab][ba][cb]AE[ee];W[bc])",
		"(;SZ[9];B[bb];W[bb];B[cc];AW[ii];W[dd])",
		"(;SZ[9]AB[ab]AW[aa]PL[B];B[cc];AE[aa:ii];B[ee];AB[aa:ac]AW[cc];W[dd])",
		"(;SZ[9]AW[bi][di][ch]AB[ah][bh]PL[W];W[ai];B[ci];W[bi];B[ee];W[gg])",
	} {
		c := NewCollection(opener())
		g, err := c.Put(t.Context(), "a", Record{Line: 1, Text: text})
		if err != nil || g == nil {
			t.Fatal(text, err)
		}
		games, err := sgf.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		l, err := record.Follow(t.Context(), games[0], opener())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range l.Parts {
			for pos, ply := p.Position, p.First+len(p.Turns); pos != nil && ply >= p.First; ply-- {
				// Where stones are set up, the index has the stones after it.
				isSetUp := ply == p.First+len(p.Turns) && slices.ContainsFunc(g.Line.Setups, func(s Setup) bool { return s.Ply == ply })
				found, err := c.Find(t.Context(), Query{Position: pos.Clone(), Most: 5})
				named := slices.ContainsFunc(found.Seen, func(s Seen) bool { return s.Ply == ply })
				if err != nil || named == isSetUp {
					t.Errorf("%s: the position after %d moves: %+v %v", text, ply, found.Moves, err)
				}
				pos = pos.Clone()
				pos.Undo()
			}
		}
		if found, err := c.Find(t.Context(), Query{Position: l.End, Corner: 6, Side: 0, Most: 5}); err != nil || len(found.Seen) == 0 {
			t.Errorf("%s: the corner at the end: %+v %v", text, found.Moves, err)
		}
	}
}
