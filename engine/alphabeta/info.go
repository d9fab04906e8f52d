package alphabeta

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"moyo/engine"
	"moyo/game"
)

// Set changes the method ("method": pvs, alphabeta, minimax, mtdf), switches
// an idea by name ("on", "off") or sets a number by name.
func (o *Options) Set(key, value string) error {
	if key == "method" {
		m, ok := Methods[value]
		if !ok {
			return fmt.Errorf("want pvs, alphabeta, minimax or mtdf")
		}
		o.Method = m
		return nil
	}
	if i, ok := NumberOf(key); ok {
		n := numberTable[i]
		v, err := strconv.Atoi(value)
		if err != nil || v < n.Least || v > n.Most {
			return fmt.Errorf("want a number from %d to %d", n.Least, n.Most)
		}
		o.Shift[i] = int16(v - n.Value)
		return nil
	}
	idea := o.Switch(key)
	if idea == nil {
		return ErrUnknown
	}
	if value != "on" && value != "off" {
		return fmt.Errorf("want on or off")
	}
	*idea = value == "on"
	return nil
}

// ErrUnknown is the error for a setting that does not exist.
var ErrUnknown = fmt.Errorf("unknown setting")

// defaultTime is the time of a search without any limit.
const defaultTime = 5 * time.Second

// Bound turns the limits of an engine and its context into those of a search
// that began at begin. turns is the number of further moves of each side that
// the time of the game has to cover. The caller must call cancel.
func Bound(
	ctx context.Context, lim engine.Limits, turns int, begin time.Time,
) (bounded context.Context, al Limits, cancel context.CancelFunc) {
	al = Limits{Depth: lim.Depth, Nodes: lim.Nodes, Threads: lim.Threads, Best: lim.Best, Part: len(lim.Exclude) > 0}
	hard, soft := allot(lim, turns)
	if hard == 0 && lim.Nodes == 0 && lim.Depth == 0 {
		hard = defaultTime
	}
	if hard == 0 {
		return ctx, al, func() {}
	}
	al.Soft = soft
	bounded, cancel = context.WithDeadline(ctx, begin.Add(hard))
	return bounded, al, cancel
}

// allot returns how long a move may take at most, and after how long no further
// iteration begins; 0 is no limit. A limit for the move alone is used up. Of
// the time for the game, a move gets a share that leaves as much for each later
// move, and up to three times that to finish an iteration.
func allot(lim engine.Limits, turns int) (hard, soft time.Duration) {
	hard = lim.Time
	if !lim.Clock.Counts() {
		return hard, 0
	}
	share := lim.Clock.Share(turns)
	most := min(3*share, lim.Clock.Turn()*4/5)
	if hard == 0 || most < hard {
		hard = most
	}
	return max(hard, time.Millisecond), share * 3 / 5
}

// Info turns a result into an engine.Info. scale is the score of a win
// probability of 73 %.
func (r Result) Info(scale float64) engine.Info {
	i := engine.Info{
		Move: game.Move(r.Move), Value: WinProbability(r.Score, scale), Depth: r.Depth, Nodes: r.Nodes, Elapsed: r.Elapsed,
		PV: moves(r.PV), Mate: mate(r.Score),
	}
	i.Solved = i.Mate != 0
	for _, l := range r.Lines {
		c := engine.Candidate{Move: game.Move(l.Move), Value: WinProbability(l.Score, scale), PV: moves(l.PV), Mate: mate(l.Score)}
		c.Solved = c.Mate != 0
		i.Candidates = append(i.Candidates, c)
	}
	return i
}

func moves(points []int32) []game.Move {
	list := make([]game.Move, len(points))
	for i, p := range points {
		list[i] = game.Move(p)
	}
	return list
}

// WinProbability turns a score into a win probability from 0 to 1.
func WinProbability(score int, scale float64) float64 {
	switch {
	case score >= Proved:
		return 1
	case score <= -Proved:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(score)/scale))
}

// mate returns the plies to a proved end, negative for a loss, 0 if nothing is proved.
func mate(score int) int {
	switch {
	case score >= Proved:
		return Win - score
	case score <= -Proved:
		return -(Win + score)
	}
	return 0
}
