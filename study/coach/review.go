package coach

import (
	"context"
	"math"

	"moyo/engine"
	"moyo/game"
)

// Judged is a move of a reviewed game. Values are win chances of Side, 0 to 1.
type Judged struct {
	Side   game.Color
	Move   game.Move
	Value  float64   // after the move
	Solved bool      // Value is exact
	Best   game.Move // what would have been better; NoMove where nothing was, or that is not known
	Better float64   // the value of Best
	Proven bool      // Better is exact
	Says   []Saying  // about the move where it lost much
}

// lost returns how much of the win chance the move gave away.
func (j Judged) lost() float64 {
	if j.Best == game.NoMove {
		return 0
	}
	return j.Better - j.Value
}

// Report is what a review has found.
type Report struct {
	Moves   []Judged
	Turning int      // index of the move that turned the game, -1 where none did
	Says    []Saying // of the whole game
	Done    bool     // every move was looked at
}

// Much is the loss of win chance from which a move is spoken of.
const Much = 0.15

// Review looks at every position of the game that pos is the end of, from the
// last to the first, with eng and lim for each, and names the move that decided
// it: of the loser's moves (anybody's in a draw or an unfinished game) the one
// that gave away the most. report, if not nil, is called after each position with
// how many are done. When ctx ends, the report holds what was found by then. The
// error is the engine's.
func Review(ctx context.Context, eng engine.Engine, pos game.Position, lim engine.Limits, report func(done, of int)) (Report, error) {
	moves := pos.Moves()
	r := Report{Moves: make([]Judged, len(moves)), Turning: -1}
	for i := range r.Moves {
		r.Moves[i] = Judged{Move: moves[i], Value: math.NaN(), Best: game.NoMove}
	}
	at := pos.Clone()
	after, err := valueOf(ctx, eng, at, lim)
	for i := len(moves) - 1; i >= 0 && err == nil && ctx.Err() == nil; i-- {
		next := at.Clone()
		if !at.Undo() {
			break
		}
		var before valued
		before, err = valueOf(ctx, eng, at, lim)
		if err != nil || ctx.Err() != nil {
			break // what a search says that was cut short is not worth telling
		}
		r.Moves[i] = judge(at, next, moves[i], before, after)
		after = before
		if report != nil {
			report(len(moves)-i, len(moves))
		}
		r.Done = i == 0
	}
	if err != nil && ctx.Err() == nil {
		return r, err
	}
	r.conclude(pos, at)
	return r, nil
}

// valued is what a position is worth to the side to move; where the game is
// over, to Black.
type valued struct {
	engine.Info
	side game.Color
}

// value returns the win chance of c.
func (v valued) value(c game.Color) float64 {
	if c == v.side {
		return v.Value
	}
	return 1 - v.Value
}

// valueOf asks the engine, or the rules where the game is over.
func valueOf(ctx context.Context, eng engine.Engine, pos game.Position, lim engine.Limits) (valued, error) {
	out := pos.Outcome()
	if !out.Over {
		info, err := eng.Search(ctx, pos, lim, nil)
		return valued{info, pos.ToPlay()}, err
	}
	v := valued{engine.Info{Move: game.NoMove, Value: 0.5, Solved: true}, game.Black}
	switch out.Winner {
	case game.Black:
		v.Value = 1
	case game.White:
		v.Value = 0
	}
	return v, nil
}

// judge compares what a position is worth before and after a move.
func judge(at, next game.Position, m game.Move, before, after valued) Judged {
	side := at.ToPlay()
	j := Judged{
		Side: side, Move: m, Best: game.NoMove,
		Value: after.value(side), Solved: after.Solved || after.Mate != 0 || next.Outcome().Over,
	}
	if before.Move != m && before.Value > j.Value {
		j.Best, j.Better, j.Proven = before.Move, before.Value, before.Solved || before.Mate != 0
	}
	return j
}

// conclude finds the turning point and says what there is to say. at is the earliest
// position that was looked at.
func (r *Report) conclude(end, at game.Position) {
	loser := end.Outcome().Winner.Other()
	most := Much
	for i, j := range r.Moves {
		if j.lost() >= most && (loser == game.Empty || j.Side == loser) {
			r.Turning, most = i, j.lost()
		}
	}
	first := len(at.Moves())
	for i := first; i < len(r.Moves); i++ {
		if j := &r.Moves[i]; j.lost() >= Much {
			j.Says = judgement(at, *j)
		}
		game.Resume(at)
		_ = at.Play(r.Moves[i].Move) // as it was played
	}
	r.Says = r.verdict(end)
}

// judgement says what was wrong with a move in pos, and what would have been better.
func judgement(pos game.Position, j Judged) []Saying {
	s := counted(Fell, j.Side, 0)
	s.From, s.Value = j.Better, j.Value
	switch {
	case j.Proven && j.Solved && j.Better == 1 && j.Value == 0:
		s = plain(WinToLoss)
	case j.Proven && j.Better == 1:
		s = plain(WinLost)
	case j.Proven && j.Better == 0.5 && j.Solved:
		s = plain(DrawToLoss)
	case j.Solved && j.Value == 0:
		s = plain(LossMade)
	}
	return append([]Saying{s, of(Better, j.Best)}, Reason(pos, j.Best)...)
}

// verdict sums a review up.
func (r *Report) verdict(end game.Position) []Saying {
	var says []Saying
	switch out := end.Outcome(); {
	case !out.Over:
		// broken off or given up: the rules know no winner
	case out.Winner == game.Empty:
		says = append(says, plain(Drawn))
	default:
		says = append(says, counted(HasWon, out.Winner, 0))
	}
	if !r.Done && len(r.Moves) > 0 {
		says = append(says, plain(Partial))
	}
	switch {
	case r.Turning < 0 && r.Done:
		return append(says, plain(Shifted))
	case r.Turning < 0:
		return says // what was not looked at may have decided it
	}
	j := r.Moves[r.Turning]
	turning := counted(Turning, j.Side, r.Turning+1)
	turning.Move = j.Move
	return append(append(says, turning), j.Says...)
}
