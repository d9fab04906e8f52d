package work

import "github.com/prometheus/client_golang/prometheus"

// outcome is the result of a job.
type outcome string

// Outcomes. After all but the first and the last, the node does the work itself.
const (
	wasDone      outcome = "done"
	wasUntaken   outcome = "untaken" // no worker took it in time
	wasLost      outcome = "lost"    // its workers became silent
	wasFailed    outcome = "failed"  // three workers failed or returned it
	wasFalse     outcome = "false"   // the answer is impossible
	wasUnfit     outcome = "unfit"   // no worker can do such a job, and it was not sent
	wasCancelled outcome = "cancelled"
)

// metrics count workers and jobs.
type metrics struct {
	workers, slots prometheus.Gauge
	jobs           *prometheus.CounterVec
}

func newMetrics() *metrics {
	return &metrics{
		workers: prometheus.NewGauge(prometheus.GaugeOpts{Name: "moyo_workers", Help: "Workers on other machines."}),
		slots:   prometheus.NewGauge(prometheus.GaugeOpts{Name: "moyo_workers_slots", Help: "Searches that workers can do at once."}),
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "moyo_jobs_total", Help: "Jobs for workers, by outcome."},
			[]string{"kind", "outcome"}),
	}
}

func (m *metrics) all() []prometheus.Collector {
	return []prometheus.Collector{m.workers, m.slots, m.jobs}
}
