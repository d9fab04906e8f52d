package server

import (
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// burst is how many times the steady rate of a second may come at once.
const burst = 20

// knownAddresses bounds the addresses whose rates are remembered. When there are
// more, all are forgotten, which forgives everybody once.
const knownAddresses = 10_000

// addressLimits bound what one address, and all together, can ask for.
type addressLimits struct {
	limits      Limits
	connections atomic.Int64

	mu    sync.Mutex
	known map[string]*rate.Limiter
}

func newAddressLimits(l Limits) *addressLimits {
	return &addressLimits{limits: l, known: map[string]*rate.Limiter{}}
}

// connect counts one more connection, or returns false where there are too many.
func (a *addressLimits) connect() bool {
	if a.connections.Add(1) > int64(a.limits.Connections) {
		a.connections.Add(-1)
		return false
	}
	return true
}

func (a *addressLimits) disconnect() { a.connections.Add(-1) }

// allow says whether the address may do what once more, which it may do
// perSecond times on end.
func (a *addressLimits) allow(address, what string, perSecond float64) bool {
	key := what + " " + address
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.known[key]
	if l == nil {
		if len(a.known) >= knownAddresses {
			clear(a.known)
		}
		l = rate.NewLimiter(rate.Limit(perSecond), max(1, int(perSecond*burst)))
		a.known[key] = l
	}
	return l.Allow()
}

// addressOf returns the address that a request comes from, without its port. An
// IPv6 address counts by its network of 64 bits, which is one customer's.
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if ip := net.ParseIP(host); ip != nil && ip.To4() == nil {
		return ip.Mask(net.CIDRMask(64, 128)).String()
	}
	return host
}
