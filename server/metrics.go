package server

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics are what GET /metrics shows beside what rooms count.
type metrics struct {
	connections prometheus.Gauge
	waiting     prometheus.Gauge
}

func newMetrics() (*prometheus.Registry, *metrics) {
	r := prometheus.NewRegistry()
	m := &metrics{
		connections: prometheus.NewGauge(prometheus.GaugeOpts{Name: "moyo_connections", Help: "Open WebSockets."}),
		waiting:     prometheus.NewGauge(prometheus.GaugeOpts{Name: "moyo_searches_waiting", Help: "Engine searches that wait for a processor."}),
	}
	r.MustRegister(m.connections, m.waiting,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r, m
}
