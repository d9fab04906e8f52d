package negascout2023

import "moyo/game"

// tableBits is the size of each of the two tables: 2^tableBits entries, indexed
// by a key's low bits. New entries always replace old ones.
const tableBits = 20

// kind is the kind of a stored value.
type kind uint8

// The kinds.
const (
	exact kind = iota + 1
	lower
	upper
)

// entry is an entry of the transposition table: 16 bytes.
type entry struct {
	key   uint32
	value int32
	move  game.Point // the best, or the one that caused a cut
	depth int16      // depth of the search in plies
	kind  kind
	age   uint8 // of the tables when it was stored
}

// value is an entry of the state table: a static evaluation.
type value struct {
	key   uint32
	value int32
	age   uint8
}

// tables are the transposition table and the state table. Nil tables store
// nothing. Entries of another age are invalid.
type tables struct {
	positions []entry
	statics   []value
	age       uint8 // 1 to 255; an entry never used has 0
}

func newTables() *tables {
	return &tables{make([]entry, 1<<tableBits), make([]value, 1<<tableBits), 1}
}

// clear empties the tables.
func (t *tables) clear() {
	if t.age++; t.age == 0 {
		clear(t.positions)
		clear(t.statics)
		t.age = 1
	}
}

// position looks a position up.
func (t *tables) position(key uint32) (e entry, ok bool) {
	if t == nil {
		return e, false
	}
	e = t.positions[key%uint32(len(t.positions))]
	return e, e.age == t.age && e.key == key
}

// store remembers a position.
func (t *tables) store(key uint32, depth, value int, k kind, move game.Point) {
	if t != nil {
		t.positions[key%uint32(len(t.positions))] = entry{key, int32(value), move, int16(depth), k, t.age}
	}
}

// static looks a static value up.
func (t *tables) static(key uint32) (v int, ok bool) {
	if t == nil {
		return 0, false
	}
	e := t.statics[key%uint32(len(t.statics))]
	return int(e.value), e.age == t.age && e.key == key
}

// storeStatic remembers a static value.
func (t *tables) storeStatic(key uint32, v int) {
	if t != nil {
		t.statics[key%uint32(len(t.statics))] = value{key, int32(v), t.age}
	}
}
