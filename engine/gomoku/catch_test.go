package gomoku

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
	"moyo/game/rules/gomoku/pattern"
	"moyo/internal/testenv"
)

// TestCatches compares catches with the rules themselves, in random positions without a five to make.
func TestCatches(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, spec := range []string{"grid:15", "grid:9", "torus:12x12"} {
		r := rand.New(rand.NewPCG(5, 5))
		empty := position(t, "rule=renju", spec)
		m := &model{}
		if _, err := m.Prepare(empty); err != nil {
			t.Fatal(err)
		}
		caught, asked := 0, 0
		for asked < 40 {
			pos := empty.Copy()
			stones := scattered(r, pos)
			if pos.Set(stones, game.White) != nil {
				continue // one side has won
			}
			s := m.load(pos)
			if s.b.Has(pattern.Black, pattern.Win, pattern.Win) || s.b.Has(pattern.White, pattern.Win, pattern.Win) ||
				!s.b.Has(pattern.Black, pattern.Ban, pattern.Ban) || !s.b.Has(pattern.White, pattern.FourPlain, pattern.FourFour) {
				continue
			}
			asked++
			got := s.catches()
			if alone, any := catchesByRules(empty, stones); alone && !got || got && !any {
				t.Fatalf("%s, %v: %v; by the rules %v, or %v beside another five", spec, stones, got, alone, any)
			}
			if got {
				caught++
			}
		}
		t.Logf("%s: %d of %d positions caught", spec, caught, asked)
		if caught < 3 || caught > asked-3 {
			t.Errorf("%s: %d of %d positions caught", spec, caught, asked)
		}
	}
}

// scattered returns stones of both colours on half of the points around one of the board's.
func scattered(r *rand.Rand, pos game.Position) []game.Placed {
	b := pos.Board()
	far := b.Distances(board.Point(r.IntN(b.Len())))
	var stones []game.Placed
	for p := range board.Point(b.Len()) {
		if far[p] <= 6 && r.IntN(2) == 0 {
			stones = append(stones, game.Placed{Point: p, Color: game.Black + game.Color(r.IntN(2))})
		}
	}
	return stones
}

// catchesByRules returns whether White can make a four whose only point for the five is
// forbidden to Black, and whether she can make one where such a point is one of several.
func catchesByRules(empty *rules.Position, stones []game.Placed) (alone, any bool) {
	with := func(turn game.Color, more ...board.Point) *rules.Position {
		pos := empty.Copy()
		list := stones[:len(stones):len(stones)]
		for _, p := range more {
			list = append(list, game.Placed{Point: p, Color: game.White})
		}
		if err := pos.Set(list, turn); err != nil {
			return nil // White has won
		}
		return pos
	}
	before := with(game.White)
	n := board.Point(before.Board().Len())
	for p := range n {
		if before.At(p) != game.Empty {
			continue
		}
		after, caught := with(game.Black, p), false
		for q := range n {
			caught = caught || after.At(q) == game.Empty && after.Check(game.Place(q)) == game.Forbidden && with(game.Black, p, q) == nil
		}
		if !caught {
			continue
		}
		any = true
		fives := 0
		for q := range n {
			if after.At(q) == game.Empty && with(game.Black, p, q) == nil {
				fives++
			}
		}
		alone = alone || fives == 1
	}
	return alone, any
}

// TestCatchIsFound has White make a four by a move that makes nothing else, and whose
// answer would make six. The engine sees that without a search, and after several fours.
func TestCatchIsFound(t *testing.T) {
	testenv.SkipUnderRace(t)
	black, white := "C8 H7 H6 H5 H9 H10", "D8 E8 F8"
	s := stateOf(t, laid(t, "rule=renju", game.White, black, white))
	if plies := s.winByThreats(); plies != pliesOfFours {
		t.Errorf("%d plies, want %d", plies, pliesOfFours)
	}
	if s := stateOf(t, laid(t, "rule=standard", game.White, black, white)); s.catches() {
		t.Error("a catch where nothing is forbidden")
	}
	pos := laid(t, "rule=renju", game.White, black, white)
	if info := search(t, pos, engine.Limits{Depth: 1}); info.Mate != pliesOfFours {
		t.Errorf("mate %d, want %d", info.Mate, pliesOfFours)
	}
}

// TestVague: White's tables call a point forbidden to Black on boards with
// closed lines, and the rules disagree: the engine must not report an end.
func TestVague(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct{ spec, black, white string }{
		{"cylinder:6x9", "C5 F5 C4 E4 C3 D2 E2 F2 E1", "E6 E5 A4 B4 F4 C1 D1"},
		{"torus:5x7", "B7 A6 D6 E2 B1 C1 D1 E1", "C7 E6 A5 C5 A4 D3 A2 C2 D2"},
		{"torus:6x9", "A8 B8 C8 D8 E8 F8 D7 D5 E4 A3 B3 C3 B2 D1 F1", "B9 D9 E7 A6 E6 E5 C4 D4 D2 A1 B1"},
		{"klein:6x7", "E7 E6 A5 F5 B4 D4 F4 A3 C2 D2 E2 D1", "C7 B6 C6 D6 C3 F3 A2 A1 E1"},
	} {
		pos := laidOn(t, "rule=renju", c.spec, game.White, c.black, c.white)
		if stateOf(t, pos).catches() {
			t.Errorf("%s: a catch on a board with closed lines", c.spec)
		}
		for depth := 1; depth <= 4; depth++ {
			info := search(t, pos, engine.Limits{Depth: depth, Best: 2})
			for _, cand := range info.Candidates {
				if cand.Mate != 0 || cand.Solved || cand.Value > 0.995 || cand.Value < 0.005 {
					t.Errorf("%s, depth %d: %+v", c.spec, depth, cand)
				}
			}
			if info.Mate != 0 || info.Solved {
				t.Errorf("%s, depth %d: mate %d, solved %v", c.spec, depth, info.Mate, info.Solved)
			}
		}
	}
	if s := stateOf(t, position(t, "rule=renju", "torus:12x12")); !s.sure {
		t.Error("torus:12x12 is large enough")
	}
}
