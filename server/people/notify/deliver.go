package notify

import (
	"context"
	"errors"
	"time"

	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/people/notify/push"
	"moyo/server/store"
)

// deliverTime bounds the lookup and queueing of one message.
const deliverTime = 10 * time.Second

// subscriptionTime is how long a browser keeps its subscription without a visit. Pages renew it every few days.
const subscriptionTime = 60 * 24 * time.Hour

// enqueue queues a delivery, or drops it when the queue is full.
func (s *Service) enqueue(job func(context.Context) error) {
	select {
	case s.jobs <- job:
	default:
		s.Log.Debug("delivery queue full")
	}
}

func (s *Service) deliver() {
	for {
		select {
		case job := <-s.jobs:
			if err := guard.Run(func() error {
				ctx, cancel := context.WithTimeout(s.ctx, deliverTime)
				defer cancel()
				return job(ctx)
			}); err != nil && s.ctx.Err() == nil {
				s.Log.Error("delivery failed", "err", err)
			}
		case <-s.ctx.Done():
			return
		}
	}
}

// pushTo pushes a message to a player's browsers, if the player wants that and the rate limit allows it.
func (s *Service) pushTo(ctx context.Context, player string, kind Kind, m push.Message) error {
	browsers, err := s.rows().subscriptions(ctx, player)
	if err != nil || len(browsers) == 0 {
		return err
	}
	wishes, err := s.wishes(ctx, player)
	if err != nil || !wishes.wants(byPush) || !wishes.wants(string(kind)) {
		return err
	}
	if s.pace.Allow(limit.With(ctx, player), byPush, perPlayer) != nil {
		return nil
	}
	for _, v := range browsers {
		here, err := s.signedIn(ctx, v)
		switch {
		case err != nil:
			return err
		case !here:
			s.gone(ctx, v)
		default:
			s.push.Send(v, m)
		}
	}
	return nil
}

// signedIn reports whether a browser still belongs to its player. The next user of a browser gets no messages.
func (s *Service) signedIn(ctx context.Context, v push.Subscription) (bool, error) {
	if s.Now().Sub(v.Seen) > subscriptionTime {
		return false, nil
	}
	session, err := s.Store.Session(ctx, v.Session)
	if errors.Is(err, store.ErrNotFound) {
		role, err := s.roleOf(ctx, v.Player)
		return role == store.Guest && identity.GuestID(v.Session) == v.Player, err
	}
	return session.Player == v.Player && s.Now().Before(session.Expires), err
}

// gone deletes the subscription of a browser that no longer exists.
func (s *Service) gone(ctx context.Context, v push.Subscription) {
	if err := s.rows().unsubscribe(ctx, v.Player, v.Endpoint); err != nil && !errors.Is(err, store.ErrNotFound) {
		s.Log.Error("push subscription not deleted", "err", err)
	}
}

// EndSession deletes the push subscription of a session that has ended.
func (s *Service) EndSession(session string) {
	s.enqueue(func(ctx context.Context) error {
		return s.rows().endSubscriptions(ctx, session, s.Now().Add(-subscriptionTime))
	})
}
