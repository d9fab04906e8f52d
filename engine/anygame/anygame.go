// Package anygame plays every game by Monte-Carlo tree search, knowing nothing of
// it but its rules: a [game.Position] is asked which moves are legal and who has
// won, playouts choose at random, and what wins at once or has to be stopped at
// once is found by trying moves. It is the opponent in games that have no engine
// of their own, and the plain one beside those that have.
//
// Playouts that end in a count, as Go's do, take its word for it: Go's own engine
// is in engine/weiqi.
package anygame

import (
	"fmt"
	"time"

	"moyo/engine/mcts"
)

// Options choose an engine.
type Options struct {
	Level   int   // 1 to 9; 0 is full strength without bounds of its own
	Memory  int64 // bytes; 256 MiB if zero
	Threads int   // where the limits of a search give none; one if zero
}

// New returns an engine.
func New(opt Options) *mcts.Engine {
	o := mcts.Options{Memory: opt.Memory, Threads: opt.Threads}
	m := model{near: true, sharp: true}
	if opt.Level > 0 {
		n := min(opt.Level, len(levels))
		l := levels[n-1]
		o.Name = fmt.Sprintf("mcts level %d", n)
		o.Playouts, o.Time, o.Temperature, o.Blunder = l.playouts, l.time, l.temperature, l.blunder
		m.sharp = l.sharp
	}
	return mcts.New(m, o)
}

// level is how one of the nine levels plays: with fewer playouts and more noise
// the lower it is. Those that are not sharp do not see what wins at once.
type level struct {
	playouts    int64
	time        time.Duration // at most, on large boards
	temperature float64
	blunder     float64
	sharp       bool
}

var levels = [9]level{
	{playouts: 10, time: time.Second, temperature: 2, blunder: 0.25},
	{playouts: 30, time: time.Second, temperature: 1, blunder: 0.12},
	{playouts: 80, time: time.Second, temperature: 0.7, blunder: 0.06},
	{playouts: 80, time: time.Second, temperature: 0.6, blunder: 0.04, sharp: true},
	{playouts: 200, time: time.Second, temperature: 0.4, blunder: 0.02, sharp: true},
	{playouts: 500, time: time.Second, temperature: 0.3, sharp: true},
	{playouts: 1500, time: 2 * time.Second, sharp: true},
	{playouts: 6000, time: 3 * time.Second, sharp: true},
	{playouts: 40000, time: 5 * time.Second, sharp: true},
}
