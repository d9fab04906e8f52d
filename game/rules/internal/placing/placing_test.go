package placing_test

import (
	"fmt"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/placing"
	"moyo/game/rules/internal/zobrist"
)

// hunt is a game made for tests: stones are captured as in Go, and no side wins.
func hunt(b *board.Board) *placing.Game {
	g := placing.New(nil, &placing.RuleSet{
		Breath: true, Takes: placing.Surround, Stuck: placing.Draw,
		Wins: func(*placing.Game, game.Point) string { return "" },
	}, b)
	return &g
}

func Example() {
	g := hunt(board.Grid(4, 1))
	for _, m := range []game.Move{0, 1} {
		if err := g.Play(m); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("White has taken", g.Captures(game.White), "and", g.ToPlay(), "may not take back:", g.Check(0).Code())
	// Output: White has taken 1 and black may not take back: suicide
}

// TestCollision constructs two positions with one key, which is possible with any 65 stones because
// keys have 64 bits, and checks that the second is not mistaken for a repetition.
func TestCollision(t *testing.T) {
	g := hunt(board.Grid(19, 19))
	for _, m := range []game.Move{0, 1, 40, 19} { // White captures a stone
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if g.Captures(game.White) != 1 {
		t.Fatal("nothing was taken")
	}
	black := nullSet(g)
	for _, p := range black[1:] {
		g.SetToPlay(game.Black)
		if err := g.Play(game.Place(p)); err != nil {
			t.Fatal(err)
		}
	}
	g.SetToPlay(game.Black)
	if got := g.Check(game.Place(black[0])); got != game.Legal {
		t.Errorf("a position with the key of an earlier one: %s", got.Code())
	}
	if err := g.Play(game.Place(black[0])); err != nil {
		t.Fatal(err)
	}
	key := g.Hash()
	for range black {
		g.Undo()
	}
	g.SetToPlay(game.White)
	if g.Hash() != key {
		t.Error("the keys differ: the test shows nothing")
	}
}

// nullSet returns empty points, no two of them neighbours, whose keys for black stones cancel out.
// It uses elimination over the field of two elements.
func nullSet(g *placing.Game) []game.Point {
	type vector struct{ key, low, high uint64 } // the points summed, by index
	var points []game.Point
	var basis [64]vector
	for y := 4; y < 19; y += 2 {
		for x := 0; x < 19; x += 2 {
			p := game.Point(19*y + x)
			v := vector{key: zobrist.Stone(p, game.Black)}
			if i := len(points); i < 64 {
				v.low = 1 << i
			} else {
				v.high = 1 << (i - 64)
			}
			points = append(points, p)
			for bit := 63; bit >= 0 && v.key != 0; bit-- {
				if v.key>>bit&1 == 0 {
					continue
				}
				if basis[bit].key == 0 {
					basis[bit] = v
					break
				}
				v = vector{v.key ^ basis[bit].key, v.low ^ basis[bit].low, v.high ^ basis[bit].high}
			}
			if v.key != 0 {
				continue
			}
			var set []game.Point
			for i, q := range points {
				if i < 64 && v.low>>i&1 == 1 || i >= 64 && v.high>>(i-64)&1 == 1 {
					set = append(set, q)
				}
			}
			return set
		}
	}
	return nil
}

// TestCopy: moves in a copy do not change the game.
func TestCopy(t *testing.T) {
	g := hunt(board.Grid(5, 5))
	for _, m := range []game.Move{0, 1, 12} {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	hash := g.Hash()
	twin := placing.Copy(g)
	if err := twin.Play(5); err != nil {
		t.Fatal(err)
	}
	if twin.Captures(game.White) != 1 || g.Captures(game.White) != 0 || g.Hash() != hash || g.At(0) != game.Black || len(g.Moves()) != 3 {
		t.Error("a move in a copy shows in the game")
	}
	for range 4 {
		twin.Undo()
	}
	if len(g.Moves()) != 3 || twin.Undo() {
		t.Error("undo in a copy shows in the game")
	}
}
