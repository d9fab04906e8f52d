package record_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/internal/testenv"
)

// naive applies the meaning of a node in FF[4] to the stones of a grid, as slowly and plainly as
// possible.
func naive(stones []game.Color, b *board.Board, points sgf.Board, n *sgf.Node) {
	if setup, ok, _ := n.Setup(points); ok {
		for c, list := range setup.Stones {
			for _, p := range list {
				stones[p] = game.Color(c)
			}
		}
	}
	moves, _ := n.Moves(points)
	for _, m := range moves {
		if m.Point == sgf.Pass {
			continue
		}
		stones[m.Point] = game.Color(m.Color)
		for _, c := range []game.Color{game.Color(m.Color).Other(), game.Color(m.Color)} {
			takeAll(stones, b, c)
		}
	}
}

// takeAll removes the stones of a colour that reach no empty point.
func takeAll(stones []game.Color, b *board.Board, c game.Color) {
	alive := make([]bool, len(stones))
	for grown := true; grown; {
		grown = false
		for p := range stones {
			for _, q := range b.Neighbors(game.Point(p)) {
				if stones[p] == c && !alive[p] && (stones[q] == game.Empty || stones[q] == c && alive[q]) {
					alive[p], grown = true, true
				}
			}
		}
	}
	for p := range stones {
		if stones[p] == c && !alive[p] {
			stones[p] = game.Empty
		}
	}
}

// sameStones compares the changes of a tree with the naive effects of its nodes.
func sameStones(tree *record.Tree) error {
	points := record.Points(tree.Board)
	all := make([][]game.Color, len(tree.Nodes))
	plain := make([][]game.Color, len(tree.Nodes))
	for i, n := range tree.Nodes {
		if n.Parent < 0 {
			pos, err := tree.Rules.New(tree.Board)
			if err != nil {
				return err
			}
			all[i], plain[i] = make([]game.Color, tree.Board.Len()), game.Stones(pos)
		} else {
			all[i], plain[i] = slices.Clone(all[n.Parent]), slices.Clone(plain[n.Parent])
		}
		for _, c := range n.Changes {
			all[i][c.Point] = c.Color
		}
		naive(plain[i], tree.Board, points, n.Node)
		for p := range all[i] {
			if all[i][p] != plain[i][p] {
				return fmt.Errorf("node %d (%s %s, %q): %s is %v, not %v",
					i, n.Color, n.Move, n.Refused, tree.Board.Name(game.Point(p)), all[i][p], plain[i][p])
			}
		}
	}
	return nil
}

func grown(t testing.TB, text string) *record.Tree {
	t.Helper()
	games, err := sgf.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := record.Grow(t.Context(), games[0], opener)
	if err != nil {
		t.Fatalf("%.80q: %v", text, err)
	}
	return tree
}

// describe returns the contents of a tree's nodes in a line.
func describe(tree *record.Tree) string {
	var all []string
	for _, n := range tree.Nodes {
		text := fmt.Sprintf("%d:%.1s%s", n.Parent, n.Color, n.Move)
		if n.Color == game.Empty {
			text = fmt.Sprint(n.Parent, ":")
		}
		if n.Anew {
			text += "!"
		}
		if n.Refused != "" {
			text += "(" + n.Refused + ")"
		}
		all = append(all, fmt.Sprintf("%s>%.1s", text, n.ToPlay))
	}
	return strings.Join(all, " ")
}

// TestGrow: legal moves, illegal moves that are made anyway, setup, moves out of turn and
// unreadable nodes, each with variations that must find the position unchanged.
func TestGrow(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[5];B[aa](;W[bb];B[cc])(;W[dd]))": "-1:>b 0:bA5>w 1:wB4>b 2:bC3>w 1:wD2>b",
		"(;SZ[5];B[aa];B[bb](;W[aa];B[cc])(;W[cc]))": "-1:>b 0:bA5>w " +
			"1:bB4!>w 2:wA5!(occupied)>b 3:bC3>w 2:wC3>b",
		"(;SZ[5];B[aa];AW[bb][cc]PL[W](;W[dd])(;B[ab]))": "-1:>b 0:bA5>w 1:!>w 2:wD2>b 2:bA4!>w",
		"(;SZ[5];B[aa](;AW[bb];W[dd];B[de])(;W[cc];B[zz]))": "-1:>b 0:bA5>w " +
			"1:!>w 2:wD2>b 3:bD1>w 1:wC3>b 5:(unreadable)>b",
		"(;SZ[5];B[];W[];B[aa](;W[bb])(;W[]))": "-1:>b 0:bpass>w 1:wpass>e 2:bA5>w 3:wB4>b 3:wpass>b",
		"(;SZ[5];B[aa]W[bb];B[cc])":            "-1:>b 0:wB4!>b 1:bC3>w",
		"(;GM[4]SZ[9];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae](;W[be])(;W[ff]))": "-1:>b 0:bA9>w " +
			"1:wB9>b 2:bA8>w 3:wB8>b 4:bA7>w 5:wB7>b 6:bA6>w 7:wB6>b 8:bA5>e 9:wB5!(game-over)>b 9:wF4!(game-over)>b",
	} {
		tree := grown(t, text)
		if got := describe(tree); got != want {
			t.Errorf("%s\n grows to %s\n not     %s", text, got, want)
		}
		if !strings.Contains(text, "GM[4]") {
			if err := sameStones(tree); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// TestGrowOthers compares the stones at each node of other programs' records with the naive ones.
func TestGrowOthers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(testenv.SharedData(t), "sgf", "*.sgf"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	nodes := 0
	for i, file := range files {
		if i%testenv.Rounds(1, 10) != 0 {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		games, err := sgf.Parse(string(data))
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games[:min(len(games), 5)] {
			tree, err := record.Grow(t.Context(), g, opener)
			if err != nil {
				t.Logf("%s: %v", filepath.Base(file), err)
				continue
			}
			nodes += len(tree.Nodes)
			if err := sameStones(tree); err != nil {
				t.Errorf("%s: %v", filepath.Base(file), err)
			}
		}
	}
	t.Logf("%d nodes", nodes)
	if nodes < 10_000/testenv.Rounds(1, 10) {
		t.Errorf("only %d nodes", nodes)
	}
}

// TestGrowBounded: Grow ends with its context, and limits the kept positions.
func TestGrowBounded(t *testing.T) {
	games, err := sgf.Parse("(;SZ[9]" + strings.Repeat(";B[aa];W[bb]", 2000) + ")")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := record.Grow(ctx, games[0], opener); err != context.Canceled {
		t.Errorf("went on: %v", err)
	}
	const deep = 15_000
	nested := "(;SZ[52]" + strings.Repeat("(;AB[aa](;AE[aa]", deep/2) + strings.Repeat(";B[cc])(;W[dd]))", deep/2) + ")"
	games, err = sgf.Parse(nested)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.Grow(t.Context(), games[0], opener); err == nil || !strings.Contains(err.Error(), "too many variations") {
		t.Errorf("kept all: %v", err)
	}
}

// BenchmarkGrow grows a tree of 100,000 nodes: one game of 200 moves with variations.
func BenchmarkGrow(b *testing.B) {
	var text strings.Builder
	text.WriteString("(;SZ[19]")
	letters := "abcdefghijklmnopqrs"
	open := 0
	for i := range 100_000 {
		if i%40 == 0 && i > 0 {
			text.WriteString(strings.Repeat(")", min(open, 1+i/40%5)))
			open = max(0, open-1-i/40%5)
		}
		if i%40 == 0 {
			text.WriteString("(")
			open++
		}
		fmt.Fprintf(&text, ";%c[%c%c]", "BW"[i%2], letters[i*7%19], letters[i*11/19%19])
	}
	text.WriteString(strings.Repeat(")", open+1))
	games, err := sgf.Parse(text.String())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := record.Grow(b.Context(), games[0], opener); err != nil {
			b.Fatal(err)
		}
	}
}

// TestGrowSiblings: the start of a variation, such as a handed-over turn, a resumed game or an
// illegal move, does not affect its siblings.
func TestGrowSiblings(t *testing.T) {
	for _, odd := range []string{";W[ee]", ";W[ee];B[dd]", ";AB[ee]", ";W[aa]", ";W[ab];B[ee]", ";PL[W];W[ee]", ";OC[swap]"} {
		for _, before := range []string{
			"(;SZ[5]", "(;SZ[5];B[aa];W[bb]", "(;SZ[5];B[aa];W[];B[];W[]", "(;SZ[5];B[aa];B[bb];W[cc]", "(;SZ[5]RU[Japanese]AB[aa]PL[B]",
		} {
			for _, after := range []string{";B[cb];W[dd]", ";C[nothing]", ";W[]", ";B[ba];W[ab]"} {
				alone := grown(t, before+after+")")
				beside := grown(t, before+"("+odd+")("+after+"))")
				n := strings.Count(after, ";")
				for i := range n {
					a, b := alone.Nodes[len(alone.Nodes)-n+i], beside.Nodes[len(beside.Nodes)-n+i]
					if a.Move != b.Move || a.ToPlay != b.ToPlay || a.Anew != b.Anew || a.Refused != b.Refused || !slices.Equal(a.Changes, b.Changes) {
						t.Errorf("%s(%s)(%s): %+v, alone %+v", before, odd, after, b, a)
					}
				}
			}
		}
	}
}

// TestGrowBounds: the number of changes in a record is limited.
func TestGrowBounds(t *testing.T) {
	games, err := sgf.Parse("(;SZ[52]" + strings.Repeat(";AB[aa:ZZ];AE[aa:ZZ]", 1000) + ")")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.Grow(t.Context(), games[0], opener); err == nil || !strings.Contains(err.Error(), "moves are made, too often") {
		t.Error(err)
	}
}
