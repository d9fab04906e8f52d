//go:build unix

package server

import "syscall"

// descriptors returns how many files and connections this process may have open, 0 if
// that is unknown. The Go runtime has raised the soft limit already.
func descriptors() int {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return 0
	}
	return int(min(l.Cur, 1<<30))
}
