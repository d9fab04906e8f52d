package record_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/internal/testenv"
)

func follow(t testing.TB, text string) *record.Line {
	t.Helper()
	games, err := sgf.Parse(text)
	if err != nil {
		t.Fatalf("%.80q: %v", text, err)
	}
	line, err := record.Follow(t.Context(), games[0], opener)
	if err != nil {
		t.Fatalf("%.80q: %v", text, err)
	}
	return line
}

// say returns the parts of a line, with "?" after those without a position, and the side to move.
func say(l *record.Line) string {
	var parts []string
	for _, p := range l.Parts {
		text := fmt.Sprintf("%d%.1s", p.First, p.ToPlay)
		for _, t := range p.Turns {
			name := "-"
			if t.Move >= 0 {
				name = l.Board.Name(t.Move.Point())
			}
			text += fmt.Sprintf(" %.1s%s", t.Color, name)
		}
		if p.Position == nil {
			text += "?"
		}
		parts = append(parts, text)
	}
	return fmt.Sprintf("%s > %.1s", strings.Join(parts, ", "), l.ToPlay)
}

// TestFollow: a setup or an illegal move begins another part, and everything else is read as one.
func TestFollow(t *testing.T) {
	for _, c := range []struct{ text, want, repair string }{
		{"(;SZ[5];B[aa];W[bb])", "0b bA5 wB4 > b", ""},
		// Setups in the middle.
		{"(;SZ[5];B[aa];W[bb];AB[cc]AW[dd]PL[W];W[ee])", "0b bA5 wB4, 2w wE1 > b", ""},
		{"(;SZ[5];B[aa];W[bb];AB[cc];W[ee])", "0b bA5 wB4, 2w wE1 > b", ""},
		{"(;SZ[5];B[aa];AE[aa];W[bb];AW[cc])", "0b bA5, 1w wB4 > b", ""},
		{"(;SZ[5];B[aa];AB[aa];W[bb])", "0b bA5 wB4 > b", ""},
		{"(;SZ[5];B[aa];AE[cc];W[bb];AE[])", "0b bA5 wB4 > b", ""},
		{"(;SZ[5];B[aa]AW[bb];W[cc])", "0b bA5 wC3 > b", "move 1: a node has stones and a move"},
		{"(;SZ[5];B[aa];AB[aa:ee])", "0b bA5 > w", "the rules are not applied"},
		{"(;SZ[5];AB[aa:ee];W[aa];B[bb])", "0w wA5?, 1b bB4 > w", "the rules are not applied"},
		{"(;SZ[5];AB[aa][zz]AW[cc];W[bb])", "0w wB4 > b", `before move 1: "zz" is not a point of grid:5 in AB: left out`},
		{"(;SZ[5];AB[aa]AW[aa];B[bb])", "0b bB4 > w", "aa in AB is also in AW of the node: left out"},
		// PL in the middle, and beside moves.
		{"(;SZ[5];B[aa];PL[B];B[bb])", "0b bA5 bB4 > w", ""},
		{"(;SZ[5];B[aa]PL[B];B[bb]PL[W])", "0b bA5 bB4 > w", "move 1: PL beside a move is ignored"},
		{"(;SZ[5];B[aa]PL[W];W[bb])", "0b bA5 wB4 > b", "PL beside a move"},
		{"(;SZ[5];B[aa];PL[x];W[bb])", "0b bA5 wB4 > b", "PL[X]: want B or W: left out"},
		{"(;SZ[5];B[];W[];PL[W];W[aa])", "0b b- w- wA5 > b", ""},
		// Illegal moves.
		{"(;SZ[5];B[aa];W[aa];B[bb])", "0b bA5, 1w wA5?, 2b bB4 > w", "move 2: white A5 is illegal, but made: there is a stone"},
		{"(;SZ[5]AB[ab][ba];W[aa];B[cc])", "0w wA5?, 1b bC3 > w", "no liberties"},
		{"(;SZ[5]AW[ab][bb][ca]AB[aa][ba]PL[W]RU[Tromp-Taylor];W[cc];B[dd])", "0w wC3?, 1b bD2? > w", "the rules are not applied"},
		{"(;GM[4]SZ[9];B[aa];W[aa];B[bb])", "0b bA9, 1w wA9?, 2b bB8 > w", "there is a stone"},
		{
			"(;SZ[9]KM[7.5]AW[bi][di][ch]AB[ah][bh]PL[W];W[ai];B[ci];W[bi];B[ee])",
			"0w wA1 bC1, 2w wB1 bE5 > w", "move 3: white B1 is illegal, but made",
		},
		// Two moves, several values, unreadable values.
		{"(;SZ[5];B[aa]W[bb];B[cc])", "0b bA5 wB4 bC3 > w", "a node has moves of both sides"},
		{"(;SZ[5];B[aa][bb];W[cc])", "0b bA5 wC3 > b", "B has 2 values: the first one is read"},
		{"(;SZ[5];B[aa]B[bb];W[cc])", "0b bA5 wC3 > b", "B has 2 values"},
		{"(;SZ[5];B[zz];W[cc])", "0b wC3 > b", `"zz" is not a point of grid:5: left out`},
		{"(;SZ[5];B[a];W[cc];B[dd])", "0b wC3 bD2 > w", `"a" is not a point`},
		{"(;SZ[5];B[tt];W[cc])", "0b b- wC3 > b", ""},
		{"(;SZ[21];B[tt])", "0b bU2 > w", ""},
		{"(;SZ[5];B[aa];B[bb];B[cc])", "0b bA5 bB4 bC3 > w", ""},
		// Openings that a game does not have.
		{"(;SZ[5];OC[swap];B[aa])", "0b bA5 > w", `"swap": there is no such move: left out`},
		// The text.
		{"(;SZ[5];B[aa];W[bb]", "0b bA5 wB4 > b", `line 1, column 20: the game has no end: 1 ")" missing`},
		{"\ufeff ;SZ[5];B[aa];W[bb])", "0b bA5 wB4 > b", `no "(" before the first node`},
		{";SZ[5];B[aa];W[bb]", "0b bA5 wB4 > b", `no "(" before the first node`},
		{"(;SZ[5];B[aa];W[bb])\x00\x00", "0b bA5 wB4 > b", ""},
		{"(;SZ[5]US[Ada[3d]];B[aa];W[bb])", "0b bA5 wB4 > b", `"]" has no place here`},
		{"(;SZ[5x5];b[aa];White[bb])", "0b bA5 wB4 > b", "SZ[5x5] is read as 5x5"},
		{"hello (;-) (;SZ[5];B[aa];W[bb]))) bye", "0b bA5 wB4 > b", ""},
		{"(;SZ[5]\r\n;B[aa]C[a\\]b (;B[cc\\]];W[bb](;B[cc])(;B[dd](;W[ee])))", "0b bA5 wB4 bC3 > w", ""},
		{"(;SZ[5];B[aa];W[bb]\n(;FF[4]SZ[5];B[cc])", "0b bA5 wB4 > b", "the game has no end"},
	} {
		l := follow(t, c.text)
		if got := say(l); got != c.want {
			t.Errorf("%s\n is %s\nnot %s", c.text, got, c.want)
		}
		if all := strings.Join(l.Repairs, "\n"); !strings.Contains(all, c.repair) || (all == "") != (c.repair == "") {
			t.Errorf("%s: repairs %q, want %q", c.text, all, c.repair)
		}
	}
}

// TestHandicapTurn: White moves after handicap stones without PL, but the first move decides.
func TestHandicapTurn(t *testing.T) {
	for text, want := range map[string]game.Color{
		"(;SZ[9]HA[2]AB[cc][gg])":                    game.White,
		"(;SZ[9]HA[2]AB[cc][gg];W[ee])":              game.White,
		"(;SZ[9]HA[2]AB[cc][gg];B[ee])":              game.Black,
		"(;SZ[9]HA[2]AB[cc][gg]PL[B])":               game.Black,
		"(;SZ[9]HA[2]AB[cc][gg]PL[B];W[ee])":         game.Black,
		"(;SZ[9]HA[2];AB[cc];AB[gg])":                game.White,
		"(;SZ[9]HA[2];W[ee])":                        game.White, // in the usual places
		"(;SZ[9]AB[cc][gg])":                         game.White,
		"(;SZ[9]AB[cc:dd])":                          game.White,
		"(;SZ[9]AB[cc][gg];C[x];N[y];B[ee])":         game.Black,
		"(;SZ[9]HA[0]AB[cc][gg])":                    game.Black,
		"(;SZ[9]HA[1]AB[cc][gg])":                    game.Black,
		"(;SZ[9]AB[cc])":                             game.Black,
		"(;SZ[9]AB[cc][gg]AW[ee])":                   game.Black,
		"(;SZ[9]AB[cc][gg]AW[ee];W[aa])":             game.White,
		"(;SZ[9]HA[x]AB[cc][gg])":                    game.White,
		"(;SZ[9]HA[2]AB[cc][gg];W[ee];B[];W[];C[x])": game.White,
		"(;SZ[9]AW[cc][gg])":                         game.Black,
		"(;GM[4]SZ[9]AB[cc][gg])":                    game.Black,
		"(;GM[0]BD[torus:9x9]AB[A1][C3])":            game.White,
		"(;SZ[9]RI[weiqi:komi=6.5]AB[cc][gg])":       game.White,
	} {
		l := follow(t, text)
		tree := grown(t, text)
		got := l.ToPlay
		if len(l.Parts) > 0 {
			got = l.Parts[0].ToPlay
		}
		root := tree.Nodes[0].ToPlay
		if tree.Nodes[0].Changes == nil && len(tree.Nodes) > 1 {
			root = tree.Nodes[len(tree.Nodes)-1].ToPlay
		}
		if got != want || root != want {
			t.Errorf("%s: %v to play on the line and %v in the tree, want %v", text, got, root, want)
		}
	}
}

// TestAfter returns positions by their number of moves, also in parts.
func TestAfter(t *testing.T) {
	l := follow(t, "(;SZ[5];B[aa];W[bb];AB[cc]AE[aa];W[dd];B[ee])")
	for moves, want := range map[int]string{0: "", 1: "A5", 2: "A5 B4", 3: "B4 C3 D2", 4: "B4 C3 D2 E1", 9: "B4 C3 D2 E1"} {
		var names []string
		pos := l.After(moves)
		for p := range game.Point(25) {
			if pos.At(p) != game.Empty {
				names = append(names, l.Board.Name(p))
			}
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != want {
			t.Errorf("after %d moves: %s, want %s", moves, got, want)
		}
	}
	if pos := follow(t, "(;SZ[5]AB[aa:ee];W[aa:bb])").After(0); pos != nil {
		t.Error("a position without liberties")
	}
}

// TestRepairsBounded limits the repairs and the parts of a game.
func TestRepairsBounded(t *testing.T) {
	l := follow(t, "(;SZ[9]"+strings.Repeat(";B[zz]", 100)+")")
	if n := len(l.Repairs); n != record.MaxRepairs+1 || l.Repairs[n-1] != "and 80 more" {
		t.Errorf("%d repairs, the last %q", n, l.Repairs[n-1])
	}
	games, err := sgf.Parse("(;SZ[52]" + strings.Repeat(";AB[aa];B[bb];AE[aa][bb]", 1000) + ")")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.Follow(t.Context(), games[0], opener); err == nil || !strings.Contains(err.Error(), "moves are made, too often") {
		t.Errorf("all parts were kept: %v", err)
	}
}

// TestFollowOthers: the line of every record of other programs has the moves, the stones and the
// repairs of its tree.
func TestFollowOthers(t *testing.T) {
	var files []string
	for _, dir := range []string{"sgf", "reports", "go/benson"} {
		some, err := filepath.Glob(filepath.Join(testenv.SharedData(t), dir, "*.sgf"))
		if err != nil || len(some) == 0 {
			t.Fatal(dir, err)
		}
		files = append(files, some...)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		games, err := sgf.Parse(string(data))
		if err != nil {
			t.Fatal(file, err)
		}
		for _, g := range games {
			sameLine(t, file, g)
		}
	}
}

func sameLine(t *testing.T, name string, g *sgf.Game) {
	t.Helper()
	tree, err := record.Grow(t.Context(), g, opener)
	line, err2 := record.Follow(t.Context(), g, opener)
	if err != nil || err2 != nil {
		if fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Errorf("%s: %v and %v", name, err, err2)
		}
		return
	}
	stones := make([]game.Color, tree.Board.Len())
	var moves, made []string
	last, both := -1, false
	for i, n := range tree.Nodes {
		if n.Parent != last {
			break
		}
		last = i
		for _, c := range n.Changes {
			stones[c.Point] = c.Color
		}
		both = both || n.Node.Has("B") && n.Node.Has("W") // a node of the tree has its last move
		if left := n.Refused != "" && (n.Node.Has("OC") || n.Node.Has("OF")); n.Move != "" && !left {
			moves = append(moves, fmt.Sprint(n.Color, n.Move))
		}
	}
	for _, p := range line.Parts {
		now := slices.Clone(p.Start)
		for _, turn := range p.Turns {
			turn.Do(now)
			move := "pass"
			if turn.Move >= 0 {
				move = line.Board.Name(turn.Move.Point())
			}
			made = append(made, fmt.Sprint(turn.Color, move))
		}
		if p.Position != nil && !slices.Equal(now, game.Stones(p.Position)) {
			t.Errorf("%s: the turns from move %d do not lead to the position", name, p.First)
		}
	}
	if !slices.Equal(moves, made) && !both || !slices.Equal(stones, line.Stones) || tree.Nodes[last].ToPlay != line.ToPlay {
		t.Errorf("%s: %v in the tree, %v on the line, %v and %v to play", name, moves, made, tree.Nodes[last].ToPlay, line.ToPlay)
	}
	if !slices.Equal(tree.Repairs, line.Repairs) {
		t.Errorf("%s: repairs %q in the tree, %q on the line", name, tree.Repairs, line.Repairs)
	}
	if line.End != nil && !slices.Equal(game.Stones(line.End), line.Stones) {
		t.Errorf("%s: the end has other stones", name)
	}
}

// FuzzFollow: the line of any text has the moves, stones and repairs of its tree.
func FuzzFollow(f *testing.F) {
	for _, text := range []string{
		"(;SZ[5];B[aa];W[bb];AB[cc]AW[dd]PL[W];W[ee];B[aa];W[aa])", "(;SZ[3]AB[aa:cc];W[bb];AE[bb]W[ba]B[ca])",
		"(;SZ[4]RE[B+R];B[];W[];B[];PL[W])",
		"(;GM[4]SZ[5];B[aa];OC[swap];AB[bb]W[aa])",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, err := sgf.Parse(text[:min(len(text), 4000)])
		if err != nil || strings.Contains(text, "BD") || strings.Contains(text, "BJ") {
			return
		}
		sameLine(t, fmt.Sprintf("%q", text), games[0])
	})
}
