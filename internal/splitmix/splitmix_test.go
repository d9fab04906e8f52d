package splitmix_test

import (
	"fmt"
	"math/bits"
	"testing"

	"moyo/internal/splitmix"
)

func Example() {
	r := splitmix.Rand(0)
	fmt.Printf("%#x\n", r.Next())
	// Output: 0xe220a8397b1dcdaf
}

// TestRand checks the published first outputs from seed 0.
func TestRand(t *testing.T) {
	var r splitmix.Rand
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := r.Next(); got != want {
			t.Errorf("output %d is %#x, want %#x", i, got, want)
		}
	}
}

// TestMix checks that numbers of near states differ in about half of their bits.
func TestMix(t *testing.T) {
	sum := 0
	for x := range uint64(1000) {
		sum += bits.OnesCount64(splitmix.Mix(x) ^ splitmix.Mix(x+1))
	}
	if sum < 30_000 || sum > 34_000 {
		t.Errorf("%d bits of 64000 differ between neighbours, want about half", sum)
	}
}
