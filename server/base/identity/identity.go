// Package identity tells the people of a server apart, by a token in a cookie, and
// their programs by an access token in a header. It also makes ids that cannot be guessed, and names fit to be shown.
//
// A browser has a token of 128 random bits; the server keeps no more than its
// hash, so that whoever reads the database can play for nobody. Where the hash is
// that of a session, the player of that session asks; else a guest, whose id as a
// player comes from the token too, and who needs nothing to be kept for that.
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

// The names of the cookie: where the connection is safe, browsers make sure that
// no other host or path has set it. guestSuffix is that of the cookie which keeps
// the guest's token while somebody is signed in to an account that was there before:
// what the browser played as a guest is there again once they sign out. oldCookie is
// how guests were known before there were accounts.
const (
	safeCookie  = "__Host-moyo"
	plainCookie = "moyo"
	guestSuffix = "-guest"
	oldCookie   = "moyo_guest"
)

// tokenYears is how long a browser keeps its token.
const tokenYears = 5

// Who is who asks.
type Who struct {
	Player    string // id
	Session   string // hash of the token: what ends with it is the session's; of a program see [TokenOf]
	Role      store.Role
	Name      string    // of the account, "" for a guest
	Suspended bool      // they may only watch
	Until     time.Time // of the suspension
	Why       string    // of the suspension
	Class     string    // of a pupil: the id of the class, whose first name is in Name
	Scopes    Scopes    // of a program: what its token allows; 0 for who came by themselves
}

// IsProgram says whether a program asks: of a bot account, or by an access token of a person.
func (w Who) IsProgram() bool { return w.Role == store.Bot || w.Scopes != 0 }

// ErrMoved is that the guest of a token has just got an account: their browser has
// another token by now, or will in a moment. It is a store.ErrNotFound.
var ErrMoved = apierror.Wrap(apierror.BadRequest, store.ErrNotFound, "account.justMade",
	"An account has just been made in this browser. Please reload the page.")

// Sessions know who a token stands for. *session.Service does.
type Sessions interface {
	// Who returns who asks with a token of that hash. The error is
	// store.ErrNotFound where nobody may use it any more, ErrMoved for the first
	// moments of that.
	Who(ctx context.Context, hash string) (Who, error)
}

type whoKey struct{}

type secureKey struct{}

type tokenKey struct{}

// Identify gives every request its player. That of a program is the one whose access
// token it shows, and its cookies count for nothing. All others get theirs by a cookie, and a browser gets a new token that has
// none, or one that nobody may use any more. The other cookies are a guest's: any host
// of the same domain can set the old one, who could else sign somebody in as somebody
// they are not. A request under way while its guest became a member has no token any
// more, and gets none: the answer would take the browser out of the account again. It
// may read as a guest, and changes nothing.
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
			w.Header().Set("Cache-Control", "private, no-cache") // nobody else shall get it from a proxy
			http.SetCookie(w, Cookie(ctx, token))
		}
		ctx = context.WithValue(context.WithValue(ctx, tokenKey{}, token), whoKey{}, who)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// reads says whether a request changes nothing. What comes over a WebSocket may.
func reads(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && r.Header.Get("Upgrade") == ""
}

// tokenOf returns the token of a request, and whether the browser has to be given
// it: it is new, or that of a guest in another cookie.
func tokenOf(ctx context.Context, r *http.Request) (token string, give bool) {
	for _, name := range []string{cookieName(ctx), cookieName(ctx) + guestSuffix, oldCookie} {
		if c, err := r.Cookie(name); err == nil && validToken(c.Value) {
			return c.Value, name != cookieName(ctx)
		}
	}
	return NewToken(), true
}

// Safe says whether nobody on the way can read a request or change it.
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

// Enter returns the cookies with which a browser becomes the session of a token of a
// player: that of the session, and where the player is not the guest that the browser
// was, that of the guest to come back to. ctx is that of a request.
func Enter(ctx context.Context, player, token string) []string {
	cookies := []string{Cookie(ctx, token).String()}
	if guest, _ := ctx.Value(tokenKey{}).(string); guest != "" && Of(ctx).Role == store.Guest && Of(ctx).Player != player {
		cookies = append(cookies, cookie(ctx, cookieName(ctx)+guestSuffix, guest).String())
	}
	return cookies
}

// Leave returns the cookie with which a browser is nobody's session any more: it is
// the guest that it was before, or a new one. ctx is that of a request.
func Leave(ctx context.Context) string {
	c := Cookie(ctx, "")
	c.MaxAge = -1
	return c.String()
}

// Cookie returns the cookie with which a browser keeps a token. ctx is that of a
// request.
func Cookie(ctx context.Context, token string) *http.Cookie {
	return cookie(ctx, cookieName(ctx), token)
}

func cookie(ctx context.Context, name, token string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: token, Path: "/", MaxAge: tokenYears * 365 * 24 * 3600,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: Safe(ctx),
	}
}

// With returns a context in which somebody asks.
func With(ctx context.Context, who Who) context.Context {
	return context.WithValue(ctx, whoKey{}, who)
}

// Of returns who asks.
func Of(ctx context.Context) Who {
	who, _ := ctx.Value(whoKey{}).(Who)
	return who
}

// Player returns the id of the player who asks.
func Player(ctx context.Context) string { return Of(ctx).Player }

// Hash returns what the server keeps of a token.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// GuestID returns the id as a player of a guest by the hash of their token.
func GuestID(hash string) string { return hash[:32] }

// NewToken returns a token for a browser.
func NewToken() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func validToken(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == 16
}

// idLength is that of an id: 60 random bits, since whoever knows the id of an open
// game can join it.
const idLength = 12

var idEncoding = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// NewID returns an id of a game or collection that cannot be guessed.
func NewID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return idEncoding.EncodeToString(b[:])[:idLength]
}

// NameOf returns the name under which somebody plays: that of their account, or
// of a guest the one that they give.
func NameOf(who Who, given string) string {
	if who.Name != "" {
		return who.Name
	}
	return CleanName(given)
}

// maxName is the length of a player's or board's name, in characters.
const maxName = 40
