//go:build !unix

package machine

// Processor returns 0: how much processor a process has taken is not known here.
func Processor() float64 { return 0 }
