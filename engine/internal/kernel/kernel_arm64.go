//go:build !purego

package kernel

// vectors says whether vectors of four are used: every processor of this kind has them. Tests switch them off.
var vectors = true

// mulPairs is Mul with two panels at a time, of which there is nothing to be had here.
func mulPairs(_, _ []float32, _ int, _ *Packed) (columns int) { return 0 }
