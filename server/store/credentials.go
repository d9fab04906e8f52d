package store

import (
	"context"
	"time"
)

// Credentials are the ways into an account, and what is remembered of their use.
// All of an account's are kept and changed together, so that nobody takes away the
// last way in while another is being taken away, and no code counts twice.
type Credentials struct {
	Player   string    `json:"-"`
	Version  int       `json:"-"`                  // changes so far
	Password string    `json:"password,omitempty"` // hash, "" for none
	Secret   string    `json:"secret,omitempty"`   // of the authenticator app, "" for none
	Step     int64     `json:"step,omitempty"`     // of the app's last code that was taken
	Recovery []string  `json:"recovery,omitempty"` // hashes of the codes that are left
	Passkeys []Passkey `json:"passkeys,omitempty"`
	Links    []Link    `json:"links,omitempty"`
	Email    string    `json:"email,omitempty"`   // where mail is known to reach the person, "" for nowhere
	Letters  []Letter  `json:"letters,omitempty"` // that wait for an answer
	Devices  []Device  `json:"devices,omitempty"` // newest last
}

// Passkey is a key pair in somebody's device, of which the server has the public
// half.
type Passkey struct {
	ID      string    `json:"id"`     // base64url
	Domain  string    `json:"domain"` // that it is good for
	Title   string    `json:"title"`  // what its owner calls it
	Data    []byte    `json:"data"`   // for package passkey
	Created time.Time `json:"created"`
	Used    time.Time `json:"used"`
}

// Link is an account elsewhere with which somebody may sign in.
type Link struct {
	Issuer  string    `json:"issuer"`
	Subject string    `json:"subject"`
	Name    string    `json:"name,omitempty"` // of the account there
	Created time.Time `json:"created"`
}

// Letter is a mail with a secret that proves who answers.
type Letter struct {
	Hash    string    `json:"hash"` // of the secret
	Purpose string    `json:"purpose"`
	Address string    `json:"address"`
	Expires time.Time `json:"expires"`
}

// Device is a browser in which somebody has signed in before. It opens nothing, but
// strangers' failures do not count against it.
type Device struct {
	Hash string    `json:"hash"` // of a token in its cookie
	Seen time.Time `json:"seen"`
}

// Accounts keeps the ways into accounts, and makes and ends accounts.
type Accounts interface {
	// Enroll makes an account: it keeps p and its first credentials (c.Version is
	// 1), and calls their seats in the headers of all games so, see [Called]: all or
	// nothing. The error is ErrExists where another player has the name's
	// skeleton, or one of the passkeys or links, and *Conflict where the player has an
	// account already.
	Enroll(ctx context.Context, p Player, c Credentials) error
	// Credentials returns a player's; without any they have Version 0.
	Credentials(ctx context.Context, player string) (Credentials, error)
	// SaveCredentials keeps c in place of the version before, or returns a *Conflict.
	// The error is ErrExists where another player has one of its passkeys or links.
	SaveCredentials(ctx context.Context, c Credentials) error
	// PasskeyOwner returns the id of the player with the passkey of that id, or
	// ErrNotFound.
	PasskeyOwner(ctx context.Context, id string) (player string, err error)
	// LinkOwner returns the id of the player with that link, or ErrNotFound.
	LinkOwner(ctx context.Context, issuer, subject string) (player string, err error)
	// RenameSeats gives a player another name in one game: in its header and its log.
	// The error is ErrNotFound where there is no such game.
	RenameSeats(ctx context.Context, game, player, name string) error
	// Erase keeps p in place of the player of that id, and forgets all else that is
	// only theirs: credentials, sessions, training, collections, what they have been
	// told and how, and which boards they brought. Others forget what they heard of
	// them. Their games stay.
	Erase(ctx context.Context, p Player) error
	// Try counts a try of something that strangers could guess, under each of the
	// keys, unless one of them has to wait: then it counts nothing and returns for how
	// long. A try counts as failed until Forgive is called.
	Try(ctx context.Context, at time.Time, tries ...Try) (wait time.Duration, err error)
	// Forgive forgets the failures under a key.
	Forgive(ctx context.Context, key string) error
	// Excuse forgets one of the failures under a key.
	Excuse(ctx context.Context, key string) error
}

// Try is one thing under which tries are counted.
type Try struct {
	Key string
	Backoff
}

// Backoff says how long failures are waited for.
type Backoff struct {
	Free   int           // failures before there is any wait
	First  time.Duration // the first wait, which doubles with each failure
	Most   time.Duration // the longest wait
	Forget time.Duration // after which without a try all is forgotten
}

// Failures are the tries that have failed under a key.
type Failures struct {
	Count int
	Last  time.Time
}

// Wait returns how long somebody has to wait who tries at that time.
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

// After returns the failures with one more.
func (b Backoff) After(f Failures, at time.Time) Failures {
	if b.forgotten(f, at) {
		f.Count = 0
	}
	return Failures{f.Count + 1, Milli(at)}
}

func (b Backoff) forgotten(f Failures, at time.Time) bool { return at.Sub(f.Last) >= b.Forget }
