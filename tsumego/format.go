package tsumego

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"moyo/board"
	"moyo/game"
	"moyo/record"
)

// Item is a problem as a file holds it, with what the file says of its answer.
type Item struct {
	Problem
	// Asked says that the file tells the question, by name or by a target whose
	// colour tells it: own stones have to live, the other side's to be captured.
	// Without, Question means nothing; GuessQuestion may fill it in.
	Asked  bool
	Expect Expect
}

// Expect is the answer that a file claims. Nobody has checked it.
type Expect struct {
	Status   string      // in the words of the source, such as "win"; "" if none
	Answers  []game.Move // first moves that are right
	Complete bool        // no other first move is
	Wrong    []game.Move // first moves that are not
}

// Format is a form of file that problems come in; docs/problems.md describes them.
type Format uint8

// The forms of files.
const (
	JSONL Format = iota // a JSON object a line
	SGF                 // games of the Smart Game Format
	Text                // rows of x o - *, a board a file
)

var formatNames = [...]string{"jsonl", "sgf", "text"}

// String returns the format as one word, such as "jsonl".
func (f Format) String() string { return formatNames[f] }

// ParseFormat reads what String returns.
func ParseFormat(name string) (Format, error) {
	if i := slices.Index(formatNames[:], name); i >= 0 {
		return Format(i), nil
	}
	return 0, fmt.Errorf("format %.20q: want jsonl, sgf or text", name)
}

// The bounds of what is read.
const (
	MaxLine     = 1 << 20   // bytes of a line of JSONL
	MaxText     = 1 << 20   // bytes of a problem in text form
	MaxProblems = 1_000_000 // problems of one source
	maxDetect   = 1 << 16   // bytes looked at to tell the format
)

// Opener makes the board of a spec. It is not asked for the same one again and again.
type Opener func(spec string) (*board.Board, error)

// FileError says which file, where in it, and why it cannot be read. It wraps what
// went wrong.
type FileError struct {
	Name  string // of the source
	Place string // such as "line 3"; "" for the whole
	Err   error
}

func (e *FileError) Error() string {
	if e.Place == "" {
		return e.Name + ": " + e.Err.Error()
	}
	return e.Name + ": " + e.Place + ": " + e.Err.Error()
}

func (e *FileError) Unwrap() error { return e.Err }

// Read yields the problems of a source, each as soon as it has been read, in any
// of the formats; the content tells which. name is what errors, which are of type
// *FileError, call it. After an error that concerns one problem alone (a line of
// JSONL, a game of SGF) the next follows; the item has an ID even then. open may be
// nil: then boards are those that specs generate.
func Read(name string, r io.Reader, open Opener) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		in := bufio.NewReaderSize(r, maxDetect)
		lines, err := skipBlank(in)
		if err != nil {
			yield(Item{}, &FileError{Name: name, Err: err})
			return
		}
		if open == nil {
			open = board.Parse
		}
		src := source{name: name, in: in, open: remember(open), line: lines}
		switch detect(in) {
		case JSONL:
			src.readJSONL(yield)
		case SGF:
			src.readSGF(yield)
		default:
			src.readText(yield)
		}
	}
}

// source is a file being read.
type source struct {
	name string
	in   *bufio.Reader
	open Opener
	line int // lines that have been skipped
}

func (s *source) fail(place string, err error) error {
	return &FileError{Name: s.name, Place: place, Err: err}
}

// title is what a problem without an ID is called: the file's name without ending.
func (s *source) title() string { return strings.TrimSuffix(s.name, path.Ext(s.name)) }

var errNoProblem = errors.New("no problem in it")

// skipBlank skips a byte order mark and white space, and returns how many lines
// that were.
func skipBlank(in *bufio.Reader) (lines int, err error) {
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(3) // they are there
	}
	for {
		b, err := in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return lines, errNoProblem
		case err != nil:
			return lines, err
		case b == '\n':
			lines++
		case b != ' ' && b != '\t' && b != '\r':
			return lines, in.UnreadByte()
		}
	}
}

var gameBegins = regexp.MustCompile(`\(\s*;`)

// detect tells the format from what comes first. It waits for no more than one byte
// of JSONL, which may come from a program that wants its answers.
func detect(in *bufio.Reader) Format {
	first, _ := in.Peek(1)
	if string(first) == "{" {
		return JSONL
	}
	head, _ := in.Peek(maxDetect) // as much as there is
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if string(first) != "(" && isRow(squeeze(string(line))) || !gameBegins.Match(head) {
		return Text
	}
	return SGF
}

// remember keeps the boards last opened.
func remember(open Opener) Opener {
	const most = 8
	kept := map[string]*board.Board{}
	return func(spec string) (*board.Board, error) {
		if b := kept[spec]; b != nil {
			return b, nil
		}
		b, err := open(spec)
		if err != nil {
			return nil, err
		}
		if len(kept) == most {
			clear(kept)
		}
		kept[spec] = b
		return b, nil
	}
}

// Settle brings an item into the form that all readers give: targets name one stone
// of each chain, the region is in ascending order and holds the chains of the
// targets, walls are there only with a region, the question is that of the targets
// where none was asked. The error is Check's.
func (it *Item) Settle() error {
	var targets []game.Point
	seen := make(map[game.Point]bool)
	for _, t := range it.Target {
		if it.Stones[t] == game.Empty {
			return wrong("no stone on the target %s", it.Board.Name(t))
		}
		if seen[t] {
			continue
		}
		targets = append(targets, t)
		for _, q := range chainOf(it.Board, it.Stones, t) {
			seen[q] = true
		}
	}
	it.Target = targets
	if !it.Asked && slices.ContainsFunc(targets, func(t game.Point) bool { return it.Stones[t] != it.Stones[targets[0]] }) {
		it.Target = nil // what may be meant is not told by stones of both colours
	}
	if len(it.Region) > 0 {
		it.Region = slices.Clone(it.Region)
		for q := range seen {
			it.Region = append(it.Region, q)
		}
		slices.Sort(it.Region)
		it.Region = slices.Compact(it.Region)
	}
	if it.Walls = slices.Clone(it.Walls); len(it.Region) == 0 {
		it.Walls = nil // they belong to a region
	}
	slices.Sort(it.Walls)
	it.Walls = slices.Compact(it.Walls)
	if !it.Asked && len(it.Target) > 0 {
		it.Asked, it.Question = true, Kill
		if it.Stones[it.Target[0]] == it.ToPlay {
			it.Question = Live
		}
	}
	return it.Check()
}

// chainOf returns the stones connected with the one on p, p first.
func chainOf(b *board.Board, stones []game.Color, p game.Point) []game.Point {
	found := []game.Point{p}
	seen := map[game.Point]bool{p: true}
	for i := 0; i < len(found); i++ {
		for _, q := range b.Neighbors(found[i]) {
			if stones[q] == stones[p] && !seen[q] {
				seen[q] = true
				found = append(found, q)
			}
		}
	}
	return found
}

// passText is what files call the move that places nothing.
const passText = "pass"

// PointText writes a point as files do: two letters as in SGF on grids of up to
// 52x52, its name elsewhere.
func PointText(b *board.Board, p game.Point) string {
	if w, h, ok := b.Grid(); ok && w <= 52 && h <= 52 {
		return record.Points(b).Value(int(p))
	}
	return b.Name(p)
}

// MoveText writes a move as files do, a pass as "pass".
func MoveText(b *board.Board, m game.Move) string {
	if m < 0 {
		return passText
	}
	return PointText(b, m.Point())
}

// ParsePoint reads a point by its name on the board, such as D4, or as PointText
// writes it.
func ParsePoint(b *board.Board, text string) (game.Point, error) {
	if p, ok := b.Lookup(text); ok {
		return p, nil
	}
	if _, _, ok := b.Grid(); ok && len(text) == 2 {
		if ps, err := record.Points(b).Points([]string{text}); err == nil && len(ps) == 1 {
			return game.Point(ps[0]), nil
		}
	}
	return board.None, fmt.Errorf("%.40q is no point of %s", text, b.Spec())
}

// ParsePoints reads points; on grids "D4:F6" is a rectangle. Each counts once.
func ParsePoints(b *board.Board, texts []string) ([]game.Point, error) {
	var points []game.Point
	seen := make(map[game.Point]bool)
	for _, text := range texts {
		list, err := parseRange(b, text)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			if !seen[p] {
				seen[p] = true
				points = append(points, p)
			}
		}
		if len(texts) > b.Len() && len(points) == b.Len() {
			break // the rest, however long, cannot add any
		}
	}
	return points, nil
}

// parseRange reads a point or a rectangle.
func parseRange(b *board.Board, text string) ([]game.Point, error) {
	from, to, two := strings.Cut(text, ":")
	p, err := ParsePoint(b, from)
	if err != nil || !two {
		return []game.Point{p}, err
	}
	q, err := ParsePoint(b, to)
	if err != nil {
		return nil, err
	}
	w, _, ok := b.Grid()
	if !ok {
		return nil, fmt.Errorf("%.40q: only a grid has rectangles", text)
	}
	var points []game.Point
	at := func(p game.Point) (x, y int) { return int(p) % w, int(p) / w }
	px, py := at(p)
	qx, qy := at(q)
	for y := min(py, qy); y <= max(py, qy); y++ {
		for x := min(px, qx); x <= max(px, qx); x++ {
			points = append(points, game.Point(y*w+x))
		}
	}
	return points, nil
}

// splitList splits a list of points or the like.
func splitList(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
}

// ParsePointList reads points that are separated by spaces or commas.
func ParsePointList(b *board.Board, text string) ([]game.Point, error) {
	return ParsePoints(b, splitList(text))
}

// ParseThreats reads threats such as "b=1,w=0", "b1 w0" or "w=unlimited"; a side that
// is not named has none.
func ParseThreats(text string) (Threats, error) {
	var t Threats
	for _, word := range splitList(text) {
		n, err := parseCount(strings.TrimPrefix(word[1:], "="))
		switch {
		case err != nil:
		case word[0] == 'b':
			t.Black = n
		case word[0] == 'w':
			t.White = n
		default:
			err = errThreats
		}
		if err != nil {
			return t, fmt.Errorf("threats %.40q: %w", text, err)
		}
	}
	return t, nil
}

var errThreats = fmt.Errorf("want threats such as b=1,w=0 with numbers from 0 to %d or unlimited", Unlimited-1)

func parseCount(text string) (uint8, error) {
	if text == "unlimited" {
		return Unlimited, nil
	}
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n == Unlimited {
		return 0, errThreats
	}
	return uint8(n), nil
}

// String writes what ParseThreats reads.
func (t Threats) String() string { return "b=" + countText(t.Black) + ",w=" + countText(t.White) }

func countText(n uint8) string {
	if n == Unlimited {
		return "unlimited"
	}
	return strconv.Itoa(int(n))
}

// parseSide reads who is to move.
func parseSide(text string) (game.Color, bool) {
	switch strings.ToLower(text) {
	case "b", "x", "black":
		return game.Black, true
	case "w", "o", "white":
		return game.White, true
	}
	return game.Empty, false
}

// cleanNotes gives notes the form that they have in all files: LF, no blanks at the
// ends of lines, no empty lines around them, valid UTF-8, and no control characters,
// which a terminal might obey.
func cleanNotes(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n")
	lines := strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRightFunc(strings.Map(shownRune, l), unicode.IsSpace)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// shownRune drops control characters but the tabulator.
func shownRune(r rune) rune {
	if unicode.IsControl(r) && r != '\t' {
		return -1
	}
	return r
}

// Write writes problems that Read reads. Text has room for one problem only, and
// draws no board but grids.
func Write(w io.Writer, f Format, items ...Item) error {
	out := bufio.NewWriter(w)
	var err error
	switch f {
	case JSONL:
		err = writeJSONL(out, items)
	case SGF:
		err = writeSGF(out, items)
	default:
		err = writeText(out, items)
	}
	return errors.Join(err, out.Flush())
}
