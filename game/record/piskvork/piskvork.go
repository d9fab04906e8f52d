// Package piskvork reads and writes the games of Piskvork, the manager of Gomocup, whose files end
// in .psq.
//
// A file is text. The first line, such as "Piskvorky 20x20, 11:11, 0", has the board, the strengths
// of both players and which of them begins, 0 or 1. Each move has a line with its column and row,
// counted from 1 at the top left, and its time in milliseconds. In tournament games, the names of
// the players and a number for the reason of the end follow. Newer files add the player who won,
// from 1, 0 for a draw, and the name of the rule.
//
// In the record Black begins. A move's time in seconds is the private property EMT. The private
// property PSQ keeps the rest: the end of the first line, and how the game ended.
package piskvork

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"moyo/game/record/charset"
	"moyo/game/record/sgf"
)

// The private properties.
const (
	timeID  = "EMT"
	extraID = "PSQ"
)

// Error describes an error in a file, with its line.
type Error struct {
	Line   int // from 1
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("piskvork: line %d: %s", e.Line, e.Reason) }

var (
	header = regexp.MustCompile(`^\x{FEFF}?\s*(?i:piskvorky)\s+(\d{1,4})\s*x\s*(\d{1,4})\s*,\s*(-?\d{1,9}\s*:\s*-?\d{1,9}\s*,\s*([01]))`)
	move   = regexp.MustCompile(`^\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*(?:,\s*(-?\d{1,12})\s*)?$`)
	result = regexp.MustCompile(`^\s*([0-2])\s*,\s*([A-Za-z]\w*)\s*$`)
	number = regexp.MustCompile(`^\s*-?\d+\s*$`)
)

// mostHead limits the length of the first line, in bytes.
const mostHead = 200

// Is reports whether data is such a game, by its first line.
func Is(data []byte) bool { return header.Match(data[:min(len(data), mostHead)]) }

// Read returns a game as a record within lim.
func Read(data []byte, lim sgf.Limits) (*sgf.Game, error) {
	lim = lim.OrDefault()
	if len(data) > lim.Bytes {
		return nil, &Error{1, fmt.Sprintf("the file is longer than %d bytes", lim.Bytes)}
	}
	head := header.FindSubmatch(data[:min(len(data), mostHead)])
	if head == nil {
		return nil, &Error{1, `a game of Piskvork begins with a line such as "Piskvorky 20x20, 11:11, 0"`}
	}
	width, height := atoi(head[1]), atoi(head[2])
	if width < 1 || height < 1 || width > sgf.MaxSide || height > sgf.MaxSide {
		return nil, &Error{1, fmt.Sprintf("a board of %dx%d: want sides from 1 to %d", width, height, sgf.MaxSide)}
	}
	r := reader{grid: sgf.Grid(width, height), lim: lim, game: sgf.New(), starts: atoi(head[4])}
	r.game.SetBoard(r.grid)
	r.game.SetKind(sgf.Gomoku)
	r.game.Root.Set(extraID, string(head[3]))
	line := bytes.Count(head[0], []byte("\n")) + 1 // empty lines may come before it
	_, rest, _ := strings.Cut(string(data[len(head[0]):]), "\n")
	if err := r.lines(rest, line); err != nil {
		return nil, err
	}
	return r.game, nil
}

// atoi reads digits that a pattern has matched. There are too few to overflow.
func atoi(digits []byte) int {
	n, _ := strconv.Atoi(string(digits))
	return n
}

// reader reads the lines once.
type reader struct {
	grid   sgf.Board
	lim    sgf.Limits
	game   *sgf.Game
	starts int // the player who begins, 0 or 1
}

// lines reads the lines after the first one, whose number is line.
func (r *reader) lines(text string, line int) error {
	at, moves := r.game.Root, 0
	for text != "" {
		this, rest, _ := strings.Cut(text, "\n")
		if line++; strings.TrimSpace(this) != "" {
			m := move.FindStringSubmatch(this)
			if m == nil || result.MatchString(this) {
				return r.end(text, line)
			}
			if moves++; moves >= r.lim.Nodes {
				return &Error{line, fmt.Sprintf("more than %d moves", r.lim.Nodes-1)}
			}
			x, y := atoi([]byte(m[1]))-1, atoi([]byte(m[2]))-1
			if x < 0 || y < 0 || x >= r.grid.Width || y >= r.grid.Height {
				return &Error{line, fmt.Sprintf("%s,%s is not a point of a board of %dx%d", m[1], m[2], r.grid.Width, r.grid.Height)}
			}
			at = at.Add()
			at.SetMove(r.grid, sgf.Move{Color: sgf.Color(2 - moves%2), Point: y*r.grid.Width + x})
			if ms, err := strconv.Atoi(m[3]); err == nil && ms > 0 {
				at.Set(timeID, strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64))
			}
		}
		text = rest
	}
	return nil
}

// maxEnd limits the lines after the moves.
const maxEnd = 100

// end reads the lines after the moves. line is the number of the first one.
func (r *reader) end(text string, line int) error {
	if strings.Count(text, "\n") > maxEnd {
		return &Error{line, "neither a move nor the end of the game"}
	}
	text = charset.Guess(text, "").Decode(text)
	var names []string
	for this := range strings.SplitSeq(text, "\n") {
		this = strings.TrimSpace(strings.ReplaceAll(this, "\r", ""))
		switch m := result.FindStringSubmatch(this); {
		case this == "":
		case m != nil:
			r.game.Root.Set("RE", r.won(m[1]))
			r.game.Root.Set("RU", m[2])
		case number.MatchString(this) || len(names) == 2:
			r.game.Root.Set(extraID, append(r.game.Root.Raw(extraID), sgf.Escape(this))...)
		default:
			names = append(names, this)
		}
	}
	for i, name := range names {
		id := "PB"
		if i != r.starts {
			id = "PW"
		}
		r.game.Root.Set(id, sgf.Escape(name))
	}
	return nil
}

// won returns the result for the number of the player who won.
func (r *reader) won(player string) string {
	switch {
	case player == "0":
		return "0"
	case (player == "1") == (r.starts == 0):
		return "B+"
	}
	return "W+"
}
