package gomoku

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
	"moyo/game/rules/gomoku/pattern"
	"moyo/internal/testenv"
)

// TestForbiddenFours: a four on a forbidden point wins nothing, and one whose
// answer is forbidden wins, even if no fours are left.
func TestForbiddenFours(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		name         string
		rule         string
		turn         game.Color
		black, white string
		want         int // plies
	}{
		// H8 makes a straight four and two open threes; D8 makes a four that H8 answers.
		{"straight four and two threes", "rule=renju", game.Black, "E8 F8 G8 F6 G7 J7 K6", "C8 A1 A3 A5 A9 A11 A13", 0},
		{"the same where nothing is forbidden", "rule=standard", game.Black, "E8 F8 G8 F6 G7 J7 K6", "C8 A1 A3 A5 A9 A11 A13", 3},
		{"the same for White", "rule=renju", game.White, "C8 A1 A3 A5 A9 A11 A13", "E8 F8 G8 F6 G7 J7 K6", 3},
		// White threatens a five at H8.
		{"in answer to a four", "rule=renju", game.Black, "E8 F8 G8 F6 G7 J7 K6 H13", "C8 A1 A3 A5 H9 H10 H11 H12", 0},
		{"in answer to a four where nothing is forbidden", "rule=standard", game.Black,
			"E8 F8 G8 F6 G7 J7 K6 H13", "C8 A1 A3 A5 H9 H10 H11 H12", 3},
		// H8, which answers White's four at G8, would make six.
		{"a forbidden answer", "rule=renju", game.White, "C8 H7 H6 H5 H9 H10", "D8 E8 F8 G6", 3},
		{"the same answer where nothing is forbidden", "rule=standard", game.White, "C8 H7 H6 H5 H9 H10", "D8 E8 F8 G6", 0},
		{"an answer that is not forbidden", "rule=renju", game.White, "C8 H7 H6 H10", "D8 E8 F8 G6", 0},
		// G8, which is answered at H8, makes three in column G.
		{"two fours", "rule=standard", game.White, "C8 H7 H6 H5 H9 H10", "D8 E8 F8 G7 G6", 5},
	} {
		pos := laid(t, c.rule, c.turn, c.black, c.white)
		s := stateOf(t, pos)
		for depth := 1; depth <= maxFours; depth++ {
			s.fours.epoch++ // no entries
			key, budget := s.Key(), 1000
			last, _ := pos.Board().Lookup("F8") // all is in sight of it
			if depth == maxFours {
				last = board.None
			}
			want := c.want
			if 2*depth < want-1 {
				want = 0 // takes more fours
			}
			if got := s.winByFours(depth, last, &budget); got != want || s.Key() != key {
				t.Errorf("%s, %d fours: %d plies, want %d", c.name, depth, got, want)
			}
		}
	}
}

// foursByRules reports whether the side to move wins within a number of fours, by the
// rules alone: a four threatens a five, and the opponent may only play on that point.
func foursByRules(pos *rules.Position, fours int) bool {
	me := pos.ToPlay()
	if len(winsOf(pos, me)) > 0 {
		return true
	}
	if fours == 0 {
		return false
	}
	for _, m := range pos.LegalMoves(nil) {
		if err := pos.Play(m); err != nil {
			panic(err)
		}
		won := false
		if fives := winsOf(pos, me); len(fives) > 0 && len(winsOf(pos, me.Other())) == 0 {
			won = true
			for _, p := range fives {
				if pos.Play(p) != nil {
					continue // forbidden
				}
				won = won && foursByRules(pos, fours-1)
				pos.Undo()
			}
		}
		pos.Undo()
		if won {
			return true
		}
	}
	return false
}

// winsOf returns the moves with which a side would win if it were to move.
func winsOf(pos *rules.Position, side game.Color) (wins []game.Move) {
	turn := pos.ToPlay()
	if turn == game.Empty {
		return nil
	}
	pos.SetToPlay(side)
	for p := range game.Point(pos.Board().Len()) {
		if m := game.Place(p); pos.At(p) == game.Empty && pos.Play(m) == nil {
			if pos.Outcome().Winner == side {
				wins = append(wins, m)
			}
			pos.Undo()
		}
	}
	pos.SetToPlay(turn)
	return wins
}

// TestFoursAgainstRules: a win by fours found in a random position is one by the rules.
func TestFoursAgainstRules(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(6, 6))
	for _, rule := range []string{"rule=renju", "rule=standard", "rule=freestyle"} {
		found := [3]int{}
		for found[game.Black] < 4 || found[game.White] < 4 {
			pos := position(t, rule, "grid:9")
			if pos.Set(scattered(r, pos), game.Black+game.Color(r.IntN(2))) != nil {
				continue // one side has won
			}
			s := stateOf(t, pos)
			if s.b.Count(s.me, pattern.Win) > 0 || s.b.Count(3-s.me, pattern.Win) > 1 {
				continue
			}
			depth, budget := 1+r.IntN(3), 1000
			if n := s.winByFours(depth, board.Point(r.IntN(pos.Board().Len())), &budget); n > 0 {
				found[pos.ToPlay()]++
				if !foursByRules(pos, depth) {
					t.Fatalf("%s: %d plies with %d fours, none by the rules; %v to play\n%v", rule, n, depth, pos.ToPlay(), game.Stones(pos))
				}
			}
		}
	}
}
