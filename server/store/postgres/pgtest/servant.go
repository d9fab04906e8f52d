//go:build !linux

package pgtest

import "syscall"

// servant returns as whom PostgreSQL runs: as oneself.
func servant() (attributes *syscall.SysProcAttr, uid, gid int) { return nil, -1, -1 }
