package identity

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"

	"moyo/server/base/apierror"
)

// bearerPrefix is how access tokens begin, so that whoever finds one lying about knows
// what it is. No browser's token does.
const bearerPrefix = "moyo_"

// byToken is how the sessions of programs begin: the hash of the access token follows.
// Those of browsers are hashes alone.
const byToken = "token:"

// NewAccessToken returns a token for a program, of 192 random bits, and the session that
// it is (see [Who.Session]).
func NewAccessToken() (token, session string) {
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails
	token = bearerPrefix + base64.RawURLEncoding.EncodeToString(b[:])
	return token, byToken + Hash(token)
}

// TokenSession returns the session that an access token of that hash is.
func TokenSession(hash string) string { return byToken + hash }

// TokenOf returns the hash of the access token that a session is, if it is one.
func TokenOf(session string) (hash string, ok bool) { return strings.CutPrefix(session, byToken) }

// IsBearer says whether a request comes from a program that shows an access token.
// Browsers send one to another site only where that site has agreed, which this one
// never does; so nothing has to be asked about where such a request was made.
func IsBearer(r *http.Request) bool {
	_, ok := bearer(r)
	return ok
}

// bearer returns the access token of a request, if it shows one.
func bearer(r *http.Request) (token string, ok bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "bearer")
}

// errToken answers programs whose token opens nothing.
var errToken = apierror.Say(apierror.SignedOut, "access.token", "This access token is not known here: it may have been revoked.")

// refuseBearer answers a program whose token opens nothing.
func refuseBearer(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
	w.Header().Set("Connection", "close") // else its body would be waited for
	apierror.Write(w, errToken)
}
