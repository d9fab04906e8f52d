package anygame

import (
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/connect4"
)

// start returns a state at the first position of rules.
func start(t *testing.T, r game.Rules, b *board.Board, stop *atomic.Bool) *state {
	t.Helper()
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	root, err := model{near: true, sharp: true}.Root(pos, stop)
	if err != nil {
		t.Fatal(err)
	}
	return root.State(1).(*state)
}

// watched counts the moves and the ends of a position, and their values.
type watched struct {
	game.Position
	ends, plies *int
	values      *float64
}

func (w *watched) Play(m game.Move) error {
	err := w.Position.Play(m)
	if err != nil {
		return err
	}
	*w.plies++
	if out := w.Outcome(); out.Over {
		*w.ends++
		*w.values += map[game.Color]float64{game.Black: 1, game.White: 0, game.Empty: 0.5}[out.Winner]
	}
	return nil
}

// TestRollout plays to the end, takes everything back, and reports the winner
// and who played where first.
func TestRollout(t *testing.T) {
	c5, err := capturefive.Parse("n=4")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rules game.Rules
		board *board.Board
	}{{c5, board.Grid(5, 5)}, {connect4.Default(), board.Grid(5, 4)}} {
		var stop atomic.Bool
		s := start(t, c.rules, c.board, &stop)
		ends, plies, values, sum := 0, 0, 0.0, 0.0
		s.pos = &watched{s.pos, &ends, &plies, &values}
		hash, marked := s.pos.Hash(), 0
		const playouts = 200
		for range playouts {
			first := make([]game.Color, c.board.Len())
			v, ok := s.Rollout(first)
			if !ok || s.pos.Hash() != hash || s.depth != 0 {
				t.Fatalf("%s: a playout leaves %d moves behind", c.rules.ID(), s.depth)
			}
			sum += v
			for _, side := range first {
				if side != game.Empty {
					marked++
				}
			}
		}
		if ends != playouts || sum != values {
			t.Errorf("%s: %d of %d playouts end, worth %v, not %v", c.rules.ID(), ends, playouts, sum, values)
		}
		if marked < plies*8/10 {
			t.Errorf("%s: %d points are marked of %d moves", c.rules.ID(), marked, plies)
		}
		stop.Store(true)
		if _, ok := s.Rollout(make([]game.Color, c.board.Len())); ok || s.pos.Hash() != hash {
			t.Errorf("%s: a playout that was stopped counts, or leaves moves behind", c.rules.ID())
		}
	}
}

// TestGather lists points again after captures.
func TestGather(t *testing.T) {
	var stop atomic.Bool
	r, err := capturefive.Parse("n=5")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, r, board.Grid(5, 2), &stop)
	for range 300 {
		s.gather()
		for range 12 {
			if s.Terminal() || s.random() == game.NoMove {
				break
			}
			if empty := s.pos.Board().Len() - stones(s.pos); len(s.points) != empty {
				t.Fatalf("%d points are listed of %d after %v", len(s.points), empty, s.pos.Moves())
			}
		}
		s.Reset()
	}
}

func stones(pos game.Position) (n int) {
	for p := range game.Point(pos.Board().Len()) {
		if pos.At(p) != game.Empty {
			n++
		}
	}
	return n
}

// TestRandom drops stones into every column about equally often.
func TestRandom(t *testing.T) {
	var stop atomic.Bool
	s := start(t, connect4.Default(), board.Grid(4, 4), &stop)
	s.Play(12)
	depth, count := s.depth, map[game.Move]int{}
	const tries = 1000
	for range tries {
		s.gather()
		count[s.random()]++
		s.back(depth)
	}
	for _, m := range s.pos.LegalMoves(nil) {
		if n := count[m]; n < tries/8 {
			t.Errorf("move %d is played %d times of %d", m, n, tries)
		}
	}
}
