//go:build (amd64 || arm64) && !purego

package network

func advance(x []int16, sum *[Channels]int16, rows []int16, list []step) {
	if !vectors {
		advancePlain(x, sum, rows, list)
		return
	}
	if len(list) > 0 {
		advanceVectors(&x[0], &sum[0], &rows[0], &list[0], len(list))
	}
}

func weigh(x []int16, weights *[Channels]int16, at []uint32, out []int32) {
	if !vectors {
		weighPlain(x, weights, at, out)
		return
	}
	if len(at) > 0 {
		_ = out[len(at)-1]
		weighVectors(&x[0], &weights[0], &at[0], &out[0], len(at))
	}
}

func hide(pre *[hidden]int32, sum *[Channels]int16, weights *[Channels * hidden]int16) {
	if !vectors {
		hidePlain(pre, sum, weights)
		return
	}
	hideVectors(&pre[0], &sum[0], &weights[0])
}

//go:noescape
func advanceVectors(x, sum, rows *int16, list *step, n int)

//go:noescape
func weighVectors(x, weights *int16, at *uint32, out *int32, n int)

//go:noescape
func hideVectors(pre *int32, sum, weights *int16)
