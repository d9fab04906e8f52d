// Package libraries has people's libraries: games that they have brought or played here, found
// by who played them and by their positions. How that is found says package study/gameindex; here is what
// is kept, for whom, how much of it, and whose turn it is to have it worked on.
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

// Store is what is kept.
type Store interface {
	store.DB
	List(ctx context.Context, q store.Query) ([]store.Game, error)
}

// Config is what a service is made of.
type Config struct {
	Store   Store
	Boards  *boards.Cache
	Rules   func(id string) (game.Rules, error)
	Records Records
	// Forbids says why somebody must not look for a position now; nil for never.
	Forbids func(ctx context.Context, who queue.Asker, pos game.Position) error
	Uploads endpoint.Uploads
	Queue   *queue.Queue // for the processor
	Rates   *limit.Addresses
	Rate    float64         // questions a second that one address may ask on end
	Budget  *storage.Budget // nil for no bound
	Most    Bounds          // of somebody with an account; of a guest a tenth
	Log     *slog.Logger
	Now     func() time.Time
}

// Records are the games played here.
type Records interface {
	Text(ctx context.Context, id string) (string, error) // as SGF
}

// guestPart is what a guest may have of what somebody with an account may.
const guestPart = 10

// Service has the libraries of a server.
type Service struct {
	Config
	kept    libraries
	ctx     context.Context // until the server ends
	workers sync.WaitGroup

	mu         sync.Mutex
	owners     map[string]*owner
	symmetries map[string]*gameindex.Symmetries // by board
	titles     map[string]string                // the same
}

// New returns a service whose work goes on until ctx ends; Wait waits for that.
func New(ctx context.Context, cfg Config) *Service {
	return &Service{
		Config: cfg, kept: libraries{cfg.Store}, ctx: ctx, owners: map[string]*owner{},
		symmetries: map[string]*gameindex.Symmetries{}, titles: map[string]string{},
	}
}

// Wait waits for the work that goes on to end.
func (s *Service) Wait() { s.workers.Wait() }

// asker is somebody whose library is worked on.
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

// opener finds the boards and rules that records name.
func (s *Service) opener(ctx context.Context) game.Opener {
	return game.Opener{Rules: s.Rules, Board: func(spec string) (*board.Board, error) { return s.Boards.Get(ctx, spec) }}
}

// mostSymmetries is of how many boards the symmetries are remembered.
const mostSymmetries = 64

// symmetriesOf returns those of a board.
func (s *Service) symmetriesOf(b *board.Board) *gameindex.Symmetries {
	s.mu.Lock()
	found := s.symmetries[b.Spec()]
	s.mu.Unlock()
	if found != nil {
		return found
	}
	found = gameindex.NewSymmetries(b) // without the lock: of a large board it takes a while
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.symmetries) >= mostSymmetries {
		clear(s.symmetries)
	}
	s.symmetries[b.Spec()] = found
	return found
}

// owner is what goes on with somebody's library.
type owner struct {
	part    chan struct{} // of capacity 1: held by whoever works on a part
	holders int           // that hold it, or wait
	working bool          // there is somebody who looks for what is to be done
	busy    bool          // and has found something
	again   bool          // there is more to do when what goes on has ended
	played  bool          // and that is to look for games played here
}

// hold takes the place of who works on a part of somebody's library.
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

// ownerOf returns what goes on with somebody's library; s.mu is held.
func (s *Service) ownerOf(id string) *owner {
	o := s.owners[id]
	if o == nil {
		o = &owner{part: make(chan struct{}, 1)}
		s.owners[id] = o
	}
	return o
}

// forget forgets somebody with whose library nothing goes on; s.mu is held.
func (s *Service) forget(id string, o *owner) {
	if o.holders == 0 && !o.working {
		delete(s.owners, id)
	}
}

// inTurn calls work when it is the asker's turn, and nobody else works on their library.
func (s *Service) inTurn(ctx context.Context, a asker, work func() error) error {
	release, err := s.hold(ctx, a.owner)
	if err != nil {
		return err
	}
	defer release()
	return s.Queue.Do(ctx, queue.Import, a.turn, nil, work)
}

// isWorking says whether something goes on with somebody's library.
func (s *Service) isWorking(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.owners[id]
	return o != nil && (o.busy || o.holders > 0)
}
