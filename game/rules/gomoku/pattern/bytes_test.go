package pattern

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
)

// TestBytes compares the matches in words with a check of each byte.
func TestBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	values := []uint8{taken}
	for k := range uint8(Classes) {
		values = append(values, k)
	}
	for range 3000 {
		class := make([]uint8, 8)
		for i := range class {
			class[i] = values[r.IntN(len(values))]
		}
		w := binary.LittleEndian.Uint64(class)
		for k := range uint8(Classes) {
			var equal, least []board.Point
			for i, v := range class {
				if v == k {
					equal = append(equal, board.Point(16+i))
				}
				if v >= k && v != taken {
					least = append(least, board.Point(16+i))
				}
			}
			if got := appendBytes(nil, 16, equalBytes(w, k)); !slices.Equal(got, equal) {
				t.Fatalf("%v: those equal to %d are %v, want %v", class, k, got, equal)
			}
			if got := appendBytes(nil, 16, leastBytes(w, k)); !slices.Equal(got, least) {
				t.Fatalf("%v: those of at least %d are %v, want %v", class, k, got, least)
			}
		}
	}
}
