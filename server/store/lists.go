package store

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"moyo/game"
	"moyo/game/match"
)

// Query says which games a list holds, newest change first. Zero fields do not
// restrict, but private games are listed only where that is asked for.
type Query struct {
	Phases   []match.Phase
	Player   string // id: a game with a seat of this player, or one kept for them
	Awaits   string // id: a game that awaits this player, see Game.Awaited; private games too; not beside Player
	Opponent string // beside Player: id of the player on the other seat; no games of teams, as beside Engine
	Engine   string // beside Player: id of the engine on the other seat
	Result   Result // beside Player: how it ended for them
	Game     string // what the id of the rules begins with
	Board    string // spec
	Speed    string
	Rated    bool      // only rated games
	Casual   bool      // only others
	Shorter  int       // only games of two people, or kept for one, with fewer moves than that; 0 for all
	Names    string    // part of any player's name, in whichever case
	Since    time.Time // last change at or after this time
	Until    time.Time // last change before this time
	Private  bool      // private games too
	After    Cursor    // where the list before this one ended
	Limit    int       // at most so many; 0 is DefaultLimit
}

// DefaultLimit is the length of a list whose query names none.
const DefaultLimit = 50

// Window bounds what a list costs: conditions that no index knows are looked for
// among so many games of each phase, or of each seat of a player, from the cursor on.
const Window = 20_000

// Result is how a game ended for one of its players.
type Result string

// The results.
const (
	Won   Result = "won"
	Lost  Result = "lost"
	Drawn Result = "drawn"
)

// Cursor is a place in a list: behind the game with this last change and id. Games
// that change while somebody reads on go to the front, and nothing else moves. The
// zero Cursor is the beginning.
type Cursor struct {
	Updated time.Time
	ID      string
}

// CursorOf returns the place behind g.
func CursorOf(g Game) Cursor { return Cursor{g.Updated, g.ID} }

// Admits says whether g belongs to the list but for its limit. It is what every
// store's own way of looking has to amount to.
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

// admitsFrom says whether g fits as the player on that seat sees it.
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

// Compare orders places as lists do: newest change first, then by id.
func Compare(a, b Cursor) int {
	return cmp.Or(b.Updated.Compare(a.Updated), strings.Compare(a.ID, b.ID))
}

// NamesOf returns what [Query].Names looks for its text in.
func NamesOf(g Game) string {
	return strings.ToLower(strings.Join(g.Black.Names(), " & ") + "\n" + strings.Join(g.White.Names(), " & "))
}

// gameOf returns the game that the id of rules begins with.
func gameOf(rules string) string {
	id, _, _ := strings.Cut(rules, ":")
	return id
}
