//go:build !unix

package child

import "os/exec"

// limited does not bound memory on this system.
func limited(argv []string, _ int) *exec.Cmd { return exec.Command(argv[0], argv[1:]...) }

func setGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
