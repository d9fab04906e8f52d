//go:build !unix

package gtp

import "os/exec"

// limitedCommand cannot bound memory on this system.
func limitedCommand(argv []string, _ int) *exec.Cmd { return exec.Command(argv[0], argv[1:]...) }

func setGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
