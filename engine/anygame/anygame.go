// Package anygame plays every game by Monte-Carlo tree search, with no
// knowledge but the rules: a [game.Position] reports which moves are legal and
// who has won. Playouts are random. Trying moves finds immediate wins and their
// defences. It is the engine of games without their own, and a plain opponent
// in the others.
//
// Playouts that end in scoring, as Go's do, trust the score as it is: Go's own
// engine is in engine/weiqi.
package anygame

import (
	"fmt"
	"time"

	"moyo/engine/mcts"
)

// Options choose an engine.
type Options struct {
	Level   int   // 1 to 9; 0 is full strength
	Memory  int64 // bytes; 256 MiB if zero
	Threads int   // if the limits of a search set none; one if zero
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

// level is how one of the nine levels plays: the lower, the fewer playouts and
// the more noise. Levels that are not sharp do not check for immediate wins.
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
