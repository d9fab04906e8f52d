// Package limit bounds what clients can make a server do: how often an address may send a request, how many
// connections it may have open, and how often a search reports.
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

// burst is the number of seconds of the steady rate that may be spent at once.
const burst = 20

// knownAddresses bounds the remembered addresses. If there are more, those whose limits have recovered are forgotten
// first. If none has, all are forgotten, which forgives everyone once.
const knownAddresses = 50_000

// Quota is what an address may do in a day, and how much of it at a time.
type Quota struct {
	Daily  float64
	AtOnce int
}

// Addresses limits what one address, and all together, can request.
type Addresses struct {
	most, perOne int // connections
	now          func() time.Time

	mu          sync.Mutex
	known       map[string]*rate.Limiter
	connections int
	perAddress  map[string]int   // connections, by address
	spent       map[string]Spent // not yet sent to other nodes; nil for a single node
}

// NewAddresses returns limits with at most most connections in all and perOne from one address. now is the clock of
// the rates.
func NewAddresses(most, perOne int, now func() time.Time) *Addresses {
	return &Addresses{most: most, perOne: perOne, now: now, known: map[string]*rate.Limiter{}, perAddress: map[string]int{}}
}

// Connect counts a connection of the caller's address. leave ends it. The error, for the client, is that there are
// too many connections, from its address or in all.
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

// ErrTooOften is the refusal of requests over a rate.
var ErrTooOften = apierror.Say(apierror.TooOften, "server.often", "That was a lot at once. Please wait a moment and try again.")

// Allow refuses requests of the caller's address over a sustained rate of perSecond. what names the kind of request.
func (a *Addresses) Allow(ctx context.Context, what string, perSecond float64) error {
	return a.AllowN(ctx, what, perSecond, 1)
}

// AllowN is Allow for a request that costs as much as n.
func (a *Addresses) AllowN(ctx context.Context, what string, perSecond float64, n int) error {
	return a.allow(ctx, what, rate.Limit(perSecond), max(1, int(perSecond*burst)), n)
}

// Wait waits until the caller's address may do something n times more, at a sustained rate of perSecond. It uses the
// real clock. The error is that of ctx, or says that the wait would be longer than ctx lasts.
func (a *Addresses) Wait(ctx context.Context, what string, perSecond float64, n int) error {
	atOnce := max(1, int(perSecond*burst))
	a.mu.Lock()
	l := a.limiter(what+" "+Address(ctx), rate.Limit(perSecond), atOnce)
	a.mu.Unlock()
	return l.WaitN(ctx, min(n, atOnce))
}

// Spend refuses requests of the caller's address over a daily quota. It is for what is stored or sent to others.
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

// limiter returns the limiter of a key. The caller holds the lock.
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

// forget makes room. The caller holds the lock.
func (a *Addresses) forget() {
	now := a.now()
	maps.DeleteFunc(a.known, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
	if len(a.known) > knownAddresses/2 {
		clear(a.known)
	}
}

type addressKey struct{}

// Addressed adds the client's address to the context of each request.
func Addressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(With(r.Context(), addressOf(r))))
	})
}

// Requests refuses requests of an address whose costs exceed a sustained rate of perSecond, for all routes together.
// A cheap request costs 1. Use it inside of [Addressed].
func (a *Addresses) Requests(perSecond float64, cost func(*http.Request) int, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := a.AllowN(r.Context(), "requests", perSecond, cost(r)); err != nil {
			w.Header().Set("Connection", "close") // otherwise the server would wait for the body
			apierror.Write(w, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// With returns the context of a request from an address.
func With(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// Address returns the address of a request, "" without [Addressed].
func Address(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(string)
	return address
}

// addressOf returns the address of a request, without its port. An IPv6 address is replaced by its network of 64
// bits, which belongs to one customer.
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
