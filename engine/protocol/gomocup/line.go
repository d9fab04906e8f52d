package gomocup

import (
	"bufio"
	"context"
	"io"
	"time"
)

// maxLine is the longest line accepted, in bytes.
const maxLine = 4 << 10

// line is one line of input without its end, or the error that ended the input.
type line struct {
	text    string
	tooLong bool // text was truncated
	at      time.Time
}

// readLines sends the non-empty lines of r until r or ctx ends, and closes to.
func readLines(ctx context.Context, r io.Reader, to chan<- line) {
	defer close(to)
	in := bufio.NewReaderSize(r, 4096)
	for {
		ln, err := readLine(in)
		if ln.text != "" {
			select {
			case to <- ln:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine reads up to a line feed or a carriage return; CRLF ends one line and
// an empty one. It skips the text beyond maxLine.
func readLine(in *bufio.Reader) (ln line, err error) {
	var text []byte
	for {
		b, err := in.ReadByte()
		if err != nil || b == '\n' || b == '\r' {
			ln.text, ln.at = string(text), time.Now()
			return ln, err
		}
		if len(text) < maxLine {
			text = append(text, b)
		} else {
			ln.tooLong = true
		}
	}
}
