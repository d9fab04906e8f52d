//go:build unix

package server

import "syscall"

// descriptors returns how many files and connections the system lets this process
// have open, 0 where that is not known. Go has raised it as far as it may be.
func descriptors() int {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return 0
	}
	return int(min(l.Cur, 1<<30))
}
