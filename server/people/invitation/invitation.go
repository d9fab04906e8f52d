// Package invitation lets people sign in with a code that the operator has given
// them: into an account made for them, or one into which they do not find any more.
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

// lifetime is how long a code is good for.
const lifetime = 72 * time.Hour

// The form of a code: 120 random bits in letters and digits, in groups that can be read
// out.
const (
	codeBytes = 15
	groupSize = 6
	maxCode   = 100 // characters that are looked at
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

// hashOf returns what the store keeps of a code, however it is written.
func hashOf(code string) string {
	return identity.Hash("invitation " + identity.PlainCode(strings.ToUpper(code)))
}

// Store is what is kept.
type Store interface {
	store.DB
	Player(ctx context.Context, id string) (store.Player, error)
}

// Sessions sign people in. *session.Service does.
type Sessions interface {
	Start(ctx context.Context, player, device string) (token string, err error)
	// Leave ends what the browser that asks had until now.
	Leave(ctx context.Context) error
}

// Config is what the route of invitations needs.
type Config struct {
	Store    Store
	Sessions Sessions
	Rates    *limit.Addresses
	Log      *slog.Logger
	Now      func() time.Time
}

// redeemRate is how many codes a second one address may try on end.
const redeemRate = 0.2

type routes struct{ Config }

// Register adds the route with which a code is redeemed.
func (cfg Config) Register(api endpoint.API) {
	s := &routes{cfg}
	endpoint.Register(api, access.Look, huma.Operation{
		OperationID: "redeem", Method: http.MethodPost, Path: "/api/account/redeem",
		Summary: "Sign in with a code from the operator", MaxBodyBytes: endpoint.MaxBody,
		Errors: []int{http.StatusNotFound, http.StatusTooManyRequests},
	}, s.postRedeem)
}

// entrance is the answer to somebody who is signed in.
type entrance struct {
	SetCookie []string `header:"Set-Cookie"`
	Body      Redeemed
}

func (s *routes) postRedeem(ctx context.Context, in *struct{ Body Redeem }) (*entrance, error) {
	if err := s.Rates.Allow(ctx, "redeem", redeemRate); err != nil {
		return nil, err
	}
	bad := apierror.Say(apierror.NotFound, "invitation.code", "This code is not good, or not any more. Please ask for another one.")
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
