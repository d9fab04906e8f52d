// Package server lets people play over the network: an HTTP API with OpenAPI
// for lists, boards and new games, a WebSocket for each game being watched or
// played, and the built page. Its messages are those of package wire.
//
// # Rooms
//
// A game that somebody has open lives in a room: one goroutine owns the
// match.Match. Commands reach it over a bounded queue; each is applied, put on
// disk, told to everybody who has the game open, and acknowledged, in this
// order. A room without members ends after a while; the next visitor loads it
// from the store again. Whatever goes wrong with the store ends the room too:
// its members reconnect and find the game as it is on disk.
//
// # Full queues
//
//   - A client that sends faster than allowed, or than the room can work, is
//     read more slowly: its own TCP connection fills up and nobody else's.
//   - A client that reads too slowly is dropped when outboxSize messages wait
//     for it. It reconnects and gets the events it missed, or a snapshot.
//   - What an engine thinks is told only where there is room; it comes again.
//   - Engines wait in line for a processor; the line is as long as there are
//     rooms, whose number is bounded.
//   - Positions that visitors analyse have a line of their own, one place for
//     each visitor, so that games never wait for them. Problems of life and death
//     have two lines more.
package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/catalog"
	"moyo/engine"
	"moyo/server/wire"
	"moyo/store"
	"moyo/tsumego"
)

// Config is what a server is made of.
type Config struct {
	Store   store.Store
	Page    fs.FS  // the built page, index.html at its root
	Version string // of the program
	// Engines are the opponents offered; no other id is taken from the network.
	Engines []wire.EngineEntry
	// Analysts are the engines that look at positions, by the id of the game.
	Analysts map[string]string
	// NewEngine makes an engine of one of those ids.
	NewEngine func(id string) (engine.Engine, error)
	// NewSolver makes a solver of a problem of life and death; nil for that of
	// package tsumego.
	NewSolver func(tsumego.Problem, tsumego.Options) (Solver, error)
	// Counter is the id of the engine that looks for dead stones in games
	// between people, "" for none.
	Counter string
	Log     *slog.Logger
	Limits  Limits
}

// Limits bound what strangers can make the server do. A zero field takes its
// default.
type Limits struct {
	Searches     int           // engine searches at once; one a processor
	SearchTime   time.Duration // a search's longest time, which keeps others waiting; 10 s
	Analyses     int           // positions looked at at once, beside the searches of games; half as many as those
	AnalysisTime time.Duration // how long a position is looked at, which keeps others waiting; 20 s
	Rooms        int           // games in memory; 5,000
	Connections  int           // WebSockets and event streams; 20,000
	PerAddress   int           // of them from one address; 1,000
	PerGame      int           // WebSockets of one game; 1,000
	IdleRoom     time.Duration // how long a room without members stays; 1 minute
	Commands     float64       // messages a second that one connection may send on end; 20
	Specs        float64       // boards a second that one address may look at on end; 20
	NewGames     float64       // games a second that one address may make on end; 2
	NewBoards    float64       // boards a second that one address may check or make on end; 1
	Records      float64       // game records a second that one address may fetch on end; 1
	Puzzles      float64       // tries at puzzles a second that one address may make on end; 4
	Solves       int           // problems solved at once, and as many moves judged; half as many as Searches
	SolveTime    time.Duration // a problem's longest time, which keeps others waiting; 60 s
	Solvers      int           // solvers in memory, at work or kept for their people's next question; 6
	SolverMemory int64         // bytes of each one's table; 64 MiB
	IdleSolver   time.Duration // how long an unused one is kept; 5 minutes
	Problems     float64       // problems a second that one address may have read, written or drawn on end; 2
}

func (l Limits) WithDefaults() Limits {
	set(&l.Searches, runtime.GOMAXPROCS(0))
	set(&l.SearchTime, 10*time.Second)
	set(&l.Analyses, max(1, l.Searches/2))
	set(&l.AnalysisTime, 20*time.Second)
	set(&l.Rooms, 5_000)
	set(&l.Connections, 20_000)
	set(&l.PerAddress, 1_000)
	set(&l.PerGame, 1_000)
	set(&l.IdleRoom, time.Minute)
	set(&l.Commands, 20)
	set(&l.Specs, 20)
	set(&l.NewGames, 2)
	set(&l.NewBoards, 1)
	set(&l.Records, 1)
	set(&l.Puzzles, 4)
	set(&l.Solves, max(1, l.Searches/2))
	set(&l.SolveTime, time.Minute)
	set(&l.Solvers, 6)
	set(&l.SolverMemory, 64<<20)
	set(&l.IdleSolver, 5*time.Minute)
	set(&l.Problems, 2)
	return l
}

func set[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Server serves games. Make it with New, end it with Close.
type Server struct {
	cfg      Config
	log      *slog.Logger
	boards   *boards
	engines  *engines
	analysts *engines // as engines, but for analyses
	analyses *analyses
	solvers  *solvers
	solves   *analyses // as analyses, but of solvers
	training *trainings
	hub      *hub
	lobby    *lobby
	page     *page
	metrics  *metrics
	limits   *addressLimits
	uploads  *addressLimits // only its connections are counted
	replays  chan struct{}  // one entry for each record being made: a long game is work
	solving  chan struct{}  // one entry for each try at a puzzle that is looked at
	handler  http.Handler
	ctx      context.Context // ends with the server
	stop     context.CancelFunc
}

// New returns a server that is ready to handle requests.
func New(cfg Config) *Server {
	cfg.Limits = cfg.Limits.WithDefaults()
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	ctx, stop := context.WithCancel(context.Background())
	registry := prometheus.NewRegistry()
	s := &Server{cfg: cfg, log: cfg.Log, ctx: ctx, stop: stop, page: newPage(cfg.Page), limits: newAddressLimits(cfg.Limits)}
	s.replays, s.solving = make(chan struct{}, maxReplays), make(chan struct{}, maxSolving)
	s.uploads = newAddressLimits(Limits{Connections: maxUploads, PerAddress: uploadsPerAddress})
	s.metrics = newMetrics(registry)
	s.boards = newBoards(cfg.Store)
	s.engines = newEngines(cfg.NewEngine, cfg.Limits.Searches, s.metrics)
	s.analysts = newEngines(cfg.NewEngine, cfg.Limits.Analyses, s.metrics)
	s.analyses = &analyses{running: map[string]*analysis{}}
	s.solvers, s.solves = newSolvers(cfg), &analyses{running: map[string]*analysis{}}
	s.training = newTrainings(cfg.Store)
	s.lobby = newLobby()
	s.hub = newHub(ctx, s)
	s.handler = s.routes(registry)
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends every room and connection and waits for them. The store stays open.
func (s *Server) Close() {
	s.stop()
	s.lobby.close()
	s.hub.wait()
	s.engines.close()
	s.analysts.close()
	s.solvers.close()
}

// rulesOf turns a game's id into its rules.
var rulesOf = catalog.Rules
