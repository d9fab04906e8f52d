package gomoku

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/game"
	"moyo/game/rules/gomoku/pattern"
	"moyo/internal/testenv"
)

// countLost plays the moves of a list and asks Decided. It returns how many were marked, and how many are lost to threes.
func countLost(t *testing.T, s *state, list []alphabeta.Move) (marked, lost int) {
	t.Helper()
	for _, m := range list {
		s.Play(m.Point)
		score, ok := s.Decided(1)
		s.Undo()
		if ok && score == alphabeta.Win-1-pliesOfThrees {
			lost++
		}
		if m.Lost == 0 {
			continue
		}
		marked++
		if !ok || score != alphabeta.Win-1-int(m.Lost) {
			t.Fatalf("move %d is marked as lost in %d plies, Decided returns %d, %v", m.Point, m.Lost, score, ok)
		}
	}
	return marked, lost
}

// TestForeseeTooLong has Black make a point forbidden where six would result, by a
// move that makes nothing else: Decided no longer finds White's win by two threes.
func TestForeseeTooLong(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := laid(t, "rule=renju", game.Black, "C3 E3 G3 H3 A15 P15", "B3 J3 L11 M11 K12 K13")
	s := stateOf(t, pos)
	marked, lost := countLost(t, s, s.Moves(nil))
	if marked == 0 || marked == lost {
		t.Errorf("%d moves marked, %d lost", marked, lost)
	}
}

// TestForesee plays every move marked as lost, and asks Decided.
func TestForesee(t *testing.T) {
	testenv.SkipUnderRace(t)
	unanswered := 0
	for _, c := range []struct{ rules, board string }{
		{"rule=freestyle", "grid:15"}, {"rule=standard", "grid:15"}, {"rule=renju", "grid:15"}, {"rule=freestyle", "torus:12x12"},
		{"rule=standard", "grid:9"}, {"rule=renju", "grid:9"}, {"rule=freestyle", "hex:6"}, {"rule=freestyle,n=4", "grid:7"},
		{"rule=renju", "torus:12x12"}, {"rule=caro8", "grid:11"},
	} {
		r := rand.New(rand.NewPCG(3, 3))
		marked, lost, hopeless := 0, 0, 0
		for range 40 {
			s := stateOf(t, position(t, c.rules, c.board))
			for s.b.Stones() < s.b.Len()*3/4 {
				if _, ok := s.Decided(0); ok {
					break
				}
				list := s.Moves(nil)
				if len(list) == 1 && list[0].Lost == pliesOfFours {
					hopeless++
					for _, m := range s.anywhere(nil) {
						m.Lost = pliesOfFours
						list = append(list, m)
					}
				}
				m, l := countLost(t, s, list)
				marked, lost = marked+m, lost+l
				quiet := list[:0:0]
				for _, m := range list {
					if k := s.b.Class(board.Point(m.Point), s.me); m.Lost > 0 || k <= pattern.ThreePlain2 || r.IntN(3) == 0 {
						quiet = append(quiet, m)
					}
				}
				if len(quiet) == 0 {
					break
				}
				s.Play(quiet[r.IntN(len(quiet))].Point)
			}
		}
		t.Logf("%v: %d of %d lost moves foreseen, %d positions without hope", c, marked, lost, hopeless)
		if unanswered += hopeless; marked < lost/2 {
			t.Errorf("%v: %d of %d lost moves foreseen", c, marked, lost)
		}
	}
	if unanswered == 0 {
		t.Error("no position without hope was met")
	}
}

// TestForeseeExcluded excludes Black's five: White has to answer Black's four, so the other moves do not lose to her two threes.
func TestForeseeExcluded(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := laid(t, "rule=standard", game.Black, "A15 B15 C15 D15 A1 P1", "H8 J8 L10 L11 O1 O14")
	five, _ := pos.Board().Lookup("E15")
	info := search(t, pos, engine.Limits{Nodes: 3000, Best: 100, Exclude: []game.Move{game.Place(five)}})
	for _, c := range info.Candidates {
		if c.Mate < 0 {
			t.Errorf("%s is called lost in %d", game.Format(pos, c.Move), -c.Mate)
		}
	}
	if len(info.Candidates) < 10 {
		t.Errorf("%d candidates", len(info.Candidates))
	}
}

// TestHopelessChoice still has a choice, although no move answers two straight fours.
func TestHopelessChoice(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := laid(t, "rule=freestyle", game.Black, "A1 A9 P1 P9 H1 H15", "D8 E8 F8 K3 K4 K5")
	info := search(t, pos, engine.Limits{Nodes: 3000, Best: 5})
	if info.Mate != -4 || len(info.Candidates) != 5 {
		t.Errorf("mate %d, %d candidates, want -4 and 5", info.Mate, len(info.Candidates))
	}
}
