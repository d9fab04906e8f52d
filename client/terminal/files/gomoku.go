package files

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"moyo/board"
	"moyo/catalog"
	"moyo/contest/arena"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/game/rules/gomoku"
	"moyo/internal/errtext"
	solve "moyo/solve/gomoku"
)

// Gomoku is a problem of n in a row with its name.
type Gomoku struct {
	solve.Problem
	Name string
}

// GomokuSource names problems of n in a row.
type GomokuSource struct {
	Args   []string  // files, or moves
	Game   string    // an id of rules; "" is the file's, otherwise freestyle
	Board  string    // for moves
	ToPlay string    // black, white, or anything else for the side to move
	Stdin  io.Reader // the contents of the file "-"
	// Warn reports what was repaired in a game of a file; nil for no reports.
	Warn func(name string, repairs []string)
}

// maxPositionFile is the most bytes of a file with positions.
const maxPositionFile = 16 << 20

// Problems returns the problems to solve.
func (s *GomokuSource) Problems() ([]Gomoku, error) {
	if len(s.Args) == 0 {
		return nil, errors.New("no position: give moves or a file")
	}
	var list []Gomoku
	for _, arg := range s.Args {
		if len(s.Args) > 1 && !IsFile(arg) { // the moves as several arguments
			return s.fromMoves(s.Args)
		}
		more, err := s.read(arg)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	for i := range list {
		if err := s.settle(&list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// IsFile reports whether an argument names a file of positions, by its extension, and is not a list
// of moves.
func IsFile(arg string) bool {
	ext := strings.ToLower(filepath.Ext(arg))
	return arg == "-" || ext == ".sgf" || ext == ".json" || ext == ".jsonl"
}

// settle applies Game and ToPlay.
func (s *GomokuSource) settle(p *Gomoku) error {
	if s.Game != "" {
		p.Game = s.Game
	}
	if name, _, _ := strings.Cut(p.Game, ":"); name != gomoku.Name {
		return fmt.Errorf("%s: %s: only %s has a solver", p.Name, p.Game, gomoku.Name)
	}
	switch s.ToPlay {
	case "black":
		p.ToPlay = game.Black
	case "white":
		p.ToPlay = game.White
	}
	return nil
}

// read returns the problems that one argument names.
func (s *GomokuSource) read(arg string) ([]Gomoku, error) {
	if !IsFile(arg) {
		return s.fromMoves([]string{arg})
	}
	data, err := ReadBounded(arg, s.Stdin, maxPositionFile)
	if err != nil {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(arg), ".sgf") {
		return s.fromSGF(arg, data)
	}
	return fromPuzzles(arg, data)
}

// glued finds the names in "H8H9J7".
var glued = regexp.MustCompile(`^([A-Z]+[0-9]+)+$`)
var gluedName = regexp.MustCompile(`[A-Z]+[0-9]+`)

// fromMoves reads the moves of arguments.
func (s *GomokuSource) fromMoves(args []string) ([]Gomoku, error) {
	p, err := s.afterMoves(strings.Join(args, " "))
	if err != nil {
		return nil, NotMoves(args, err)
	}
	return []Gomoku{p}, nil
}

// afterMoves returns the problem after moves as text.
func (s *GomokuSource) afterMoves(text string) (Gomoku, error) {
	id := s.Game
	if id == "" {
		id = gomoku.Name
	}
	rules, err := catalog.Rules(id)
	if err != nil {
		return Gomoku{}, err
	}
	b, err := catalog.Board(s.Board, catalog.LoadFile)
	if err != nil {
		return Gomoku{}, err
	}
	text = strings.TrimSpace(text)
	if glued.MatchString(text) {
		text = strings.Join(gluedName.FindAllString(text, -1), " ")
	}
	named, err := boardNames(text, b, catalog.GameOf(id).Letters)
	if err != nil {
		return Gomoku{}, err
	}
	opening, err := arena.ParseOpening(named, rules, b)
	if err != nil {
		return Gomoku{}, err
	}
	p := Gomoku{Name: text, Problem: solve.Problem{Board: b, Game: rules.ID(), ToPlay: game.Black}}
	for _, m := range opening.Moves {
		p.Stones = append(p.Stones, game.Placed{Point: m.Point(), Color: p.ToPlay})
		p.ToPlay = p.ToPlay.Other()
	}
	return p, s.settle(&p)
}

var pointName = regexp.MustCompile(`^[A-Z]+[0-9]+$`)

// boardNames replaces the players' names of points by the board's. Other words stay as they are.
func boardNames(text string, b *board.Board, letters board.Letters) (string, error) {
	words := strings.Fields(text)
	for i, word := range words {
		if !pointName.MatchString(word) {
			continue
		}
		p, ok := letters.Lookup(b, word)
		if !ok {
			return "", fmt.Errorf("%s: no such point on %s", errtext.Clip(word, 20), b.Title())
		}
		words[i] = b.Name(p)
	}
	return strings.Join(words, " "), nil
}

// fromSGF reads the position at the end of each main line.
func (s *GomokuSource) fromSGF(path string, data []byte) ([]Gomoku, error) {
	games, err := sgf.Parse(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	open := game.Opener{Board: PlainBoard, Rules: catalog.Rules}
	var list []Gomoku
	for i, g := range games {
		name := fmt.Sprintf("%s, game %d", path, i+1)
		line, err := record.Follow(context.Background(), g, open) // the limits of texts bound its time
		if err == nil && line.End == nil {
			err = errors.New("the rules do not allow the stones at its end")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if s.Warn != nil {
			s.Warn(name, line.Repairs)
		}
		list = append(list, Gomoku{solve.ProblemOf(line.End), name})
	}
	return list, nil
}

// fromPuzzles reads JSON values with board, game, stones and toPlay, as moyo problems prints them.
func fromPuzzles(name string, data []byte) ([]Gomoku, error) {
	var list []Gomoku
	for dec := json.NewDecoder(bytes.NewReader(data)); ; {
		var puzzle solve.Puzzle
		if err := dec.Decode(&puzzle); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("%s: position %d: %w", name, len(list)+1, err)
		}
		p, err := puzzle.Problem(func(spec string) (*board.Board, error) { return catalog.Board(spec, nil) })
		if err != nil {
			return nil, fmt.Errorf("%s: position %d: %w", name, len(list)+1, err)
		}
		if puzzle.ID == "" {
			puzzle.ID = fmt.Sprintf("%s, position %d", name, len(list)+1)
		}
		list = append(list, Gomoku{p, puzzle.ID})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no position", name)
	}
	return list, nil
}
