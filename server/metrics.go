package server

import (
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Insides returns the handlers for operators only: /metrics for Prometheus, and profiles
// under /debug/pprof/.
func (s *Server) Insides() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// metrics are the values of GET /metrics in addition to those of the rooms.
type metrics struct {
	connections prometheus.Gauge
	waiting     *prometheus.GaugeVec
}

func newMetrics() (*prometheus.Registry, *metrics) {
	r := prometheus.NewRegistry()
	m := &metrics{
		connections: prometheus.NewGauge(prometheus.GaugeOpts{Name: "moyo_connections", Help: "Open WebSockets."}),
		waiting: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "moyo_searches_waiting", Help: "Searches that wait for a processor.",
		}, []string{"for"}),
	}
	r.MustRegister(m.connections, m.waiting,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r, m
}
