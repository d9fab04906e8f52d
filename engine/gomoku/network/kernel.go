package network

// step changes the vector that begins at byte x: it subtracts the row at from
// and adds the row at to.
type step struct{ x, from, to uint32 }

const rowBytes = 2 * Channels

// advancePlain does the steps and updates the sum of all clipped vectors.
func advancePlain(x []int16, sum *[Channels]int16, rows []int16, list []step) {
	for _, s := range list {
		v := x[s.x/2:][:Channels]
		from, to := rows[s.from/2:][:Channels], rows[s.to/2:][:Channels]
		for i, old := range v {
			now := old - from[i] + to[i]
			v[i] = now
			sum[i] += max(0, min(now, unit)) - max(0, min(old, unit))
		}
	}
}

// weighPlain adds to each of out the product of weights and the clipped vector at a point.
func weighPlain(x []int16, weights *[Channels]int16, at []uint32, out []int32) {
	for k, a := range at {
		sum := int32(0)
		for i, v := range x[a/2:][:Channels] {
			sum += int32(max(0, min(v, unit))) * int32(weights[i])
		}
		out[k] += sum
	}
}

// hidePlain adds the contribution of a sum to the hidden layer.
func hidePlain(pre *[hidden]int32, sum *[Channels]int16, weights *[Channels * hidden]int16) {
	for i := 0; i < Channels; i += 2 {
		a, b := int32(uint16(sum[i])>>sumShift), int32(uint16(sum[i+1])>>sumShift)
		w := weights[i*hidden:][:2*hidden]
		for j := range pre {
			pre[j] += a*int32(w[2*j]) + b*int32(w[2*j+1])
		}
	}
}
