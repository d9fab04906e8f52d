package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
)

// The text form of a game is lines of a word and what it says, in this order:
//
//	moyo game 1
//	rules weiqi:komi=7.5,score=area,ko=positional,suicide=no
//	board grid:9
//	black D4 E5          the stones set up by hand, only where there are some
//	white F6
//	to-play white
//	moves D4 pass #17 resume ...
//
// A point is written by its name or, where the name would not stand alone, as #
// and its index. "resume" marks a game that went on after both sides had
// passed, "turn" that the turn went to the other side without a move.
const (
	textHeader = "moyo game 1"
	resumeWord = "resume"
	turnWord   = "turn"

	// MaxText is the longest text form that ParseText reads, in bytes.
	MaxText = 4 << 20
)

// Opener finds the boards and rules that a text form names.
type Opener struct {
	Board func(spec string) (*board.Board, error)
	Rules func(id string) (Rules, error)
}

// Text returns the text form of the game pos: rules, board, the stones set up
// by hand and the moves. [ParseText] reads it.
func Text(pos Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nrules %s\nboard %s\n", textHeader, pos.Rules().ID(), pos.Board().Spec())
	moves := pos.Moves()
	sides := make([]Color, len(moves))
	first := pos.Clone()
	for i := range slices.Backward(sides) {
		first.Undo()
		sides[i] = first.ToPlay()
	}
	if !isStart(first) {
		writeSetup(&b, first)
	}
	b.WriteString("moves")
	for i, m := range moves {
		writeTurn(&b, first, sides[i])
		b.WriteString(" " + moveWord(first, m))
		if first.Play(m) != nil {
			break // not a history that these rules could have made
		}
	}
	if !pos.Outcome().Over {
		writeTurn(&b, first, pos.ToPlay())
	}
	b.WriteString("\n")
	return b.String()
}

// writeTurn makes side the one to move in pos, and writes what that takes.
func writeTurn(b *strings.Builder, pos Position, side Color) {
	if pos.Outcome().Over && resume(pos) {
		b.WriteString(" " + resumeWord)
	}
	if pos.ToPlay() != side && turn(pos) {
		b.WriteString(" " + turnWord)
	}
}

// isStart says whether pos is how its rules begin on its board.
func isStart(pos Position) bool {
	start, err := pos.Rules().New(pos.Board())
	if err != nil || start.ToPlay() != pos.ToPlay() {
		return false
	}
	for p := range Point(pos.Board().Len()) {
		if start.At(p) != pos.At(p) {
			return false
		}
	}
	return true
}

func writeSetup(b *strings.Builder, pos Position) {
	for _, c := range []Color{Black, White} {
		b.WriteString(c.String())
		for p := range Point(pos.Board().Len()) {
			if pos.At(p) == c {
				b.WriteString(" " + moveWord(pos, Place(p)))
			}
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "to-play %s\n", pos.ToPlay())
}

// moveWord is Format where that is one word which means the move and nothing
// else, and the point's index otherwise.
func moveWord(pos Position, m Move) string {
	word := Format(pos, m)
	if m < 0 {
		return word
	}
	plain := word != "" && word[0] != '#' && !slices.ContainsFunc([]string{"pass", resumeWord, turnWord}, func(w string) bool { return strings.EqualFold(w, word) })
	if !plain || strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "#" + strconv.Itoa(int(m))
	}
	return word
}

// parseWord is the inverse of moveWord.
func parseWord(pos Position, word string) (Move, error) {
	index, ok := strings.CutPrefix(word, "#")
	if !ok {
		return ParseMove(pos, word)
	}
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= pos.Board().Len() {
		return NoMove, fmt.Errorf("move %q: want # and an index below %d", word, pos.Board().Len())
	}
	return Move(i), nil
}

func resume(pos Position) bool {
	s, ok := pos.(Scorer)
	return ok && s.Resume()
}

// turn hands the turn to the other side. It returns false where the game is over
// or knows no such thing.
func turn(pos Position) bool {
	t, ok := pos.(Turner)
	if !ok || pos.ToPlay() == Empty {
		return false
	}
	t.SetToPlay(pos.ToPlay().Other())
	return true
}

// ParseText reads a text form. Errors name the line or the move.
func ParseText(text string, open Opener) (Position, error) {
	if len(text) > MaxText {
		return nil, fmt.Errorf("game text: %d bytes, more than %d", len(text), MaxText)
	}
	if rest, ok := strings.CutPrefix(text, textHeader); !ok || rest != "" && rest[0] != '\n' && rest[0] != '\r' {
		return nil, fmt.Errorf("game text: the first line is not %q", textHeader)
	}
	r := textReader{open: open}
	number := 0
	for line := range strings.Lines(text) {
		number++
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if number == 1 || word == "" {
			continue
		}
		if err := r.line(word, rest); err != nil {
			return nil, fmt.Errorf("game text: line %d: %w", number, err)
		}
	}
	if r.pos == nil {
		return nil, errors.New("game text: names no rules or no board")
	}
	if err := r.finishSetup(); err != nil {
		return nil, fmt.Errorf("game text: %w", err)
	}
	return r.pos, nil
}

// textReader is what the lines read so far have said.
type textReader struct {
	open   Opener
	rules  Rules
	pos    Position
	setup  []Placed
	toPlay Color // of a set-up not yet made, else Empty
	seen   []string
}

func (r *textReader) line(word, rest string) error {
	if slices.Contains(r.seen, word) {
		return fmt.Errorf("%q again", word)
	}
	r.seen = append(r.seen, word)
	if r.pos == nil && word != "rules" && word != "board" {
		return fmt.Errorf("%q before rules and board", word)
	}
	switch word {
	case "rules":
		rules, err := r.open.Rules(rest)
		r.rules = rules
		return err
	case "board":
		return r.start(rest)
	case "black":
		return r.stones(Black, rest)
	case "white":
		return r.stones(White, rest)
	case "to-play":
		for _, c := range []Color{Black, White} {
			if rest == c.String() {
				r.toPlay = c
				return nil
			}
		}
		return fmt.Errorf("to-play %q: want black or white", rest)
	case "moves":
		if err := r.finishSetup(); err != nil {
			return err
		}
		return r.moves(rest)
	}
	return fmt.Errorf("unknown word %q", word)
}

func (r *textReader) start(spec string) error {
	if r.rules == nil {
		return errors.New("board before rules")
	}
	b, err := r.open.Board(spec)
	if err != nil {
		return err
	}
	r.pos, err = r.rules.New(b)
	return err
}

func (r *textReader) stones(c Color, list string) error {
	for word := range strings.FieldsSeq(list) {
		m, err := parseWord(r.pos, word)
		if err != nil {
			return err
		}
		if m < 0 {
			return fmt.Errorf("%q is not a point", word)
		}
		r.setup = append(r.setup, Placed{m.Point(), c})
	}
	return nil
}

// finishSetup puts the stones set up on the board, once.
func (r *textReader) finishSetup() error {
	if r.toPlay == Empty {
		if len(r.setup) > 0 {
			return errors.New("stones are set up, but not who is to play")
		}
		return nil
	}
	s, ok := r.pos.(Setter)
	if !ok {
		return fmt.Errorf("%s cannot be set up by hand", r.rules.ID())
	}
	err := s.Set(r.setup, r.toPlay)
	r.setup, r.toPlay = nil, Empty
	return err
}

func (r *textReader) moves(list string) error {
	number, before := 0, ""
	for word := range strings.FieldsSeq(list) {
		last := before
		before = word
		switch {
		case word == resumeWord && resume(r.pos):
			continue
		case word == resumeWord:
			return fmt.Errorf("after move %d: nothing to resume", number)
		case word == turnWord && last != turnWord && turn(r.pos):
			continue
		case word == turnWord:
			return fmt.Errorf("after move %d: the turn cannot be handed over", number)
		}
		number++
		m, err := parseWord(r.pos, word)
		if err == nil {
			err = r.pos.Play(m)
		}
		if err != nil {
			return fmt.Errorf("move %d (%s): %w", number, word, err)
		}
	}
	return nil
}

// Picture draws the stones for people. A grid is drawn with its coordinates, X
// for Black and O for White; of any other board the stones are listed.
func Picture(pos Position) string {
	var s strings.Builder
	b := pos.Board()
	w, h, ok := b.Grid()
	if !ok {
		writeSetup(&s, pos)
		return s.String()
	}
	margin := len(strconv.Itoa(h))
	columns := strings.Repeat(" ", margin)
	for x := range w {
		columns += fmt.Sprintf("%2s", board.ColumnName(x))
	}
	s.WriteString(columns + "\n")
	for y := range h {
		fmt.Fprintf(&s, "%*d", margin, h-y)
		for x := range w {
			s.WriteByte(' ')
			s.WriteByte(".XO"[pos.At(Point(y*w+x))])
		}
		fmt.Fprintf(&s, " %d\n", h-y)
	}
	s.WriteString(columns + "\n")
	return s.String()
}
