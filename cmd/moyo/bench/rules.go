package bench

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"time"

	"moyo/board"
	"moyo/game/rules/weiqi"
)

// RulesOptions configure a measurement of the rules.
type RulesOptions struct {
	Time     time.Duration // of the processor, for each board
	Rounds   int           // rounds that the time is divided into
	Seed     uint64        // of the random moves
	Progress Progress      // in boards
}

// RulesSpeed is the result for one board. The speeds are the median of the rounds.
type RulesSpeed struct {
	Board         string  `json:"board"`
	Points        int     `json:"points"`
	Edges         int     `json:"edges"`
	MovesPerSec   float64 `json:"moves_per_second"`
	PlayoutsSec   float64 `json:"playouts_per_second"`
	MovesPlayout  float64 `json:"moves_per_playout"`
	AllocsPerMove float64 `json:"allocs_per_move"`
	Playouts      int     `json:"playouts"`
	Seconds       float64 `json:"seconds"`
}

// Rules measures light playouts: random moves from the empty board to the end, on one core. If ctx
// ends, it returns the boards measured so far.
func Rules(ctx context.Context, boards []*board.Board, opt RulesOptions) []RulesSpeed {
	var runs []*lightRun
	for _, b := range boards {
		runs = append(runs, newLightRun(b, opt.Seed))
	}
	opt.measure(ctx, runs)
	speeds := []RulesSpeed{}
	for _, r := range runs {
		if r.moves > 0 { // not stopped before its first round
			speeds = append(speeds, r.result())
		}
	}
	return speeds
}

// PrintRules writes the speeds as a table.
func PrintRules(out io.Writer, speeds []RulesSpeed) {
	fmt.Fprintf(out, "%-14s %7s %7s %12s %12s %14s %12s\n",
		"board", "points", "edges", "M moves/s", "playouts/s", "moves/playout", "allocs/move")
	for _, s := range speeds {
		fmt.Fprintf(out, "%-14s %7d %7d %12.2f %12.0f %14.1f %12.2g\n",
			s.Board, s.Points, s.Edges, s.MovesPerSec/1e6, s.PlayoutsSec, s.MovesPlayout, s.AllocsPerMove)
	}
}

// measure alternates between the boards, so that a temporary load on the machine slows all of them,
// until all rounds are done or ctx ends.
func (o RulesOptions) measure(ctx context.Context, runs []*lightRun) {
	for round := range o.Rounds {
		for i, r := range runs {
			r.round(ctx, o.Time/time.Duration(o.Rounds))
			o.Progress.set(int64(round*len(runs)+i+1), int64(o.Rounds*len(runs)))
		}
	}
}

// lightRun is one board being measured.
type lightRun struct {
	board    *board.Board
	empty, f *weiqi.Fast
	rng      *weiqi.Rand
	clock    func() time.Duration

	speeds          []float64 // moves per second of each round
	moves, playouts int
	spent           time.Duration

	allocs float64 // per move, the least of the rounds, since Go itself allocates now and then
}

func newLightRun(b *board.Board, seed uint64) *lightRun {
	f := weiqi.NewFast(b)
	return &lightRun{board: b, empty: f, f: f.Clone(), rng: weiqi.NewRand(seed), clock: clockOrTime(), allocs: math.Inf(1)}
}

// round plays for the given time. Before that it warms up and counts allocations, while only the
// rules run.
func (r *lightRun) round(ctx context.Context, length time.Duration) {
	batch := 1 + 10_000/r.board.Len() // playouts between two readings of the clock: some milliseconds
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	watched := r.play(batch)
	runtime.ReadMemStats(&after)
	r.allocs = min(r.allocs, float64(after.Mallocs-before.Mallocs)/float64(watched))
	moves, start, spent := 0, r.clock(), time.Duration(0)
	for spent < length && ctx.Err() == nil {
		moves += r.play(batch)
		r.playouts += batch
		spent = r.clock() - start
	}
	if moves == 0 {
		return
	}
	r.moves += moves
	r.spent += spent
	r.speeds = append(r.speeds, float64(moves)/spent.Seconds())
}

// play plays n games and returns the number of their moves.
func (r *lightRun) play(n int) (moves int) {
	limit := 10 * r.board.Len() // for boards without two eyes
	for range n {
		r.f.CopyFrom(r.empty)
		moves += r.f.Playout(r.rng, limit)
	}
	return moves
}

func (r *lightRun) result() RulesSpeed {
	slices.Sort(r.speeds)
	perPlayout := float64(r.moves) / float64(r.playouts)
	speed := r.speeds[len(r.speeds)/2]
	return RulesSpeed{
		Board: r.board.Spec(), Points: r.board.Len(), Edges: r.board.EdgeCount(),
		MovesPerSec: speed, PlayoutsSec: speed / perPlayout, MovesPlayout: perPlayout,
		AllocsPerMove: r.allocs, Playouts: r.playouts, Seconds: r.spent.Seconds(),
	}
}
