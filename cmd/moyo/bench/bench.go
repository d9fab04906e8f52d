// Package bench measures: moves and playouts a second of the rules and the
// searches, the signature that changes when an engine plays differently, the
// tables of the founding documents taken again, and how long problems of life and
// death take by method. What it measures comes back as plain data that can be
// printed as a table or written as JSON; flags are the caller's.
package bench

// Progress is called with how much of a measurement is done; a total below 1 is not
// known. It may be nil.
type Progress func(done, total int64)

func (p Progress) set(done, total int64) {
	if p != nil {
		p(done, total)
	}
}
