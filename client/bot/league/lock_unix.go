//go:build unix

package league

import (
	"errors"
	"os"
	"syscall"
)

// lock excludes other programs from the folder of this file until it is closed.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errors.New("another program is using this folder")
	}
	return err
}
