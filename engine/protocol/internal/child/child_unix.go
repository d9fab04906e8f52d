//go:build unix

package child

import (
	"os/exec"
	"strconv"
	"syscall"
)

// limited is the command with its address space bounded by the shell's ulimit,
// which the program inherits.
func limited(argv []string, memoryMB int) *exec.Cmd {
	if memoryMB <= 0 {
		return exec.Command(argv[0], argv[1:]...)
	}
	script := "ulimit -v " + strconv.Itoa(memoryMB*1024) + ` && exec "$0" "$@"`
	return exec.Command("/bin/sh", append([]string{"-c", script}, argv...)...)
}

// setGroup gives the program a process group of its own.
func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
}

// killGroup kills the program's process group.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
