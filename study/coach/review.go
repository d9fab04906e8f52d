package coach

import (
	"context"
	"fmt"
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
	Text   string    // about the move where it lost much, else ""
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
	Turning int    // index of the move that turned the game, -1 where none did
	Text    string // a few sentences
	Done    bool   // every move was looked at
}

// Much is the loss of win chance from which a move is spoken of.
const Much = 0.15

// Review looks at every position of the game that pos is the end of, from the
// last to the first, with eng and lim for each, and names the move that decided
// it: of the loser's moves (anybody's in a draw or an unfinished game) the one
// that gave away the most. report, if not nil, is called after each position with
// how many are done. When ctx ends, the report holds what was found by then. The
// error is the engine's.
func Review(ctx context.Context, eng engine.Engine, pos game.Position, lim engine.Limits, you game.Color, report func(done, of int)) (Report, error) {
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
	r.conclude(pos, at, you)
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

// conclude finds the turning point and writes the texts. at is the earliest
// position that was looked at.
func (r *Report) conclude(end, at game.Position, you game.Color) {
	loser := end.Outcome().Winner.Other()
	most := Much
	for i, j := range r.Moves {
		if j.lost() >= most && (loser == game.Empty || j.Side == loser) {
			r.Turning, most = i, j.lost()
		}
	}
	v := voice{end.Board(), you}
	first := len(at.Moves())
	for i := first; i < len(r.Moves); i++ {
		if j := &r.Moves[i]; j.lost() >= Much {
			j.Text = v.judgement(at, *j)
		}
		_ = at.Play(r.Moves[i].Move) // as it was played
	}
	r.Text = v.verdict(end, r)
}

// judgement says what was wrong with a move in pos.
func (v voice) judgement(pos game.Position, j Judged) string {
	text := "It let " + v.whose(j.Side) + " win chance fall from " + percent(j.Better) + " to " + percent(j.Value)
	switch {
	case j.Proven && j.Solved && j.Better == 1 && j.Value == 0:
		text = "It turned a proven win into a proven loss"
	case j.Proven && j.Better == 1:
		text = "It threw away a proven win"
	case j.Proven && j.Better == 0.5 && j.Solved:
		text = "It turned a certain draw into a certain loss"
	case j.Solved && j.Value == 0:
		text = "It made the loss certain"
	}
	text += fmt.Sprintf(". Better was %s", game.Format(pos, j.Best))
	if reason := Reason(pos, j.Best, v.you); reason != "" {
		return text + ": " + lower(reason)
	}
	return text + "."
}

// verdict sums a review up.
func (v voice) verdict(end game.Position, r *Report) string {
	head := ""
	switch out := end.Outcome(); {
	case !out.Over:
		// broken off or given up: the rules know no winner
	case out.Winner == game.Empty:
		head = "The game is a draw. "
	case out.Winner == v.you:
		head = "You have won. "
	default:
		head = title(out.Winner) + " has won. "
	}
	if !r.Done && len(r.Moves) > 0 {
		head += "Only the last part of the game was looked at. "
	}
	if r.Turning < 0 {
		return head + "No single move decided it: the chances shifted little by little."
	}
	j := r.Moves[r.Turning]
	whose := v.whose(j.Side)
	return fmt.Sprintf("%sThe turning point was move %d, %s %s. %s", head, r.Turning+1, whose, game.Format(end, j.Move), j.Text)
}

func percent(x float64) string { return fmt.Sprintf("%d %%", int(math.Round(100*x))) }

// lower begins with a small letter.
func lower(text string) string {
	if len(text) < 2 || text[1] >= 'A' && text[1] <= 'Z' || text[1] >= '0' && text[1] <= '9' {
		return text // a point's name
	}
	return string(text[0]|0x20) + text[1:]
}
