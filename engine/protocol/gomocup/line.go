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
	tooLong bool // text was cut
	at      time.Time
}

// readLines sends the lines of r that are not empty until it ends or ctx does,
// and closes to.
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

// readLine reads up to a line feed or a carriage return, either of which ends a
// line: CRLF ends one line and an empty one. What is beyond maxLine is skipped.
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
