package sqlite

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// action is a disk operation of SQLite.
type action string

const (
	reads     action = "read"
	writes    action = "write"
	halves    action = "half a write"
	syncs     action = "sync"
	truncates action = "truncate"
	shares    action = "map shared memory"
	opens     action = "open"
)

// failed are SQLite's error codes for failed actions.
var failed = map[action]int32{
	reads: sqlite3.SQLITE_IOERR_READ, writes: sqlite3.SQLITE_FULL, halves: sqlite3.SQLITE_IOERR_WRITE, syncs: sqlite3.SQLITE_IOERR_FSYNC,
	truncates: sqlite3.SQLITE_IOERR_TRUNCATE, shares: sqlite3.SQLITE_IOERR_SHMMAP, opens: sqlite3.SQLITE_CANTOPEN,
}

// disk simulates the disk under one folder for SQLite. It fails on command, and knows what a
// power cut would leave: everything synced, and any part of the rest.
type disk struct {
	dir string

	mu     sync.Mutex
	fails  action         // the failing action, "" for none
	calls  map[action]int // calls so far
	from   int            // the first call that fails
	count  int            // how many calls fail
	failed int            // how many calls have failed
	files  map[string]*content
}

// content is a file: what is certainly on disk, and the changes since then.
type content struct {
	synced  []byte
	pending []change
}

// change is a write, or a truncation if data is nil.
type change struct {
	at   int64
	data []byte
}

func (c change) apply(to []byte) []byte {
	if c.data == nil {
		if c.at < int64(len(to)) {
			return to[:c.at]
		}
		return append(to, make([]byte, c.at-int64(len(to)))...)
	}
	if end := c.at + int64(len(c.data)); end > int64(len(to)) {
		to = append(to, make([]byte, end-int64(len(to)))...)
	}
	copy(to[c.at:], c.data)
	return to
}

// set makes count calls of an action fail, after the given number of further calls.
func (d *disk) set(fails action, after, count int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fails, d.from, d.count, d.failed = fails, d.calls[fails]+after, count, 0
}

func (d *disk) heal() { d.set("", 0, 0) }

// met returns how many actions have failed.
func (d *disk) met() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failed
}

// seen returns how many calls each action had.
func (d *disk) seen() map[action]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.calls)
}

// fail counts an action and reports whether it fails.
func (d *disk) fail(a action) bool {
	d.calls[a]++
	if d.fails != a || d.calls[a] <= d.from || d.calls[a] > d.from+d.count {
		return false
	}
	d.failed++
	return true
}

func (d *disk) file(path string) *content {
	c := d.files[path]
	if c == nil {
		data, _ := os.ReadFile(path)
		c = &content{synced: data}
		d.files[path] = c
	}
	return c
}

// afterPowerCut creates a folder with what a power cut would leave now: unsynced writes
// may be present in any combination, in part or not at all.
func (d *disk) afterPowerCut(t *testing.T, r *rand.Rand) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	dir := t.TempDir()
	for path, c := range d.files {
		if strings.HasSuffix(path, "-shm") || strings.HasPrefix(filepath.Base(path), lockFile) {
			continue
		}
		data := append([]byte{}, c.synced...)
		for _, change := range c.pending {
			switch r.IntN(3) {
			case 0:
				data = change.apply(data)
			case 1:
				if n := len(change.data) / 512 * 512; n > 0 { // some of its sectors
					change.data = change.data[:r.IntN(n/512+1)*512]
					data = change.apply(data)
				}
			}
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(path)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// opened is a file that SQLite has open on one of the disks.
type opened struct {
	disk *disk
	path string
	real *sqlite3.Tsqlite3_io_methods
}

// disks are the simulated disks, and the files that SQLite has open on them.
var disks = struct {
	sync.RWMutex
	once    sync.Once
	system  *sqlite3.Tsqlite3_vfs
	all     map[*disk]bool
	files   map[uintptr]*opened
	methods map[uintptr]uintptr // our methods by the system's
}{all: map[*disk]bool{}, files: map[uintptr]*opened{}, methods: map[uintptr]uintptr{}}

// newDisk puts a simulated disk under a folder until the test ends.
func newDisk(t *testing.T, dir string) *disk {
	disks.once.Do(registerDisks)
	d := &disk{dir: dir, calls: map[action]int{}, files: map[string]*content{}}
	disks.Lock()
	defer disks.Unlock()
	disks.all[d] = true
	t.Cleanup(func() {
		disks.Lock()
		defer disks.Unlock()
		delete(disks.all, d)
	})
	return d
}

// registerDisks makes SQLite use the functions in this file. Files outside of the simulated
// disks go to the system.
func registerDisks() {
	tls := libc.NewTLS()
	disks.system = (*sqlite3.Tsqlite3_vfs)(pointer(sqlite3.Xsqlite3_vfs_find(tls, 0)))
	ours := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(*disks.system)))
	vfs := (*sqlite3.Tsqlite3_vfs)(pointer(ours))
	*vfs = *disks.system
	name, err := libc.CString("disks")
	if err != nil {
		panic(err)
	}
	vfs.FzName, vfs.FpNext, vfs.FxOpen = name, 0, function(openFile)
	if rc := sqlite3.Xsqlite3_vfs_register(tls, ours, 1); rc != sqlite3.SQLITE_OK {
		panic(rc)
	}
}

// pointer returns a pointer to memory that is not Go's.
func pointer(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }

// function returns a Go function in the form that translated C expects.
func function(f any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&f))[1] }

// call returns a function of translated C as a Go function.
func call[F any](f uintptr) F { return *(*F)(unsafe.Pointer(&struct{ uintptr }{f})) }

type (
	openFunc     = func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32
	bytesFunc    = func(*libc.TLS, uintptr, uintptr, int32, int64) int32
	truncateFunc = func(*libc.TLS, uintptr, int64) int32
	syncFunc     = func(*libc.TLS, uintptr, int32) int32
	closeFunc    = func(*libc.TLS, uintptr) int32
	mapFunc      = func(*libc.TLS, uintptr, int32, int32, int32, uintptr) int32
)

func openFile(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32 {
	disks.Lock()
	defer disks.Unlock()
	path := ""
	if name != 0 {
		path = libc.GoString(name)
	}
	var on *disk
	for d := range disks.all {
		if strings.HasPrefix(path, d.dir+string(filepath.Separator)) && !strings.Contains(path, lockFile) {
			on = d
		}
	}
	if on != nil {
		on.mu.Lock()
		defer on.mu.Unlock()
		if on.fail(opens) {
			(*sqlite3.Tsqlite3_file)(pointer(file)).FpMethods = 0
			return failed[opens]
		}
	}
	rc := call[openFunc](disks.system.FxOpen)(tls, vfs, name, file, flags, out)
	if rc != sqlite3.SQLITE_OK || on == nil {
		return rc
	}
	on.file(path)
	f := (*sqlite3.Tsqlite3_file)(pointer(file))
	real := (*sqlite3.Tsqlite3_io_methods)(pointer(f.FpMethods))
	ours, ok := disks.methods[f.FpMethods]
	if !ok {
		ours = libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(*real)))
		methods := (*sqlite3.Tsqlite3_io_methods)(pointer(ours))
		*methods = *real
		methods.FxClose, methods.FxRead, methods.FxWrite = function(closeFile), function(readFile), function(writeFile)
		methods.FxTruncate, methods.FxSync, methods.FxShmMap = function(truncateFile), function(syncFile), function(mapShared)
		disks.methods[f.FpMethods] = ours
	}
	f.FpMethods = ours
	disks.files[file] = &opened{on, path, real}
	return rc
}

// lockDisk returns the open file behind an SQLite file, whose disk is locked until done is called.
func lockDisk(file uintptr) (o *opened, done func()) {
	disks.RLock()
	o = disks.files[file]
	disks.RUnlock()
	o.disk.mu.Lock()
	return o, o.disk.mu.Unlock
}

func closeFile(tls *libc.TLS, file uintptr) int32 {
	disks.Lock()
	o := disks.files[file]
	delete(disks.files, file)
	disks.Unlock()
	return call[closeFunc](o.real.FxClose)(tls, file)
}

func readFile(tls *libc.TLS, file, into uintptr, n int32, at int64) int32 {
	o, done := lockDisk(file)
	defer done()
	if o.disk.fail(reads) {
		return failed[reads]
	}
	return call[bytesFunc](o.real.FxRead)(tls, file, into, n, at)
}

func writeFile(tls *libc.TLS, file, from uintptr, n int32, at int64) int32 {
	o, done := lockDisk(file)
	defer done()
	write := func(n int32) int32 {
		c := o.disk.file(o.path)
		c.pending = append(c.pending, change{at, append([]byte{}, unsafe.Slice((*byte)(pointer(from)), n)...)})
		return call[bytesFunc](o.real.FxWrite)(tls, file, from, n, at)
	}
	if o.disk.fail(writes) {
		return failed[writes]
	}
	if o.disk.fail(halves) {
		write(n / 2)
		return failed[halves]
	}
	return write(n)
}

func truncateFile(tls *libc.TLS, file uintptr, size int64) int32 {
	o, done := lockDisk(file)
	defer done()
	if o.disk.fail(truncates) {
		return failed[truncates]
	}
	c := o.disk.file(o.path)
	c.pending = append(c.pending, change{size, nil})
	return call[truncateFunc](o.real.FxTruncate)(tls, file, size)
}

// syncFile may fail as on Linux: unsynced writes are lost, and the next sync
// succeeds.
func syncFile(tls *libc.TLS, file uintptr, flags int32) int32 {
	o, done := lockDisk(file)
	defer done()
	c := o.disk.file(o.path)
	if o.disk.fail(syncs) {
		for i := range c.pending {
			if i%2 == 0 {
				c.synced = c.pending[i].apply(c.synced)
			}
		}
		c.pending = nil
		return failed[syncs]
	}
	rc := call[syncFunc](o.real.FxSync)(tls, file, flags)
	for _, change := range c.pending {
		c.synced = change.apply(c.synced)
	}
	c.pending = nil
	return rc
}

func mapShared(tls *libc.TLS, file uintptr, region, size, extend int32, out uintptr) int32 {
	o, done := lockDisk(file)
	defer done()
	if o.disk.fail(shares) {
		return failed[shares]
	}
	return call[mapFunc](o.real.FxShmMap)(tls, file, region, size, extend, out)
}
