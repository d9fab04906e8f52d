package tournament

import "testing"

// TestPlaces lets the best meet as late as possible.
func TestPlaces(t *testing.T) {
	for size := 2; size <= 64; size *= 2 {
		left := places(size)
		for len(left) > 1 {
			var next []int
			for i := 0; i < len(left); i += 2 {
				if left[i]+left[i+1] != len(left)+1 {
					t.Fatalf("of %d: %v", size, left)
				}
				next = append(next, min(left[i], left[i+1]))
			}
			left = next
		}
	}
}
