package work

import (
	"encoding/json"
	"fmt"
)

// Limits of what workers and nodes send.
const (
	maxSlots   = 256 // of a worker
	maxWorkers = 256 // that a node knows of
	maxNodes   = 256 // known to a worker
)

// workerSign is a worker's sign of life.
type workerSign struct {
	Worker  string         `json:"worker"`
	Version string         `json:"version"`
	Slots   int            `json:"slots"`            // simultaneous jobs; 0 before it is ready and while it stops
	Points  int            `json:"points"`           // of the largest board that it accepts
	Solves  bool           `json:"solves,omitempty"` // it also accepts life-and-death problems
	Jobs    map[string]int `json:"jobs,omitempty"`   // running jobs by the node that asked
}

// parseWorkerSign parses a worker's sign of life. The error is for the log.
func parseWorkerSign(data []byte) (workerSign, error) {
	var h workerSign
	if len(data) > maxSign {
		return h, fmt.Errorf("a sign of life of %d bytes is too large", len(data))
	}
	if err := json.Unmarshal(data, &h); err != nil {
		return h, fmt.Errorf("sign of life: %w", err)
	}
	if !isID(h.Worker) || h.Slots < 0 || h.Slots > maxSlots || len(h.Version) > maxID {
		return h, fmt.Errorf("sign of life: %.40q with %d slots is not a worker", h.Worker, h.Slots)
	}
	return h, nil
}

// others returns the number of jobs for other nodes. It counts negative numbers as 0.
func (h workerSign) others(node string) (n int) {
	for who, jobs := range h.Jobs {
		if who != node {
			n += min(max(jobs, 0), maxSlots)
		}
	}
	return n
}

// nodeSign is a node's sign of life.
type nodeSign struct {
	Node    string `json:"node"`
	Version string `json:"version"`
}

// parseNodeSign parses a node's sign of life. The error is for the log.
func parseNodeSign(data []byte) (nodeSign, error) {
	var a nodeSign
	if len(data) > maxSign {
		return a, fmt.Errorf("a sign of life of %d bytes is too large", len(data))
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return a, fmt.Errorf("sign of life: %w", err)
	}
	if !isID(a.Node) || len(a.Version) > maxID {
		return a, fmt.Errorf("sign of life: %.40q is not a node", a.Node)
	}
	return a, nil
}
