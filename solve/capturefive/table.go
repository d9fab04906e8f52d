package capturefive

import "sync/atomic"

// table stores what is known of positions in a fixed amount of memory, for several searches at the
// same time. A bucket has four entries of two words each; a new entry replaces the one with the
// least work. The words of an entry are written separately, so the first is the key with the second
// mixed in: an entry mixed from two writes matches no key.
type table struct {
	words []uint64
	mask  uint64 // number of buckets - 1
}

const (
	bucketEntries = 4
	bucketBytes   = bucketEntries * 16
)

// bound is what is known of a position: the attacker wins within win plies (0 if unknown) and does
// not win within fail, and the move that proved the one or refuted the other.
type bound struct {
	win, fail uint8
	move      uint8 // noMove if unknown
	work      uint8 // logarithm of the nodes spent
}

const noMove = 255

// newTable returns a table of at most that many bytes, but at least 4 KiB.
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

// find returns the entry of a position.
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

// store replaces the entry of a position.
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
