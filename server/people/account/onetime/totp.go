// Package onetime is the second proof of who signs in: codes of an authenticator
// app, which change every 30 seconds (TOTP, RFC 6238), and recovery codes on paper.
// Each is taken once.
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

// The settings of codes: those that every authenticator app has, some of which
// ignore any others.
const (
	period      = 30 // seconds
	digits      = otp.DigitsSix
	secretBytes = 20 // as long as the hash, RFC 4226 section 4
)

// skew is how many steps a clock may be off to either side.
const skew = 1

var secretEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret returns what the server and an app share, in base32.
func NewSecret() string {
	b := make([]byte, secretBytes)
	_, _ = rand.Read(b) // never fails
	return secretEncoding.EncodeToString(b)
}

// Step returns the number of the 30 seconds that a time is in.
func Step(t time.Time) int64 { return t.Unix() / period }

// Check says whether code is one that an app with that secret shows now, or did a
// step ago, or will in a step. Codes of steps up to last, the step of the last code
// that was taken, are refused, so that nobody uses a code that they saw
// somebody type. It returns the step of the code: the next last.
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

// Link returns what an app takes a secret from: a URL, which is also the text of
// its picture. site and name tell the app's entries apart.
func Link(secret, site, name string) string {
	label := url.PathEscape(site + ":" + name)
	q := url.Values{"secret": {secret}, "issuer": {site}, "period": {fmt.Sprint(period)}, "digits": {digits.String()}, "algorithm": {"SHA1"}}
	return "otpauth://totp/" + label + "?" + strings.ReplaceAll(q.Encode(), "+", "%20") // apps show a plus as it is
}

// Picture returns a link as a QR code to be photographed, a square PNG of so many
// pixels a side.
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
