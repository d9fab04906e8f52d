package training

import (
	"context"
	"errors"
	"time"

	"moyo/game"
	"moyo/server/base/wire"
	"moyo/study/puzzles"
)

// Puzzle returns a puzzle of those that ship: the position that it begins with, and how
// many moves of the side to move the win takes. The error is that there is none, or another.
func (s *Service) Puzzle(id string) (game.Position, int, error) {
	p, pos, err := s.puzzles.named(id)
	return pos, p.Depth, err
}

// TryPuzzle says what the last of some moves does in a puzzle.
func (s *Service) TryPuzzle(ctx context.Context, id string, moves []string) (*wire.EmbedAnswer, error) {
	_, pos, err := s.puzzles.named(id)
	if err != nil {
		return nil, err
	}
	found, err := s.puzzles.try(ctx, id, PuzzleTry{Moves: moves})
	if err != nil {
		return nil, err
	}
	// One step for the move and the answer to it: where they left off is what counts.
	step := wire.TrainingStep{Move: moves[len(moves)-1], Point: found.Last, Stones: found.Stones}
	if found.Last >= 0 {
		step.Color = map[byte]string{'x': "black", 'o': "white"}[found.Stones[found.Last]]
		step.Move = pos.Board().Name(game.Point(found.Last))
	}
	return &wire.EmbedAnswer{Verdict: found.Verdict, Text: found.Text, Reply: found.Reply, Steps: []wire.TrainingStep{step}}, nil
}

// errEmpty is the error of a program without problems: one that was built wrong.
var errEmpty = errors.New("no problems come with this program")

// ProblemOfTheDay returns the key of the problem of the day that a moment is in, by UTC.
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

// PuzzleOfTheDay returns the id of the puzzle of the day that a moment is in, by UTC.
func (s *Service) PuzzleOfTheDay(at time.Time) string {
	all := puzzles.VCF()
	return all[turnOf(dayOf(at), len(all))].ID
}

// dayOf returns the number of a moment's day.
func dayOf(at time.Time) int { return int(at.Unix() / (24 * 60 * 60)) }

// turnOf returns which of n things has its turn on a day: each once in n days, and
// neighbours in the list, which are about as hard, far from each other in time.
func turnOf(day, n int) int {
	stride := n * 618 / 1000 // about the golden section
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
