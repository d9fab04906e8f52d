// Package relation stores which players a player follows and blocks. Followers see nothing that is not public. A blocked player
// cannot challenge, be paired with, or talk to the one who blocked them, and is not notified.
package relation

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// The bounds of relations.
const (
	most       = 1000 // of a kind and player
	changeRate = 0.5  // sustained changes a second of one address
)

// perAddress bounds the rows that guests of one address create.
var perAddress = limit.Quota{Daily: 2000, AtOnce: 200}

// Store is the storage that relations need.
type Store interface {
	store.DB
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
}

// Config configures relations.
type Config struct {
	Store    Store
	Rates    *limit.Addresses
	Skeleton func(name string) string                       // of a name, "" for an invalid name
	Changed  func(ctx context.Context, player string) error // called when a player's blocks have changed
	Now      func() time.Time
}

func (cfg Config) kept() Kept { return Kept{cfg.Store} }

type routes struct{ Config }

// Register adds the routes of relations.
func (cfg Config) Register(api endpoint.API) {
	s := &routes{cfg}
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "relations", Method: http.MethodGet, Path: "/api/relations",
		Summary: "The players that the caller follows and blocks",
	}, s.getRelations)
	errs := []int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests}
	endpoint.Register(api, access.Take.By(identity.Social), huma.Operation{
		OperationID: "relate", Method: http.MethodPut, Path: "/api/relations/{kind}/{name}",
		Summary: "Follow or block a player", Errors: errs,
	}, s.putRelation)
	endpoint.Register(api, access.Take.By(identity.Social), huma.Operation{
		OperationID: "unrelate", Method: http.MethodDelete, Path: "/api/relations/{kind}/{name}",
		Summary: "Unfollow or unblock a player", Errors: errs,
	}, s.deleteRelation)
}

func (s *routes) getRelations(ctx context.Context, _ *struct{}) (*endpoint.Answer[*Relations], error) {
	out := &Relations{}
	for _, part := range []struct {
		kind Kind
		into *[]string
	}{{Follow, &out.Follows}, {Block, &out.Blocks}} {
		list, err := s.kept().Of(ctx, identity.Player(ctx), part.kind)
		if err != nil {
			return nil, err
		}
		*part.into = []string{}
		for _, r := range list {
			switch p, err := s.Store.Player(ctx, r.Other); {
			case errors.Is(err, store.ErrNotFound): // the account was deleted
			case err != nil:
				return nil, err
			default:
				*part.into = append(*part.into, p.Name)
			}
		}
	}
	return endpoint.Reply(out), nil
}

type relationInput struct {
	Kind string `path:"kind" enum:"follow,block"`
	Name string `path:"name" maxLength:"200" doc:"of an account"`
}

func (s *routes) putRelation(ctx context.Context, in *relationInput) (*struct{}, error) {
	r, err := s.relation(ctx, in)
	if err != nil {
		return nil, err
	}
	if r.Other == r.Player {
		return nil, apierror.Say(apierror.BadRequest, "people.yourself", "This is your own account.")
	}
	switch err := s.kept().Add(ctx, r, most); {
	case errors.Is(err, store.ErrFull):
		return nil, apierror.Say(apierror.TooMany, "people.most", "You can follow or block at most %d players.", most)
	case err != nil:
		return nil, err
	}
	return nil, s.changed(ctx, r)
}

func (s *routes) deleteRelation(ctx context.Context, in *relationInput) (*struct{}, error) {
	r, err := s.relation(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := s.kept().Remove(ctx, r.Player, r.Kind, r.Other); err != nil {
		return nil, err
	}
	return nil, s.changed(ctx, r)
}

// relation returns the relation that a request names, to a player with an account. Guests have relations too.
func (s *routes) relation(ctx context.Context, in *relationInput) (r Relation, err error) {
	if err := s.Rates.Allow(ctx, "relations", changeRate); err != nil {
		return r, err
	}
	if err := s.Rates.Spend(ctx, "relations of a day", perAddress); err != nil {
		return r, err
	}
	other, err := s.Store.PlayerNamed(ctx, s.Skeleton(in.Name))
	if errors.Is(err, store.ErrNotFound) || err == nil && other.Role == store.Deleted {
		return r, apierror.Say(apierror.NotFound, "people.nobody", "There is no player called %.60q.", in.Name)
	}
	return Relation{Player: identity.Player(ctx), Kind: Kind(in.Kind), Other: other.ID, Created: s.Now()}, err
}

func (s *routes) changed(ctx context.Context, r Relation) error {
	if r.Kind != Block {
		return nil
	}
	return s.Changed(ctx, r.Player)
}
