package store

import (
	"context"
	"time"

	"moyo/game/match"
)

// Role is what somebody may do on a server beside playing.
type Role string

// The roles, from the least. A guest has no account; a pupil has none either, and is in a class;
// a bot is a program with an account.
const (
	Pupil         Role = "pupil"
	Guest         Role = "guest"
	Member        Role = "player"
	Bot           Role = "bot"
	Moderator     Role = "moderator"
	Administrator Role = "administrator"
	Deleted       Role = "deleted" // an account that is no more: nobody signs in, and nobody gets its name
)

// Gone is the name under which opponents keep the games of those whose account is
// no more. Nobody can have it.
const Gone = "deleted"

// Newcomer is the rank on the seats of those who have an account and no rating.
const Newcomer = "?"

// Called returns a seat with the name of the account that a player has now, and
// others' as they are. Who sat down as a guest has the rank of a newcomer from then on.
// A seat of somebody who has gone stays so, however late a name comes: deleting takes
// many steps, and a moderator's new name may come between any two of them.
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

// Player is somebody who plays: seats, boards and training belong to the id. A
// guest has an id without a row; there is a row once somebody has an account, or
// something has to be said of a guest.
type Player struct {
	ID        string // 32 hexadecimal digits
	Role      Role
	Name      string // of the account, as it is shown; "" for a guest
	Skeleton  string // what names that look alike have in common; "" for a guest, else unique
	Created   time.Time
	Suspended time.Time // until then they may only watch; zero for never
	Why       string    // of the suspension, for the one who is suspended
	Settings  []byte    // whatever else they have chosen; JSON
}

// Session is a browser in which somebody is signed in. A guest has none: they are
// known by their token alone.
type Session struct {
	Hash    string // of the token in the browser's cookie
	Player  string // id
	Device  string // in words
	Address string // where it was last seen
	Created time.Time
	Seen    time.Time
	Expires time.Time
}

// Players keeps who plays here, and where they are signed in.
type Players interface {
	// SavePlayer keeps a player in place of what was kept under the same id. The
	// error is ErrExists where another one has that skeleton, and where a guest would
	// take the place of an account that was made meanwhile.
	SavePlayer(ctx context.Context, p Player) error
	// Player returns a player by id, or ErrNotFound.
	Player(ctx context.Context, id string) (Player, error)
	// PlayerNamed returns a player by the skeleton of their name, or ErrNotFound.
	PlayerNamed(ctx context.Context, skeleton string) (Player, error)
	// Members returns players with names, in the order of their skeletons: at most
	// limit of those behind the one after.
	Members(ctx context.Context, after string, limit int) ([]Player, error)
	// SaveSession keeps a session in place of what was kept under the same hash.
	SaveSession(ctx context.Context, s Session) error
	// TouchSession changes when and where a session was last seen, and when it
	// expires. The error is ErrNotFound where it has ended meanwhile.
	TouchSession(ctx context.Context, s Session) error
	// Session returns a session by its hash, or ErrNotFound.
	Session(ctx context.Context, hash string) (Session, error)
	// Sessions returns a player's sessions, last seen first.
	Sessions(ctx context.Context, player string) ([]Session, error)
	// EndSession forgets a session of a player, or ErrNotFound.
	EndSession(ctx context.Context, player, hash string) error
}
