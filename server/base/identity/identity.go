// Package identity identifies the players of a server by a token in a cookie, and their programs by an access token
// in a header. It also creates ids that cannot be guessed, and cleans names.
//
// A browser has a token of 128 random bits. The server keeps only its hash, so a reader of the database cannot play
// for others. If the hash belongs to a session, the request comes from the session's player. Otherwise it comes from
// a guest, whose player id is derived from the token, so guests need no storage.
package identity

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"net/http"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/proxy"
	"moyo/server/store"
)

// Names of the cookie. On a secure connection, browsers guarantee that no other host or path has set it. guestSuffix
// marks the cookie that keeps the guest's token while the browser is signed in to an older account, so that its guest
// is back after signing out. oldCookie identified guests before there were accounts.
const (
	safeCookie  = "__Host-moyo"
	plainCookie = "moyo"
	guestSuffix = "-guest"
	oldCookie   = "moyo_guest"
)

// tokenYears is the lifetime of a browser's token.
const tokenYears = 5

// Who identifies the caller.
type Who struct {
	Player    string // id
	Session   string // hash of the token; for a program see [TokenOf]
	Role      store.Role
	Name      string    // of the account, "" for a guest
	Suspended bool      // they may only watch
	Until     time.Time // of the suspension
	Why       string    // of the suspension
	Class     string    // of a pupil: the id of the class; Name has the first name
	Scopes    Scopes    // of a program: what its token allows; 0 for a browser
}

// IsProgram reports whether the caller is a bot account or uses a person's access token.
func (w Who) IsProgram() bool { return w.Role == store.Bot || w.Scopes != 0 }

// ErrMoved is the error for a token whose guest has just created an account. Their browser gets another token. It is
// a store.ErrNotFound.
var ErrMoved = apierror.Wrap(apierror.BadRequest, store.ErrNotFound, "account.justMade",
	"You have just created an account in this browser. Please reload the page.")

// Sessions identifies players by tokens. *session.Service implements it.
type Sessions interface {
	// Who returns the player with the token of a hash. The error is store.ErrNotFound if the token is no longer
	// valid, or ErrMoved for a short time after a guest has created an account.
	Who(ctx context.Context, hash string) (Who, error)
}

type whoKey struct{}

type secureKey struct{}

type tokenKey struct{}

// Identify adds the caller to the context of every request. A program is identified by its access token alone, and
// its cookies are ignored. A browser is identified by its cookie, and gets a new token if it has none or an invalid
// one.
//
// Tokens in the other cookies count only for guests. Any host of the same domain can set the old cookie, and could
// otherwise sign a browser in to another account.
//
// A request that was sent while its guest created an account has no valid token. It gets no new one, because the
// answer would sign the browser out again. It may read as a guest, and changes nothing.
func Identify(sessions Sessions, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), secureKey{}, proxy.Encrypted(r))
		if token, ok := bearer(r); ok {
			r.Header.Del("Cookie")
			who, err := sessions.Who(ctx, byToken+Hash(token))
			switch {
			case errors.Is(err, store.ErrNotFound):
				refuseBearer(w)
			case err != nil:
				apierror.Write(w, err)
			default:
				next.ServeHTTP(w, r.WithContext(With(ctx, who)))
			}
			return
		}
		token, give := tokenOf(ctx, r)
		who, err := sessions.Who(ctx, Hash(token))
		moved := errors.Is(err, ErrMoved)
		if moved && !reads(r) {
			apierror.Write(w, err)
			return
		}
		if errors.Is(err, store.ErrNotFound) || err == nil && give && who.Role != store.Guest {
			token, give = NewToken(), true
			who, err = sessions.Who(ctx, Hash(token))
		}
		if err != nil {
			apierror.Write(w, err)
			return
		}
		if give && !moved {
			w.Header().Set("Cache-Control", "private, no-cache") // proxies must not serve it to others
			http.SetCookie(w, Cookie(ctx, token))
		}
		ctx = context.WithValue(context.WithValue(ctx, tokenKey{}, token), whoKey{}, who)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// reads reports whether a request changes nothing. A WebSocket may change something.
func reads(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && r.Header.Get("Upgrade") == ""
}

// tokenOf returns the token of a request. give reports whether the answer must set it as a cookie, because it is new
// or a guest's token from another cookie.
func tokenOf(ctx context.Context, r *http.Request) (token string, give bool) {
	for _, name := range []string{cookieName(ctx), cookieName(ctx) + guestSuffix, oldCookie} {
		if c, err := r.Cookie(name); err == nil && validToken(c.Value) {
			return c.Value, name != cookieName(ctx)
		}
	}
	return NewToken(), true
}

// Safe reports whether the connection is encrypted, so that it cannot be read or changed on the way.
func Safe(ctx context.Context) bool {
	safe, _ := ctx.Value(secureKey{}).(bool)
	return safe
}

func cookieName(ctx context.Context) string {
	if Safe(ctx) {
		return safeCookie
	}
	return plainCookie
}

// Enter returns the cookies that sign a browser in: the session's cookie and, unless player is the browser's guest, a
// cookie that keeps the guest's token. ctx is that of a request.
func Enter(ctx context.Context, player, token string) []string {
	cookies := []string{Cookie(ctx, token).String()}
	if guest, _ := ctx.Value(tokenKey{}).(string); guest != "" && Of(ctx).Role == store.Guest && Of(ctx).Player != player {
		cookies = append(cookies, cookie(ctx, cookieName(ctx)+guestSuffix, guest).String())
	}
	return cookies
}

// Leave returns the cookie that signs a browser out. It becomes its previous guest, or a new one. ctx is that of a
// request.
func Leave(ctx context.Context) string {
	c := Cookie(ctx, "")
	c.MaxAge = -1
	return c.String()
}

// Cookie returns the cookie for a browser's token. ctx is that of a request.
func Cookie(ctx context.Context, token string) *http.Cookie {
	return cookie(ctx, cookieName(ctx), token)
}

func cookie(ctx context.Context, name, token string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: token, Path: "/", MaxAge: tokenYears * 365 * 24 * 3600,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: Safe(ctx),
	}
}

// With returns a context with a caller.
func With(ctx context.Context, who Who) context.Context {
	return context.WithValue(ctx, whoKey{}, who)
}

// Of returns the caller in a context.
func Of(ctx context.Context) Who {
	who, _ := ctx.Value(whoKey{}).(Who)
	return who
}

// Player returns the player id of the caller in a context.
func Player(ctx context.Context) string { return Of(ctx).Player }

// Hash returns the hash of a token, which the server stores.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// GuestID returns the player id of a guest from the hash of their token.
func GuestID(hash string) string { return hash[:32] }

// NewToken returns a new token for a browser.
func NewToken() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func validToken(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == 16
}

// idLength is the length of an id, 60 random bits. They are secret because anyone who knows the id of an open game
// can join it.
const idLength = 12

var idEncoding = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// NewID returns an unguessable id for a game or a collection.
func NewID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return idEncoding.EncodeToString(b[:])[:idLength]
}

// NameOf returns the player's name: that of their account, or for a guest the given one.
func NameOf(who Who, given string) string {
	if who.Name != "" {
		return who.Name
	}
	return CleanName(given)
}

// maxName is the maximum length of a player's or board's name, in characters.
const maxName = 40
