// Package bench contains measurements: moves and playouts per second of the rules and the searches,
// the signature that changes when an engine plays differently, the tables of the founding
// documents, and the time for problems of life and death by method. Results are plain data, which
// can be printed as a table or written as JSON; the caller reads flags.
package bench

// Progress receives how much of a measurement is done; a total below 1 is unknown. It may be nil.
type Progress func(done, total int64)

func (p Progress) set(done, total int64) {
	if p != nil {
		p(done, total)
	}
}
