//go:build unix && !linux

package child

import "syscall"

// dieWithParent does nothing: this system has no such signal.
func dieWithParent(*syscall.SysProcAttr) {}
