package bank

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// The limits of a file. Callers must also limit the size of untrusted files before unpacking.
const (
	MaxProblems = 50_000
	maxUnpacked = 16 << 20 // bytes after decompression
	maxBoards   = 1_000
	maxTags     = 1_000
	maxText     = 1_000 // bytes of an id, spec, tag or notes
	maxLine     = 500   // moves
	maxRating   = 10_000
)

const magic = "moyobnk1"

// ErrFile is wrapped by the error for a file that is not a bank.
var ErrFile = errors.New("not a bank of problems")

// Read reads the problems of a file. parse makes boards from their specs.
func Read(from io.Reader, parse func(spec string) (*board.Board, error)) ([]Problem, error) {
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(from, head); err != nil || string(head) != magic {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrFile, magic)
	}
	body, err := io.ReadAll(io.LimitReader(flate.NewReader(bufio.NewReader(from)), maxUnpacked+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if len(body) > maxUnpacked {
		return nil, fmt.Errorf("%w: more than %d MiB of it", ErrFile, maxUnpacked>>20)
	}
	r := &reader{data: bytes.NewReader(body), size: len(body)}
	problems := r.file(parse)
	if r.err == nil && r.data.Len() > 0 {
		r.fail("%d extra bytes", r.data.Len())
	}
	if r.err != nil {
		return nil, r.err
	}
	return problems, nil
}

// reader reads until the first error, which it keeps.
type reader struct {
	data *bytes.Reader
	size int
	err  error
}

// fail keeps the first error with the place in the unpacked file.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: byte %d: %s", ErrFile, r.size-r.data.Len(), fmt.Sprintf(format, args...))
	}
}

func (r *reader) number(most int, what string) int {
	if r.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(r.data)
	switch {
	case err != nil:
		r.fail("%s: the file ends", what)
	case n > uint64(most):
		r.fail("%s is %d; %d is the most", what, n, most)
	default:
		return int(n)
	}
	return 0
}

func (r *reader) bytes(n int, what string) []byte {
	if r.err == nil && n > r.data.Len() {
		r.fail("%s: the file ends", what)
	}
	if r.err != nil {
		return nil
	}
	out := make([]byte, n)
	_, _ = r.data.Read(out) // long enough
	return out
}

func (r *reader) byte(what string) byte {
	if b := r.bytes(1, what); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) text(what string) string {
	return string(r.bytes(r.number(maxText, what), what))
}

func (r *reader) texts(most int, what string) []string {
	out := []string{}
	for n := r.number(most, what); n > 0 && r.err == nil; n-- {
		out = append(out, r.text(what))
	}
	return out
}

func (r *reader) file(parse func(string) (*board.Board, error)) []Problem {
	var boards []*board.Board
	for _, spec := range r.texts(maxBoards, "boards") {
		b, err := parse(spec)
		if err != nil {
			r.fail("%v", err)
			return nil
		}
		boards = append(boards, b)
	}
	tags := r.texts(maxTags, "tags")
	var problems []Problem
	for n := r.number(MaxProblems, "problems"); n > 0 && r.err == nil; n-- {
		problems = append(problems, r.problem(boards, tags))
	}
	return problems
}

func (r *reader) problem(boards []*board.Board, tags []string) (p Problem) {
	p.ID = r.text("id")
	i := r.number(maxBoards, "board")
	if r.err == nil && i >= len(boards) {
		r.fail("problem %q: board %d of %d", p.ID, i, len(boards))
	}
	if r.err != nil {
		return p
	}
	p.Board = boards[i]
	r.flags(&p)
	n := p.Board.Len()
	p.Ko = game.Point(r.number(n, "ko") - 1)
	p.Stones = r.stones(n)
	p.Target = r.points(n, tsumego.MaxTargets, false, "target")
	p.Region = r.points(n, tsumego.MaxRegion, true, "region")
	p.Walls = r.points(n, n, true, "walls")
	p.First, p.Line = r.moves(n, "first"), r.moves(n, "line")
	p.Rating = r.number(maxRating, "rating")
	for k := r.number(maxTags, "tags"); k > 0 && r.err == nil; k-- {
		if t := r.number(maxTags, "tag"); t < len(tags) {
			p.Tags = append(p.Tags, tags[t])
		} else {
			r.fail("problem %q: tag %d of %d", p.ID, t, len(tags))
		}
	}
	p.Notes = r.text("notes")
	if r.err == nil {
		if err := p.Check(); err != nil {
			r.fail("problem %q: %v", p.ID, err)
		}
	}
	return p
}

// The bits of a problem's flags.
const (
	flagWhite = 1 << iota
	flagKill
	flagStatus
	flagKo
	flagUnknown
	flagThreats
	flagsEnd
)

func (r *reader) flags(p *Problem) {
	f := r.byte("flags")
	if f >= flagsEnd || f&flagKill != 0 && f&flagStatus != 0 || f&flagKo != 0 && f&flagUnknown != 0 {
		r.fail("problem %q: flags %#x", p.ID, f)
	}
	p.ToPlay = game.Black
	if f&flagWhite != 0 {
		p.ToPlay = game.White
	}
	switch {
	case f&flagKill != 0:
		p.Question = tsumego.Kill
	case f&flagStatus != 0:
		p.Question = tsumego.Status
	}
	p.Best = life.Win
	switch {
	case f&flagKo != 0:
		p.Best = life.InKo
	case f&flagUnknown != 0:
		p.Best = life.Unknown
	}
	if f&flagThreats != 0 {
		p.Threats = &tsumego.Threats{Black: r.byte("threats"), White: r.byte("threats")}
	}
}

// stones reads the colours of n points.
func (r *reader) stones(n int) []game.Color {
	packed := r.bytes((n+4)/5, "stones")
	out := make([]game.Color, 0, n)
	for _, five := range packed {
		if five >= 3*3*3*3*3 {
			r.fail("five points as %d", five)
			return nil
		}
		for k := 0; k < 5 && len(out) < n; k++ {
			out = append(out, game.Color(five%3))
			five /= 3
		}
	}
	return out
}

// points reads a list of points of a board of n.
func (r *reader) points(n, most int, ascending bool, what string) []game.Point {
	var out []game.Point
	before := 0
	for left := r.number(most, what); left > 0 && r.err == nil; left-- {
		p := r.number(n-1, what)
		if ascending {
			if len(out) > 0 && p == 0 {
				r.fail("%s: point %d twice", what, before)
			}
			p += before
			before = p
		}
		if p >= n {
			r.fail("%s: point %d of %d", what, p, n)
		}
		out = append(out, game.Point(p))
	}
	return out
}

func (r *reader) moves(n int, what string) []game.Move {
	var out []game.Move
	for left := r.number(maxLine, what); left > 0 && r.err == nil; left-- {
		out = append(out, game.Move(r.number(n, what)-1))
	}
	return out
}
