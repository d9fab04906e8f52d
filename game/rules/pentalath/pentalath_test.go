package pentalath_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/pentalath"
)

// rules returns the rules of an id.
func rules(t testing.TB, id string) *pentalath.Rules {
	t.Helper()
	r, err := pentalath.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*pentalath.Rules)
}

func start(t testing.TB, id, spec string) *pentalath.Position {
	t.Helper()
	pos, err := rules(t, id).Start(gametest.Board(t, spec))
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func TestGame(t *testing.T) {
	gametest.Run(t, rules(t, ""), gametest.Board(t, "hex:3"), gametest.Board(t, "torus:5x3"))
	gametest.Run(t, rules(t, "n=3"), gametest.Board(t, "hex:2"), board.Grid(4, 3))
}

// line returns that many consecutive points from p in direction d.
func line(b *board.Board, p game.Point, d, n int) []game.Point {
	var points []game.Point
	for at := (board.Step{To: p, Dir: int8(d)}); len(points) < n && at.To != board.None; at = b.Lines().Next(at.To, int(at.Dir)) {
		points = append(points, at.To)
	}
	return points
}

// TestRows wins by every row of five on the usual board, along three axes. A hexagon of five to a
// side has on each axis lines of 5, 6, 7, 8, 9, 8, 7, 6 and 5 points, which contain 25 rows of
// five.
func TestRows(t *testing.T) {
	b := gametest.Board(t, "hex:5")
	rows := 0
	for p := range game.Point(b.Len()) {
		for d := range b.Lines().Dirs {
			five := line(b, p, d, 5)
			if len(five) < 5 {
				continue
			}
			rows++
			pos := start(t, "", "hex:5")
			var stones []game.Placed
			for _, q := range five[1:] {
				stones = append(stones, game.Placed{Point: q, Color: game.White})
			}
			if err := pos.Set(stones, game.White); err != nil {
				t.Fatal(err)
			}
			if err := pos.Play(game.Place(five[0])); err != nil || pos.Outcome().Winner != game.White ||
				pos.Outcome().How != "five" || len(pos.Figure()) != 5 {
				t.Fatalf("the row %v: %+v, %v", five, pos.Outcome(), err)
			}
		}
	}
	if want := 2 * 3 * 25; rows != want { // from both ends
		t.Errorf("%d rows, want %d", rows, want)
	}
}

// TestCaptures: a stone inside has six liberties, and its chain is captured with the last of them;
// suicide is illegal unless it captures.
func TestCaptures(t *testing.T) {
	b := gametest.Board(t, "hex:5")
	middle := game.Point(b.Len() / 2) // rows run from one side to the other
	around := b.Neighbors(middle)
	pos := start(t, "", "hex:5")
	stones := []game.Placed{{Point: middle, Color: game.Black}}
	for _, q := range around[:5] {
		stones = append(stones, game.Placed{Point: q, Color: game.White})
	}
	if err := pos.Set(stones, game.White); err != nil {
		t.Fatal(err)
	}
	if s, l := pos.Chain(middle); len(s) != 1 || len(l) != 1 || l[0] != around[5] {
		t.Fatalf("chain %v with liberties %v, the last neighbour is %d", s, l, around[5])
	}
	if err := pos.Play(game.Place(around[5])); err != nil || pos.Captures(game.White) != 1 || pos.At(middle) != game.Empty {
		t.Fatalf("%d taken: %v", pos.Captures(game.White), err)
	}
	if got := pos.Check(game.Place(middle)); got != game.Suicide {
		t.Errorf("into the ring: %s", got.Code())
	}
	err := pos.Set(append(stones, game.Placed{Point: around[5], Color: game.White}), game.White)
	if err == nil || !strings.Contains(err.Error(), "no liberties") {
		t.Errorf("a chain without liberties is set up: %v", err)
	}
	if got := pos.Check(game.Pass); got != game.NotInThisWay {
		t.Errorf("a pass: %s", got.Code())
	}
}

// TestNoKo plays random games on hexagons, and finds no move that ko forbids.
func TestNoKo(t *testing.T) {
	taken := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 9))
		pos := start(t, "n=5", []string{"hex:3", "hex:4"}[seed%2])
		for moves := pos.LegalMoves(nil); len(moves) > 0; moves = pos.LegalMoves(moves[:0]) {
			for p := range game.Point(pos.Board().Len()) {
				if pos.Check(game.Place(p)) == game.Ko {
					t.Fatalf("ko on %d after %v", p, pos.Moves())
				}
			}
			if err := pos.Play(moves[rng.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		taken += pos.Captures(game.Black) + pos.Captures(game.White)
		if !pos.Outcome().Over {
			t.Fatal("no move, and not over")
		}
	}
	if taken < 300 {
		t.Errorf("only %d stones were captured", taken)
	}
}

func TestIDs(t *testing.T) {
	for id, want := range map[string]string{"": "pentalath:n=5", "pentalath": "pentalath:n=5", "n=8": "pentalath:n=8"} {
		if got := rules(t, id).ID(); got != want || rules(t, got).ID() != want {
			t.Errorf("%q becomes %q, want %q", id, got, want)
		}
	}
	for id, want := range map[string]string{
		"n=2": "3 to 8", "n=9": "3 to 8", "n=x": "want a number", "ko=simple": "want n", "n": "name=value",
	} {
		if _, err := pentalath.Parse(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", id, err, want)
		}
	}
	if pos := start(t, "n=4", "hex:4"); pos.Need() != 4 || pos.Longest(game.Black) != 0 {
		t.Errorf("longest %d of %d", pos.Longest(game.Black), pos.Need())
	}
	if _, err := rules(t, "").New(gametest.Board(t, "hex:2")); err == nil || !strings.Contains(err.Error(), "no line of 5") {
		t.Errorf("hex:2: %v", err)
	}
}

// FuzzParse: each accepted id has a canonical id that parses to itself.
func FuzzParse(f *testing.F) {
	gametest.FuzzIDs(f, pentalath.Parse, "pentalath:n=5", "n=,")
}

func Example() {
	r, err := pentalath.Parse("pentalath:n=5")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := board.Parse("hex:5")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := r.New(b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.ID(), "on", b.Len(), "points:", pos.ToPlay(), "begins")
	// Output: pentalath:n=5 on 61 points: black begins
}

// TestOrthogonal: on a grid rows run along its edges; five on a diagonal do not win.
func TestOrthogonal(t *testing.T) {
	for name, step := range map[string]int{"a row": 1, "a column": 9, "a diagonal": 10, "the other diagonal": 8} {
		pos := start(t, "", "grid:9")
		var stones []game.Placed
		for i := range 4 {
			stones = append(stones, game.Placed{Point: game.Point(4 + i*step), Color: game.Black})
		}
		if err := pos.Set(stones, game.Black); err != nil {
			t.Fatal(err)
		}
		last := game.Place(game.Point(4 + 4*step))
		if err := pos.Play(last); err != nil {
			t.Fatal(err)
		}
		if want := step == 1 || step == 9; pos.Outcome().Over != want {
			t.Errorf("five on %s: %+v", name, pos.Outcome())
		}
	}
}
