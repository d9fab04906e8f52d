//go:build !unix

package bench

import "time"

// CPUTime returns nil: processor time is not known on this system.
func CPUTime() func() time.Duration { return nil }
