package review

// ordering is the order between a number and the next one.
type ordering int

const (
	equal   ordering = iota
	falling          // it is no smaller
	rising           // it is no larger
)

// nearest returns the numbers in the given order, order[i] between i and i+1, with the least weighted sum of squared
// distances from values. It is exact: dynamic programming over the derivative of the least sum so far, which is an
// increasing piecewise linear function (N. A. Johnson, "A dynamic programming algorithm for the fused lasso and
// L0-segmentation", 2013, for this order instead of a penalty).
func nearest(values, weights []float64, order []ordering) []float64 {
	n := len(values)
	d := derivative{knots: make([]knot, 2*n+2), from: n, to: n}
	best := make([]float64, n) // of the last number, if it were free
	for i := range n {
		d.left.add(weights[i], -weights[i]*values[i])
		d.right.add(weights[i], -weights[i]*values[i])
		switch {
		case i+1 == n || order[i] == falling:
			best[i] = d.zeroBefore()
		case order[i] == rising:
			best[i] = d.zeroAfter()
		}
	}
	out := best
	for i := n - 2; i >= 0; i-- {
		switch order[i] {
		case equal:
			out[i] = out[i+1]
		case falling:
			out[i] = max(best[i], out[i+1])
		case rising:
			out[i] = min(best[i], out[i+1])
		}
	}
	return out
}

// line is slope·x + offset.
type line struct{ slope, offset float64 }

func (l *line) add(slope, offset float64) { l.slope, l.offset = l.slope+slope, l.offset+offset }

// knot is where a function changes from one line to another.
type knot struct {
	at     float64
	change line
}

// derivative is a continuous piecewise linear function that never decreases.
type derivative struct {
	left, right line // before the first knot and after the last
	knots       []knot
	from, to    int // of the knots in use
}

// zeroBefore sets the function to zero left of its root, and returns the root.
func (d *derivative) zeroBefore() float64 {
	for ; d.from < d.to && d.left.slope*d.knots[d.from].at+d.left.offset < 0; d.from++ {
		d.left.add(d.knots[d.from].change.slope, d.knots[d.from].change.offset)
	}
	root := -d.left.offset / d.left.slope
	d.from--
	d.knots[d.from] = knot{root, d.left}
	d.left = line{}
	return root
}

// zeroAfter sets the function to zero right of its root, and returns the root.
func (d *derivative) zeroAfter() float64 {
	for ; d.from < d.to && d.right.slope*d.knots[d.to-1].at+d.right.offset > 0; d.to-- {
		d.right.add(-d.knots[d.to-1].change.slope, -d.knots[d.to-1].change.offset)
	}
	root := -d.right.offset / d.right.slope
	d.knots[d.to] = knot{root, line{-d.right.slope, -d.right.offset}}
	d.to++
	d.right = line{}
	return root
}
