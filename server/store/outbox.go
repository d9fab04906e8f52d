package store

import (
	"context"
	"time"
)

// NoticeKind is the kind of a notice.
type NoticeKind string

// GameEnded means that a game has ended.
const GameEnded NoticeKind = "ended"

// Notice tells subscribers that something has happened to a game. It is written in the
// same transaction as the event, so that no notice is lost, and none is
// wrong.
type Notice struct {
	Number int64 // ascending, in the order of the store's transactions
	Kind   NoticeKind
	Game   string
	At     time.Time
}

// Subscribers returns the parts of the server that receive every notice once, independently. A notice
// is stored until all have handled it; a new subscriber receives the stored ones.
func Subscribers() []string {
	return []string{SubscriberRatings, SubscriberNotify, SubscriberTournaments, SubscriberLadders}
}

// The subscribers.
const (
	SubscriberRatings     = "ratings"     // rates games that have ended
	SubscriberNotify      = "notify"      // notifies players
	SubscriberTournaments = "tournaments" // continues the games' tournaments
	SubscriberLadders     = "ladders"     // changes places on club ladders
)

// Outbox stores notices. An Append that ends a game writes one.
type Outbox interface {
	// Notices returns the notices that a subscriber has not handled, oldest first, at
	// most limit.
	Notices(ctx context.Context, subscriber string, limit int) ([]Notice, error)
	// Heard records that a subscriber has handled everything up to a number. If
	// possible, the result of a notice is stored in the same transaction, as in
	// [Ratings.Rate], or with Heard of [Tx].
	Heard(ctx context.Context, subscriber string, number int64) error
}
