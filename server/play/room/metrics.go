package room

import "github.com/prometheus/client_golang/prometheus"

// Metrics count what rooms do.
type Metrics struct {
	rooms          prometheus.Gauge
	append         prometheus.Histogram
	search         prometheus.Histogram
	events         *prometheus.CounterVec
	failures       prometheus.Counter
	reloads        prometheus.Counter
	engineFailures prometheus.Counter
}

// NewMetrics returns metrics that are registered.
func NewMetrics(r prometheus.Registerer) *Metrics {
	m := &Metrics{
		rooms:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "moyo_rooms", Help: "Games in memory."}),
		append: histogram("moyo_append_seconds", "Time until an event is on disk.", prometheus.ExponentialBuckets(0.0005, 2, 14)),
		search: histogram("moyo_search_seconds", "Time of an engine's search, waiting included.", prometheus.ExponentialBuckets(0.01, 2, 14)),
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "moyo_events_total", Help: "Events of games put on disk, by kind.",
		}, []string{"kind"}),
		failures:       counter("moyo_room_failures_total", "Rooms given up after an error."),
		reloads:        counter("moyo_room_reloads_total", "Games loaded anew because an event was not said to be on disk."),
		engineFailures: counter("moyo_engine_failures_total", "Engine searches that failed."),
	}
	r.MustRegister(m.rooms, m.append, m.search, m.events, m.failures, m.reloads, m.engineFailures)
	return m
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

func histogram(name, help string, buckets []float64) prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
}
