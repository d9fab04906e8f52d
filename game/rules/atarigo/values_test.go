package atarigo_test

import (
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/atarigo"
	"moyo/internal/testenv"
)

// solver searches positions to the end, with a table of the results up to symmetry.
type solver struct {
	t     *testing.T
	pos   *atarigo.Position
	maps  [][]game.Point
	known map[uint64]int8
}

// key returns the stones as digits, the least of all images. No stone is captured before the end,
// so the stones determine the side to move.
func (s *solver) key() uint64 {
	best := ^uint64(0)
	for _, m := range s.maps {
		code := uint64(0)
		for _, q := range m {
			code = 3*code + uint64(s.pos.At(q))
		}
		best = min(best, code)
	}
	return best
}

// value is 1 if the side to move wins, -1 if it loses, 0 for a draw.
func (s *solver) value() int8 {
	pos := s.pos
	if out := pos.Outcome(); out.Over {
		switch out.Winner {
		case game.Empty:
			return 0
		case mover(pos):
			return 1
		}
		return -1
	}
	key := s.key()
	if v, ok := s.known[key]; ok {
		return v
	}
	moves := pos.LegalMoves(nil)
	best := int8(-1)
	for i := 0; i < len(moves) && best < 1; i++ { // moves that end the game first
		play(s.t, pos, moves[i])
		if pos.Outcome().Over {
			best = max(best, -s.value())
		}
		pos.Undo()
	}
	for i := 0; i < len(moves) && best < 1; i++ {
		play(s.t, pos, moves[i])
		best = max(best, -s.value())
		pos.Undo()
	}
	s.known[key] = best
	return best
}

func play(t testing.TB, pos *atarigo.Position, m game.Move) {
	if err := pos.Play(m); err != nil {
		t.Fatal(err)
	}
}

// mover returns the side to move, also after the end.
func mover(pos *atarigo.Position) game.Color {
	return game.Color(1 + len(pos.Moves())%2)
}

// TestValues finds the winners on small boards. An independent program found the same values. They
// do not depend on whether a side without a legal move loses, wins or draws.
func TestValues(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		w, h  int
		first bool
		long  bool
	}{
		{2, 2, false, false}, {3, 2, false, false}, {3, 3, true, false}, {4, 3, true, false}, {4, 4, false, false},
		{5, 3, true, false}, {5, 4, true, true},
	} {
		b := board.Grid(c.w, c.h)
		t.Run(b.Title(), func(t *testing.T) {
			if c.long {
				testenv.Long(t)
			}
			r, err := atarigo.New(1)
			if err != nil {
				t.Fatal(err)
			}
			pos, err := r.Start(b)
			if err != nil {
				t.Fatal(err)
			}
			s := &solver{t: t, pos: pos, maps: b.Symmetries(8), known: map[uint64]int8{}}
			if got := s.value(); (got == 1) != c.first || got == 0 {
				t.Errorf("the first player has %d", got)
			}
			t.Logf("%d positions", len(s.known))
		})
	}
}

// TestFirstMoves finds the winning first moves on 3x3: the centre and the middles of the edges.
func TestFirstMoves(t *testing.T) {
	b := board.Grid(3, 3)
	r, err := atarigo.New(1)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	s := &solver{t: t, pos: pos, maps: b.Symmetries(8), known: map[uint64]int8{}}
	for m := range game.Move(9) {
		play(t, pos, m)
		if wins := s.value() == -1; wins != (m%2 == 1 || m == 4) {
			t.Errorf("%s wins is %v", b.Name(m.Point()), wins)
		}
		pos.Undo()
	}
}
