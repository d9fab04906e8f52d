package record

import (
	"errors"
	"fmt"
	"strings"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
	"moyo/game/record/sgf"
)

// drawn are the prefixes of specs of custom boards, which cannot be made from their spec.
const drawn = "id:"

// setBoard writes the board of a game, and the whole board if it is custom, so that other programs
// can open the record.
func setBoard(g *sgf.Game, b *board.Board) {
	g.SetBoard(Points(b))
	Carry(g, b)
}

// IsDrawn reports whether a board is custom and cannot be made from its spec.
func IsDrawn(b *board.Board) bool { return strings.HasPrefix(b.Spec(), drawn) }

// Carry adds the board of a game to its record if it is custom and not yet included. A store may
// have deleted it.
func Carry(g *sgf.Game, b *board.Board) {
	if IsDrawn(b) && g.Carried() == "" {
		g.SetCarried(string(boardfile.JSON(b)))
	}
}

// boardOf returns the board of a game: the one of its spec or, if that is unknown, the one included
// in the record.
func boardOf(g *sgf.Game, open game.Opener) (*board.Board, error) {
	spec, err := g.BoardSpec()
	if err != nil {
		return nil, err
	}
	carried := g.Carried()
	if carried == "" {
		return open.Board(spec)
	}
	if named := g.Root.Has("BD"); named {
		if b, err := open.Board(spec); err == nil {
			return b, nil
		}
	} else {
		spec = ""
	}
	return readBoard(spec, carried)
}

// readBoard makes the board included in a record. spec is the board's id in the record, or "".
func readBoard(spec, text string) (*board.Board, error) {
	if len(text) > boardfile.MaxSize {
		return nil, errors.New("the included board is too large")
	}
	draft, err := boardfile.ReadJSON("BJ", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	b, err := draft.Board("")
	if err == nil && spec != "" && b.Spec() != spec {
		return nil, fmt.Errorf("the included board is %s, not %.80s", b.Spec(), spec)
	}
	return b, err
}
