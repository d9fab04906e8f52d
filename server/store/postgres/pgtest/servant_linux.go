package pgtest

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// servant returns the user that runs PostgreSQL: the current one, or another user instead of
// root, which PostgreSQL refuses. PostgreSQL ends when the test program ends for any reason.
func servant() (attributes *syscall.SysProcAttr, uid, gid int) {
	attributes = &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Geteuid() != 0 {
		return attributes, -1, -1
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil {
			attributes.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
			return attributes, int(uid), int(gid)
		}
	}
	return attributes, -1, -1
}
