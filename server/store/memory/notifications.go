package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// notifications are what people shall hear of, under the store's lock.
type notifications struct {
	lastID        int64
	kept          map[string][]store.Notification // by player, oldest first
	wishes        map[string]wish
	subscriptions map[string]store.Subscription // by endpoint
	digests       map[string]digest
	secrets       map[string][]byte
}

type wish struct {
	body    []byte
	updated time.Time
}

type digest struct{ since, sent time.Time } // since is zero where there is nothing

func newNotifications() notifications {
	return notifications{
		kept: map[string][]store.Notification{}, wishes: map[string]wish{},
		subscriptions: map[string]store.Subscription{}, digests: map[string]digest{}, secrets: map[string][]byte{},
	}
}

// change calls f with the store locked, unless it is closed.
func (s *Store) change(f func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	return f()
}

// SaveNotification implements store.Notifications.
func (s *Store) SaveNotification(_ context.Context, n store.Notification) (int64, error) {
	err := s.change(func() error { return s.notifications.save(&n) })
	return n.ID, err
}

// save keeps a notification and gives it its id, or returns store.ErrExists.
func (k *notifications) save(n *store.Notification) error {
	mine := k.kept[n.Player]
	if slices.ContainsFunc(mine, func(old store.Notification) bool { return old.Key == n.Key }) {
		return store.ErrExists
	}
	k.lastID++
	n.ID, n.Created, n.Read = k.lastID, store.Milli(n.Created), false
	mine = append(mine, *n)
	k.kept[n.Player] = mine[max(0, len(mine)-store.MaxNotifications):]
	return nil
}

// NotifyOf implements store.Notifications.
func (s *Store) NotifyOf(_ context.Context, number int64, list []store.Notification) (kept []store.Notification, err error) {
	err = s.change(func() error {
		for _, n := range list {
			if s.notifications.save(&n) == nil { // else they have it
				kept = append(kept, n)
			}
		}
		s.rated.hear(store.SubscriberNotify, number)
		return nil
	})
	return kept, err
}

// Notifications implements store.Notifications.
func (s *Store) Notifications(_ context.Context, player string) ([]store.Notification, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := append([]store.Notification{}, s.kept[player]...)
	slices.Reverse(found)
	return found, nil
}

// ReadNotifications implements store.Notifications.
func (s *Store) ReadNotifications(_ context.Context, player string, upTo int64) error {
	return s.change(func() error {
		for i := range s.kept[player] {
			if n := &s.kept[player][i]; n.ID <= upTo {
				n.Read = true
			}
		}
		return nil
	})
}

// SaveWishes implements store.Notifications.
func (s *Store) SaveWishes(_ context.Context, player string, wishes []byte, at time.Time) error {
	return s.change(func() error {
		s.wishes[player] = wish{slices.Clone(wishes), store.Milli(at)}
		return nil
	})
}

// Wishes implements store.Notifications.
func (s *Store) Wishes(_ context.Context, player string) ([]byte, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	wishes, ok := s.wishes[player]
	if !ok {
		return nil, store.ErrNotFound
	}
	return slices.Clone(wishes.body), nil
}

// SaveSubscription implements store.Notifications.
func (s *Store) SaveSubscription(_ context.Context, v store.Subscription) error {
	return s.change(func() error {
		v.Seen = store.Milli(v.Seen)
		s.subscriptions[v.Endpoint] = v
		mine := s.subscriptionsOf(v.Player)
		for _, old := range mine[min(len(mine), store.MaxSubscriptions):] {
			delete(s.subscriptions, old.Endpoint)
		}
		return nil
	})
}

func (s *Store) subscriptionsOf(player string) []store.Subscription {
	found := []store.Subscription{}
	for _, v := range s.subscriptions {
		if v.Player == player {
			found = append(found, v)
		}
	}
	slices.SortFunc(found, func(a, b store.Subscription) int {
		return cmp.Or(b.Seen.Compare(a.Seen), strings.Compare(a.Endpoint, b.Endpoint))
	})
	return found
}

// Subscriptions implements store.Notifications.
func (s *Store) Subscriptions(_ context.Context, player string) ([]store.Subscription, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.subscriptionsOf(player), nil
}

// EndSubscription implements store.Notifications.
func (s *Store) EndSubscription(_ context.Context, player, endpoint string) error {
	return s.change(func() error {
		if v, ok := s.subscriptions[endpoint]; !ok || v.Player != player {
			return store.ErrNotFound
		}
		delete(s.subscriptions, endpoint)
		return nil
	})
}

// EndSubscriptions implements store.Notifications.
func (s *Store) EndSubscriptions(_ context.Context, session string, before time.Time) error {
	return s.change(func() error {
		maps.DeleteFunc(s.subscriptions, func(_ string, v store.Subscription) bool {
			return v.Session == session || v.Seen.Before(store.Milli(before))
		})
		return nil
	})
}

// WantDigest implements store.Notifications.
func (s *Store) WantDigest(_ context.Context, player string, since time.Time) error {
	return s.change(func() error {
		d := s.digests[player]
		if d.since.IsZero() {
			d.since = store.Milli(since)
		}
		s.digests[player] = d
		return nil
	})
}

// Digests implements store.Notifications.
func (s *Store) Digests(_ context.Context, since, sent time.Time, limit int) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	players := []string{}
	for player, d := range s.digests {
		if !d.since.IsZero() && !d.since.After(since) && !d.sent.After(sent) {
			players = append(players, player)
		}
	}
	slices.SortFunc(players, func(a, b string) int {
		return cmp.Or(s.digests[a].since.Compare(s.digests[b].since), strings.Compare(a, b))
	})
	return players[:min(limit, len(players))], nil
}

// TakeDigest implements store.Notifications.
func (s *Store) TakeDigest(_ context.Context, player string, last, at time.Time) (mine bool, err error) {
	err = s.change(func() error {
		if d := s.digests[player]; !d.since.IsZero() && !d.sent.After(last) {
			s.digests[player], mine = digest{sent: store.Milli(at)}, true
		}
		return nil
	})
	return mine, err
}

// Secret implements store.Notifications.
func (s *Store) Secret(_ context.Context, name string, fresh []byte) (secret []byte, err error) {
	err = s.change(func() error {
		if _, ok := s.secrets[name]; !ok {
			s.secrets[name] = slices.Clone(fresh)
		}
		secret = slices.Clone(s.secrets[name])
		return nil
	})
	return secret, err
}

// forgetNotifications forgets what a player was told and how, and what others have
// heard of them.
func (s *Store) forgetNotifications(player string) {
	delete(s.kept, player)
	delete(s.wishes, player)
	delete(s.digests, player)
	maps.DeleteFunc(s.subscriptions, func(_ string, v store.Subscription) bool { return v.Player == player })
	for other, kept := range s.kept {
		s.kept[other] = slices.DeleteFunc(kept, func(n store.Notification) bool { return n.Sender == player || s.againstTeam(n, player) })
	}
}

// againstTeam says whether somebody was told of a game of teams in which a player was on the
// other side, with the names of all who were.
func (s *Store) againstTeam(n store.Notification, player string) bool {
	id, _ := strings.CutPrefix(n.Path, "/game/")
	k := s.games[id]
	if k == nil || k.game.Partners == 0 {
		return false
	}
	black, white := k.game.Black, k.game.White
	return black.Has(player) && white.Has(n.Player) || white.Has(player) && black.Has(n.Player)
}
