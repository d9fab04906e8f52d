//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns what tells the processor time that this process has used.
func cpuTime() func() time.Duration {
	return func() time.Duration {
		var u syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
			return 0
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
}
