package training

import (
	"context"
	"errors"
	"time"

	"moyo/game"
	"moyo/server/base/wire"
	"moyo/study/puzzles"
)

// Puzzle returns a shipped puzzle: its start position and the number of moves of the side to move until the win. The error is not
// found, or another one.
func (s *Service) Puzzle(id string) (game.Position, int, error) {
	p, pos, err := s.puzzles.named(id)
	return pos, p.Depth, err
}

// TryPuzzle returns the effect of the last move in a puzzle.
func (s *Service) TryPuzzle(ctx context.Context, id string, moves []string) (*wire.EmbedAnswer, error) {
	found, err := s.puzzles.try(ctx, id, PuzzleTry{Moves: moves})
	if err != nil {
		return nil, err
	}
	// One step for the move and its reply: the player continues after the reply.
	step := wire.TrainingStep{Move: moves[len(moves)-1], Point: found.Last, Stones: found.Stones}
	if found.Last >= 0 {
		_, pos, err := s.puzzles.named(id)
		if err != nil {
			return nil, err
		}
		step.Color = map[byte]string{'x': "black", 'o': "white"}[found.Stones[found.Last]]
		step.Move = pos.Board().Name(game.Point(found.Last))
	}
	return &wire.EmbedAnswer{Verdict: found.Verdict, Text: found.Text, Reply: found.Reply, Steps: []wire.TrainingStep{step}}, nil
}

// errEmpty is the error of a program that was built without problems.
var errEmpty = errors.New("this program was built without problems")

// ProblemOfTheDay returns the key of the problem of the day at a time, in UTC.
func (s *Service) ProblemOfTheDay(ctx context.Context, at time.Time) (string, error) {
	shelf, err := s.load(ctx)
	if err != nil {
		return "", err
	}
	if len(shelf.problems) == 0 {
		return "", errEmpty
	}
	return shelf.problems[turnOf(dayOf(at), len(shelf.problems))].ID, nil
}

// PuzzleOfTheDay returns the id of the puzzle of the day at a time, in UTC.
func (s *Service) PuzzleOfTheDay(at time.Time) string {
	all := puzzles.VCF()
	return all[turnOf(dayOf(at), len(all))].ID
}

// dayOf returns the number of a time's day.
func dayOf(at time.Time) int { return int(at.Unix() / (24 * 60 * 60)) }

// turnOf returns the index of the item for a day, out of n. Each item comes once in n days. Neighbours in the list, which are about
// equally hard, are far apart in time.
func turnOf(day, n int) int {
	stride := n * 618 / 1000 // n times about the golden ratio
	for stride > 1 && gcd(stride, n) > 1 {
		stride--
	}
	return (day%n + n) % n * max(stride, 1) % n
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
