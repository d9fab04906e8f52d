// Package notify lets people hear of what awaits them while they look elsewhere:
// games in which it is their turn, challenges, what has ended.
//
// Whose turn it is the games say; [Service.Changed] only wakes those who look, so
// that nothing is missed where a server ends in between. Everything else is a
// notification, kept for those who have an account, the newest
// [store.MaxNotifications] of each. That a game has ended comes from the store's
// outbox, so that it is told once, whatever happens to the server. Guests have no address to come back to: what
// there is for them beside their games is told to the pages they have open now.
//
// The ways are a stream of events to the pages that are open, messages pushed to
// browsers (also guests'), and an e-mail an hour at most about games by
// correspondence. Each way and each kind can be switched off.
//
// # Full queues
//
//   - Pages are told that something changed, not what: however much happens, a page
//     hears of it twice a second at most, and all pages of one person share one
//     answer.
//   - Of somebody who hears of too much at once, and where too many deliveries
//     wait, messages are not pushed; the page has them all the same.
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

// Games know who has which game open; *room.Hub does.
type Games interface {
	HereAt(id string, side game.Color, place int) bool
	Watchers(id string) int
}

// Mailer sends e-mails; *mail.Sender is one.
type Mailer interface {
	SendMessage(ctx context.Context, m mail.Message) error
}

// Config is what a service is made of.
type Config struct {
	Store store.Store
	Games Games
	Rates *limit.Addresses
	Site  string // of the server as people reach it, "https://moyo.example"; "" where that is not known
	Push  push.Doer
	Mail  Mailer // nil for none
	// Address returns the e-mail address that is known to be a player's, "" for none.
	// It is nil where there are none.
	Address func(ctx context.Context, player string) (string, error)
	Cluster *cluster.Cluster // the nodes of the server; nil for this one alone
	Log     *slog.Logger
	Now     func() time.Time
}

// The names of the server's own secrets.
const (
	pushSecret = "push"
	linkSecret = "unsubscribe"
)

// Service lets people hear of things. Make it with New, end it with Close.
type Service struct {
	Config
	push  *push.Sender
	pace  *limit.Addresses // of messages to one player, who takes the place of the address
	links []byte           // the key of links in e-mails
	jobs  chan func(context.Context) error
	later later
	ended *outbox.Listener
	inboxes
	tell     func(players ...string) // wakes their pages, on all nodes
	anyLooks func(context.Context, string) bool
	shows    func(store.Notification) // to a guest's pages on other nodes
	wakes    func(struct{})           // the listener to ends, wherever it is

	ctx  context.Context
	stop context.CancelFunc
	wg   sync.WaitGroup
}

// The bounds of deliveries.
const (
	deliverers = 2
	jobsSize   = 1024
	perPlayer  = 0.2 // messages a second that one player is pushed on end
)

// New returns a service that works until Close. The server's keys are made where
// the store has none yet.
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
	s.shows = cluster.Others(s.Cluster, "passing", func(n store.Notification) { s.show(n) })
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
	s.wg.Go(s.lookLater)
	s.wg.Go(func() { s.Cluster.Lead(s.ctx, "reminders", s.remindOfTime) })
	if s.mails() {
		s.wg.Go(func() { s.Cluster.Lead(s.ctx, "letters", s.sendDigests) })
	}
	return s
}

// secret returns a secret of the server. Where the store fails there is a fresh one
// for as long as the server runs.
func (s *Service) secret(name string, fresh []byte) []byte {
	secret, err := s.Store.Secret(s.ctx, name, fresh)
	if err != nil {
		s.Log.Error("a key of the server cannot be kept; what is made with it ends with the server", "key", name, "err", err)
		return fresh
	}
	return secret
}

// Close ends the streams and what is being delivered, and waits for it.
func (s *Service) Close() {
	s.stop()
	s.wg.Wait()
	s.push.Close()
}

// Notify lets a player hear of something, unless they do not want to or have heard
// of it before. Of kind, YourTurn is not for others to say.
func (s *Service) Notify(ctx context.Context, n store.Notification) error {
	if !kept[n.Kind] {
		return fmt.Errorf("there is no kind of notification %q", n.Kind)
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
	} else if _, err = s.Store.SaveNotification(ctx, n); errors.Is(err, store.ErrExists) {
		return nil
	} else if err != nil {
		return err
	}
	s.announce(n)
	return nil
}

// hears returns the role of whom a notification is for, or that of those who hear
// nothing, store.Deleted, where they do not want to.
func (s *Service) hears(ctx context.Context, n store.Notification) (store.Role, error) {
	wishes, err := s.wishes(ctx, n.Player)
	if err != nil || !wishes.wants(string(n.Kind)) {
		return store.Deleted, err
	}
	return s.roleOf(ctx, n.Player)
}

// announce shows and pushes a notification that has just been kept, or passes.
func (s *Service) announce(n store.Notification) {
	s.tell(n.Player)
	message := push.Message{Title: titles[n.Kind], Text: n.Text, Path: n.Path, Tag: n.Key}
	s.enqueue(func(ctx context.Context) error { return s.pushTo(ctx, n.Player, n.Kind, message) })
}

// Looking says whether a player has a page open.
func (s *Service) Looking(ctx context.Context, player string) bool { return s.anyLooks(ctx, player) }

// pass shows a notification to a guest's pages, and says whether those here were not
// shown it before.
func (s *Service) pass(n store.Notification) bool {
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
