package main

import (
	"testing"
	"testing/fstest"
)

func TestMachineMemory(t *testing.T) {
	const meminfo = "MemTotal: 24683520 kB\nMemFree: 4 kB\nMemAvailable: 16777216 kB\n"
	for name, tt := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing is said": {nil, 2 << 30},
		"a machine":       {map[string]string{"proc/meminfo": meminfo}, 8 << 30},
		"nothing sensible": {map[string]string{
			"proc/meminfo": "MemAvailable: many kB\nMemAvailable: -3 kB\nMemAvailable: 9223372036854775807 kB\n",
		}, 2 << 30},
		"a group": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "6442450944\n",
		}, 3 << 30},
		"a group around it": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "1073741824\n",
		}, 512 << 20},
		"a container": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/../..\n", "sys/fs/cgroup/memory.max": "1073741824\n",
		}, 512 << 20},
		"version 1": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "8:pids:/x\n4:memory:/x\n", "sys/fs/cgroup/memory/x/memory.limit_in_bytes": "2147483648\n",
		}, 1 << 30},
		"version 1, unlimited": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 8 << 30},
	} {
		root := fstest.MapFS{}
		for path, text := range tt.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := machineMemory(root); got != tt.want {
			t.Errorf("%s: %d bytes, want %d", name, got, tt.want)
		}
	}
}
