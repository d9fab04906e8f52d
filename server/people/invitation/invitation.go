// Package invitation signs people in with a code from the operator: to an account made for them, or to one that they have lost
// access to.
package invitation

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// lifetime is how long a code is valid.
const lifetime = 72 * time.Hour

// The form of a code: 120 random bits as letters and digits, in groups that are easy to read aloud.
const (
	codeBytes = 15
	groupSize = 6
	maxCode   = 100 // longest input in characters
)

var encoding = base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").WithPadding(base32.NoPadding)

// newCode returns a new code.
func newCode() string {
	var b [codeBytes]byte
	_, _ = rand.Read(b[:]) // never fails
	text := encoding.EncodeToString(b[:])
	var groups []string
	for ; text != ""; text = text[groupSize:] {
		groups = append(groups, text[:groupSize])
	}
	return strings.Join(groups, "-")
}

// hashOf returns the hash of a code that the store keeps, in any spelling.
func hashOf(code string) string {
	return identity.Hash("invitation " + identity.PlainCode(strings.ToUpper(code)))
}

// Store is the storage that invitations need.
type Store interface {
	store.DB
	Player(ctx context.Context, id string) (store.Player, error)
}

// Sessions signs users in. *session.Service implements it.
type Sessions interface {
	Start(ctx context.Context, player, device string) (token string, err error)
	// Leave ends the session that the browser had before.
	Leave(ctx context.Context) error
}

// Config configures the route of invitations.
type Config struct {
	Store    Store
	Sessions Sessions
	Rates    *limit.Addresses
	Log      *slog.Logger
	Now      func() time.Time
}

// redeemRate is the sustained number of codes a second that one address may try.
const redeemRate = 0.2

type routes struct{ Config }

// Register adds the route that redeems a code.
func (cfg Config) Register(api endpoint.API) {
	s := &routes{cfg}
	endpoint.Register(api, access.Look, huma.Operation{
		OperationID: "redeem", Method: http.MethodPost, Path: "/api/account/redeem",
		Summary: "Sign in with a code from the operator", MaxBodyBytes: endpoint.MaxBody,
		Errors: []int{http.StatusNotFound, http.StatusTooManyRequests},
	}, endpoint.Limited(s.Rates, "redeem", redeemRate, s.postRedeem))
}

// entrance is the answer to a user who is signed in.
type entrance struct {
	SetCookie []string `header:"Set-Cookie"`
	Body      Redeemed
}

func (s *routes) postRedeem(ctx context.Context, in *struct{ Body Redeem }) (*entrance, error) {
	bad := apierror.Say(apierror.NotFound, "invitation.code", "This code is wrong or has expired. Please ask for a new one.")
	if len(in.Body.Code) > maxCode {
		return nil, bad
	}
	id, err := redeem(ctx, s.Store, hashOf(in.Body.Code), s.Now())
	if errors.Is(err, store.ErrNotFound) {
		return nil, bad
	}
	if err != nil {
		return nil, err
	}
	p, err := s.Store.Player(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, bad // the account was deleted
	}
	if err != nil {
		return nil, err
	}
	token, err := s.Sessions.Start(ctx, id, "a code from the operator")
	if err != nil {
		return nil, err
	}
	if err := s.Sessions.Leave(ctx); err != nil {
		return nil, err
	}
	s.Log.Info("invitation redeemed", "name", p.Name)
	return &entrance{identity.Enter(ctx, id, token), Redeemed{Name: p.Name}}, nil
}
