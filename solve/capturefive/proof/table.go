package proof

import (
	"bufio"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// table contains the entries of a file in order, with a hash index.
type table struct {
	stones [][2]uint64
	marks  []uint8
	moves  []uint8
	slots  []uint32 // open addressing: index of an entry + 1, or 0
}

// readTable reads and verifies the table after a header.
func readTable(ctx context.Context, r io.Reader, h *header, g *ground, limit int) (*table, error) {
	if h.entries > limit {
		return nil, fmt.Errorf("%w: %d entries, more than %d", ErrLimit, h.entries, limit)
	}
	sum := sha256.New()
	sum.Write(h.text)
	counted := &counter{r: io.LimitReader(r, h.bytes)}
	in := bufio.NewReader(flate.NewReader(bufio.NewReader(io.TeeReader(counted, sum))))
	t, err := decode(ctx, in, g, h.entries)
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = fmt.Errorf("%w: cut after %d of %d bytes", io.ErrUnexpectedEOF, counted.n, h.bytes)
		}
		return nil, err
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return nil, fmt.Errorf("more than %d entries (or: %v)", h.entries, err)
	}
	if counted.n != h.bytes {
		return nil, fmt.Errorf("the table ends after %d of %d bytes", counted.n, h.bytes)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != h.sum {
		return nil, fmt.Errorf("altered: sha256 %s, want %s", got, h.sum)
	}
	if n, _ := io.ReadFull(r, make([]byte, 1)); n != 0 {
		return nil, fmt.Errorf("bytes after the table of %d", h.bytes)
	}
	t.index()
	return t, nil
}

// counter counts the bytes read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// decode reads entries.
func decode(ctx context.Context, in *bufio.Reader, g *ground, entries int) (*table, error) {
	t := &table{}
	var before key
	for i := range entries {
		if i%65536 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e, err := decodeEntry(in, before)
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", i, err)
		}
		switch {
		case i > 0 && !before.less(e.key()):
			return nil, fmt.Errorf("entry %d: not in order", i)
		case e.black&e.white != 0 || (e.black|e.white)&^g.all() != 0:
			return nil, fmt.Errorf("entry %d: stones %x and %x on %d points", i, e.black, e.white, g.points)
		case int(e.mark) > g.points+1 || int(e.move) > g.points:
			return nil, fmt.Errorf("entry %d: ko %d, move %d on %d points", i, e.mark, e.move, g.points)
		}
		t.stones = append(t.stones, [2]uint64{e.black, e.white})
		t.marks, t.moves = append(t.marks, e.mark), append(t.moves, e.move)
		before = e.key()
	}
	return t, nil
}

func decodeEntry(in *bufio.Reader, before key) (e entry, err error) {
	grown, err := binary.ReadUvarint(in)
	if err != nil {
		return e, err
	}
	if e.white, err = binary.ReadUvarint(in); err != nil {
		return e, err
	}
	if e.black = before.black + grown; grown == 0 {
		e.white += before.white
	}
	if e.mark, err = in.ReadByte(); err != nil {
		return e, err
	}
	e.move, err = in.ReadByte()
	return e, err
}

// index builds the slots, at most two thirds full.
func (t *table) index() {
	size := 16
	for size < len(t.marks)*3/2 {
		size *= 2
	}
	t.slots = make([]uint32, size)
	for i := range t.marks {
		at := t.slot(t.key(i))
		for t.slots[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		t.slots[at] = uint32(i) + 1
	}
}

func (t *table) key(i int) key { return key{t.stones[i][0], t.stones[i][1], t.marks[i]} }

// slot returns the start of the search for a key.
func (t *table) slot(k key) int { return int(t.mix(k) & uint64(len(t.slots)-1)) }

// mix returns a number in which all bits depend on all of the key.
func (t *table) mix(k key) uint64 {
	const a, b, c = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9
	x := (k.black+c)*a ^ (k.white^uint64(k.mark)<<56)*b
	x ^= x >> 29
	x *= c
	return x ^ x>>32
}

// find returns the index of an entry, or -1.
func (t *table) find(k key) int {
	for at := t.slot(k); t.slots[at] != 0; at = (at + 1) & (len(t.slots) - 1) {
		if i := int(t.slots[at] - 1); t.stones[i] == [2]uint64{k.black, k.white} && t.marks[i] == k.mark {
			return i
		}
	}
	return -1
}

// open reads the header before the table.
func open(r *bufio.Reader) (h *header, g *ground, start State, err error) {
	h, err = readHeader(r)
	if err == nil {
		err = h.claim.check()
	}
	if err == nil {
		g, err = newGround(&h.claim)
	}
	if err == nil {
		start, err = h.startState(g.points)
	}
	if err == nil {
		err = g.validate(&start)
	}
	if err != nil {
		return nil, nil, start, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return h, g, start, nil
}
