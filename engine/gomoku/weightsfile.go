package gomoku

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"moyo/engine/gomoku/network"
	rules "moyo/game/rules/gomoku"
	"moyo/game/rules/gomoku/pattern"
)

// The file of a set of weights is compressed by gzip: the eight bytes of
// fileMagic, the number of codes, then for Black and for White the columns Move,
// Wait, Own and Against, then Threats, all as little-endian int16.
const fileMagic = "moyo-g5\x01"

//go:embed weights
var shipped embed.FS

// Write writes the weights.
func (w *Weights) Write(out io.Writer) error {
	z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	var raw bytes.Buffer
	raw.WriteString(fileMagic)
	put := func(v int32) { raw.Write(binary.LittleEndian.AppendUint16(nil, uint16(int16(v)))) }
	put(pattern.Codes)
	for c := pattern.Black; c <= pattern.White; c++ {
		for _, column := range columns(w, c) {
			for code := range pattern.Codes {
				put(*column(code))
			}
		}
	}
	for _, v := range w.Threats {
		put(v)
	}
	if _, err := z.Write(raw.Bytes()); err != nil {
		return err
	}
	return z.Close()
}

// columns returns the columns of a colour as the file has them.
func columns(w *Weights, c int) []func(code int) *int32 {
	return []func(code int) *int32{
		func(code int) *int32 { return &w.Values[c][code].Move },
		func(code int) *int32 { return &w.Values[c][code].Wait },
		func(code int) *int32 { return &w.Own[c][code] },
		func(code int) *int32 { return &w.Against[c][code] },
	}
}

// ReadWeights reads what Write wrote.
func ReadWeights(in io.Reader) (*Weights, error) {
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	const numbers = 1 + 2*4*pattern.Codes + threatMasks
	raw, err := io.ReadAll(io.LimitReader(z, int64(len(fileMagic)+2*numbers)+1))
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if !bytes.HasPrefix(raw, []byte(fileMagic)) || len(raw) != len(fileMagic)+2*numbers {
		return nil, errors.New("weights: not a file of this version")
	}
	raw = raw[len(fileMagic):]
	next := func() int32 {
		v := int32(int16(binary.LittleEndian.Uint16(raw)))
		raw = raw[2:]
		return v
	}
	if n := next(); n != pattern.Codes {
		return nil, fmt.Errorf("weights: for %d codes, there are %d", n, pattern.Codes)
	}
	w := &Weights{}
	for c := pattern.Black; c <= pattern.White; c++ {
		for _, column := range columns(w, c) {
			for code := range pattern.Codes {
				*column(code) = next()
			}
		}
	}
	for m := range w.Threats {
		w.Threats[m] = next()
	}
	return w, nil
}

// perRule caches the built-in files of rules, each read once.
type perRule[T any] struct {
	lock sync.Mutex
	read map[rules.Rule]*T
}

var (
	shippedWeights  perRule[Weights]
	shippedNetworks perRule[network.Net]
)

// WeightsFor returns the built-in weights for a rule; or those of another rule if it has no weights of its own,
// under Renju with a penalty for Black.
func WeightsFor(rule rules.Rule) *Weights {
	if rule == rules.Renju {
		return renjuWeights()
	}
	return shippedWeights.of(rule, ".bin", ReadWeights)
}

// renjuWeights are freestyle's, with a burden for Black.
var renjuWeights = sync.OnceValue(func() *Weights {
	w := *shippedWeights.of(rules.Freestyle, ".bin", ReadWeights)
	w.Burden = renjuBurden
	return &w
})

// NetworkFor returns the built-in network for a rule, or that of another rule if
// it has none of its own.
func NetworkFor(rule rules.Rule) *network.Net { return shippedNetworks.of(rule, ".net", network.Read) }

// of returns the contents of the file of a rule, or of freestyle's.
func (k *perRule[T]) of(rule rules.Rule, ending string, read func(io.Reader) (*T, error)) *T {
	k.lock.Lock()
	defer k.lock.Unlock()
	if v := k.read[rule]; v != nil {
		return v
	}
	data, err := shipped.ReadFile("weights/" + rule.String() + ending)
	if err != nil {
		data, err = shipped.ReadFile("weights/freestyle" + ending)
	}
	if err != nil {
		panic(err) // embedded
	}
	v, err := read(bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	if k.read == nil {
		k.read = map[rules.Rule]*T{}
	}
	k.read[rule] = v
	return v
}
