// Package identity tells the people of a server apart: guests, by a token in a
// cookie. It also makes ids that cannot be guessed, and names fit to be shown.
package identity

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"net/http"
	"strings"
	"unicode"
)

// A guest is known by a random token in a cookie. Seats belong to
// tokens. The store sees a hash of the token only, so that whoever reads the
// database cannot play for its people.
const guestCookie = "moyo_guest"

// guestYears is how long a browser keeps its token.
const guestYears = 5

type guestKey struct{}

// Identify gives every request its guest, and a new token to a browser that has
// none.
func Identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := ""
		if c, err := r.Cookie(guestCookie); err == nil && validToken(c.Value) {
			token = c.Value
		} else {
			token = newToken()
			w.Header().Set("Cache-Control", "private, no-cache") // nobody else shall get it from a proxy
			http.SetCookie(w, &http.Cookie{
				Name: guestCookie, Value: token, Path: "/", MaxAge: guestYears * 365 * 24 * 3600,
				HttpOnly: true, SameSite: http.SameSiteLaxMode,
				Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https", // a liar harms only their own browser
			})
		}
		sum := sha256.Sum256([]byte(token))
		ctx := context.WithValue(r.Context(), guestKey{}, hex.EncodeToString(sum[:16]))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// Guest returns the hash of the request's token.
func Guest(ctx context.Context) string {
	g, _ := ctx.Value(guestKey{}).(string)
	return g
}

func newToken() string {
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

// maxName is the length of a player's or board's name, in characters.
const maxName = 40

// CleanName returns a name that can be shown anywhere: one line, no control
// characters or marks that turn the direction of the text, not too long.
func CleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsGraphic(r) || r == unicode.ReplacementChar || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	if runes := []rune(name); len(runes) > maxName {
		name = strings.TrimSpace(string(runes[:maxName]))
	}
	return name
}
