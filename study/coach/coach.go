// Package coach explains games to beginners: what is going on in a position ([Notes]), why a move
// is good ([Reason]), why one is illegal ([Why]), and where a finished game was decided ([Review]).
// It is independent of the game: it plays moves on copies of the position and uses the position's
// abilities (game.Chainer, game.Capturer, game.Rower, game.Won, game.Faller, game.Turner).
//
// Its results are codes with arguments ([Saying]). The page has the sentences.
package coach

import (
	"slices"

	"moyo/game"
)

// MaxPoints is the largest board of which the coach tries every point; on larger ones it only
// explains chains.
const MaxPoints = 1024

// Wins returns the points where a stone of colour c would win immediately, if it were c's turn; nil
// if a stone cannot win in this game.
func Wins(pos game.Position, c game.Color) []game.Point {
	if _, counted := pos.(game.Scorer); counted {
		return nil
	}
	try := turned(pos, c)
	if try == nil || pos.Board().Len() > MaxPoints {
		return nil
	}
	var wins []game.Point
	for p := range game.Point(pos.Board().Len()) {
		if try.At(p) != game.Empty || try.Play(game.Place(p)) != nil {
			continue
		}
		if try.Outcome().Winner == c {
			wins = append(wins, p)
		}
		try.Undo()
	}
	return wins
}

// turned returns a copy of pos with c to move, nil if that is impossible.
func turned(pos game.Position, c game.Color) game.Position {
	if pos.Outcome().Over || c == game.Empty {
		return nil
	}
	try := pos.Clone()
	if try.ToPlay() == c {
		return try
	}
	t, ok := try.(game.Turner)
	if !ok {
		return nil
	}
	t.SetToPlay(c)
	return try
}

// chain is connected stones of one colour with their liberties.
type chain struct {
	color     game.Color
	stones    []game.Point
	liberties []game.Point
}

// chainsOf returns the chains of colour c, the largest first; nil in a game
// without chains.
func chainsOf(pos game.Position, c game.Color) []chain {
	chainer, ok := pos.(game.Chainer)
	if !ok {
		return nil
	}
	var all []chain
	seen := make([]bool, pos.Board().Len())
	for p := range game.Point(pos.Board().Len()) {
		if pos.At(p) != c || seen[p] {
			continue
		}
		stones, liberties := chainer.Chain(p)
		for _, q := range stones {
			seen[q] = true
		}
		all = append(all, chain{c, slices.Clone(stones), slices.Clone(liberties)})
	}
	slices.SortStableFunc(all, func(a, b chain) int { return len(b.stones) - len(a.stones) })
	return all
}

// Taking is a point where stones can be captured, and these stones.
type Taking struct {
	At     game.Point
	Stones []game.Point // ascending
}

// Takings returns the points where c would capture stones, if it were c's turn: most stones first.
func Takings(pos game.Position, c game.Color) []Taking {
	try := turned(pos, c)
	if try == nil {
		return nil
	}
	var all []Taking
	for _, p := range takingPoints(pos, c) {
		if try.At(p) != game.Empty || try.Play(game.Place(p)) != nil {
			continue
		}
		var gone []game.Point
		for q := range game.Point(pos.Board().Len()) {
			if pos.At(q) == c.Other() && try.At(q) == game.Empty {
				gone = append(gone, q)
			}
		}
		if len(gone) > 0 {
			all = append(all, Taking{p, gone})
		}
		try.Undo()
	}
	slices.SortStableFunc(all, func(a, b Taking) int { return len(b.Stones) - len(a.Stones) })
	return all
}

// takingPoints returns the points where c may capture: the last liberties of chains, or every point
// in games with other captures.
func takingPoints(pos game.Position, c game.Color) []game.Point {
	if !game.Takes(pos) {
		return nil
	}
	var points []game.Point
	if _, ok := pos.(game.Chainer); ok {
		for _, ch := range chainsOf(pos, c.Other()) {
			if len(ch.liberties) == 1 {
				points = append(points, ch.liberties[0])
			}
		}
		slices.Sort(points)
		return slices.Compact(points)
	}
	if pos.Board().Len() > MaxPoints {
		return nil
	}
	for p := range game.Point(pos.Board().Len()) {
		points = append(points, p)
	}
	return points
}
