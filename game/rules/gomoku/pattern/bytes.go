package pattern

import (
	"encoding/binary"
	"math/bits"

	"moyo/board"
)

// Eight points at a time: their classes are the bytes of a word. Matches have the highest bit of
// their byte set and no other bits.
const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// word returns the classes of the points from i on.
func word(class []uint8, i int) uint64 { return binary.LittleEndian.Uint64(class[i:]) }

// equalBytes finds the bytes of w that are k.
func equalBytes(w uint64, k uint8) uint64 {
	w ^= uint64(k) * lowBits
	return ^(w&^highBits + ^uint64(highBits) | w) & highBits
}

// leastBytes finds the bytes of w that are at least low and below 128.
func leastBytes(w uint64, low uint8) uint64 {
	return (w&^highBits + uint64(128-low)*lowBits) &^ w & highBits
}

// appendBytes appends the points found in the word of the points from i on.
func appendBytes(buf []board.Point, i int, found uint64) []board.Point {
	for ; found != 0; found &= found - 1 {
		buf = append(buf, board.Point(i+bits.TrailingZeros64(found)>>3))
	}
	return buf
}
