package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"moyo/server/base/apierror"
)

// The bounds of a subscription.
const (
	maxEndpoint = 1000 // characters
	authLength  = 16   // bytes
)

// Subscription is a browser that receives push messages for a player.
type Subscription struct {
	Endpoint string // address of the push service, which names the browser
	Player   string // id
	Session  string // hash of the session, or of a guest's token, in which it was made
	Key      string // the browser's public key, in the browser's encoding
	Auth     string // the shared secret, in the browser's encoding
	Seen     time.Time
}

// Check returns an error for an invalid subscription from a stranger. The address is checked again for each message.
func Check(v Subscription) error {
	if len(v.Endpoint) > maxEndpoint {
		return apierror.New(apierror.BadRequest, "The address of a push service can have at most %d characters.", maxEndpoint)
	}
	u, err := url.Parse(v.Endpoint)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Fragment != "" ||
		u.Opaque != "" || u.Port() != "" && u.Port() != "443" || !named(u.Hostname()) {
		return apierror.New(apierror.BadRequest, "%.80q is not the address of a push service: it needs https and a host name.", v.Endpoint)
	}
	key, err := decode(v.Key)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(key)
	}
	if err != nil {
		return apierror.New(apierror.BadRequest, "%.100q is not a public key on the curve P-256.", v.Key)
	}
	if auth, err := decode(v.Auth); err != nil || len(auth) != authLength {
		return apierror.New(apierror.BadRequest, "%.40q is not a secret of %d bytes.", v.Auth, authLength)
	}
	return nil
}

// named reports whether a host is a full DNS name: not an IP address and not a local name.
func named(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return false
	}
	return strings.Contains(strings.Trim(host, "."), ".")
}

// errEncoding is the error for text that is not unpadded URL-safe base64.
var errEncoding = errors.New("not URL-safe base64")

// decode decodes unpadded URL-safe base64. It accepts the canonical encoding only.
func decode(text string) ([]byte, error) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil && base64.RawURLEncoding.EncodeToString(b) != text {
		err = errEncoding
	}
	return b, err
}
