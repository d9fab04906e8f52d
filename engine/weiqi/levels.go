package weiqi

import (
	"fmt"
	"time"

	"moyo/engine/mcts"
)

// level is how one of the nine levels plays: with fewer playouts, less
// knowledge and more noise the lower it is.
type level struct {
	playouts    int64
	time        time.Duration // at most, on large boards
	temperature float64
	blunder     float64
	policy      policy
	know        knowledge
}

// What the lower levels know: a novice plays near the last move, a pupil sees
// ataris too. Neither reads ladders or knows shapes.
var (
	novice = knowledge{even: 10, near: [3]float32{4, 4, 2}, margin: 0.2}
	pupil  = knowledge{even: 10, near: [3]float32{12, 11, 4}, capture: 6, captures: 12, selfkill: 5, margin: 0.1}
	// medium playouts fight for chains in atari half of the time.
	medium = policy{capture: 128, selfkill: 128}
)

// levels is how they play without a network. It was tuned by matches: each level beats the one two below clearly, but
// not always. docs/mcts.md has the figures.
var levels = [9]level{
	{playouts: 12, time: time.Second, temperature: 2, blunder: 0.20, policy: light, know: novice},
	{playouts: 40, time: time.Second, temperature: 1, blunder: 0.10, policy: light, know: novice},
	{playouts: 120, time: time.Second, temperature: 0.7, blunder: 0.05, policy: light, know: novice},
	{playouts: 80, time: time.Second, temperature: 0.6, blunder: 0.04, policy: medium, know: pupil},
	{playouts: 100, time: 2 * time.Second, temperature: 0.4, blunder: 0.02, policy: heavy, know: pupil},
	{playouts: 80, time: 2 * time.Second, temperature: 0.4, policy: heavy, know: full},
	{playouts: 220, time: 3 * time.Second, policy: heavy, know: full},
	{playouts: 1200, time: 4 * time.Second, policy: heavy, know: full},
	{playouts: 30000, time: 5 * time.Second, policy: heavy, know: full},
}

// ledLevel is how a level plays where a network leads the search.
type ledLevel struct {
	looks int64         // of a search
	time  time.Duration // at most, on large boards
	taste float64       // of the network's own chances, for who does not search
	least float64       // of the best one's chance, for a move to be considered
}

// ledLevels: the lower ones play what the network finds plausible at first sight, as people do, and the lower the
// less plausible; the highest search. docs/mcts.md has the matches.
var ledLevels = [9]ledLevel{
	{looks: 1, time: time.Second, taste: 5, least: 0.00001},
	{looks: 1, time: time.Second, taste: 4, least: 0.00004},
	{looks: 1, time: time.Second, taste: 3.4, least: 0.0002},
	{looks: 1, time: time.Second, taste: 3, least: 0.0005},
	{looks: 1, time: time.Second, taste: 2.5, least: 0.003},
	{looks: 1, time: time.Second, taste: 1.3, least: 0.015},
	{looks: 1, time: time.Second},
	{looks: 20, time: 3 * time.Second},
	{looks: 6000, time: 5 * time.Second},
}

// Tune implements mcts.Tuned.
func (r *root) Tune(o *mcts.Options) {
	if l := r.model.level; r.leads && l != nil {
		o.Playouts, o.Temperature, o.Blunder, o.Taste, o.TasteLeast = l.looks, 0, 0, l.taste, l.least
		if o.Time = l.time; r.playsOn {
			o.Time = 0
		}
	}
}

func (l *level) apply(o *mcts.Options, m *model) {
	for i := range levels {
		if &levels[i] == l {
			o.Name = fmt.Sprintf("mcts level %d", i+1)
		}
	}
	o.Playouts, o.Time, o.Temperature, o.Blunder = l.playouts, l.time, l.temperature, l.blunder
	m.policy, m.know = l.policy, l.know
}
