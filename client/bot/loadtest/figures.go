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

// ServerFigures are what the server says of itself in its metrics: before the load is
// opened at the beginning, and when it is over.
type ServerFigures struct {
	Processor float64 `json:"processor"` // seconds that it took while moves were made, warm-up included
	PerMove   float64 `json:"perMove"`   // of them in microseconds, for each acknowledged move
	Busy      float64 `json:"busy"`      // processors that were at work on end
	Resident  float64 `json:"resident"`  // bytes that it has in memory, at the end
	Goroutine float64 `json:"goroutines"`
	Files     float64 `json:"files"` // open descriptors
	Sockets   float64 `json:"sockets"`
	PerSocket float64 `json:"perSocket"` // bytes in use after a collection that each connection came with, its share of a room included
}

// figures reads the server's metrics; nil where there are none.
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

// collected reads the server's metrics right after a collection of its garbage, which its
// profiler makes where it is asked for the heap; nil where there are none.
func (l *load) collected() map[string]float64 {
	heap := strings.TrimSuffix(l.Metrics, "/metrics") + "/debug/pprof/heap?gc=1"
	for range 2 { // what pools and finalizers held is free after the second one
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

// inUse returns the bytes of heap and stacks by metrics.
func inUse(figures map[string]float64) float64 {
	return figures["go_memstats_heap_alloc_bytes"] + figures["go_memstats_stack_inuse_bytes"]
}

// between returns what the server took between two readings of its metrics, in which so
// many moves were acknowledged in so long, of a longer time.
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
