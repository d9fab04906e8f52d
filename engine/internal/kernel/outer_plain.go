//go:build !amd64 || purego

package kernel

// AddOuter adds to the row-major matrix c, from by to, the product of the
// transpose of a and b: a has as many rows of from numbers as b has of to.
func AddOuter(c, a, b []float32, from, to int) { addOuterPlain(c, a, b, from, to) }

// Mask sets d to zero where rows is not positive.
func Mask(d, rows []float32) { maskPlain(d, rows) }
