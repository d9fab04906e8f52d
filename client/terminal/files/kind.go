// Package files reads the positions and problems that a command's arguments name: files in several
// formats, standard input, moves as text. It also writes problems, and replaces files atomically.
package files

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"moyo/game/rules/weiqi"
)

// headSize is how much of a file is read to find its kind, in bytes.
const headSize = 1 << 16

// Reader returns a reader of standard input that [AreLife] can peek into.
func Reader(in io.Reader) *bufio.Reader { return bufio.NewReaderSize(in, headSize) }

// AreLife reports whether args name problems of life and death: files that contain some, unless
// game, an id of rules or "", overrides that. "-" is stdin, which stays unread; AreLife waits until
// something comes from it.
func AreLife(args []string, game string, stdin *bufio.Reader) (bool, error) {
	name, _, _ := strings.Cut(game, ":")
	if len(args) == 0 || name != "" && name != weiqi.Name {
		return false, nil
	}
	if name == "" && !IsFile(args[0]) && !isText(args[0]) {
		return false, nil
	}
	first := false
	for i, arg := range args {
		life, err := holdsLife(arg, stdin)
		if err != nil {
			return false, err
		}
		if i == 0 {
			first = life
		}
		if life != first {
			return false, fmt.Errorf("%s and %s: one holds Gomoku and the other life and death; solve them apart", args[0], arg)
		}
	}
	return first, nil
}

// isText reports whether an argument without a known extension is a file, and not moves.
func isText(arg string) bool {
	if glued.MatchString(arg) {
		return false
	}
	info, err := os.Stat(arg)
	return err == nil && info.Mode().IsRegular()
}

// holdsLife examines a file; in, which "-" refers to, stays unread.
func holdsLife(arg string, in *bufio.Reader) (bool, error) {
	if arg != "-" {
		f, err := Open(arg)
		if err != nil {
			return false, err
		}
		defer f.Close()
		in = Reader(f)
	}
	head := bytes.TrimLeft(firstLine(in), "\ufeff \t\r\n")
	if len(head) == 0 {
		return true, nil // its reader will report that it is empty
	}
	if head[0] == '{' {
		return !isGomokuLine(head, in), nil
	}
	head, _ = in.Peek(headSize) // as much as is available
	return !gomokuRecord.Match(head) && !otherRecord.Match(head), nil
}

// firstLine returns the input up to the end of the first line, with blank lines before it, without
// waiting for more and without consuming it.
func firstLine(in *bufio.Reader) []byte {
	for n := 1; ; n = in.Buffered() + 1 {
		if n > headSize {
			n = headSize
		}
		head, err := in.Peek(n)
		if err == nil {
			head, _ = in.Peek(in.Buffered())
		}
		text := bytes.TrimLeft(head, "\ufeff \t\r\n")
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			return head[:len(head)-len(text)+i]
		}
		if err != nil || n == headSize {
			return head
		}
	}
}

// isGomokuLine reports whether a line of JSON, the first of in, is a puzzle of moyo problems vcf, or
// the start of one.
func isGomokuLine(line []byte, in *bufio.Reader) bool {
	var keys map[string]json.RawMessage
	if json.Unmarshal(line, &keys) == nil {
		return keys["game"] != nil || keys["stones"] != nil || keys["toPlay"] != nil
	}
	if !lifeKey.Match(line) && !gomokuKey.Match(line) {
		line, _ = in.Peek(headSize) // the rest may decide
	}
	return !lifeKey.Match(line) && gomokuKey.Match(line)
}

// Keys that only problems of one kind have.
var (
	lifeKey   = regexp.MustCompile(`"(to_move|size)"`)
	gomokuKey = regexp.MustCompile(`"(toPlay|stones|game)"`)
)

// Records that are not of Go.
var (
	gomokuRecord = regexp.MustCompile(`RI\[gomoku`)
	otherRecord  = regexp.MustCompile(`GM\[\s*0*([2-9]|[1-9][0-9]+)\s*\]`)
)
