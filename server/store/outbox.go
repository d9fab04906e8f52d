package store

import (
	"context"
	"time"
)

// NoticeKind names what a notice tells.
type NoticeKind string

// GameEnded tells that a game has ended.
const GameEnded NoticeKind = "ended"

// Notice tells those who follow the games that something has happened to one. It
// is written with what it tells of, in one transaction, so that none is lost and
// none is made up.
type Notice struct {
	Number int64 // ascending, in the order in which things happened in the store
	Kind   NoticeKind
	Game   string
	At     time.Time
}

// Subscribers are those who hear of every notice once, each by itself. A notice
// is kept until all of them have heard it; a new name hears what is still kept.
func Subscribers() []string {
	return []string{SubscriberRatings, SubscriberNotify, SubscriberTournaments, SubscriberLadders}
}

// The subscribers.
const (
	SubscriberRatings     = "ratings"     // rates games that have ended
	SubscriberNotify      = "notify"      // tells players of it
	SubscriberTournaments = "tournaments" // goes on with the tournaments that they belong to
	SubscriberLadders     = "ladders"     // changes places on club ladders
)

// Outbox keeps notices. An Append that ends a game writes one.
type Outbox interface {
	// Notices returns what a subscriber has not heard yet, the oldest first, at
	// most limit.
	Notices(ctx context.Context, subscriber string, limit int) ([]Notice, error)
	// Heard notes that a subscriber has dealt with everything up to a number. What
	// follows from a notice is best kept with that, in one step of the store, as
	// [Ratings.Rate] and
	// [Notifications.NotifyOf] do.
	Heard(ctx context.Context, subscriber string, number int64) error
}
