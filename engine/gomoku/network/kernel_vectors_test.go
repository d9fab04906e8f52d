//go:build (amd64 || arm64) && !purego

package network

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/internal/testenv"
)

// TestVectors compares vectors with plain Go, number by number.
func TestVectors(t *testing.T) {
	testenv.SkipUnderRace(t)
	if !vectors {
		t.Skip("the processor has no vectors")
	}
	defer func() { vectors = true }()
	r := rand.New(rand.NewPCG(6, 6))
	const points = 40
	draw := func(n, spread int) []int16 {
		list := make([]int16, n)
		for i := range list {
			list[i] = int16(r.IntN(2*spread+1) - spread)
		}
		return list
	}
	for range 50 {
		rows := draw(20*Channels, 300)
		var steps []step
		for range r.IntN(40) {
			steps = append(steps, step{uint32(r.IntN(points)) * rowBytes, uint32(r.IntN(20)) * rowBytes, uint32(r.IntN(20)) * rowBytes})
		}
		var at []uint32
		for range r.IntN(30) {
			at = append(at, uint32(r.IntN(points))*rowBytes)
		}
		x, sum := draw(points*Channels, 300), [Channels]int16(draw(Channels, 32000))
		weights, first := [Channels]int16(draw(Channels, 32000)), [Channels * hidden]int16(draw(Channels*hidden, 4096))
		var pre [hidden]int32
		pre[3] = -77
		all := func(fast bool) (y []int16, s [Channels]int16, out []int32, p [hidden]int32) {
			vectors = fast
			y, s, out, p = slices.Clone(x), sum, make([]int32, len(at)), pre
			advance(y, &s, rows, steps)
			weigh(y, &weights, at, out)
			hide(&p, &s, &first)
			return y, s, out, p
		}
		y, s, out, p := all(true)
		y2, s2, out2, p2 := all(false)
		if !slices.Equal(y, y2) || s != s2 || !slices.Equal(out, out2) || p != p2 {
			t.Fatal("vectors and plain Go differ")
		}
	}
}
