package server

import (
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// burst is how many times the steady rate of a second may come at once.
const burst = 20

// knownAddresses bounds the addresses whose rates are remembered. When there are
// more, all are forgotten, which forgives everybody once.
const knownAddresses = 10_000

// addressLimits bound what one address, and all together, can ask for.
type addressLimits struct {
	limits Limits

	mu          sync.Mutex
	known       map[string]*rate.Limiter
	connections int
	perAddress  map[string]int // connections, by address
}

func newAddressLimits(l Limits) *addressLimits {
	return &addressLimits{limits: l, known: map[string]*rate.Limiter{}, perAddress: map[string]int{}}
}

// connect counts one more connection and returns what counts it off, or false
// where there are too many, of this address or of all.
func (a *addressLimits) connect(address string) (leave func(), ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.connections >= a.limits.Connections || a.perAddress[address] >= a.limits.PerAddress {
		return nil, false
	}
	a.connections++
	a.perAddress[address]++
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.connections--
		if a.perAddress[address]--; a.perAddress[address] == 0 {
			delete(a.perAddress, address)
		}
	}, true
}

// allow says whether the address may do what once more, which it may do
// perSecond times on end.
func (a *addressLimits) allow(address, what string, perSecond float64) bool {
	return a.allowN(address, what, perSecond, 1)
}

// allowN is allow for what costs as much as n times.
func (a *addressLimits) allowN(address, what string, perSecond float64, n int) bool {
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
	return l.AllowN(time.Now(), min(n, l.Burst()))
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
