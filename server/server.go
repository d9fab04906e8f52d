// Package server lets people play over the network: an HTTP API with OpenAPI
// for lists, boards and new games, a WebSocket for each game being watched or
// played, and the built page. Its messages are those of package wire.
//
// It keeps routes, headers, the page, metrics and the wiring. What is behind the
// routes is in packages below, none of which knows this one: [room] and [lobby] for
// games, [analysis] for questions, [training] for those who learn, [boards]; and below
// them what several need: [socket], [endpoint], [apierror], [limit], [identity],
// [convert], [engines], [solvers].
//
// # Full queues
//
//   - A client that sends faster than allowed, or than the room can work, is
//     read more slowly: its own TCP connection fills up and nobody else's.
//   - A client that reads too slowly is dropped when too many messages wait for
//     it. It reconnects and gets the events it missed, or a snapshot.
//   - What an engine thinks is sent only where there is room; it comes again.
//   - Engines wait for a processor in a fair queue ([queue]) while somebody has their
//     game open; the queue is as long as there are rooms, whose number is bounded.
//   - Questions have a queue of their own, so that games never wait for them: one
//     question at once of each visitor.
package server

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/engine"
	"moyo/server/base/cluster"
	"moyo/server/base/endpoint"
	"moyo/server/base/limit"
	"moyo/server/base/proxy"
	"moyo/server/base/socket"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/club/ladders"
	"moyo/server/club/teams"
	"moyo/server/learn/analysis"
	"moyo/server/learn/classes"
	"moyo/server/learn/reviews"
	"moyo/server/learn/training"
	"moyo/server/machines/engines"
	"moyo/server/machines/solvers"
	"moyo/server/machines/work"
	"moyo/server/people/account"
	"moyo/server/people/account/openid"
	"moyo/server/people/account/password"
	"moyo/server/people/admin"
	"moyo/server/people/notify"
	"moyo/server/people/notify/push"
	"moyo/server/people/session"
	"moyo/server/play/chat"
	"moyo/server/play/lobby"
	"moyo/server/play/pairing"
	"moyo/server/play/ratings"
	"moyo/server/play/room"
	"moyo/server/play/sweep"
	"moyo/server/share/libraries"
	"moyo/server/share/preview"
	"moyo/server/share/studies"
	"moyo/server/store"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Config is what a server is made of.
type Config struct {
	Store   store.Store
	Page    fs.FS    // the built page, index.html at its root
	Pages   []string // the addresses that it has something at, such as /game/*
	Version string   // of the program
	// Engines are the opponents offered; no other id is taken from the network.
	Engines []wire.EngineEntry
	// Analysts are the engines that look at positions, by the id of the game.
	Analysts map[string]string
	// NewEngine makes an engine of one of those ids.
	NewEngine func(id string) (engine.Engine, error)
	// NewSolver makes a solver of a problem of life and death; nil for that of
	// package life.
	NewSolver func(tsumego.Problem, life.Options) (solvers.Solver, error)
	// Workers do searches on other machines; nil where there are none.
	Workers *work.Foreman
	// Counter is the id of the engine that looks for dead stones in games
	// between people, "" for none.
	Counter string
	// Site is the server's address for people, such as https://go.example; "" for that
	// by which it is asked.
	Site string
	// Proxies are those in front of the server who say from which address, for which host
	// and how a request came. Nobody else is believed.
	Proxies proxy.Config
	// Introduced says that proxies begin each connection with whose it is, by the PROXY
	// protocol.
	Introduced bool
	// Elsewhere is where people may sign in with an account that they have; nil for
	// nowhere.
	Elsewhere *openid.Issuer
	Mail      Mailer    // nil where no mail is sent
	Push      push.Doer // takes messages to push services; nil for the network
	Log       *slog.Logger
	Limits    Limits
	// PasswordCost is that of new passwords' hashes; password.Standard where nothing is said.
	PasswordCost password.Cost
	Keep         sweep.Keep       // how long what nobody touches is kept; for ever where nothing is said
	Now          func() time.Time // nil for time.Now
	Seed         func() uint64    // of what is chosen by chance; nil for rand.Uint64
	// Cluster is this process among those of a server that has several; nil for the only one.
	Cluster *cluster.Cluster
	// Closed lets nobody in: games are played here by people who come in elsewhere, and what
	// is served says whether moves can be kept.
	Closed bool
}

// Mailer sends letters; *mail.Sender is one.
type Mailer interface {
	account.Mailer
	notify.Mailer
}

// Server serves games. Make it with New, end it with Close.
type Server struct {
	cfg      Config
	log      *slog.Logger
	rates    *limit.Addresses
	budget   *storage.Budget
	gate     *socket.Gate
	sessions *session.Service
	accounts *account.Service
	ratings  *ratings.Service
	changes  *lobby.Changes
	lobby    *lobby.Service
	talk     *chat.Hub
	hub      *room.Hub
	pairing  *pairing.Service
	terms    *pairing.Terms
	notify   *notify.Service
	desks    *analysis.Desks
	library  *libraries.Service
	training *training.Service
	reviews  *reviews.Reviews
	studies  *studies.Hub
	ladders  *ladders.Service
	classes  *classes.Service
	teams    *teams.Service
	engines  *engines.Pool
	analysts *engines.Pool // as engines, but for those who look at positions
	solvers  *solvers.Pool
	games    socket.Opener // wherever they are
	pairs    socket.Opener // people who look for a game, wherever they are paired
	meetings socket.Opener // people in shared studies, wherever they meet
	page     *page
	previews *preview.Service
	features []func(endpoint.API) // register their routes
	tasks    []task
	handler  http.Handler
	registry *prometheus.Registry
	stop     context.CancelFunc
	work     sync.WaitGroup // what goes on until then
}

// New returns a server that is ready to handle requests.
func New(cfg Config) *Server {
	s, k := assemble(cfg)
	s.start(k)
	s.handler = s.routes()
	return s
}

// assemble opens everything. It does nothing yet beside what it is asked for.
func assemble(cfg Config) (*Server, *kit) {
	cfg = cfg.withDefaults()
	ctx, stop := context.WithCancel(context.Background())
	registry, m := newMetrics()
	s := &Server{cfg: cfg, log: cfg.Log, registry: registry, stop: stop, changes: lobby.NewChanges()}
	k := s.newKit(ctx, m)
	s.openGames(k)
	s.openMeeting(k)
	s.openClasses(k)
	s.openShared(k)
	s.openLearning(k)
	s.openClubs(k)
	s.openPeople(k)
	s.openPage(k)
	return s, k
}

func (c Config) withDefaults() Config {
	c.Limits = c.Limits.WithDefaults()
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Seed == nil {
		c.Seed = rand.Uint64
	}
	if c.Cluster == nil {
		c.Cluster = cluster.Alone()
	}
	return c
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Admin returns what the operator of the server can ask for.
func (s *Server) Admin() *admin.Service {
	return &admin.Service{Store: s.cfg.Store, Changed: s.changed, Now: s.cfg.Now}
}

// Close ends every room and connection and waits for them. The store stays open.
func (s *Server) Close() {
	s.cfg.Cluster.Retire(context.Background())
	s.stop()
	s.changes.Close()
	s.work.Wait()
	s.library.Wait()
	s.hub.Wait()
	s.studies.Wait()
	s.accounts.Wait()
	s.notify.Close()
	s.engines.Close()
	s.analysts.Close()
	s.solvers.Close()
}

// emailOf returns where mail is known to reach a player, "" for nowhere.
func (s *Server) emailOf(ctx context.Context, player string) (string, error) {
	c, err := s.cfg.Store.Credentials(ctx, player)
	return c.Email, err
}

// isSuspended says whether a player may only watch now.
func (s *Server) isSuspended(ctx context.Context, player string) (bool, error) {
	p, err := s.cfg.Store.Player(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil // a guest
	}
	return s.cfg.Now().Before(p.Suspended), err
}

// relatedOtherwise lets those know who go by whom a player blocks.
func (s *Server) relatedOtherwise(ctx context.Context, player string) error {
	return errors.Join(s.talk.Related(ctx, player), s.studies.Related(ctx, player))
}

// changed deals with what a moderator or the operator has changed about a player:
// those who have a game of theirs open see their name of now. Who may only watch has
// nothing on offer any more; and who may for so long that a game without a clock is taken
// to be abandoned by then has left those.
func (s *Server) changed(player string) {
	s.sessions.Changed(player)
	ctx := context.Background()
	p, err := s.cfg.Store.Player(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return // a guest of whom nothing is known
	}
	if err == nil && p.Name != "" {
		s.hub.Rename(ctx, player, p.Name)
	}
	if left := p.Suspended.Sub(s.cfg.Now()); err == nil && left > 0 {
		err = s.hub.Withdraw(ctx, player, left.Round(time.Hour) >= lobby.AbandonedIn) // a moment of it has passed
		err = errors.Join(err, s.ladders.Suspended(ctx, player))
	}
	if err != nil {
		s.log.Error("what follows from a change of a player was not done", "err", err)
	}
}
