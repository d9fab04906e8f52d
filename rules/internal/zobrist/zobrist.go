// Package zobrist makes the keys of Zobrist hashing (A. Zobrist, 1970): a
// position's hash is the exclusive or of a key for each thing that is true of
// it. The keys are not a table but a function, so that boards of any size need
// no memory for them.
package zobrist

// Key returns the key of the thing that x stands for: splitmix64 (G. Steele et
// al., 2014), a bijection of 64-bit words, so that things told apart by x never
// share a key.
func Key(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
