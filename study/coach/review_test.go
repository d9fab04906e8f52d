package coach_test

import (
	"context"
	"strings"
	"testing"

	"moyo/engine"
	"moyo/game"
	"moyo/study/coach"
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
	return engine.Info{Move: best.move, Value: best.value, Solved: true}, e.fail
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

// ticTacToe is a game in which White's first move loses: it answers the centre at the side instead
// of the corner.
const ticTacToe = "B2 B1 A1 C3 A3 A2 C1"

// TestJudge explains what a move has lost: proven results first, then win probability, then points.
func TestJudge(t *testing.T) {
	pos := play(t, position(t, "gomoku:n=3", game.Black, ". . .", ". . .", ". . ."), "B2")
	a3, err := game.ParseMove(pos, "A3")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		j    coach.Judged
		want string
	}{
		{coach.Judged{Better: 1, Value: 0, Solved: true, Proven: true}, "winToLoss;"},
		{coach.Judged{Better: 1, Value: 0.6, Proven: true}, "winLost;"},
		{coach.Judged{Better: 0.5, Value: 0, Solved: true, Proven: true}, "drawToLoss;"},
		{coach.Judged{Better: 0.4, Value: 0, Solved: true}, "lossMade;"},
		{coach.Judged{Better: 0.8, Value: 0.5, Points: 9}, "fell, white;"},
		{coach.Judged{Better: 0.99, Value: 0.95, Points: 8.7}, "cost, white, 9;"},
	} {
		c.j.Side, c.j.Best = game.White, a3
		if got := text(pos, coach.Judge(pos, c.j)...); got != c.want+", better, move A3" {
			t.Errorf("%+v: %q, want %q", c.j, got, c.want)
		}
	}
}

// TestVerdict names no winner that the rules do not know, and does not deny a turning point before
// that is known.
func TestVerdict(t *testing.T) {
	won := play(t, position(t, "gomoku:n=3", game.Black, ". . .", ". . .", ". . ."), strings.Fields(ticTacToe)...)
	counted := play(t, position(t, "weiqi", game.Black, ". . . .", ". . . .", ". . . .", ". . . ."), "pass", "pass")
	turn := &coach.Turn{Side: game.White, Move: 1, Number: 2}
	for _, c := range []struct {
		end   game.Position
		found coach.Found
		want  string
	}{
		{won, coach.Found{Turning: turn, Whole: true, Settled: true}, "hasWon, black;, turning, white, move B3, 2"},
		{won, coach.Found{Whole: true, Settled: true}, "hasWon, black;, shifted"},
		{won, coach.Found{Whole: true}, "hasWon, black"},
		{won, coach.Found{}, "hasWon, black;, partial"},
		{counted, coach.Found{Whole: true, Settled: true}, "shifted"},
		{counted, coach.Found{Whole: true, Rough: true}, "rough"},
	} {
		if got := text(c.end, coach.Verdict(c.end, c.found)...); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	pos := play(t, position(t, "gomoku:n=3", game.Black, ". . .", ". . .", ". . ."), "B2", "A1", "B1")
	m, says, err := coach.Hint(t.Context(), &exact{}, pos, engine.Limits{})
	if want := "stops, black, points B3;, drawSure"; err != nil || game.Format(pos, m) != "B3" || text(pos, says...) != want {
		t.Errorf("%s %q %v, want %q", game.Format(pos, m), text(pos, says...), err, want)
	}
}
