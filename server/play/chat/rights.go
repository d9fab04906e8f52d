package chat

import (
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/store"
)

// The rooms of a game.
const (
	players  = "players"
	watchers = "watchers"
)

// rooms are all of them, in the order in which they are shown.
var rooms = []string{players, watchers}

// The times of those who talk.
const (
	// newcomer is how old an account is before it may talk to people whom its owner
	// does not play with: whoever was sent away does not come back at once under
	// another name.
	newcomer = 24 * time.Hour
	// talkAfter is how long a game is talked about when it is over.
	talkAfter = 24 * time.Hour
)

// visitor is somebody in the rooms of a game, as far as rights go by it.
type visitor struct {
	player  string
	account bool // with an account
	settled bool // with one that is not new
}

// right is what a visitor may do in a room. why is for those who may not write, and
// perhaps not read.
type right struct {
	read, write bool
	why         sentence.Sentence
}

// seatOf returns the seat of a player in a game, "" for one who watches.
func seatOf(g store.Game, player string) string {
	side := g.SideOf(player)
	if side == game.Empty || g.SeatOf(side).Kind != match.Human {
		return ""
	}
	return side.String()
}

// rightIn says what a visitor may do in a room of a game as it is now. That nothing
// which is said among those who watch reaches a player before the game is over is
// decided here, and nowhere else: every line is sent to whom this lets read it at
// that moment.
//
// In a game of teams "players" are all of both sides: partners talk where their opponents
// hear it, and nowhere else.
func rightIn(g store.Game, v visitor, room string, now time.Time) right {
	seat, over := seatOf(g, v.player), g.Phase == match.Finished
	late := over && now.Sub(g.Updated) > talkAfter
	if room == players {
		switch {
		case g.Black.Kind != match.Human || g.White.Kind != match.Human:
			return right{why: sentence.No("chat.noPlayers", "There are no two people who play here.")}
		case seat == "":
			return right{why: sentence.No("chat.between", "This is between the players.")}
		case late:
			return right{read: true, why: sentence.No("chat.late", "The game has been over for a day; nobody talks here any more.")}
		}
		return right{read: true, write: true}
	}
	switch {
	case seat != "" && !over:
		return right{why: sentence.No("chat.afterwards", "What those who watch say can be read here when the game is over.")}
	case g.Rated && !over && !v.settled:
		return right{why: sentence.No("chat.rated", "While a rated game goes on, this can be read by those whose account is a day old.")}
	case !v.account:
		return right{read: true, why: sentence.No("chat.account", "Those whose account is a day old can talk here.")}
	case !v.settled:
		return right{read: true, why: sentence.No("chat.newcomer", "You can talk here when your account is a day old.")}
	case late:
		return right{read: true, why: sentence.No("chat.late", "The game has been over for a day; nobody talks here any more.")}
	}
	return right{read: true, write: true}
}

// refusal is the answer to those who may not do what they asked for.
func (r right) refusal() error { return apierror.Refuse(apierror.Forbidden, r.why) }
