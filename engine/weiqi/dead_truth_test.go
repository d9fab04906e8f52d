package weiqi

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// deadBoards are small boards of all kinds, on which the solver finds a proof.
var deadBoards = []string{
	"grid:5", "grid:6x5", "torus:5x5", "hex:3", "cube:3", "cylinder:5x5", "mobius:6x4",
	"sphere:6x4", "projective:5x5", "grid:7x4", "honeycomb:2", "geodesic:1",
}

// TestDeadTruth compares the dead stones of finished games on small odd boards with
// what the life-and-death solver proves. Stones that the solver takes moving second are
// dead, stones that it cannot take moving first are alive; others are not compared.
func TestDeadTruth(t *testing.T) {
	testenv.SkipUnderRace(t)
	compareDead(t, 8)
}

// TestDeadTruthLong does the same for more games.
func TestDeadTruthLong(t *testing.T) {
	testenv.Long(t)
	compareDead(t, 200)
}

// wrongMost is the percentage of chains that may be judged wrongly: on most of
// these boards few chains are clear.
const wrongMost = 2

func compareDead(t *testing.T, games uint64) {
	t.Helper()
	chains, wrong, dead := 0, 0, 0
	for n := range games {
		pos := finished(t, deadBoards[n%uint64(len(deadBoards))], n)
		points, err := New(Options{}).Dead(t.Context(), pos)
		if err != nil {
			t.Fatal(err)
		}
		isDead := make([]bool, pos.Board().Len())
		for _, p := range points {
			isDead[p] = true
		}
		for _, c := range chainsOf(pos) {
			want, known := provenDead(t, pos, c)
			if !known {
				continue
			}
			chains++
			if want {
				dead++
			}
			if isDead[c.stones[0]] != want {
				wrong++
				t.Logf("game %d, %s: %s %s is taken to be dead: %v\n%s",
					n, pos.Board().Spec(), c.color, pos.Board().Name(c.stones[0]), !want, picture(pos))
			}
		}
	}
	t.Logf("%d games: %d chains, %d of them dead, %d wrong", games, chains, dead, wrong)
	if chains < int(games) || dead == 0 {
		t.Fatalf("only %d chains are known, %d of them dead", chains, dead)
	}
	if wrong*100 > wrongMost*chains {
		t.Errorf("%d of %d chains are judged wrongly", wrong, chains)
	}
}

// finished plays game n to its end by quick searches, under rules that leave
// dead stones on the board.
func finished(t *testing.T, spec string, n uint64) *rules.Position {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, n))
	pos, err := rules.Rules{Scoring: rules.Territory, Komi: 0.5}.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	e := New(Options{})
	for pos.ToPlay() != game.Empty && len(pos.Moves()) < 3*b.Len() {
		m := game.NoMove
		if legal := pos.LegalMoves(nil); len(pos.Moves()) < 4 {
			m = legal[r.IntN(len(legal)-1)] // not the pass
		} else {
			info, err := e.Search(t.Context(), pos, engine.Limits{Nodes: 40, Seed: r.Uint64()}, nil)
			if err != nil {
				t.Fatal(err)
			}
			m = info.Move
		}
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return pos
}

// provenDead asks the solver whether a chain is dead, on the whole board.
func provenDead(t *testing.T, pos *rules.Position, c *fated) (dead, known bool) {
	t.Helper()
	var verdicts [3]life.Verdict
	for _, first := range []game.Color{game.Black, game.White} {
		p := tsumego.Problem{
			Board: pos.Board(), ToPlay: first, Ko: board.None, Target: c.stones[:1], Question: tsumego.Kill,
			Stones: make([]game.Color, pos.Board().Len()),
		}
		if first == c.color {
			p.Question = tsumego.Live
		}
		for q := range game.Point(pos.Board().Len()) {
			p.Stones[q] = pos.At(q)
			p.Region = append(p.Region, q)
		}
		s, err := life.NewSolver(p, life.Options{Memory: 16 << 20, Nodes: 100_000, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		verdicts[first] = a.Verdict
	}
	owner, other := verdicts[c.color], verdicts[c.color.Other()]
	dead = owner == life.Lose && other == life.Win
	return dead, dead || owner == life.Win && other == life.Lose
}

// picture shows the stones by their points.
func picture(pos game.Position) (text string) {
	for p := range game.Point(pos.Board().Len()) {
		text += fmt.Sprintf("%s%c ", pos.Board().Name(p), ".XO"[pos.At(p)])
	}
	return text
}
