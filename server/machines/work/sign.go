package work

import (
	"encoding/json"
	"fmt"
)

// The bounds of what strangers say of themselves.
const (
	maxSlots   = 256 // of a worker
	maxWorkers = 256 // that a node knows of
	maxNodes   = 256 // that a worker knows of
)

// here is what a worker says of itself.
type here struct {
	Worker  string         `json:"worker"`
	Version string         `json:"version"`
	Slots   int            `json:"slots"`            // jobs at once; 0 before it is ready and once it goes
	Points  int            `json:"points"`           // of the largest board that it takes
	Solves  bool           `json:"solves,omitempty"` // it takes problems of life and death too
	Jobs    map[string]int `json:"jobs,omitempty"`   // that it is at, by who asked
}

// parseHere reads it. The error is for the log.
func parseHere(data []byte) (here, error) {
	var h here
	if len(data) > maxSign {
		return h, fmt.Errorf("a sign of life of %d bytes is too large", len(data))
	}
	if err := json.Unmarshal(data, &h); err != nil {
		return h, fmt.Errorf("sign of life: %w", err)
	}
	if !isID(h.Worker) || h.Slots < 0 || h.Slots > maxSlots || len(h.Version) > maxID {
		return h, fmt.Errorf("sign of life: %.40q with %d slots is no worker", h.Worker, h.Slots)
	}
	return h, nil
}

// others returns how many of its jobs are not of that node, none below 0.
func (h here) others(node string) (n int) {
	for who, jobs := range h.Jobs {
		if who != node {
			n += min(max(jobs, 0), maxSlots)
		}
	}
	return n
}

// alive is what a node says of itself.
type alive struct {
	Node    string `json:"node"`
	Version string `json:"version"`
}

// parseAlive reads it. The error is for the log.
func parseAlive(data []byte) (alive, error) {
	var a alive
	if len(data) > maxSign {
		return a, fmt.Errorf("a sign of life of %d bytes is too large", len(data))
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return a, fmt.Errorf("sign of life: %w", err)
	}
	if !isID(a.Node) || len(a.Version) > maxID {
		return a, fmt.Errorf("sign of life: %.40q is no node", a.Node)
	}
	return a, nil
}
