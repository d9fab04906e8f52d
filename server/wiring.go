package server

import (
	"context"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/catalog"
	"moyo/server/base/cluster"
	"moyo/server/base/endpoint"
	"moyo/server/base/event"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/base/storage"
	"moyo/server/club/ladders"
	"moyo/server/club/simuls"
	"moyo/server/club/teams"
	"moyo/server/club/tournaments"
	"moyo/server/learn/analysis"
	"moyo/server/learn/classes"
	"moyo/server/learn/mistakes"
	"moyo/server/learn/reviews"
	"moyo/server/learn/training"
	"moyo/server/machines/engines"
	"moyo/server/machines/solvers"
	"moyo/server/machines/work"
	"moyo/server/people/account"
	"moyo/server/people/account/name"
	"moyo/server/people/invitation"
	"moyo/server/people/moderation"
	"moyo/server/people/notify"
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
	"moyo/server/share/studies"
	"moyo/server/share/viewer"
)

// kit is what features share. A feature is opened after everything it uses. The exceptions are closures that are called
// only when the server runs (Pick and Attempts of classes, Frame of previews) and the openers of rooms, which start sets. A feature
// announces its events on topics.
type kit struct {
	ctx       context.Context // ends when the server is closed
	limits    Limits
	boards    *boards.Cache
	uploads   endpoint.Uploads
	relations relation.Kept
	questions *queue.Queue             // searches for people; games do not wait for them
	readings  *queue.Queue             // short work, such as replaying the moves of a question; it never waits for a search
	ended     event.Topic[struct{}]    // a game has ended
	changed   event.Topic[room.Change] // a change of a game is on disk
	signedOut event.Topic[string]      // whom to disconnect: the hash of a session's token, or the id of a player for all sessions
	// The features' parts of archives.
	learned, shared, played, people []account.Part
}

// task is background work that exactly one node of a server runs at any time.
type task struct {
	name string
	run  func(context.Context)
}

// add makes a feature register its routes when all features are open.
func (s *Server) add(register func(endpoint.API)) { s.features = append(s.features, register) }

// lead runs a task on one node at a time, from when all features are open.
func (s *Server) lead(name string, run func(context.Context)) {
	s.tasks = append(s.tasks, task{name, run})
}

// newKit opens what all features need: queues, engines, limits and sessions.
func (s *Server) newKit(ctx context.Context, m *metrics) *kit {
	cfg, l := s.cfg, s.cfg.Limits
	away, solve, places := workers(cfg.Workers, s.registry)
	// Games have their own slots, so that they never wait for questions.
	games := queue.New(queue.Config{Slots: l.Searches, Elsewhere: places, Gauge: m.waiting.WithLabelValues("games"), Now: cfg.Now})
	k := &kit{ctx: ctx, limits: l, boards: boards.NewCache(cfg.Store), relations: relation.Kept{DB: cfg.Store}}
	k.questions = queue.New(queue.Config{
		Slots: l.Analyses + 2*l.Solves, Most: []int{
			queue.Judgement: l.Analyses + 2*l.Solves, queue.Board: l.Analyses, queue.Picture: 1, queue.Analysis: l.Analyses,
			queue.Problem: l.Solves, queue.Import: l.Analyses,
		},
		Waiting: l.Questions, PerAddress: l.QuestionsAt, Elsewhere: places, Gauge: m.waiting.WithLabelValues("questions"), Now: cfg.Now,
	})
	k.readings = queue.New(queue.Config{
		Slots: l.Analyses, Waiting: l.Questions, PerAddress: l.QuestionsAt, Gauge: m.waiting.WithLabelValues("readings"), Now: cfg.Now,
	})
	s.engines = engines.New(cfg.NewEngine, games, l.Searches, away)
	s.analysts = engines.New(cfg.NewEngine, k.questions, l.Analyses, away)
	s.solvers = solvers.New(solvers.Config{
		Make: cfg.NewSolver, Elsewhere: solve, Queue: k.questions, AtOnce: l.Analyses + 2*l.Solves, Most: l.Solvers,
		Memory: l.SolverMemory, Idle: l.IdleSolver, Now: cfg.Now,
	})
	s.rates = limit.NewAddresses(l.Connections, l.PerAddress, cfg.Now)
	k.uploads = endpoint.Uploads{Reading: limit.NewAddresses(l.Uploads, l.UploadsPerAddress, cfg.Now), Rates: s.rates, Rate: l.NewBoards}
	s.budget = storage.New(storage.Config{Store: cfg.Store, Limits: l.Storage, Registry: s.registry, Log: cfg.Log, Now: cfg.Now})
	if err := s.budget.Load(ctx); err != nil {
		cfg.Log.Error("today's storage accounting was not loaded", "err", err)
	}
	s.gate = &socket.Gate{Addresses: s.rates, Open: m.connections, Commands: l.Commands, Traffic: float64(l.Traffic)}
	s.sessions = session.New(session.Config{
		Store: cfg.Store, Drop: cluster.Spread(cfg.Cluster, "drop", k.signedOut.Tell), Log: cfg.Log, Now: cfg.Now,
		Pupil: func(ctx context.Context, player string) (class, name string, err error) {
			return classes.OfPupil(ctx, cfg.Store, player)
		},
	})
	s.add(s.sessions.Register)
	s.gate.Sessions = s.sessions
	k.signedOut.Hear(s.sessions.Unlearn) // reported by another node
	k.signedOut.Hear(s.gate.End)
	return k
}

// openGames opens rooms, and the features that follow games.
func (s *Server) openGames(k *kit) {
	cfg, l, nodes := s.cfg, k.limits, s.cfg.Cluster
	s.ratings = ratings.New(ratings.Config{
		Store: cfg.Store, Boards: k.boards, Rules: catalog.Rules, Skeleton: skeleton, Rates: s.rates, Reads: l.Lists, Log: cfg.Log, Now: cfg.Now,
	})
	s.add(s.ratings.Register)
	s.lead(ratings.Task, s.ratings.Run)
	rate := cluster.Spread(nodes, "rate", func(struct{}) { s.ratings.Wake() })
	k.ended.Hear(rate)
	s.terms = &pairing.Terms{
		Ratings: s.ratings, Relations: k.relations, Taken: s.isName, Suspended: s.isSuspended,
		Leavers: &pairing.Leavers{Games: cfg.Store, Boards: k.boards, Rules: catalog.Rules, Now: cfg.Now},
		Coin:    func() bool { return cfg.Seed()%2 == 0 },
	}
	lists := cluster.Gather(nodes, "lists", func(players []string) { s.changes.Tell(players...) })
	s.hub = room.New(k.ctx, room.Config{
		Store: cfg.Store, Boards: k.boards, Rules: catalog.Rules, Engines: s.engines, Strengths: s.ratings, Counter: cfg.Counter,
		SearchTime: l.SearchTime, Rooms: l.Rooms, PerGame: l.PerGame, Idle: l.IdleRoom,
		Gate: s.gate, Rates: s.rates, Budget: s.budget, Joins: l.NewGames, Notes: l.Notes, Records: l.Records, Terms: s.terms, Cluster: nodes,
		Awaited: func(ctx context.Context, by time.Time) (bool, error) { return ladders.AnyDue(ctx, cfg.Store, by) },
		Changed: lists, Glanced: func() { s.changes.Tell() }, Ended: func() { k.ended.Tell(struct{}{}) }, Recorded: k.changed.Tell,
		Log: cfg.Log, Now: cfg.Now, Metrics: room.NewMetrics(s.registry),
	})
	s.add(func(api endpoint.API) { s.hub.Register(api, s.games) })
	s.notify = notify.New(notify.Config{
		Store: cfg.Store, Games: s.hub, Rates: s.rates, Site: cfg.Site, Push: cfg.Push, Mail: cfg.Mail, Address: s.emailOf, Cluster: nodes,
		Log: cfg.Log, Now: cfg.Now,
	})
	s.add(s.notify.Register)
	k.signedOut.Hear(s.notify.EndSession)
	k.changed.Hear(func(c room.Change) { s.notify.Changed(c.Game, c.Event, c.Turn) })
	s.talk = chat.New(k.ctx, chat.Config{
		Store: cfg.Store, Study: func(ctx context.Context, id string) (owner string, editors []string, err error) {
			return studies.PeopleOf(ctx, cfg.Store, id)
		},
		Blocks: k.relations.Blocks,
		Gate:   s.gate, Rates: s.rates, Budget: s.budget, PerGame: l.PerGame, Cluster: nodes, Log: cfg.Log, Now: cfg.Now,
	})
	s.add(s.talk.Register)
	notes := correspondence.New(correspondence.Config{
		Store: cfg.Store, Games: s.hub, Rates: s.rates, Budget: s.budget, Cluster: nodes,
		Limits: l.Correspondence, Log: cfg.Log, Now: cfg.Now,
	})
	s.add(notes.Register)
	k.people = append(k.people, account.Part{
		File: "correspondence.json", About: "your notes in games, your planned answers, and your vacations", Of: notes.Archive,
		Step: account.Second,
	}, account.Part{
		File: "talk.json", About: "your chat messages in games", Files: s.talk.ArchiveFiles, Step: account.Second,
	})
	s.lead(correspondence.Task, notes.Run)
}

// openMeeting opens the features in which people find games.
func (s *Server) openMeeting(k *kit) {
	cfg, l := s.cfg, k.limits
	s.lobby = lobby.New(lobby.Config{
		Store: cfg.Store, Games: s.hub, Changes: s.changes, Engines: cfg.Engines, Rates: s.rates, NewGames: l.NewGames, OpenGames: l.OpenGames,
		Terms: s.terms, Skeleton: skeleton, Searches: l.Lists, Records: l.Records, Now: cfg.Now,
	})
	s.add(s.lobby.Register)
	s.pairing = pairing.New(pairing.Config{
		Boards: k.boards, Rules: catalog.Rules, Create: s.hub.Create, Terms: s.terms, Gate: s.gate, Rates: s.rates, Rate: l.Seeks,
		Lapse: cfg.Cluster.Lapse, Log: cfg.Log, Now: cfg.Now,
	})
	s.add(func(api endpoint.API) { s.pairing.Register(api, s.pairs) })
}

// openClasses opens classes. The features from which they pick problems open later, since training needs to know a class's tasks.
func (s *Server) openClasses(k *kit) {
	cfg, l := s.cfg, k.limits
	s.classes = classes.New(k.ctx, classes.Config{
		Store: cfg.Store, Games: s.hub, Sessions: s.sessions, Boards: k.boards, Plain: s.pairing.Plain, Offers: s.lobby.Offers,
		Attempts: func(ctx context.Context, player string, limit int) ([]classes.Attempt, error) {
			return s.training.Attempts(ctx, player, limit)
		},
		Pick: func(ctx context.Context, owner, collection string, problems, most int) (classes.Set, error) {
			return s.training.Pick(ctx, owner, collection, problems, most)
		},
		Rates: s.rates, Budget: s.budget, Cluster: cfg.Cluster,
		Limits:  l.Classes,
		Erasure: Erasure, Keep: cfg.Keep.Classes, Seed: cfg.Seed, Log: cfg.Log, Now: cfg.Now,
	})
	s.add(s.classes.Register)
	k.played = append(k.played, account.Part{
		File: "classes.json", About: "the classes that you teach, without their pupils' data", Of: s.classes.Archive,
	})
	k.changed.Hear(func(c room.Change) { s.classes.GameChanged(c.Game.ID) })
}

// openShared opens what people upload and save: reviews, boards, records, games and studies.
func (s *Server) openShared(k *kit) {
	cfg, l := s.cfg, k.limits
	s.reviews = &reviews.Reviews{
		Store: cfg.Store, Boards: k.boards, Rules: catalog.Rules, Queue: k.readings, Most: l.ReviewStorage, Beside: s.gate.Players,
		MaySee: s.classes.MaySee, Now: cfg.Now,
	}
	gallery := boards.Config{
		Store: cfg.Store, Cache: k.boards, Rates: s.rates, Budget: s.budget, Specs: l.Specs, Uploads: k.uploads, Queue: k.questions, Now: cfg.Now,
	}
	s.add(gallery.Register)
	s.add(viewer.Config{Boards: k.boards, Rules: catalog.Rules, Uploads: k.uploads, Queue: k.questions}.Register)
	s.library = libraries.New(k.ctx, libraries.Config{
		Store: cfg.Store, Boards: k.boards, Rules: catalog.Rules, Records: s.hub, Forbids: s.reviews.Forbids, Uploads: k.uploads,
		Queue: k.questions, Rates: s.rates, Rate: l.Lists, Budget: s.budget,
		Most: libraries.Bounds{Games: l.LibraryGames, Bytes: l.LibraryStorage}, Log: cfg.Log, Now: cfg.Now,
	})
	s.add(s.library.Register)
	s.studies = studies.New(k.ctx, studies.Config{
		Store: cfg.Store, Boards: k.boards, Rules: catalog.Rules, Games: s.hub, Blocks: k.relations.Blocks,
		Gate: s.gate, Rates: s.rates, Budget: s.budget, Uploads: k.uploads, Queue: k.questions, Skeleton: skeleton, Cluster: cfg.Cluster,
		Limits: l.Studies,
		Log:    cfg.Log, Now: cfg.Now,
	})
	s.add(func(api endpoint.API) { s.studies.Register(api, s.meetings) })
	k.shared = append(k.shared, account.Part{
		File: "boards.json", About: "the boards that you uploaded", Of: gallery.Archive,
		Folder: "boards/", Inside: "the boards themselves", Files: gallery.ArchiveFiles,
	}, account.Part{
		File: "studies.json", About: "your shared studies", Of: s.studies.Archive,
		Folder: "studies/", Inside: "the studies themselves, as SGF, with a game for each chapter", Files: s.studies.ArchiveFiles,
	})
}

// openLearning opens analyses, solutions and training.
func (s *Server) openLearning(k *kit) {
	cfg, l := s.cfg, k.limits
	s.desks = analysis.New(k.ctx, analysis.Config{
		Gate: s.gate, Reading: k.readings, Boards: k.boards, Rules: catalog.Rules, Engines: s.analysts, Analysts: cfg.Analysts,
		AnalysisTime: l.AnalysisTime, Reviews: s.reviews, ReviewTime: l.ReviewTime, Solvers: s.solvers, SolveTime: l.SolveTime,
		Rates: s.rates, Problems: l.Problems, Log: cfg.Log, Now: cfg.Now,
	})
	s.add(s.desks.Register)
	s.training = training.New(training.Config{
		Store: cfg.Store, Boards: k.boards, Rules: catalog.Rules, Solvers: s.solvers, Rates: s.rates, Budget: s.budget, Rate: l.Puzzles,
		Uploads: k.uploads, Now: cfg.Now, Seed: cfg.Seed, Classes: s.classes,
	})
	s.add(s.training.Register)
	moves := mistakes.Config{
		Store: cfg.Store, Reviews: s.reviews, Engines: s.analysts, Analysts: cfg.Analysts, Queue: k.questions, Solvers: s.solvers,
		Budget: s.budget, Rates: s.rates, Rate: l.Puzzles, Now: cfg.Now,
	}
	s.add(moves.Register)
	k.learned = append(k.learned, account.Part{
		File: "training.json", About: "your rating, the problems that you tried, and the collections that you uploaded", Of: s.training.Archive,
		Folder: "collections/", Inside: "the problems of these collections", Files: s.training.ArchiveFiles,
	}, account.Part{
		File: "mistakes.json", About: "the moves of your games that you train with, and your results", Of: moves.Archive,
	})
}

// openClubs opens organised play: tournaments, teams, exhibitions and ladders.
func (s *Server) openClubs(k *kit) {
	cfg, l, nodes := s.cfg, k.limits, s.cfg.Cluster
	s.teams = teams.New(k.ctx, teams.Config{
		Store: cfg.Store, Games: s.hub, Boards: k.boards, Plain: s.pairing.Plain, Terms: s.terms, Strength: s.ratings.Text,
		Blocked: s.terms.Relations.Blocked, Name: teamName, Part: func(text string) string { return name.Like(text).Skeleton() },
		Skeleton: skeleton, Tell: s.notify.Team, Rates: s.rates, Budget: s.budget, Cluster: nodes, Coin: s.terms.Coin,
		Limits: l.Teams,
		Log:    cfg.Log, Now: cfg.Now,
	})
	s.add(s.teams.Register)
	s.lead(teams.Task, s.teams.Run)
	k.played = append(k.played, s.teams.ArchivePart())
	k.changed.Hear(func(c room.Change) { s.teams.GameChanged(c.Game) })
	cups := tournaments.New(k.ctx, tournaments.Config{
		Store: cfg.Store, Games: s.hub, Boards: k.boards, Plain: s.pairing.Plain, Terms: s.terms, Strengths: s.ratings, Skeleton: skeleton,
		Rates: s.rates, Budget: s.budget, Cluster: nodes,
		Limits: l.Tournaments, Log: cfg.Log, Now: cfg.Now,
	})
	s.add(cups.Register)
	s.lead(tournaments.Task, cups.Run)
	k.ended.Hear(func(struct{}) { cups.Ended() })
	exhibitions := simuls.New(k.ctx, simuls.Config{
		Store: cfg.Store, Games: s.hub, Boards: k.boards, Plain: s.pairing.Plain, Terms: s.terms, Strengths: s.ratings, Skeleton: skeleton,
		Seed: cfg.Seed, Rates: s.rates, Budget: s.budget, Cluster: nodes,
		Unfinished: lobby.MaxUnfinished, Limits: l.Simuls,
		Log: cfg.Log, Now: cfg.Now,
	})
	s.add(exhibitions.Register)
	s.lead(simuls.Task, exhibitions.Run)
	k.played = append(k.played, exhibitions.Part())
	k.changed.Hear(func(c room.Change) { exhibitions.GameChanged(c.Game.ID) })
	s.ladders = ladders.New(k.ctx, ladders.Config{
		Store: cfg.Store, Games: s.hub, Boards: k.boards, Plain: s.pairing.Plain, Terms: s.terms, Blocked: s.terms.Relations.Blocked,
		Strengths: s.ratings, Notify: s.notify.Notify, Skeleton: skeleton, Rates: s.rates, Budget: s.budget, Cluster: nodes,
		Limits: l.Ladders,
		Log:    cfg.Log, Now: cfg.Now,
	})
	s.add(s.ladders.Register)
	s.lead(ladders.Task, s.ladders.Run)
	k.played = append(k.played, s.ladders.Part())
	k.ended.Hear(func(struct{}) { s.ladders.Ended() })
}

// Erasure are the statements of features for Erase of [store.Accounts].
var Erasure = slices.Concat(
	boards.Erasure, libraries.Erasure, studies.Erasure, chat.Erasure, correspondence.Erasure, training.Erasure, mistakes.Erasure,
	classes.Erasure, relation.Erasure, invitation.Erasure, notify.Erasure, teams.Erasure, tournaments.Erasure, simuls.Erasure,
	ladders.Erasure,
)

// parts returns the features' parts of archives, in the order of the archive's index.
func (s *Server) parts(k *kit) []account.Part {
	return slices.Concat(k.learned, k.shared, k.played, []account.Part{{
		Folder: "library/", Inside: "the games that you uploaded, by file", Files: s.library.ArchiveFiles, Step: account.Last,
	}}, k.people)
}

// openPeople opens accounts and relations between people.
func (s *Server) openPeople(k *kit) {
	cfg, l := s.cfg, k.limits
	relations := relation.Config{Store: cfg.Store, Rates: s.rates, Skeleton: skeleton, Changed: s.relatedOtherwise, Now: cfg.Now}
	s.add(relations.Register)
	reports := moderation.Config{
		Store: cfg.Store, Talk: s.talk, Rates: s.rates, Skeleton: skeleton, Changed: s.changed, Random: cfg.Seed,
		Teams: s.teams, Now: cfg.Now,
	}
	s.add(reports.Register)
	k.people = append(k.people, account.Part{
		File: "people.json", About: "the players that you follow and block", Of: relations.Archive, Step: account.Second,
	}, account.Part{
		File: "notifications.json", About: "your notifications, their settings, and the browsers that receive push messages",
		Of: s.notify.Archive, Step: account.Second,
	}, account.Part{
		File: "reports.json", About: "your reports to the moderators", Of: reports.Archive, Step: account.Second,
	})
	s.accounts = account.New(account.Config{
		Store: cfg.Store, Sessions: s.sessions, Games: s.hub, Studies: s.studies.Leaving,
		Parts: s.parts(k), Erasure: Erasure, EmptyLibrary: s.library.Empty, LeaveTeams: s.teams.LeaveAll,
		EndClasses: s.classes.EndAll, Site: cfg.Site, Elsewhere: cfg.Elsewhere, Mail: cfg.Mail,
		Rates: s.rates, Steps: l.Accounts, SignUps: l.SignUps, Archives: l.Archives, Passwords: l.Passwords, Cost: cfg.PasswordCost,
		Log: cfg.Log, Now: cfg.Now,
	})
	s.add(s.accounts.Register)
	s.add(profile.Config{
		Store: cfg.Store, Rates: s.rates, Rate: l.Lists, Skeleton: skeleton, Here: s.notify.Looking, Watchers: s.hub.Watchers,
		Offered: s.lobby.Knows, Now: cfg.Now,
	}.Register)
	s.add(invitation.Config{Store: cfg.Store, Sessions: s.sessions, Rates: s.rates, Log: cfg.Log, Now: cfg.Now}.Register)
}

// openPage opens the page and its previews for other sites.
func (s *Server) openPage(k *kit) {
	cfg := s.cfg
	s.previews = preview.New(preview.Config{
		Store: cfg.Store, Games: s.hub, Boards: k.boards, Training: s.training, Rules: catalog.Rules,
		Frame: func() []byte { return s.page.file(framePage) }, Skeleton: skeleton, Site: cfg.Site, Version: cfg.Version,
		Rates: s.rates, Rate: k.limits.Pictures, Queue: k.questions, Now: cfg.Now,
	})
	s.add(s.registerCatalog)
	s.page = newPage(cfg.Page, cfg.Pages, s.previews.Of)
}

// start starts background work after all features are open. It ends with the kit's context; see [Server.Close].
func (s *Server) start(k *kit) {
	cfg, nodes := s.cfg, s.cfg.Cluster
	s.hub.KeepTime()
	s.hub.ShareRooms()
	s.work.Go(func() { s.budget.Run(k.ctx) })
	s.work.Go(func() { s.pairing.Run(k.ctx) })
	sweeps := sweep.New(sweep.Config{
		Store: cfg.Store, Games: s.hub, Boards: k.boards, Classes: s.classes, Teams: s.teams, EmptyLibrary: s.library.Empty, Keep: cfg.Keep,
		Registry: s.registry, Log: cfg.Log, Now: cfg.Now,
	})
	s.lead(sweep.Task, sweeps.Run)
	for _, t := range s.tasks {
		s.work.Go(func() { nodes.Lead(k.ctx, t.name, t.run) })
	}
	s.work.Go(func() { shareRates(k.ctx, nodes, s.rates) })
	nodes.Returns(func() { // while disconnected, this node missed who was signed out or suspended
		time.AfterFunc(session.Remember, func() { s.gate.Check(k.ctx) })
	})
	s.games = nodes.Carry("games", nodes.Place, s.hub.Visit)
	leader := func(ctx context.Context, _ string) (string, error) { return nodes.Leader(ctx, pairing.Task) }
	s.pairs = nodes.Carry("pairing", leader, s.pairing.Visit)
	s.meetings = nodes.Carry("studies", s.studies.Place, s.studies.Visit)
}

// workers returns what runs searches on other machines, and their number of slots; nil
// without such machines.
func workers(foreman *work.Foreman, registry *prometheus.Registry) (engines.Elsewhere, solvers.Elsewhere, *queue.Elsewhere) {
	if foreman == nil {
		return nil, nil, nil
	}
	registry.MustRegister(foreman.Collectors()...)
	return foreman, foreman, foreman.Places()
}

// shareEvery is how often nodes tell each other what addresses have done.
const shareEvery = time.Second

// shareRates counts what an address does on one node on all nodes, until ctx ends.
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
