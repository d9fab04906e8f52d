//go:build !linux

package pgtest

import "syscall"

// servant returns the user that runs PostgreSQL: the current one.
func servant() (attributes *syscall.SysProcAttr, uid, gid int) { return nil, -1, -1 }
