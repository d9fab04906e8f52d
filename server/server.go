// Package server lets people play over the network: an HTTP API with OpenAPI
// for lists, boards and new games, a WebSocket for each game being watched or
// played, and the built page. Its messages are those of package wire.
//
// It keeps routes, headers, the page, metrics and the wiring. What is behind the
// routes is in packages below, none of which knows this one: [room] and [lobby] for
// games, [desk] for questions, [training] for those who learn, [boards]; and below
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

	"moyo/catalog"
	"moyo/engine"
	"moyo/server/base/apierror"
	"moyo/server/base/cluster"
	"moyo/server/base/endpoint"
	"moyo/server/base/limit"
	"moyo/server/base/proxy"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/club/ladders"
	"moyo/server/club/simuls"
	"moyo/server/club/teams"
	"moyo/server/club/tournaments"
	"moyo/server/learn/classes"
	"moyo/server/learn/desk"
	"moyo/server/learn/mistakes"
	"moyo/server/learn/reviews"
	"moyo/server/learn/training"
	"moyo/server/machines/engines"
	"moyo/server/machines/solvers"
	"moyo/server/machines/work"
	"moyo/server/people/account"
	"moyo/server/people/account/name"
	"moyo/server/people/account/openid"
	"moyo/server/people/account/password"
	"moyo/server/people/admin"
	"moyo/server/people/invitation"
	"moyo/server/people/moderation"
	"moyo/server/people/notify"
	"moyo/server/people/notify/push"
	"moyo/server/people/profile"
	"moyo/server/people/relation"
	"moyo/server/people/session"
	"moyo/server/play/chat"
	"moyo/server/play/correspondence"
	"moyo/server/play/lobby"
	"moyo/server/play/pairing"
	"moyo/server/play/ratings"
	"moyo/server/play/room"
	"moyo/server/play/sweep"
	"moyo/server/share/boards"
	"moyo/server/share/libraries"
	"moyo/server/share/preview"
	"moyo/server/share/records"
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
	cfg         Config
	log         *slog.Logger
	rates       *limit.Addresses
	budget      *storage.Budget
	gate        *socket.Gate
	sessions    *session.Service
	accounts    *account.Service
	ratings     *ratings.Service
	changes     *lobby.Changes
	lobby       *lobby.Lobby
	talk        *chat.Hub
	circles     relation.Config
	judges      moderation.Config
	doors       invitation.Config
	people      profile.Config
	hub         *room.Hub
	pairing     *pairing.Service
	terms       *pairing.Terms
	notify      *notify.Service
	desks       *desk.Desks
	boards      boards.Config
	records     records.Config
	library     *libraries.Service
	training    *training.Service
	mistakes    mistakes.Config
	studies     *studies.Hub
	tournaments *tournaments.Service
	simuls      *simuls.Service
	ladders     *ladders.Service
	classes     *classes.Service
	teams       *teams.Service
	beside      *correspondence.Service
	engines     *engines.Pool
	analysts    *engines.Pool // as engines, but for those who look at positions
	solvers     *solvers.Pool
	games       socket.Opener // wherever they are
	pairs       socket.Opener // people who look for a game, wherever they are paired
	meetings    socket.Opener // people in shared studies, wherever they meet
	page        *page
	previews    *preview.Service
	handler     http.Handler
	registry    *prometheus.Registry
	stop        context.CancelFunc
	work        sync.WaitGroup // what goes on until then
}

// New returns a server that is ready to handle requests.
func New(cfg Config) *Server {
	l := cfg.Limits.WithDefaults()
	cfg.Limits = l
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Seed == nil {
		cfg.Seed = rand.Uint64
	}
	nodes := cfg.Cluster
	if nodes == nil {
		nodes = cluster.Alone()
	}
	ctx, stop := context.WithCancel(context.Background())
	registry, m := newMetrics()
	s := &Server{cfg: cfg, log: cfg.Log, registry: registry, stop: stop, changes: lobby.NewChanges()}
	away, solve, places := workers(cfg.Workers, registry)
	// Games have places of their own, so that they never wait for questions.
	games := queue.New(queue.Config{Slots: l.Searches, Elsewhere: places, Gauge: m.waiting.WithLabelValues("games"), Now: cfg.Now})
	questions := queue.New(queue.Config{
		Slots: l.Analyses + 2*l.Solves, Most: []int{queue.Judgement: l.Analyses + 2*l.Solves, queue.Board: l.Analyses, queue.Picture: 1, queue.Analysis: l.Analyses, queue.Problem: l.Solves, queue.Import: l.Analyses},
		Waiting: l.Questions, PerAddress: l.QuestionsAt, Elsewhere: places, Gauge: m.waiting.WithLabelValues("questions"), Now: cfg.Now,
	})
	// Short work, such as playing the moves of a question, has a queue of its own: it never waits for a search.
	readings := queue.New(queue.Config{
		Slots: l.Analyses, Waiting: l.Questions, PerAddress: l.QuestionsAt, Gauge: m.waiting.WithLabelValues("readings"), Now: cfg.Now,
	})
	s.engines = engines.New(cfg.NewEngine, games, l.Searches, away)
	s.analysts = engines.New(cfg.NewEngine, questions, l.Analyses, away)
	s.solvers = solvers.New(solvers.Config{
		Make: cfg.NewSolver, Elsewhere: solve, Queue: questions, AtOnce: l.Analyses + 2*l.Solves, Most: l.Solvers, Memory: l.SolverMemory, Idle: l.IdleSolver, Now: cfg.Now,
	})
	cache := boards.NewCache(cfg.Store)
	rates := limit.NewAddresses(l.Connections, l.PerAddress, cfg.Now)
	s.rates = rates
	s.budget = storage.New(storage.Config{Store: cfg.Store, Limits: l.Storage, Registry: registry, Log: cfg.Log, Now: cfg.Now})
	if err := s.budget.Load(ctx); err != nil {
		cfg.Log.Error("what was kept of whom today is forgotten", "err", err)
	}
	s.work.Go(func() { s.budget.Run(ctx) })
	gate := &socket.Gate{Addresses: rates, Open: m.connections, Commands: l.Commands, Traffic: float64(l.Traffic)}
	s.gate = gate
	s.sessions = session.New(session.Config{Store: cfg.Store, Drop: cluster.Spread(nodes, "drop", func(id string) {
		s.sessions.Unlearn(id) // where another node has told
		gate.End(id)
		s.notify.EndSession(id)
	}), Log: cfg.Log, Now: cfg.Now})
	gate.Sessions = s.sessions
	s.ratings = ratings.New(ratings.Config{
		Store: cfg.Store, Boards: cache, Rules: catalog.Rules, Skeleton: skeleton, Rates: rates, Reads: l.Lists, Log: cfg.Log, Now: cfg.Now,
	})
	s.terms = &pairing.Terms{
		Ratings: s.ratings, Relations: relation.Blocks{Store: cfg.Store}, Taken: s.isName, Suspended: s.isSuspended,
		Leavers: &pairing.Leavers{Games: cfg.Store, Boards: cache, Rules: catalog.Rules, Now: cfg.Now}, Coin: func() bool { return cfg.Seed()%2 == 0 },
	}
	uploads := endpoint.Uploads{Reading: limit.NewAddresses(l.Uploads, l.UploadsPerAddress, cfg.Now), Rates: rates, Rate: l.NewBoards}
	s.work.Go(func() { nodes.Lead(ctx, ratings.Task, s.ratings.Run) })
	changed := cluster.Gather(nodes, "lists", func(players []string) { s.changes.Tell(players...) })
	ended := cluster.Spread(nodes, "rate", func(struct{}) { s.ratings.Wake() })
	s.hub = room.New(ctx, room.Config{
		Store: cfg.Store, Boards: cache, Rules: catalog.Rules, Engines: s.engines, Strengths: s.ratings, Counter: cfg.Counter,
		SearchTime: l.SearchTime, Rooms: l.Rooms, PerGame: l.PerGame, Idle: l.IdleRoom,
		Gate: gate, Rates: rates, Budget: s.budget, Joins: l.NewGames, Notes: l.Notes, Records: l.Records,
		Terms: s.terms, Cluster: nodes, Changed: changed, Glanced: func() { s.changes.Tell() }, Ended: func() { ended(struct{}{}); s.tournaments.Ended(); s.ladders.Ended() }, Recorded: func(c room.Change) {
			s.notify.Changed(c.Game, c.Event, c.Turn)
			s.classes.GameChanged(c.Game.ID)
			s.teams.GameChanged(c.Game)
			s.simuls.GameChanged(c.Game.ID)
		},
		Log: cfg.Log, Now: cfg.Now, Metrics: room.NewMetrics(registry),
	})
	s.notify = notify.New(notify.Config{
		Store: cfg.Store, Games: s.hub, Rates: rates, Site: cfg.Site, Push: cfg.Push, Mail: cfg.Mail, Address: s.emailOf, Cluster: nodes, Log: cfg.Log, Now: cfg.Now,
	})
	s.hub.KeepTime()
	s.hub.ShareRooms()
	s.accounts = account.New(account.Config{
		Store: cfg.Store, Sessions: s.sessions, Games: s.hub, Studies: func(ctx context.Context, id string) (string, error) { return s.studies.Text(ctx, id) },
		StudyGone: func(id string) { s.studies.Gone(id) }, LeaveTeams: func(ctx context.Context, player string) error { return s.teams.LeaveAll(ctx, player) }, EndClasses: func(ctx context.Context, teacher string) error { return s.classes.EndAll(ctx, teacher) }, Site: cfg.Site, Elsewhere: cfg.Elsewhere, Mail: cfg.Mail,
		Rates: rates, Steps: l.Accounts, SignUps: l.SignUps, Archives: l.Archives, Passwords: l.Passwords, Cost: cfg.PasswordCost, Log: cfg.Log, Now: cfg.Now,
	})
	s.lobby = lobby.New(lobby.Config{
		Store: cfg.Store, Games: s.hub, Changes: s.changes, Engines: cfg.Engines, Rates: rates, NewGames: l.NewGames, OpenGames: l.OpenGames,
		Terms: s.terms, Skeleton: skeleton, Searches: l.Lists, Records: l.Records, Now: cfg.Now,
	})
	s.pairing = pairing.New(pairing.Config{
		Boards: cache, Rules: catalog.Rules, Create: s.hub.Create, Terms: s.terms, Gate: gate, Rates: rates, Rate: l.Seeks, Lapse: nodes.Lapse, Log: cfg.Log, Now: cfg.Now,
	})
	s.work.Go(func() { s.pairing.Run(ctx) })
	s.talk = chat.New(ctx, chat.Config{Store: cfg.Store, Gate: gate, Rates: rates, Budget: s.budget, PerGame: l.PerGame, Cluster: nodes, Log: cfg.Log, Now: cfg.Now})
	s.circles = relation.Config{Store: cfg.Store, Rates: rates, Skeleton: skeleton, Changed: s.relatedOtherwise, Now: cfg.Now}
	s.people = profile.Config{
		Store: cfg.Store, Rates: rates, Rate: l.Lists, Skeleton: skeleton, Here: s.notify.Looking, Watchers: s.hub.Watchers, Offered: s.lobby.Knows, Now: cfg.Now,
	}
	s.judges = moderation.Config{
		Store: cfg.Store, Talk: s.talk, Rates: rates, Skeleton: skeleton, Changed: s.changed, Random: cfg.Seed, TeamChanged: func(ctx context.Context, team string) { s.teams.TeamChanged(ctx, team) }, Now: cfg.Now,
	}
	s.doors = invitation.Config{Store: cfg.Store, Sessions: s.sessions, Rates: rates, Log: cfg.Log, Now: cfg.Now}
	looked := &reviews.Reviews{Store: cfg.Store, Boards: cache, Rules: catalog.Rules, Queue: readings, Most: l.ReviewStorage, Beside: gate.Players, Now: cfg.Now, MaySee: func(ctx context.Context, id string) error { return s.classes.MaySee(ctx, id) }}
	s.desks = desk.New(ctx, desk.Config{
		Gate: gate, Reading: readings, Boards: cache, Rules: catalog.Rules,
		Engines: s.analysts, Analysts: cfg.Analysts, AnalysisTime: l.AnalysisTime,
		Reviews: looked, ReviewTime: l.ReviewTime,
		Solvers: s.solvers, SolveTime: l.SolveTime, Rates: rates, Problems: l.Problems, Log: cfg.Log, Now: cfg.Now,
	})
	s.boards = boards.Config{Store: cfg.Store, Cache: cache, Rates: rates, Budget: s.budget, Specs: l.Specs, Uploads: uploads, Queue: questions, Now: cfg.Now}
	s.records = records.Config{Boards: cache, Rules: catalog.Rules, Uploads: uploads, Queue: questions}
	s.library = libraries.New(ctx, libraries.Config{
		Store: cfg.Store, Boards: cache, Rules: catalog.Rules, Records: s.hub, Forbids: looked.Forbids, Uploads: uploads, Queue: questions, Rates: rates, Rate: l.Lists,
		Budget: s.budget, Most: store.LibraryBounds{Games: l.LibraryGames, Bytes: l.LibraryStorage}, Log: cfg.Log, Now: cfg.Now,
	})
	s.classes = classes.New(ctx, classes.Config{
		Store: cfg.Store, Games: s.hub, Sessions: s.sessions, Pick: func(ctx context.Context, owner, collection string, problems, most int) (classes.Set, error) {
			return s.training.Pick(ctx, owner, collection, problems, most)
		}, Boards: cache, Plain: s.pairing.Plain, Offers: s.lobby.Offers, Rates: rates, Budget: s.budget, Cluster: nodes,
		Limits: classes.Limits{Own: l.Classes, All: l.AllClasses, New: l.NewClasses, Pupils: l.Pupils, Joins: l.ClassJoins, Lists: l.Lists}, Keep: cfg.Keep.Classes, Seed: cfg.Seed, Log: cfg.Log, Now: cfg.Now,
	})
	s.teams = teams.New(ctx, teams.Config{
		Store: cfg.Store, Games: s.hub, Boards: cache, Plain: s.pairing.Plain, Terms: s.terms, Strength: s.ratings.Text, Blocked: s.terms.Relations.Blocked, Name: teamName, Part: func(text string) string { return name.Like(text).Skeleton() },
		Skeleton: skeleton, Tell: s.notify.Team, Rates: rates, Budget: s.budget, Cluster: nodes, Coin: s.terms.Coin,
		Limits: teams.Limits{Own: l.Teams, All: l.AllTeams, Members: l.TeamMembers, New: l.NewTeams, Each: l.TeamMatches, Asks: l.TeamChallenges, Matches: l.AllTeamMatches, Lists: l.Lists}, Log: cfg.Log, Now: cfg.Now,
	})
	s.work.Go(func() { nodes.Lead(ctx, teams.Task, s.teams.Run) })
	sweeps := sweep.New(sweep.Config{Store: cfg.Store, Games: s.hub, Boards: cache, Classes: s.classes, Teams: s.teams, Keep: cfg.Keep, Registry: registry, Log: cfg.Log, Now: cfg.Now})
	s.work.Go(func() { nodes.Lead(ctx, sweep.Task, sweeps.Run) })
	s.training = training.New(training.Config{
		Store: cfg.Store, Boards: cache, Rules: catalog.Rules, Solvers: s.solvers,
		Rates: rates, Budget: s.budget, Rate: l.Puzzles, Uploads: uploads, Now: cfg.Now, Seed: cfg.Seed, Classes: s.classes,
	})
	s.mistakes = mistakes.Config{
		Store: cfg.Store, Reviews: looked, Engines: s.analysts, Analysts: cfg.Analysts, Queue: questions, Solvers: s.solvers, Budget: s.budget, Rates: rates, Rate: l.Puzzles, Now: cfg.Now,
	}
	s.studies = studies.New(ctx, studies.Config{
		Store: cfg.Store, Boards: cache, Rules: catalog.Rules, Games: s.hub, Gate: gate, Rates: rates, Budget: s.budget, Uploads: uploads, Queue: questions, Skeleton: skeleton, Cluster: nodes,
		Limits: studies.Limits{
			Studies: l.Studies, Own: l.OwnStudies, Bytes: int(l.StudySize), Open: l.OpenStudies, OpenPerAddress: l.OpenStudiesAt, OpenPerPerson: l.OpenStudiesOf, Memory: l.StudyMemory, PerStudy: l.PerStudy, Idle: l.IdleRoom, Lists: l.Lists, Records: l.Records,
		}, Log: cfg.Log, Now: cfg.Now,
	})
	s.tournaments = tournaments.New(ctx, tournaments.Config{
		Store: cfg.Store, Games: s.hub, Boards: cache, Plain: s.pairing.Plain, Terms: s.terms, Strengths: s.ratings, Skeleton: skeleton, Rates: rates, Budget: s.budget, Cluster: nodes,
		Limits: tournaments.Limits{Own: l.Tournaments, All: l.AllTournaments, Lists: l.Lists}, Log: cfg.Log, Now: cfg.Now,
	})
	s.work.Go(func() { nodes.Lead(ctx, tournaments.Task, s.tournaments.Run) })
	s.simuls = simuls.New(ctx, simuls.Config{
		Store: cfg.Store, Games: s.hub, Boards: cache, Plain: s.pairing.Plain, Terms: s.terms, Strengths: s.ratings, Skeleton: skeleton, Seed: cfg.Seed, Rates: rates, Budget: s.budget, Cluster: nodes,
		Limits: simuls.Limits{Own: l.Simuls, All: l.AllSimuls, New: l.NewSimuls, Unfinished: lobby.MaxUnfinished, Lists: l.Lists}, Log: cfg.Log, Now: cfg.Now,
	})
	s.work.Go(func() { nodes.Lead(ctx, simuls.Task, s.simuls.Run) })
	s.ladders = ladders.New(ctx, ladders.Config{
		Store: cfg.Store, Games: s.hub, Boards: cache, Plain: s.pairing.Plain, Terms: s.terms, Blocked: s.terms.Relations.Blocked, Strengths: s.ratings, Notify: s.notify.Notify, Skeleton: skeleton, Rates: rates, Budget: s.budget, Cluster: nodes,
		Limits: ladders.Limits{Own: l.Ladders, All: l.AllLadders, Joined: l.LaddersJoined, New: l.NewLadders, Lists: l.Lists}, Log: cfg.Log, Now: cfg.Now,
	})
	s.work.Go(func() { nodes.Lead(ctx, ladders.Task, s.ladders.Run) })
	s.beside = correspondence.New(correspondence.Config{
		Store: cfg.Store, Games: s.hub, Rates: rates, Budget: s.budget, Cluster: nodes, Limits: correspondence.Limits{Notes: l.Notes, Lists: l.Lists, Days: l.VacationDays}, Log: cfg.Log, Now: cfg.Now,
	})
	s.work.Go(func() { nodes.Lead(ctx, correspondence.Task, s.beside.Run) })
	s.previews = preview.New(preview.Config{
		Store: cfg.Store, Games: s.hub, Boards: cache, Training: s.training, Rules: catalog.Rules, Frame: func() []byte { return s.page.file(framePage) },
		Skeleton: skeleton, Site: cfg.Site, Version: cfg.Version, Rates: rates, Rate: l.Pictures, Queue: questions, Now: cfg.Now,
	})
	s.page = newPage(cfg.Page, cfg.Pages, s.previews.Of)
	s.work.Go(func() { shareRates(ctx, nodes, rates) })
	nodes.Returns(func() { // who has been signed out or suspended meanwhile this node was not told
		time.AfterFunc(session.Remember, func() { gate.Check(ctx) })
	})
	s.games = nodes.Carry("games", nodes.Place, s.hub.Visit)
	s.pairs = nodes.Carry("pairing", func(ctx context.Context, _ string) (string, error) { return nodes.Leader(ctx, pairing.Task) }, s.pairing.Visit)
	s.meetings = nodes.Carry("studies", s.studies.Place, s.studies.Visit)
	s.handler = s.routes()
	return s
}

// workers returns what does searches on other machines, and the places for them; nil
// where there is nobody.
func workers(foreman *work.Foreman, registry *prometheus.Registry) (engines.Elsewhere, solvers.Elsewhere, *queue.Elsewhere) {
	if foreman == nil {
		return nil, nil, nil
	}
	registry.MustRegister(foreman.Collectors()...)
	return foreman, foreman, foreman.Places()
}

// shareEvery is how often nodes tell each other what addresses have done.
const shareEvery = time.Second

// shareRates has what an address does on one node count on all, until ctx ends.
func shareRates(ctx context.Context, nodes *cluster.Cluster, rates *limit.Addresses) {
	if nodes.IsAlone() {
		return
	}
	tell := cluster.Others(nodes, "spent", rates.Take)
	tick := time.NewTicker(shareEvery)
	defer tick.Stop()
	for {
		if spent := rates.Spent(); len(spent) > 0 {
			tell(spent)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// skeleton returns what names that look alike have in common, "" for what is none.
func skeleton(text string) string {
	n, err := name.Parse(text)
	if err != nil {
		return ""
	}
	return n.Skeleton()
}

// teamName returns the name of a team that somebody typed, and what no two of them may have in common.
// None is called as those who run the server are.
func teamName(text string) (shown, like string, err error) {
	n, err := name.ParseOfTeam(text)
	if err == nil && n.Reserved() {
		err = apierror.Say(apierror.BadRequest, "team.reserved", "A team cannot be called that.")
	}
	return n.String(), n.Skeleton(), err
}

// isName says whether what a guest wants to be called looks like the name of an
// account, or of those who run the server.
func (s *Server) isName(ctx context.Context, text string) (bool, error) {
	n := name.Like(text)
	if n.Reserved() {
		return true, nil
	}
	_, err := s.cfg.Store.PlayerNamed(ctx, n.Skeleton())
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Admin returns what the operator of the server can ask for.
func (s *Server) Admin() *admin.Service {
	return &admin.Service{Store: s.cfg.Store, Changed: s.changed, Now: s.cfg.Now}
}

// Close ends every room and connection and waits for them. The store stays open.
func (s *Server) Close() {
	if s.cfg.Cluster != nil {
		s.cfg.Cluster.Retire(context.Background())
	}
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
