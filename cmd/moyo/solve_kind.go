package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"moyo/rules/weiqi"
)

// headSize is how much of a file is looked at to tell what it holds, in bytes.
const headSize = 1 << 16

// isLife is areLife, which ctx may end while it waits for standard input.
func (c *solveCmd) isLife(ctx context.Context) (bool, error) {
	var life bool
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		life, err = c.areLife()
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	if err != nil {
		return false, wrongUse(err)
	}
	return life, nil
}

// areLife says whether what is to be solved are problems of life and death: files
// that hold some, unless --game says otherwise.
func (c *solveCmd) areLife() (bool, error) {
	if len(c.Position) == 0 || !isFile(c.Position[0]) && !isText(c.Position[0]) {
		return false, nil
	}
	if name, _, _ := strings.Cut(c.Game, ":"); name != "" && name != weiqi.Name {
		return false, nil
	}
	first := false
	for i, arg := range c.Position {
		life, err := c.holdsLife(arg)
		if err != nil {
			return false, err
		}
		if i == 0 {
			first = life
		}
		if life != first {
			return false, fmt.Errorf("%s and %s: one holds Gomoku and the other life and death; solve them apart", c.Position[0], arg)
		}
	}
	return first, nil
}

// isText says whether an argument that has no ending of a position's file is a file
// and not moves.
func isText(arg string) bool {
	if glued.MatchString(arg) {
		return false
	}
	info, err := os.Stat(arg)
	return err == nil && info.Mode().IsRegular()
}

// holdsLife looks into a file; of standard input it leaves everything to be read.
func (c *solveCmd) holdsLife(arg string) (bool, error) {
	in := c.stdin
	if arg != "-" {
		f, err := os.Open(arg)
		if err != nil {
			return false, err
		}
		defer f.Close()
		in = bufio.NewReaderSize(f, headSize)
	}
	head := bytes.TrimLeft(firstLine(in), "\ufeff \t\r\n")
	if len(head) > 0 && head[0] == '{' {
		return !isGomokuLine(head), nil
	}
	if len(head) > 0 {
		head, _ = in.Peek(headSize) // as much as there is
	}
	return len(head) > 0 && !gomokuRecord.Match(head) && !otherRecord.Match(head), nil
}

// firstLine returns what comes up to the first line's end, without waiting for more
// and without reading it. Blank lines before it belong to it.
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

// isGomokuLine says whether a line of JSON is a puzzle of moyo problems vcf, or
// begins one of several lines.
func isGomokuLine(text []byte) bool {
	var keys map[string]json.RawMessage
	if json.Unmarshal(text, &keys) != nil {
		return !bytes.Contains(text, []byte(`"to_move"`)) && !bytes.Contains(text, []byte(`"size"`))
	}
	return keys["game"] != nil || keys["stones"] != nil || keys["toPlay"] != nil
}

// Records that are not of Go.
var (
	gomokuRecord = regexp.MustCompile(`RI\[gomoku`)
	otherRecord  = regexp.MustCompile(`GM\[\s*0*([2-9]|[1-9][0-9]+)\s*\]`)
)
