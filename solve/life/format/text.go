package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// The characters of rows: x black, o white, - empty, * empty and out of bounds. Stones out of
// bounds, which a drawn border could not have, are b and w; walls are #.
const (
	rowChars = "-xo*bw#"
	// rowAlso are alternative characters on reading.
	rowAlso = "XO.+"
)

// squeeze removes blanks from a row.
func squeeze(line string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, line)
}

// isRow reports whether a line without blanks is a row of points.
func isRow(line string) bool { return line != "" && strings.Trim(line, rowChars+rowAlso) == "" }

// readText yields the one problem of a text file.
func (s *source) readText(yield func(Item, error) bool) {
	data, err := io.ReadAll(io.LimitReader(s.in, MaxText+1))
	switch {
	case err != nil:
		err = s.fail("", err)
	case len(data) > MaxText:
		err = s.fail("", fmt.Errorf("more than %d bytes", MaxText))
	}
	it := Item{Problem: tsumego.Problem{ID: s.title(), Ko: board.None}}
	if err == nil {
		t := textReader{source: s, item: &it}
		err = t.read(string(bytes.ToValidUTF8(data, []byte("\ufffd"))))
		if err != nil {
			err = s.fail(fmt.Sprintf("line %d", s.line), err)
		}
	}
	yield(it, err)
}

// textReader reads one problem.
type textReader struct {
	*source
	item *Item
	rows []string
}

// read reads the lines; s.line is the last one.
func (t *textReader) read(text string) error {
	rest := strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	for {
		var raw string
		var more bool
		raw, rest, more = strings.Cut(rest, "\n")
		t.line++
		row := squeeze(raw)
		switch {
		case row == "":
		case t.isRow(row):
			t.rows = append(t.rows, row)
		default:
			return t.finish(raw, rest)
		}
		if !more {
			return errors.New("the file ends before the line with the target and the side to move")
		}
	}
}

// isRow reports whether a line belongs to the board: all rows are as long as the first.
func (t *textReader) isRow(row string) bool {
	return isRow(row) && (len(t.rows) == 0 || len(row) == len(t.rows[0]))
}

// finish reads the board, the line after it and the notes.
func (t *textReader) finish(last, notes string) error {
	if len(t.rows) == 0 {
		return errors.New("no rows of x, o, - and *, no SGF and no JSON")
	}
	if row := squeeze(last); isRow(row) && len(row) > 1 {
		return fmt.Errorf("a row of %d points: the first has %d", len(row), len(t.rows[0]))
	}
	b, err := t.open(fmt.Sprintf("grid:%dx%d", len(t.rows[0]), len(t.rows)))
	if err != nil {
		return err
	}
	t.item.Board = b
	t.item.Stones = make([]game.Color, b.Len())
	t.stones()
	t.item.Notes = cleanNotes(notes)
	if err := t.target(last); err != nil {
		return err
	}
	return t.item.Settle()
}

// stones reads the rows. If any point is out of bounds, the others are the region.
func (t *textReader) stones() {
	inside := make([]game.Point, 0, len(t.item.Stones))
	p := game.Point(0)
	for _, row := range t.rows {
		for _, r := range row {
			switch r {
			case 'x', 'X', 'b':
				t.item.Stones[p] = game.Black
			case 'o', 'O', 'w':
				t.item.Stones[p] = game.White
			}
			if r == '#' {
				t.item.Walls = append(t.item.Walls, p)
			}
			if !strings.ContainsRune("*bw#", r) {
				inside = append(inside, p)
			}
			p++
		}
	}
	if len(inside) < len(t.item.Stones) {
		t.item.Region = inside
	}
}

// filler are words without meaning that the line after the board may contain.
var filler = map[string]bool{
	"none": true, "-": true, "target": true, "to": true, "move": true, "moves": true, "play": true, "plays": true, "first": true,
}

// target reads the line after the board: points of the target, the side to move, and moyo's
// extensions: live, kill or status, ko=POINT, threats=b1;w0, region=all.
func (t *textReader) target(text string) error {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' }) {
		word = strings.Trim(word, ":.()")
		if err := t.word(word); err != nil {
			return err
		}
	}
	if t.item.ToPlay == game.Empty {
		return errors.New("no side to move beside the target: want such as D4 x")
	}
	return nil
}

func (t *textReader) word(word string) (err error) {
	it := t.item
	if side, ok := parseSide(word); ok {
		if it.ToPlay != game.Empty && it.ToPlay != side {
			return errors.New("both sides to move")
		}
		it.ToPlay = side
		return nil
	}
	if q, err := tsumego.ParseQuestion(strings.ToLower(word)); err == nil {
		if it.Asked && it.Question != q {
			return fmt.Errorf("two questions, %s and %s", it.Question, q)
		}
		it.Question, it.Asked = q, true
		return nil
	}
	key, value, _ := strings.Cut(word, "=")
	switch {
	case key == "ko" && it.Ko != board.None || key == "threats" && it.Threats != nil:
		return fmt.Errorf("%s= is there twice", key)
	case word == "" || filler[strings.ToLower(word)]:
	case key == "ko":
		it.Ko, err = ParsePoint(it.Board, value)
	case key == "threats":
		var threats tsumego.Threats
		threats, err = tsumego.ParseThreats(value)
		it.Threats = &threats
	case word == "region=all":
		it.Region = allPoints(it.Board)
	default:
		var p game.Point
		if p, err = ParsePoint(it.Board, word); err == nil {
			it.Target = append(it.Target, p)
		}
	}
	return err
}

func allPoints(b *board.Board) []game.Point {
	points := make([]game.Point, b.Len())
	for p := range points {
		points[p] = game.Point(p)
	}
	return points
}

// writeText writes the one item.
func writeText(w io.Writer, items []Item) error {
	if len(items) != 1 {
		return fmt.Errorf("the text format holds one problem, not %d", len(items))
	}
	it := &items[0]
	width, _, ok := it.Board.Grid()
	if !ok {
		return fmt.Errorf("the text format holds only grids, not %s: use SGF or JSONL", it.Board.Spec())
	}
	inside, wall := make([]bool, it.Board.Len()), make([]bool, it.Board.Len())
	for _, p := range it.Region {
		inside[p] = true
	}
	for _, p := range it.Walls {
		wall[p] = true
	}
	row := make([]byte, 0, width+1)
	for p, c := range it.Stones {
		set := "-xo"
		switch {
		case wall[p]:
			set = "#"
		case len(it.Region) > 0 && !inside[p]:
			set = "*bw"
		}
		if row = append(row, set[c]); len(row) == width {
			if _, err := w.Write(append(row, '\n')); err != nil {
				return err
			}
			row = row[:0]
		}
	}
	_, err := fmt.Fprintln(w, targetLine(it))
	if err == nil && it.Notes != "" {
		_, err = fmt.Fprintln(w, it.Notes)
	}
	return err
}

// targetLine returns the line after the board.
func targetLine(it *Item) string {
	var words []string
	for _, t := range it.Target {
		words = append(words, it.Board.Name(t))
	}
	if len(words) == 0 {
		words = []string{"none"}
	}
	words = append(words, map[game.Color]string{game.Black: "x", game.White: "o"}[it.ToPlay])
	if it.Asked && (len(it.Target) == 0 || it.Question == tsumego.Status) {
		words = append(words, it.Question.String())
	}
	if it.Ko != board.None {
		words = append(words, "ko="+it.Board.Name(it.Ko))
	}
	if it.Threats != nil {
		words = append(words, "threats="+strings.ReplaceAll(it.Threats.String(), ",", ";"))
	}
	if len(it.Region) == it.Board.Len() {
		words = append(words, "region=all")
	}
	return strings.Join(words, " ")
}
