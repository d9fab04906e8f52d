package dfpn

// table stores the numbers of positions in a fixed amount of memory. A bucket has four entries; a
// new entry replaces the one with the least work. Decided positions count for more, because much
// work depends on them.
type table struct {
	entries []entry
	mask    uint64
}

type entry struct {
	key  uint64
	n    numbers
	work uint32 // visits below; 0 marks an empty entry
}

const bucket = 4

func newTable(bits int) *table {
	bits = min(max(bits, 4), 30)
	return &table{entries: make([]entry, 1<<bits), mask: 1<<bits - bucket}
}

// of returns the bucket of a key.
func (t *table) of(key uint64) []entry {
	i := key >> 7 & t.mask
	return t.entries[i : i+bucket]
}

// find returns the numbers stored for key.
func (t *table) find(key uint64) (numbers, bool) {
	b := t.of(key)
	for i := range b {
		if b[i].key == key && b[i].work > 0 {
			return b[i].n, true
		}
	}
	return numbers{}, false
}

// store stores the numbers of key with their work in visits.
func (t *table) store(key uint64, n numbers, visits int64) {
	b := t.of(key)
	work := uint32(min(max(visits, 1), 1<<30))
	if n.value() != Open {
		work = min(work*4, 1<<30)
	}
	worst := &b[0]
	for i := range b {
		if b[i].key == key && b[i].work > 0 {
			b[i].n, b[i].work = n, max(work, b[i].work)
			return
		}
		if b[i].work < worst.work {
			worst = &b[i]
		}
	}
	*worst = entry{key, n, work}
}
