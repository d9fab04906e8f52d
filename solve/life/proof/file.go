package proof

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
)

// The file format: the magic line with the version, the statement, the number of claims, the claims,
// and the SHA-256 of all before. A claim is the threats of Black and White, the winner (1: captured),
// and the moves as a count and bytes. The statement starts with the length and text of its board's spec
// ("id:..." is followed by the length and text of the board's JSON), and the stones with four points a
// byte. Then come the side to move, the ko + 1, the defender, and the targets, the region and the walls
// as a count and the points. Numbers are unsigned varints. Without the board's JSON these bytes are the
// input of [Statement.Hash].
const (
	form     = "moyo life and death proof "
	magic    = form + "2\n"
	obsolete = form + "1\n" // had a position for each claim, and no checksum
)

// maxSpec limits the length of a board's spec, in bytes.
const maxSpec = 4096

// Write writes a proof in the format of Read. Errors come from w, or wrap ErrProof if the proof is
// malformed.
func Write(w io.Writer, p *Proof) error {
	if err := p.wellFormed(); err != nil {
		return err
	}
	sum := sha256.New()
	e := encoder{w: bufio.NewWriter(io.MultiWriter(w, sum))}
	e.bytes([]byte(magic))
	e.spec(p.Board)
	if p.Board.Custom() {
		e.block(boardfile.JSON(p.Board))
	}
	e.asked(&p.Statement)
	e.number(len(p.Claims))
	for i := range p.Claims {
		e.claim(&p.Claims[i])
	}
	if err := e.w.Flush(); err != nil {
		return err
	}
	_, err := w.Write(sum.Sum(nil))
	return err
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

func (e *encoder) spec(b *board.Board) { e.block([]byte(b.Spec())) }

// asked writes what a statement asks about its board.
func (e *encoder) asked(s *Statement) {
	packed := make([]byte, (len(s.Stones)+3)/4)
	for i, c := range s.Stones {
		packed[i/4] |= byte(c) << (i % 4 * 2)
	}
	e.bytes(packed)
	e.number(int(s.ToPlay))
	e.number(int(s.Ko) + 1)
	e.number(int(s.Defender))
	e.points(s.Targets)
	e.points(s.Region)
	e.points(s.Walls)
}

func (e *encoder) claim(c *Claim) {
	e.number(int(c.Black))
	e.number(int(c.White))
	captured := 0
	if c.Captured {
		captured = 1
	}
	e.number(captured)
	e.block(c.Moves)
}

// Read reads a file that Write wrote. The result is well formed but unchecked: see Check. Errors
// wrap ErrProof if the file is at fault; others are r's.
func Read(r io.Reader) (*Proof, error) {
	d := decoder{r: bufio.NewReader(r), sum: sha256.New()}
	head := d.bytes(len(magic))
	switch {
	case d.err != nil:
	case string(head) == obsolete:
		d.fail("a file of an earlier version, which does not tie its claims to one problem: prove it again with moyo solve --proof")
	case string(head) != magic:
		d.fail("%.40q where %q was expected", head, magic)
	}
	p := d.proof()
	d.checksum()
	if d.err == nil {
		if _, err := d.r.ReadByte(); err == nil {
			d.fail("the file continues after its end")
		} else if err != io.EOF {
			d.err = err
		}
	}
	if d.err == nil {
		d.err = p.wellFormed()
	}
	if d.err != nil {
		return nil, d.err
	}
	return p, nil
}

// decoder reads the parts of a file. After its first error it returns zeros.
type decoder struct {
	r   *bufio.Reader
	sum hash.Hash // of the bytes read so far
	err error
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = wrong(format, args...)
	}
}

// ended records a reader's error. A file must not end at this point.
func (d *decoder) ended(err error) {
	switch {
	case err == nil || d.err != nil:
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		d.fail("the file ends too early")
	default:
		d.err = err
	}
}

// bytes reads n bytes. It allocates at most twice what the file contains.
func (d *decoder) bytes(n int) []byte {
	if d.err != nil {
		return nil
	}
	var data bytes.Buffer
	_, err := io.CopyN(io.MultiWriter(&data, d.sum), d.r, int64(n))
	d.ended(err)
	return data.Bytes()
}

// checksum reads the checksum of everything before it.
func (d *decoder) checksum() {
	want := d.sum.Sum(nil)
	if got := d.bytes(len(want)); d.err == nil && !bytes.Equal(got, want) {
		d.fail("the file is damaged: its checksum does not match its contents")
	}
}

// number reads a number up to limit. what names the number in errors.
func (d *decoder) number(limit int, what string) int {
	v := uint64(0)
	for shift := 0; d.err == nil; shift += 7 {
		c, err := d.r.ReadByte()
		d.ended(err)
		_, _ = d.sum.Write([]byte{c}) // a hash does not fail
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
	p := &Proof{Statement: d.statement()}
	n := d.number(MaxClaims, "claims")
	for i := 0; i < n && d.err == nil; i++ {
		p.Claims = append(p.Claims, d.claim())
		if d.err != nil {
			d.err = fmt.Errorf("claim %d: %w", i+1, d.err)
		}
	}
	return p
}

func (d *decoder) statement() Statement {
	s := Statement{Board: d.board()}
	if d.err != nil {
		return s
	}
	n := s.Board.Len()
	packed := d.bytes((n + 3) / 4)
	if d.err != nil {
		return s
	}
	s.Stones = make([]game.Color, n)
	for i := range s.Stones {
		s.Stones[i] = game.Color(packed[i/4] >> (i % 4 * 2) & 3)
	}
	s.ToPlay = game.Color(d.number(int(game.White), "side to move"))
	s.Ko = game.Point(d.number(n, "ko")) - 1
	s.Defender = game.Color(d.number(int(game.White), "defender"))
	s.Targets = d.points(MaxTargets, s.Board, "targets")
	s.Region = d.points(MaxRegion, s.Board, "region")
	s.Walls = d.points(n, s.Board, "walls")
	return s
}

func (d *decoder) claim() Claim {
	return Claim{
		Black: uint8(d.number(Unlimited, "Black's threats")), White: uint8(d.number(Unlimited, "White's threats")),
		Captured: d.number(1, "who wins") == 1, Moves: d.block(MaxMoves, "moves"),
	}
}

// board reads a board. It is nil after an error.
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
		return nil, fmt.Errorf("the board's JSON does not match %.80q", spec)
	}
	return b, err
}
