//go:build unix

package gtp

import (
	"os/exec"
	"strconv"
	"syscall"
)

// limitedCommand is the command with its address space bounded, which the
// shell's ulimit does: a limit that the program inherits.
func limitedCommand(argv []string, memoryMB int) *exec.Cmd {
	if memoryMB <= 0 {
		return exec.Command(argv[0], argv[1:]...)
	}
	script := "ulimit -v " + strconv.Itoa(memoryMB*1024) + ` && exec "$0" "$@"`
	return exec.Command("/bin/sh", append([]string{"-c", script}, argv...)...)
}

// setGroup gives the program a process group of its own.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the program's process group.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
