package files

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// longestLine limits a line: no game needs a longer one.
const longestLine = 1000

// ErrLongLine reports that a line is longer than any game.
var ErrLongLine = fmt.Errorf("longer than %d characters", longestLine)

// Line is a line of moves, with a name for messages.
type Line struct {
	Name, Text string
	Arg        bool // it was an argument
	Err        error
}

// Lines sends lines of moves: args or, without args or for one "-", the lines of stdin without
// comments, until they or ctx end.
func Lines(ctx context.Context, args []string, stdin io.Reader) <-chan Line {
	lines := make(chan Line)
	send := func(l Line) bool {
		select {
		case lines <- l:
			return true
		case <-ctx.Done():
			return false
		}
	}
	go func() {
		defer close(lines)
		if len(args) == 0 || len(args) == 1 && args[0] == "-" {
			readLines(stdin, send)
			return
		}
		for i, text := range args {
			if !send(Line{Name: fmt.Sprintf("position %d", i+1), Text: text, Arg: true}) {
				return
			}
		}
	}()
	return lines
}

// readLines sends lines of limited length, without comments.
func readLines(in io.Reader, send func(Line) bool) {
	scan := bufio.NewScanner(in)
	scan.Buffer(make([]byte, longestLine), longestLine)
	number := 1
	for ; scan.Scan(); number++ {
		if strings.HasPrefix(scan.Text(), "#") {
			continue
		}
		if !send(Line{Name: fmt.Sprintf("line %d", number), Text: scan.Text()}) {
			return
		}
	}
	if err := scan.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = ErrLongLine
		}
		send(Line{Name: fmt.Sprintf("line %d", number), Err: err})
	}
}
