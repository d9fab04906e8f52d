package review_test

import (
	"context"
	"errors"
	"testing"

	"moyo/engine"
	"moyo/game"
	"moyo/study/review"
)

// TestBefore goes back in a game, also to where it was resumed.
func TestBefore(t *testing.T) {
	pos := weiqiGame(t, 4, "pass pass B1 A1 pass pass D4")
	for i, want := range []string{
		"", "pass", "pass pass", "pass pass B1", "pass pass B1 A1", "pass pass B1 A1 pass", "pass pass B1 A1 pass pass",
	} {
		at, same := review.Before(pos, i), weiqiGame(t, 4, want)
		game.Resume(same)
		if len(at.Moves()) != i || at.Hash() != same.Hash() || at.ToPlay() != same.ToPlay() || at.Outcome().Over {
			t.Errorf("before move %d: %v, over: %v", i+1, at.Moves(), at.Outcome().Over)
		}
	}
	if len(pos.Moves()) != 7 {
		t.Error("the game itself was changed")
	}
}

// valued gives the position after each move a value for the side that made it, and a lead.
type valued struct {
	says
	worth map[string]float64
	lead  map[string]float64
	exact bool
	asked []string
}

func (e *valued) Search(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	moves := pos.Moves()
	name := game.Format(pos, moves[len(moves)-1])
	e.asked = append(e.asked, name)
	reply := pos.LegalMoves(nil)[0]
	return engine.Info{
		Move: reply, PV: []game.Move{reply}, Value: 1 - e.worth[name], Lead: -e.lead[name], HasLead: e.lead != nil, Depth: 1, Solved: e.exact,
	}, nil
}

func TestRetry(t *testing.T) {
	pos := weiqiGame(t, 4, "pass")
	for _, c := range []struct {
		name   string
		eng    *valued
		move   string
		class  review.Class
		right  bool
		proven bool
		asked  int
	}{
		{"the better move itself", &valued{worth: map[string]float64{"B1": 0.1}}, "B1", review.Best, true, false, 1},
		{"nearly as good", &valued{worth: map[string]float64{"B1": 0.6, "C1": 0.56}}, "C1", review.Good, true, false, 2},
		{"better still", &valued{worth: map[string]float64{"B1": 0.6, "C1": 0.9}}, "C1", review.Good, true, false, 2},
		{"not quite", &valued{worth: map[string]float64{"B1": 0.6, "C1": 0.54}}, "C1", review.Inaccuracy, false, false, 2},
		{"bad", &valued{worth: map[string]float64{"B1": 0.6, "C1": 0.1}}, "C1", review.Blunder, false, false, 2},
		{"points", &valued{worth: map[string]float64{"B1": 0.9, "C1": 0.9}, lead: map[string]float64{"B1": 10, "C1": 1}},
			"C1", review.Mistake, false, false, 2},
		{"a win", &valued{worth: map[string]float64{"C1": 1}, exact: true}, "C1", review.Best, true, true, 1},
	} {
		better, _ := game.ParseMove(pos, "B1")
		move, _ := game.ParseMove(pos, c.move)
		got, err := review.Retry(t.Context(), c.eng, pos, better, move, engine.Limits{})
		if err != nil || got.Class != c.class || got.Right() != c.right || got.Proven != c.proven ||
			len(c.eng.asked) != c.asked || len(got.Line) != 2 || got.Line[0] != move {
			t.Errorf("%s: %+v %v, asked of %v", c.name, got, err, c.eng.asked)
		}
	}
	if len(pos.Moves()) != 1 {
		t.Error("the position was changed")
	}
	if _, err := review.Retry(t.Context(), &valued{}, weiqiGame(t, 4, "B1"), game.Place(13), game.Place(13), engine.Limits{}); err == nil {
		t.Error("an illegal move is judged")
	} else if _, ok := errors.AsType[*game.IllegalMove](err); !ok {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := review.Retry(ctx, &valued{}, pos, game.Place(1), game.Place(2), engine.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cut short: %v", err)
	}
}

// TestRetryTheEnd: the rules evaluate a move that ends the game.
func TestRetryTheEnd(t *testing.T) {
	pos := ticTacToe(t, "A1 B1 A2 B2")
	win, _ := game.ParseMove(pos, "A3")
	got, err := review.Retry(t.Context(), &valued{}, pos, game.Place(0), win, engine.Limits{})
	if err != nil || !got.Right() || !got.Proven || got.Value != 1 || len(got.Line) != 1 {
		t.Errorf("%+v %v", got, err)
	}
}
