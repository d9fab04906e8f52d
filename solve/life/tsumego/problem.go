// Package tsumego defines a problem of life and death: a position, a group in question and the task
// of the side to move. It knows no solver and no files. docs/tsumego.md explains the questions.
package tsumego

import (
	"errors"
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/internal/sentence"
)

// MaxRegion is the largest number of points in a region.
const MaxRegion = 192

// MaxTargets is the largest number of chains in question.
const MaxTargets = 8

// Question is the task of the side to move.
type Question uint8

// The questions.
const (
	Live   Question = iota // the target is its own, and must live
	Kill                   // the target is the other side's, and must be captured
	Status                 // the target's status with either side to move first
)

var questionNames = [...]string{"live", "kill", "status"}

// String returns the question as one word, such as "kill".
func (q Question) String() string { return questionNames[q] }

// ParseQuestion parses the result of String.
func ParseQuestion(text string) (Question, error) {
	if i := slices.Index(questionNames[:], text); i >= 0 {
		return Question(i), nil
	}
	return 0, fmt.Errorf("question %.20q: want live, kill or status", text)
}

// Problem is a position and a question about it.
type Problem struct {
	ID     string
	Board  *board.Board
	Stones []game.Color // a colour for each point of the board
	ToPlay game.Color
	// Ko is the point at which the side to move may not retake at first, or board.None.
	Ko       game.Point
	Question Question
	// Target contains a stone of each chain in question, all of one colour: the defender needs any one
	// of them to live. Empty means every group of the defender in the region.
	Target []game.Point
	// Region contains the points that can be played on, now or after captures. Everything else is
	// fixed: stones outside cannot be captured, and empty points outside are liberties that are never
	// filled. If it is empty, moyo finds a region.
	Region []game.Point
	// Walls are empty points outside the region on which attacker's stones are assumed. FindRegion
	// adds them where the attacker is nearer.
	Walls []game.Point
	// Threats, if given, are the threats that the answer assumes; otherwise the answer tells how many
	// a ko needs.
	Threats *Threats
	Notes   string
}

// ErrProblem marks invalid problems.
var ErrProblem = errors.New("no such problem")

// Invalidf returns an error that wraps ErrProblem and describes the fault in a sentence with an id,
// for translation.
func Invalidf(id, format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrProblem, sentence.Errorf(id, format, args...))
}

// InvalidOf is [Invalidf] for a sentence about one of the sides.
func InvalidOf(side game.Color, id, black, white string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrProblem, &sentence.Error{Sentence: sentence.Of(side.String(), id, black, white, args...)})
}

// Defender returns the side whose groups are in question. A status problem without a target has
// none: game.Empty.
func (p *Problem) Defender() game.Color {
	switch {
	case p.Question == Live:
		return p.ToPlay
	case p.Question == Kill:
		return p.ToPlay.Other()
	case len(p.Target) > 0:
		return p.Stones[p.Target[0]]
	}
	return game.Empty
}

// Walled returns the stones of the problem and the attacker's stones that Walls assumes.
func (p *Problem) Walled() []game.Color {
	stones := slices.Clone(p.Stones)
	for _, q := range p.Walls {
		stones[q] = p.Defender().Other()
	}
	return stones
}

// Check returns an error that wraps ErrProblem if the problem is invalid.
func (p *Problem) Check() error {
	if p.Board == nil || len(p.Stones) != p.Board.Len() {
		return Invalidf("problem.colours", "%d colours are not one for each point of the board", len(p.Stones))
	}
	if p.ToPlay != game.Black && p.ToPlay != game.White {
		return Invalidf("problem.nobody", "no side is to move")
	}
	if len(p.Region) > MaxRegion {
		return Invalidf("problem.region", "a region of %d points: the maximum is %d", len(p.Region), MaxRegion)
	}
	if err := p.checkPoints(); err != nil {
		return err
	}
	if p.Defender() == game.Empty {
		return Invalidf("problem.status", "a status question needs a target")
	}
	if err := p.checkLiberties(); err != nil {
		return err
	}
	return p.checkReach()
}

func (p *Problem) checkPoints() error {
	inside := func(q game.Point) bool { return q >= 0 && int(q) < len(p.Stones) }
	for _, q := range p.Region {
		if !inside(q) {
			return Invalidf("problem.regionPoint", "the region has point %d, which is not on the board", q)
		}
	}
	for _, q := range p.Walls {
		if !inside(q) {
			return Invalidf("problem.wallPoint", "a wall on point %d, which is not on the board", q)
		}
		if p.Stones[q] != game.Empty || slices.Contains(p.Region, q) {
			return Invalidf("problem.wall", "a wall on %s, which is not an empty point outside the region", p.Board.Name(q))
		}
	}
	if p.Ko != board.None && (!inside(p.Ko) || p.Stones[p.Ko] != game.Empty) {
		return Invalidf("problem.koPoint", "the ko is not on an empty point")
	}
	if len(p.Target) > MaxTargets {
		return Invalidf("problem.targets", "%d targets: the maximum is %d", len(p.Target), MaxTargets)
	}
	for _, q := range p.Target {
		if !inside(q) {
			return Invalidf("problem.targetPoint", "the target is point %d, which is not on the board", q)
		}
		if p.Stones[q] != p.Defender() {
			return InvalidOf(p.Defender(), "problem.target", "no stone of Black's on the target %s",
				"no stone of White's on the target %s", p.Board.Name(q))
		}
		if len(p.Region) > 0 && !slices.Contains(p.Region, q) {
			return Invalidf("problem.targetOutside", "the target %s is outside the region", p.Board.Name(q))
		}
	}
	return nil
}

// CheckKo refuses an impossible ko: the side to move may only be restricted if the other side has just captured,
// with a single stone whose one liberty is that point. Check accepts any empty point.
func (p *Problem) CheckKo() error {
	if p.Ko == board.None {
		return nil
	}
	stones := p.Walled()
	lone := func(q game.Point) bool {
		return stones[q] == p.ToPlay.Other() && !slices.ContainsFunc(p.Board.Neighbors(q), func(n game.Point) bool {
			return n != p.Ko && stones[n] != p.ToPlay
		})
	}
	if slices.ContainsFunc(p.Board.Neighbors(p.Ko), lone) {
		return nil
	}
	return InvalidOf(p.ToPlay, "problem.ko", "the ko %s is not possible: no single stone of White's could be retaken there by Black",
		"the ko %s is not possible: no single stone of Black's could be retaken there by White", p.Board.Name(p.Ko))
}

// checkLiberties refuses chains without liberties beside the walls.
func (p *Problem) checkLiberties() error {
	stones := p.Walled()
	alive := make([]bool, len(stones))
	var queue []game.Point
	for q, c := range stones {
		if c != game.Empty && slices.ContainsFunc(p.Board.Neighbors(game.Point(q)), func(n game.Point) bool { return stones[n] == game.Empty }) {
			alive[q] = true
			queue = append(queue, game.Point(q))
		}
	}
	for len(queue) > 0 {
		q := queue[0]
		queue = queue[1:]
		for _, n := range p.Board.Neighbors(q) {
			if stones[n] == stones[q] && !alive[n] {
				alive[n] = true
				queue = append(queue, n)
			}
		}
	}
	for q, c := range stones {
		switch {
		case c == game.Empty || alive[q]:
		case len(p.Walls) > 0:
			return Invalidf("problem.wallLiberty", "the chain at %s has no liberty beside the walls", p.Board.Name(game.Point(q)))
		default:
			return Invalidf("problem.liberty", "the chain at %s has no liberty", p.Board.Name(game.Point(q)))
		}
	}
	return nil
}

// checkReach refuses a region that contains no liberty of a target, because then no move in it is
// about the target.
func (p *Problem) checkReach() error {
	if len(p.Region) == 0 {
		return nil
	}
	for _, t := range p.Target {
		if inside, outside := p.Liberties(t); len(inside) == 0 && len(outside) > 0 {
			return Invalidf("problem.reach", "the target %s has no liberty in the region: %s, outside, is never filled",
				p.Board.Name(t), p.Board.Name(outside[0]))
		}
	}
	return nil
}

// Liberties returns the liberties of the chain on a point: those in the region, and those outside, which
// are never filled. Walls are neither.
func (p *Problem) Liberties(of game.Point) (inside, outside []game.Point) {
	steps := p.Steps([]game.Point{of}, func(q game.Point) bool { return p.Stones[q] == p.Stones[of] })
	for i, c := range p.Stones {
		q := game.Point(i)
		if c != game.Empty || !slices.ContainsFunc(p.Board.Neighbors(q), func(n game.Point) bool { return steps[n] >= 0 }) {
			continue
		}
		switch {
		case slices.Contains(p.Region, q):
			inside = append(inside, q)
		case !slices.Contains(p.Walls, q):
			outside = append(outside, q)
		}
	}
	return inside, outside
}

// Steps returns the number of steps from the nearest of some points to each point that can be
// reached through allowed points, -1 for others.
func (p *Problem) Steps(from []game.Point, through func(game.Point) bool) []int {
	steps := make([]int, p.Board.Len())
	for q := range steps {
		steps[q] = -1
	}
	queue := append([]game.Point(nil), from...)
	for _, q := range from {
		steps[q] = 0
	}
	for i := 0; i < len(queue); i++ {
		for _, n := range p.Board.Neighbors(queue[i]) {
			if steps[n] < 0 && through(n) {
				steps[n] = steps[queue[i]] + 1
				queue = append(queue, n)
			}
		}
	}
	return steps
}
