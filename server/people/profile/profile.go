// Package profile tells who somebody with an account is: a profile, how two have
// played against each other, and which of those whom somebody follows are here. All
// of it comes from games that everybody may look at, and for oneself from the others.
package profile

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Store is what is read.
type Store interface {
	store.Relations
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
	List(ctx context.Context, q store.Query) ([]store.Game, error)
}

// Config is what profiles are made of.
type Config struct {
	Store    Store
	Rates    *limit.Addresses
	Rate     float64                                       // profiles a second that one address may ask for on end
	Skeleton func(name string) string                      // what names that look alike have in common, "" for what is none
	Here     func(ctx context.Context, player string) bool // whether a player has the page open
	Watchers func(game string) int                         // how many watch a game
	Offered  func(engine string) bool                      // whether there is such an engine
	Now      func() time.Time
}

type routes struct{ Config }

// Register adds the routes of profiles.
func (cfg Config) Register(api endpoint.API) {
	s := &routes{cfg}
	errs := []int{http.StatusNotFound, http.StatusTooManyRequests}
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "profile", Method: http.MethodGet, Path: "/api/people/{name}",
		Summary: "Who somebody is, and how they play", Errors: errs,
	}, s.getProfile)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "meetings", Method: http.MethodGet, Path: "/api/people/{name}/against/{other}",
		Summary: "How the games of two players ended", Errors: errs,
	}, s.getMeetings)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "following", Method: http.MethodGet, Path: "/api/me/following",
		Summary: "Those whom the caller follows, and whether they are here", Errors: errs[1:],
	}, s.getFollowing)
}

// named returns the player of that name.
func (s *routes) named(ctx context.Context, name string) (store.Player, error) {
	p, err := s.Store.PlayerNamed(ctx, s.Skeleton(name))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return p, apierror.Say(apierror.NotFound, "people.nobody", "Nobody here is called %.60q.", name)
	case err == nil && p.Role == store.Deleted:
		return p, apierror.Say(apierror.NotFound, "people.gone", "The account of that name is no more. Nobody gets its name again.")
	}
	return p, err
}

type nameInput struct {
	Name string `path:"name" maxLength:"200" doc:"of an account"`
}

func (s *routes) getProfile(ctx context.Context, in *nameInput) (*endpoint.Answer[Profile], error) {
	if err := s.Rates.Allow(ctx, "people", s.Rate); err != nil {
		return nil, err
	}
	p, err := s.named(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	asks := identity.Player(ctx)
	out := Profile{
		Name: p.Name, Role: string(p.Role), Since: p.Created.Format(time.RFC3339), Suspended: p.Suspended.After(s.Now()), You: p.ID == asks,
	}
	if err := s.relate(ctx, &out, asks, p.ID); err != nil {
		return nil, err
	}
	if out.Here, out.Playing, err = s.presence(ctx, asks, p.ID); err != nil {
		return nil, err
	}
	games, err := s.Store.List(ctx, store.Query{Player: p.ID, Private: out.You, Phases: finished, Limit: counted})
	if err != nil {
		return nil, err
	}
	summarize(&out, p.ID, games)
	return endpoint.Reply(out), nil
}

// finished are the games that have a result.
var finished = []match.Phase{match.Finished}

// relate says in a profile what whoever asks has to do with the player.
func (s *routes) relate(ctx context.Context, out *Profile, asks, player string) (err error) {
	if out.Follows, err = s.Store.HasRelation(ctx, asks, store.Follow, player); err != nil {
		return err
	}
	out.Blocks, err = s.Store.HasRelation(ctx, asks, store.Block, player)
	return err
}

type againstInput struct {
	Name  string `path:"name" maxLength:"200" doc:"of an account"`
	Other string `path:"other" maxLength:"200" doc:"name of an account, or id of an engine"`
}

func (s *routes) getMeetings(ctx context.Context, in *againstInput) (*endpoint.Answer[Meetings], error) {
	if err := s.Rates.Allow(ctx, "people", s.Rate); err != nil {
		return nil, err
	}
	p, err := s.named(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	asks := identity.Player(ctx)
	q := store.Query{Player: p.ID, Private: p.ID == asks, Phases: finished, Limit: counted}
	out := Meetings{Name: p.Name, Other: in.Other, Most: counted, Last: []wire.GameInfo{}}
	if s.Offered(in.Other) {
		q.Engine = in.Other
	} else {
		other, err := s.named(ctx, in.Other)
		if err != nil {
			return nil, err
		}
		out.Other, q.Opponent = other.Name, other.ID
		q.Private = q.Private || other.ID == asks
	}
	games, err := s.Store.List(ctx, q)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		if count(&out.Games, resultOf(g, p.ID)) && len(out.Last) < lastMeetings {
			out.Last = append(out.Last, convert.Info(g, 0))
		}
	}
	return endpoint.Reply(out), nil
}
