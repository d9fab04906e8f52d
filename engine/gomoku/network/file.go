package network

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The file of a network is compressed by gzip: the eight bytes of fileMagic, then the numbers
// of the weights in the order of their fields, little-endian; where colours were taught apart, Black's and then White's.
const fileMagic = "moyo-l5\x01"

// parts returns the numbers of the weights as the file has them.
func (w *weights) parts() []any {
	return []any{w.rows, &w.bias, &w.order, &w.first, w.mask, &w.second, &w.last}
}

// size returns how many bytes they take there.
func (w *weights) size() int {
	n := 0
	for _, part := range w.parts() {
		n += binary.Size(part)
	}
	return n
}

// blank returns weights of nothing but zeros.
func blank() *weights {
	return &weights{rows: make([]int16, Windows*Channels), mask: make([][hidden]int32, Masks)}
}

// apart says whether colours were taught apart.
func (n *Net) apart() bool { return n.of[black] != n.of[white] }

// Write writes the network.
func (n *Net) Write(out io.Writer) error {
	z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write([]byte(fileMagic)); err != nil {
		return err
	}
	all := n.of[black].parts()
	if n.apart() {
		all = append(all, n.of[white].parts()...)
	}
	for _, part := range all {
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
	w := blank()
	size := w.size()
	raw, err := io.ReadAll(io.LimitReader(z, int64(len(fileMagic)+2*size)+1))
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	n := &Net{[2]*weights{w, w}}
	all := w.parts()
	if len(raw) == len(fileMagic)+2*size {
		n.of[white] = blank()
		all = append(all, n.of[white].parts()...)
		size *= 2
	}
	if len(raw) != len(fileMagic)+size || !bytes.HasPrefix(raw, []byte(fileMagic)) {
		return nil, errors.New("network: not a file of this version")
	}
	rest := bytes.NewReader(raw[len(fileMagic):])
	for _, part := range all {
		if err := binary.Read(rest, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("network: %w", err)
		}
	}
	return n, nil
}
