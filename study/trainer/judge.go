package trainer

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"moyo/game"
	"moyo/solve/life"
)

// Verdict is the result of a move in a puzzle.
type Verdict string

// The verdicts. After Right the puzzle continues. Unclear is a move that the reader could not judge
// in its time. Hopeless is a puzzle without a solution, which only an uploaded one can be.
const (
	Right    Verdict = "right"
	Solved   Verdict = "solved"
	Wrong    Verdict = "wrong"
	Unclear  Verdict = "unclear"
	Hopeless Verdict = "hopeless"
)

// MaxMoves is the most moves, of both sides, in a try at a puzzle.
const MaxMoves = 60

// longest is the most moves of a person until a puzzle counts as solved, however long the line of
// best play is.
const longest = 8

// Judgement is the result of the last move of a try.
type Judgement struct {
	Verdict Verdict
	// Line is the continuation: after Right the most stubborn move, which may be a pass; after Wrong
	// the refutation, the other side's move first, as far as known.
	Line []game.Move
	Fate life.Fate // of the target, after Wrong
	// Assumes is the assumption of the fate.
	Assumes life.Assumption
}

// TryError is the error for a try with an illegal move.
type TryError struct {
	At     int // the move's index
	Reason game.Reason
}

func (e *TryError) Error() string { return fmt.Sprintf("move %d: %s", e.At+1, e.Reason) }

// ErrTurn is the error for a try that does not end with a move of the right side.
var ErrTurn = errors.New("the moves of a try are the solver's and the answers alternately")

// Play returns the position after a try's moves. The error is a *TryError if one of them is
// illegal.
func (z *Puzzle) Play(moves []game.Move) (*Position, error) {
	if len(moves) > MaxMoves {
		return nil, fmt.Errorf("%d moves are more than any puzzle needs", len(moves))
	}
	at := Start(&z.Problem)
	for i, m := range moves {
		if r := at.Play(m); r != game.Legal {
			return nil, &TryError{At: i, Reason: r}
		}
	}
	return at, nil
}

// Judge judges the last move of a try: the person's moves and the answers alternately, the person's
// last. If the reader gives no answer in its time, Judge uses the known solution.
func (z *Puzzle) Judge(ctx context.Context, r Reader, moves []game.Move) (Judgement, error) {
	if len(moves)%2 == 0 {
		return Judgement{}, ErrTurn
	}
	at, err := z.Play(moves)
	if err != nil {
		return Judgement{}, err
	}
	known := z.completed(ctx, r)
	if known.Best == life.Lose {
		return Judgement{Verdict: Hopeless}, nil
	}
	a := after(ctx, r, moves)
	switch right, sure := known.right(moves, a.Verdict); {
	case !sure:
		return Judgement{Verdict: Unclear}, nil
	case !right:
		return Judgement{Verdict: Wrong, Line: known.playable(moves, a.Line), Fate: a.Fate, Assumes: a.Assumes}, nil
	}
	if at.settled(z.ToPlay) || (len(moves)+1)/2 >= known.length() {
		return Judgement{Verdict: Solved}, nil
	}
	if reply := known.resistance(ctx, r, at, moves, a.Line); reply != game.NoMove {
		return Judgement{Verdict: Right, Line: []game.Move{reply}}, nil
	}
	return Judgement{Verdict: Solved}, nil
}

// maxReplies is the most replies to consider for one that needs an answer.
const maxReplies = 16

// resistance returns the other side's move after a try: the most stubborn one or, if the person
// does not even need to answer it, another one that needs an answer. It is game.NoMove if there is
// none.
func (z *Puzzle) resistance(ctx context.Context, r Reader, at *Position, moves, line []game.Move) game.Move {
	best := z.reply(moves, line)
	replies := []game.Move{best}
	for q := range game.Point(len(at.stones)) {
		if m := game.Place(q); m != best && len(replies) < maxReplies && at.Check(m) == game.Legal {
			replies = append(replies, m)
		}
	}
	for _, m := range replies {
		if m < 0 {
			continue
		}
		ignored := append(slices.Clone(moves), m, game.Pass)
		a := after(ctx, r, ignored)
		if right, sure := z.right(ignored, a.Verdict); sure && !right || !sure && m == best {
			return m
		}
	}
	return game.NoMove
}

// Solution returns the best line after a try's moves with the person to move, or nil if unknown.
func (z *Puzzle) Solution(ctx context.Context, r Reader, moves []game.Move) ([]game.Move, error) {
	if len(moves)%2 != 0 {
		return nil, ErrTurn
	}
	if _, err := z.Play(moves); err != nil {
		return nil, err
	}
	if z.follows(moves) && len(z.Line) > len(moves) {
		return z.Line[len(moves):], nil
	}
	a := after(ctx, r, moves)
	return z.playable(moves, a.Line), nil
}

// after asks the reader. An error counts as an unknown answer; the reader's owner handles its
// cause.
func after(ctx context.Context, r Reader, moves []game.Move) *life.Answer {
	a, err := r.After(ctx, moves)
	if err != nil || a == nil {
		return &life.Answer{Verdict: life.Unknown}
	}
	return a
}

// completed returns the puzzle with the reader's knowledge of its start, if the puzzle has none.
func (z *Puzzle) completed(ctx context.Context, r Reader) *Puzzle {
	if z.Best != life.Unknown && z.Best != "" {
		return z
	}
	a := after(ctx, r, nil)
	full := *z
	full.Best = a.Verdict
	if len(full.Line) == 0 {
		full.Line = a.Line
	}
	if a.All && len(full.First) == 0 {
		full.First = a.FirstMoves
	}
	return &full
}

// right reports whether the last of these moves, after which the other side reaches theirs, keeps
// the best possible result, and whether that is known.
func (z *Puzzle) right(moves []game.Move, theirs life.Verdict) (right, sure bool) {
	if len(moves) == 1 && len(z.First) > 0 {
		return slices.Contains(z.First, moves[0]), true
	}
	mine := map[life.Verdict]life.Verdict{life.Win: life.Lose, life.InKo: life.InKo, life.Lose: life.Win}[theirs]
	if mine == "" || worth(z.Best) == 0 {
		return z.follows(moves), z.follows(moves)
	}
	return worth(mine) >= worth(z.Best), true
}

// worth orders results; 0 is not worth playing for.
func worth(v life.Verdict) int {
	switch v {
	case life.Win:
		return 2
	case life.InKo:
		return 1
	}
	return 0
}

// follows reports whether the moves are those of the line of best play.
func (z *Puzzle) follows(moves []game.Move) bool {
	return len(moves) <= len(z.Line) && slices.Equal(moves, z.Line[:len(moves)])
}

// length returns how many moves the person plays until the puzzle counts as solved.
func (z *Puzzle) length() int {
	line := z.Line
	for len(line) > 0 && line[len(line)-1] == game.Pass {
		line = line[:len(line)-1]
	}
	return min(max((len(line)+1)/2, 1), longest)
}

// reply returns the most stubborn move, or game.NoMove.
func (z *Puzzle) reply(moves, line []game.Move) game.Move {
	if line = z.playable(moves, line); len(line) > 0 {
		return line[0]
	}
	if z.follows(moves) && len(z.Line) > len(moves) {
		return z.Line[len(moves)]
	}
	return game.NoMove
}

// playable returns the part of a line that can be played after the moves.
func (z *Puzzle) playable(moves, line []game.Move) []game.Move {
	at, err := z.Play(moves)
	if err != nil {
		return nil
	}
	for i, m := range line {
		if i >= MaxMoves || at.Play(m) != game.Legal {
			return line[:i]
		}
	}
	return line
}

// settled reports whether the side has nothing left to show.
func (at *Position) settled(side game.Color) bool {
	if side == at.side {
		return at.Safe()
	}
	return at.Captured()
}
