package identity

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"

	"moyo/server/base/apierror"
)

// bearerPrefix is the prefix of access tokens, so that a leaked one can be recognised. Tokens of browsers do not have
// it.
const bearerPrefix = "moyo_"

// byToken is the prefix of sessions of programs; the hash of the access token follows. Sessions of browsers are only
// hashes.
const byToken = "token:"

// NewAccessToken returns a new token for a program, of 192 random bits, and its session (see [Who.Session]).
func NewAccessToken() (token, session string) {
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails
	token = bearerPrefix + base64.RawURLEncoding.EncodeToString(b[:])
	return token, byToken + Hash(token)
}

// TokenSession returns the session of the access token with a hash.
func TokenSession(hash string) string { return byToken + hash }

// TokenOf returns the hash of a session's access token. ok is false for the session of a browser.
func TokenOf(session string) (hash string, ok bool) { return strings.CutPrefix(session, byToken) }

// IsBearer reports whether a request carries an access token. Browsers send one to another site only if that site
// allows it, and this one never does. Such a request therefore needs no check of its origin.
func IsBearer(r *http.Request) bool {
	_, ok := bearer(r)
	return ok
}

// bearer returns the access token of a request.
func bearer(r *http.Request) (token string, ok bool) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "bearer")
}

// errToken refuses programs with an invalid token.
var errToken = apierror.Say(apierror.SignedOut, "access.token", "This access token is not valid: it may have been revoked.")

// refuseBearer answers a program with an invalid token.
func refuseBearer(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
	w.Header().Set("Connection", "close") // otherwise the server would wait for the body
	apierror.Write(w, errToken)
}
