package store

import (
	"context"
	"time"

	"moyo/game/match"
)

// Role is what a player may do in addition to playing.
type Role string

// The roles, in ascending order. A guest has no account. A pupil has no account and is in a class.
// A bot is a program with an account.
const (
	Pupil         Role = "pupil"
	Guest         Role = "guest"
	Member        Role = "player"
	Bot           Role = "bot"
	Moderator     Role = "moderator"
	Administrator Role = "administrator"
	Deleted       Role = "deleted" // a deleted account: it allows no sign-in, and its name stays reserved
)

// Gone is the name of players with deleted accounts in their opponents' games.
// No account can have it.
const Gone = "deleted"

// Newcomer is the rank on the seats of players with an account and no rating.
const Newcomer = "?"

// Called returns a seat with the current name of a player's account, and other players'
// seats unchanged. A seat taken as a guest gets the rank of a newcomer.
// A seat of a deleted player stays so, even if a new name arrives later: deletion takes
// many steps, and a moderator may rename the player between any two of them.
func Called(seat match.Seat, player, name string) match.Seat {
	return seat.Called(func(p match.Partner) match.Partner {
		if p.Player != player || player == "" || p.Name == Gone {
			return p
		}
		p.Name = name
		if seat.Kind == match.Human && p.Rank == "" {
			p.Rank = Newcomer
		}
		return p
	})
}

// WithName returns a seat with the name of a player changed and nothing else.
func WithName(seat match.Seat, player, name string) match.Seat {
	return seat.Called(func(p match.Partner) match.Partner {
		if p.Player == player && player != "" {
			p.Name = name
		}
		return p
	})
}

// Player is a person or program that plays: seats, boards and training belong to the id. A
// guest has an id without a row; a row exists for accounts, and for guests with stored
// attributes.
type Player struct {
	ID        string // 32 hexadecimal digits
	Role      Role
	Name      string // of the account, as shown; "" for a guest
	Skeleton  string // common form of names that look alike; "" for a guest, otherwise unique
	Created   time.Time
	Suspended time.Time // until then they may only watch; zero for never
	Why       string    // reason of the suspension, for the player
	Settings  []byte    // other settings; JSON
}

// Session is a browser in which a player is signed in. A guest has none: a guest is
// known by the token alone.
type Session struct {
	Hash    string // of the token in the browser's cookie
	Player  string // id
	Device  string // in words
	Address string // last address
	Created time.Time
	Seen    time.Time
	Expires time.Time
}

// Players stores players and their sessions.
type Players interface {
	// SavePlayer stores a player and replaces the one with the same id. The error is
	// ErrExists if another player has the skeleton, or if a guest would replace an account
	// that was created meanwhile.
	SavePlayer(ctx context.Context, p Player) error
	// Player returns a player by id, or ErrNotFound.
	Player(ctx context.Context, id string) (Player, error)
	// PlayerNamed returns a player by the skeleton of their name, or ErrNotFound.
	PlayerNamed(ctx context.Context, skeleton string) (Player, error)
	// Members returns players with names, ordered by skeleton: at most limit players
	// after the given skeleton.
	Members(ctx context.Context, after string, limit int) ([]Player, error)
	// SaveSession stores a session and replaces the one with the same hash.
	SaveSession(ctx context.Context, s Session) error
	// TouchSession changes when and where a session was last seen, and when it expires.
	// The error is ErrNotFound if it has ended meanwhile.
	TouchSession(ctx context.Context, s Session) error
	// Session returns a session by its hash, or ErrNotFound.
	Session(ctx context.Context, hash string) (Session, error)
	// Sessions returns a player's sessions, last seen first.
	Sessions(ctx context.Context, player string) ([]Session, error)
	// EndSession deletes a session of a player, or returns ErrNotFound.
	EndSession(ctx context.Context, player, hash string) error
}
