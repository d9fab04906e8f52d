// Package format reads and writes files of life-and-death problems: JSON lines, records (SGF) and
// rows of text. docs/problems.md describes them. It depends on the definition of problems but on no
// solver.
package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"regexp"
	"slices"
	"strings"

	"moyo/board"
)

// Format is a file format for problems; docs/problems.md describes them.
type Format uint8

// The formats.
const (
	JSONL Format = iota // a JSON object a line
	SGF                 // games of the Smart Game Format
	Text                // rows of x o - *, a board a file
)

var formatNames = [...]string{"jsonl", "sgf", "text"}

// String returns the format as one word, such as "jsonl".
func (f Format) String() string { return formatNames[f] }

// ByName parses the result of String.
func ByName(name string) (Format, error) {
	if i := slices.Index(formatNames[:], name); i >= 0 {
		return Format(i), nil
	}
	return 0, fmt.Errorf("format %.20q: want jsonl, sgf or text", name)
}

// The limits of input.
const (
	MaxLine     = 1 << 20   // bytes of a line of JSONL
	MaxText     = 1 << 20   // bytes of a problem in text form
	MaxProblems = 1_000_000 // problems of one source
	maxDetect   = 1 << 16   // bytes examined to detect the format
)

// Opener makes the board of a spec. The package caches its results.
type Opener func(spec string) (*board.Board, error)

// FileError describes an error in a file, with its place. It wraps the cause.
type FileError struct {
	Name  string // of the source
	Place string // such as "line 3"; "" for the whole
	Err   error
}

func (e *FileError) Error() string {
	if e.Place == "" {
		return e.Name + ": " + e.Err.Error()
	}
	return e.Name + ": " + e.Place + ": " + e.Err.Error()
}

func (e *FileError) Unwrap() error { return e.Err }

// Read yields the problems of a source as they are read, in any of the formats, which it detects by
// content. name is the source's name in errors, which have type *FileError. After an error in a
// single problem (a line of JSONL, a game of SGF) it continues with the next; the item has an ID
// even then. With a nil open, only specs make boards.
func Read(name string, r io.Reader, open Opener) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		in := bufio.NewReaderSize(r, maxDetect)
		lines, err := skipBlank(in)
		if err != nil {
			yield(Item{}, &FileError{Name: name, Err: err})
			return
		}
		if open == nil {
			open = board.Parse
		}
		if head, _ := in.Peek(2); string(head) == "\xff\xfe" || string(head) == "\xfe\xff" || bytes.IndexByte(head, 0) >= 0 {
			yield(Item{}, &FileError{Name: name, Err: errNoUTF8})
			return
		}
		src := source{name: name, in: in, open: remember(open), line: lines}
		switch detect(in) {
		case JSONL:
			src.readJSONL(yield)
		case SGF:
			src.readSGF(yield)
		default:
			src.readText(yield)
		}
	}
}

// source is a file during reading.
type source struct {
	name string
	in   *bufio.Reader
	open Opener
	line int // lines that have been skipped
}

func (s *source) fail(place string, err error) error {
	return &FileError{Name: s.name, Place: place, Err: err}
}

// title is the ID of a problem without one: the file's name without extension.
func (s *source) title() string { return strings.TrimSuffix(s.name, path.Ext(s.name)) }

// errNoUTF8 is the error for a UTF-16 mark or a zero among the first two bytes.
var errNoUTF8 = errors.New("no text, or UTF-16: write it as UTF-8")

var errNoProblem = errors.New("it contains no problem")

// skipBlank skips a byte order mark and white space, and returns the number of skipped lines.
func skipBlank(in *bufio.Reader) (lines int, err error) {
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(3) // they have been peeked
	}
	for {
		b, err := in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return lines, errNoProblem
		case err != nil:
			return lines, err
		case b == '\n':
			lines++
		case b != ' ' && b != '\t' && b != '\r':
			return lines, in.UnreadByte()
		}
	}
}

var gameBegins = regexp.MustCompile(`\(\s*;`)

// detect detects the format from the first bytes. It waits for only one byte of JSONL, which may
// come from a program that waits for answers.
func detect(in *bufio.Reader) Format {
	first, _ := in.Peek(1)
	if string(first) == "{" {
		return JSONL
	}
	head, _ := in.Peek(maxDetect) // as much as there is
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if string(first) != "(" && isRow(squeeze(string(line))) || !gameBegins.Match(head) {
		return Text
	}
	return SGF
}

// remember caches the last boards.
func remember(open Opener) Opener {
	const most = 8
	kept := map[string]*board.Board{}
	return func(spec string) (*board.Board, error) {
		if b := kept[spec]; b != nil {
			return b, nil
		}
		b, err := open(spec)
		if err != nil {
			return nil, err
		}
		if len(kept) == most {
			clear(kept)
		}
		kept[spec] = b
		return b, nil
	}
}

// Write writes problems in a form that Read reads. Text holds only one problem, on a grid.
func Write(w io.Writer, f Format, items ...Item) error {
	out := bufio.NewWriter(w)
	var err error
	switch f {
	case JSONL:
		err = writeJSONL(out, items)
	case SGF:
		err = writeSGF(out, items)
	default:
		err = writeText(out, items)
	}
	return errors.Join(err, out.Flush())
}
