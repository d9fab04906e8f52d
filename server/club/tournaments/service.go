// Package tournaments runs tournaments. Package tournament has their rules. This package stores their logs, creates their
// games, takes the results, and answers requests.
//
// Everything that happens in a tournament is an event in its log. A writer adds events to the version that it has read; a
// writer with an old version reads the new events and decides again. So any node may write, and a server can end at any time:
// the log is complete, and everything else is done later. A pairing is an event; the ids of its games follow from
// the tournament's id and their numbers, so that each game is created once, however often a server tries.
package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"moyo/contest/tournament"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/cluster"
	"moyo/server/base/convert"
	"moyo/server/base/document"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/names"
	"moyo/server/base/outbox"
	"moyo/server/base/schedule"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Store is the storage that tournaments need.
type Store interface {
	store.DB
	store.Outbox
	Load(ctx context.Context, id string) (store.Game, []store.Entry, error)
	Games(ctx context.Context, ids []string) ([]store.Game, error)
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
}

// Terms checks who may create which games; *pairing.Terms does.
type Terms interface {
	ToMake(ctx context.Context, setup match.Setup, who identity.Who) error
	Settle(ctx context.Context, setup match.Setup) match.Setup
	Points(ctx context.Context, player string, setup match.Setup) (float64, bool)
}

// Strengths returns how strong players are; *ratings.Service does.
type Strengths interface {
	Text(ctx context.Context, seat match.Seat, setup match.Setup) string
}

// Config describes a Service.
type Config struct {
	Store  Store
	Games  schedule.Games
	Boards convert.Boards
	// Plain returns the setup of games with random sides, without seats, or the error in it;
	// *pairing.Service implements it.
	Plain     func(ctx context.Context, board, rules, clock string) (match.Setup, error)
	Terms     Terms
	Strengths Strengths
	Skeleton  func(name string) string // of a name, "" for an impossible one
	Rates     *limit.Addresses
	Budget    *storage.Budget
	Cluster   *cluster.Cluster // the nodes of the server; nil for this one alone
	Limits    Limits
	Log       *slog.Logger
	Now       func() time.Time
}

// Limits bound tournaments.
type Limits struct {
	Own   int     `limit:"tournaments" default:"5" help:"unfinished tournaments of one account"`
	All   int     `limit:"all-tournaments" default:"200" help:"unfinished tournaments in total"`
	Lists float64 `shared:"lists"` // sustained lists, tables and acts per second from one address, each
}

// Task is the name of the task that one node at a time performs.
const Task = "tournaments"

// Service runs tournaments.
type Service struct {
	Config
	kept    tournaments
	names   *names.Names
	ctx     context.Context  // ends with the server
	ended   *outbox.Listener // receives the ends of games
	changed func(id string)  // tells all nodes
	wakes   func(struct{})   // wakes the listener, on any node

	hub *document.Hub[document.Shown[*wire.Tournament]]

	mu    sync.Mutex
	known map[string]*entry
}

// maxKnown is how many tournaments are in memory. Above that, finished tournaments are evicted.
const maxKnown = 400

// mostNotes is how many removals and corrections are shown.
const mostNotes = 100

// entry is a tournament in memory. Its fields are under its own lock.
type entry struct {
	mu     sync.Mutex
	head   header
	t      *tournament.Tournament // nil before it is read, and after a failed write
	log    []tournament.Event     // the last removals and corrections, which people see
	made   int                    // games up to this number are known to exist
	failed time.Time              // since when games cannot be created for an apparently permanent reason
	tried  time.Time              // last attempt
	tidied bool                   // games that were decided without their end have been ended
	watch  *schedule.Watch        // watches for absent players
}

// New returns a service whose streams end with ctx; see [Service.Run].
func New(ctx context.Context, cfg Config) *Service {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	s := &Service{
		Config: cfg, kept: tournaments{cfg.Store}, ctx: ctx, known: map[string]*entry{},
		hub:   document.New[document.Shown[*wire.Tournament]](namesFor, cfg.Now),
		names: names.New(names.Config{Store: cfg.Store, For: namesFor, Log: cfg.Log, Now: cfg.Now}),
	}
	s.changed = cluster.Spread(cfg.Cluster, "tournament", s.hub.Tell)
	s.wakes = cluster.Spread(cfg.Cluster, "tournamentends", func(struct{}) { s.ended.Wake() })
	s.ended = outbox.New(outbox.Config{Outbox: cfg.Store, Subscriber: store.SubscriberTournaments, Hear: s.hear, Log: cfg.Log})
	return s
}

// Ended makes the service check for ended games. It does not wait.
func (s *Service) Ended() { s.wakes(struct{}{}) }

// get returns the entry of an id, which may be empty.
func (s *Service) get(id string) *entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.known[id]; e != nil {
		return e
	}
	for other, e := range s.known {
		if len(s.known) < maxKnown {
			break
		}
		if e.mu.TryLock() { // it is not in use
			if e.t == nil || e.t.Phase() == tournament.Over {
				delete(s.known, other)
			}
			e.mu.Unlock()
		}
	}
	e := &entry{watch: schedule.NewWatch()}
	s.known[id] = e
	return e
}

// errUnknown is the error of an unknown id.
var errUnknown = apierror.Say(apierror.NotFound, "tournament.unknown", "There is no such tournament.")

// with calls f with an up-to-date tournament, locked.
func (s *Service) with(ctx context.Context, id string, f func(*entry) error) error {
	e := s.get(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	err := s.refresh(ctx, id, e)
	if errors.Is(err, errUnknown) {
		s.mu.Lock()
		delete(s.known, id)
		s.mu.Unlock()
	}
	if err != nil {
		return err
	}
	return f(e)
}

// refresh reads new events; e is locked.
func (s *Service) refresh(ctx context.Context, id string, e *entry) error {
	head, err := document.Find(ctx, id, s.kept.header, errUnknown)
	if err != nil {
		return err
	}
	if e.t != nil && e.head.Version == head.Version {
		e.head = head
		return nil
	}
	after := e.head.Version
	if e.t == nil {
		after, e.made, e.tidied, e.log = 0, 0, false, nil
		e.watch.Clear()
	}
	bodies, err := s.kept.events(ctx, id, after)
	if err != nil {
		return err
	}
	events := make([]tournament.Event, len(bodies))
	for i, body := range bodies {
		if events[i], err = document.Decode[tournament.Event]("tournament", fmt.Sprintf("%s, event %d", id, after+i+1), body); err != nil {
			return err
		}
	}
	if err := e.take(events); err != nil {
		e.t = nil
		return document.Damage("tournament", id, err)
	}
	head.Version = after + len(bodies) // events that came after the header was read
	e.head = head
	return nil
}

// take applies events that were read.
func (e *entry) take(events []tournament.Event) (err error) {
	if e.t == nil {
		e.t, err = tournament.Replay(events)
		for _, ev := range events {
			e.note(ev)
		}
		return err
	}
	for _, ev := range events {
		if err := e.apply(ev); err != nil {
			return err
		}
	}
	return nil
}

// apply applies an event in memory.
func (e *entry) apply(ev tournament.Event) error {
	err := e.t.Apply(ev)
	if err == nil {
		e.note(ev)
	}
	return err
}

// note records removals and corrections, which people see, and whether an event may
// end a game.
func (e *entry) note(ev tournament.Event) {
	if ev.Kind == tournament.Withdrew || ev.Kind == tournament.Resulted && (ev.By != "" || ev.Result == tournament.BothAbsent) {
		e.tidied = false
	}
	if ev.By != "" && (ev.Kind == tournament.Resulted || ev.Kind == tournament.Withdrew) {
		e.log = append(e.log[max(0, len(e.log)+1-mostNotes):], ev)
	}
}

// write adds the events that f returns for the current tournament. An error of f, or of an event, changes nothing.
func (s *Service) write(ctx context.Context, id string, e *entry, f func(*tournament.Tournament) ([]tournament.Event, error)) error {
	return store.Retry(func() error {
		if e.t == nil { // the entry must be read again
			if err := s.refresh(ctx, id, e); err != nil {
				return err
			}
		}
		events, err := f(e.t)
		if err != nil || len(events) == 0 {
			return err
		}
		if err := s.append(ctx, e, events); err != nil {
			return err
		}
		s.changed(id)
		return nil
	})
}

// append applies and stores events. After an error of the store, the state in memory is
// discarded.
func (s *Service) append(ctx context.Context, e *entry, events []tournament.Event) error {
	var bodies [][]byte
	for i, ev := range events {
		ev.At = store.Milli(s.Now())
		if err := e.apply(ev); err != nil {
			if i > 0 {
				e.t = nil
			}
			return err
		}
		body, err := json.Marshal(ev)
		if err != nil {
			return err
		}
		bodies = append(bodies, body)
	}
	head := e.head
	head.Version += len(events)
	head.Phase, head.Changed, head.Summary = string(e.t.Phase()), s.Now(), s.summaryOf(ctx, e)
	if err := s.kept.change(ctx, head, bodies); err != nil {
		e.t = nil
		return err
	}
	e.head = head
	return nil
}

// gameID returns the id of a game of a tournament.
func gameID(id string, number int) string { return id + "-" + strconv.Itoa(number) }

// parseGame returns the tournament and the number of a game; ok is false for the id of another game.
func parseGame(game string) (id string, number int, ok bool) {
	id, rest, found := strings.Cut(game, "-")
	number, err := strconv.Atoi(rest)
	return id, number, found && err == nil
}
