package weiqi

import "math/bits"

// Rand is a small fast generator of random numbers, wyrand: one long multiplication a number, two
// words of state; all seeds are equally good. It passes the usual test batteries and is not
// cryptographically secure. Source: Wang Yi, wyhash (2019), function wyrand.
//
// Numbers are computed one ahead, so that callers need not wait for the multiplication.
type Rand struct{ state, next uint64 }

// NewRand returns a generator whose numbers are decided by the seed.
func NewRand(seed uint64) *Rand {
	r := new(Rand)
	r.Seed(seed)
	return r
}

// Seed restarts the generator.
func (r *Rand) Seed(seed uint64) {
	r.state = seed
	r.Uint64()
}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	x := r.next
	r.state += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(r.state, r.state^0xe7037ed1a0b428db)
	r.next = hi ^ lo
	return x
}

// Intn returns a number from 0 to n-1, for 0 < n < 1<<31. It uses a multiplication and a shift; its
// deviation from uniform is n/2^32.
func (r *Rand) Intn(n int) int { return int(r.Uint64() >> 32 * uint64(n) >> 32) }

// Float64 returns a number in [0, 1).
func (r *Rand) Float64() float64 { return float64(r.Uint64()>>11) / (1 << 53) }
