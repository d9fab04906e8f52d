package gomoku

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	eng "moyo/engine/gomoku"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/gomoku/proof"
)

// engineGuide returns the engine as a guide for the positions that follow from p. Without a time limit its answers depend only on
// the questions.
func engineGuide(t *testing.T, p Problem) Guide {
	t.Helper()
	e := eng.New(eng.Options{Memory: 16 << 20, NoBook: true, Warm: true})
	return func(ctx context.Context, q Question) Advice {
		pos := start(t, q.Board, q.Game)
		if err := pos.(game.Setter).Set(q.Stones, q.ToPlay); err != nil {
			t.Errorf("asked about an invalid position: %v", err)
		}
		lim := engine.Limits{Nodes: q.Nodes}
		for _, p := range q.Except {
			lim.Exclude = append(lim.Exclude, game.Place(p))
		}
		info, err := e.Search(ctx, pos, lim, func(now engine.Info) { q.Report(now.Nodes) })
		if err != nil || info.Mate <= 0 {
			return Advice{Move: board.None, Nodes: info.Nodes}
		}
		return Advice{Move: info.Move.Point(), Nodes: info.Nodes}
	}
}

// guidedGames are games with a win that the engine proves, by method.
var guidedGames = []struct {
	id, moves string
	method    Method
}{
	{"gomoku:rule=renju", "E8 K7 F11 H11 F10 G9 J5 J9 L5 H10 G11 F6 L7 L11", VCT},
	{"gomoku:rule=freestyle", quietMoves, VC2},
}

// guidedOptions are options with which threats alone find no win in guidedGames.
var guidedOptions = Options{Memory: 16 << 20, Visits: 6000}

// TestGuide finds wins along the engine's moves that are not found without, and both checks accept them.
func TestGuide(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range guidedGames {
		p, opt := afterMoves(t, c.id, c.moves), guidedOptions
		if s, err := Solve(context.Background(), p, opt); err != nil || s.Won {
			t.Errorf("%v: won %v without the guide: %v", c.method, s.Won, err)
		}
		opt.Guide = engineGuide(t, p)
		s, err := Solve(context.Background(), p, opt)
		if err != nil || !s.Won || s.Method != c.method || s.Depth != s.Proof.Depths()[0] {
			t.Fatalf("%v: won %v by %v in %d: %v", c.method, s.Won, s.Method, s.Depth, err)
		}
		t.Logf("%v: %d moves, %d nodes in %v, a proof of %d nodes", c.method, s.Depth, s.Nodes, s.Elapsed, len(s.Proof.Nodes))
		if _, err := proof.Check(context.Background(), s.Proof, proof.Options{Every: c.method == VCT}); err != nil {
			t.Error(err)
		}
		wantReachable(t, s.Proof)
		opt.Guide, opt.NoVC2 = engineGuide(t, p), true
		if s, err := Solve(context.Background(), p, opt); err != nil || s.Won != (c.method == VCT) {
			t.Errorf("%v: won %v without quiet moves: %v", c.method, s.Won, err)
		}
	}
}

// wantReachable checks that the root leads to every node.
func wantReachable(t *testing.T, p *proof.Proof) {
	t.Helper()
	led := make([]bool, len(p.Nodes))
	led[0] = true
	for i, n := range p.Nodes {
		if !led[i] {
			t.Fatalf("nothing leads to node %d of %d", i, len(led))
		}
		led[n.Threat] = true
		for _, r := range n.Replies {
			led[r.Then] = true
		}
	}
}

// wantsNoFalseWord checks that the answer is a win with its proof, or no claim, and returns which.
func wantsNoFalseWord(t *testing.T, s Solution, err error) bool {
	t.Helper()
	if err != nil || s.Won != (s.Proof != nil) || !s.Won && s.Decided && s.Method != VCF {
		t.Fatalf("won %v, decided %v by %v: %v", s.Won, s.Decided, s.Method, err)
	}
	return s.Won
}

// TestGuideCutShort stops the search along the guide's moves at many of its steps: by visits and by the
// context.
func TestGuideCutShort(t *testing.T) {
	testenv.SkipUnderRace(t)
	p := afterMoves(t, guidedGames[1].id, guidedGames[1].moves)
	opt := Options{Memory: 4 << 20, Guide: remembering(engineGuide(t, p)), NoVC2: true} // after the guide's moves no step takes long
	for visits := int64(1); visits < 3000; visits += 1 + visits/2 {
		opt.Visits = visits
		s, err := Solve(context.Background(), p, opt)
		wantsNoFalseWord(t, s, err)
	}
	opt.NoVC2, opt.Visits = false, 0
	for asked, won := 0, false; !won; asked += 1 + asked/2 {
		s, err := Solve(testenv.EndingAfter(context.Background(), asked), p, opt)
		won = wantsNoFalseWord(t, s, err)
	}
	opt.Time = time.Nanosecond
	s, err := Solve(context.Background(), p, opt)
	wantsNoFalseWord(t, s, err)
}

// TestGuideFallsSilent: the guide stops answering after that many answers.
func TestGuideFallsSilent(t *testing.T) {
	testenv.SkipUnderRace(t)
	p := afterMoves(t, guidedGames[0].id, guidedGames[0].moves)
	guide := remembering(engineGuide(t, p))
	asks := 0
	opt := Options{Memory: 4 << 20, NoVC2: true, Visits: 4000}
	for most, won := 0, false; !won; most += 1 + most/2 {
		if asks < most-1-most/2 {
			t.Fatalf("%d answers are not enough, and no more were asked for", asks)
		}
		asks = 0
		opt.Guide = func(ctx context.Context, q Question) Advice {
			if asks++; asks > most {
				return Advice{Move: board.None}
			}
			return guide(ctx, q)
		}
		s, err := Solve(context.Background(), p, opt)
		won = wantsNoFalseWord(t, s, err)
	}
}

// remembering returns a guide that never asks another one the same question twice, and lets it answer
// completely.
func remembering(guide Guide) Guide {
	known := map[uint64]Advice{}
	return func(_ context.Context, q Question) Advice {
		key := digest(q)
		if _, ok := known[key]; !ok {
			known[key] = guide(context.Background(), q)
		}
		return known[key]
	}
}

// digest distinguishes questions to a guide.
func digest(q Question) uint64 {
	key := uint64(q.Nodes)
	for _, s := range q.Stones { // in any order
		key += rand.NewPCG(uint64(s.Point), uint64(s.Color)).Uint64()
	}
	for _, p := range q.Except {
		key += rand.NewPCG(uint64(p), 3).Uint64()
	}
	return key
}

// liar returns a guide with arbitrary answers, even invalid moves, but never an excluded move.
func liar(seed uint64) Guide {
	r := rand.New(rand.NewPCG(seed, 4))
	return func(_ context.Context, q Question) Advice {
		return Advice{Move: board.Point(r.IntN(q.Board.Len()+4) - 2), Nodes: 1}
	}
}

// TestLyingGuide follows guides with arbitrary answers: on occupied points, off the board, on forbidden
// points.
func TestLyingGuide(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, l := range small {
		t.Run(l.spec+"/"+l.game, func(t *testing.T) {
			positions(t, l.spec, l.game, l.stones, 20, func(p Problem) {
				s, err := Solve(context.Background(), p, Options{Memory: 1 << 20, Visits: 300, Guide: liar(uint64(len(p.Stones)))})
				if err != nil || s.Won != (s.Proof != nil) {
					t.Fatalf("%v: won %v: %v", p.Stones, s.Won, err)
				}
				if !s.Won {
					return
				}
				wantReachable(t, s.Proof)
				if _, err := proof.Check(context.Background(), s.Proof, proof.Options{Every: true}); err != nil {
					t.Errorf("%v: %v", p.Stones, err)
				}
			})
		})
	}
}

// TestGuideNodes: the nodes of the guide count as well.
func TestGuideNodes(t *testing.T) {
	testenv.SkipUnderRace(t)
	p, _ := shallow(t)
	const many = 1 << 40
	asks := int64(0)
	guided := nodesOf(t, p, Options{Guide: func(context.Context, Question) Advice {
		asks++
		return Advice{Move: board.None, Nodes: many}
	}})
	if plain := nodesOf(t, p, Options{}); asks == 0 || guided/many != asks || guided%many <= plain {
		t.Errorf("%d nodes with a guide that was asked %d times, %d without", guided, asks, plain)
	}
}

// TestGuideProgress: the progress of a slow guide is reported.
func TestGuideProgress(t *testing.T) {
	p := afterMoves(t, guidedGames[0].id, guidedGames[0].moves)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	const many = 1 << 40
	most := int64(0)
	_, err := Solve(ctx, p, Options{Memory: 1 << 20, Visits: 400, Report: func(now Progress) { most = max(most, now.Nodes) },
		Guide: func(ctx context.Context, q Question) Advice {
			for most < many && ctx.Err() == nil {
				q.Report(many)
			}
			cancel()
			return Advice{Move: board.None}
		}})
	if err != nil || most < many {
		t.Errorf("%d nodes were shown, want %d of the guide's: %v", most, int64(many), err)
	}
}

// TestQuietOutsideThreats proves a win that needs a quiet move after failing without.
func TestQuietOutsideThreats(t *testing.T) {
	testenv.SkipUnderRace(t)
	p := afterMoves(t, guidedGames[1].id, guidedGames[1].moves)
	s, err := newSolver(context.Background(), p, Options{Memory: 16 << 20, Guide: engineGuide(t, p)})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.plainWay(false)
	if err != nil {
		t.Fatal(err)
	}
	g := newGuided(w)
	g.nodes, g.failed = 4*firstAsk, map[uint64]bool{}
	for _, quiet := range []bool{false, true, false} {
		g.quiet = quiet
		if _, err := g.win(quickVisits, g.nodes); (err == nil) != quiet {
			t.Errorf("quiet moves %v: %v", quiet, err)
		}
	}
}

// TestVisitsAfterGuide: the guide leaves visits for the following search by threats.
func TestVisitsAfterGuide(t *testing.T) {
	testenv.SkipUnderRace(t)
	p, _ := shallow(t)
	s, err := newSolver(context.Background(), p, Options{
		Memory: 1 << 20, Visits: plainVisits / 2,
		Guide: func(context.Context, Question) Advice { return Advice{Move: board.None} },
	})
	if err != nil {
		t.Fatal(err)
	}
	plain := s.plain()
	found, ended, err := s.guide(plain)
	if err != nil || found.Won || !ended || found.Nodes == 0 || plain.first == nil ||
		plain.first.nodes() != 0 || plain.first.search.Nodes() != found.Nodes {
		t.Errorf("won %v, ended %v, %d nodes: %v", found.Won, ended, found.Nodes, err)
	}
	if w, err := plain.way(0); err != nil || w == nil || plain.first != nil {
		t.Errorf("a way whose tables are kept forever: %v", err)
	}
}
