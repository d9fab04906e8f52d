// Package limit bounds what strangers can make a server do: how often an address
// may ask for something, how many connections it may have open, and how often a
// stream of reports speaks.
package limit

import (
	"context"
	"maps"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"moyo/server/base/apierror"
)

// burst is how many times the steady rate of a second may come at once.
const burst = 20

// knownAddresses bounds what is remembered of who has done what. When there is more,
// what has been made up for by now is forgotten, and if that is nothing, all: that
// forgives everybody once.
const knownAddresses = 50_000

// Quota is how much somebody may do in a day, and how much of that at once.
type Quota struct {
	Daily  float64
	AtOnce int
}

// Addresses bound what one address, and all together, can ask for.
type Addresses struct {
	most, perOne int // connections
	now          func() time.Time

	mu          sync.Mutex
	known       map[string]*rate.Limiter
	connections int
	perAddress  map[string]int   // connections, by address
	spent       map[string]Spent // since it was told to other nodes; nil where there are none
}

// NewAddresses returns limits with so many connections at most, in all and from
// one address. now is the time that rates go by.
func NewAddresses(most, perOne int, now func() time.Time) *Addresses {
	return &Addresses{most: most, perOne: perOne, now: now, known: map[string]*rate.Limiter{}, perAddress: map[string]int{}}
}

// Connect counts one more connection of the one who asks and returns what counts
// it off. The error is for them: there are too many, of their address or of all.
func (a *Addresses) Connect(ctx context.Context) (leave func(), err error) {
	address := Address(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.connections >= a.most || a.perAddress[address] >= a.perOne {
		return nil, apierror.Say(apierror.TooMany, "server.visitors", "The server has too many visitors right now. Please try again in a minute.")
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
	}, nil
}

// ErrTooOften is the answer to those who ask for too much.
var ErrTooOften = apierror.Say(apierror.TooOften, "server.often", "That was a lot at once. Please wait a moment and try again.")

// Allow refuses what the address of the one who asks does more often than
// perSecond times a second on end.
func (a *Addresses) Allow(ctx context.Context, what string, perSecond float64) error {
	return a.AllowN(ctx, what, perSecond, 1)
}

// AllowN is Allow for what costs as much as n times.
func (a *Addresses) AllowN(ctx context.Context, what string, perSecond float64, n int) error {
	return a.allow(ctx, what, rate.Limit(perSecond), max(1, int(perSecond*burst)), n)
}

// Wait waits until the address of the one who asks may do something n times more, at perSecond times a second on end. It
// goes by the real time. The error is that of ctx, or says that the wait would be longer than ctx lasts.
func (a *Addresses) Wait(ctx context.Context, what string, perSecond float64, n int) error {
	atOnce := max(1, int(perSecond*burst))
	a.mu.Lock()
	l := a.limiter(what+" "+Address(ctx), rate.Limit(perSecond), atOnce)
	a.mu.Unlock()
	return l.WaitN(ctx, min(n, atOnce))
}

// Spend refuses what the address of the one who asks does more often in a day than
// a quota says. It is for what is kept, or sent to others.
func (a *Addresses) Spend(ctx context.Context, what string, q Quota) error {
	const day = 24 * 60 * 60
	return a.allow(ctx, what, rate.Limit(q.Daily/day), q.AtOnce, 1)
}

func (a *Addresses) allow(ctx context.Context, what string, perSecond rate.Limit, atOnce, n int) error {
	key := what + " " + Address(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	n = min(n, atOnce)
	if !a.limiter(key, perSecond, atOnce).AllowN(a.now(), n) {
		return ErrTooOften
	}
	a.note(key, perSecond, atOnce, n)
	return nil
}

// limiter returns what is left to an address; the lock is held.
func (a *Addresses) limiter(key string, perSecond rate.Limit, atOnce int) *rate.Limiter {
	l := a.known[key]
	if l == nil {
		if len(a.known) >= knownAddresses {
			a.forget()
		}
		l = rate.NewLimiter(perSecond, atOnce)
		a.known[key] = l
	}
	return l
}

// forget makes room; the lock is held.
func (a *Addresses) forget() {
	now := a.now()
	maps.DeleteFunc(a.known, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
	if len(a.known) > knownAddresses/2 {
		clear(a.known)
	}
}

type addressKey struct{}

// Addressed lets the handlers below know the address of each request.
func Addressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(With(r.Context(), addressOf(r))))
	})
}

// Requests refuses requests of an address whose costs come to more than perSecond a second on
// end, whatever they are for. A cheap request costs 1. It stands behind [Addressed].
func (a *Addresses) Requests(perSecond float64, cost func(*http.Request) int, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := a.AllowN(r.Context(), "requests", perSecond, cost(r)); err != nil {
			w.Header().Set("Connection", "close") // else its body would be waited for
			apierror.Write(w, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// With returns a context of a request from that address.
func With(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// Address returns the address that a request comes from, "" where nobody has
// called [Addressed].
func Address(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(string)
	return address
}

// addressOf returns the address that a request comes from, without its port. An
// IPv6 address counts by its network of 64 bits, which is one customer's.
func addressOf(r *http.Request) string { return hostOf(r.RemoteAddr) }

// hostOf is addressOf for an address with its port.
func hostOf(remote string) string {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return remote
	}
	if ip := at.Addr().Unmap(); ip.Is4() {
		return ip.String()
	}
	network, _ := at.Addr().WithZone("").Prefix(64) // never fails
	return network.Addr().String()
}
