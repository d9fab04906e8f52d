package gtp

import (
	"bufio"
	"context"
	"io"
	"strings"
)

// maxLine is the longest line accepted, in bytes.
const maxLine = 64 << 10

// line is one line of input, or the error that ended it.
type line struct {
	text    string
	tooLong bool // text was truncated
	err     error
	ctx     context.Context // of the command; it ends if the next line is "# interrupt"
	done    func()          // frees ctx
}

// readLines sends the lines of r until r or ctx ends. It is one line ahead of
// the running command, which GoGui's comment "# interrupt" ends.
func readLines(ctx context.Context, r io.Reader, to chan<- line) {
	in := bufio.NewReaderSize(r, 4096)
	interrupt := func() {}
	for {
		var ln line
		ln.text, ln.tooLong, ln.err = ReadLine(in, maxLine)
		if isInterrupt(ln.text) {
			interrupt()
		}
		ln.ctx, ln.done = context.WithCancel(ctx)
		interrupt = ln.done
		select {
		case to <- ln:
		case <-ctx.Done():
			return
		}
		if ln.err != nil {
			return
		}
	}
}

// isInterrupt reports whether a line is the comment that ends a command.
func isInterrupt(text string) bool {
	text, ok := strings.CutPrefix(strings.TrimSpace(text), "#")
	return ok && strings.TrimSpace(text) == "interrupt"
}

// ReadLine reads up to a line feed. It skips the text beyond most bytes, and then returns that the line is too long.
func ReadLine(in *bufio.Reader, most int) (text string, tooLong bool, err error) {
	var all []byte
	for {
		part, err := in.ReadSlice('\n')
		if room := most - len(all); len(part) > room {
			part, tooLong = part[:room], true
		}
		all = append(all, part...)
		if err == bufio.ErrBufferFull {
			continue
		}
		if err == io.EOF && len(all) > 0 {
			err = nil // a last line without an end; the next read returns the EOF
		}
		return string(all), tooLong, err
	}
}

// parseLine parses a line by GTP 2, section 2.5 and 3.1: control characters are
// removed, a tab is a space, "#" begins a comment, and a leading number is the
// id.
func parseLine(text string) (id string, words []string) {
	text, _, _ = strings.Cut(text, "#")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7F:
			return -1
		}
		return r
	}, text)
	words = strings.Fields(text)
	if len(words) > 0 && isNumber(words[0]) {
		return words[0], words[1:]
	}
	return "", words
}

// isNumber reports whether s is an id: digits, of a number below 2^31.
func isNumber(s string) bool {
	if len(s) > 10 || len(s) == 10 && s > "2147483647" {
		return false
	}
	return strings.Trim(s, "0123456789") == ""
}
