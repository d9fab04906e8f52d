package alphabeta

import "sync/atomic"

// Table is a transposition table of fixed size, shared by threads without
// locks. An entry is two words, the second being the position's key XOR the
// first, so that an entry of which only one word was written by another thread
// is taken for no entry (R. Hyatt, T. Mann: "A lock-less transposition-table
// implementation for parallel search", ICGA Journal 25, 2002).
//
//	word 0   score 16 | eval 16 | move 16 | depth 8 | bound 2, age 6
//	word 1   key ^ word 0
//
// Four entries that fill a cache line share a place.
type Table struct {
	slots []slot
	mask  uint64
	age   uint8
	salt  uint64 // of the keys: entries made with another are not found
}

type slot [4]entry

type entry struct{ data, check atomic.Uint64 }

type bound uint8

const (
	noBound bound = iota
	atMost
	atLeast
	exact
)

// found is what an entry says.
type found struct {
	score, eval int
	move        int32
	depth       int
	bound       bound
}

// NewTable returns a table of at most so many bytes, at least 4 KiB.
func NewTable(bytes int64) *Table {
	n := uint64(64)
	for n*2*64 <= uint64(bytes) {
		n *= 2
	}
	return &Table{slots: make([]slot, n), mask: n - 1}
}

// Bytes returns the memory that the table takes.
func (t *Table) Bytes() int64 { return int64(len(t.slots)) * 64 }

// Clear forgets everything.
func (t *Table) Clear() {
	for i := range t.slots {
		for j := range t.slots[i] {
			t.slots[i][j].data.Store(0)
			t.slots[i][j].check.Store(0)
		}
	}
}

// Forget makes the next search take no notice of earlier ones, without the time
// that Clear takes.
func (t *Table) Forget() { t.salt += 1 << 40 }

// next begins another search: entries of earlier ones are replaced first.
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

// probe returns what is known of a position. Scores of wins and losses are
// turned from the distance to the position into that to the root.
func (t *Table) probe(key uint64, ply int) (found, bool) {
	key ^= t.salt
	s := &t.slots[key&t.mask]
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

// store enters what was found, over the least useful entry of its place.
func (t *Table) store(key uint64, ply int, f found) {
	f.score = toTable(f.score, ply)
	key ^= t.salt
	s := &t.slots[key&t.mask]
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
