// Package splitmix is the generator splitmix64 (G. Steele, D. Lea and C. Flood, "Fast splittable
// pseudorandom number generators", 2014): pseudorandom numbers, the same on every machine. It is
// for hashes, keys and searches, not for secrets.
package splitmix

// step is the increment of the generator's state: the golden ratio.
const step = 0x9e3779b97f4a7c15

// Mix returns the number that follows from the state x. It is a bijection of 64-bit words, so
// different x give different numbers.
func Mix(x uint64) uint64 {
	x += step
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Rand is a generator; its value is the seed.
type Rand uint64

// Next returns the next number.
func (r *Rand) Next() uint64 {
	x := Mix(uint64(*r))
	*r += step
	return x
}
