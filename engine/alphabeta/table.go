package alphabeta

import "sync/atomic"

// Table is a transposition table of fixed size, which threads share without
// locks. An entry is two words, and the second is the position's key XOR the
// first. If two threads have each written one of them, the key does not match
// (R. Hyatt, T. Mann: "A lock-less transposition-table implementation for
// parallel search", ICGA Journal 25, 2002).
//
//	word 0   score 16 | eval 16 | move 16 | depth 8 | bound 2, age 6
//	word 1   key ^ word 0
//
// Four entries, one cache line, share a place. Places are in pages that are
// allocated when something is first stored in them. A table of any size is
// therefore ready immediately, and reused memory is cleared page by page.
type Table struct {
	pages []atomic.Pointer[page]
	mask  uint64
	age   uint8
	salt  uint64 // of the keys: entries with another salt are not found
}

type slot [4]entry

// page is 1 MiB of places. Pages are few, so that their addresses are in the
// nearest cache.
type page [1 << pageBits]slot

const pageBits = 14

type entry struct{ data, check atomic.Uint64 }

type bound uint8

const (
	noBound bound = iota
	atMost
	atLeast
	exact
)

// found is the content of an entry.
type found struct {
	score, eval int
	move        int32
	depth       int
	bound       bound
}

// NewTable returns a table of at most the given bytes, at least 4 KiB. The
// smallest tables take a page, too.
func NewTable(bytes int64) *Table {
	n := uint64(64)
	for n*2*64 <= uint64(bytes) {
		n *= 2
	}
	return &Table{pages: make([]atomic.Pointer[page], (n-1)>>pageBits+1), mask: n - 1}
}

// Bytes returns the size of the table when all of its places are used.
func (t *Table) Bytes() int64 { return int64(t.mask+1) * 64 }

// place returns the place of a salted key, nil if its page does not exist.
func (t *Table) place(key uint64) *slot {
	i := key & t.mask
	if p := t.pages[i>>pageBits].Load(); p != nil {
		return &p[i&(1<<pageBits-1)]
	}
	return nil
}

// newPage allocates the page of a key. Another thread may do the same meanwhile.
func (t *Table) newPage(key uint64) {
	t.pages[key&t.mask>>pageBits].CompareAndSwap(nil, new(page))
}

// Forget makes the next search independent of earlier ones. Old entries remain
// until new ones replace them, so it takes no time.
func (t *Table) Forget() { t.salt += 1 << 40 }

// next starts another search: entries of earlier ones are replaced first.
func (t *Table) next() { t.age = (t.age + 1) & 63 }

const noMove int32 = -1

func pack(f found, age uint8) uint64 {
	return uint64(uint16(int16(f.score))) | uint64(uint16(int16(f.eval)))<<16 |
		uint64(uint16(f.move))<<32 | uint64(uint8(int8(f.depth)))<<48 | uint64(uint8(f.bound)|age<<2)<<56
}

func unpack(d uint64) found {
	f := found{
		score: int(int16(d)), eval: int(int16(d >> 16)), move: int32(uint16(d >> 32)),
		depth: int(int8(d >> 48)), bound: bound(d >> 56 & 3),
	}
	if f.move == 0xffff {
		f.move = noMove
	}
	return f
}

// probe returns the entry of a position. It converts scores of wins and losses
// from the distance to the position to that to the root.
func (t *Table) probe(key uint64, ply int) (found, bool) {
	key ^= t.salt
	s := t.place(key)
	if s == nil {
		return found{move: noMove}, false
	}
	for i := range s {
		d := s[i].data.Load()
		if s[i].check.Load()^d == key && d != 0 {
			f := unpack(d)
			f.score = fromTable(f.score, ply)
			return f, true
		}
	}
	return found{move: noMove}, false
}

// store writes an entry over the least useful one of its place.
func (t *Table) store(key uint64, ply int, f found) {
	f.score = toTable(f.score, ply)
	key ^= t.salt
	s := t.place(key)
	if s == nil {
		t.newPage(key)
		s = t.place(key)
	}
	worst, least := 0, 1<<30
	for i := range s {
		d := s[i].data.Load()
		if d == 0 {
			worst = i
			break
		}
		old := unpack(d)
		if s[i].check.Load()^d == key {
			if f.bound != exact && f.depth+2 < old.depth && uint8(d>>58) == t.age {
				return
			}
			if f.move == noMove {
				f.move = old.move
			}
			worst = i
			break
		}
		use := old.depth - 256*int((t.age-uint8(d>>58))&63)
		if use < least {
			worst, least = i, use
		}
	}
	d := pack(f, t.age)
	s[worst].data.Store(d)
	s[worst].check.Store(key ^ d)
}

func toTable(score, ply int) int {
	switch {
	case score >= Proved:
		return score + ply
	case score <= -Proved:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score >= Proved:
		return score - ply
	case score <= -Proved:
		return score + ply
	}
	return score
}
