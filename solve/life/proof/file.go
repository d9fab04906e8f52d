package proof

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
)

// The file form: the magic line with the version; how many proofs; each as the
// length and text of its board's spec ("id:..." is followed by the length and text
// of the board's JSON), the stones with four points a byte, the side to move, the
// ko + 1, the defender, the targets and the region as a count and the points,
// the threats of Black and White, the claim (1: captured), and the moves as a count
// and bytes. Numbers are unsigned varints.
const magic = "moyo life and death proof 1\n"

// The largest file.
const (
	MaxProofs = 64
	maxSpec   = 4096
)

// Write writes proofs in the form that Read reads. The error is w's, or wraps
// ErrProof if a proof is not well formed.
func Write(w io.Writer, proofs []*Proof) error {
	if len(proofs) > MaxProofs {
		return wrong("%d proofs in one file: %d are the most", len(proofs), MaxProofs)
	}
	for i, p := range proofs {
		if err := p.wellFormed(); err != nil {
			return fmt.Errorf("proof %d: %w", i+1, err)
		}
	}
	e := encoder{w: bufio.NewWriter(w)}
	e.bytes([]byte(magic))
	e.number(len(proofs))
	for _, p := range proofs {
		e.proof(p)
	}
	return e.w.Flush()
}

// encoder writes the parts of a file; its writer remembers the first error.
type encoder struct{ w *bufio.Writer }

func (e *encoder) bytes(data []byte) { _, _ = e.w.Write(data) }

func (e *encoder) number(n int) { e.bytes(binary.AppendUvarint(nil, uint64(n))) }

func (e *encoder) block(data []byte) {
	e.number(len(data))
	e.bytes(data)
}

func (e *encoder) points(points []game.Point) {
	e.number(len(points))
	for _, q := range points {
		e.number(int(q))
	}
}

func (e *encoder) proof(p *Proof) {
	e.block([]byte(p.Board.Spec()))
	if p.Board.Custom() {
		e.block(boardfile.JSON(p.Board))
	}
	packed := make([]byte, (len(p.Stones)+3)/4)
	for i, c := range p.Stones {
		packed[i/4] |= byte(c) << (i % 4 * 2)
	}
	e.bytes(packed)
	e.number(int(p.ToPlay))
	e.number(int(p.Ko) + 1)
	e.number(int(p.Defender))
	e.points(p.Targets)
	e.points(p.Region)
	e.number(int(p.Black))
	e.number(int(p.White))
	claim := 0
	if p.Captured {
		claim = 1
	}
	e.number(claim)
	e.block(p.Moves)
}

// Read reads a file that Write wrote. What it returns is well formed, no more:
// see Check. The error wraps ErrProof if the file is at fault, else it is r's.
func Read(r io.Reader) ([]*Proof, error) {
	d := decoder{r: bufio.NewReader(r)}
	if head := d.bytes(len(magic)); d.err == nil && string(head) != magic {
		d.fail("%.40q where %q was expected", head, magic)
	}
	n := d.number(MaxProofs, "proofs")
	var proofs []*Proof
	for i := 0; i < n && d.err == nil; i++ {
		p := d.proof()
		if d.err == nil {
			d.err = p.wellFormed()
		}
		if d.err != nil {
			d.err = fmt.Errorf("proof %d: %w", i+1, d.err)
		}
		proofs = append(proofs, p)
	}
	if d.err == nil {
		if _, err := d.r.ReadByte(); err == nil {
			d.fail("something follows the last proof")
		} else if err != io.EOF {
			d.err = err
		}
	}
	if d.err != nil {
		return nil, d.err
	}
	return proofs, nil
}

// decoder reads the parts of a file. After its first error it returns zeros.
type decoder struct {
	r   *bufio.Reader
	err error
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = wrong(format, args...)
	}
}

// ended enters a reader's error; a file must not end here.
func (d *decoder) ended(err error) {
	switch {
	case err == nil || d.err != nil:
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		d.fail("the file ends too early")
	default:
		d.err = err
	}
}

// bytes reads n bytes; what it allocates is not more than twice what is there.
func (d *decoder) bytes(n int) []byte {
	if d.err != nil {
		return nil
	}
	var data bytes.Buffer
	_, err := io.CopyN(&data, d.r, int64(n))
	d.ended(err)
	return data.Bytes()
}

// number reads a number that is limit at most; what says what it counts.
func (d *decoder) number(limit int, what string) int {
	v := uint64(0)
	for shift := 0; d.err == nil; shift += 7 {
		c, err := d.r.ReadByte()
		d.ended(err)
		v |= uint64(c&0x7f) << shift
		switch {
		case d.err != nil:
		case v > uint64(limit) || shift > 56:
			d.fail("%s: more than %d", what, limit)
		case c < 0x80:
			return int(v)
		}
	}
	return 0
}

func (d *decoder) block(limit int, what string) []byte { return d.bytes(d.number(limit, what)) }

func (d *decoder) points(limit int, b *board.Board, what string) []game.Point {
	n := d.number(limit, what)
	var points []game.Point
	for i := 0; i < n && d.err == nil; i++ {
		points = append(points, game.Point(d.number(b.Len()-1, what)))
	}
	return points
}

func (d *decoder) proof() *Proof {
	p := &Proof{Board: d.board()}
	if d.err != nil {
		return p
	}
	n := p.Board.Len()
	packed := d.bytes((n + 3) / 4)
	if d.err != nil {
		return p
	}
	p.Stones = make([]game.Color, n)
	for i := range p.Stones {
		p.Stones[i] = game.Color(packed[i/4] >> (i % 4 * 2) & 3)
	}
	p.ToPlay = game.Color(d.number(int(game.White), "side to move"))
	p.Ko = game.Point(d.number(n, "ko")) - 1
	p.Defender = game.Color(d.number(int(game.White), "defender"))
	p.Targets = d.points(MaxTargets, p.Board, "targets")
	p.Region = d.points(MaxRegion, p.Board, "region")
	p.Black = uint8(d.number(Unlimited, "Black's threats"))
	p.White = uint8(d.number(Unlimited, "White's threats"))
	p.Captured = d.number(1, "claim") == 1
	p.Moves = d.block(MaxMoves, "moves")
	return p
}

// board reads a board; it is nil if there is an error.
func (d *decoder) board() *board.Board {
	spec := string(d.block(maxSpec, "length of the board's spec"))
	if d.err != nil {
		return nil
	}
	b, err := board.Parse(spec)
	if errors.Is(err, board.ErrStored) {
		b, err = d.custom(spec)
	}
	if err != nil {
		d.fail("%v", err)
		return nil
	}
	return b
}

// custom reads the JSON of the board of a spec.
func (d *decoder) custom(spec string) (*board.Board, error) {
	text := d.block(boardfile.MaxSize, "length of the board's JSON")
	if d.err != nil {
		return nil, d.err
	}
	draft, err := boardfile.ReadJSON("board", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	b, err := draft.Board("")
	if err == nil && b.Spec() != spec {
		return nil, fmt.Errorf("the board's JSON is not that of %.80q", spec)
	}
	return b, err
}
