//go:build !unix

package main

import "time"

// cpuTime returns nil: this system does not tell.
func cpuTime() func() time.Duration { return nil }
