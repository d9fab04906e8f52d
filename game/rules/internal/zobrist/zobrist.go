// Package zobrist makes the keys of Zobrist hashing (A. Zobrist, 1970): a position's hash is the
// xor of the keys of its features. The keys come from a function instead of a table, so boards of
// any size need no memory for them.
package zobrist

import "moyo/internal/splitmix"

// Key returns the key of the feature x. Different x have different keys.
func Key(x uint64) uint64 { return splitmix.Mix(x) }
