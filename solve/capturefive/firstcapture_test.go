package capturefive

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/game/rules/atarigo"
)

// endsByCapture reports whether the side to move can win under the rule of the first capture: it
// captures, or leaves the other side without a move.
func endsByCapture(g *geometry, r *rules, s *state) bool {
	for _, p := range legalMoves(g, r, s) {
		if to, took, _ := s.play(g, r, p); took != 0 || len(legalMoves(g, r, &to)) == 0 {
			return true
		}
	}
	return false
}

// winsInThree reports whether the attacker, to move and unable to win immediately, has a move after
// which it wins against every reply, and no reply wins for the defender.
func winsInThree(g *geometry, r *rules, s *state) bool {
	for _, p := range legalMoves(g, r, s) {
		to, _, _ := s.play(g, r, p)
		if endsByCapture(g, r, &to) {
			continue
		}
		holds := false
		for _, q := range legalMoves(g, r, &to) {
			next, _, _ := to.play(g, r, q)
			holds = holds || !endsByCapture(g, r, &next)
		}
		if !holds {
			return true
		}
	}
	return false
}

// TestFirstCapture compares wins in one move and within three plies with a trial of all moves,
// under the rule of the first capture.
func TestFirstCapture(t *testing.T) {
	inOne, inThree := 0, 0
	for i, spec := range []string{"grid:3", "grid:4x3", "hex:2", "torus:4x3"} {
		on, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		id, err := atarigo.Parse("")
		if err != nil {
			t.Fatal(err)
		}
		r, err := rulesOf(id)
		if err != nil {
			t.Fatal(err)
		}
		g, err := newGeometry(on, r)
		if err != nil {
			t.Fatal(err)
		}
		x := newWithin(g, &r, newTable(1), new(atomic.Bool), new(atomic.Int64))
		random := rand.New(rand.NewPCG(uint64(i), 9))
		for range 60 {
			s := state{ko: none, turn: attacker}
			for !endsByCapture(g, &r, &s) {
				if s.wins(g, &r, s.turn, s.ko) != 0 {
					t.Fatalf("%s: %+v: wins, but not by trial", spec, s)
				}
				if s.turn == attacker {
					want := winsInThree(g, &r, &s)
					if got := x.attack(&s, 3); got != want {
						t.Fatalf("%s: %+v: wins within three plies %v, want %v", spec, s, got, want)
					}
					if want {
						inThree++
					}
				}
				moves := legalMoves(g, &r, &s)
				s, _, _ = s.play(g, &r, moves[random.IntN(len(moves))])
			}
			inOne++
			if s.wins(g, &r, s.turn, s.ko) == 0 {
				t.Fatalf("%s: %+v: does not win, but by trial", spec, s)
			}
		}
	}
	if inOne < 200 || inThree < 50 {
		t.Errorf("only %d immediate wins and %d within three plies", inOne, inThree)
	}
}
