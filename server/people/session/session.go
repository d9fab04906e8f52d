// Package session authenticates tokens, and begins and ends sessions.
package session

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"time"

	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// The times of sessions.
const (
	lifetime  = 180 * 24 * time.Hour // without a visit
	seenEvery = 10 * time.Minute     // precision of the last visit
)

// Remember is how long an answer is cached that another process might change.
const Remember = 2 * time.Second

// moving is how long requests may still arrive with the token of a guest who has created an account.
const moving = 10 * time.Second

// maxRemembered bounds the cached answers. When it is reached, all are dropped.
const maxRemembered = 10_000

// Config configures the sessions.
type Config struct {
	Store interface {
		store.Players
		store.Tokens
	}
	// Pupil returns the class of a pupil and their first name, or store.ErrNotFound.
	Pupil func(ctx context.Context, player string) (class, name string, err error)
	Drop  func(id string) // ends the connections of a session, by its hash, or of a player
	Log   *slog.Logger
	Now   func() time.Time
}

// Service authenticates tokens. It is safe for use by several goroutines.
type Service struct {
	Config

	mu      sync.Mutex
	known   map[string]answer // by hash
	changes int               // number of invalidations
}

// answer is a cached answer of the store.
type answer struct {
	who identity.Who
	err error
	at  time.Time
}

// New returns the sessions of a store.
func New(cfg Config) *Service { return &Service{Config: cfg, known: map[string]answer{}} }

// Who implements identity.Sessions.
func (s *Service) Who(ctx context.Context, hash string) (identity.Who, error) {
	now := s.Now()
	s.mu.Lock()
	a, ok := s.known[hash]
	changes := s.changes
	s.mu.Unlock()
	if ok && now.Sub(a.at) < Remember {
		return a.who, a.err
	}
	who, err := s.lookUp(ctx, hash)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return who, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if changes != s.changes {
		return who, err // a change may have made it stale
	}
	if len(s.known) >= maxRemembered {
		clear(s.known)
	}
	s.known[hash] = answer{who, err, now}
	return who, err
}

// lookUp asks the store for the owner of a token.
func (s *Service) lookUp(ctx context.Context, hash string) (identity.Who, error) {
	if token, ok := identity.TokenOf(hash); ok {
		return s.program(ctx, token)
	}
	v, err := s.Store.Session(ctx, hash)
	if errors.Is(err, store.ErrNotFound) {
		return s.guest(ctx, hash)
	}
	if err != nil {
		return identity.Who{}, err
	}
	if now := s.Now(); !now.Before(v.Expires) {
		return identity.Who{}, store.ErrNotFound
	} else if now.Sub(v.Seen) > seenEvery {
		s.touch(ctx, v)
	}
	p, err := s.Store.Player(ctx, v.Player)
	if err != nil {
		return identity.Who{}, err
	}
	if p.Role == store.Deleted {
		return identity.Who{}, store.ErrNotFound // erased meanwhile
	}
	who := s.whoIs(p, hash)
	if p.Role == store.Pupil {
		if who.Class, who.Name, err = s.Pupil(ctx, p.ID); err != nil {
			return identity.Who{}, err // the class was deleted
		}
	}
	return who, nil
}

// guest returns the guest whose token has that hash. A guest's token becomes invalid when the guest creates an account.
func (s *Service) guest(ctx context.Context, hash string) (identity.Who, error) {
	p, err := s.Store.Player(ctx, identity.GuestID(hash))
	switch {
	case errors.Is(err, store.ErrNotFound):
		p = store.Player{ID: identity.GuestID(hash), Role: store.Guest}
	case err != nil:
		return identity.Who{}, err
	case p.Role != store.Guest && s.Now().Sub(p.Created) < moving:
		return identity.Who{}, identity.ErrMoved
	case p.Role != store.Guest:
		return identity.Who{}, store.ErrNotFound
	}
	return s.whoIs(p, hash), nil
}

func (s *Service) whoIs(p store.Player, hash string) identity.Who {
	who := identity.Who{Player: p.ID, Session: hash, Role: p.Role, Name: p.Name}
	if s.Now().Before(p.Suspended) {
		who.Suspended, who.Until, who.Why = true, p.Suspended, p.Why
	}
	return who
}

// touch records the use of a session. A failure does not stop the request.
func (s *Service) touch(ctx context.Context, v store.Session) {
	if v.Seen, v.Expires = s.Now(), s.Now().Add(lifetime); v.Device != "" {
		v.Address = limit.Address(ctx)
	}
	if err := s.Store.TouchSession(ctx, v); err != nil && !errors.Is(err, store.ErrNotFound) {
		s.Log.Error("recording a session's visit failed", "err", err)
	}
}

// maxSessions is the maximum number of sessions of a player; the least recently used ones end.
const maxSessions = 50

// Start signs a player in on a device and returns the new token. device is its description, or "" if neither device nor address may
// be stored.
func (s *Service) Start(ctx context.Context, player, device string) (token string, err error) {
	all, err := s.Store.Sessions(ctx, player)
	if err != nil {
		return "", err
	}
	for _, v := range all[min(len(all), maxSessions-1):] {
		if err := s.End(ctx, player, v.Hash); err != nil && !errors.Is(err, store.ErrNotFound) {
			return "", err
		}
	}
	token, now, address := identity.NewToken(), s.Now(), limit.Address(ctx)
	if device == "" {
		address = ""
	}
	err = s.Store.SaveSession(ctx, store.Session{
		Hash: identity.Hash(token), Player: player, Device: device, Address: address,
		Created: now, Seen: now, Expires: now.Add(lifetime),
	})
	return token, err
}

// End ends a session of a player and its connections, or returns store.ErrNotFound.
func (s *Service) End(ctx context.Context, player, hash string) error {
	if err := s.Store.EndSession(ctx, player, hash); err != nil {
		return err
	}
	s.Forget(hash)
	return nil
}

// Leave ends the session that the browser had before: it has another token now.
func (s *Service) Leave(ctx context.Context) error {
	who := identity.Of(ctx)
	if who.Role == store.Guest {
		s.Forget(who.Session)
		return nil
	}
	if err := s.End(ctx, who.Player, who.Session); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return nil
}

// Forget drops the cached answer of a session and ends its connections.
func (s *Service) Forget(hash string) {
	s.Unlearn(hash)
	s.Drop(hash)
}

// Unlearn drops the cached answer of a session, by its hash, or those of a player. Forget, Changed and messages from other nodes
// use it.
func (s *Service) Unlearn(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, id)
	maps.DeleteFunc(s.known, func(_ string, a answer) bool { return a.who.Player == id })
	s.changes++
}

// Changed is Forget for all sessions of a player or guest whose permissions have changed, or whose sessions have ended.
func (s *Service) Changed(player string) {
	s.Unlearn(player)
	s.Drop(player)
}
