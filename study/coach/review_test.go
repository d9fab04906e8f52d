package coach_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"moyo/engine"
	"moyo/game"
	"moyo/study/coach"
)

// exact is an engine that plays every game to its end: for tiny boards.
type exact struct {
	searches int
	fail     error
	known    map[uint64]solved // by hash
}

// solved is what a position is worth to the side to move, and its first best move.
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
	return engine.Info{Move: best.move, Value: best.value, Solved: true}, e.fail
}

func (e *exact) solve(pos game.Position) solved {
	if out := pos.Outcome(); out.Over {
		if out.Winner == game.Empty {
			return solved{0.5, game.NoMove}
		}
		return solved{0, game.NoMove} // whoever would be next has lost
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

// ticTacToe is a game in which White's first move loses: the side instead of the
// corner, against the centre.
const ticTacToe = "B2 B1 A1 C3 A3 A2 C1"

func TestReview(t *testing.T) {
	pos := play(t, position(t, "gomoku:n=3", game.Black, ". . .", ". . .", ". . ."), strings.Fields(ticTacToe)...)
	if pos.Outcome().Winner != game.Black {
		t.Fatalf("not won:\n%s", game.Picture(pos))
	}
	var steps []int
	r, err := coach.Review(t.Context(), &exact{}, pos, engine.Limits{}, func(done, of int) {
		steps = append(steps, done)
		if of != 7 {
			t.Errorf("of %d moves", of)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Done || r.Turning != 1 || len(steps) != 7 || steps[6] != 7 {
		t.Errorf("turning %d, done %v, steps %v", r.Turning, r.Done, steps)
	}
	turned := r.Moves[1]
	if turned.Side != game.White || turned.Value != 0 || turned.Better != 0.5 || !turned.Solved || game.Format(pos, turned.Best) != "A3" {
		t.Errorf("%+v", turned)
	}
	if want := "hasWon, black;, turning, white, move B1, 2;, drawToLoss;, better, move A3"; text(pos, r.Says...) != want {
		t.Errorf("got %q, want %q", text(pos, r.Says...), want)
	}
	for i, j := range r.Moves {
		if i != 1 && j.Says != nil {
			t.Errorf("move %d: %q", i+1, text(pos, j.Says...))
		}
	}
}

// follower is an engine that would have played as it was played, and thinks well
// of every position.
type follower struct {
	exact
	game []game.Move
}

func (e *follower) Search(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	return engine.Info{Move: e.game[len(pos.Moves())], Value: 0.75}, nil
}

// TestReviewBlamesNoBestMove lets every value fall with moves that the engine
// would have played too: there was nothing better to name.
func TestReviewBlamesNoBestMove(t *testing.T) {
	pos := play(t, position(t, "gomoku:n=3", game.Black, ". . .", ". . .", ". . ."), strings.Fields(ticTacToe)...)
	r, err := coach.Review(t.Context(), &follower{game: pos.Moves()}, pos, engine.Limits{}, nil)
	if err != nil || r.Turning != -1 || r.Moves[5].Value != 0.25 || r.Moves[5].Best != game.NoMove {
		t.Errorf("%v %+v", err, r)
	}
}

// misser is an engine that would have taken the stone in the corner, and knows that all is
// lost without it.
type misser struct{ exact }

func (e *misser) Search(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	a2, _ := game.ParseMove(pos, "A2")
	value := 0.5
	switch len(pos.Moves()) {
	case 6:
		value = 0.9
	case 7:
		value = 0.8 // of the other side
	}
	return engine.Info{Move: a2, Value: value}, nil
}

// TestReviewResumed reviews a game that was resumed twice: what is said of a move is said
// of the position that it was played in.
func TestReviewResumed(t *testing.T) {
	pos := position(t, "weiqi", game.Black, ". . . .", ". . . .", ". . . .", ". . . .")
	for name := range strings.FieldsSeq("pass pass pass pass B1 A1 D4") {
		game.Resume(pos)
		play(t, pos, name)
	}
	r, err := coach.Review(t.Context(), &misser{}, pos, engine.Limits{}, nil)
	if err != nil || !r.Done || r.Turning != 6 {
		t.Fatalf("%v %+v", err, r)
	}
	if got, want := text(pos, r.Moves[6].Says...), "fell, black;, better, move A2;, takes, white, stones A1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestReviewStops ends a review in its middle: what was found is kept and no more
// is asked.
func TestReviewStops(t *testing.T) {
	pos := play(t, position(t, "gomoku:n=3", game.Black, ". . .", ". . .", ". . ."), strings.Fields(ticTacToe)...)
	ctx, stop := context.WithCancel(t.Context())
	eng := &exact{}
	r, err := coach.Review(ctx, eng, pos, engine.Limits{}, func(done, _ int) {
		if done == 2 {
			stop()
		}
	})
	if err != nil || r.Done || eng.searches != 2 || r.Moves[4].Side != game.Empty || r.Moves[5].Side != game.White {
		t.Errorf("%v, done %v, %d searches, %+v", err, r.Done, eng.searches, r.Moves)
	}
	if got := text(pos, r.Says...); got != "hasWon, black;, partial" { // and not that no move decided it
		t.Errorf("%q", got)
	}
}

func TestReviewFails(t *testing.T) {
	pos := play(t, position(t, "gomoku:n=3", game.Black, ". . .", ". . .", ". . ."), "B2", "A1", "B1")
	broken := errors.New("broken")
	if _, err := coach.Review(t.Context(), &exact{fail: broken}, pos, engine.Limits{}, nil); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// TestReviewOfADraw blames nobody for a game without mistakes.
func TestReviewOfADraw(t *testing.T) {
	pos := play(t, position(t, "gomoku:n=3", game.Black, ". . .", ". . .", ". . ."), strings.Fields("B2 A1 C1 A3 A2 C2 B3 B1 C3")...)
	r, err := coach.Review(t.Context(), &exact{}, pos, engine.Limits{}, nil)
	if err != nil || r.Turning != -1 || text(pos, r.Says...) != "drawn;, shifted" {
		t.Errorf("%v %+v", err, r)
	}
}

func TestHint(t *testing.T) {
	pos := play(t, position(t, "gomoku:n=3", game.Black, ". . .", ". . .", ". . ."), "B2", "A1", "B1")
	m, says, err := coach.Hint(t.Context(), &exact{}, pos, engine.Limits{})
	if want := "stops, black, points B3;, drawSure"; err != nil || game.Format(pos, m) != "B3" || text(pos, says...) != want {
		t.Errorf("%s %q %v, want %q", game.Format(pos, m), text(pos, says...), err, want)
	}
}
