package limit

import (
	"fmt"
	"math"
	"net/http"
	"strconv"

	"golang.org/x/time/rate"

	"moyo/server/base/apierror"
)

// Told refuses requests of a program that sends more than perSecond a second on end, and
// says in each answer how much is left, as the IETF's draft on RateLimit header fields has
// it. person returns for whom a program asks: all of theirs have one limit together; ""
// for others, whom it lets through.
func (a *Addresses) Told(perSecond float64, person func(*http.Request) string, next http.Handler) http.Handler {
	atOnce := max(1, int(perSecond*burst))
	policy := fmt.Sprintf(`"requests";q=%d;w=%d`, atOnce, int(math.Ceil(float64(atOnce)/perSecond)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := person(r)
		if who == "" {
			next.ServeHTTP(w, r)
			return
		}
		left, ok := a.takeOne("program "+who, rate.Limit(perSecond), atOnce)
		h := w.Header()
		h.Set("RateLimit-Policy", policy)
		h.Set("RateLimit", fmt.Sprintf(`"requests";r=%d;t=%d`, int(max(0, left)), seconds(1-left, perSecond)))
		if !ok {
			h.Set("Retry-After", strconv.Itoa(seconds(1-left, perSecond)))
			h.Set("Connection", "close") // else its body would be waited for
			apierror.Write(w, ErrTooOften)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// seconds returns in how many seconds so much has come back, at least one.
func seconds(missing, perSecond float64) int { return max(1, int(math.Ceil(missing/perSecond))) }

// takeOne takes one of what a key has, if there is one, and returns how much is left.
func (a *Addresses) takeOne(key string, perSecond rate.Limit, atOnce int) (left float64, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l, now := a.limiter(key, perSecond, atOnce), a.now()
	if ok = l.AllowN(now, 1); ok {
		a.note(key, perSecond, atOnce, 1)
	}
	return l.TokensAt(now), ok
}
