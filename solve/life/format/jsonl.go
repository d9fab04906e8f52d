package format

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"

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
	scan := bufio.NewScanner(s.in)
	scan.Buffer(nil, MaxLine)
	count := 0
	for scan.Scan() {
		s.line++
		text := scan.Bytes()
		if len(squeeze(string(text))) == 0 {
			continue
		}
		place := fmt.Sprintf("line %d", s.line)
		if count++; count > MaxProblems {
			yield(Item{}, s.fail(place, fmt.Errorf("more than %d problems", MaxProblems)))
			return
		}
		item, err := s.parseLine(text)
		if item.ID == "" {
			item.ID = s.title() + ":" + strconv.Itoa(s.line)
		}
		if err != nil {
			err = s.fail(place, err)
		}
		if !yield(item, err) {
			return
		}
	}
	if err := scan.Err(); errors.Is(err, bufio.ErrTooLong) {
		yield(Item{}, s.fail(fmt.Sprintf("line %d", s.line+1), fmt.Errorf("more than %d bytes", MaxLine)))
	} else if err != nil && !errors.Is(err, io.EOF) {
		yield(Item{}, s.fail("", err))
	}
}

// parseLine reads one problem. The item has the ID if there is one, also where
// there is an error.
func (s *source) parseLine(text []byte) (Item, error) {
	var l jsonLine
	if err := json.Unmarshal(text, &l); err != nil {
		return Item{Problem: tsumego.Problem{ID: l.ID}}, jsonError(err)
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

// jsonError says in words what is wrong with a line of JSON.
func jsonError(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		want := map[reflect.Kind]string{
			reflect.String: "text", reflect.Int: "a whole number", reflect.Slice: "a list", reflect.Bool: "true or false",
		}[wrong.Type.Kind()]
		return fmt.Errorf("%s: %.40s, want %s", wrong.Field, wrong.Value, cmp.Or(want, "an object"))
	case err.Error() == "unexpected end of JSON input":
		return fmt.Errorf("%w: a problem stands on one line", err)
	}
	return err
}

// lineBoard opens the board of a line; 19x19 is not taken for granted.
func (s *source) lineBoard(l jsonLine) (*board.Board, error) {
	switch {
	case l.Board != "":
		return s.open(l.Board)
	case l.Size != 0:
		return s.open("grid:" + strconv.Itoa(l.Size))
	}
	return nil, errors.New("neither size nor board")
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
