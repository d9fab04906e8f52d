package child

import (
	"bytes"
	"os"
	"strconv"
)

// groupMemory adds up the resident memory of the processes of a group, from
// /proc/PID/stat. After the name, which ends at the last ")", it has the state,
// the parent, the group and, as the 22nd field, the resident pages.
func groupMemory(group int) (bytesHeld int64, ok bool) {
	dir, err := os.Open("/proc")
	if err != nil {
		return 0, false
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return 0, false
	}
	want := strconv.Itoa(group)
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		data, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // it has ended
		}
		const group, pages = 2, 21
		fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
		if len(fields) <= pages || string(fields[group]) != want {
			continue
		}
		n, err := strconv.ParseInt(string(fields[pages]), 10, 64)
		if err == nil {
			bytesHeld += n * int64(os.Getpagesize())
			ok = true
		}
	}
	return bytesHeld, ok
}
