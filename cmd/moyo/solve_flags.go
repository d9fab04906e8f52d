package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"moyo/client/terminal/files"
	"moyo/game/rules/weiqi"
)

// solveKind is a kind of input for the solver, with the flags that apply to it.
type solveKind struct {
	name  string
	flags string // names separated by blanks
}

// The kinds.
var (
	ofLife = solveKind{"life and death",
		"game to-play method time memory threads json question target region ko threats nodes all-moves score proof"}
	ofLife2015 = solveKind{"the method of 2015",
		"game to-play method time json question target region ko threats nodes depth breadth"}
	ofGomoku           = solveKind{"Gomoku", "game board to-play method time shorten memory check depth json"}
	ofCaptureFive      = solveKind{"Capture Five", "game board time memory threads json proof"}
	ofConnect4         = solveKind{"Connect Four", "game board analyze threads memory time json"}
	ofGomokuProof      = solveKind{"a proof of Gomoku", "verify check"}
	ofCaptureFiveProof = solveKind{"a proof of Capture Five", "verify"}
)

// AfterApply records the flags of the command line, whatever their values.
func (c *solveCmd) AfterApply(k *kong.Context) error {
	for _, p := range k.Path {
		if p.Flag != nil {
			c.given = append(c.given, p.Flag.Name)
		}
	}
	return nil
}

// gave reports whether a flag was given.
func (c *solveCmd) gave(flag string) bool { return slices.Contains(c.given, flag) }

// only refuses flags that do not apply, instead of ignoring them silently.
func (c *solveCmd) only(kind solveKind) error {
	fits := strings.Fields(kind.flags)
	var others []string
	for _, flag := range c.given {
		if name := "--" + flag; !slices.Contains(fits, flag) && !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	if len(others) == 0 {
		return nil
	}
	return fmt.Errorf("%s: not for %s, which takes --%s", strings.Join(others, " "), kind.name, strings.Join(fits, " --"))
}

// lifeFlagsFit returns an error if the flags do not fit problems of life and death.
func (c *solveCmd) lifeFlagsFit() error {
	kind := ofLife
	if c.Method == alphabetaName || c.Method == minimaxName {
		kind = ofLife2015
	}
	switch err := c.only(kind); {
	case err != nil:
		return err
	case c.Nodes < 0 || c.Breadth < 0:
		return fmt.Errorf("--nodes %d --breadth %d: want 0 or more", c.Nodes, c.Breadth)
	case c.Game != "" && c.Game != weiqi.Name:
		return fmt.Errorf("--game %s: life and death has its own rules, and no options", c.Game)
	}
	return nil
}

// gomokuFlags returns an error if the flags do not fit Gomoku.
func (c *solveCmd) gomokuFlags() error {
	switch err := c.only(ofGomoku); {
	case err != nil:
		return err
	case c.gave("board") && slices.ContainsFunc(c.Position, files.IsFile):
		return errors.New("--board is for moves; a file names its own board")
	case c.gave("depth") && c.JSON:
		return errors.New("--depth: --json always prints the whole proof")
	}
	return nil
}
