// Package rows is n in a row for the baselines of the founding documents:
// unbroken rows of stones along the board's lines, and their number of open
// ends.
//
// It reads the number of stones that win, and whether longer rows win, from the
// id of the rules. It ignores other rules (Renju's forbidden points, Caro's
// blocked fives), as the programs described in the documents did.
package rows

import (
	"fmt"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
)

// Rows are the lines of a board and the number of stones that win on them.
type Rows struct {
	Lines *board.Lines
	N     int     // stones in a row that win
	exact [3]bool // by colour: longer rows do not win
}

// Of returns the rows of pos's board and rules. The error is for boards without
// lines and for games other than n in a row.
func Of(pos game.Position) (*Rows, error) {
	name, params, _ := strings.Cut(pos.Rules().ID(), ":")
	if name != "gomoku" {
		return nil, fmt.Errorf("%s: this engine plays gomoku only", name)
	}
	r := &Rows{Lines: pos.Board().Lines(), N: 5}
	if r.Lines == nil {
		return nil, fmt.Errorf("%s has no lines", pos.Board().Title())
	}
	for option := range strings.SplitSeq(params, ",") {
		switch key, value, _ := strings.Cut(option, "="); key {
		case "n":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return nil, fmt.Errorf("%s: n=%q is not a number of stones", name, value)
			}
			r.N = n
		case "rule":
			r.exact[game.Black] = value == "standard" || value == "caro9" || value == "renju"
			r.exact[game.White] = value == "standard" || value == "caro9"
		}
	}
	return r, nil
}

// Run returns the length of the unbroken row through the stone on p along the
// axis of direction d, and how many of its ends are empty points: two for a live
// row, one for a dead one. A closed line ends at p.
func (r *Rows) Run(stones []game.Color, p game.Point, d int) (length, open int) {
	length, end, round := r.walk(stones, p, d)
	if round {
		return length, 0
	}
	back, start, _ := r.walk(stones, p, d^1)
	return length + back - 1, isEmpty(stones, end) + isEmpty(stones, start)
}

// walk counts the stones of p's colour from p in direction d, including p, and
// returns the point after the last, board.None if the line ends. round reports
// that it returned to p.
func (r *Rows) walk(stones []game.Color, p game.Point, d int) (length int, end game.Point, round bool) {
	color, at := stones[p], board.Step{To: p, Dir: int8(d)}
	for length = 1; ; length++ {
		at = r.Lines.Next(at.To, int(at.Dir))
		if at.To == board.None || stones[at.To] != color {
			return length, at.To, false
		}
		if at.To == p {
			return length, p, true
		}
	}
}

// isEmpty returns 1 for an empty point, 0 for a stone or the end of the line.
func isEmpty(stones []game.Color, p game.Point) int {
	if p != board.None && stones[p] == game.Empty {
		return 1
	}
	return 0
}

// Begins reports whether the row of the stone on p along the axis of direction
// d begins at p, so that a loop over all stones counts each row once. A row all
// around the board has no beginning.
func (r *Rows) Begins(stones []game.Color, p game.Point, d int) bool {
	before := r.Lines.Next(p, d^1).To
	return before == board.None || stones[before] != stones[p]
}

// Wins reports whether the stone on p is in a row that wins.
func (r *Rows) Wins(stones []game.Color, p game.Point) bool {
	for d := 0; d < r.Lines.Dirs; d += 2 {
		length, _ := r.Run(stones, p, d)
		if length == r.N || length > r.N && !r.exact[stones[p]] {
			return true
		}
	}
	return false
}

// Stones returns the colours of all points of pos.
func Stones(pos game.Position) []game.Color {
	stones := make([]game.Color, pos.Board().Len())
	for p := range stones {
		stones[p] = pos.At(game.Point(p))
	}
	return stones
}

// Centre returns the point nearest to the middle of the board, the first of
// equals.
func Centre(b *board.Board) game.Point {
	best, least := game.Point(0), -1.0
	for p := range game.Point(b.Len()) {
		if d := Apart(b.Coord(p), board.Vec{}); least < 0 || d < least-1e-9 {
			best, least = p, d
		}
	}
	return best
}

// Apart returns the squared distance of two places.
func Apart(v, w board.Vec) float64 {
	sum := 0.0
	for i := range v {
		sum += (v[i] - w[i]) * (v[i] - w[i])
	}
	return sum
}

// Choices returns the moves that an engine may choose at the root: the legal
// ones without the excluded, or, if none is left, all legal ones.
func Choices(pos game.Position, exclude []game.Move) []game.Move {
	legal := pos.LegalMoves(nil)
	out := make(map[game.Move]bool, len(exclude))
	for _, m := range exclude {
		out[m] = true
	}
	var kept []game.Move
	for _, m := range legal {
		if !out[m] {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 {
		return legal
	}
	return kept
}
