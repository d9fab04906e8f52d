package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"moyo/arena"
	"moyo/board"
	"moyo/catalog"
	"moyo/engine/eval/gomoku/solve"
	"moyo/game"
	"moyo/record"
	"moyo/rules/gomoku"
	"moyo/sgf"
)

// namedProblem is a problem and what to call it.
type namedProblem struct {
	solve.Problem
	name string
}

// maxPositionFile is the most bytes of a file with positions.
const maxPositionFile = 16 << 20

// problems returns what is to be solved.
func (c *solveCmd) problems() ([]namedProblem, error) {
	if len(c.Position) == 0 {
		return nil, errors.New("no position: give the moves so far or a file")
	}
	var list []namedProblem
	for _, arg := range c.Position {
		if len(c.Position) > 1 && !isFile(arg) { // the moves as several arguments
			p, err := c.fromMoves(strings.Join(c.Position, " "))
			return []namedProblem{p}, err
		}
		more, err := c.read(arg)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	for i := range list {
		if err := c.settle(&list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func isFile(arg string) bool {
	ext := strings.ToLower(filepath.Ext(arg))
	return arg == "-" || ext == ".sgf" || ext == ".json" || ext == ".jsonl"
}

// settle applies --game and --to-play.
func (c *solveCmd) settle(p *namedProblem) error {
	if c.Game != "" {
		p.Game = c.Game
	}
	if name, _, _ := strings.Cut(p.Game, ":"); name != gomoku.Name {
		return fmt.Errorf("%s: %s: only %s has a solver", p.name, p.Game, gomoku.Name)
	}
	switch c.ToPlay {
	case "black":
		p.ToPlay = game.Black
	case "white":
		p.ToPlay = game.White
	}
	return nil
}

// read returns the problems that one argument names.
func (c *solveCmd) read(arg string) ([]namedProblem, error) {
	if !isFile(arg) {
		p, err := c.fromMoves(arg)
		return []namedProblem{p}, err
	}
	data, err := readBounded(arg, c.stdin, maxPositionFile)
	if err != nil {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(arg), ".sgf") {
		return fromSGF(arg, data)
	}
	return fromPuzzles(arg, data)
}

// glued finds the names in "H8H9J7".
var glued = regexp.MustCompile(`^([A-Z]+[0-9]+)+$`)
var gluedName = regexp.MustCompile(`[A-Z]+[0-9]+`)

// fromMoves reads moves as text.
func (c *solveCmd) fromMoves(text string) (namedProblem, error) {
	id := c.Game
	if id == "" {
		id = gomoku.Name
	}
	rules, err := catalog.Rules(id)
	if err != nil {
		return namedProblem{}, err
	}
	b, err := openBoard(c.Board)
	if err != nil {
		return namedProblem{}, err
	}
	text = strings.TrimSpace(text)
	if glued.MatchString(text) {
		text = strings.Join(gluedName.FindAllString(text, -1), " ")
	}
	opening, err := arena.ParseOpening(text, rules, b)
	if err != nil {
		return namedProblem{}, err
	}
	p := namedProblem{name: text, Problem: solve.Problem{Board: b, Game: rules.ID(), ToPlay: game.Black}}
	for _, m := range opening.Moves {
		p.Stones = append(p.Stones, game.Placed{Point: m.Point(), Color: p.ToPlay})
		p.ToPlay = p.ToPlay.Other()
	}
	return p, c.settle(&p)
}

// fromSGF reads the position at the end of each main line.
func fromSGF(name string, data []byte) ([]namedProblem, error) {
	games, err := sgf.Parse(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var list []namedProblem
	for i, g := range games {
		pos, err := record.Load(g, game.Opener{
			Board: func(spec string) (*board.Board, error) { return catalog.Board(spec, nil) },
			Rules: catalog.Rules,
		})
		if err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", name, i+1, err)
		}
		list = append(list, namedProblem{solve.ProblemOf(pos), fmt.Sprintf("%s, game %d", name, i+1)})
	}
	return list, nil
}

// fromPuzzles reads JSON values with board, game, stones and toPlay, as moyo
// problems prints them.
func fromPuzzles(name string, data []byte) ([]namedProblem, error) {
	var list []namedProblem
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
		list = append(list, namedProblem{p, puzzle.ID})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no position", name)
	}
	return list, nil
}
