package store

import (
	"context"
	"time"
)

// What is kept of one player at most: the oldest go.
const (
	MaxNotifications = 100
	MaxSubscriptions = 5
)

// NotificationKind says what a notification is about. The list is closed.
type NotificationKind string

// The kinds of notifications.
const (
	YourTurn          NotificationKind = "your-turn"          // a game awaits them; it is kept nowhere but in the game
	GameStarted       NotificationKind = "game-started"       // somebody has come to play
	GameOver          NotificationKind = "game-over"          //
	ChallengeMade     NotificationKind = "challenge"          // somebody wants to play
	ChallengeAnswered NotificationKind = "challenge-answered" //
	TeamNews          NotificationKind = "team"               // a team of theirs plays, or somebody wants something of it
	LowTime           NotificationKind = "low-time"           // their time for a move of a game by correspondence runs out
	OnLadder          NotificationKind = "ladder"             // their place on a club ladder is another
	Moderation        NotificationKind = "moderation"         // a moderator has something to say
)

// Notification is something that somebody shall hear of.
type Notification struct {
	ID      int64  // ascending, given by the store
	Player  string // id of whom it is for
	Sender  string // id of the player behind it, "" for none
	Kind    NotificationKind
	Key     string // what it is about: of the same thing somebody hears once
	Text    string // a sentence for people
	Path    string // of the page that it leads to
	Created time.Time
	Read    bool
}

// Subscription is a browser that takes pushed messages for a player.
type Subscription struct {
	Endpoint string // address of the push service, which names the browser
	Player   string // id
	Session  string // hash of the session, or of a guest's token, in which it was made
	Key      string // the browser's public key, as it names it
	Auth     string // the secret that it shares, as it names it
	Seen     time.Time
}

// Notifications keeps what people shall hear of, and how.
type Notifications interface {
	// SaveNotification keeps an unread notification and returns its id. The error is
	// ErrExists where the player has one of the same key.
	SaveNotification(ctx context.Context, n Notification) (id int64, err error)
	// NotifyOf keeps the unread notifications that follow from a notice in the outbox,
	// and that SubscriberNotify has heard everything up to its number: all of it or
	// nothing. It returns those that it has kept, with their ids; of one key a player
	// has one, as with SaveNotification.
	NotifyOf(ctx context.Context, number int64, list []Notification) ([]Notification, error)
	// Notifications returns a player's notifications, newest first.
	Notifications(ctx context.Context, player string) ([]Notification, error)
	// ReadNotifications notes that a player has read those up to an id.
	ReadNotifications(ctx context.Context, player string, upTo int64) error

	// SaveWishes keeps what a player wants to hear of, as JSON, and when they said so.
	SaveWishes(ctx context.Context, player string, wishes []byte, at time.Time) error
	// Wishes returns what SaveWishes has kept, or ErrNotFound.
	Wishes(ctx context.Context, player string) ([]byte, error)

	// SaveSubscription keeps a subscription in place of what was kept of the same
	// endpoint, whoever's that was.
	SaveSubscription(ctx context.Context, s Subscription) error
	// Subscriptions returns a player's subscriptions, last seen first.
	Subscriptions(ctx context.Context, player string) ([]Subscription, error)
	// EndSubscription forgets a subscription of a player, or ErrNotFound.
	EndSubscription(ctx context.Context, player, endpoint string) error
	// EndSubscriptions forgets those of a session, and those last seen before a time.
	EndSubscriptions(ctx context.Context, session string, before time.Time) error

	// WantDigest notes that since then there is something for a player's next
	// e-mail; an earlier time stays.
	WantDigest(ctx context.Context, player string, since time.Time) error
	// Digests returns the players for whom there is something since a time or
	// longer, and who got their last e-mail at another one or before; longest
	// waiting first.
	Digests(ctx context.Context, since, sent time.Time, limit int) ([]string, error)
	// TakeDigest notes that a player gets an e-mail with all there is, unless there is
	// nothing by now or they have got one after last: of several who want to send it, one may.
	TakeDigest(ctx context.Context, player string, last, at time.Time) (mine bool, err error)

	// Secret returns the secret of that name: fresh, where there is none yet.
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
}
