package weiqi_test

import (
	"fmt"

	"moyo/board"
	"moyo/game/rules/weiqi"
)

// A thousand random games on a torus: neither side has an advantage beyond the first move.
func ExampleFast_Playout() {
	b, err := board.Parse("torus:9x9")
	if err != nil {
		fmt.Println(err)
		return
	}
	empty, rng := weiqi.NewFast(b), weiqi.NewRand(1)
	f := empty.Clone()
	black := 0
	for range 1000 {
		f.CopyFrom(empty)
		f.Playout(rng, 10*b.Len())
		if f.Score() > 0 {
			black++
		}
	}
	fmt.Println("Black wins about half:", black > 400 && black < 620)
	// Output:
	// Black wins about half: true
}
