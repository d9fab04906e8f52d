package gomoku

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/gomoku/proof"
)

// quietMoves are a game that is won by L8, which threatens a win by threats. There is none by fours and threats of them.
const quietMoves = "K9 F7 E6 K11 G9 E9 E7 L7 E10 J11 E11 G8 G10 L5 F11 L6"

// afterMoves returns the position after moves on the usual board, in the letters of Gomoku's players.
func afterMoves(t *testing.T, id, moves string) Problem {
	t.Helper()
	pos := start(t, board.Grid(15, 15), id)
	for _, name := range strings.Fields(moves) {
		p, ok := board.AllLetters.Lookup(pos.Board(), name)
		if !ok || pos.Play(game.Place(p)) != nil {
			t.Fatalf("%s cannot be played", name)
		}
	}
	return ProblemOf(pos)
}

// TestQuiet solves a position of a game that no threats of fours win.
func TestQuiet(t *testing.T) {
	testenv.Long(t)
	p := afterMoves(t, "gomoku:rule=freestyle", quietMoves)
	s, err := Solve(context.Background(), p, Options{Method: VC2, Time: time.Hour})
	if err != nil || !s.Won || s.Method != VC2 || s.Least > 1 {
		t.Fatalf("won %v by %v, at least %d: %v", s.Won, s.Method, s.Least, err)
	}
	t.Logf("%d moves, %d visits in %v, a proof of %d nodes, %+v", s.Depth, s.Nodes, s.Elapsed, len(s.Proof.Nodes), s.Report)
}

// small are boards on which every reply can be played in every node.
var small = []struct {
	spec, game string
	stones     int
}{
	{"grid:7", "gomoku:rule=freestyle,n=4", 7},
	{"grid:7", "gomoku:rule=freestyle", 14},
	{"torus:7x7", "gomoku:rule=standard,n=4", 4},
	{"hex:4", "gomoku:rule=freestyle,n=4", 6},
	{"grid:7", "gomoku:rule=caro8,n=4", 8},
	{"grid:8", "gomoku:rule=renju", 20},
}

// positions calls do with so many positions of games at random that are not over.
func positions(t *testing.T, spec, id string, stones, count int, do func(p Problem)) {
	t.Helper()
	g, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	pos := start(t, g, id)
	for seed := range count {
		for pos.Undo() {
		}
		if playRandomly(pos, stones+seed%3, uint64(seed)) {
			do(ProblemOf(pos))
		}
	}
}

// neededAgainst returns the replies that the win of nodes has to have answers to, as a threat in p.
func neededAgainst(t *testing.T, p Problem, nodes []proof.Node, opt proof.Options) []board.Point {
	t.Helper()
	judge, err := proof.NewJudge(&proof.Proof{Board: p.Board, Game: p.Game, Stones: p.Stones, Attacker: p.ToPlay}, opt)
	if err != nil {
		t.Fatal(err)
	}
	points, err := judge.NeededAgainst(nodes)
	if err != nil {
		t.Fatal(err)
	}
	return points
}

// TestZonesOfThreats takes wins by threats as threats, and compares the replies that the judge wants answered by zones with
// those that it wants when each reply is played: by zones there may be more, never fewer.
func TestZonesOfThreats(t *testing.T) {
	testenv.SkipUnderRace(t)
	compareZonesOfThreats(t, 60, 40)
}

// TestZonesOfThreatsLong is the same for many and longer wins.
func TestZonesOfThreatsLong(t *testing.T) {
	testenv.Long(t)
	compareZonesOfThreats(t, 5000, 400)
}

func compareZonesOfThreats(t *testing.T, count, longest int) {
	for _, l := range small {
		t.Run(l.spec+"/"+l.game, func(t *testing.T) {
			zones, real, wins := 0, 0, 0
			positions(t, l.spec, l.game, l.stones, count, func(p Problem) {
				s, err := Solve(context.Background(), p, Options{Method: VCT, Memory: 1 << 20, Visits: 300})
				if err != nil || !s.Won || len(s.Proof.Nodes) > longest || !quiet(s.Proof.Nodes) {
					return
				}
				wins++
				by := neededAgainst(t, p, s.Proof.Nodes, proof.Options{})
				for _, q := range neededAgainst(t, p, s.Proof.Nodes, proof.Options{Every: true}) {
					if real++; !slices.Contains(by, q) {
						t.Errorf("%v: %s stops a win in %d and is not in the zone", p.Stones, p.Board.Name(q), s.Depth)
					}
				}
				zones += len(by)
			})
			if zones == 0 || real == 0 {
				t.Error("nothing was compared")
			}
			t.Logf("%d wins, %d replies in zones, of which %d stop the win", wins, zones, real)
		})
	}
}

// quiet says whether a move of a proof threatens more than a five.
func quiet(nodes []proof.Node) bool {
	return slices.ContainsFunc(nodes, func(n proof.Node) bool { return n.Threat != 0 && nodes[n.Threat].Threat != 0 })
}

// deepest returns wins by threats of threats where there is none by threats of fours.
func deepest(t *testing.T, count int, do func(p Problem, s Solution)) {
	t.Helper()
	for _, l := range small[:4] {
		t.Run(l.spec+"/"+l.game, func(t *testing.T) {
			found := 0
			positions(t, l.spec, l.game, l.stones-2, count, func(p Problem) {
				opt := Options{Method: VCT, Memory: 1 << 20, Visits: 500}
				if s, err := Solve(context.Background(), p, opt); err != nil || s.Won {
					return
				}
				opt.Method, opt.Visits = VC2, 2000
				if s, err := Solve(context.Background(), p, opt); err == nil && s.Won {
					found++
					do(p, s)
				}
			})
			t.Logf("%d wins", found)
		})
	}
}

// TestDeeperIsProved has every win by threats of threats accepted by the checker when each reply is played, and what is
// spoilt of its proof refused, or right by that slow check.
func TestDeeperIsProved(t *testing.T) {
	testenv.SkipUnderRace(t)
	proveDeeper(t, 40, 20)
}

// TestDeeperIsProvedLong is the same for many positions and changes.
func TestDeeperIsProvedLong(t *testing.T) {
	testenv.Long(t)
	proveDeeper(t, 1500, 200)
}

func proveDeeper(t *testing.T, count, changes int) {
	found, tried, refused := 0, 0, 0
	deepest(t, count, func(p Problem, s Solution) {
		found++
		every := func(nodes []proof.Node) error {
			q := *s.Proof
			q.Nodes = nodes
			_, err := proof.Check(context.Background(), &q, proof.Options{Every: true})
			return err
		}
		if err := every(s.Proof.Nodes); err != nil || s.Method != VC2 || s.Least > 1 {
			t.Errorf("%v: by %v, at least %d: %v", p.Stones, s.Method, s.Least, err)
		}
		spoilt := spoil(s.Proof.Nodes, p.Board.Len())
		rand.New(rand.NewPCG(1, uint64(found))).Shuffle(len(spoilt), func(i, k int) { spoilt[i], spoilt[k] = spoilt[k], spoilt[i] })
		for _, nodes := range spoilt[:min(changes, len(spoilt))] {
			tried++
			q := *s.Proof
			q.Nodes = nodes
			if _, err := proof.Check(context.Background(), &q, proof.Options{}); err != nil {
				refused++
			} else if err := every(nodes); err != nil {
				t.Errorf("%v: accepted, but %v", p.Stones, err)
			}
		}
	})
	t.Logf("%d wins, %d of %d spoilt proofs refused", found, refused, tried)
	if found == 0 || refused < tried/2 {
		t.Errorf("%d wins, %d of %d spoilt proofs refused", found, refused, tried)
	}
}

// TestDeeperCutShort ends the search of a win at each of its looks, by visits and by the context: it is the same win, or
// nothing is said.
func TestDeeperCutShort(t *testing.T) {
	testenv.SkipUnderRace(t)
	var p Problem
	var s Solution
	deepest(t, 80, func(q Problem, found Solution) {
		if s.Nodes < found.Nodes && found.Nodes < 3000 {
			p, s = q, found
		}
	})
	if !s.Won {
		t.Fatal("no win to cut short")
	}
	for visits := int64(1); visits < 2*s.Nodes; visits += 1 + visits/8 {
		got, err := Solve(context.Background(), p, Options{Method: VC2, Memory: 1 << 20, Visits: visits})
		if err != nil || got.Won != got.Decided || got.Won && got.Proof == nil {
			t.Errorf("%d of %d visits: won %v, decided %v: %v", visits, s.Nodes, got.Won, got.Decided, err)
		}
	}
	for asked := 0; ; asked++ {
		ctx := &ending{Context: context.Background(), left: asked}
		got, err := Solve(ctx, p, Options{Method: VC2, Memory: 1 << 20})
		if err != nil || got.Won != got.Decided || got.Won && got.Proof == nil {
			t.Fatalf("asked %d times: won %v, decided %v: %v", asked, got.Won, got.Decided, err)
		}
		if got.Won {
			break
		}
		asked += asked / 4
	}
}

// ending is a context that ends when it has been asked so many times.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}
