// Package bank defines problems of life and death with their solutions, and their compact file
// format. [Shipped] is the bank that comes with the program.
//
// # The file
//
// A file begins with the eight bytes "moyobnk1". The rest is compressed by DEFLATE (RFC 1951).
// Numbers are unsigned varints. A text is its length in bytes and its bytes; a list is its length
// and its entries. A move is its point plus one, and a pass is 0. An ascending list of points has
// the first point and then differences. The contents in order:
//
//	boards    list of texts: the specs
//	tags      list of texts
//	problems  list of problems
//
// A problem is:
//
//	id        text
//	board     number: index in boards
//	flags     byte: 1 White is to move; 2 kill and 4 status, where neither is
//	          set live; 8 the best that can be reached is a ko; 16 the solution
//	          is not known; 32 threats follow
//	threats   two bytes, Black's and White's, where the flag says so
//	ko        number: the point that may not be retaken at first plus one, or 0
//	stones    one byte for five points, in base 3, the first point lowest:
//	          0 empty, 1 black, 2 white
//	target    list of points
//	region    ascending list of points
//	walls     ascending list of points
//	first     list of moves: all that solve the problem
//	line      list of moves: best play of both sides, first[0] at its start
//	rating    number: points on the scale of Glicko-2
//	tags      list of numbers: indices in tags
//	notes     text
package bank

import (
	"bytes"
	_ "embed" // for the shipped file
	"fmt"
	"sync"

	"moyo/board"
	"moyo/game"
	"moyo/internal/sentence"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Problem is a problem with its solution.
type Problem struct {
	tsumego.Problem
	First  []game.Move  // all that solve it; empty if unknown
	Line   []game.Move  // best play of both sides
	Best   life.Verdict // the result of First: Win, InKo, or Unknown
	Rating int          // difficulty in points of Glicko-2
	Tags   []string     // such as "nakade"
}

// Unique reports whether only one move solves the problem.
func (p *Problem) Unique() bool { return len(p.First) == 1 }

// Rank returns the difficulty of the problem as a rank.
func (p *Problem) Rank() string { return Rank(float64(p.Rating)) }

// The scale of ranks: 30 kyu at rankFloor, and rankPoints points each.
const (
	rankFloor  = 600
	rankPoints = 50
	kyus       = 30
	dans       = 9
)

// Step returns the number of a rating's rank, from 0 for 30 kyu.
func Step(rating float64) int {
	step := int((rating - rankFloor + rankPoints/2) / rankPoints)
	return min(max(step, 0), kyus+dans-1)
}

// Rank returns the rank of a rating, "30k" to "1k" and "1d" to "9d".
func Rank(rating float64) string {
	step := Step(rating)
	if step < kyus {
		return fmt.Sprintf("%dk", kyus-step)
	}
	return fmt.Sprintf("%dd", step-kyus+1)
}

// RatingOf returns the rating in the middle of a rank, the inverse of [Rank].
func RatingOf(rank string) (float64, error) {
	var n int
	var unit byte
	if _, err := fmt.Sscanf(rank, "%d%c", &n, &unit); err != nil || rank != fmt.Sprintf("%d%c", n, unit) {
		return 0, sentence.Errorf("training.rankForm", "%.10q is not a rank. Write it like 12k or 2d.", rank)
	}
	switch {
	case unit == 'k' && n >= 1 && n <= kyus:
		return float64(rankFloor + rankPoints*(kyus-n)), nil
	case unit == 'd' && n >= 1 && n <= dans:
		return float64(rankFloor + rankPoints*(kyus-1+n)), nil
	}
	return 0, sentence.Errorf("training.rank", "There is no rank %.10q. Ranks go from 30k to 1k and from 1d to 9d.", rank)
}

//go:embed problems.bank
var shipped []byte

// Shipped returns the problems that come with the program, easy ones first. Callers share them and
// must not change them.
var Shipped = sync.OnceValues(func() ([]Problem, error) {
	return Read(bytes.NewReader(shipped), board.Parse)
})
