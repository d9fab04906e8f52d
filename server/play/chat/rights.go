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

// rooms are all rooms of a game in display order.
var rooms = []string{players, watchers}

// Time limits of chat.
const (
	// newcomer is the age below which an account may talk only to its own opponents. It keeps a suspended person from returning
	// immediately under another name.
	newcomer = 24 * time.Hour
	// talkAfter is how long a chat stays open after the game.
	talkAfter = 24 * time.Hour
)

// visitor is a user in the rooms of a game, with the properties that rights depend on.
type visitor struct {
	player  string
	account bool // has an account
	settled bool // the account is not new
}

// right is what a visitor may do in a room. why says why a visitor may not write.
type right struct {
	read, write bool
	why         sentence.Sentence
}

// seatOf returns the seat of a player in a game, or "" for a spectator.
func seatOf(g store.Game, player string) string {
	side := g.SideOf(player)
	if side == game.Empty || g.SeatOf(side).Kind != match.Human {
		return ""
	}
	return side.String()
}

// rightIn returns a visitor's rights in a room of a game as it is now. Only this function
// keeps spectators' lines from the players until the game is over: every line is sent to
// the members that may read it at that moment.
//
// In a game of teams, the room "players" is for both sides: partners have no room of their own,
// so opponents read all that they say.
func rightIn(g store.Game, v visitor, room string, now time.Time) right {
	seat, over := seatOf(g, v.player), g.Phase == match.Finished
	late := over && now.Sub(g.Updated) > talkAfter
	if room == players {
		switch {
		case g.Black.Kind != match.Human || g.White.Kind != match.Human:
			return right{why: sentence.No("chat.noPlayers", "This game does not have two human players.")}
		case seat == "":
			return right{why: sentence.No("chat.between", "Only the players can read and write here.")}
		case late:
			return right{read: true, why: sentence.No("chat.late", "The game ended more than a day ago. This chat is closed.")}
		}
		return right{read: true, write: true}
	}
	switch {
	case seat != "" && !over:
		return right{why: sentence.No("chat.afterwards", "You can read the spectators' chat after the game.")}
	case g.Rated && !over && !v.settled:
		return right{why: sentence.No("chat.rated", "During a rated game, you need an account that is at least a day old to read this chat.")}
	case !v.account:
		return right{read: true, why: sentence.No("chat.account", "Please sign in to chat here. Your account must be at least a day old.")}
	case !v.settled:
		return right{read: true, why: sentence.No("chat.newcomer", "You can chat here when your account is a day old.")}
	case late:
		return right{read: true, why: sentence.No("chat.late", "The game ended more than a day ago. This chat is closed.")}
	}
	return right{read: true, write: true}
}

// refusal returns the error for a request that the rights do not allow.
func (r right) refusal() error { return apierror.Refuse(apierror.Forbidden, r.why) }
