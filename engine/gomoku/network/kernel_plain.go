//go:build (!amd64 && !arm64) || purego

package network

func advance(x []int16, sum *[Channels]int16, rows []int16, list []step) {
	advancePlain(x, sum, rows, list)
}

func weigh(x []int16, weights *[Channels]int16, at []uint32, out []int32) {
	weighPlain(x, weights, at, out)
}

func hide(pre *[hidden]int32, sum *[Channels]int16, weights *[Channels * hidden]int16) {
	hidePlain(pre, sum, weights)
}
