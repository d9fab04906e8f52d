//go:build unix

package machine

import "syscall"

// Processor returns the seconds of processor that this process has taken, in its own code
// and in the system's for it; 0 where that is not known.
func Processor() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(u.Utime) + seconds(u.Stime)
}
