// Package rating is how strong people and engines are: Glicko-2, the pools that
// ratings are kept in, Go's ranks, what a handicap is worth, which games count,
// and the ratings of the engine's levels, which matches have measured. It is
// arithmetic and tables alone: no clock, no store, no rules of a game.
//
// # Pools
//
// A [Pool] is what one number of a person stands for. In Go it is a class of
// boards at a speed, such as "weiqi/9x9/blitz"; see [Class] for how boards are
// classed. The other games have few players, so that one number a person over
// all boards and speeds says more than many numbers that rest on nothing:
// "gomoku". The table divided, in pool.go, says which game is which.
//
// # Periods
//
// Glickman rates the games of a period together. People want to see what a game
// has done when it ends, so each game is a period of its own, as long as the
// time since the last one: a deviation grows with that time ([Rating.Aged]) and
// with nothing else. Lichess and Online-Go rate by the game too.
//
// What is rated, in which order, follows from the log: games in the order of the
// time at which they ended, of the same millisecond by their ids. So ratings can
// be made again from the log, with the same result.
package rating
