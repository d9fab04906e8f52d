package store

import (
	"context"
	"time"
)

// The most that is stored for one player: the oldest are deleted.
const (
	MaxNotifications = 100
	MaxSubscriptions = 5
)

// NotificationKind is the kind of a notification. The list is closed.
type NotificationKind string

// The kinds of notifications.
const (
	YourTurn          NotificationKind = "your-turn"          // a game waits for them; stored only in the game
	GameStarted       NotificationKind = "game-started"       // an opponent has joined
	GameOver          NotificationKind = "game-over"          //
	ChallengeMade     NotificationKind = "challenge"          // another player has challenged them
	ChallengeAnswered NotificationKind = "challenge-answered" //
	TeamNews          NotificationKind = "team"               // a team of theirs plays, or got a request
	LowTime           NotificationKind = "low-time"           // their time for a move in a correspondence game runs out
	OnLadder          NotificationKind = "ladder"             // their place on a club ladder has changed
	Moderation        NotificationKind = "moderation"         // a message from a moderator
)

// Notification is a message for a player.
type Notification struct {
	ID      int64  // ascending, given by the store
	Player  string // id of the recipient
	Sender  string // id of the player who caused it, "" for none
	Kind    NotificationKind
	Key     string // what it is about: a player gets one notification for each key
	Text    string // a sentence for people
	Path    string // of the page to which it links
	Created time.Time
	Read    bool
}

// Subscription is a browser that receives push messages for a player.
type Subscription struct {
	Endpoint string // address of the push service, which names the browser
	Player   string // id
	Session  string // hash of the session, or of a guest's token, in which it was made
	Key      string // the browser's public key, in the browser's encoding
	Auth     string // the shared secret, in the browser's encoding
	Seen     time.Time
}

// Notifications stores messages for players, and how they are delivered.
type Notifications interface {
	// SaveNotification stores an unread notification and returns its id. The error is
	// ErrExists if the player has one with the same key.
	SaveNotification(ctx context.Context, n Notification) (id int64, err error)
	// NotifyOf stores the unread notifications that result from a notice in the outbox, and
	// that SubscriberNotify has handled everything up to its number; all or nothing.
	// It returns the stored notifications with their ids. A player has one for each
	// key, as with SaveNotification.
	NotifyOf(ctx context.Context, number int64, list []Notification) ([]Notification, error)
	// Notifications returns a player's notifications, newest first.
	Notifications(ctx context.Context, player string) ([]Notification, error)
	// ReadNotifications marks a player's notifications up to an id as read.
	ReadNotifications(ctx context.Context, player string, upTo int64) error

	// SaveWishes stores which notifications a player wants, as JSON, and when they chose.
	SaveWishes(ctx context.Context, player string, wishes []byte, at time.Time) error
	// Wishes returns what SaveWishes has stored, or ErrNotFound.
	Wishes(ctx context.Context, player string) ([]byte, error)

	// SaveSubscription stores a subscription and replaces any with the same endpoint,
	// also another player's.
	SaveSubscription(ctx context.Context, s Subscription) error
	// Subscriptions returns a player's subscriptions, last seen first.
	Subscriptions(ctx context.Context, player string) ([]Subscription, error)
	// EndSubscription deletes a subscription of a player, or returns ErrNotFound.
	EndSubscription(ctx context.Context, player, endpoint string) error
	// EndSubscriptions deletes those of a session, and those last seen before a time.
	EndSubscriptions(ctx context.Context, session string, before time.Time) error

	// WantDigest records that a player's next e-mail has content since a time; an
	// earlier time stays.
	WantDigest(ctx context.Context, player string, since time.Time) error
	// Digests returns the players whose next e-mail has waited since the time since or
	// longer, and whose last e-mail was at the time sent or before; longest waiting
	// first.
	Digests(ctx context.Context, since, sent time.Time, limit int) ([]string, error)
	// TakeDigest records that a player gets an e-mail with all waiting messages, unless nothing
	// waits or their last e-mail was after last. Of several concurrent callers one succeeds.
	TakeDigest(ctx context.Context, player string, last, at time.Time) (mine bool, err error)

	// Secret returns the secret with a name. If it does not exist, it becomes fresh.
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
}
