// Package memory is a store that lives as long as the process: for tests, and
// for servers that shall keep nothing.
package memory

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"moyo/server/store"
)

// Store is a store in memory.
type Store struct {
	mu     sync.RWMutex
	closed bool
	games  map[string]*kept
	boards map[string]store.Board
	owned  map[string]map[string]store.Board // by owner and hash, without JSON
	shared map[string]store.Shared           // by hash
	people
	accounts
	rated rated
	training
	runs []store.Run
	notifications
	chat
	relations   relations
	reports     reports
	invitations invitations
	reviewed    []store.Review             // oldest first
	mistakes    map[string][]store.Mistake // by owner, newest first
	libraries   map[string]*library        // by owner
	studies     map[string]*study          // by id
	tournaments map[string]*tournament     // by id
	simuls      map[string]store.Simul     // by id
	ladders     map[string]*ladder         // by id
	classes     classes
	teams       teams
	spent       map[int]map[string]int64 // by day and key
	audit
	correspondence
	leases leases
}

type kept struct {
	game    store.Game
	entries []store.Entry
}

var _ store.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store {
	return &Store{
		games: map[string]*kept{}, boards: map[string]store.Board{}, owned: map[string]map[string]store.Board{}, shared: map[string]store.Shared{},
		people: newPeople(), accounts: newAccounts(), rated: newRated(), training: newTraining(), notifications: newNotifications(),
		audit: newAudit(), correspondence: newCorrespondence(), invitations: invitations{}, mistakes: map[string][]store.Mistake{}, leases: newLeases(), studies: map[string]*study{}, tournaments: map[string]*tournament{}, ladders: map[string]*ladder{}, simuls: map[string]store.Simul{}, classes: newClasses(), teams: newTeams(), spent: map[int]map[string]int64{}, libraries: map[string]*library{},
	}
}

// Create implements store.Store.
func (s *Store) Create(_ context.Context, g store.Game, entries ...store.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return store.ErrClosed
	case s.games[g.ID] != nil:
		return store.ErrExists
	case g.Version != len(entries):
		return &store.Conflict{Game: g.ID, Have: 0, Want: g.Version - len(entries)}
	}
	if hash, brought := strings.CutPrefix(g.Board, "id:"); brought && s.boards[hash].Hash == "" {
		return store.ErrNotFound
	}
	if err := checkRepeat(g.ID, nil, entries); err != nil {
		return err
	}
	s.games[g.ID] = &kept{rounded(g), copies(entries)}
	return nil
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, g store.Game, entries ...store.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	k := s.games[g.ID]
	if k == nil {
		return store.ErrNotFound
	}
	if err := s.leases.fenced(ctx, g.ID); err != nil {
		return err
	}
	if err := checkRepeat(g.ID, k.entries, entries); err != nil {
		return err
	}
	if want := g.Version - len(entries); want != len(k.entries) {
		return &store.Conflict{Game: g.ID, Have: len(k.entries), Want: want}
	}
	s.rated.tell(k.game, g)
	s.countPlayed(k.game, g)
	k.game = rounded(g)
	k.entries = append(k.entries, copies(entries)...)
	return nil
}

// checkRepeat returns a *store.Repeat where one of the commands is in the log
// already, or twice among the entries.
func checkRepeat(id string, log, entries []store.Entry) error {
	known := slices.Concat(log, entries)
	for i, e := range entries {
		same := func(old store.Entry) bool { return e.Command != "" && old.Command == e.Command }
		if at := slices.IndexFunc(known[:len(log)+i], same); at >= 0 {
			return &store.Repeat{Game: id, Command: e.Command, Version: at + 1}
		}
	}
	return nil
}

// Game implements store.Store.
func (s *Store) Game(ctx context.Context, id string) (store.Game, error) {
	g, _, err := s.Load(ctx, id)
	return g, err
}

// Games implements store.Store.
func (s *Store) Games(_ context.Context, ids []string) ([]store.Game, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	games := []store.Game{}
	for id, k := range s.games {
		if slices.Contains(ids, id) {
			games = append(games, k.game)
		}
	}
	return games, nil
}

// Load implements store.Store.
func (s *Store) Load(_ context.Context, id string) (store.Game, []store.Entry, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	k := s.games[id]
	if k == nil {
		return store.Game{}, nil, store.ErrNotFound
	}
	return k.game, slices.Clone(k.entries), nil
}

// List implements store.Store.
func (s *Store) List(_ context.Context, q store.Query) ([]store.Game, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	games := []store.Game{}
	for _, k := range s.games {
		if q.Admits(k.game) {
			games = append(games, k.game)
		}
	}
	slices.SortFunc(games, func(a, b store.Game) int { return store.Compare(store.CursorOf(a), store.CursorOf(b)) })
	limit := q.Limit
	if limit == 0 {
		limit = store.DefaultLimit
	}
	return games[:min(limit, len(games))], nil
}

// SaveBoard implements store.Store.
func (s *Store) SaveBoard(_ context.Context, owner string, b store.Board) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	b.JSON = slices.Clone(b.JSON)
	b.Created = store.Milli(b.Created)
	if _, ok := s.boards[b.Hash]; !ok {
		s.boards[b.Hash] = b
	}
	if s.owned[owner] == nil {
		s.owned[owner] = map[string]store.Board{}
	}
	if _, ok := s.owned[owner][b.Hash]; !ok {
		b.JSON = nil
		s.owned[owner][b.Hash] = b
	}
	return nil
}

// LoadBoard implements store.Store.
func (s *Store) LoadBoard(_ context.Context, hash string) (store.Board, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	b, ok := s.boards[hash]
	if !ok {
		return store.Board{}, store.ErrNotFound
	}
	return b, nil
}

// Boards implements store.Store.
func (s *Store) Boards(_ context.Context, owner string, limit int) ([]store.Board, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	boards := []store.Board{}
	for _, b := range s.owned[owner] {
		boards = append(boards, b)
	}
	slices.SortFunc(boards, func(a, b store.Board) int {
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(a.Hash, b.Hash)
	})
	return boards[:min(limit, len(boards))], nil
}

// Ready implements store.Store.
func (s *Store) Ready(context.Context, time.Time) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return store.ErrClosed
	}
	return nil
}

// Close implements store.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}

func rounded(g store.Game) store.Game {
	g.Created, g.Updated, g.Deadline = store.Milli(g.Created), store.Milli(g.Updated), store.Milli(g.Deadline)
	return g
}

// copies returns entries that share nothing with the caller's.
func copies(entries []store.Entry) []store.Entry {
	out := slices.Clone(entries)
	for i := range out {
		e := &out[i].Event
		e.At = store.Milli(e.At)
		e.Dead = slices.Clone(e.Dead)
		e.Seat = clone(e.Seat)
		e.Setup = clone(e.Setup)
		e.Left = clone(e.Left)
	}
	return out
}

func clone[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
