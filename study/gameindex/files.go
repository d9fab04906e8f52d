package gameindex

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"moyo/board"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/charset"
	"moyo/game/record/files"
	"moyo/game/record/sgf"
)

// The limits on reading a file.
const (
	maxRecord = 1 << 20 // bytes of a game
	mostTorn  = 100     // unterminated games of a file, each of which is scanned twice
)

// recordLimits limit the tree of a game, with its variations.
var recordLimits = sgf.Limits{Bytes: maxRecord, Nodes: 50_000, Values: 100_000}

// Record is the text of one game of a file, in UTF-8.
type Record struct {
	Line   int // where it begins
	Text   string
	column int          // of its first byte in that line, 0 if unknown
	faults []*sgf.Error // that were mended in Text
}

// errTorn is the error for a game without an end.
var errTorn = errors.New("the game does not end, or is longer than 1 MB")

// Files yields the games of a file of any format, of at most lim, one after the other, so that a
// damaged game does not affect others.
func Files(data []byte, lim sgf.Limits) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		text, _ := charset.FromUTF16(string(data))
		none := begin(text, 0) < 0
		if none || !utf8.ValidString(text) {
			// In charsets other than UTF-8, only the whole text shows which bytes are characters and which are SGF's signs.
			games, _, err := files.Read(data, lim)
			if err == nil {
				yieldAll(games, yield)
				return
			}
			if none {
				yield(Record{}, err)
				return
			}
		}
		for r, err := range Records(text) {
			if err == nil && !utf8.ValidString(r.Text) {
				var games sgf.Collection
				if games, err = sgf.ParseLimits(r.Text, recordLimits); err == nil {
					games[0].Line = r.Line
					r.place(games[0].Faults)
					r = recordOf(games[0])
				}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// yieldAll yields games as text.
func yieldAll(games sgf.Collection, yield func(Record, error) bool) {
	for _, g := range games {
		if !yield(recordOf(g), nil) {
			return
		}
	}
}

// recordOf returns a game as text.
func recordOf(g *sgf.Game) Record {
	g.ToUTF8()
	return Record{Line: g.Line, Text: g.String(), faults: g.Faults}
}

// Records yields the games of a text in SGF. A game without an end goes on to the next game. The error
// is for one that is too long.
func Records(text string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		line, at, torn := 1, 0, 0
		begun := 0 // the start of the line
		pass := func(to int) {
			line += strings.Count(text[at:to], "\n")
			if i := strings.LastIndexByte(text[at:to], '\n'); i >= 0 {
				begun = at + i + 1
			}
			at = to
		}
		for {
			start := begin(text, at)
			if start < 0 {
				return
			}
			pass(start)
			r := Record{Line: line, column: start - begun + 1}
			var err error
			end := finish(text, start)
			if end < 0 {
				if torn++; torn > mostTorn {
					yield(r, errors.New("too many games in the file do not end"))
					return
				}
				end = another(text, start)
			}
			if r.Text = text[start:end]; len(r.Text) > maxRecord {
				r.Text, err = "", errTorn
			}
			if !yield(r, err) {
				return
			}
			pass(end)
		}
	}
}

// begin returns the position of the next "(" that begins a game, or -1.
func begin(text string, at int) int {
	for {
		i := strings.IndexByte(text[at:], '(')
		if i < 0 {
			return -1
		}
		if at += i; sgf.CanBegin(text[at:]) {
			return at
		}
		at++
	}
}

// another returns the position of the next game after the one at start, or the text's end.
func another(text string, start int) int {
	for at := start + 1; ; at++ {
		if at = begin(text, at); at < 0 {
			return len(text)
		}
		if sgf.BeginsGame(text[at:]) {
			return at
		}
	}
}

// finish returns the end of the game that begins at start, which may be the start of the next game, or
// -1.
func finish(text string, start int) int {
	depth, nodes, value := 0, 0, false
	for i := start; i < min(len(text), start+maxRecord); i++ {
		switch c := text[i]; {
		case value && c == '\\':
			i++
		case value:
			value = c != ']'
		case c == '[':
			value = true
		case c == ';':
			nodes++
		case c == '(' && nodes > 1 && sgf.BeginsGame(text[i:]):
			return i
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
	Repairs             []string // see record.Tree
	Mended              string   // the text of the record, if it had faults
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
	rec.place(games[0].Faults)
	games[0].Faults = append(rec.faults, games[0].Faults...)
	line, ok := r.quick(games[0])
	var out game.Outcome
	var repairs []string
	if !ok {
		l, err := record.Follow(context.Background(), games[0], r.open) // the limits bound its time
		if err != nil {
			return g, err
		}
		if l.End != nil {
			out = l.End.Outcome()
		}
		line, repairs = lineOf(l), l.Repairs
	}
	root := games[0].Root
	mended := ""
	if len(games[0].Faults) > 0 {
		if mended = games[0].String(); len(mended) > recordLimits.Bytes {
			return g, errTorn
		}
	}
	g = Game{
		Repairs: repairs, Mended: mended,
		Black: short(root.SimpleText("PB")), White: short(root.SimpleText("PW")), Event: short(root.SimpleText("EV")),
		Date: short(root.SimpleText("DT")), Result: short(root.SimpleText("RE")),
		Board: line.Board.Spec(), Rules: line.Rules, Plies: len(line.Turns), Line: line,
	}
	g.Day = dayOf(g.Date)
	g.Winner, g.Known = winnerOf(g.Result, out)
	g.Sum = g.sum()
	return g, nil
}

// place changes the places of faults from the record's text to its file.
func (r Record) place(faults []*sgf.Error) {
	for _, f := range faults {
		if f.Line == 1 && r.column > 0 {
			f.Column += r.column - 1
		}
		f.Line += max(r.Line-1, 0)
	}
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
	if result == "" {
		return out.Winner, out.Over
	}
	return record.Winner(result)
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
	for _, s := range g.Line.Setups {
		text = binary.AppendVarint(text, int64(s.Ply))
		for _, p := range s.Changes {
			text = append(binary.AppendVarint(text, int64(p.Point)), byte(p.Color))
		}
	}
	whole := sha256.Sum256(text)
	copy(sum[:], whole[:])
	return sum
}
