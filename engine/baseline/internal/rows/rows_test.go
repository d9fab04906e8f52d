package rows_test

import (
	"testing"

	"moyo/board"
	"moyo/engine/baseline/internal/rows"
	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/weiqi"
)

// position returns the position on the board of spec with the given stones.
func position(t *testing.T, id, spec string, black, white []string) game.Position {
	t.Helper()
	rules, err := gomoku.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	var stones []game.Placed
	for c, names := range map[game.Color][]string{game.Black: black, game.White: white} {
		for _, name := range names {
			p, ok := b.Lookup(name)
			if !ok {
				t.Fatalf("no point %s", name)
			}
			stones = append(stones, game.Placed{Point: p, Color: c})
		}
	}
	if err := pos.(game.Setter).Set(stones, game.Black); err != nil {
		t.Fatal(err)
	}
	return pos
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		spec         string
		black, white []string
		point        string
		length, open int // of the longest row through the point
	}{
		{"grid:15", []string{"H8"}, nil, "H8", 1, 2},
		{"grid:15", []string{"H8", "J8", "K8"}, nil, "J8", 3, 2},
		{"grid:15", []string{"H8", "J8", "K8"}, []string{"G8"}, "K8", 3, 1},
		{"grid:15", []string{"H8", "J8", "K8"}, []string{"G8", "L8"}, "H8", 3, 0},
		{"grid:15", []string{"A1", "B2", "C3"}, nil, "B2", 3, 1},
		{"grid:15", []string{"H8", "J8", "L8", "M8"}, nil, "J8", 2, 2}, // unbroken only
		{"torus:7x7", []string{"A1", "G1", "B1"}, nil, "A1", 3, 2},
		{"torus:7x7", []string{"A1", "B1", "C1", "G1"}, []string{"D1", "F1"}, "C1", 4, 0},
	} {
		pos := position(t, "gomoku", c.spec, c.black, c.white)
		r, err := rows.Of(pos)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := pos.Board().Lookup(c.point)
		length, open := 0, 0
		for d := 0; d < r.Lines.Dirs; d += 2 {
			if l, o := r.Run(rows.Stones(pos), p, d); l > length {
				length, open = l, o
			}
		}
		if length != c.length || open != c.open {
			t.Errorf("%s: black %v white %v: row of %d with %d open ends, want %d and %d", c.spec, c.black, c.white, length, open, c.length, c.open)
		}
	}
}

// TestWinsAsTheRulesDo plays random games and compares with rules that define
// only the number of stones.
func TestWinsAsTheRulesDo(t *testing.T) {
	for _, id := range []string{"gomoku", "gomoku:n=4", "gomoku:rule=standard", "gomoku:rule=standard,n=3"} {
		for _, spec := range []string{"grid:9", "torus:5x5", "torus:7x6", "cylinder:6x9", "box:5x5x5"} {
			pos := position(t, id, spec, nil, nil)
			r, err := rows.Of(pos)
			if err != nil {
				t.Fatal(err)
			}
			wins := 0
			for seed := range 60 {
				game := pos.Clone()
				wins += checkGame(t, r, game, uint32(seed))
			}
			if wins == 0 {
				t.Errorf("%s on %s: no game was won", id, spec)
			}
		}
	}
}

// checkGame plays pos at random to its end and returns 1 if a side won.
func checkGame(t *testing.T, r *rows.Rows, pos game.Position, seed uint32) int {
	t.Helper()
	for pos.ToPlay() != game.Empty {
		moves := pos.LegalMoves(nil)
		seed = seed*1664525 + 1013904223
		m := moves[int(seed>>8)%len(moves)]
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		want := pos.Outcome().Winner != game.Empty
		if got := r.Wins(rows.Stones(pos), m.Point()); got != want {
			t.Fatalf("%s on %s, moves %v: wins %v, want %v", pos.Rules().ID(), pos.Board().Spec(), pos.Moves(), got, want)
		}
		if want {
			return 1
		}
	}
	return 0
}

func TestBeginsCountsEachRowOnce(t *testing.T) {
	pos := position(t, "gomoku", "torus:7x7", []string{"A1", "G1", "B1", "B2"}, []string{"C3"})
	r, err := rows.Of(pos)
	if err != nil {
		t.Fatal(err)
	}
	stones, total := rows.Stones(pos), 0
	for p, c := range stones {
		for d := 0; d < r.Lines.Dirs && c == game.Black; d += 2 {
			if r.Begins(stones, game.Point(p), d) {
				length, _ := r.Run(stones, game.Point(p), d)
				total += length
			}
		}
	}
	if total != 4*4 { // each stone is in four rows
		t.Errorf("the rows contain %d stones, want 16", total)
	}
}

func TestOfRefuses(t *testing.T) {
	pos, err := weiqi.Default().New(board.Grid(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rows.Of(pos); err == nil {
		t.Error("a game of Go was taken for n in a row")
	}
}

func TestCentre(t *testing.T) {
	for spec, want := range map[string]string{"grid:15": "H8", "grid:9": "E5", "grid:3x5": "B3"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Name(rows.Centre(b)); got != want {
			t.Errorf("%s: the middle is %s, want %s", spec, got, want)
		}
	}
}

func TestChoices(t *testing.T) {
	pos := position(t, "gomoku:n=3", "grid:3", nil, nil)
	legal := pos.LegalMoves(nil)
	if got := rows.Choices(pos, legal[1:]); len(got) != 1 || got[0] != legal[0] {
		t.Errorf("all but one excluded: %v", got)
	}
	if got := rows.Choices(pos, legal); len(got) != len(legal) {
		t.Errorf("all excluded: %v", got)
	}
}
