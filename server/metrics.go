package server

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics are what GET /metrics shows beside what rooms count.
type metrics struct {
	connections prometheus.Gauge
	waiting     *prometheus.GaugeVec
}

func newMetrics() (*prometheus.Registry, *metrics) {
	r := prometheus.NewRegistry()
	m := &metrics{
		connections: prometheus.NewGauge(prometheus.GaugeOpts{Name: "moyo_connections", Help: "Open WebSockets."}),
		waiting:     prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "moyo_searches_waiting", Help: "Searches that wait for a processor."}, []string{"for"}),
	}
	r.MustRegister(m.connections, m.waiting,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r, m
}
