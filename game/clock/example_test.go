package clock_test

import (
	"fmt"
	"time"

	"moyo/game/clock"
)

func Example() {
	spec, _ := clock.Parse("byoyomi=10m+5x30s")
	fmt.Println(spec.Text(), "is", spec.Speed())

	left := spec.Start()
	for _, thought := range []time.Duration{9 * time.Minute, 70 * time.Second, 30 * time.Second} {
		left, _ = spec.Run(left, thought)
		left = spec.Moved(left)
		fmt.Println(left.Main, "and", left.Periods, "periods")
	}
	_, fallen := spec.Run(left, 5*30*time.Second)
	fmt.Println("the flag has fallen:", fallen)
	// Output:
	// 10 minutes, then 5 periods of 30 seconds a move is rapid
	// 1m0s and 5 periods
	// 0s and 5 periods
	// 0s and 5 periods
	// the flag has fallen: false
}
