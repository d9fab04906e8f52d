package gameindex

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/headtext"
	"moyo/game/record/sgf"
)

// The limits on reading a file.
const (
	maxRecord = 1 << 20 // bytes of a game
	mostTorn  = 100     // unterminated games of a file, each of which is scanned twice
)

// recordLimits limit the tree of a game, with its variations.
var recordLimits = sgf.Limits{Bytes: maxRecord, Nodes: 50_000, Values: 100_000, Depth: 2_000}

// Record is the text of one game of a file.
type Record struct {
	Line int // where it begins
	Text string
}

// errTorn is the error for a game without an end.
var errTorn = errors.New("the game does not end, or is longer than 1 MB")

// Records yields the games of a text in SGF one after the other, so that a damaged game does not
// affect others. For a game without an end it yields an error, and continues with the next game
// that starts on a new line.
func Records(text string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		line, at, torn := 1, 0, 0
		for {
			start := begin(text, at)
			if start < 0 {
				return
			}
			line += strings.Count(text[at:start], "\n")
			r := Record{Line: line}
			end := finish(text, start)
			var err error
			if end < 0 {
				if torn++; torn > mostTorn {
					yield(r, errors.New("too many games in the file do not end"))
					return
				}
				err, end = errTorn, start+1
				if i := strings.Index(text[end:], "\n("); i >= 0 {
					end += i + 1
				} else {
					end = len(text)
				}
			} else {
				r.Text = text[start:end]
			}
			if !yield(r, err) {
				return
			}
			line += strings.Count(text[start:end], "\n")
			at = end
		}
	}
}

// begin returns the position of the next "(" that a ";" follows, or -1.
func begin(text string, at int) int {
	for {
		i := strings.IndexByte(text[at:], '(')
		if i < 0 {
			return -1
		}
		at += i + 1
		if strings.HasPrefix(strings.TrimLeft(text[at:min(len(text), at+100)], " \t\r\n"), ";") {
			return at - 1
		}
	}
}

// finish returns the end of the game that begins at start, or -1.
func finish(text string, start int) int {
	depth, value := 0, false
	for i := start; i < min(len(text), start+maxRecord); i++ {
		switch c := text[i]; {
		case value && c == '\\':
			i++
		case value:
			value = c != ']'
		case c == '[':
			value = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// Game is a game of a library.
type Game struct {
	Black, White, Event string
	Date, Result        string // as in the record
	Day                 int    // of the date, such as 20160309; 0 for unknown parts
	Winner              game.Color
	Known               bool // the result is known
	Board, Rules        string
	Plies               int
	Sum                 [16]byte // equal for the same game in another file
	Line                Line
}

// Read reads a game.
func (r *Reader) Read(rec Record) (g Game, err error) {
	games, err := sgf.ParseLimits(rec.Text, recordLimits)
	if err != nil {
		var wrong *sgf.Error
		if errors.As(err, &wrong) {
			return g, fmt.Errorf("line %d: %s", rec.Line+wrong.Line-1, wrong.Reason)
		}
		return g, err
	}
	var out game.Outcome
	line, ok := r.quick(games[0])
	if !ok {
		pos, err := record.Load(games[0], r.open)
		if err != nil {
			return g, err
		}
		line, out = LineOf(pos), pos.Outcome()
	}
	root := games[0].Root
	g = Game{
		Black: short(root.SimpleText("PB")), White: short(root.SimpleText("PW")), Event: short(root.SimpleText("EV")),
		Date: short(root.SimpleText("DT")), Result: short(root.SimpleText("RE")),
		Board: line.Board.Spec(), Rules: line.Rules, Plies: len(line.Turns), Line: line,
	}
	g.Day = dayOf(g.Date)
	g.Winner, g.Known = winnerOf(g.Result, out)
	g.Sum = g.sum()
	return g, nil
}

// errHeavy is the error for a game that is too long with its custom board.
var errHeavy = errors.New("the game is longer than 1 MB with the board that it is played on")

// Carry returns the record of a game on a custom board together with the board, unless the record has it
// already. The server may delete such a board, and without it the game could not be read.
func Carry(rec Record, b *board.Board) (Record, error) {
	if !record.IsDrawn(b) {
		return rec, nil
	}
	games, err := sgf.ParseLimits(rec.Text, recordLimits)
	if err != nil {
		return rec, err
	}
	if games[0].Carried() != "" {
		return rec, nil
	}
	record.Carry(games[0], b)
	if rec.Text = games[0].String(); len(rec.Text) > maxRecord {
		return rec, errHeavy
	}
	return rec, nil
}

// Entry returns the common part of all entries of the game.
func (g Game) Entry(number uint32) Entry {
	e := Entry{Game: number, Winner: g.Winner, Known: g.Known}
	if year := g.Day/10000 - 1900; year > 0 {
		e.Year = uint8(min(year, 255))
	}
	return e
}

// maxText limits the header texts of a record, in bytes.
const maxText = 120

func short(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text[:min(len(text), maxText)], "\x00", ""), "")
}

// day matches a year, a month or a day, also as people write them in East Asia.
var day = regexp.MustCompile(`^\s*(\d{4})(?:[-/. 年]*(\d{1,2})(?:[-/. 月]*(\d{1,2})?)?)?`)

// dayOf reads the first date of DT: a year, a month or a day.
func dayOf(date string) int {
	parts := day.FindStringSubmatch(date)
	if parts == nil {
		return 0
	}
	sum := 0
	for i, unit := range []struct{ last, weight int }{{9999, 10000}, {12, 100}, {31, 1}} {
		n, err := strconv.Atoi(parts[i+1])
		if err != nil || n < 1 || n > unit.last {
			break
		}
		sum += n * unit.weight
	}
	return sum
}

// winnerOf reads RE; without a result there, the rules decide.
func winnerOf(result string, out game.Outcome) (winner game.Color, known bool) {
	switch r := headtext.ReadResult(result); {
	case r.Winner == headtext.Black:
		return game.Black, true
	case r.Winner == headtext.White:
		return game.White, true
	case r.Winner == headtext.Neither && r.Reason == headtext.Count:
		return game.Empty, true
	case result == "" && out.Over:
		return out.Winner, true
	}
	return game.Empty, false
}

// sum covers what identifies a game: players, date, board, the stones before the first move, and
// the moves.
func (g Game) sum() (sum [16]byte) {
	stones, side := g.Line.Start.Stones, g.Line.Start.ToPlay
	var text []byte
	for _, part := range []string{g.Board, family(g.Rules), strings.ToLower(g.Black), strings.ToLower(g.White), g.Date} {
		text = append(append(text, part...), 0)
	}
	for _, c := range append(slices.Clone(stones), side) {
		text = append(text, byte(c))
	}
	for _, t := range g.Line.Turns {
		text = append(binary.AppendVarint(text, int64(t.Move)), byte(t.Color))
	}
	whole := sha256.Sum256(text)
	copy(sum[:], whole[:])
	return sum
}
