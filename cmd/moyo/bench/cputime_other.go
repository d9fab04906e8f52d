//go:build !unix

package bench

import "time"

// CPUTime returns nil: this system does not report processor time.
func CPUTime() func() time.Duration { return nil }
