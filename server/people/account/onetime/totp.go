// Package onetime implements the second factor: codes of an authenticator app, which change every 30 seconds (TOTP, RFC 6238), and
// recovery codes on paper. Each code is accepted once.
package onetime

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"image/png"
	"net/url"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

// The settings of codes. Every authenticator app supports these; some ignore any others.
const (
	period      = 30 // seconds
	digits      = otp.DigitsSix
	secretBytes = 20 // as long as the hash, RFC 4226 section 4
)

// skew is how many steps a clock may be off in either direction.
const skew = 1

var secretEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret returns a secret for the server and an app, in base32.
func NewSecret() string {
	b := make([]byte, secretBytes)
	_, _ = rand.Read(b) // never fails
	return secretEncoding.EncodeToString(b)
}

// Step returns the number of the 30-second step that contains a time.
func Step(t time.Time) int64 { return t.Unix() / period }

// Check reports whether code is the app's code for now, for the step before or for the step after. Codes of steps up to last, the
// step of the last accepted code, are refused, so that a code that was watched cannot be used again. It returns the step of the
// code, which is the next last.
func Check(secret, code string, now time.Time, last int64) (step int64, ok bool) {
	code = strings.Join(strings.Fields(code), "") // apps show it as 123 456
	for step := Step(now) - skew; step <= Step(now)+skew; step++ {
		want, err := hotp.GenerateCodeCustom(secret, uint64(step), hotp.ValidateOpts{Digits: digits, Algorithm: otp.AlgorithmSHA1})
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 && step > last {
			return step, true
		}
	}
	return last, false
}

// Link returns a URL with a secret for an app; its QR code has the same text. site and name tell the app's entries apart.
func Link(secret, site, name string) string {
	label := url.PathEscape(site + ":" + name)
	q := url.Values{"secret": {secret}, "issuer": {site}, "period": {fmt.Sprint(period)}, "digits": {digits.String()}, "algorithm": {"SHA1"}}
	return "otpauth://totp/" + label + "?" + strings.ReplaceAll(q.Encode(), "+", "%20") // apps show a plus literally
}

// Picture returns a link as a QR code, a square PNG with the given side in pixels.
func Picture(link string, side int) ([]byte, error) {
	key, err := otp.NewKeyFromURL(link)
	if err != nil {
		return nil, err
	}
	img, err := key.Image(side, side)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = png.Encode(&b, img)
	return b.Bytes(), err
}
