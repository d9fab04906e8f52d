package gomoku

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"moyo/board"
)

// A file of positions begins with positionsMagic and a line with the rule and the board. Each position is the
// number of its stones, their points in the order of play, the score, and the best move or 0xffff, all as
// little-endian uint16, and the result in one byte. Games are appended whole; a truncated tail is dropped.
const positionsMagic = "moyo-positions 1\n"

const noBest = 0xffff

// positionsFile is a file of positions, open for appending.
type positionsFile struct {
	file *os.File
	list []searched // its contents
}

// openPositions opens or creates the file of self-play games of l and reads its contents.
func openPositions(name string, l SelfPlay) (*positionsFile, error) {
	g, err := board.Parse(l.Board)
	if err != nil {
		return nil, err
	}
	head := positionsMagic + l.Rule.String() + " " + g.Spec() + "\n"
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(bufio.NewReader(f))
	if err == nil && len(raw) == 0 {
		raw = []byte(head)
		_, err = f.Write(raw)
	}
	if err == nil && !bytes.HasPrefix(raw, []byte(head)) {
		err = fmt.Errorf("%s: holds no positions of %s on %s", name, l.Rule, g.Title())
	}
	p := &positionsFile{file: f}
	if err == nil {
		whole := int64(len(head))
		whole += p.read(raw[len(head):], g.Len())
		if err = f.Truncate(whole); err == nil {
			_, err = f.Seek(whole, io.SeekStart)
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return p, nil
}

// read reads positions up to the first that is truncated or not on the board,
// and returns the number of bytes read.
func (p *positionsFile) read(raw []byte, points int) (taken int64) {
	next := func(at int) int { return int(binary.LittleEndian.Uint16(raw[at:])) }
	for len(raw) >= 2 {
		n := next(0)
		size := 2 + 2*n + 5
		if n > points || len(raw) < size {
			break
		}
		x := searched{score: int16(next(2 + 2*n)), best: board.None, result: int8(raw[size-1])}
		seen := make([]bool, points)
		for i := range n {
			q := next(2 + 2*i)
			if q >= points || seen[q] {
				return taken
			}
			seen[q] = true
			x.stones = append(x.stones, board.Point(q))
		}
		if best := next(4 + 2*n); best < points {
			x.best = board.Point(best)
		} else if best != noBest {
			return taken
		}
		p.list = append(p.list, x)
		raw, taken = raw[size:], taken+int64(size)
	}
	return taken
}

// add appends the positions of a game.
func (p *positionsFile) add(list []searched) error {
	var raw []byte
	put := func(v int) { raw = binary.LittleEndian.AppendUint16(raw, uint16(v)) }
	for _, x := range list {
		put(len(x.stones))
		for _, q := range x.stones {
			put(int(q))
		}
		put(int(x.score))
		if x.best == board.None {
			put(noBest)
		} else {
			put(int(x.best))
		}
		raw = append(raw, byte(x.result))
	}
	p.list = append(p.list, list...)
	_, err := p.file.Write(raw)
	return err
}
