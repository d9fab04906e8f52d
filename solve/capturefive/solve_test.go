package capturefive_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/internal/testenv"
	solve "moyo/solve/capturefive"
	"moyo/solve/capturefive/proof"
)

// empty returns the first position of a game.
func empty(t testing.TB, id, spec string) game.Position {
	t.Helper()
	r, err := capturefive.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// known are values of empty boards; first is the number of plies of the first player's win, 0 for a
// draw.
var known = []struct {
	options, board string
	plies          int
	long           bool
}{
	// Captures and simple ko: the table of oracles.
	{"n=3,ko=simple", "grid:3", 7, false},
	{"n=3,ko=simple", "grid:4x3", 7, false},
	{"n=3,ko=simple", "grid:4", 5, false},
	{"n=3,ko=simple", "grid:5x3", 7, false},
	{"n=3,ko=simple", "grid:5", 5, false},
	{"n=3,ko=simple", "grid:2x5", 7, false},
	{"n=3,ko=simple,pass=yes", "grid:2x5", 7, false},
	{"n=3,ko=positional", "grid:3", 7, false},
	{"n=3,ko=situational", "grid:3", 7, false},
	// Without captures, orthogonal lines.
	{"n=3,captures=no", "grid:3", 0, false},
	{"n=3,captures=no", "grid:4x3", 7, false},
	{"n=3,captures=no", "grid:4", 5, false},
	{"n=3,captures=no", "grid:5x4", 5, false},
	{"n=3,captures=no", "grid:5", 5, false},
	{"n=4,captures=no", "grid:4", 0, false},
	{"n=4,captures=no", "grid:5x4", 0, true},
	{"n=4,captures=no", "grid:5", 0, true},
	{"n=3,captures=no", "torus:3x3", 0, false},
	// m,n,k games.
	{"n=3,captures=no,lines=all", "grid:3", 0, false},
	{"n=3,captures=no,lines=all", "grid:4x3", 7, false},
	{"n=3,captures=no,lines=all", "grid:4", 5, false},
	{"n=4,captures=no,lines=all", "grid:4", 0, false},
	{"n=4,captures=no,lines=all", "grid:5x4", 0, true},
	{"n=4,captures=no,lines=all", "grid:6x4", 0, true},
	{"n=4,captures=no,lines=all", "grid:7x4", 0, true},
	{"n=4,captures=no,lines=all", "grid:5", 0, true},
	{"n=3,captures=no,lines=all", "torus:3x3", 7, false},
	{"n=4,captures=no,lines=all", "torus:4x4", 0, false},
	{"n=4,captures=no,lines=all", "torus:5x5", 11, false},
	// Found by this package, with captures: docs/capturefive-solved.md.
	{"n=4,ko=simple", "grid:4", 17, true},
	{"n=4,ko=simple", "grid:5x4", 13, true},
	{"n=4,ko=simple", "grid:6x4", 11, true},
	{"n=4,ko=simple", "grid:7x4", 11, true},
	{"n=4,ko=simple", "grid:5", 13, true},
	{"n=4,ko=positional", "grid:5", 13, true},
	{"n=4,ko=simple", "grid:6x5", 11, true},
	{"n=4,ko=simple", "grid:7x5", 11, true},
	{"n=4,ko=simple", "grid:6", 11, true},
	{"n=4,ko=simple", "grid:7x6", 11, true},
	{"n=4,ko=simple", "grid:7", 11, true},
	{"n=4,ko=simple", "torus:5x5", 13, true},
	{"n=4,ko=simple", "torus:6x6", 13, true},
	{"n=4,ko=simple", "torus:4x4", 0, true},
	{"n=4,captures=no", "grid:7", 13, true},
}

// TestKnown solves the boards with known values and checks the proofs.
func TestKnown(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range known {
		t.Run(c.options+" "+c.board, func(t *testing.T) {
			if c.long {
				testenv.Long(t)
			}
			p, err := solve.ProblemOf(empty(t, c.options, c.board))
			if err != nil {
				t.Fatal(err)
			}
			// The strategies of a draw without captures are large.
			prove, memory := c.plies > 0 || !c.long, int64(16<<20)
			if c.long {
				memory = 1 << 30
			}
			a, err := solve.Solve(context.Background(), p, solve.Options{Threads: 1, Memory: memory, Prove: prove})
			if err != nil {
				t.Fatal(err)
			}
			want := solve.Win
			if c.plies == 0 {
				want = solve.Draw
			}
			if a.Value != want || a.Plies != c.plies || !a.Proved || len(a.Best) == 0 {
				t.Errorf("%v in %d, proved %v, best %v, want %v in %d", a.Value, a.Plies, a.Proved, a.Best, want, c.plies)
			}
			if prove && len(a.Proofs) != 2 {
				t.Errorf("%d proofs", len(a.Proofs))
			}
			for _, p := range a.Proofs {
				check(t, p)
			}
			t.Logf("%d nodes, %v, best %d, proofs %d", a.Nodes, a.Elapsed, len(a.Best), len(a.Proofs))
		})
	}
}

// check checks a proof.
func check(t *testing.T, p *solve.Proof) {
	t.Helper()
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		t.Fatal(err)
	}
	report, err := proof.Check(context.Background(), &file, proof.Options{})
	if err != nil || !report.Verified {
		t.Errorf("%+v: %+v, %v", p.Claim, report, err)
	}
}

// TestPast: a move that superko forbids because of the past is not among the best, and an answer
// that depends on a past position is not marked as proved.
func TestPast(t *testing.T) {
	corner := game.Move(0)
	for _, c := range []struct {
		options string
		past    game.Color // side to move in the past position
		banned  bool
	}{
		{"n=3,ko=positional", game.White, true},
		{"n=3,ko=positional", game.Black, true},
		{"n=3,ko=situational", game.White, true},
		{"n=3,ko=situational", game.Black, false},
		{"n=3,ko=simple", game.White, false},
	} {
		p, err := solve.ProblemOf(empty(t, c.options, "grid:3"))
		if err != nil {
			t.Fatal(err)
		}
		p.Past = []proof.State{{Black: 1 << corner, Ko: board.None, ToPlay: c.past}}
		a, err := solve.Solve(context.Background(), p, solve.Options{Threads: 1, Memory: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if banned := !slices.Contains(a.Best, corner); banned != c.banned || len(a.Best) < 4 {
			t.Errorf("%+v: best %v", c, a.Best)
		}
	}
	p, err := solve.ProblemOf(empty(t, "n=3", "grid:3"))
	if err != nil {
		t.Fatal(err)
	}
	for at := range 9 { // every first move of Black recreates a past position
		p.Past = append(p.Past, proof.State{Black: 1 << at, Ko: board.None, ToPlay: game.White})
	}
	if a, err := solve.Solve(context.Background(), p, solve.Options{Threads: 1, Memory: 1 << 20}); err != nil || a.Proved || len(a.Best) > 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestWinAtOnce: a win with the next move has no proof that it takes more than zero plies, which
// would be a claim that it never wins, and it is proved under every ko rule.
func TestWinAtOnce(t *testing.T) {
	for _, options := range []string{"n=3,ko=simple", "n=3,ko=positional", "n=3,ko=situational,pass=yes", "n=3,captures=no"} {
		pos := empty(t, options, "grid:3")
		for _, m := range []game.Move{0, 6, 1, 7} {
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		p, err := solve.ProblemOf(pos)
		if err != nil {
			t.Fatal(err)
		}
		a, err := solve.Solve(context.Background(), p, solve.Options{Threads: 1, Memory: 1 << 20, Prove: true})
		if err != nil {
			t.Fatal(err)
		}
		if a.Value != solve.Win || a.Plies != 1 || !a.Proved || !a.Exact || a.Nodes > 1000 || len(a.Proofs) != 1 {
			t.Errorf("%s: %+v", options, a)
		}
		for _, p := range a.Proofs {
			check(t, p)
		}
	}
}

// TestOutOfTurn refuses games in which a side moved twice in a row, even if the other side also did
// so later.
func TestOutOfTurn(t *testing.T) {
	pos := empty(t, "n=4", "grid:4")
	for _, m := range []game.Move{0, 1, 2, 3} {
		if _, err := solve.ProblemOf(pos); (err == nil) != (m == 0) {
			t.Errorf("before point %d: %v", m, err)
		}
		side := []game.Color{game.Black, game.Black, game.White, game.White}[m]
		pos.(game.Turner).SetToPlay(side)
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		pos.(game.Turner).SetToPlay(side)
	}
	pos.(game.Turner).SetToPlay(game.Black)
	if _, err := solve.ProblemOf(pos); err == nil {
		t.Error("two moves of Black's and two of White's are solved")
	}
}
