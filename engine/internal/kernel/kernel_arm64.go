//go:build !purego

package kernel

// vectors reports whether vectors of four are used: every arm64 processor has them. Tests switch them off.
var vectors = true

// mulPairs multiplies no pairs of panels: they gain nothing on this processor.
func mulPairs(_, _ []float32, _ int, _ *Packed) (columns int) { return 0 }
