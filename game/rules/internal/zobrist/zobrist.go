// Package zobrist makes the keys of Zobrist hashing (A. Zobrist, 1970): a
// position's hash is the exclusive or of a key for each thing that is true of
// it. The keys are not a table but a function, so that boards of any size need
// no memory for them.
package zobrist

import "moyo/internal/splitmix"

// Key returns the key of the thing that x stands for. Things told apart by x
// never share a key.
func Key(x uint64) uint64 { return splitmix.Mix(x) }
