//go:build unix

package league

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other programs from the folder that has this file until it is closed.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errors.New("another program is at work there")
	}
	return err
}
