package gomoku

import (
	"bytes"
	"compress/gzip"
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/dfpn"
	"moyo/solve/gomoku/proof"
)

// quietMoves are a game won by L8, which threatens a win by threats. It has no win by fours and threats of them.
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

// TestQuiet solves a position of a game that threats of fours cannot win.
func TestQuiet(t *testing.T) {
	testenv.Long(t)
	p := afterMoves(t, "gomoku:rule=freestyle", quietMoves)
	s, err := Solve(context.Background(), p, Options{Method: VC2, Time: time.Hour})
	if err != nil || !s.Won || s.Method != VC2 || s.Least > 1 {
		t.Fatalf("won %v by %v, at least %d: %v", s.Won, s.Method, s.Least, err)
	}
	t.Logf("%d moves, %d visits in %v, a proof of %d nodes, %+v", s.Depth, s.Nodes, s.Elapsed, len(s.Proof.Nodes), s.Report)
}

// small are boards on which all replies can be tried in each node.
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

// positions calls do with that many unfinished positions of random games.
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

// TestZonesOfThreats treats wins by threats as threats, and compares the replies that the judge requires by zones with
// those it requires when each reply is played. Zones may require more, never fewer.
func TestZonesOfThreats(t *testing.T) {
	testenv.SkipUnderRace(t)
	compareZonesOfThreats(t, 60, 40)
}

// TestZonesOfThreatsLong is the same with more and longer wins.
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
				if err != nil || !s.Won || len(s.Proof.Nodes) > longest || orderOf(s.Proof.Nodes) != 3 {
					return
				}
				wins++
				by := needed(t, s.Proof, s.Proof.Nodes, proof.Options{})
				for _, q := range needed(t, s.Proof, s.Proof.Nodes, proof.Options{Every: true}) {
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

// orderOf returns the order of the threat of the win of nodes: 1 for an immediate win, 2 by fours, 3 by fours and threats.
func orderOf(nodes []proof.Node) int {
	order := make([]int, len(nodes))
	for i, n := range slices.Backward(nodes) {
		order[i] = 1
		if n.Threat != 0 {
			order[i] = 1 + order[n.Threat]
		}
		for _, r := range n.Replies {
			order[i] = max(order[i], order[r.Then])
		}
	}
	return order[0]
}

// quietProof returns the proof of a win with a move of the third order: the game of quietMoves after L8 and L3.
func quietProof(t *testing.T) *proof.Proof {
	t.Helper()
	data, err := os.ReadFile("testdata/quiet.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	text, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	p, err := proof.Read(text, board.Parse)
	if err != nil || orderOf(p.Nodes) != 4 {
		t.Fatalf("no proof with threats of the third order: %v", err)
	}
	return p
}

// TestQuietIsProved: the checker accepts a proof with threats of the third order, by zones and by playing each reply.
// It refuses corrupted versions unless the slow check accepts them too.
func TestQuietIsProved(t *testing.T) {
	testenv.SkipUnderRace(t)
	proveQuiet(t, 20)
}

// TestQuietIsProvedLong is the same with many changes.
func TestQuietIsProvedLong(t *testing.T) {
	testenv.Long(t)
	proveQuiet(t, 300)
}

func proveQuiet(t *testing.T, changes int) {
	p := quietProof(t)
	check := func(nodes []proof.Node, opt proof.Options) error {
		q := *p
		q.Nodes = nodes
		_, err := proof.Check(context.Background(), &q, opt)
		return err
	}
	for _, opt := range []proof.Options{{}, {Every: true}} {
		if err := check(p.Nodes, opt); err != nil {
			t.Errorf("%+v: %v", opt, err)
		}
	}
	spoilt := spoil(p.Nodes, p.Board.Len())
	for i := range p.Nodes[0].Replies { // the replies to the move of the third order are among them
		nodes := slices.Clone(p.Nodes)
		nodes[0].Replies = slices.Delete(slices.Clone(nodes[0].Replies), i, i+1)
		if err := check(nodes, proof.Options{}); err == nil {
			t.Errorf("accepted without an answer to %s", p.Board.Name(p.Nodes[0].Replies[i].Move))
		}
	}
	refused := 0
	r := rand.New(rand.NewPCG(1, 1))
	for range changes {
		nodes := spoilt[r.IntN(len(spoilt))]
		if err := check(nodes, proof.Options{}); err != nil {
			refused++
		} else if err := check(nodes, proof.Options{Every: true}); err != nil {
			t.Errorf("accepted, but %v", err)
		}
	}
	t.Logf("%d of %d spoilt proofs refused", refused, changes)
	if refused == 0 {
		t.Error("no spoilt proof was refused")
	}
}

// shallow returns a win that VC2 finds with few visits, and VCT does not.
func shallow(t *testing.T) (p Problem, s Solution) {
	t.Helper()
	positions(t, "torus:7x7", "gomoku:rule=standard,n=4", 2, 40, func(q Problem) {
		opt := Options{Method: VCT, Memory: 1 << 20, Visits: plainVisits}
		if got, err := Solve(context.Background(), q, opt); s.Won || err != nil || got.Won {
			return
		}
		opt.Method, opt.Visits = VC2, deepVisits
		if got, err := Solve(context.Background(), q, opt); err == nil && got.Won {
			p, s = q, got
		}
	})
	if !s.Won {
		t.Fatal("no win")
	}
	return p, s
}

// The visits of shallow.
const (
	plainVisits = 500
	deepVisits  = 2000
)

// TestDeeperCutShort stops the search of a win at many of its steps, by visits and by the context: it claims
// either the win or nothing.
func TestDeeperCutShort(t *testing.T) {
	testenv.SkipUnderRace(t)
	p, s := shallow(t)
	wants := func(got Solution, err error) {
		t.Helper()
		if err != nil || got.Won != got.Decided || got.Won != (got.Proof != nil) {
			t.Fatalf("won %v, decided %v: %v", got.Won, got.Decided, err)
		}
	}
	for visits := int64(1); visits < 2*s.Nodes; visits += 1 + visits/3 {
		got, err := Solve(context.Background(), p, Options{Method: VC2, Memory: 1 << 20, Visits: visits})
		wants(got, err)
	}
	won := false
	for asked := 0; !won; asked += 1 + asked/3 {
		ctx := testenv.EndingAfter(context.Background(), asked)
		got, err := Solve(ctx, p, Options{Method: VC2, Memory: 1 << 20})
		wants(got, err)
		won = got.Won
	}
}

// TestBrokenLook: the time ends the search for the threat of a quiet move. No conclusion is drawn from it, and the next
// search finds the threat.
func TestBrokenLook(t *testing.T) {
	testenv.SkipUnderRace(t)
	claim := quietProof(t)
	s, err := newSolver(context.Background(),
		Problem{Board: claim.Board, Game: claim.Game, Stones: claim.Stones, ToPlay: claim.Attacker}, Options{Memory: 4 << 20})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.deep().open(0)
	if err != nil {
		t.Fatal(err)
	}
	paused := true
	w.stop = func() bool { return paused }
	w.threats.deeper.visits = 20_000
	w.threats.Play(int32(claim.Nodes[0].Move))
	if value := w.search.Run(); value != dfpn.Open {
		t.Errorf("paused, the search concludes %v", value)
	}
	paused = false
	e := w.threats.expand()
	if w.threats.broken || len(e.children) == 0 || len(e.threat) == 0 {
		t.Errorf("not paused: broken %v, %d replies to a threat of %d nodes", w.threats.broken, len(e.children), len(e.threat))
	}
}

// TestTurns tries the methods in turn: the second finds what the first does not, and does not start if it is not wanted.
func TestTurns(t *testing.T) {
	testenv.SkipUnderRace(t)
	p, _ := shallow(t)
	for _, c := range []struct {
		opt  Options
		want bool
	}{
		{Options{Visits: deepVisits}, true}, {Options{Visits: deepVisits, Time: time.Hour}, true},
		{Options{Visits: plainVisits, NoVC2: true}, false},
	} {
		c.opt.Memory = 1 << 20
		if got, err := Solve(context.Background(), p, c.opt); err != nil || got.Won != c.want || !c.want && got.Method != VCT {
			t.Errorf("%+v: won %v by %v: %v", c.opt, got.Won, got.Method, err)
		}
	}
}

// TestNodes counts the nodes of both methods.
func TestNodes(t *testing.T) {
	testenv.SkipUnderRace(t)
	p, _ := shallow(t)
	plain, deep, both := nodesOf(t, p, Options{Method: VCT}), nodesOf(t, p, Options{Method: VC2}), nodesOf(t, p, Options{})
	if plain == 0 || both != plain+deep {
		t.Errorf("%d nodes, want %d by threats and %d by threats of threats", both, plain, deep)
	}
}

// nodesOf returns the nodes of the answer to p, with too few visits for threats alone to find a win.
func nodesOf(t *testing.T, p Problem, opt Options) int64 {
	t.Helper()
	opt.Memory, opt.Visits = 1<<20, plainVisits/2
	s, err := Solve(context.Background(), p, opt)
	if err != nil || s.Nodes == 0 {
		t.Fatalf("%d nodes: %v", s.Nodes, err)
	}
	return s.Nodes
}
