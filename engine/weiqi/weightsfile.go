package weiqi

import (
	"bytes"
	_ "embed"
	"sync"

	"moyo/engine/neural"
)

//go:embed weights/net.bin
var shippedFile []byte

// Shipped returns the network that comes with the program: taught by games that it played against itself, and by nothing
// else (weights/README.md). It may be used by several goroutines at once, and is not to be changed.
var Shipped = sync.OnceValue(func() *neural.Net {
	net, err := ReadNet(bytes.NewReader(shippedFile))
	if err != nil {
		panic(err) // embedded
	}
	return net
})
