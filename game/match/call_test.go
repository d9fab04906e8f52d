package match

import (
	"testing"

	"moyo/game"
)

// TestCall: who is called otherwise keeps the seat, and the log goes on from there,
// also where sides are settled only afterwards; it can be replayed as it was written.
func TestCall(t *testing.T) {
	for _, by := range []game.Color{game.Black, game.White} {
		m := waiting(t, "komi=7.5", ByChance, off)
		m.Call(game.Black, Seat{Name: "Countess", Rank: "5k"})
		called := Seat{Kind: Human, Name: "Countess", Rank: "5k", Player: ada.Player}
		if m.Seat(game.Black) != called || m.Seat(game.White) != off || m.Version() != 1 {
			t.Errorf("after the call: %+v", m.Setup())
		}
		e := joined(m, by, func(s *Setup) {
			s.Black, s.White = called, bo
			if by == game.Black {
				s.Black, s.White = bo, called
			}
		})
		must(t, m, e)
		if m.Seat(by.Other()) != called || m.Seat(by) != bo {
			t.Errorf("joined as %s: %+v", by, m.Setup())
		}
		again := waiting(t, "komi=7.5", ByChance, off)
		must(t, again, e)
		if again.Setup() != m.Setup() {
			t.Errorf("the log says %+v, want %+v", again.Setup(), m.Setup())
		}
	}
}
