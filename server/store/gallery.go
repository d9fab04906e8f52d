package store

import (
	"strings"
	"time"

	"moyo/game/match"
)

// Shared is a board that somebody shows to all.
type Shared struct {
	Hash   string // what its spec says after "id:"
	Owner  string // id of the player
	Author string // the owner's name as it is now; not kept with it
	Title  string // the owner's
	Points int
	Edges  int
	Least  int // neighbours of a point
	Most   int
	At     time.Time // since when
	Played int       // games on it that count, see [Game.CountsFor]
	Hidden bool      // moderators have taken it out
}

// CountsFor returns the hash of the board that a game counts for as played, "" for none:
// it has ended, somebody really played it, and somebody brought its board.
func (g Game) CountsFor() string {
	hash, brought := strings.CutPrefix(g.Board, "id:")
	if !brought || g.Phase != match.Finished || g.Result == Void || g.Ply < Begun {
		return ""
	}
	return hash
}
