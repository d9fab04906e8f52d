package format

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// jsonLine is a problem as JSON. Other keys are skipped.
type jsonLine struct {
	ID       string       `json:"id"`
	Size     int          `json:"size,omitempty"`  // of a square grid
	Board    string       `json:"board,omitempty"` // else the spec
	Black    []string     `json:"black"`
	White    []string     `json:"white"`
	ToMove   string       `json:"to_move"`
	Target   []string     `json:"target"`
	Question *string      `json:"question"`
	Region   []string     `json:"region"`
	Walls    []string     `json:"walls,omitempty"`
	Ko       *string      `json:"ko,omitempty"`
	Threats  *jsonThreats `json:"threats,omitempty"`
	Notes    string       `json:"notes,omitempty"`
	Status   string       `json:"status,omitempty"`
	Answers  []string     `json:"answers,omitempty"`
	Complete bool         `json:"answers_complete,omitempty"`
	Wrong    []string     `json:"wrong_first,omitempty"`
}

type jsonThreats struct {
	Black jsonCount `json:"b"`
	White jsonCount `json:"w"`
}

// UnmarshalJSON refuses unknown keys, which would otherwise mean no threats.
func (t *jsonThreats) UnmarshalJSON(data []byte) error {
	type plain jsonThreats
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	err := in.Decode((*plain)(t))
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("threats: %s, want an object", wrong.Value)
	} else if err != nil {
		return fmt.Errorf("threats: %w", err)
	}
	return nil
}

// jsonCount is a number or "unlimited".
type jsonCount uint8

func (n jsonCount) MarshalJSON() ([]byte, error) {
	if n == tsumego.Unlimited {
		return json.Marshal(tsumego.CountText(uint8(n)))
	}
	return json.Marshal(uint8(n))
}

func (n *jsonCount) UnmarshalJSON(data []byte) error {
	text := string(data)
	if quoted, err := strconv.Unquote(text); err == nil {
		text = quoted
	}
	count, err := tsumego.ParseCount(text)
	*n = jsonCount(count)
	return err
}

// readJSONL yields a problem for each line that is not empty.
func (s *source) readJSONL(yield func(Item, error) bool) {
	for count := 0; ; {
		text, err := s.nextLine()
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil && len(squeeze(string(text))) == 0 {
			continue
		}
		if count++; count > MaxProblems {
			yield(Item{}, s.fail(s.lineNumber(), fmt.Errorf("more than %d problems", MaxProblems)))
			return
		}
		var item Item
		if err == nil {
			item, err = s.parseLine(text)
		} else if !errors.Is(err, errLongLine) {
			yield(Item{}, s.fail("", err))
			return
		}
		if item.ID == "" {
			item.ID = s.title() + ":" + strconv.Itoa(s.line)
		}
		if err != nil {
			err = s.fail(s.lineNumber(), err)
		}
		if !yield(item, err) {
			return
		}
	}
}

func (s *source) lineNumber() string { return fmt.Sprintf("line %d", s.line) }

// errLongLine is the error for a line that is skipped.
var errLongLine = fmt.Errorf("more than %d bytes", MaxLine)

// nextLine reads a line, and continues after one that is too long. At the end it returns io.EOF.
func (s *source) nextLine() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := s.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > MaxLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long):
			return nil, err
		}
		if s.line++; long {
			return nil, errLongLine
		}
		return line, nil
	}
}

// parseLine reads one problem. The item has its ID if possible, even with an error.
func (s *source) parseLine(text []byte) (Item, error) {
	var l jsonLine
	if err := json.Unmarshal(text, &l); err != nil {
		return Item{Problem: tsumego.Problem{ID: l.ID}}, jsonError(err)
	}
	if key := keyTwice(text); key != "" {
		return Item{Problem: tsumego.Problem{ID: l.ID}}, fmt.Errorf("%s is there twice", key)
	}
	it := Item{Problem: tsumego.Problem{ID: l.ID, Ko: board.None, Notes: cleanNotes(l.Notes)}}
	b, err := s.lineBoard(l)
	if err != nil {
		return it, err
	}
	it.Board = b
	if it.Stones, err = stonesOf(b, l.Black, l.White); err != nil {
		return it, err
	}
	side, ok := parseSide(l.ToMove)
	if !ok {
		return it, fmt.Errorf("to_move %.20q: want b or w", l.ToMove)
	}
	it.ToPlay = side
	if l.Question != nil {
		it.Asked = true
		if it.Question, err = tsumego.ParseQuestion(*l.Question); err != nil {
			return it, err
		}
	}
	if it.Target, err = ParsePoints(b, l.Target); err != nil {
		return it, fmt.Errorf("target: %w", err)
	}
	if it.Region, err = ParsePoints(b, l.Region); err != nil {
		return it, fmt.Errorf("region: %w", err)
	}
	if it.Walls, err = ParsePoints(b, l.Walls); err != nil {
		return it, fmt.Errorf("walls: %w", err)
	}
	if l.Ko != nil {
		if it.Ko, err = ParsePoint(b, *l.Ko); err != nil {
			return it, fmt.Errorf("ko: %w", err)
		}
	}
	if l.Threats != nil {
		it.Threats = &tsumego.Threats{Black: uint8(l.Threats.Black), White: uint8(l.Threats.White)}
	}
	it.Expect = Expect{Status: l.Status, Complete: l.Complete}
	if it.Expect.Answers, err = parseMoves(b, l.Answers); err != nil {
		return it, fmt.Errorf("answers: %w", err)
	}
	if it.Expect.Wrong, err = parseMoves(b, l.Wrong); err != nil {
		return it, fmt.Errorf("wrong_first: %w", err)
	}
	return it, it.Settle()
}

// keyTwice returns a key of jsonLine that an object has more than once, in any case, or "". Its meaning would be
// ambiguous.
func keyTwice(text []byte) string {
	in := json.NewDecoder(bytes.NewReader(text))
	_, _ = in.Token() // the brace: the line is an object
	seen := map[string]bool{}
	for in.More() {
		name, _ := in.Token()
		var value json.RawMessage
		if in.Decode(&value) != nil {
			return ""
		}
		text, _ := name.(string)
		i := slices.IndexFunc(lineKeys, func(key string) bool { return strings.EqualFold(key, text) })
		if i >= 0 && seen[lineKeys[i]] {
			return lineKeys[i]
		} else if i >= 0 {
			seen[lineKeys[i]] = true
		}
	}
	return ""
}

// lineKeys are the keys of jsonLine.
var lineKeys = func() (keys []string) {
	for i := range reflect.TypeFor[jsonLine]().NumField() {
		key, _, _ := strings.Cut(reflect.TypeFor[jsonLine]().Field(i).Tag.Get("json"), ",")
		keys = append(keys, key)
	}
	return keys
}()

// jsonError describes an error in a line of JSON.
func jsonError(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		want := map[reflect.Kind]string{
			reflect.String: "text", reflect.Int: "a whole number", reflect.Slice: "a list", reflect.Bool: "true or false",
		}[wrong.Type.Kind()]
		return fmt.Errorf("%s: %.40s, want %s", wrong.Field, wrong.Value, cmp.Or(want, "an object"))
	case err.Error() == "unexpected end of JSON input":
		return fmt.Errorf("%w: a problem must be on one line", err)
	}
	return err
}

// lineBoard opens the board of a line. There is no default size.
func (s *source) lineBoard(l jsonLine) (*board.Board, error) {
	if l.Board == "" && l.Size == 0 {
		return nil, errors.New("neither size nor board")
	} else if l.Board == "" {
		return s.open("grid:" + strconv.Itoa(l.Size))
	}
	b, err := s.open(l.Board)
	if err != nil || l.Size == 0 {
		return b, err
	}
	if width, height, ok := b.Grid(); !ok || width != l.Size || height != l.Size {
		return nil, fmt.Errorf("size %d, and the board %s", l.Size, b.Spec())
	}
	return b, nil
}

// stonesOf returns the colour of each point.
func stonesOf(b *board.Board, black, white []string) ([]game.Color, error) {
	stones := make([]game.Color, b.Len())
	for c, list := range [][]string{game.Black: black, game.White: white} {
		points, err := ParsePoints(b, list)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", game.Color(c), err)
		}
		for _, p := range points {
			if stones[p] != game.Empty {
				return nil, fmt.Errorf("both colours on %s", b.Name(p))
			}
			stones[p] = game.Color(c)
		}
	}
	return stones, nil
}

// parseMoves reads points and passes.
func parseMoves(b *board.Board, texts []string) ([]game.Move, error) {
	var moves []game.Move
	for _, text := range texts {
		if text == passText {
			moves = append(moves, game.Pass)
			continue
		}
		p, err := ParsePoint(b, text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, game.Place(p))
	}
	return moves, nil
}

// writeJSONL writes a line for each item.
func writeJSONL(w io.Writer, items []Item) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for i := range items {
		if err := out.Encode(lineOf(&items[i])); err != nil {
			return err
		}
	}
	return nil
}

func lineOf(it *Item) jsonLine {
	b := it.Board
	l := jsonLine{
		ID: it.ID, Black: []string{}, White: []string{}, ToMove: it.ToPlay.String()[:1],
		Target: pointTexts(b, it.Target), Walls: pointTexts(b, it.Walls), Notes: it.Notes,
		Status: it.Expect.Status, Complete: it.Expect.Complete,
		Answers: moveTexts(b, it.Expect.Answers), Wrong: moveTexts(b, it.Expect.Wrong),
	}
	if width, height, ok := b.Grid(); ok && width == height {
		l.Size = width
	} else {
		l.Board = b.Spec()
	}
	for q, c := range it.Stones {
		switch c {
		case game.Black:
			l.Black = append(l.Black, PointText(b, game.Point(q)))
		case game.White:
			l.White = append(l.White, PointText(b, game.Point(q)))
		}
	}
	if it.Asked {
		name := it.Question.String()
		l.Question = &name
	}
	if len(it.Region) > 0 {
		l.Region = pointTexts(b, it.Region)
	}
	if it.Ko != board.None {
		name := PointText(b, it.Ko)
		l.Ko = &name
	}
	if t := it.Threats; t != nil {
		l.Threats = &jsonThreats{jsonCount(t.Black), jsonCount(t.White)}
	}
	return l
}

func pointTexts(b *board.Board, points []game.Point) []string {
	texts := make([]string, len(points))
	for i, p := range points {
		texts[i] = PointText(b, p)
	}
	return texts
}

func moveTexts(b *board.Board, moves []game.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = MoveText(b, m)
	}
	return texts
}
