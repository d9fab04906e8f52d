package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"net/netip"
	"net/url"
	"strings"

	"moyo/server/base/apierror"
	"moyo/server/store"
)

// The bounds of what a browser says of itself.
const (
	maxEndpoint = 1000 // characters
	authLength  = 16   // bytes
)

// Check says what is wrong with a subscription that a stranger sends, if anything.
// Its address is looked at again when something is sent there.
func Check(v store.Subscription) error {
	if len(v.Endpoint) > maxEndpoint {
		return apierror.New(apierror.BadRequest, "The address of a push service has at most %d characters.", maxEndpoint)
	}
	u, err := url.Parse(v.Endpoint)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Fragment != "" ||
		u.Opaque != "" || u.Port() != "" && u.Port() != "443" || !named(u.Hostname()) {
		return apierror.New(apierror.BadRequest, "%.80q is no address of a push service: want https, and a name.", v.Endpoint)
	}
	key, err := decode(v.Key)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(key)
	}
	if err != nil {
		return apierror.New(apierror.BadRequest, "%.100q is no public key on the curve P-256.", v.Key)
	}
	if auth, err := decode(v.Auth); err != nil || len(auth) != authLength {
		return apierror.New(apierror.BadRequest, "%.40q is no secret of %d bytes.", v.Auth, authLength)
	}
	return nil
}

// named says whether a host is a full name in the DNS: no address, and nothing
// that only this network knows.
func named(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return false
	}
	return strings.Contains(strings.Trim(host, "."), ".")
}

// errEncoding is the error of text that is not as browsers write bytes.
var errEncoding = errors.New("not base64 for addresses")

// decode reads bytes as browsers write them, in the one way that there is for each.
func decode(text string) ([]byte, error) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil && base64.RawURLEncoding.EncodeToString(b) != text {
		err = errEncoding
	}
	return b, err
}
