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

// drawn begins the specs of boards that somebody drew: nothing makes them from their
// spec.
const drawn = "id:"

// setBoard writes the board of a game, and one that somebody drew whole: whoever opens
// the record need not know it.
func setBoard(g *sgf.Game, b *board.Board) {
	g.SetBoard(Points(b))
	Carry(g, b)
}

// IsDrawn says whether somebody drew a board: whoever does not know it cannot make it from its spec.
func IsDrawn(b *board.Board) bool { return strings.HasPrefix(b.Spec(), drawn) }

// Carry has the board of a game come along in its record, where somebody drew it and it does
// not come along already: it may be forgotten where it is kept.
func Carry(g *sgf.Game, b *board.Board) {
	if IsDrawn(b) && g.Carried() == "" {
		g.SetCarried(string(boardfile.JSON(b)))
	}
}

// boardOf returns the board that a game is played on: the one that its spec names or,
// where nobody knows that, the one that comes along in the record.
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

// readBoard makes the board that comes along in a record; spec is what the record calls
// it, "" where it does not.
func readBoard(spec, text string) (*board.Board, error) {
	if len(text) > boardfile.MaxSize {
		return nil, errors.New("the board that comes along is too large")
	}
	draft, err := boardfile.ReadJSON("BJ", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	b, err := draft.Board("")
	if err == nil && spec != "" && b.Spec() != spec {
		return nil, fmt.Errorf("the board that comes along is %s, and not %.80s", b.Spec(), spec)
	}
	return b, err
}
