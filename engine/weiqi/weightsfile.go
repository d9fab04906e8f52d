package weiqi

import (
	"bytes"
	_ "embed"
	"sync"

	"moyo/engine/neural"
)

//go:embed weights/net.bin
var shippedFile []byte

// Shipped returns the built-in network, trained on self-play games and on evaluations by a teacher
// (weights/README.md). Several goroutines may use it at the same time; callers must not change it.
var Shipped = sync.OnceValue(func() *neural.Net {
	net, err := ReadNet(bytes.NewReader(shippedFile))
	if err != nil {
		panic(err) // embedded
	}
	return net
})
