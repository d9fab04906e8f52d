package store

import (
	"context"
	"time"
)

// Credentials are the ways to sign in to an account, and the record of their use.
// They are stored and changed together, so that two concurrent changes cannot remove the
// last way to sign in, and no code is accepted twice.
type Credentials struct {
	Player   string    `json:"-"`
	Version  int       `json:"-"`                  // changes so far
	Password string    `json:"password,omitempty"` // hash, "" for none
	Secret   string    `json:"secret,omitempty"`   // of the authenticator app, "" for none
	Step     int64     `json:"step,omitempty"`     // of the last accepted code of the app
	Recovery []string  `json:"recovery,omitempty"` // hashes of the unused codes
	Passkeys []Passkey `json:"passkeys,omitempty"`
	Links    []Link    `json:"links,omitempty"`
	Email    string    `json:"email,omitempty"`   // confirmed address for mail, "" for none
	Letters  []Letter  `json:"letters,omitempty"` // waiting for an answer
	Devices  []Device  `json:"devices,omitempty"` // newest last
}

// Passkey is the public part of a key pair. The private key stays in the user's device.
type Passkey struct {
	ID      string    `json:"id"`     // base64url
	Domain  string    `json:"domain"` // where it is valid
	Title   string    `json:"title"`  // what its owner calls it
	Data    []byte    `json:"data"`   // for package passkey
	Created time.Time `json:"created"`
	Used    time.Time `json:"used"`
}

// Link is an account at another site that can be used to sign in.
type Link struct {
	Issuer  string    `json:"issuer"`
	Subject string    `json:"subject"`
	Name    string    `json:"name,omitempty"` // of that account
	Created time.Time `json:"created"`
}

// Letter is a mail with a secret that proves who answers.
type Letter struct {
	Hash    string    `json:"hash"` // of the secret
	Purpose string    `json:"purpose"`
	Address string    `json:"address"`
	Expires time.Time `json:"expires"`
}

// Device is a browser in which the user has signed in before. It gives no access, but
// strangers' failed attempts do not lock it out.
type Device struct {
	Hash string    `json:"hash"` // of a token in its cookie
	Seen time.Time `json:"seen"`
}

// Accounts stores the ways to sign in, and creates and deletes accounts.
type Accounts interface {
	// Enroll creates an account: it stores p and its first credentials (c.Version is 1),
	// and changes the player's name on their seats in the headers of all games, see
	// [Called]; all or nothing. The error is ErrExists if another player has the
	// skeleton, or one of the passkeys or links, and *Conflict if the player has
	// an account already.
	Enroll(ctx context.Context, p Player, c Credentials) error
	// Credentials returns a player's credentials, with Version 0 for a player without an account.
	Credentials(ctx context.Context, player string) (Credentials, error)
	// SaveCredentials replaces the previous version by c, or returns a *Conflict.
	// The error is ErrExists if another player has one of its passkeys or links.
	SaveCredentials(ctx context.Context, c Credentials) error
	// PasskeyOwner returns the id of the player with a passkey, or
	// ErrNotFound.
	PasskeyOwner(ctx context.Context, id string) (player string, err error)
	// LinkOwner returns the id of the player with a link, or ErrNotFound.
	LinkOwner(ctx context.Context, issuer, subject string) (player string, err error)
	// RenameSeats changes a player's name in one game: in its header and its log.
	// The error is ErrNotFound if the game does not exist.
	RenameSeats(ctx context.Context, game, player, name string) error
	// Erase replaces the player by p and deletes all that is only theirs: credentials,
	// sessions, silences, warnings and the record of their boards. It also runs the
	// statements of features that delete what they store about a player, whose id is their
	// only argument. Games stay.
	Erase(ctx context.Context, p Player, features ...string) error
	// Try counts an attempt at something that can be guessed, under each of the
	// keys. If a key has to wait, it counts nothing and returns how long.
	// An attempt counts as failed until Forgive is called.
	Try(ctx context.Context, at time.Time, tries ...Try) (wait time.Duration, err error)
	// Forgive deletes the failures under a key.
	Forgive(ctx context.Context, key string) error
	// Excuse deletes one of the failures under a key.
	Excuse(ctx context.Context, key string) error
}

// Try is one key under which attempts are counted.
type Try struct {
	Key string
	Backoff
}

// Backoff describes the waits after failures.
type Backoff struct {
	Free   int           // failures before the first wait
	First  time.Duration // the first wait, which doubles with each failure
	Most   time.Duration // the longest wait
	Forget time.Duration // time without attempts after which failures are deleted
}

// Failures are the failed attempts under a key.
type Failures struct {
	Count int
	Last  time.Time
}

// Wait returns how long an attempt at that time has to wait.
func (b Backoff) Wait(f Failures, at time.Time) time.Duration {
	if b.forgotten(f, at) || f.Count <= b.Free {
		return 0
	}
	pause := b.First
	for i := b.Free + 1; i < f.Count && pause < b.Most; i++ {
		pause *= 2
	}
	return max(0, f.Last.Add(min(pause, b.Most)).Sub(at))
}

// After returns f with one more failure.
func (b Backoff) After(f Failures, at time.Time) Failures {
	if b.forgotten(f, at) {
		f.Count = 0
	}
	return Failures{f.Count + 1, Milli(at)}
}

func (b Backoff) forgotten(f Failures, at time.Time) bool { return at.Sub(f.Last) >= b.Forget }
