package match

import (
	"testing"

	"moyo/game"
)

// TestCall: a renamed player keeps the seat, and the log continues, also if sides are settled
// later. The log can be replayed as written.
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
			t.Errorf("the log has %+v, want %+v", again.Setup(), m.Setup())
		}
	}
}
