package server

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics are what GET /metrics tells.
type metrics struct {
	rooms          prometheus.Gauge
	connections    prometheus.Gauge
	waiting        prometheus.Gauge
	append         prometheus.Histogram
	search         prometheus.Histogram
	events         *prometheus.CounterVec
	failures       prometheus.Counter
	engineFailures prometheus.Counter
}

func newMetrics(r *prometheus.Registry) *metrics {
	m := &metrics{
		rooms:          gauge("moyo_rooms", "Games in memory."),
		connections:    gauge("moyo_connections", "Open WebSockets."),
		waiting:        gauge("moyo_searches_waiting", "Engine searches that wait for a processor."),
		append:         histogram("moyo_append_seconds", "Time until an event is on disk.", prometheus.ExponentialBuckets(0.0005, 2, 14)),
		search:         histogram("moyo_search_seconds", "Time of an engine's search, waiting included.", prometheus.ExponentialBuckets(0.01, 2, 14)),
		failures:       counter("moyo_room_failures_total", "Rooms given up after an error."),
		engineFailures: counter("moyo_engine_failures_total", "Engine searches that failed."),
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "moyo_events_total", Help: "Events of games put on disk, by kind.",
		}, []string{"kind"}),
	}
	r.MustRegister(m.rooms, m.connections, m.waiting, m.append, m.search, m.events, m.failures, m.engineFailures,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func gauge(name, help string) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

func histogram(name, help string, buckets []float64) prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
}
