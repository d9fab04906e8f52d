package zobrist_test

import (
	"fmt"
	"math/bits"
	"testing"

	"moyo/rules/internal/zobrist"
)

// Stones put on in another order give the same hash.
func Example() {
	stone := func(point, color uint64) uint64 { return zobrist.Key(point<<2 | color) }
	fmt.Println(stone(3, 1)^stone(7, 2) == stone(7, 2)^stone(3, 1))
	// Output: true
}

// TestKey checks the published first outputs of splitmix64 from seed 0, which
// are the keys of the multiples of its step, and that near inputs differ in
// about half of the bits.
func TestKey(t *testing.T) {
	step := uint64(0x9e3779b97f4a7c15)
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := zobrist.Key(uint64(i) * step); got != want {
			t.Errorf("output %d is %#x, want %#x", i, got, want)
		}
	}
	sum := 0
	for x := range uint64(1000) {
		sum += bits.OnesCount64(zobrist.Key(x) ^ zobrist.Key(x+1))
	}
	if sum < 30_000 || sum > 34_000 {
		t.Errorf("%d bits of 64000 differ between neighbours, want about half", sum)
	}
}
