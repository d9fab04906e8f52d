package proof

import (
	"encoding/binary"
	"hash/maphash"

	"moyo/game"
)

// keySize returns the size of a state's key in bytes: four stones a byte, the turn, the ban, the
// threats, and the captures.
func (g *ground) keySize() int { return (len(g.points)+3)/4 + 4 + g.goneSize() }

// goneSize returns the bytes of a state's gone.
func (g *ground) goneSize() int { return min(8, len(g.targets)/8+1) }

// pack writes the key of s, of keySize bytes.
func (g *ground) pack(key []byte, s *state) {
	for i := 0; i < len(g.points); i += 4 {
		key[i/4] = byte(s.stones[i] | s.stones[i+1]<<2 | s.stones[i+2]<<4 | s.stones[i+3]<<6)
	}
	key = key[(len(g.points)+3)/4:]
	key[0], key[1], key[2], key[3] = byte(s.turn), s.ban, s.threats[game.Black], s.threats[game.White]
	var gone [8]byte
	binary.LittleEndian.PutUint64(gone[:], s.gone)
	copy(key[4:], gone[:g.goneSize()])
}

// unpack is the inverse of pack.
func (g *ground) unpack(key []byte) state {
	var s state
	for i := range g.points {
		s.stones[i] = game.Color(key[i/4] >> (i % 4 * 2) & 3)
	}
	key = key[(len(g.points)+3)/4:]
	s.turn, s.ban, s.threats = game.Color(key[0]), key[1], [3]uint8{game.Black: key[2], game.White: key[3]}
	var gone [8]byte
	copy(gone[:], key[4:])
	s.gone = binary.LittleEndian.Uint64(gone[:])
	return s
}

// The marks of a seen state.
const (
	fresh  = iota // not seen
	below         // on the stack of the walk
	walked        // finished
)

// seen is the set of the visited states: an open hash table of keys, each followed by its mark. It
// is at most three quarters full.
type seen struct {
	seed  maphash.Seed
	size  int // bytes of a slot
	slots int // a power of two
	table []byte
	count int
}

func newSeen(keySize int) *seen {
	const slots = 1 << 10
	return &seen{seed: maphash.MakeSeed(), size: keySize + 1, slots: slots, table: make([]byte, slots*(keySize+1))}
}

// find returns the slot of a key, or the free slot for it.
func (t *seen) find(key []byte) []byte {
	for i := maphash.Bytes(t.seed, key); ; i++ {
		at := int(i&uint64(t.slots-1)) * t.size
		slot := t.table[at : at+t.size]
		if slot[t.size-1] == fresh || string(slot[:t.size-1]) == string(key) {
			return slot
		}
	}
}

// mark sets the mark of a key, which is not fresh.
func (t *seen) mark(key []byte, m byte) {
	slot := t.find(key)
	before := slot[t.size-1]
	copy(slot, key)
	slot[t.size-1] = m
	if before != fresh {
		return
	}
	if t.count++; t.count > t.slots/4*3 {
		t.grow()
	}
}

// of returns the mark of a key.
func (t *seen) of(key []byte) byte { return t.find(key)[t.size-1] }

func (t *seen) grow() {
	old := t.table
	t.slots *= 2
	t.table = make([]byte, t.slots*t.size)
	for at := 0; at < len(old); at += t.size {
		if slot := old[at : at+t.size]; slot[t.size-1] != fresh {
			copy(t.find(slot[:t.size-1]), slot)
		}
	}
}
