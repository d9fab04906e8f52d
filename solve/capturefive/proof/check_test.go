package proof_test

import (
	"errors"
	"slices"
	"testing"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/capturefive/internal/slow"
	"moyo/solve/capturefive/proof"
)

// The checker accepts the oracle's results for small boards, from both sides.
func TestCheckAccepts(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		spec, rules string
		winner      game.Color
		plies       int
	}{
		{"grid:3", "n=3,ko=simple", game.Black, 7},
		{"grid:3", "n=3,captures=no", game.Empty, 0},
		{"grid:3", "n=3,lines=all,captures=no", game.Empty, 0},
		{"torus:3x3", "n=3,lines=all,captures=no", game.Black, 7},
		{"torus:3x3", "n=3,captures=no", game.Empty, 0},
		{"grid:2x3", "n=3,ko=simple", game.Empty, 0},
		{"grid:2x3", "n=3,ko=simple,pass=yes", game.Black, 7},
		{"grid:2x4", "n=3,ko=simple,pass=yes", game.Black, 7},
	} {
		o := solve(t, c.spec, c.rules, slow.Empty())
		if v := o.solved[o.start]; v.Winner != c.winner || v.Plies != c.plies {
			t.Errorf("%s %s: %v in %d", c.spec, c.rules, v.Winner, v.Plies)
		}
		for _, side := range []game.Color{game.Black, game.White} {
			claim := o.claim(side)
			file := o.file(t, claim, o.table(side))
			report, err := check(file)
			if err != nil || !report.Verified || report.Claim != claim || claim.Win && report.Longest != claim.Plies {
				t.Errorf("%s %s for %s: %+v, %v", c.spec, c.rules, side, report, err)
			}
		}
	}
}

// A move that leaves the other side without a move is a draw, not a win.
func TestCheckBlocked(t *testing.T) {
	o := solve(t, "grid:2x3", "n=3,ko=simple", slow.Empty())
	blocked := 0
	for s := range o.solved {
		for _, m := range o.r.Moves(s) {
			if m.End != slow.Draw || slices.ContainsFunc(o.r.Moves(s), func(m slow.Move) bool { return m.End == slow.Wins }) {
				continue
			}
			blocked++
			o.start = s
			claim := proof.Claim{Rules: "capturefive:" + o.rules, Board: o.spec, First: s.ToPlay, Side: s.ToPlay, Win: true}
			report, err := check(o.file(t, claim, map[slow.State]game.Point{s: m.Point}))
			if !errors.Is(err, proof.ErrRefuted) || report.Verified {
				t.Errorf("%v: %+v, %v", s, report, err)
			}
		}
	}
	if blocked < 5 {
		t.Errorf("%d moves that block", blocked)
	}
}
