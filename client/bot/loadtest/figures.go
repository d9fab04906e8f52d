package loadtest

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ServerFigures are computed from the server's metrics before the load starts and after it ends.
type ServerFigures struct {
	Processor float64 `json:"processor"` // processor seconds while moves were made, warm-up included
	PerMove   float64 `json:"perMove"`   // of them in microseconds, for each acknowledged move
	Busy      float64 `json:"busy"`      // average number of busy processors
	Resident  float64 `json:"resident"`  // resident memory at the end, in bytes
	Goroutine float64 `json:"goroutines"`
	Files     float64 `json:"files"` // open descriptors
	Sockets   float64 `json:"sockets"`
	PerSocket float64 `json:"perSocket"` // bytes in use per connection after a garbage collection, including its share of a room
}

// figures reads the server's metrics; nil if they are not configured.
func (l *load) figures() map[string]float64 {
	if l.Metrics == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(l.ctx, l.Patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.Metrics, nil)
	if err != nil {
		l.fault("the server's metrics cannot be read: " + kindOf(err))
		return nil
	}
	res, err := l.people.http.Do(req)
	if err != nil {
		l.fault("the server's metrics cannot be read: " + kindOf(err))
		return nil
	}
	defer res.Body.Close()
	all := map[string]float64{"at": float64(time.Now().UnixMicro()) / 1e6}
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		name, value, ok := strings.Cut(lines.Text(), " ")
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
			all[name] = v
		}
	}
	return all
}

// collected reads the server's metrics after a garbage collection, which its profiler runs when
// asked for the heap; nil if metrics are not configured.
func (l *load) collected() map[string]float64 {
	heap := strings.TrimSuffix(l.Metrics, "/metrics") + "/debug/pprof/heap?gc=1"
	for range 2 { // pools and finalizers free their objects in the second one
		ctx, cancel := context.WithTimeout(l.ctx, l.Patience)
		if req, err := http.NewRequestWithContext(ctx, http.MethodGet, heap, nil); err == nil && l.Metrics != "" {
			if res, err := l.people.http.Do(req); err == nil {
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
			}
		}
		cancel()
	}
	return l.figures()
}

// inUse returns the bytes of heap and stacks from metrics.
func inUse(figures map[string]float64) float64 {
	return figures["go_memstats_heap_alloc_bytes"] + figures["go_memstats_stack_inuse_bytes"]
}

// between returns the server's use between two readings of its metrics, with the given number of
// acknowledged moves in the time measured, a part of the whole time.
func between(before, after map[string]float64, moves int, took time.Duration) *ServerFigures {
	if before == nil || after == nil || moves == 0 {
		return nil
	}
	cpu := after["process_cpu_seconds_total"] - before["process_cpu_seconds_total"]
	whole := after["at"] - before["at"]
	f := &ServerFigures{
		Processor: cpu, Busy: cpu / whole, Resident: after["process_resident_memory_bytes"], Goroutine: after["go_goroutines"],
		Files: after["process_open_fds"], Sockets: after["moyo_connections"],
	}
	f.PerMove = 1e6 * cpu / whole * took.Seconds() / float64(moves)
	return f
}
