package connect4

import (
	"math/bits"
	"sync/atomic"
)

// table stores bounds of the scores of positions. An entry is a word; a bucket is the eight entries
// of one cache line:
//
//	bits 0-5   lower bound + 32
//	bits 6-11  upper bound + 32
//	bits 12-15 the work, as half the logarithm of the nodes
//	bits 16-19 the search that stored it
//	bits 20-63 the part of the key that the bucket does not imply
//
// The mixing of keys is invertible, so different positions are never confused. A table starts
// small, within the processor's caches, and grows with its contents: most positions need few
// entries.
type table struct {
	words   []uint64
	most    uint // logarithm of the maximum number of buckets
	log     uint // of the current number
	used    uint // of the largest number that any search has used since the last clearing
	keyBits uint
	least   uint   // minimum of log, below which keys would not fit
	search  uint64 // 1 to 15
	stored  int    // entries stored since the table last grew
	shared  bool   // by several goroutines
}

const (
	slots     = 4
	workShift = 12
	genShift  = 16
	tagShift  = 20
	tagBits   = 64 - tagShift
	bias      = 32
	firstLog  = 9 // 16 KB
	growth    = 4
)

func newTable(bytes int64, keyBits uint) *table {
	t := &table{keyBits: keyBits}
	if keyBits > tagBits {
		t.least = keyBits - tagBits
	}
	for t.most < keyBits && slots*8<<(t.most+1) <= bytes {
		t.most++
	}
	t.most = max(t.most, t.least)
	t.words = make([]uint64, slots<<t.most)
	largePages(t.words)
	return t
}

// begin clears the table.
func (t *table) begin() {
	t.used = max(t.used, t.log)
	t.search++
	if t.search > 15 {
		clear(t.words[:slots<<t.used])
		t.search, t.used = 1, 0
	}
	t.log, t.stored = max(t.least, min(firstLog, t.most)), 0
	if t.shared {
		t.log = t.most
	}
}

// mix spreads a key over its bits, one to one.
func (t *table) mix(key uint64) uint64 {
	mask := uint64(1)<<t.keyBits - 1
	key ^= key >> (t.keyBits / 2)
	key = key * 0x9e3779b97f4a7c15 & mask
	key ^= key >> (t.keyBits / 2)
	return key * 0xbf58476d1ce4e5b9 & mask
}

func (t *table) bucket(h uint64) []uint64 {
	i := h >> (t.keyBits - t.log) * slots
	return t.words[i : i+slots : i+slots]
}

func (t *table) tag(h uint64) uint64 {
	return h<<tagShift | t.search<<genShift
}

// get returns the bounds of a position with mixed key h.
func (t *table) get(h uint64) (lower, upper int, ok bool) {
	tag := t.tag(h) >> genShift
	i := h >> (t.keyBits - t.log) * slots
	b := t.words[i : i+slots : i+slots]
	if t.shared {
		return getShared(b, tag)
	}
	for _, e := range b {
		if e>>genShift == tag {
			return int(e&63) - bias, int(e>>6&63) - bias, true
		}
	}
	return 0, 0, false
}

func getShared(b []uint64, tag uint64) (lower, upper int, ok bool) {
	for i := range b {
		if e := atomic.LoadUint64(&b[i]); e>>genShift == tag {
			return int(e&63) - bias, int(e>>6&63) - bias, true
		}
	}
	return 0, 0, false
}

// load returns an entry of a bucket.
func (t *table) load(b []uint64, i int) uint64 {
	if t.shared {
		return atomic.LoadUint64(&b[i])
	}
	return b[i]
}

// put stores bounds that took that many nodes. It replaces the entry of the position, else one of
// another search, else the one with the least work.
func (t *table) put(h uint64, lower, upper int, nodes int64) {
	tag := t.tag(h)
	work := uint64(min(15, bits.Len64(uint64(nodes))/2))
	e := tag | work<<workShift | uint64(upper+bias)<<6 | uint64(lower+bias)
	b := t.bucket(h)
	least, at, fresh := uint64(16), 0, false
	for i := range b {
		old := t.load(b, i)
		if (old^tag)>>genShift == 0 {
			at, fresh = i, false
			break
		}
		if old>>genShift&15 != t.search {
			at, fresh = i, true
			break
		}
		if work := old >> workShift & 15; work < least {
			least, at = work, i
		}
	}
	if t.shared {
		atomic.StoreUint64(&b[at], e)
		return
	}
	b[at] = e
	if fresh {
		t.stored++
		if t.stored > slots<<t.log/2 && t.log < t.most {
			t.grow()
		}
	}
}

// grow adds buckets and moves every entry to its new place.
func (t *table) grow() {
	old := append([]uint64(nil), t.words[:slots<<t.log]...)
	was := t.log
	clear(t.words[:slots<<was])
	t.log = min(t.most, t.log+growth)
	for i, e := range old {
		if e>>genShift&15 != t.search {
			continue
		}
		high := uint64(i) / slots >> (was - t.least) << (t.keyBits - t.least)
		h := high | e>>tagShift&(1<<(t.keyBits-t.least)-1)
		b := t.bucket(h)
		for j := range b {
			if b[j]>>genShift&15 != t.search {
				b[j] = e
				break
			}
		}
	}
}
