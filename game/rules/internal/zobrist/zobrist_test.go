package zobrist_test

import (
	"fmt"

	"moyo/game/rules/internal/zobrist"
)

// Stones put on in another order give the same hash.
func Example() {
	stone := func(point, color uint64) uint64 { return zobrist.Key(point<<2 | color) }
	fmt.Println(stone(3, 1)^stone(7, 2) == stone(7, 2)^stone(3, 1))
	// Output: true
}
