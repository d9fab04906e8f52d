package kernel

// addOuterPlain is AddOuter in plain Go.
func addOuterPlain(c, a, b []float32, from, to int) {
	for ; len(a) > 0; a, b = a[from:], b[to:] {
		for i, x := range a[:from] {
			if x != 0 {
				addTimesPlain(c[i*to:(i+1)*to], b, x)
			}
		}
	}
}

func addTimesPlain(dst, src []float32, x float32) {
	for i, y := range src[:len(dst)] {
		dst[i] += float32(x * y)
	}
}

func maskPlain(d, rows []float32) {
	for i, v := range rows[:len(d)] {
		if v <= 0 {
			d[i] = 0
		}
	}
}
