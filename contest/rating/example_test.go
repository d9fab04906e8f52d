package rating_test

import (
	"fmt"
	"time"

	"moyo/contest/rating"
)

// A new player wins three games of Go against a level of the engine and loses two.
func Example() {
	pool := rating.Pool("weiqi/9x9/blitz")
	level := rating.Rating{Points: 1300, Deviation: 60, Volatility: 0.06}
	me := rating.New()
	fmt.Println(me.Text("weiqi"), "in", pool)
	for _, score := range []float64{1, 1, 0, 1, 0} {
		me = me.AfterGame(time.Hour, rating.Result{Opponent: level, Score: score})
	}
	fmt.Printf("%s, %.0f ± %.0f\n", me.Text("weiqi"), me.Points, me.Deviation)
	fmt.Println(rating.HandicapFor(4, 19*19, 9))
	// Output:
	// 6k? in weiqi/9x9/blitz
	// 8k?, 1365 ± 169
	// {4 0.5}
}
