package capturefive_test

import (
	"strings"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/capturefive"
)

// rules returns the rules of an id.
func rules(t testing.TB, id string) *capturefive.Rules {
	t.Helper()
	r, err := capturefive.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*capturefive.Rules)
}

// odd is a custom board: two triangles that share an edge, with a tail, and a line along the tail
// that turns into one of the triangles and goes around it.
func odd(t testing.TB) *board.Board {
	t.Helper()
	draft, err := boardfile.ReadJSON("odd.json", strings.NewReader(
		`{"points":8,"edges":[[0,1],[1,2],[2,3],[3,4],[4,5],[5,3],[5,6],[6,4],[6,7],[0,7]],
		  "lines":[[0,1,2,3,4,5],[7,6,5],[0,7]]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := draft.Board("odd")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGame(t *testing.T) {
	small := []*board.Board{board.Grid(3, 3), board.Grid(4, 3), gametest.Board(t, "torus:3x3"), gametest.Board(t, "hex:2"), odd(t)}
	for _, ko := range []string{"simple", "positional", "situational"} {
		gametest.Run(t, rules(t, "n=3,ko="+ko), small...)
		gametest.Run(t, rules(t, "n=5,pass=yes,ko="+ko), board.Grid(5, 3), gametest.Board(t, "mobius:5x3"))
	}
	gametest.Run(t, rules(t, ""), gametest.Board(t, "torus:5x5"))
	gametest.Run(t, rules(t, "n=4,lines=all"), board.Grid(5, 5), gametest.Board(t, "cube:3"))
	gametest.Run(t, rules(t, "n=4,captures=no"), board.Grid(4, 4), gametest.Board(t, "torus:4x4"))
	gametest.Run(t, rules(t, "n=4,captures=no,pass=yes,lines=all"), board.Grid(4, 4))
}

// play plays moves of both sides alternately, by their names.
func play(t *testing.T, pos game.Position, names string) {
	t.Helper()
	for _, name := range strings.Fields(names) {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
