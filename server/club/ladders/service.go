// Package ladders runs club ladders, on which people challenge players above them. Package rungs has their rules.
// This package stores ladders, creates their games, takes the results, and answers requests. The standing tournament of
// programs that `moyo ladder` directs is something else.
//
// A ladder is one row of the store with a version. A writer replaces the version that it has read; after a conflict it
// reads the ladder again and retries. So any node may write, and a server can end at any time. The consequences of a change (a
// game to create or to end, players to notify) are stored in the ladder until they are done. Nothing is done twice: the ids of
// games follow from the numbers of challenges, and each notification has a key.
package ladders

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

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
	"moyo/server/club/ladders/rungs"
	"moyo/server/people/notify"
	"moyo/server/store"
)

// Store is the storage that ladders need.
type Store interface {
	store.DB
	store.Outbox
	Load(ctx context.Context, id string) (store.Game, []store.Entry, error)
	Games(ctx context.Context, ids []string) ([]store.Game, error)
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
}

// Terms checks who may create which games, and play whom; *pairing.Terms does.
type Terms interface {
	ToMake(ctx context.Context, setup match.Setup, who identity.Who) error
	ToJoin(ctx context.Context, setup match.Setup, who identity.Who) error
}

// Config describes a Service.
type Config struct {
	Store  Store
	Games  schedule.Games
	Boards convert.Boards
	// Blocked reports whether either of two players has blocked the other.
	Blocked func(ctx context.Context, player, other string) (bool, error)
	// Plain returns the setup of games with random sides, without seats, or the error in it;
	// *pairing.Service implements it.
	Plain     func(ctx context.Context, board, rules, clock string) (match.Setup, error)
	Terms     Terms
	Strengths interface {
		Text(ctx context.Context, seat match.Seat, setup match.Setup) string
	}
	Notify   func(ctx context.Context, n notify.News) error
	Skeleton func(name string) string // of a name, "" for an impossible one
	Rates    *limit.Addresses
	Budget   *storage.Budget
	Cluster  *cluster.Cluster // the nodes of the server; nil for this one alone
	Limits   Limits
	Log      *slog.Logger
	Now      func() time.Time
}

// Limits bound ladders.
type Limits struct {
	Own    int         `limit:"ladders" default:"5" help:"club ladders created by one account"`
	All    int         `limit:"all-ladders" default:"500" help:"club ladders in total"`
	Joined int         `limit:"ladders-joined" default:"20" help:"club ladders that one account may join"`
	New    limit.Quota `limit:"new-ladders" default:"10/10" help:"club ladders created from one address: per day / in quick succession"`
	Lists  float64     `shared:"lists"` // sustained lists and acts per second from one address, each
}

// Task is the name of the task that one node at a time performs.
const Task = "ladders"

// Service runs ladders.
type Service struct {
	Config
	kept    ladders
	names   *names.Names
	ctx     context.Context  // ends with the server
	ended   *outbox.Listener // receives the ends of games
	changed func(id string)  // tells all nodes
	wakes   func(struct{})   // wakes the listener, on any node

	began time.Time // when this node began to run ladders
	hub   *document.Hub[shown]
}

// New returns a service whose streams end with ctx; see [Service.Run].
func New(ctx context.Context, cfg Config) *Service {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	s := &Service{
		Config: cfg, kept: ladders{cfg.Store}, ctx: ctx, hub: document.New[shown](namesFor, cfg.Now),
		names: names.New(names.Config{Store: cfg.Store, For: namesFor, Log: cfg.Log, Now: cfg.Now}),
	}
	s.changed = cluster.Spread(cfg.Cluster, "ladder", s.hub.Tell)
	s.wakes = cluster.Spread(cfg.Cluster, "ladderends", func(struct{}) { s.ended.Wake() })
	s.ended = outbox.New(outbox.Config{Outbox: cfg.Store, Subscriber: store.SubscriberLadders, Hear: s.hear, Log: cfg.Log})
	return s
}

// Ended makes the service check for ended games. It does not wait.
func (s *Service) Ended() { s.wakes(struct{}{}) }

// errUnknown is the error of an unknown id.
var errUnknown = apierror.Say(apierror.NotFound, "ladder.unknown", "There is no such ladder.")

// read returns the current state of a ladder.
func (s *Service) read(ctx context.Context, id string) (ladder, *rungs.Ladder, error) {
	head, err := document.Find(ctx, id, s.kept.one, errUnknown)
	if err != nil {
		return head, nil, err
	}
	l, err := stateOf(head)
	return head, l, err
}

// stateOf returns the state in a stored ladder.
func stateOf(head ladder) (*rungs.Ladder, error) {
	l, err := document.Decode[rungs.Ladder]("ladder", head.ID, head.State)
	return &l, err
}

// draft is a ladder that is being changed.
type draft struct {
	head   ladder
	l      *rungs.Ladder
	now    time.Time
	events []rungs.Event
}

// add adds the events of a change.
func (d *draft) add(events ...rungs.Event) { d.events = append(d.events, events...) }

// write changes a ladder. It may call f again after a conflict; an error of f is returned, and nothing is changed.
func (s *Service) write(ctx context.Context, id string, f func(d *draft) error) error {
	return store.Retry(func() error {
		head, l, err := s.read(ctx, id)
		if err != nil {
			return err
		}
		d := &draft{head: head, l: l, now: store.Milli(s.Now())}
		if err := f(d); err != nil {
			return apierror.Refused(err)
		}
		wrote, err := s.save(ctx, head, d)
		if wrote {
			s.changed(id)
		}
		return err
	})
}

// save stores the changes of a draft, if any.
func (s *Service) save(ctx context.Context, before ladder, d *draft) (wrote bool, err error) {
	if err := d.encode(); err != nil {
		return false, err
	}
	if bytes.Equal(d.head.State, before.State) && d.head.Due.Equal(before.Due) &&
		d.head.Title == before.Title && d.head.Listed == before.Listed && d.head.Closed == before.Closed {
		return false, nil
	}
	d.head.Version++
	c := change{ladder: d.head}
	if len(d.events) > 0 {
		c.ladder.Changed = d.now
		if c.event, err = json.Marshal(d.events); err != nil {
			return false, err
		}
	}
	for _, e := range d.events {
		switch e.Kind {
		case rungs.Joined:
			c.joined = append(c.joined, e.Player)
		case rungs.Left, rungs.Removed, rungs.Dropped, rungs.Gone:
			c.left = append(c.left, e.Player)
		}
	}
	err = s.kept.change(ctx, c, s.Limits.Joined)
	if errors.Is(err, store.ErrFull) {
		err = apierror.Say(apierror.TooMany, "ladder.manyJoined", "You have reached the limit for ladders. Please leave one first.")
	}
	return err == nil, err
}

// encode writes the draft's state into its stored form.
func (d *draft) encode() (err error) {
	d.head.Due = d.due()
	d.head.State, err = json.Marshal(d.l)
	return err
}

// Lifetimes of unused ladders.
const (
	idleFor   = 180 * 24 * time.Hour // then a ladder is closed
	aloneFor  = 14 * 24 * time.Hour  // the same with fewer than two players
	closedFor = 7 * 24 * time.Hour   // then a closed ladder is deleted
)

// idle returns when a ladder is closed if it is not used before.
func (d *draft) idle() time.Time {
	if len(d.l.Order) < 2 {
		return d.l.Used.Add(aloneFor)
	}
	return d.l.Used.Add(idleFor)
}

// due returns when something is next due in a ladder. The mark of a deleted account stays until the player is
// removed.
func (d *draft) due() time.Time {
	if d.head.Due.Equal(somebodyGone) {
		return d.head.Due
	}
	due := d.idle()
	if d.head.Closed {
		due = d.l.Used.Add(closedFor)
	}
	if at := d.l.Due(); !at.IsZero() && at.Before(due) {
		due = at
	}
	waits := len(d.l.Ends)+len(d.l.Tells) > 0
	for _, c := range d.l.Challenges {
		waits = waits || c.Playing && !c.Made
	}
	if waits && due.After(d.now) {
		due = d.now
	}
	if waits && !d.head.Due.IsZero() && d.head.Due.Before(due) { // it already waits for an earlier time
		due = d.head.Due
	}
	return due
}

// gameID returns the id of a challenge's game. The ids of some games do not reveal another without the
// ladder's own id, which gives access to it anyway.
func gameID(head ladder, number int) string {
	return head.Games + "-" + strconv.Itoa(number) + "-" + identity.Hash(fmt.Sprint("game of a ladder ", head.ID, " ", number))[:16]
}

// parseGame returns the prefix and the number in a game's id; ok is false for other games.
func parseGame(game string) (games string, number int, ok bool) {
	parts := strings.Split(game, "-")
	if len(parts) != 3 {
		return "", 0, false
	}
	number, err := strconv.Atoi(parts[1])
	return parts[0], number, err == nil
}
