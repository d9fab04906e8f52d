package account

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// maxTokens is the number of access tokens that one player may have.
const maxTokens = 20

func (s *Service) registerTokens(api endpoint.API) {
	endpoint.Register(api, access.Own,
		operation("access-tokens", http.MethodGet, "/api/account/tokens", "The access tokens of the caller"), s.getTokens)
	made := operation("new-access-token", http.MethodPost, "/api/account/tokens", "Create an access token; its secret is shown once")
	made.DefaultStatus = http.StatusCreated
	endpoint.Register(api, access.Member, made, s.postToken)
	endpoint.Register(api, access.Own,
		operation("revoke-access-token", http.MethodDelete, "/api/account/tokens/{id}", "Revoke an access token"), s.deleteToken)
}

func (s *Service) getTokens(ctx context.Context, _ *struct{}) (*endpoint.Answer[AccessTokens], error) {
	found, err := s.Store.Tokens(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	out := AccessTokens{Tokens: []AccessToken{}, Scopes: identity.ScopeNames(), Most: maxTokens}
	for _, t := range found {
		out.Tokens = append(out.Tokens, tokenInfo(t))
	}
	return endpoint.Reply(out), nil
}

// tokenInfo converts a token to its wire form.
func tokenInfo(t store.Token) AccessToken {
	used := ""
	if !t.Used.IsZero() {
		used = text(t.Used)
	}
	return AccessToken{ID: sessionID(t.Hash), Title: t.Title, Scopes: strings.Fields(t.Scopes), Created: text(t.Created), Used: used}
}

// postToken creates a token. A token outlives the browser's session, so this requires a recent sign-in.
func (s *Service) postToken(ctx context.Context, in *struct{ Body NewAccessToken }) (*endpoint.Answer[MadeAccessToken], error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	if err := s.checkFresh(ctx); err != nil {
		return nil, err
	}
	scopes, err := identity.ParseScopes(in.Body.Scopes)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	title := identity.CleanName(in.Body.Title)
	if title == "" {
		return nil, apierror.Say(apierror.BadRequest, "account.tokenTitle",
			"Please name the token, so that you can later tell which program uses it.")
	}
	secret, session := identity.NewAccessToken()
	hash, _ := identity.TokenOf(session)
	t := store.Token{Hash: hash, Player: identity.Player(ctx), Title: title, Scopes: scopes.String(), Created: s.Now()}
	switch err := s.Store.AddToken(ctx, t, maxTokens); {
	case errors.Is(err, store.ErrFull):
		return nil, apierror.Say(apierror.BadRequest, "account.tokens",
			"You already have %d access tokens, which is the limit. Please revoke one that you no longer use.", maxTokens)
	case err != nil:
		return nil, err
	}
	// "Sign out everywhere else" ends sessions first, then tokens: without this check, a token that such a session is just creating
	// would remain.
	if err := s.checkFresh(ctx); err != nil {
		return nil, errors.Join(err, s.endToken(ctx, t))
	}
	return endpoint.Reply(MadeAccessToken{Token: tokenInfo(t), Secret: secret}), nil
}

func (s *Service) deleteToken(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"64"`
}) (*struct{}, error) {
	player := identity.Player(ctx)
	found, err := s.Store.Tokens(ctx, player)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(found, func(t store.Token) bool { return sessionID(t.Hash) == in.ID })
	if i < 0 {
		return nil, apierror.Say(apierror.NotFound, "account.noToken", "This access token does not exist.")
	}
	return nil, s.endToken(ctx, found[i])
}

// endTokens revokes all tokens of a player.
func (s *Service) endTokens(ctx context.Context, player string) error {
	found, err := s.Store.Tokens(ctx, player)
	if err != nil {
		return err
	}
	for _, t := range found {
		if err := s.endToken(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// endToken revokes a token, which may have ended meanwhile.
func (s *Service) endToken(ctx context.Context, t store.Token) error {
	if err := s.Sessions.EndToken(ctx, t.Player, t.Hash); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return nil
}
