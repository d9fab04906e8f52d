// Package ladders runs club ladders, on which people challenge players above them. Package rungs says what a ladder is.
// This package keeps ladders, makes their games, takes the results, and answers requests. The standing tournament of
// programs that `moyo ladder` directs is another thing.
//
// A ladder is one row of the store with a version. A writer replaces the version that it has read; one that loses the race
// reads the ladder again and retries. So any node may write, and a server can end at any time. What follows from a change (a
// game to make or to end, people to tell) stands in the ladder until it is done. Nothing is done twice: the ids of games
// follow from the numbers of challenges, and each notification has a key.
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
	"moyo/server/store"
)

// Store is what is kept.
type Store interface {
	store.DB
	store.Outbox
	Load(ctx context.Context, id string) (store.Game, []store.Entry, error)
	Games(ctx context.Context, ids []string) ([]store.Game, error)
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
	Vacations(ctx context.Context, player string) ([]store.Vacation, error)
}

// Terms say who may make which games, and play whom; *pairing.Terms does.
type Terms interface {
	ToMake(ctx context.Context, setup match.Setup, who identity.Who) error
	ToJoin(ctx context.Context, setup match.Setup, who identity.Who) error
}

// Config is what ladders are made of.
type Config struct {
	Store  Store
	Games  schedule.Games
	Boards convert.Boards
	// Blocked says whether either of two has blocked the other.
	Blocked func(ctx context.Context, player, other string) (bool, error)
	// Plain returns what games with sides by lot are made of, without seats, or what is wrong with
	// it; *pairing.Service does.
	Plain     func(ctx context.Context, board, rules, clock string) (match.Setup, error)
	Terms     Terms
	Strengths interface {
		Text(ctx context.Context, seat match.Seat, setup match.Setup) string
	}
	Notify   func(ctx context.Context, n store.Notification) error
	Skeleton func(name string) string // of a name, "" for an impossible one
	Rates    *limit.Addresses
	Budget   *storage.Budget
	Cluster  *cluster.Cluster // the nodes of the server; nil for this one alone
	Limits   Limits
	Log      *slog.Logger
	Now      func() time.Time
}

// Limits bound what ladders take.
type Limits struct {
	Own    int         `limit:"ladders" default:"5" help:"club ladders created by one account"`
	All    int         `limit:"all-ladders" default:"500" help:"club ladders in total"`
	Joined int         `limit:"ladders-joined" default:"20" help:"club ladders that one account may join"`
	New    limit.Quota `limit:"new-ladders" default:"10/10" help:"club ladders created from one address: per day / in quick succession"`
	Lists  float64     `shared:"lists"` // lists and acts a second from one address on end, each
}

// Task is the name of what one node of a server does for all.
const Task = "ladders"

// Service runs ladders.
type Service struct {
	Config
	kept    ladders
	names   *names.Names
	ctx     context.Context  // ends with the server
	ended   *outbox.Listener // to the ends of games
	changed func(id string)  // tells all nodes
	wakes   func(struct{})   // the listener, wherever it is

	began time.Time // when this node began to look after ladders
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

// Ended has the service look for games that have ended. It does not wait.
func (s *Service) Ended() { s.wakes(struct{}{}) }

// errUnknown is the error of an id that nothing has.
var errUnknown = apierror.Say(apierror.NotFound, "ladder.unknown", "There is no such ladder.")

// read returns a ladder as it is now.
func (s *Service) read(ctx context.Context, id string) (ladder, *rungs.Ladder, error) {
	head, err := document.Find(ctx, id, s.kept.one, errUnknown)
	if err != nil {
		return head, nil, err
	}
	l, err := stateOf(head)
	return head, l, err
}

// stateOf returns what a ladder is.
func stateOf(head ladder) (*rungs.Ladder, error) {
	l, err := document.Decode[rungs.Ladder]("ladder", head.ID, head.State)
	return &l, err
}

// draft is a ladder that is about to change.
type draft struct {
	head   ladder
	l      *rungs.Ladder
	now    time.Time
	events []rungs.Event
}

// add notes what a change of the ladder says.
func (d *draft) add(events ...rungs.Event) { d.events = append(d.events, events...) }

// write changes a ladder. f may be called again; its error is the answer, and changes nothing.
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

// save writes down what a draft has changed, if anything.
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
		err = apierror.Say(apierror.TooMany, "ladder.manyJoined", "You are on as many ladders as one may be. Leave one first.")
	}
	return err == nil, err
}

// encode puts what a draft is into what is kept.
func (d *draft) encode() (err error) {
	d.head.Due = d.due()
	d.head.State, err = json.Marshal(d.l)
	return err
}

// The life of a ladder that is not used.
const (
	idleFor   = 180 * 24 * time.Hour // then it is closed
	aloneFor  = 14 * 24 * time.Hour  // then it is where fewer than two are on it
	closedFor = 7 * 24 * time.Hour   // then a closed one is forgotten
)

// idle returns when a ladder is closed if it is not used until then.
func (d *draft) idle() time.Time {
	if len(d.l.Order) < 2 {
		return d.l.Used.Add(aloneFor)
	}
	return d.l.Used.Add(idleFor)
}

// due returns when there is something to do in a ladder next. The mark that somebody's account was deleted stays until
// they were taken off.
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
	if waits && !d.head.Due.IsZero() && d.head.Due.Before(due) { // it waits for that already
		due = d.head.Due
	}
	return due
}

// gameID returns the id of the game of a challenge. Who knows those of some games can guess no other one without the
// ladder's own id, with which they could see it anyway.
func gameID(head ladder, number int) string {
	return head.Games + "-" + strconv.Itoa(number) + "-" + identity.Hash(fmt.Sprint("game of a ladder ", head.ID, " ", number))[:16]
}

// parseGame returns the beginning of a game's id, and its number; ok is false for the id of another game.
func parseGame(game string) (games string, number int, ok bool) {
	parts := strings.Split(game, "-")
	if len(parts) != 3 {
		return "", 0, false
	}
	number, err := strconv.Atoi(parts[1])
	return parts[0], number, err == nil
}
