package weiqi

import (
	"bytes"
	_ "embed"
	"sync"

	"moyo/engine/neural"
)

//go:embed weights/net.bin
var shippedFile []byte

// Shipped returns the network that comes with the program. It learned from games of the program against itself and from
// evaluations by a teacher (weights/README.md). Several goroutines may use it at once; nothing may change it.
var Shipped = sync.OnceValue(func() *neural.Net {
	net, err := ReadNet(bytes.NewReader(shippedFile))
	if err != nil {
		panic(err) // embedded
	}
	return net
})
