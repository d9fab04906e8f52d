// Package notify tells players what is waiting for them while they are elsewhere: games in which it is their turn, challenges,
// finished games.
//
// The games themselves know whose turn it is; [Service.Changed] only wakes open pages, so a crash loses nothing. Everything else is
// a notification. The database keeps the newest [maxNotifications] of each account. The end of a game comes from the store's
// outbox and is reported exactly once, even after a crash. Guests cannot be reached later: their notifications go to the pages that
// are open now.
//
// Notifications travel as an event stream to open pages, as push messages to browsers (guests' too), and as an e-mail about
// correspondence games, at most one an hour. Each way and each kind can be switched off.
//
// # Full queues
//
//   - Pages learn that something changed, not what: at most twice a second, with one answer for all pages of a player.
//   - Push messages are dropped for a player who gets too many at once, and when the delivery queue is full. The page still shows the
//     notifications.
package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"moyo/game"
	"moyo/server/base/cluster"
	"moyo/server/base/limit"
	"moyo/server/base/outbox"
	"moyo/server/people/mail"
	"moyo/server/people/notify/push"
	"moyo/server/store"
)

// Games knows which player has which game open; *room.Hub implements it.
type Games interface {
	HereAt(id string, side game.Color, place int) bool
	Watchers(id string) int
}

// Mailer sends e-mails; *mail.Sender implements it.
type Mailer interface {
	SendMessage(ctx context.Context, m mail.Message) error
}

// Config configures a service.
type Config struct {
	Store store.Store
	Games Games
	Rates *limit.Addresses
	Site  string // public address of the server, "https://moyo.example"; "" if unknown
	Push  push.Doer
	Mail  Mailer // nil for none
	// Address returns a player's verified e-mail address, or "". It is nil if the server has no addresses.
	Address func(ctx context.Context, player string) (string, error)
	Cluster *cluster.Cluster // the nodes of the server; nil for a single node
	Log     *slog.Logger
	Now     func() time.Time
}

// The names of the server's secrets in the store.
const (
	pushSecret = "push"
	linkSecret = "unsubscribe"
)

// Service delivers notifications. Create it with New and end it with Close.
type Service struct {
	Config
	push  *push.Sender
	pace  *limit.Addresses // of messages, with players in place of addresses
	links []byte           // the key of links in e-mails
	jobs  chan func(context.Context) error
	later later
	ended *outbox.Listener
	inboxes
	tell     func(players ...string) // wakes their pages, on all nodes
	anyLooks func(context.Context, string) bool
	shows    func(News)     // to a guest's pages on other nodes
	wakes    func(struct{}) // wakes the reader of the outbox, on any node

	ctx  context.Context
	stop context.CancelFunc
	wg   sync.WaitGroup
}

// The bounds of deliveries.
const (
	deliverers = 2
	jobsSize   = 1024
	perPlayer  = 0.2 // sustained push messages a second to one player
)

// New returns a service that works until Close. It creates the server's keys if the store has none.
func New(cfg Config) *Service {
	s := &Service{
		Config: cfg, pace: limit.NewAddresses(0, 0, cfg.Now), jobs: make(chan func(context.Context) error, jobsSize),
		later: newLater(), inboxes: newInboxes(),
	}
	if s.Cluster == nil {
		s.Cluster = cluster.Alone()
	}
	s.tell = cluster.Gather(s.Cluster, "inboxes", func(players []string) {
		for _, player := range players {
			s.wake(player)
		}
	})
	s.anyLooks = cluster.Any(s.Cluster, "looking", s.looking)
	s.shows = cluster.Others(s.Cluster, "passing", func(n News) { s.show(n) })
	s.wakes = cluster.Spread(s.Cluster, "ended", func(struct{}) { s.ended.Wake() })
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.links = s.secret(linkSecret, newLinkKey())
	contact := cfg.Site
	if contact == "" {
		contact = "nobody@localhost"
	}
	s.push = push.New(push.Config{Key: s.secret(pushSecret, push.NewKey()), Contact: contact, Client: cfg.Push, Gone: s.gone, Log: cfg.Log})
	s.ended = outbox.New(outbox.Config{Outbox: cfg.Store, Subscriber: store.SubscriberNotify, Hear: s.hear, Log: cfg.Log})
	s.wg.Go(func() { s.Cluster.Lead(s.ctx, "notices", s.ended.Run) })
	for range deliverers {
		s.wg.Go(s.deliver)
	}
	s.wg.Go(s.runChecks)
	s.wg.Go(func() { s.Cluster.Lead(s.ctx, "reminders", s.remindOfTime) })
	if s.mails() {
		s.wg.Go(func() { s.Cluster.Lead(s.ctx, "letters", s.sendDigests) })
	}
	return s
}

// secret returns a secret of the server. If the store fails, the fresh one is used until the server stops.
func (s *Service) secret(name string, fresh []byte) []byte {
	secret, err := store.Secret(s.ctx, s.Store, name, fresh)
	if err != nil {
		s.Log.Error("cannot store a server key; its links and subscriptions end with this process", "key", name, "err", err)
		return fresh
	}
	return secret
}

// Close ends the streams and deliveries, and waits for them.
func (s *Service) Close() {
	s.stop()
	s.wg.Wait()
	s.push.Close()
}

// Notify sends a player a notification, unless they have switched it off or already have it. Callers must not send the kind
// YourTurn.
func (s *Service) Notify(ctx context.Context, n News) error {
	if !kept[n.Kind] {
		return fmt.Errorf("unknown kind of notification %q", n.Kind)
	}
	role, err := s.hears(ctx, n)
	if err != nil || role == store.Deleted {
		return err
	}
	n.Created = s.Now()
	if role == store.Guest {
		if !s.pass(n) {
			return nil
		}
	} else if _, err = s.rows().save(ctx, n); errors.Is(err, store.ErrExists) {
		return nil
	} else if err != nil {
		return err
	}
	s.announce(n)
	return nil
}

// hears returns the role of a notification's player, or store.Deleted if they do not want it.
func (s *Service) hears(ctx context.Context, n News) (store.Role, error) {
	wishes, err := s.wishes(ctx, n.Player)
	if err != nil || !wishes.wants(string(n.Kind)) {
		return store.Deleted, err
	}
	return s.roleOf(ctx, n.Player)
}

// announce shows and pushes a notification that was just stored, or that a guest gets.
func (s *Service) announce(n News) {
	s.tell(n.Player)
	message := push.Message{Title: titles[n.Kind], Text: n.Text, Path: n.Path, Tag: n.Key}
	s.enqueue(func(ctx context.Context) error { return s.pushTo(ctx, n.Player, n.Kind, message) })
}

// Looking reports whether a player has a page open.
func (s *Service) Looking(ctx context.Context, player string) bool { return s.anyLooks(ctx, player) }

// pass shows a notification to a guest's pages on all nodes, and reports whether it is new to those on this node.
func (s *Service) pass(n News) bool {
	s.shows(n)
	return s.show(n)
}

// roleOf returns the role of a player, who may have no row yet.
func (s *Service) roleOf(ctx context.Context, player string) (store.Role, error) {
	p, err := s.Store.Player(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return store.Guest, nil
	}
	return p.Role, err
}
