package notify

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/people/notify/push"
	"moyo/server/store"
)

// The sustained request rates of one address, a second.
const (
	reads   = 5
	changes = 1
)

// perAddress bounds the rows that guests of one address create.
var perAddress = limit.Quota{Daily: 2000, AtOnce: 200}

// Register adds the routes to the API.
func (s *Service) Register(api endpoint.API) {
	api.Events(access.See.Pupils(), huma.Operation{
		OperationID: "inbox-events", Path: "/api/me/events", Summary: "The inbox, as server-sent events",
		Responses: map[string]*huma.Response{
			"200": {Description: "An Inbox immediately and after every change"}, "503": {Description: "Too many streams of one player"},
		},
	}, Inbox{}, s.Events)
	api.Handle(access.Look, huma.Operation{ // its link says for whom
		OperationID: "mail-off", Path: "/api/mail/off", Summary: "The link that stops e-mails; a POST stops them immediately",
		Responses: map[string]*huma.Response{"200": {Description: "A page"}, "400": {Description: "The link is incomplete"}},
	}, s.Unsubscribe)
	api.Handle(access.Look, huma.Operation{Method: http.MethodPost, Path: "/api/mail/off"}, s.Unsubscribe)
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "inbox", Method: http.MethodGet, Path: "/api/me/inbox",
		Summary: "The inbox",
	}, endpoint.Limited(s.Rates, "inbox", reads, s.getInbox))
	endpoint.Register(api, access.Look.By(identity.Social).Pupils(), huma.Operation{
		OperationID: "read-notifications", Method: http.MethodPost, Path: "/api/me/notifications/read",
		Summary: "Mark notifications as read", MaxBodyBytes: endpoint.MaxBody, Errors: []int{http.StatusTooManyRequests},
	}, endpoint.Limited(s.Rates, "inbox", reads, s.postRead))
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "notification-settings", Method: http.MethodGet, Path: "/api/me/notifications/settings",
		Summary: "Notification settings",
	}, s.getSettings)
	endpoint.Register(api, access.Look, huma.Operation{
		OperationID: "change-notification-settings", Method: http.MethodPut, Path: "/api/me/notifications/settings",
		Summary: "Change the notification settings", MaxBodyBytes: endpoint.MaxBody,
		Errors: []int{http.StatusBadRequest, http.StatusTooManyRequests},
	}, s.putSettings)
	endpoint.Register(api, access.Look, huma.Operation{
		OperationID: "push", Method: http.MethodPost, Path: "/api/me/push", DefaultStatus: http.StatusNoContent,
		Summary: "Subscribe a browser to push messages", MaxBodyBytes: endpoint.MaxBody,
		Errors: []int{http.StatusBadRequest, http.StatusTooManyRequests},
	}, s.postPush)
	endpoint.Register(api, access.Look, huma.Operation{
		OperationID: "end-push", Method: http.MethodDelete, Path: "/api/me/push", DefaultStatus: http.StatusNoContent,
		Summary: "Unsubscribe a browser from push messages", MaxBodyBytes: endpoint.MaxBody, Errors: []int{http.StatusTooManyRequests},
	}, s.deletePush)
}

func (s *Service) getInbox(ctx context.Context, _ *struct{}) (*endpoint.Answer[*Inbox], error) {
	return s.answer(ctx)
}

func (s *Service) answer(ctx context.Context) (*endpoint.Answer[*Inbox], error) {
	list, err := s.inbox(ctx, identity.Player(ctx), games{})
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(list), nil
}

func (s *Service) postRead(ctx context.Context, in *struct{ Body NotificationsRead }) (*endpoint.Answer[*Inbox], error) {
	player := identity.Player(ctx)
	s.read(player, int64(in.Body.UpTo))
	if err := s.rows().read(ctx, player, int64(in.Body.UpTo)); err != nil {
		return nil, err
	}
	s.tell(player)
	return s.answer(ctx)
}

func (s *Service) getSettings(ctx context.Context, _ *struct{}) (*endpoint.Answer[NotificationSettings], error) {
	player := identity.Player(ctx)
	wishes, err := s.wishes(ctx, player)
	if err != nil {
		return nil, err
	}
	out := NotificationSettings{Off: wishes.Off, PushKey: s.push.PublicKey()}
	if out.Off == nil {
		out.Off = []string{}
	}
	if s.mails() {
		address, err := s.Address(ctx, player)
		if err != nil {
			return nil, err
		}
		out.Mail = address != ""
	}
	return endpoint.Reply(out), nil
}

func (s *Service) putSettings(
	ctx context.Context, in *struct{ Body NotificationSettings },
) (*endpoint.Answer[NotificationSettings], error) {
	if err := s.mayChange(ctx); err != nil {
		return nil, err
	}
	player := identity.Player(ctx)
	if err := s.change(ctx, player, wishes{Off: in.Body.Off}); err != nil {
		return nil, err
	}
	s.tell(player)
	return s.getSettings(ctx, nil)
}

// mayChange applies the rate limit to a change of notification settings.
func (s *Service) mayChange(ctx context.Context) error {
	if err := s.Rates.Allow(ctx, "notifications", changes); err != nil {
		return err
	}
	return s.Rates.Spend(ctx, "notifications of a day", perAddress)
}

func (s *Service) postPush(ctx context.Context, in *struct{ Body PushSubscription }) (*struct{}, error) {
	if err := s.mayChange(ctx); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	v := push.Subscription{
		Endpoint: in.Body.Endpoint, Player: who.Player, Session: who.Session,
		Key: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth, Seen: s.Now(),
	}
	if err := push.Check(v); err != nil {
		return nil, err
	}
	return nil, s.rows().subscribe(ctx, v)
}

func (s *Service) deletePush(ctx context.Context, in *struct{ Body PushSubscription }) (*struct{}, error) {
	if err := s.mayChange(ctx); err != nil {
		return nil, err
	}
	err := s.rows().unsubscribe(ctx, identity.Player(ctx), in.Body.Endpoint)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil // as was asked for
	}
	return nil, err
}
