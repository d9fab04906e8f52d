package record_test

import (
	"fmt"
	"strings"
	"testing"

	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// TestTurnOfSetup: stones set up without PL do not change the turn, whether PL of an earlier node,
// a move or nothing determined it. The main line and the tree agree.
func TestTurnOfSetup(t *testing.T) {
	for _, c := range []struct {
		nodes string
		want  game.Color
	}{
		{";AB[aa]", game.Black},
		{";PL[W]", game.White},
		{";PL[W];AB[aa]", game.White},
		{";PL[W];AW[aa]", game.White},
		{";PL[W];AB[aa];AW[bb];AE[aa]", game.White},
		{";AB[aa]PL[W];AW[bb]", game.White},
		{";PL[W];AB[aa]PL[B]", game.Black},
		{";PL[W];AB[aa]PL[B];AW[bb]", game.Black},
		{";PL[B];AB[aa]", game.Black},
		{";PL[W];AB[aa];W[bb]", game.Black},
		{";PL[W];AB[aa];B[bb]", game.White},
		{";B[cc];AB[aa]", game.White},
		{";W[cc];AW[aa]", game.Black},
		{";B[cc];W[dd];AB[aa]", game.Black},
		{";B[cc];AB[aa]PL[B];AW[bb]", game.Black},
		{";B[cc];AB[aa]PL[W];AW[bb]", game.White},
	} {
		for _, kind := range []string{"GM[1]SZ[9]", "GM[4]SZ[9]"} {
			text := fmt.Sprintf("(;%s%s)", kind, c.nodes)
			tree := grown(t, text)
			if got := tree.Nodes[len(tree.Nodes)-1].ToPlay; got != c.want {
				t.Errorf("%s: the tree has %v to play, want %v", text, got, c.want)
			}
			games, err := sgf.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			pos, err := record.Load(games[0], opener)
			if setUpLater := strings.HasPrefix(c.nodes, ";B") || strings.HasPrefix(c.nodes, ";W"); (err != nil) != setUpLater {
				t.Errorf("%s is loaded: %v", text, err)
			}
			if err == nil && pos.ToPlay() != c.want {
				t.Errorf("%s: loaded, %v is to play, want %v", text, pos.ToPlay(), c.want)
			}
		}
	}
}

// TestTurnOfLostPosition: stones that the game refuses leave a tree without a position. The turn
// still continues, and is restored for the next variation.
func TestTurnOfLostPosition(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[3];AB[aa:cc]PL[W];C[x](;AW[bb]PL[B];C[x])(;AW[cc])(;C[x]))": "-1:>b 0:!>w 1:>w 2:!>b 3:>b 2:!>w 2:>w",
		"(;SZ[3];AB[aa:cc](;AW[bb]PL[W](;AB[bb])(;AE[aa:cc]))(;C[x]))":    "-1:>b 0:!>w 1:!>w 2:!>w 2:!>w 1:>w",
	} {
		if got := describe(grown(t, text)); got != want {
			t.Errorf("%s\n grows to %s\n not     %s", text, got, want)
		}
	}
}
