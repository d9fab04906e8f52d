package store

import (
	"strings"
	"time"

	"moyo/game/match"
)

// Shared is a board that its owner has published.
type Shared struct {
	Hash   string // the part of its spec after "id:"
	Owner  string // id of the player
	Author string // the owner's current name; not stored with the board
	Title  string // the owner's
	Points int
	Edges  int
	Least  int // fewest neighbours of a point
	Most   int
	At     time.Time // when it was published
	Played int       // number of its games, see [Game.CountsFor]
	Hidden bool      // a moderator has hidden it
}

// CountsFor returns the hash of the board whose games played include g, "" for none:
// g has ended, was really played, and is on an uploaded board.
func (g Game) CountsFor() string {
	hash, brought := strings.CutPrefix(g.Board, "id:")
	if !brought || g.Phase != match.Finished || g.Result == Void || g.Ply < Begun {
		return ""
	}
	return hash
}
