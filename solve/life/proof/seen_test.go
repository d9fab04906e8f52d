package proof

import (
	"encoding/binary"
	"testing"
)

// TestSeenGrows: states keep their marks as the table grows.
func TestSeenGrows(t *testing.T) {
	const size = 9
	s := newSeen(size)
	slots := s.slots
	key := func(i int) []byte {
		k := make([]byte, size)
		binary.LittleEndian.PutUint64(k, uint64(i)*0x9e3779b97f4a7c15)
		return k
	}
	many := 4 * slots
	markOf := func(i int) byte { return byte(below + i%2) }
	for i := range many {
		if got := s.of(key(i)); got != fresh {
			t.Fatalf("state %d is marked %d before it was seen", i, got)
		}
		s.mark(key(i), markOf(i))
		if s.count*4 > s.slots*3 {
			t.Fatalf("%d states in %d slots", s.count, s.slots)
		}
	}
	for i := range many {
		if got := s.of(key(i)); got != markOf(i) {
			t.Fatalf("state %d of %d is marked %d, want %d", i, many, got, markOf(i))
		}
		s.mark(key(i), walked)
	}
	if s.count != many || s.of(key(1)) != walked || s.of(key(many)) != fresh {
		t.Errorf("%d states are counted of %d", s.count, many)
	}
}
