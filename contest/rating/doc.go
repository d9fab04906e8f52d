// Package rating measures the strength of people and engines. It has Glicko-2, the pools that
// ratings are kept in, Go's ranks, the value of handicaps, the conditions under which games count,
// and the measured ratings of the engine's levels. It is only arithmetic and tables: it uses no
// clock, no store and no rules of a game.
//
// # Pools
//
// A [Pool] identifies one rating of a person. In Go it is a class of boards at a speed, such as
// "weiqi/9x9/blitz"; see [Class] for the classes. The other games have few players: one rating over
// all boards and speeds, such as "gomoku", is more reliable than many ratings from a few games
// each. The table divided, in pool.go, lists the games with several pools.
//
// # Periods
//
// Glickman rates the games of a period together. People want to see the effect of a game when it
// ends, so each game is a period of its own, as long as the time since the previous one. A
// deviation grows with that time ([Rating.Aged]) and with nothing else. Lichess and Online-Go also
// rate each game separately.
//
// The log determines what is rated, and in which order: games by the time at which they ended, then
// by id. So the log is enough to compute all ratings again.
package rating
