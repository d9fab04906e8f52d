//go:build !unix

package machine

// Processor returns 0: this system does not report a process's processor time.
func Processor() float64 { return 0 }
