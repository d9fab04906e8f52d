package tournament

import (
	"math/rand/v2"
	"testing"
)

// TestKnockout plays knockouts of all sizes by strength and by chance, with draws, absences and
// people who leave. Nobody plays on who is out, and in the end one is left.
func TestKnockout(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := 2; n <= 64; n++ {
		for _, f := range []Format{Knockout, DoubleKnockout} {
			r := begin(setup(f)).fill(n)
			lives := map[Format]int{Knockout: 1, DoubleKnockout: 2}[f]
			r.playStrongest(t)
			table := r.t.Standings()
			for i, s := range table[:min(len(table), 2)] {
				if want := i + 1; s.Place != want || r.t.Players()[s.Player].Number != want {
					t.Fatalf("%s of %d: %d is %+v", f, n, want, s)
				}
			}
			if games, want := len(r.t.Games()), lives*(n-1); games != want { // the best never loses
				t.Errorf("%s of %d: %d games, want %d", f, n, games, want)
			}
			r = begin(setup(f)).fill(n)
			r.play(rng, func() { r.checkLives(t, lives) })
			r.checkLives(t, lives)
		}
	}
}

// playStrongest has who has the smaller number win always.
func (r *run) playStrongest(t *testing.T) {
	t.Helper()
	r.must(Event{Kind: Started})
	for r.t.Phase() == Running {
		r.advance()
		for _, n := range r.running() {
			g := r.t.Games()[n-1]
			result := BlackWins
			if r.t.Players()[g.White].Number < r.t.Players()[g.Black].Number {
				result = WhiteWins
			}
			r.must(Event{Kind: Resulted, Game: n, Result: result})
		}
	}
}

// checkLives counts how often everybody has lost, from the games alone: nobody plays who
// has lost as often as one may, and once all is over one at most has not.
func (r *run) checkLives(t *testing.T, lives int) {
	t.Helper()
	lost := map[int]int{}
	for _, g := range r.t.Games() {
		for _, p := range []int{g.Black, g.White} {
			if lost[p] >= lives {
				t.Fatalf("player %d plays game %d and has lost %d times", p, g.Number, lost[p])
			}
		}
		if g.Result == Open || g.Result == Draw {
			continue
		}
		if g.Result == BothAbsent { // out at once: two cannot drop to where one is expected
			lost[g.Black], lost[g.White] = lives, lives
			continue
		}
		if !g.Result.won(true) {
			lost[g.Black]++
		}
		if !g.Result.won(false) {
			lost[g.White]++
		}
	}
	if r.t.Phase() != Over {
		return
	}
	in := 0
	for p := range r.t.Players() {
		if lost[p] < lives {
			in++
		}
	}
	if in > 1 {
		t.Fatalf("%d are not out at the end", in)
	}
}

// TestPlaces has the best meet as late as they can.
func TestPlaces(t *testing.T) {
	for size := 2; size <= 64; size *= 2 {
		left := places(size)
		for len(left) > 1 {
			var next []int
			for i := 0; i < len(left); i += 2 {
				if left[i]+left[i+1] != len(left)+1 {
					t.Fatalf("of %d: %v", size, left)
				}
				next = append(next, min(left[i], left[i+1]))
			}
			left = next
		}
	}
}

// TestReset has who comes from below win the first final: another decides.
func TestReset(t *testing.T) {
	for _, second := range []string{"p1", "p2"} {
		r := begin(setup(DoubleKnockout)).fill(2)
		r.must(Event{Kind: Started})
		for _, winner := range []string{"p1", "p2", second} {
			r.advance()
			r.win(winner)
		}
		r.advance()
		if got := r.t.Players()[r.t.Standings()[0].Player].ID; r.t.Phase() != Over || got != second || len(r.t.Games()) != 3 {
			t.Errorf("%s, %d games: %s has won, want %s", r.t.Phase(), len(r.t.Games()), got, second)
		}
	}
}

// TestReplay has a draw played again with other colours.
func TestReplay(t *testing.T) {
	r := begin(setup(Knockout)).fill(2)
	r.must(Event{Kind: Started})
	r.advance()
	r.must(Event{Kind: Resulted, Game: 1, Result: Draw})
	r.advance()
	g := r.t.Games()
	if len(g) != 2 || g[1].Black != g[0].White || g[1].White != g[0].Black || len(r.t.Rounds()) != 1 {
		t.Fatalf("%+v", g)
	}
}

// TestWalkover has who meets somebody who has left go on without a game.
func TestWalkover(t *testing.T) {
	r := begin(setup(Knockout)).fill(4)
	r.must(Event{Kind: Started})
	r.advance()
	r.win("p1", "p2")
	r.must(Event{Kind: Withdrew, Player: "p1"})
	r.advance()
	if got := r.t.Players()[r.t.Standings()[0].Player].ID; r.t.Phase() != Over || got != "p2" || len(r.t.Games()) != 2 {
		t.Errorf("%s has won after %d games (%s)", got, len(r.t.Games()), r.t.Phase())
	}
}
