package main

import (
	"bufio"
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// unknownMemory is assumed on a machine that does not report its memory: small enough for any usual
// machine.
const unknownMemory = 4 << 30

// machineMemory returns the most memory for a program in bytes: half of what the machine can give,
// so that another program, such as its opponent, can have as much. root is the file system, which
// contains this information on Linux; elsewhere it is half of unknownMemory.
func machineMemory(root fs.FS) int64 {
	free := availableMemory(root)
	for _, dir := range controlGroups(root) {
		for _, name := range []string{"memory.max", "memory.limit_in_bytes"} {
			if n, ok := number(root, path.Join(dir, name)); ok {
				free = min(free, n)
			}
		}
	}
	return free / 2
}

// availableMemory returns how much memory the machine can give to programs.
func availableMemory(root fs.FS) int64 {
	file, err := root.Open("proc/meminfo")
	if err != nil {
		return unknownMemory
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if words := strings.Fields(lines.Text()); len(words) == 3 && words[0] == "MemAvailable:" {
			if n, err := strconv.ParseInt(words[1], 10, 64); err == nil && n > 0 && n <= math.MaxInt64>>10 {
				return n << 10
			}
		}
	}
	return unknownMemory
}

// controlGroups returns the directories of the control groups of the program, including the outer
// ones: in a container the outermost is the container's.
func controlGroups(root fs.FS) (dirs []string) {
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	for ln := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(ln), ":", 3)
		if len(parts) < 3 {
			continue
		}
		base := "sys/fs/cgroup"
		switch {
		case parts[1] == "memory": // version 1
			base = "sys/fs/cgroup/memory"
		case parts[1] != "": // of another controller
			continue
		}
		for dir := path.Join(base, path.Clean("/"+parts[2])); ; dir = path.Dir(dir) {
			dirs = append(dirs, dir)
			if dir == base {
				break
			}
		}
	}
	return dirs
}

// number reads a file with a number above 0. A group without a limit has "max", or a number beyond
// all memory.
func number(root fs.FS, name string) (int64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil && n > 0
}
