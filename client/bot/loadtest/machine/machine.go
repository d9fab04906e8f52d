// Package machine measures what a machine can do at most of what a move in a game needs:
// commits that are on disk, messages over WebSockets, memory for a connection. A server's
// speed is told beside it: seconds alone say more of the machine than of the server.
package machine

import (
	"context"
	"fmt"
	"runtime"
	"time"
)

// Limits are those of a machine, each measured alone.
type Limits struct {
	Processors int     `json:"processors"`
	Syncs      float64 `json:"syncs"`      // files synced to the disk a second, one after the other
	Commits    float64 `json:"commits"`    // moves a second that are committed, 64 at a time, by a bare database
	CommitCost float64 `json:"commitCost"` // processor of one of them, in microseconds
	Echoes     float64 `json:"echoes"`     // round trips a second over bare WebSockets
	EchoCost   float64 `json:"echoCost"`   // processor of one, both ends together, in microseconds
	Socket     int     `json:"socket"`     // bytes of an idle bare WebSocket, the server's end alone
}

// Moves returns the moves a second that no server of this kind can go over: what the
// disk takes, and half the round trips, since the opponent is told of each move as well.
func (l *Limits) Moves() float64 { return min(l.Commits, l.Echoes/2) }

// Measure measures a machine. dir is a folder on the disk that the server's data is on.
func Measure(ctx context.Context, dir string) (*Limits, error) {
	return measure(ctx, dir, 2*time.Second)
}

// measure takes so long for each of the limits.
func measure(ctx context.Context, dir string, each time.Duration) (*Limits, error) {
	l := &Limits{Processors: runtime.GOMAXPROCS(0)}
	var err error
	if l.Socket, err = bareSocket(ctx); err != nil {
		return nil, fmt.Errorf("measuring idle sockets: %w", err)
	}
	if l.Syncs, err = syncs(ctx, dir, each); err != nil {
		return nil, fmt.Errorf("measuring the disk: %w", err)
	}
	if l.Commits, l.CommitCost, err = commits(ctx, dir, each); err != nil {
		return nil, fmt.Errorf("measuring commits: %w", err)
	}
	if l.Echoes, l.EchoCost, err = echoes(ctx, each); err != nil {
		return nil, fmt.Errorf("measuring WebSockets: %w", err)
	}
	return l, ctx.Err()
}

// pace does something for so long, and returns how often a second, and with
// how many microseconds of processor each time.
func pace(ctx context.Context, each time.Duration, do func() (times int, err error)) (perSecond, cost float64, err error) {
	if _, err := do(); err != nil { // the first time is not like the others
		return 0, 0, err
	}
	began, cpu, n := time.Now(), Processor(), 0
	for ctx.Err() == nil && time.Since(began) < each {
		times, err := do()
		if err != nil {
			return 0, 0, err
		}
		n += times
	}
	return float64(n) / time.Since(began).Seconds(), (Processor() - cpu) / float64(max(1, n)) * 1e6, ctx.Err()
}
