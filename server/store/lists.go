package store

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"moyo/game"
	"moyo/game/match"
)

// Query selects games for a list, newest change first. Zero fields do not restrict,
// but private games are listed only on request.
type Query struct {
	Phases   []match.Phase
	Player   string // id: a game with a seat of this player, or one kept for them
	Awaits   string // id: a game that awaits this player, see Game.Awaited; private games too; not with Player
	Opponent string // with Player: id of the player on the other seat; no games of teams, as with Engine
	Engine   string // with Player: id of the engine on the other seat
	Result   Result // with Player: the result for them
	Game     string // prefix of the id of the rules
	Board    string // spec
	Speed    string
	Rated    bool      // only rated games
	Casual   bool      // only others
	Shorter  int       // only games of two people (one may be absent yet) with fewer moves; 0 for all
	Names    string    // part of any player's name, ignoring case
	Since    time.Time // last change at or after this time
	Until    time.Time // last change before this time
	Private  bool      // private games too
	After    Cursor    // end of the previous list
	Limit    int       // most games; 0 is DefaultLimit
}

// DefaultLimit is the length of a list without a limit in its query.
const DefaultLimit = 50

// Window bounds the cost of a list: conditions without an index are checked for
// this many games of each phase, or of each seat of a player, from the cursor on.
const Window = 20_000

// Result is the result of a game for one of its players.
type Result string

// The results.
const (
	Won   Result = "won"
	Lost  Result = "lost"
	Drawn Result = "drawn"
)

// Cursor is a position in a list: after the game with this last change and id. Games
// that change meanwhile move to the front; all others stay. The zero Cursor is
// the beginning.
type Cursor struct {
	Updated time.Time
	ID      string
}

// CursorOf returns the position after g.
func CursorOf(g Game) Cursor { return Cursor{g.Updated, g.ID} }

// Admits reports whether g belongs to the list, apart from its limit. Every store's
// own queries must agree with it.
func (q Query) Admits(g Game) bool {
	return (q.Private || q.Awaits != "" || !g.Private) &&
		(len(q.Phases) == 0 || slices.Contains(q.Phases, g.Phase)) &&
		(q.Player == "" || g.Black.Has(q.Player) && q.admitsFrom(g, game.Black) || g.White.Has(q.Player) && q.admitsFrom(g, game.White)) &&
		(q.Opponent == "" && q.Engine == "" || g.Partners == 0) &&
		(q.Awaits == "" || g.Awaited() == q.Awaits) &&
		(q.Game == "" || q.Game == gameOf(g.Rules)) &&
		(q.Board == "" || q.Board == g.Board) &&
		(q.Speed == "" || q.Speed == g.Speed) &&
		(!q.Rated || g.Rated) && (!q.Casual || !g.Rated) &&
		(q.Shorter == 0 || g.Ply < q.Shorter && g.Partners == 0 && g.Black.Player != "" && g.White.Player != "") &&
		strings.Contains(NamesOf(g), strings.ToLower(q.Names)) &&
		(q.Since.IsZero() || !g.Updated.Before(q.Since)) && (q.Until.IsZero() || g.Updated.Before(q.Until)) &&
		(q.After == Cursor{} || Compare(q.After, CursorOf(g)) < 0)
}

// admitsFrom reports whether g matches for the player on that seat.
func (q Query) admitsFrom(g Game, seat game.Color) bool {
	other := g.White
	if seat == game.White {
		other = g.Black
	}
	switch q.Result {
	case Won:
		return g.Winner == seat && q.admitsOpponent(other)
	case Lost:
		return g.Winner == seat.Other() && q.admitsOpponent(other)
	case Drawn:
		return g.Result == "0" && q.admitsOpponent(other)
	}
	return q.admitsOpponent(other)
}

func (q Query) admitsOpponent(s match.Seat) bool {
	return (q.Opponent == "" || q.Opponent == s.Player) && (q.Engine == "" || q.Engine == s.Engine)
}

// Compare orders cursors as lists do: newest change first, then by id.
func Compare(a, b Cursor) int {
	return cmp.Or(b.Updated.Compare(a.Updated), strings.Compare(a.ID, b.ID))
}

// NamesOf returns the text that [Query].Names searches.
func NamesOf(g Game) string {
	return strings.ToLower(strings.Join(g.Black.Names(), " & ") + "\n" + strings.Join(g.White.Names(), " & "))
}

// gameOf returns the game in the id of rules.
func gameOf(rules string) string {
	id, _, _ := strings.Cut(rules, ":")
	return id
}
