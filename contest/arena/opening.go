package arena

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/internal/errtext"
)

// Opening is the moves made before a game starts.
type Opening struct {
	Text  string
	Moves []game.Move
}

// play plays the opening in a new game.
func (o Opening) play(pos game.Position) error {
	for i, m := range o.Moves {
		if err := pos.Play(m); err != nil {
			return fmt.Errorf("opening %s: move %d: %w", o.Text, i+1, err)
		}
	}
	if pos.Outcome().Over {
		return fmt.Errorf("opening %s: the game is over", o.Text)
	}
	return nil
}

// turn returns the opening mapped by a symmetry of the board.
func (o Opening) turn(m []game.Point) Opening {
	turned := Opening{Text: o.Text, Moves: make([]game.Move, len(o.Moves))}
	for i, move := range o.Moves {
		turned.Moves[i] = move
		if move >= 0 {
			turned.Moves[i] = game.Place(m[move.Point()])
		}
	}
	return turned
}

// The limits of a file of openings.
const (
	maxOpenings    = 100_000
	maxOpeningLine = 4 << 10 // bytes
)

// ReadOpenings reads one opening a line in any of three forms; empty lines and those that begin
// with # are skipped. name is the file name for errors. Two forms of c-gomoku-cli are for grids. In
// "m3m4k8" a letter is the column (i included) and a number the row, counted from 1 at the top. In
// "-1,2, 0,3" each stone has its offset from the centre in columns and rows. The third form uses
// the board's own names, in capitals: "D4 E5 pass".
func ReadOpenings(name string, r io.Reader, rules game.Rules, b *board.Board) ([]Opening, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxOpeningLine)
	var list []Opening
	for number := 1; in.Scan(); number++ {
		text := strings.TrimSpace(in.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		o, err := ParseOpening(text, rules, b)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if list = append(list, o); len(list) > maxOpenings {
			return nil, fmt.Errorf("%s: more than %d openings", name, maxOpenings)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no opening", name)
	}
	return list, nil
}

// ParseOpening reads one opening in one of the forms of [ReadOpenings] and plays
// it.
func ParseOpening(text string, rules game.Rules, b *board.Board) (Opening, error) {
	pos, err := rules.New(b)
	if err != nil {
		return Opening{}, err
	}
	o := Opening{Text: text}
	switch {
	case strings.Contains(text, ","):
		o.Moves, err = offsets(text, b)
	case isLetters(text):
		o.Moves, err = letters(text, b)
	default:
		o.Moves, err = names(text, pos.Clone())
	}
	if err == nil && len(o.Moves) == 0 {
		err = errors.New("no stone")
	}
	if err != nil {
		return Opening{}, fmt.Errorf("opening %s: %w", errtext.Clip(text, 60), err)
	}
	return o, o.play(pos)
}

var errNoGrid = errors.New("this form is for grids")

// offsets reads "dx,dy, dx,dy": offsets from the centre, in columns and rows. On even boards the
// centre is the point to the lower right of the middle.
func offsets(text string, b *board.Board) (moves []game.Move, err error) {
	w, h, ok := b.Grid()
	if !ok {
		return nil, errNoGrid
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(fields)%2 != 0 {
		return nil, fmt.Errorf("%d numbers: want two for each stone", len(fields))
	}
	for i := 0; i < len(fields); i += 2 {
		dx, err1 := strconv.Atoi(fields[i])
		dy, err2 := strconv.Atoi(fields[i+1])
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		m, err := onGrid(w/2+dx, h/2+dy, w, h)
		if err != nil {
			return nil, fmt.Errorf("%s,%s: %w", fields[i], fields[i+1], err)
		}
		moves = append(moves, m)
	}
	return moves, nil
}

func onGrid(x, y, w, h int) (game.Move, error) {
	if x < 0 || x >= w || y < 0 || y >= h {
		return game.NoMove, fmt.Errorf("off the board of %dx%d", w, h)
	}
	return game.Place(game.Point(y*w + x)), nil
}

// isLetters reports whether text is lower-case letters and numbers alternately, without blanks:
// "m3m4". The board's own names have capitals.
func isLetters(text string) bool {
	stones := 0
	for rest := text; rest != ""; stones++ {
		digits := strings.TrimLeft(rest[1:], "0123456789")
		if rest[0] < 'a' || rest[0] > 'z' || len(digits) == len(rest)-1 {
			return false
		}
		rest = digits
	}
	return stones > 0
}

// letters reads "m3m4k8".
func letters(text string, b *board.Board) (moves []game.Move, err error) {
	w, h, ok := b.Grid()
	if !ok {
		return nil, errNoGrid
	}
	for rest := text; rest != ""; {
		after := strings.TrimLeft(rest[1:], "0123456789")
		stone := rest[:len(rest)-len(after)]
		row, err := strconv.Atoi(stone[1:])
		if err != nil {
			return nil, err
		}
		m, err := onGrid(int(stone[0]-'a'), row-1, w, h)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", stone, err)
		}
		moves = append(moves, m)
		rest = after
	}
	return moves, nil
}

// names reads the board's own names and plays them, since the names of choices depend on the
// position.
func names(text string, pos game.Position) (moves []game.Move, err error) {
	for word := range strings.FieldsSeq(text) {
		m, err := game.ParseMove(pos, word)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}
