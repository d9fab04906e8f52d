package review_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/weiqi"
	"moyo/game"
	"moyo/game/rules/gomoku"
	rules "moyo/game/rules/weiqi"
	"moyo/study/coach"
	"moyo/study/review"
)

// exact is an engine that solves every position: for tiny boards.
type exact struct {
	searches int
	fail     error
	known    map[uint64]solved // by hash
}

// solved is the value of a position for the side to move, and its first best move.
type solved struct {
	value float64
	move  game.Move
}

func (e *exact) Name() string { return "exact" }
func (e *exact) Close() error { return nil }

func (e *exact) Search(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	e.searches++
	if e.known == nil {
		e.known = map[uint64]solved{}
	}
	best := e.solve(pos.Clone())
	return engine.Info{Move: best.move, Value: best.value, Solved: true, Nodes: 1}, e.fail
}

func (e *exact) solve(pos game.Position) solved {
	if out := pos.Outcome(); out.Over {
		if out.Winner == game.Empty {
			return solved{0.5, game.NoMove}
		}
		return solved{0, game.NoMove} // the side to move has lost
	}
	if s, ok := e.known[pos.Hash()]; ok {
		return s
	}
	best := solved{-1, game.NoMove}
	for _, m := range pos.LegalMoves(nil) {
		_ = pos.Play(m)
		if value := 1 - e.solve(pos).value; value > best.value {
			best = solved{value, m}
		}
		pos.Undo()
	}
	e.known[pos.Hash()] = best
	return best
}

// says is an engine with fixed values: for each number of moves one for the first evaluation, one
// for the second and so on; the last one repeats.
type says struct {
	by    map[int][]engine.Info
	looks map[int]int
}

func (e *says) Name() string { return "says" }
func (e *says) Close() error { return nil }

func (e *says) Search(_ context.Context, pos game.Position, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	if e.looks == nil {
		e.looks = map[int]int{}
	}
	n := len(pos.Moves())
	told := e.by[n]
	info := engine.Info{Move: pos.LegalMoves(nil)[0], Value: 0.5, Depth: 1}
	if len(told) > 0 {
		info = told[min(e.looks[n], len(told)-1)]
	}
	e.looks[n]++
	info.Nodes, info.Depth = lim.Nodes, 1
	return info, nil
}

func ticTacToe(t *testing.T, moves string) game.Position {
	t.Helper()
	r, err := gomoku.Parse("gomoku:n=3")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(board.Grid(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	return play(t, pos, moves)
}

func weiqiGame(t testing.TB, size int, moves string) game.Position {
	t.Helper()
	r, err := rules.Parse("weiqi:komi=0.5")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(board.Grid(size, size))
	if err != nil {
		t.Fatal(err)
	}
	return play(t, pos, moves)
}

func play(t testing.TB, pos game.Position, moves string) game.Position {
	t.Helper()
	for name := range strings.FieldsSeq(moves) {
		game.Resume(pos)
		m, err := game.ParseMove(pos, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return pos
}

func start(t testing.TB, pos game.Position, opt review.Options) *review.Review {
	t.Helper()
	r, err := review.New(pos, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// run reviews a game until its budget is used up.
func run(t testing.TB, eng engine.Engine, pos game.Position, opt review.Options) review.Report {
	t.Helper()
	r := start(t, pos, opt)
	if err := r.Run(t.Context(), eng, nil); err != nil {
		t.Fatal(err)
	}
	return r.Report()
}

func codes(says []coach.Saying) string {
	var all []string
	for _, s := range says {
		all = append(all, string(s.Code))
	}
	return strings.Join(all, " ")
}

// lost is a game in which White's first move loses: it answers the centre at the side instead of
// the corner.
const lost = "B2 B1 A1 C3 A3 A2 C1"

func TestProven(t *testing.T) {
	pos := ticTacToe(t, lost)
	rep := run(t, &exact{}, pos, review.Options{Nodes: 1000})
	if !rep.Whole || !rep.Settled || !rep.Ended || rep.Turning != 1 || codes(rep.Says) != "hasWon turning drawToLoss better" {
		t.Errorf("turning %d, %q, %+v", rep.Turning, codes(rep.Says), rep)
	}
	m := rep.Moves[1]
	if m.Class != review.Blunder || !m.Sure || m.Loss != 0.5 || !m.Proven || m.Side != game.White || game.Format(pos, m.Better) != "A3" {
		t.Errorf("%+v", m)
	}
	for i, m := range rep.Moves {
		if i != 1 && m.Class != review.Best {
			t.Errorf("move %d is %+v", i+1, m)
		}
	}
	if b, w := rep.Sides[game.Black], rep.Sides[game.White]; b.Accuracy < 99.9 || len(b.Worst) != 0 ||
		!slices.Equal(w.Worst, []int{1}) || w.Counts[review.Blunder] != 1 || w.Accuracy > 85 || b.Moves+w.Moves != 7 {
		t.Errorf("black %+v, white %+v", b, w)
	}
}

// TestPlayedIsBest blames no move that the engine would have played too, and none that it evaluates
// higher afterwards. Positions between which nothing was lost have one value, the mean by nodes.
func TestPlayedIsBest(t *testing.T) {
	pos := ticTacToe(t, "B2 B1 A1")
	moves := pos.Moves()
	rep := run(t, &says{by: map[int][]engine.Info{
		0: {{Move: moves[0], Value: 0.9}}, 1: {{Move: moves[1], Value: 0.9}}, 2: {{Move: 8, Value: 0.3}}, 3: {{Move: 8, Value: 0.4}},
	}}, pos, review.Options{Nodes: 10_000})
	for i, m := range rep.Moves {
		want := review.Best
		if i == 2 {
			want = review.Good
		}
		if m.Loss != 0 || m.Class != want || m.Better != game.NoMove || m.Accuracy < 99.9 {
			t.Errorf("move %d: %+v", i+1, m)
		}
	}
	for i, w := range rep.Positions {
		if math.Abs(w.Black-0.475) > 1e-9 { // of 0.9, 0.1, 0.3 and 0.6
			t.Errorf("position %d: %+v", i, w)
		}
	}
}

// TestOverlooked: if the search after the engine's own move gives a much lower value, or one after another move a much
// higher value, both positions are evaluated again before others.
func TestOverlooked(t *testing.T) {
	pos := ticTacToe(t, "B2 B1 A1 C3 A3")
	own, other := pos.Moves()[3], game.Move(8)
	for name, by := range map[string]map[int][]engine.Info{
		"less": {3: {{Move: own, Value: 0.6}, {Move: other, Value: 0.6}}, 4: {{Move: 8, Value: 0.9}}},
		"more": {3: {{Move: other, Value: 0.5}}, 4: {{Move: 8, Value: 0.2}, {Move: 8, Value: 0.7}}, 5: {{Move: 8, Value: 0.8}}},
	} {
		t.Run(name, func(t *testing.T) { testOverlooked(t, pos, by) })
	}
}

func testOverlooked(t *testing.T, pos game.Position, by map[int][]engine.Info) {
	t.Helper()
	eng := &says{by: by}
	r, tallied := start(t, pos, review.Options{Nodes: 100_000}), false
	err := r.Run(t.Context(), eng, func() {
		if again := eng.looks[3] + eng.looks[4] - 2; !tallied && r.Report().Whole && again == 2 {
			tallied = true
			if eng.looks[0]+eng.looks[1]+eng.looks[2]+eng.looks[5] != 4 {
				t.Errorf("looks %v", eng.looks)
			}
		}
	})
	if m := r.Report().Moves[3]; err != nil || !tallied || m.Class != review.Blunder || !m.Sure {
		t.Errorf("%+v, evaluations %v, %v", m, eng.looks, err)
	}
}

// TestEven: values turn only where a move loses something, win probability and lead independently.
func TestEven(t *testing.T) {
	pos := weiqiGame(t, 5, "C3 C2 D2 B3 pass pass")
	say := func(black, lead float64, side game.Color) []engine.Info {
		if side == game.White {
			black, lead = 1-black, -lead
		}
		return []engine.Info{{Move: 24, Value: black, Lead: lead, HasLead: true}}
	}
	const b, w = game.Black, game.White
	by := map[int][]engine.Info{
		0: say(0.5, 0, b), 1: say(0.8, 6, w), // Black apparently gains by its move
		2: say(0.9, 10, b),  // White loses
		3: say(0.6, -20, w), // Black loses
		4: say(0.5, 3, b),   // White gains win probability, and loses points
		5: say(0.55, 4, w),  // Black gains both
	}
	rep := run(t, &says{by: by}, pos, review.Options{Nodes: 60_000, Agreed: true})
	for i, want := range []struct{ black, lead float64 }{{0.65, 3}, {0.65, 3}, {0.9, 10}, {0.55, -20}, {0.55, 3.5}, {0.55, 3.5}} {
		if got := rep.Positions[i]; math.Abs(got.Black-want.black) > 0.06 || math.Abs(got.Lead-want.lead) > 3 || i == 3 && got.Lead != -20 {
			t.Errorf("position %d: %.3f, %.1f, want about %v", i, got.Black, got.Lead, want)
		}
	}
	for i, m := range rep.Moves[:5] {
		before, after := rep.Positions[i], rep.Positions[i+1]
		if before.For(m.Side) < after.For(m.Side)-1e-9 || before.LeadOf(m.Side) < after.LeadOf(m.Side)-1e-9 {
			t.Errorf("move %d gains: %+v, then %+v", i+1, before, after)
		}
	}
}

// TestHedged: if lead and win probability name different leaders, or the engine calls its values rough, no move is
// certainly bad.
func TestHedged(t *testing.T) {
	pos := weiqiGame(t, 5, "C3 C2 D2")
	for _, c := range []struct {
		lead        float64
		rough, sure bool
	}{{-20, false, true}, {20, false, false}, {-20, true, false}} {
		rep := run(t, &says{by: map[int][]engine.Info{
			2: {{Move: 24, Value: 0.9, Lead: 20, HasLead: true, Rough: c.rough}}, 3: {{Move: 24, Value: 0.9, Lead: -c.lead, HasLead: true}},
		}}, pos, review.Options{Nodes: 60_000})
		m, says := rep.Moves[2], strings.Contains(codes(rep.Says), string(coach.Rough))
		if m.Class != review.Blunder || m.Sure != c.sure || c.sure != (rep.Turning == 2) || says != c.rough {
			t.Errorf("%+v: %+v, turning %d, %q", c, m, rep.Turning, codes(rep.Says))
		}
	}
}

// TestPerhaps withdraws what only the first evaluation found, and never calls it certain before.
func TestPerhaps(t *testing.T) {
	pos := ticTacToe(t, "B2 B1 A1 C3")
	for _, c := range []struct {
		name  string
		then  float64
		class review.Class
	}{{"it does not hold", 0.52, review.Good}, {"it holds", 0.85, review.Blunder}} {
		t.Run(c.name, func(t *testing.T) {
			eng := &says{by: map[int][]engine.Info{1: {{Move: 8, Value: 0.9}, {Move: 8, Value: c.then}}}}
			r := start(t, pos, review.Options{Nodes: 100_000})
			var first bool
			err := r.Run(t.Context(), eng, func() {
				rep := r.Report()
				if !rep.Whole || eng.looks[1] > 1 {
					return
				}
				first = true
				if m := rep.Moves[1]; m.Class != review.Blunder || m.Sure || rep.Turning != -1 || rep.Settled ||
					len(m.Says) > 0 || codes(rep.Says) != "" || rep.Sides[game.White].Unsure != 1 {
					t.Errorf("after the first evaluation %+v, %q", m, codes(rep.Says))
				}
			})
			rep := r.Report()
			if m := rep.Moves[1]; err != nil || !first || m.Class != c.class || !m.Sure || !rep.Settled {
				t.Errorf("%v, %v, in the end %+v", err, first, m)
			}
		})
	}
}

// TestOneTongue checks consistency: if a position is proven, so are those before and after it for
// which that follows.
func TestOneTongue(t *testing.T) {
	pos := ticTacToe(t, lost)
	moves := pos.Moves()
	rep := run(t, &says{by: map[int][]engine.Info{
		2: {{Move: moves[2], Value: 1, Mate: 5}}, // Black wins, and plays the winning move
		3: {{Move: 8, Value: 0.3}},               // which the engine does not see one move later
		5: {{Move: 8, Value: 0.1}},
		6: {{Move: 7, Value: 0.7}}, // nor that C1 wins immediately
	}}, pos, review.Options{Nodes: 1000})
	for i, mate := range map[int]int{2: 5, 3: 4, 6: 1} {
		if w := rep.Positions[i]; !w.Solved || w.Black != 1 || w.Mate != mate {
			t.Errorf("position %d: %+v", i, w)
		}
	}
	if m := rep.Moves[6]; m.Class != review.Best || rep.Positions[6].Best != moves[6] {
		t.Errorf("the move that won is %+v", m)
	}
	if rep.Positions[5].Solved || rep.Positions[1].Solved {
		t.Error("what does not follow is proven")
	}
}

// TestStopped stops a review at every step. Its results are consistent, nothing certain changes
// later, and after continuing it ends like an uninterrupted one.
func TestStopped(t *testing.T) {
	for seed := range uint64(8) {
		pos := ticTacToe(t, lost)
		opt := review.Options{Nodes: 4000, Seed: 1}
		whole := run(t, guessing(seed), pos, opt)
		r, eng := start(t, pos, opt), guessing(seed)
		proven, looks := map[int]float64{}, 0
		for !r.Report().Ended {
			ctx, stop := context.WithCancel(t.Context())
			if err := r.Run(ctx, eng, stop); err != nil {
				t.Fatal(err)
			}
			rep := r.Report()
			holds(t, rep)
			for i, w := range rep.Positions {
				if value, ok := proven[i]; ok && (!w.Solved || w.Black != value) {
					t.Fatalf("seed %d, step %d: position %d was proven %v and is %+v", seed, looks, i, value, w)
				}
				if w.Solved {
					proven[i] = w.Black
				}
			}
			if looks++; looks > 1000 {
				t.Fatal("it does not end")
			}
		}
		if got := r.Report(); !reflect.DeepEqual(got, whole) || looks < 10 || got.Nodes > opt.Nodes {
			t.Errorf("seed %d: in %d steps and %d nodes\n%+v\nand in one\n%+v", seed, looks, got.Nodes, got, whole)
		}
	}
}

// holds checks that a report is consistent.
func holds(t *testing.T, rep review.Report) {
	t.Helper()
	judged := 0
	for i, m := range rep.Moves {
		before, after := rep.Positions[i], rep.Positions[i+1]
		if (m.Class != review.Unjudged) != (before.Level > 0 && after.Level > 0) {
			t.Fatalf("move %d is %q with evaluations %d and %d", i, m.Class, before.Level, after.Level)
		}
		if m.Class == review.Unjudged {
			continue
		}
		judged++
		if want := max(0, before.For(m.Side)-after.For(m.Side)); m.Class != review.Best && math.Abs(m.Loss-want) > 1e-12 ||
			m.Class == review.Best && m.Loss != 0 {
			t.Fatalf("move %d lost %v, its positions %v", i, m.Loss, want)
		}
		if sure := (before.Level > 1 || before.Solved) && (after.Level > 1 || after.Solved || after.Over); m.Sure != sure {
			t.Fatalf("move %d is sure %v after %d and %d evaluations", i, m.Sure, before.Level, after.Level)
		}
		if !m.Sure && len(m.Says) > 0 || m.Proven && !before.Solved {
			t.Fatalf("move %d says too much: %+v", i, m)
		}
	}
	if b, w := rep.Sides[game.Black], rep.Sides[game.White]; b.Moves+w.Moves != judged {
		t.Fatalf("%d and %d moves of %d", b.Moves, w.Moves, judged)
	}
	if rep.Turning >= 0 && !rep.Moves[rep.Turning].Sure {
		t.Fatalf("the turning point is not sure")
	}
	if strings.Contains(codes(rep.Says), string(coach.Shifted)) && !rep.Settled {
		t.Fatal("no move decided it, it says, and does not know")
	}
}

// guesses is an engine whose estimates improve with nodes, and which is certain after enough of
// them.
type guesses struct {
	exact
	seed uint64
}

func guessing(seed uint64) *guesses { return &guesses{seed: seed} }

func (e *guesses) Search(ctx context.Context, pos game.Position, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	info, err := e.exact.Search(ctx, pos, lim, nil)
	info.Nodes, info.Depth = lim.Nodes, 1
	r := rand.New(rand.NewPCG(e.seed, pos.Hash()^uint64(lim.Nodes)))
	if lim.Nodes > 300 && r.IntN(2) == 0 {
		return info, err
	}
	info.Solved = false
	info.Value = min(max(info.Value+r.NormFloat64()*2/math.Sqrt(float64(lim.Nodes)), 0.01), 0.99)
	return info, err
}

// TestCutShort ignores the result of an interrupted search.
func TestCutShort(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	r := start(t, ticTacToe(t, "B2 A1 B1"), review.Options{Nodes: 100})
	if err := r.Run(ctx, &hasty{stop: stop}, func() { t.Error("told") }); err != nil {
		t.Fatal(err)
	}
	if rep := r.Report(); rep.Evaluated != 0 || rep.Ended {
		t.Errorf("%+v", rep)
	}
}

// hasty is an engine that is stopped as soon as it starts.
type hasty struct {
	exact
	stop func()
}

func (e *hasty) Search(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	e.stop()
	return engine.Info{Move: pos.LegalMoves(nil)[0], Value: 0.99, Depth: 1}, nil
}

func TestFails(t *testing.T) {
	pos := ticTacToe(t, "B2 A1 B1")
	broken := errors.New("broken")
	if err := start(t, pos, review.Options{Nodes: 100}).Run(t.Context(), &exact{fail: broken}, nil); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	silent := &mute{}
	if err := start(t, pos, review.Options{Nodes: 100}).Run(t.Context(), silent, nil); !errors.Is(err, review.ErrSilent) {
		t.Errorf("%v", err)
	}
	if _, err := review.New(ticTacToe(t, ""), review.Options{}); !errors.Is(err, review.ErrNothing) {
		t.Errorf("%v", err)
	}
}

// mute is an engine that chooses moves and reports no values.
type mute struct{ exact }

func (*mute) Search(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	return engine.Info{Move: pos.LegalMoves(nil)[0], Value: 0.5, Nodes: 1}, nil
}

// TestResumed reviews a game that was resumed twice: each move belongs to the position in which it
// was played.
func TestResumed(t *testing.T) {
	pos := weiqiGame(t, 4, "pass pass pass pass B1 A1 D4")
	a2, _ := game.ParseMove(pos, "A2")
	rep := run(t, &says{by: map[int][]engine.Info{6: {{Move: a2, Value: 0.9}}, 7: {{Move: a2, Value: 0.8}}}},
		pos, review.Options{Nodes: 10_000})
	if rep.Turning != 6 || codes(rep.Moves[6].Says) != "fell better takes" {
		t.Errorf("turning %d, %q", rep.Turning, codes(rep.Moves[6].Says))
	}
	for i, w := range run(t, &says{}, pos, review.Options{Nodes: 10_000}).Positions { // also moves through the positions
		if w.Over || w.Level < 1 {
			t.Errorf("after %d moves: %+v", i, w)
		}
	}
}

// TestCounted reviews a game of Go that ended with dead stones on the board: they count for the
// side that could have captured them, and points are lost as well as win probability.
func TestCounted(t *testing.T) {
	// White's stone on B2 is dead in Black's area.
	pos := weiqiGame(t, 5, "C3 D3 C4 D4 C2 D2 C1 D1 C5 D5 B3 B2 pass pass")
	eng := weiqi.New(weiqi.Options{})
	rep := run(t, eng, pos, review.Options{Nodes: 14 * 500 * 5, Seed: 3})
	last := rep.Positions[len(rep.Moves)]
	if !last.Over || last.Solved || last.Black != 1 || !last.Counted || last.Lead != 4.5 {
		t.Errorf("the end is %+v", last)
	}
	for i, w := range rep.Positions[:len(rep.Moves)] {
		if !w.Counted || math.Abs(w.Lead) > 25.5 {
			t.Errorf("position %d: %+v", i, w)
		}
	}
	for _, i := range []int{12, 13} { // Black's turn, and White's
		if w := rep.Positions[i]; math.Abs(w.Lead-4.5) > 3 {
			t.Errorf("after %d moves Black leads by %v", i, w.Lead)
		}
	}
	agreed := run(t, eng, pos, review.Options{Nodes: 1000, Agreed: true})
	if last := agreed.Positions[14]; last.Lead == 4.5 {
		t.Error("stones that the players took to be alive are dead")
	}
	resigned := run(t, eng, pos, review.Options{Nodes: 1000, Winner: game.White})
	if last := resigned.Positions[14]; last.Over || last.Lead != 4.5 {
		t.Errorf("Black led when it resigned instead of agreeing to a count: %+v", last)
	}
	drawn := run(t, eng, pos, review.Options{Nodes: 1000, Drawn: true})
	if last := drawn.Positions[14]; last.Over || last.Lead != 4.5 {
		t.Errorf("Black led when they agreed on a draw: %+v", last)
	}
	won := run(t, eng, pos, review.Options{Nodes: 1000, Winner: game.Black})
	if last := won.Positions[14]; !last.Over {
		t.Errorf("Black has won: %+v", last)
	}
}

// TestRepeatable gets one report by nodes, a seed and one thread, and another by another seed.
func TestRepeatable(t *testing.T) {
	pos := weiqiGame(t, 5, "C3 B2 B3 C2 D2 B4 A3 C4 D4 E3")
	report := func(seed uint64) review.Report {
		rep := run(t, weiqi.New(weiqi.Options{}), pos, review.Options{Nodes: 20_000, Seed: seed})
		return rep
	}
	one := report(1)
	if !reflect.DeepEqual(one, report(1)) {
		t.Error("two reviews differ")
	}
	if reflect.DeepEqual(one, report(2)) {
		t.Error("another seed changes nothing")
	}
}

// TestTime: a review with a time limit ends.
func TestTime(t *testing.T) {
	pos := weiqiGame(t, 5, "C3 B2 B3 C2 D2 B4 A3 C4 D4 E3")
	// Without the limit the review would search the first position forever.
	rep := run(t, weiqi.New(weiqi.Options{}), pos, review.Options{Time: 600 * time.Millisecond})
	if !rep.Whole || !rep.Ended {
		t.Errorf("whole %v, ended %v", rep.Whole, rep.Ended)
	}
}

func TestPhases(t *testing.T) {
	rep := run(t, &exact{}, ticTacToe(t, lost), review.Options{Nodes: 1000})
	if rep.Opening != 2 || rep.Middle != 4 || rep.Sides[game.Black].Phases[review.Opening].Moves != 1 ||
		rep.Sides[game.Black].Phases[review.End].Moves != 2 {
		t.Errorf("opening %d, middle %d, %+v", rep.Opening, rep.Middle, rep.Sides[game.Black].Phases)
	}
}

// FuzzReview reviews random games with an engine that guesses: no report contradicts itself.
func FuzzReview(f *testing.F) {
	f.Add(uint64(1), uint16(500), []byte{4, 0, 8, 1})
	f.Fuzz(func(t *testing.T, seed uint64, nodes uint16, picks []byte) {
		pos := ticTacToe(t, "")
		for _, b := range picks {
			if legal := pos.LegalMoves(nil); len(legal) > 0 {
				_ = pos.Play(legal[int(b)%len(legal)])
			}
		}
		r, err := review.New(pos, review.Options{Nodes: int64(nodes), Seed: seed})
		if err != nil {
			t.Skip()
		}
		if err := r.Run(t.Context(), guessing(seed), func() { holds(t, r.Report()) }); err != nil {
			t.Fatal(err)
		}
	})
}

// free is an engine that uses no nodes.
type free struct{ says }

func (e *free) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	info, err := e.says.Search(ctx, pos, lim, report)
	info.Nodes = 0
	return info, err
}

// TestSpentByFreeLooks: an evaluation without nodes is not free; otherwise a review by nodes would
// not end.
func TestSpentByFreeLooks(t *testing.T) {
	r := start(t, ticTacToe(t, lost), review.Options{Nodes: 9000})
	looks, before := 0, 0.0
	if err := r.Run(t.Context(), &free{}, func() {
		if looks++; looks > 1 && r.Spent() <= before { // the first is at the end of the game, which needs no engine
			t.Errorf("%v is spent after %v", r.Spent(), before)
		}
		before = r.Spent()
	}); err != nil {
		t.Fatal(err)
	}
}

// TestSpentPart: the used part grows from nothing to all, by nodes, and agrees with the remaining
// part.
func TestSpentPart(t *testing.T) {
	opt := review.Options{Nodes: 9000}
	r := start(t, ticTacToe(t, lost), opt)
	if r.Spent() != 0 {
		t.Errorf("%v is used before the first evaluation", r.Spent())
	}
	before, between := 0.0, 0
	if err := r.Run(t.Context(), &says{}, func() {
		rep := r.Report()
		if want := float64(rep.Nodes) / float64(opt.Nodes); !rep.Ended && math.Abs(r.Spent()-want) > 1e-9 {
			t.Errorf("%v is spent with %d of %d nodes", r.Spent(), rep.Nodes, opt.Nodes)
		}
		if r.Spent() < before || r.Spent() > 1 || rep.Spent != r.Spent() {
			t.Errorf("%v is spent after %v, and %v by the report", r.Spent(), before, rep.Spent)
		}
		if before = r.Spent(); before > 0.05 && before < 0.95 {
			between++
		}
	}); err != nil {
		t.Fatal(err)
	}
	if r.Spent() != 1 || between < 3 {
		t.Errorf("at the end %v is spent, with %d steps on the way", r.Spent(), between)
	}
}
