package server

import (
	"errors"
	"slices"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/match"
	"moyo/server/wire"
	"moyo/store"
)

// sideName is a colour on the wire; "" for neither side.
func sideName(c game.Color) string {
	if c == game.Empty {
		return ""
	}
	return c.String()
}

// sideOf is the inverse of sideName.
func sideOf(name string) (game.Color, bool) {
	switch name {
	case "":
		return game.Empty, true
	case "black":
		return game.Black, true
	case "white":
		return game.White, true
	}
	return game.Empty, false
}

// stoneChars are the characters of stones by colour.
const stoneChars = ".xo"

func stonesText(pos game.Position) string {
	text := make([]byte, pos.Board().Len())
	for p := range text {
		text[p] = stoneChars[pos.At(game.Point(p))]
	}
	return string(text)
}

// colorsText is stonesText for colours by point.
func colorsText(colors []game.Color) string {
	text := make([]byte, len(colors))
	for p, c := range colors {
		text[p] = stoneChars[c]
	}
	return string(text)
}

func movesText(pos game.Position) []string {
	moves := pos.Moves()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = game.Format(pos, m)
	}
	return texts
}

// takenStones returns for each move of pos the stones that left the board with
// it, beside the one that it placed.
func takenStones(pos game.Position) [][]wire.Stone {
	taken := make([][]wire.Stone, len(pos.Moves()))
	for i := range taken {
		taken[i] = []wire.Stone{}
	}
	back := pos.Clone()
	c, ok := back.(game.Capturer)
	if !ok {
		return taken
	}
	total := func() int { return c.Captures(game.Black) + c.Captures(game.White) }
	stones := []byte(stonesText(pos))
	for i, move := range slices.Backward(pos.Moves()) {
		captures := total()
		back.Undo()
		if move >= 0 {
			stones[move] = stoneChars[game.Empty]
		}
		if total() == captures {
			continue
		}
		for p := range game.Point(len(stones)) {
			if color := back.At(p); color != game.Empty && stones[p] == stoneChars[game.Empty] {
				taken[i] = append(taken[i], wire.Stone{Point: int(p), Color: sideName(color)})
				stones[p] = stoneChars[color]
			}
		}
	}
	return taken
}

// points returns ps as the wire has them, never nil.
func points(ps []game.Point) []int {
	ints := make([]int, len(ps))
	for i, p := range ps {
		ints[i] = int(p)
	}
	return ints
}

func scoreOf(s game.Score) *wire.Score {
	owner := make([]byte, len(s.Owner))
	for p, c := range s.Owner {
		owner[p] = stoneChars[c]
	}
	return &wire.Score{
		Method: s.Method, Komi: s.Komi, Owner: string(owner),
		BlackStones: s.Stones[game.Black], WhiteStones: s.Stones[game.White],
		BlackTerritory: s.Territory[game.Black], WhiteTerritory: s.Territory[game.White],
		BlackPrisoners: s.Prisoners[game.Black], WhitePrisoners: s.Prisoners[game.White],
		Black: s.Black, White: s.White, Result: s.Outcome().String(),
	}
}

func eventOf(m *match.Match, e match.Event, fx match.Effects) *wire.Event {
	ev := &wire.Event{
		Version: m.Version(), Kind: string(e.Kind), By: sideName(e.By),
		Set: make([]wire.Stone, len(fx.Set)), Clear: points(fx.Clear), Plies: m.Ply(), State: stateOf(m),
	}
	if e.Kind == match.Moved {
		ev.Move, ev.Title = game.Format(m.Position(), e.Move), choiceTitle(m.Position(), e.Move)
	}
	for i, s := range fx.Set {
		ev.Set[i] = wire.Stone{Point: int(s.Point), Color: sideName(s.Color)}
	}
	return ev
}

// headerOf returns the header under which the store keeps a match.
func headerOf(id string, m *match.Match) store.Game {
	setup := m.Setup()
	return store.Game{
		ID: id, Board: setup.Board, BoardTitle: m.Position().Board().Title(), Rules: setup.Rules,
		Black: setup.Black, White: setup.White, Phase: m.Phase(), Ply: m.Ply(), Result: m.Result(),
		Version: m.Version(), Created: m.Created(), Updated: m.Updated(),
	}
}

func infoOf(g store.Game, watchers int) wire.GameInfo {
	return wire.GameInfo{
		ID: g.ID, Board: g.Board, BoardTitle: g.BoardTitle, Rules: g.Rules,
		Black: playerOf(g.Black), White: playerOf(g.White), Phase: string(g.Phase), Ply: g.Ply,
		Created: g.Created.Format(time.RFC3339), Updated: g.Updated.Format(time.RFC3339),
		Watchers: watchers, Result: g.Result,
	}
}

func playerOf(s match.Seat) wire.Player {
	return wire.Player{Kind: string(s.Kind), Name: s.Name, Engine: s.Engine}
}

func boardOf(b *board.Board) *wire.Board {
	n := b.Len()
	w := &wire.Board{
		Spec: b.Spec(), Title: b.Title(), Flat: b.Flat(),
		Coords: make([][3]float64, n), Names: make([]string, n),
		Edges: make([][2]int, 0, b.EdgeCount()), Faces: make([][]int, len(b.Faces())), Stars: points(b.Stars()),
	}
	w.Width, w.Height, _ = b.Grid()
	w.Lines = b.Lines() != nil
	for p := range n {
		w.Coords[p] = b.Coord(board.Point(p))
		w.Names[p] = b.Name(board.Point(p))
	}
	for _, e := range b.Edges() {
		w.Edges = append(w.Edges, [2]int{int(e[0]), int(e[1])})
	}
	for i, face := range b.Faces() {
		w.Faces[i] = points(face)
	}
	return w
}

// reasonWords say why a move is illegal in words that a beginner understands.
var reasonWords = map[game.Reason]string{
	game.OffBoard:     "That point is not on the board.",
	game.Occupied:     "There is a stone on that point already.",
	game.Suicide:      "That stone would have no liberties: no empty point beside it or its chain.",
	game.Ko:           "This would repeat an earlier position (ko). Play elsewhere first.",
	game.Forbidden:    "The rules of this game forbid that move.",
	game.NotYourTurn:  "It is the other side's turn.",
	game.GameOver:     "The game is over.",
	game.NotInThisWay: "This game has no such move here.",
	game.Floating:     "Stones fall to the lowest free point of their column.",
}

// errorOf returns the answer to a command that the game refuses.
func errorOf(id string, err error) *wire.Error {
	if illegal, ok := errors.AsType[*game.IllegalMove](err); ok {
		return &wire.Error{ID: id, Code: illegal.Reason.Code(), Text: reasonWords[illegal.Reason]}
	}
	if refusal, ok := errors.AsType[*match.Refusal](err); ok {
		return &wire.Error{ID: id, Code: refusal.Code, Text: refusal.Text}
	}
	return &wire.Error{ID: id, Code: "internal", Text: "Something went wrong on the server. The game is kept; please reload the page."}
}
