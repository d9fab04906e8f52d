package capturefive

import "sync/atomic"

// table holds what is known of positions in a fixed amount of memory, for several
// searches at once: buckets of four entries of two words each, of which a new one
// replaces that on which the least work was spent. An entry's words are written
// apart, so the first is the key with the second mixed in: what two searches wrote
// at once fits no key.
type table struct {
	words []uint64
	mask  uint64 // of buckets
}

const (
	bucketEntries = 4
	bucketBytes   = bucketEntries * 16
)

// bound is what is known of a position: that the attacker wins within win plies
// (0: not known), that it does not within fail, and the move that showed the one
// or refuted the other.
type bound struct {
	win, fail uint8
	move      uint8 // noMove where none is known
	work      uint8 // logarithm of the nodes spent
}

const noMove = 255

// newTable returns a table of at most so many bytes, 4 KiB at least.
func newTable(bytes int64) *table {
	buckets := int64(1 << 6)
	for buckets*2*bucketBytes <= bytes {
		buckets *= 2
	}
	return &table{words: make([]uint64, buckets*bucketEntries*2), mask: uint64(buckets - 1)}
}

func (b bound) word() uint64 {
	return uint64(b.win) | uint64(b.fail)<<8 | uint64(b.move)<<16 | uint64(b.work)<<24 | 1<<32
}

func boundOf(w uint64) bound {
	return bound{uint8(w), uint8(w >> 8), uint8(w >> 16), uint8(w >> 24)}
}

// find returns what is known of a position.
func (t *table) find(key uint64) bound {
	at := (key & t.mask) * (bucketEntries * 2)
	for i := at; i < at+bucketEntries*2; i += 2 {
		w := atomic.LoadUint64(&t.words[i+1])
		if atomic.LoadUint64(&t.words[i])^w == key {
			return boundOf(w)
		}
	}
	return bound{move: noMove}
}

// store enters what is known of a position in the place of what was.
func (t *table) store(key uint64, b bound) {
	at := (key & t.mask) * (bucketEntries * 2)
	worst, least := at, uint8(255)
	for i := at; i < at+bucketEntries*2; i += 2 {
		w := atomic.LoadUint64(&t.words[i+1])
		if w == 0 || atomic.LoadUint64(&t.words[i])^w == key {
			worst = i
			break
		}
		if old := boundOf(w); old.work < least {
			worst, least = i, old.work
		}
	}
	w := b.word()
	atomic.StoreUint64(&t.words[worst], key^w)
	atomic.StoreUint64(&t.words[worst+1], w)
}
