//go:build unix

package bench

import (
	"syscall"
	"time"
)

// CPUTime returns a function that returns the processor time of this process, or nil if the system
// does not report it.
func CPUTime() func() time.Duration {
	return func() time.Duration {
		var u syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
			return 0
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
}
