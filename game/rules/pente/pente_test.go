package pente_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/gametest"
	"moyo/game/rules/pente"
)

// rules returns the rules of an id.
func rules(t testing.TB, id string) *pente.Rules {
	t.Helper()
	r, err := pente.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*pente.Rules)
}

func TestGame(t *testing.T) {
	boards := []*board.Board{
		board.Grid(5, 5), gametest.Board(t, "torus:5x4"), gametest.Board(t, "hex:3"),
		gametest.Board(t, "mobius:5x3"), gametest.Board(t, "cube:3"),
	}
	gametest.Run(t, rules(t, ""), boards...)
	gametest.Run(t, rules(t, "n=3,captures=4"), boards...)
	gametest.Run(t, rules(t, "n=4,captures=40"), board.Grid(4, 4))
}

// before sets up a grid from rows of ., X and O, the top row first; Black plays on *.
func before(t *testing.T, id, lines string) (pos *pente.Position, at game.Move) {
	t.Helper()
	rows := strings.Fields(lines)
	pos, err := rules(t, id).Start(board.Grid(len(rows[0]), len(rows)))
	if err != nil {
		t.Fatal(err)
	}
	var stones []game.Placed
	for p, r := range strings.Join(rows, "") {
		switch c := strings.IndexRune("*XO", r); {
		case c == 0:
			at = game.Move(p)
		case c > 0:
			stones = append(stones, game.Placed{Point: game.Point(p), Color: game.Color(c)})
		}
	}
	if err := pos.Set(stones, game.Black); err != nil {
		t.Fatalf("%s: %v", lines, err)
	}
	return pos, at
}

// after formats the stones in the format of before.
func after(pos game.Position) string {
	w, _, _ := pos.Board().Grid()
	var s strings.Builder
	for p := range game.Point(pos.Board().Len()) {
		if p > 0 && int(p)%w == 0 {
			s.WriteByte(' ')
		}
		s.WriteByte(".XO"[pos.At(p)])
	}
	return s.String()
}

// TestCaptures: exactly two stones flanked along a line are captured.
func TestCaptures(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"*OOX..", "X..X.."},
		{"..XOO*", "..X..X"},
		{"*OX...", "XOX..."},   // one
		{"*OOOX.", "XOOOX."},   // three
		{"*OO.X.", "XOO.X."},   // not flanked
		{"*OO...", "XOO..."},   //
		{"*OXOX.", "XOXOX."},   // not adjacent
		{"XOO*OOX", "X..X..X"}, // two pairs
		{".O*O.X", ".OXO.X"},   // moving between two of them
		{".OX*O.", ".OXXO."},   // moving between two as part of a pair: safe
		{"OX*O..", "OXXO.."},   //
		{"*OOXXO", "X..XXO"},   // an own pair beside it stays
		{"*..... .O.... ..O... ...X..", "X..... ...... ...... ...X.."},
		{"..*... ..O... ..O... ..X...", "..X... ...... ...... ..X..."},
		{"X..X..X .O.O.O. ..OOO.. XOO*OOX ..OOO.. .O.O.O. X..X..X", "X..X..X ....... ....... X..X..X ....... ....... X..X..X"},
	} {
		pos, at := before(t, "captures=40", c.lines)
		taken := strings.Count(c.lines, "O") - strings.Count(c.want, "O")
		if err := pos.Play(at); err != nil || after(pos) != c.want || pos.Captures(game.Black) != taken || pos.Captures(game.White) != 0 {
			t.Errorf("%s becomes %s with %d captured, want %s: %v", c.lines, after(pos), pos.Captures(game.Black), c.want, err)
		}
		pos.Undo()
		if after(pos) != strings.ReplaceAll(c.lines, "*", ".") {
			t.Errorf("%s: undo gives %s", c.lines, after(pos))
		}
	}
}

// TestRings: on a ring of four a stone would flank a pair with itself, which does not count; on a
// ring of five two different stones do it.
func TestRings(t *testing.T) {
	for _, c := range []struct {
		spec  string
		white []game.Point
		black []game.Point
		taken int
	}{
		{"torus:3x5", []game.Point{1, 2}, nil, 0},
		{"torus:4x5", []game.Point{1, 2}, []game.Point{3}, 2},
		{"torus:5x5", []game.Point{3, 4}, []game.Point{2}, 2}, // over the edge
		{"torus:6x5", []game.Point{1, 2, 4, 5}, []game.Point{3}, 4},
		{"torus:5x4", []game.Point{6, 12, 16}, []game.Point{8, 18}, 3}, // two pairs share the stone in the middle
	} {
		pos, err := rules(t, "").Start(gametest.Board(t, c.spec))
		if err != nil {
			t.Fatal(err)
		}
		var stones []game.Placed
		for _, p := range c.white {
			stones = append(stones, game.Placed{Point: p, Color: game.White})
		}
		for _, p := range c.black {
			stones = append(stones, game.Placed{Point: p, Color: game.Black})
		}
		if err := pos.Set(stones, game.Black); err != nil {
			t.Fatal(err)
		}
		before := game.Stones(pos)
		if err := pos.Play(0); err != nil || pos.Captures(game.Black) != c.taken {
			t.Errorf("%s: %d taken, want %d: %v", c.spec, pos.Captures(game.Black), c.taken, err)
		}
		for range 2 {
			pos.Undo()
			if pos.Captures(game.Black) != 0 || !slices.Equal(game.Stones(pos), before) {
				t.Errorf("%s: taken back, %d are captured and the stones are %v", c.spec, pos.Captures(game.Black), game.Stones(pos))
			}
			_ = pos.Play(0)
		}
	}
}

// TestEnds: five or more in a row, enough captures, a full board.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		id, lines string
		want      game.Outcome
		figure    int
	}{
		{"", "XXXX*...", game.Outcome{Over: true, Winner: game.Black, How: "five"}, 5},
		{"", "XXX*XXX.", game.Outcome{Over: true, Winner: game.Black, How: "five"}, 7},
		{"n=4", "*.... .X... ..X.. ...X.", game.Outcome{Over: true, Winner: game.Black, How: "four"}, 4},
		{"", "XXX*....", game.Outcome{}, 0},
		{"captures=2", "*OOX....", game.Outcome{Over: true, Winner: game.Black, How: "captures"}, 0},
		{"captures=3", "*OOX....", game.Outcome{}, 0},
		{"captures=3", "XOO*OOX.", game.Outcome{Over: true, Winner: game.Black, How: "captures"}, 0},
		{"n=3,captures=2", "XX*OOX..", game.Outcome{Over: true, Winner: game.Black, How: "three"}, 3}, // both
		{"", "XOXO*XOX", game.Outcome{Over: true, How: "board full"}, 0},
	} {
		pos, at := before(t, c.id, c.lines)
		if err := pos.Play(at); err != nil || pos.Outcome() != c.want || len(pos.Figure()) != c.figure {
			t.Errorf("%s %s: %+v with the figure %v: %v", c.id, c.lines, pos.Outcome(), pos.Figure(), err)
		}
		if pos.Check(game.Pass) == game.Legal {
			t.Errorf("%s %s: a pass is legal", c.id, c.lines)
		}
	}
	pos, _ := before(t, "", "XXX.X...*")
	if pos.Need() != 5 || pos.Longest(game.Black) != 3 || pos.Longest(game.White) != 0 {
		t.Errorf("longest %d and %d of %d", pos.Longest(game.Black), pos.Longest(game.White), pos.Need())
	}
}

// TestHash: the number of captures changes the hash.
func TestHash(t *testing.T) {
	pos, at := before(t, "", "*OOX.....")
	if err := pos.Play(at); err != nil {
		t.Fatal(err)
	}
	twin, _ := before(t, "", "X..X....*")
	twin.SetToPlay(game.White)
	if pos.Hash() == twin.Hash() {
		t.Error("two captured stones leave no trace in the hash")
	}
}

func TestIDs(t *testing.T) {
	for id, want := range map[string]string{
		"": "pente:n=5,captures=10", "pente": "pente:n=5,captures=10",
		"pente:captures=4": "pente:n=5,captures=4", "captures=6,n=6": "pente:n=6,captures=6",
	} {
		again, err := pente.New(rules(t, id).Options())
		if got := rules(t, id).ID(); got != want || err != nil || again.ID() != want {
			t.Errorf("%q becomes %q, want %q", id, got, want)
		}
	}
	for id, want := range map[string]string{
		"n=2": "3 to 8", "captures=1": "2 to 40", "captures=41": "2 to 40", "n=x": "want a number", "ko=simple": "want n or captures",
		"n=5,n=5": "twice", strings.Repeat("n", 999): "...",
	} {
		if _, err := pente.Parse(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %q", id, err, want)
		}
	}
	for spec, want := range map[string]string{"grid:4": "no line of 5", "star:9": "no straight lines"} {
		if _, err := rules(t, "").New(gametest.Board(t, spec)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

// TestLimits: the limits themselves are allowed, and nothing beyond.
func TestLimits(t *testing.T) {
	for n := pente.MinN - 1; n <= pente.MaxN+1; n++ {
		for captures := pente.MinCaptures - 1; captures <= pente.MaxCaptures+1; captures++ {
			want := n >= pente.MinN && n <= pente.MaxN && captures >= pente.MinCaptures && captures <= pente.MaxCaptures
			if _, err := pente.New(pente.Options{N: n, Captures: captures}); (err == nil) != want {
				t.Errorf("n=%d, captures=%d: %v", n, captures, err)
			}
		}
	}
}

// slowTaken finds the captures of a stone of c on pt by checking every four points in a row that
// start there.
func slowTaken(pos game.Position, pt game.Point, c game.Color) (taken []game.Point) {
	lines := pos.Board().Lines()
	for d := range lines.Dirs {
		four := []game.Point{pt}
		for at := (board.Step{To: pt, Dir: int8(d)}); len(four) < 4; {
			if at = lines.Next(at.To, int(at.Dir)); at.To == board.None || slices.Contains(four, at.To) {
				break
			}
			four = append(four, at.To)
		}
		if len(four) == 4 && pos.At(four[1]) == c.Other() && pos.At(four[2]) == c.Other() && pos.At(four[3]) == c {
			taken = append(taken, four[1], four[2])
		}
	}
	slices.Sort(taken)
	return slices.Compact(taken)
}

// TestAgainstSlow plays random games and compares the captures of each move.
func TestAgainstSlow(t *testing.T) {
	sum := 0
	for _, spec := range []string{"grid:9", "torus:5x4", "mobius:5x3", "projective:4x4", "cube:3", "hex:3", "box:4x3x3", "sphere:6x5"} {
		for seed := range uint64(30) {
			rng := rand.New(rand.NewPCG(seed, 7))
			pos, err := rules(t, "n=4,captures=40").Start(gametest.Board(t, spec))
			if err != nil {
				t.Fatal(err)
			}
			for moves := pos.LegalMoves(nil); len(moves) > 0; moves = pos.LegalMoves(moves[:0]) {
				m, c := moves[rng.IntN(len(moves))], pos.ToPlay()
				want := slowTaken(pos, m.Point(), c)
				sum += len(want)
				old := pos.Clone()
				if err := pos.Play(m); err != nil {
					t.Fatal(err)
				}
				if more := pos.Captures(c) - old.(game.Capturer).Captures(c); more != len(want) ||
					pos.Captures(c.Other()) != old.(game.Capturer).Captures(c.Other()) {
					t.Fatalf("%s: after %v %d more are captured, want %d", spec, pos.Moves(), more, len(want))
				}
				for p := range game.Point(pos.Board().Len()) {
					if gone := old.At(p) != game.Empty && pos.At(p) == game.Empty; gone != slices.Contains(want, p) {
						t.Fatalf("%s: after %v point %d is gone: %v, want %v gone", spec, pos.Moves(), p, gone, want)
					}
				}
			}
		}
	}
	if sum < 300 {
		t.Errorf("only %d stones were captured", sum)
	}
}

// FuzzParse: each accepted id has a canonical id that parses to itself.
func FuzzParse(f *testing.F) {
	gametest.FuzzIDs(f, pente.Parse, "pente:n=5,captures=10", "captures=,")
}

// Black captures two stones between two of its own.
func Example() {
	r, err := pente.Parse("pente:n=5,captures=10")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := r.New(board.Grid(5, 5))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"A1", "B2", "E1", "C3", "D4"} {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			fmt.Println(name, err)
		}
	}
	fmt.Println("Black has taken", pos.(game.Capturer).Captures(game.Black))
	// Output: Black has taken 2
}
