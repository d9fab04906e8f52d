// Package profile serves the public view of accounts: a profile, the results between two players, and which followed players are
// online. It reads public games, and for the caller's own profile the private ones too.
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
	"moyo/server/people/relation"
	"moyo/server/store"
)

// Store is the storage that profiles need.
type Store interface {
	store.DB
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
	List(ctx context.Context, q store.Query) ([]store.Game, error)
}

// Config configures profiles.
type Config struct {
	Store    Store
	Rates    *limit.Addresses
	Rate     float64                                       // sustained profiles a second of one address
	Skeleton func(name string) string                      // what names that look alike have in common, "" for an invalid name
	Here     func(ctx context.Context, player string) bool // whether a player has the page open
	Watchers func(game string) int                         // number of spectators of a game
	Offered  func(engine string) bool                      // whether the engine exists
	Now      func() time.Time
}

type routes struct{ Config }

func (s *routes) relations() relation.Kept { return relation.Kept{DB: s.Store} }

// Register adds the routes of profiles.
func (cfg Config) Register(api endpoint.API) {
	s := &routes{cfg}
	errs := []int{http.StatusNotFound, http.StatusTooManyRequests}
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "profile", Method: http.MethodGet, Path: "/api/people/{name}",
		Summary: "The profile of a player", Errors: errs,
	}, endpoint.Limited(s.Rates, "people", s.Rate, s.getProfile))
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "meetings", Method: http.MethodGet, Path: "/api/people/{name}/against/{other}",
		Summary: "The results between two players", Errors: errs,
	}, endpoint.Limited(s.Rates, "people", s.Rate, s.getMeetings))
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "following", Method: http.MethodGet, Path: "/api/me/following",
		Summary: "The players that the caller follows, and whether they are online", Errors: errs[1:],
	}, s.getFollowing)
}

// named returns the player with a name.
func (s *routes) named(ctx context.Context, name string) (store.Player, error) {
	p, err := s.Store.PlayerNamed(ctx, s.Skeleton(name))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return p, apierror.Say(apierror.NotFound, "people.nobody", "There is no player called %.60q.", name)
	case err == nil && p.Role == store.Deleted:
		return p, apierror.Say(apierror.NotFound, "people.gone", "This account was deleted. Its name cannot be used again.")
	}
	return p, err
}

type nameInput struct {
	Name string `path:"name" maxLength:"200" doc:"of an account"`
}

func (s *routes) getProfile(ctx context.Context, in *nameInput) (*endpoint.Answer[Profile], error) {
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

// finished is the phase of games with a result.
var finished = []match.Phase{match.Finished}

// relate sets the fields of a profile that depend on the caller.
func (s *routes) relate(ctx context.Context, out *Profile, asks, player string) (err error) {
	if out.Follows, err = s.relations().Has(ctx, asks, relation.Follow, player); err != nil {
		return err
	}
	out.Blocks, err = s.relations().Has(ctx, asks, relation.Block, player)
	return err
}

type againstInput struct {
	Name  string `path:"name" maxLength:"200" doc:"of an account"`
	Other string `path:"other" maxLength:"200" doc:"name of an account, or id of an engine"`
}

func (s *routes) getMeetings(ctx context.Context, in *againstInput) (*endpoint.Answer[Meetings], error) {
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
