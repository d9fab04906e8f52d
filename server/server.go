// Package server lets people play over the network: an HTTP API with OpenAPI
// for lists, boards and new games, a WebSocket for each open game, and the
// built page. Package wire has its messages.
//
// It contains routes, headers, the page, metrics and the wiring. The features are
// in packages below, which do not import this one: [room] and [lobby] for games,
// [analysis] for questions, [training] for problems, [boards]. Features share
// [socket], [endpoint], [apierror], [limit], [identity], [convert], [engines] and
// [solvers].
//
// # Overload
//
//   - If a client sends faster than allowed, or than the room can work, the server
//     reads more slowly: that client's TCP connection fills up, and no other.
//   - A client that reads too slowly is disconnected when too many messages wait for
//     it. It reconnects and gets the events it missed, or a snapshot.
//   - Updates of an engine's search are dropped if the buffer is full; newer ones follow.
//   - Engines wait for a processor in a fair queue ([queue]) while a client has their
//     game open. The queue is as long as the number of rooms, which is bounded.
//   - Questions have a separate queue, so that games never wait for them. Each visitor
//     may ask one question at a time.
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

// Config describes a server.
type Config struct {
	Store   store.Store
	Page    fs.FS    // the built page, index.html at its root
	Pages   []string // the routes of the page, such as /game/*
	Version string   // of the program
	// Engines are the available opponents; the server accepts no other ids from clients.
	Engines []wire.EngineEntry
	// Analysts are the engines that analyse positions, by the id of the game.
	Analysts map[string]string
	// NewEngine returns an engine with one of those ids.
	NewEngine func(id string) (engine.Engine, error)
	// NewSolver returns a solver of a life-and-death problem; nil for the one in
	// package life.
	NewSolver func(tsumego.Problem, life.Options) (solvers.Solver, error)
	// Workers run searches on other machines; nil without such machines.
	Workers *work.Foreman
	// Counter is the id of the engine that finds dead stones in games between
	// people, "" for no engine.
	Counter string
	// Site is the public address of the server, such as https://go.example; "" for the
	// address in each request.
	Site string
	// Proxies are the trusted proxies in front of the server. Only they may state the
	// client's address, the host and the scheme of a request.
	Proxies proxy.Config
	// Introduced means that proxies start each connection with the client's address, in the
	// PROXY protocol.
	Introduced bool
	// Elsewhere is the OpenID issuer whose accounts people may use to sign in; nil without
	// one.
	Elsewhere *openid.Issuer
	Mail      Mailer    // nil without mail
	Push      push.Doer // sends messages to push services; nil for the network
	Log       *slog.Logger
	Limits    Limits
	// PasswordCost is the cost of new password hashes; password.Standard if zero.
	PasswordCost password.Cost
	Keep         sweep.Keep       // how long unused data is kept; zero for ever
	Now          func() time.Time // nil for time.Now
	Seed         func() uint64    // source of randomness; nil for rand.Uint64
	// Cluster connects the processes of a server; nil if this is the only one.
	Cluster *cluster.Cluster
	// Closed refuses all visitors: people play through another front end, and this
	// server only reports whether moves can be stored.
	Closed bool
}

// Mailer sends letters; *mail.Sender implements it.
type Mailer interface {
	account.Mailer
	notify.Mailer
}

// Server serves games. New returns one, and Close ends it.
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
	analysts *engines.Pool // as engines, but for analyses
	solvers  *solvers.Pool
	games    socket.Opener // on any node
	pairs    socket.Opener // people who look for a game, on any node
	meetings socket.Opener // people in shared studies, on any node
	page     *page
	previews *preview.Service
	features []func(endpoint.API) // register their routes
	tasks    []task
	handler  http.Handler
	registry *prometheus.Registry
	stop     context.CancelFunc
	work     sync.WaitGroup // background work until then
}

// New returns a server that is ready to handle requests.
func New(cfg Config) *Server {
	s, k := assemble(cfg)
	s.start(k)
	s.handler = s.routes()
	return s
}

// assemble opens all parts. Background work has not started yet.
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

// Admin returns the operator's service.
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

// emailOf returns a player's confirmed address for mail, "" without one.
func (s *Server) emailOf(ctx context.Context, player string) (string, error) {
	c, err := s.cfg.Store.Credentials(ctx, player)
	return c.Email, err
}

// isSuspended reports whether a player may only watch now.
func (s *Server) isSuspended(ctx context.Context, player string) (bool, error) {
	p, err := s.cfg.Store.Player(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil // a guest
	}
	return s.cfg.Now().Before(p.Suspended), err
}

// relatedOtherwise updates the features that depend on a player's list of blocked players.
func (s *Server) relatedOtherwise(ctx context.Context, player string) error {
	return errors.Join(s.talk.Related(ctx, player), s.studies.Related(ctx, player))
}

// changed applies what a moderator or the operator has changed about a player. Open games show
// the player's new name. A suspended player's offers are withdrawn; if the suspension lasts until
// games without a clock count as abandoned, the player also leaves those.
func (s *Server) changed(player string) {
	s.sessions.Changed(player)
	ctx := context.Background()
	p, err := s.cfg.Store.Player(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return // a guest without a row
	}
	if err == nil && p.Name != "" {
		s.hub.Rename(ctx, player, p.Name)
	}
	if left := p.Suspended.Sub(s.cfg.Now()); err == nil && left > 0 {
		err = s.hub.Withdraw(ctx, player, left.Round(time.Hour) >= lobby.AbandonedIn) // rounded, because a moment has passed already
		err = errors.Join(err, s.ladders.Suspended(ctx, player))
	}
	if err != nil {
		s.log.Error("a change of a player was not applied everywhere", "err", err)
	}
}
