// Package session knows who is signed in where: it finds out who a token stands
// for, and begins and ends sessions.
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
	seenEvery = 10 * time.Minute     // how exactly the last visit is known
)

// Remember is how long an answer is believed that another process might change.
const Remember = 2 * time.Second

// moving is how long requests may be under way with the token of a guest who has made
// an account.
const moving = 10 * time.Second

// maxRemembered bounds the answers that are remembered. When there are more, all
// are forgotten.
const maxRemembered = 10_000

// Config is what sessions are made of.
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

// Service knows who is signed in where. It is safe for use by several goroutines.
type Service struct {
	Config

	mu      sync.Mutex
	known   map[string]answer // by hash
	changes int               // how often something was forgotten
}

// answer is who a token stands for, as the store said at that time.
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
	who, err := s.look(ctx, hash)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return who, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if changes != s.changes {
		return who, err // it may be what was true before the change
	}
	if len(s.known) >= maxRemembered {
		clear(s.known)
	}
	s.known[hash] = answer{who, err, now}
	return who, err
}

// look asks the store who a token stands for.
func (s *Service) look(ctx context.Context, hash string) (identity.Who, error) {
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
		return identity.Who{}, store.ErrNotFound // erased while they came in
	}
	who := s.whoIs(p, hash)
	if p.Role == store.Pupil {
		if who.Class, who.Name, err = s.Pupil(ctx, p.ID); err != nil {
			return identity.Who{}, err // of no class any more
		}
	}
	return who, nil
}

// guest returns the guest whose token has that hash. The token of a guest who has
// an account by now is of no use any more.
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

// touch notes that a session is used. That it could not be noted keeps nobody
// from going on.
func (s *Service) touch(ctx context.Context, v store.Session) {
	if v.Seen, v.Expires = s.Now(), s.Now().Add(lifetime); v.Device != "" {
		v.Address = limit.Address(ctx)
	}
	if err := s.Store.TouchSession(ctx, v); err != nil && !errors.Is(err, store.ErrNotFound) {
		s.Log.Error("session not noted as seen", "err", err)
	}
}

// maxSessions is in how many browsers somebody may be signed in; those seen longest
// ago end.
const maxSessions = 50

// Start signs a player in with a new token, which is returned, on a device named
// in words; "" for those of whom neither device nor address is to be known.
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

// End ends a session of a player and its connections, or returns
// store.ErrNotFound.
func (s *Service) End(ctx context.Context, player, hash string) error {
	if err := s.Store.EndSession(ctx, player, hash); err != nil {
		return err
	}
	s.Forget(hash)
	return nil
}

// Leave ends what the browser that asks had until now: it has another token.
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

// Forget ends the connections of a session, whose player is to be looked up again:
// they are not who they were.
func (s *Service) Forget(hash string) {
	s.Unlearn(hash)
	s.Drop(hash)
}

// Unlearn has a session, by its hash, or those of a player looked up again. It is part of
// Forget and of Changed, and for what another node tells.
func (s *Service) Unlearn(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, id)
	maps.DeleteFunc(s.known, func(_ string, a answer) bool { return a.who.Player == id })
	s.changes++
}

// Changed is Forget for all sessions of a player, guests included, who may do more or
// less than before, or has none any more.
func (s *Service) Changed(player string) {
	s.Unlearn(player)
	s.Drop(player)
}
