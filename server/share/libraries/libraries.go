// Package libraries implements players' libraries: games that they have imported or played on this server, found by players and
// by positions. Package study/gameindex does the search. This package stores the games, enforces limits, and schedules the work.
package libraries

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/storage"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/study/gameindex"
)

// Store is the storage of libraries.
type Store interface {
	store.DB
	List(ctx context.Context, q store.Query) ([]store.Game, error)
}

// Config configures the service.
type Config struct {
	Store   Store
	Boards  *boards.Cache
	Rules   func(id string) (game.Rules, error)
	Records Records
	// Forbids returns an error if a user must not search for a position now; nil means never.
	Forbids func(ctx context.Context, who queue.Asker, pos game.Position) error
	Uploads endpoint.Uploads
	Queue   *queue.Queue // for processor time
	Rates   *limit.Addresses
	Rate    float64         // requests per second that one address may sustain
	Budget  *storage.Budget // nil for no limit
	Most    Bounds          // per account; a guest has a tenth
	Log     *slog.Logger
	Now     func() time.Time
}

// Records provides the games played on this server.
type Records interface {
	Text(ctx context.Context, id string) (string, error) // as SGF
}

// guestPart is the divisor of an account's limits for a guest.
const guestPart = 10

// Service manages the libraries of a server.
type Service struct {
	Config
	kept    libraries
	ctx     context.Context // ends with the server
	workers sync.WaitGroup

	mu         sync.Mutex
	owners     map[string]*owner
	symmetries map[string]*gameindex.Symmetries // by board
	titles     map[string]string                // by spec
}

// New returns a service that works until ctx ends. Wait waits for the end of its work.
func New(ctx context.Context, cfg Config) *Service {
	return &Service{
		Config: cfg, kept: libraries{cfg.Store}, ctx: ctx, owners: map[string]*owner{},
		symmetries: map[string]*gameindex.Symmetries{}, titles: map[string]string{},
	}
}

// Wait waits for background work to end.
func (s *Service) Wait() { s.workers.Wait() }

// asker is the owner of a library that is worked on.
type asker struct {
	owner string
	turn  queue.Asker
	most  Bounds
}

func (s *Service) asker(ctx context.Context) asker {
	who := identity.Of(ctx)
	a := asker{who.Player, queue.Of(ctx, who.Player), s.Most}
	if who.Role == store.Guest {
		a.most.Games /= guestPart
		a.most.Bytes /= guestPart
	}
	return a
}

// opener resolves the boards and rules in records.
func (s *Service) opener(ctx context.Context) game.Opener {
	return game.Opener{Rules: s.Rules, Board: func(spec string) (*board.Board, error) { return s.Boards.Get(ctx, spec) }}
}

// mostSymmetries is the number of boards whose symmetries are cached.
const mostSymmetries = 64

// symmetriesOf returns the symmetries of a board.
func (s *Service) symmetriesOf(b *board.Board) *gameindex.Symmetries {
	s.mu.Lock()
	found := s.symmetries[b.Spec()]
	s.mu.Unlock()
	if found != nil {
		return found
	}
	found = gameindex.NewSymmetries(b) // without the lock, since it takes a while for a large board
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.symmetries) >= mostSymmetries {
		clear(s.symmetries)
	}
	s.symmetries[b.Spec()] = found
	return found
}

// owner is the state of the work on a player's library.
type owner struct {
	part    chan struct{} // of capacity 1: held while a part is worked on
	holders int           // number that hold it or wait
	working bool          // a goroutine looks for work
	busy    bool          // and has found some
	again   bool          // check again for work at the end
	played  bool          // including games played on this server
}

// hold waits until no other goroutine works on a part of a player's library, and reserves it.
func (s *Service) hold(ctx context.Context, id string) (release func(), err error) {
	o := s.enter(id)
	leave := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		o.holders--
		s.forget(id, o)
	}
	select {
	case o.part <- struct{}{}:
		return func() { <-o.part; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}

func (s *Service) enter(id string) *owner {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.ownerOf(id)
	o.holders++
	return o
}

// ownerOf returns the state of a player's library; s.mu is held.
func (s *Service) ownerOf(id string) *owner {
	o := s.owners[id]
	if o == nil {
		o = &owner{part: make(chan struct{}, 1)}
		s.owners[id] = o
	}
	return o
}

// forget deletes the state of a library without work; s.mu is held.
func (s *Service) forget(id string, o *owner) {
	if o.holders == 0 && !o.working {
		delete(s.owners, id)
	}
}

// inTurn calls work in the asker's turn, while no other goroutine works on their library.
func (s *Service) inTurn(ctx context.Context, a asker, work func() error) error {
	release, err := s.hold(ctx, a.owner)
	if err != nil {
		return err
	}
	defer release()
	return s.Queue.Do(ctx, queue.Import, a.turn, nil, work)
}

// isWorking reports whether a player's library is worked on.
func (s *Service) isWorking(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.owners[id]
	return o != nil && (o.busy || o.holders > 0)
}
