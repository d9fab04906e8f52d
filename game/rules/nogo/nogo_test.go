package nogo_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/nogo"
	"moyo/internal/testenv"
)

func TestGame(t *testing.T) {
	boards := []*board.Board{board.Grid(2, 1), board.Grid(3, 3), board.Grid(5, 4)}
	for _, spec := range []string{"torus:3x3", "hex:2", "cube:2", "star:5", "cycle:7"} {
		boards = append(boards, gametest.Board(t, spec))
	}
	gametest.Run(t, nogo.Rules{}, boards...)
}

// start returns the first position on the board of a spec.
func start(t testing.TB, spec string) *nogo.Position {
	t.Helper()
	pos, err := nogo.Rules{}.Start(gametest.Board(t, spec))
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func play(t testing.TB, pos *nogo.Position, names ...string) {
	t.Helper()
	for _, name := range names {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// TestIllegal: no stones may be captured, of either side, and passing is illegal.
func TestIllegal(t *testing.T) {
	for _, c := range []struct {
		moves, move string
		want        game.Reason
	}{
		{"A2 C3 B1 C2", "A1", game.Legal},      // its own points
		{"A2 C3 B1", "A1", game.Suicide},       // of one stone
		{"A2 A1 C3", "B1", game.Legal},         // White saves the stone
		{"A2 A1 C3 C2", "B1", game.Taking},     // Black would capture it
		{"B2 A2 C1 B1 A3", "A1", game.Suicide}, // of three stones, which captures nothing
		{"B2 A2 C1 B1", "A1", game.Taking},     // which would capture them
		{"", "pass", game.NotInThisWay},
		{"B2", "B2", game.Occupied},
	} {
		pos := start(t, "grid:3")
		play(t, pos, strings.Fields(c.moves)...)
		m, err := game.ParseMove(pos, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := pos.Check(m); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.moves, c.move, got.Code(), c.want.Code())
		}
	}
	if pos := start(t, "grid:3"); game.Takes(pos) || !game.Chains(pos) || pos.Check(99) != game.OffBoard {
		t.Error("stones can be taken, or have no liberties, or are placed off the board")
	}
}

// TestEnds: the side without a move loses, even with empty points on the board.
func TestEnds(t *testing.T) {
	pos := start(t, "path:3")
	if err := pos.Play(1); err != nil {
		t.Fatal(err)
	}
	if out := pos.Outcome(); out != (game.Outcome{Over: true, Winner: game.Black, How: "no move left"}) {
		t.Errorf("a stone in the middle of three: %+v", out)
	}
	if err := pos.Set([]game.Placed{{Point: 0, Color: game.Black}, {Point: 1, Color: game.White}}, game.Black); err == nil {
		t.Error("a stone without a liberty is set up")
	}
}

// TestLikeSlow plays random games and compares every move's legality with the
// definition.
func TestLikeSlow(t *testing.T) {
	for _, spec := range []string{"grid:5", "torus:4x4", "hex:3", "star:7", "cube:3", "path:9"} {
		for seed := range uint64(5) {
			pos := start(t, spec)
			s := newSlow(pos.Board())
			rng := rand.New(rand.NewPCG(seed, 11))
			for c := game.Black; !pos.Outcome().Over; c = c.Other() {
				for p := range game.Point(pos.Board().Len()) {
					if (pos.Check(game.Place(p)) == game.Legal) != s.legal(p, c) {
						t.Fatalf("%s, seed %d, after %d moves: %s at %s", spec, seed, len(pos.Moves()), c, pos.Board().Name(p))
					}
				}
				moves := pos.LegalMoves(nil)
				m := moves[rng.IntN(len(moves))]
				if err := pos.Play(m); err != nil {
					t.Fatal(err)
				}
				s.stones[m] = c
			}
			for p := range game.Point(pos.Board().Len()) {
				if s.legal(p, game.Color(1+len(pos.Moves())%2)) {
					t.Fatalf("%s, seed %d: over, and %s is legal", spec, seed, pos.Board().Name(p))
				}
			}
		}
	}
}

// TestValues finds the winners on small boards, by the rules and by the definition. The wins of the
// first player on 3x3 and of the second on 4x4 are published (M. Müller,
// webdocs.cs.ualberta.ca/~mmueller/nogo/solving.html).
func TestValues(t *testing.T) {
	for spec, first := range map[string]bool{
		"path:2": true, "path:3": true, "path:4": false, "path:5": true, "path:6": true, "path:7": true, "path:8": true,
		"path:9": true, "path:10": true, "path:11": true, "path:12": true,
		"grid:2": true, "grid:3x2": false, "grid:4x2": false, "grid:5x2": true, "grid:6x2": true, "grid:3": true, "grid:4x3": false,
		"cycle:3": false, "cycle:4": true, "cycle:5": true, "cycle:6": false, "cycle:7": true, "cycle:8": false,
		"torus:3x3": false, "hex:2": true, "star:4": true,
	} {
		pos := start(t, spec)
		rules, definition := newSearch(t, pos).wins(), newSlow(pos.Board()).wins(game.Black)
		if rules != first || definition != first {
			t.Errorf("%s: the first player wins is %v by the rules and %v by the definition, want %v", spec, rules, definition, first)
		}
	}
}

// TestFirstMoves: on 3x3 every first move wins, as published.
func TestFirstMoves(t *testing.T) {
	pos := start(t, "grid:3")
	s := newSearch(t, pos)
	for _, m := range pos.LegalMoves(nil) {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		if s.wins() {
			t.Errorf("%s loses", pos.Board().Name(m.Point()))
		}
		pos.Undo()
	}
}

// TestSecondPlayer: on 4x4 each of the three first moves loses, as published, to the opposite
// point.
func TestSecondPlayer(t *testing.T) {
	testenv.Long(t)
	known := map[uint64]bool{}
	for _, moves := range []string{"B1 C4", "A1 D4", "B2 C3"} {
		pos := start(t, "grid:4")
		play(t, pos, strings.Fields(moves)...)
		s := newSearch(t, pos)
		s.known = known
		if s.wins() {
			t.Errorf("%s: the first player wins", moves)
		}
	}
	t.Logf("%d positions", len(known))
}

func TestIDs(t *testing.T) {
	for _, id := range []string{"", "nogo"} {
		if r, err := nogo.Parse(id); err != nil || r.ID() != "nogo" {
			t.Errorf("%q: %v", id, err)
		}
	}
	for id, want := range map[string]string{"n=5": "no options", "nogo:x": "name=value"} {
		if _, err := nogo.Parse(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", id, err, want)
		}
	}
	if _, err := (nogo.Rules{}).New(board.Grid(1, 1)); err == nil {
		t.Error("a board of a single point is accepted")
	}
}

// FuzzParse: each accepted id has a canonical id that parses to itself.
func FuzzParse(f *testing.F) {
	gametest.FuzzIDs(f, nogo.Parse, "nogo", "nogo:", "n=5")
}

// The side without a legal move loses.
func Example() {
	pos, err := nogo.Rules{}.New(board.Grid(3, 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := pos.Play(1); err != nil {
		fmt.Println(err)
	}
	fmt.Println(pos.Check(0))
	fmt.Println(pos.Outcome(), "by", pos.Outcome().How)
	// Output:
	// the game is over
	// B+ by no move left
}
