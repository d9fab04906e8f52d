package network

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The file of a network is compressed by gzip: the eight bytes of fileMagic,
// then the numbers of a Net in the order of its fields, little-endian.
const fileMagic = "moyo-l5\x01"

// parts returns the numbers of a network in the order of the file.
func (n *Net) parts() []any {
	return []any{n.rows, &n.bias, &n.order, &n.first, n.mask, &n.second, &n.last}
}

// blank returns a network of zeros.
func blank() *Net {
	return &Net{rows: make([]int16, Windows*Channels), mask: make([][hidden]int32, Masks)}
}

// Write writes the network.
func (n *Net) Write(out io.Writer) error {
	z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write([]byte(fileMagic)); err != nil {
		return err
	}
	for _, part := range n.parts() {
		if err := binary.Write(z, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return z.Close()
}

// Read reads what Write wrote.
func Read(in io.Reader) (*Net, error) {
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	n := blank()
	size := len(fileMagic)
	for _, part := range n.parts() {
		size += binary.Size(part)
	}
	raw, err := io.ReadAll(io.LimitReader(z, int64(size)+1))
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	if len(raw) != size || !bytes.HasPrefix(raw, []byte(fileMagic)) {
		return nil, errors.New("network: not a file of this version")
	}
	rest := bytes.NewReader(raw[len(fileMagic):])
	for _, part := range n.parts() {
		if err := binary.Read(rest, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("network: %w", err)
		}
	}
	return n, nil
}
