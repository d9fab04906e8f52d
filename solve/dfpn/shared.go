package dfpn

import (
	"runtime"
	"sync/atomic"
)

// Table stores the numbers of positions of reachability games in a fixed amount of memory, for one
// or several concurrent searches. A bucket has four entries; a new entry replaces the one with the
// least work.
type Table struct {
	entries []sharedEntry
	mask    uint64
	locks   []atomic.Uint32 // one for many buckets; none if only one search uses the table
}

type sharedEntry struct {
	key             uint64
	basis           uint64 // key of the position that a refutation depends on, or 0
	proof, disproof uint32
	work            uint32 // nodes below; 0 marks an empty entry
	height          uint16
}

// entryBytes is the size of an entry.
const entryBytes = 32

// NewTable returns a table of at most that many bytes, but at least 4 KiB. If shared, it is safe
// for concurrent searches.
func NewTable(bytes int64, shared bool) *Table {
	n := int64(128)
	for n*2*entryBytes <= bytes {
		n *= 2
	}
	t := &Table{entries: make([]sharedEntry, n), mask: uint64(n) - bucket}
	if shared {
		t.locks = make([]atomic.Uint32, 1<<10)
	}
	return t
}

// Bytes returns the memory of the table.
func (t *Table) Bytes() int64 { return int64(len(t.entries)) * entryBytes }

func (t *Table) lock(i uint64) *atomic.Uint32 {
	if t.locks == nil {
		return nil
	}
	l := &t.locks[i/bucket%uint64(len(t.locks))]
	for !l.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
	return l
}

func unlock(l *atomic.Uint32) {
	if l != nil {
		l.Store(0)
	}
}

// Known returns the numbers stored for a position, if they are valid on any path.
func (t *Table) Known(key uint64) (Numbers, bool) {
	n, basis, ok := t.find(key)
	if ok && basis != 0 {
		if other, rest, known := t.find(basis); !known || rest != 0 || other.Disproof != 0 {
			return Numbers{}, false
		}
	}
	return n, ok
}

// touch reads from the bucket of a key. Reading many buckets in a row, without dependencies between the
// reads, makes the memory fetch them in parallel; find would wait for one after the other.
func (t *Table) touch(key uint64) uint64 { return t.entries[key>>7&t.mask].key }

// find returns the numbers stored for key and the position that they depend on, or 0.
func (t *Table) find(key uint64) (n Numbers, basis uint64, ok bool) {
	i := key >> 7 & t.mask
	l := t.lock(i)
	b := t.entries[i : i+bucket]
	for j := range b {
		if e := &b[j]; e.key == key && e.work > 0 {
			n, basis, ok = Numbers{Proof: e.proof, Disproof: e.disproof, Height: e.height, Work: e.work}, e.basis, true
			break
		}
	}
	unlock(l)
	return n, basis, ok
}

// store stores the numbers of key with their work in nodes.
func (t *Table) store(key uint64, n Numbers, basis uint64, nodes int64) {
	work := uint32(min(max(nodes, 1), 1<<28))
	if n.Value() != Open {
		work *= 4
	}
	i := key >> 7 & t.mask
	l := t.lock(i)
	b := t.entries[i : i+bucket]
	worst := &b[0]
	for j := range b {
		e := &b[j]
		if e.key == key && e.work > 0 {
			if solved := e.basis == 0 && (e.proof == 0 || e.disproof == 0); !solved {
				e.basis, e.proof, e.disproof, e.height, e.work = basis, n.Proof, n.Disproof, n.Height, max(work, e.work)
			}
			unlock(l)
			return
		}
		if e.work < worst.work {
			worst = e
		}
	}
	*worst = sharedEntry{key: key, basis: basis, proof: n.Proof, disproof: n.Disproof, work: work, height: n.Height}
	unlock(l)
}
