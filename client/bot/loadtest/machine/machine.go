// Package machine measures the limits of a machine for what a move in a game needs: durable
// commits, messages over WebSockets, memory for a connection. Reports compare a server's speed with
// them, since times alone describe the machine more than the server.
package machine

import (
	"context"
	"fmt"
	"runtime"
	"time"
)

// Limits are the limits of a machine, each measured separately.
type Limits struct {
	Processors int     `json:"processors"`
	Syncs      float64 `json:"syncs"`      // files synced to the disk per second, one after the other
	Commits    float64 `json:"commits"`    // moves per second that a bare database commits, 64 at a time
	CommitCost float64 `json:"commitCost"` // processor time of one of them, in microseconds
	Echoes     float64 `json:"echoes"`     // round trips per second over bare WebSockets
	EchoCost   float64 `json:"echoCost"`   // processor time of one, both ends together, in microseconds
	Socket     int     `json:"socket"`     // bytes of an idle bare WebSocket, only the server's end
}

// Moves returns an upper limit of the moves per second of a server of this kind: what the disk
// takes, and half the round trips, since the opponent also receives each move.
func (l *Limits) Moves() float64 { return min(l.Commits, l.Echoes/2) }

// Measure measures a machine. dir is a folder on the disk that the server's data is on.
func Measure(ctx context.Context, dir string) (*Limits, error) {
	return measure(ctx, dir, 2*time.Second)
}

// measure spends the given time on each limit.
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

// pace repeats a function for the given time. It returns the rate per second, and the processor
// time of one call in microseconds.
func pace(ctx context.Context, each time.Duration, do func() (times int, err error)) (perSecond, cost float64, err error) {
	if _, err := do(); err != nil { // the first call is slower
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
