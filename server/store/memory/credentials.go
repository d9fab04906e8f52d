package memory

import (
	"context"
	"encoding/json"
	"maps"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

// accounts are the ways into accounts, under the store's lock.
type accounts struct {
	credentials map[string]credentials // by player
	failures    map[string]store.Failures
}

// credentials are kept as text, so that nobody holds a part of them.
type credentials struct {
	version int
	text    []byte
}

func newAccounts() accounts {
	return accounts{map[string]credentials{}, map[string]store.Failures{}}
}

func (k credentials) decode(player string) (store.Credentials, error) {
	c := store.Credentials{Player: player, Version: k.version}
	if k.version == 0 {
		return c, nil
	}
	err := json.Unmarshal(k.text, &c)
	return c, err
}

// Enroll implements store.Accounts.
func (s *Store) Enroll(_ context.Context, p store.Player, c store.Credentials) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, had := s.players[p.ID]
	if err := s.savePlayer(p); err != nil {
		return err
	}
	err := s.saveCredentials(c)
	if err != nil {
		if delete(s.players, p.ID); had {
			s.players[p.ID] = before
		}
		return err
	}
	s.callSeats(p.ID, p.Name)
	return nil
}

// Credentials implements store.Accounts.
func (s *Store) Credentials(_ context.Context, player string) (store.Credentials, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.credentials[player].decode(player)
}

// SaveCredentials implements store.Accounts.
func (s *Store) SaveCredentials(_ context.Context, c store.Credentials) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.saveCredentials(c)
}

func (s *Store) saveCredentials(c store.Credentials) error {
	if s.closed {
		return store.ErrClosed
	}
	if have := s.credentials[c.Player].version; have != c.Version-1 {
		return &store.Conflict{Game: "credentials", Have: have, Want: c.Version - 1}
	}
	for _, k := range c.Passkeys {
		if owner, err := s.passkeyOwner(k.ID); err == nil && owner != c.Player {
			return store.ErrExists
		}
	}
	for _, l := range c.Links {
		if owner, err := s.linkOwner(l.Issuer, l.Subject); err == nil && owner != c.Player {
			return store.ErrExists
		}
	}
	text, err := json.Marshal(c)
	s.credentials[c.Player] = credentials{c.Version, text}
	return err
}

// PasskeyOwner implements store.Accounts.
func (s *Store) PasskeyOwner(_ context.Context, id string) (string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.passkeyOwner(id)
}

func (s *Store) passkeyOwner(id string) (string, error) {
	return s.ownerWhere(func(c store.Credentials) bool {
		for _, k := range c.Passkeys {
			if k.ID == id {
				return true
			}
		}
		return false
	})
}

// LinkOwner implements store.Accounts.
func (s *Store) LinkOwner(_ context.Context, issuer, subject string) (string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.linkOwner(issuer, subject)
}

func (s *Store) linkOwner(issuer, subject string) (string, error) {
	return s.ownerWhere(func(c store.Credentials) bool {
		for _, l := range c.Links {
			if l.Issuer == issuer && l.Subject == subject {
				return true
			}
		}
		return false
	})
}

func (s *Store) ownerWhere(is func(store.Credentials) bool) (string, error) {
	for player, kept := range s.credentials {
		if c, err := kept.decode(player); err == nil && is(c) {
			return player, nil
		}
	}
	return "", store.ErrNotFound
}

// RenameSeats implements store.Accounts.
func (s *Store) RenameSeats(_ context.Context, game, player, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	k := s.games[game]
	if k == nil {
		return store.ErrNotFound
	}
	seats := []*match.Seat{&k.game.Black, &k.game.White}
	k.entries = copies(k.entries)
	for _, e := range k.entries {
		if e.Event.Seat != nil {
			seats = append(seats, e.Event.Seat)
		}
		if e.Event.Setup != nil {
			seats = append(seats, &e.Event.Setup.Black, &e.Event.Setup.White)
		}
	}
	for _, seat := range seats {
		*seat = store.WithName(*seat, player, name)
	}
	return nil
}

// Erase implements store.Accounts.
func (s *Store) Erase(_ context.Context, p store.Player) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.savePlayer(p); err != nil {
		return err
	}
	for hash, v := range s.sessions {
		if v.Player == p.ID {
			delete(s.sessions, hash)
		}
	}
	maps.DeleteFunc(s.tokens, func(_ string, t store.Token) bool { return t.Player == p.ID })
	delete(s.credentials, p.ID)
	delete(s.trainees, p.ID)
	delete(s.collections, p.ID)
	delete(s.mistakes, p.ID)
	delete(s.owned, p.ID)
	delete(s.libraries, p.ID)
	maps.DeleteFunc(s.shared, func(_ string, b store.Shared) bool { return b.Owner == p.ID })
	s.forgetNotifications(p.ID)
	s.forgetTalk(p.ID)
	s.forgetStudies(p.ID)
	s.untitleTournaments(p.ID)
	s.untitleSimuls(p.ID)
	s.leaveLadders(p.ID)
	s.forgetClasses(p.ID)
	s.leaveTeams(p.ID)
	s.correspondence.forget(p.ID)
	return nil
}

// Try implements store.Accounts.
func (s *Store) Try(_ context.Context, at time.Time, tries ...store.Try) (wait time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, store.ErrClosed
	}
	for _, t := range tries {
		wait = max(wait, t.Wait(s.failures[t.Key], at))
	}
	if wait > 0 {
		return wait, nil
	}
	for _, t := range tries {
		s.failures[t.Key] = t.After(s.failures[t.Key], at)
	}
	return 0, nil
}

// Forgive implements store.Accounts.
func (s *Store) Forgive(_ context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	delete(s.failures, key)
	return nil
}

// Excuse implements store.Accounts.
func (s *Store) Excuse(_ context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	if f, ok := s.failures[key]; ok && f.Count > 0 {
		f.Count--
		s.failures[key] = f
	}
	return nil
}
