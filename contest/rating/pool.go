package rating

import (
	"strings"

	"moyo/board"
	"moyo/game/clock"
)

// Pool names one rating of a player: a game, or a game with a class of boards and a speed,
// separated by slashes.
type Pool string

// Class is a class of boards that are played alike.
type Class string

// The classes. A torus, a Möbius band or any other board with closed lines is drawn in space and so
// counts as solid.
const (
	Class9     Class = "9x9"   // the grid of 9×9
	Class13    Class = "13x13" // the grid of 13×13
	Class19    Class = "19x19" // the grid of 19×19
	ClassFlat  Class = "flat"  // other boards that are drawn in the plane: grids, hexagons, circles
	ClassSolid Class = "solid" // boards that are drawn in space: rolled-up grids, spheres, cubes, lattices
)

// Classes returns every class.
func Classes() []Class { return []Class{Class9, Class13, Class19, ClassFlat, ClassSolid} }

// squares are the grids with a class of their own, by width.
var squares = map[int]Class{9: Class9, 13: Class13, 19: Class19}

// ClassOf returns the class of a board.
func ClassOf(b *board.Board) Class {
	if width, height, ok := b.Grid(); ok && width == height && squares[width] != "" {
		return squares[width]
	}
	if b.Flat() {
		return ClassFlat
	}
	return ClassSolid
}

// divided are the games with enough players for a pool per class and speed. Their strength is
// expressed in ranks.
var divided = map[string]bool{"weiqi": true}

// Ranked reports whether strength in a game is expressed in ranks, as in Go.
func Ranked(game string) bool { return divided[game] }

// Speeds returns the speeds of rated games. Games without a clock are not rated, since a losing
// player could simply leave.
func Speeds() []clock.Speed {
	return []clock.Speed{clock.SpeedBlitz, clock.SpeedRapid, clock.SpeedClassical, clock.SpeedCorrespondence}
}

// PoolOf returns the pool of a game on a board of a class at a speed.
func PoolOf(game string, class Class, speed clock.Speed) Pool {
	if !divided[game] {
		return Pool(game)
	}
	return Pool(game + "/" + string(class) + "/" + string(speed))
}

// Pools returns every pool of a game, as lists show them.
func Pools(game string) []Pool {
	if !divided[game] {
		return []Pool{Pool(game)}
	}
	var all []Pool
	for _, class := range Classes() {
		for _, speed := range Speeds() {
			all = append(all, PoolOf(game, class, speed))
		}
	}
	return all
}

// Parts returns the game of a pool, and its class and speed where it has them.
func (p Pool) Parts() (game string, class Class, speed clock.Speed) {
	game, rest, _ := strings.Cut(string(p), "/")
	c, s, _ := strings.Cut(rest, "/")
	return game, Class(c), clock.Speed(s)
}
