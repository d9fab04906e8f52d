package limit

import (
	"fmt"
	"math"
	"net/http"
	"strconv"

	"golang.org/x/time/rate"

	"moyo/server/base/apierror"
)

// Programs refuses requests of a program over a sustained rate of perSecond. Each answer has the remaining rate in
// the header fields of the IETF's draft on RateLimit. person returns the owner of a program, whose programs share one
// limit, or "" for other clients, which are not limited.
func (a *Addresses) Programs(perSecond float64, person func(*http.Request) string, next http.Handler) http.Handler {
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
			h.Set("Connection", "close") // otherwise the server would wait for the body
			apierror.Write(w, ErrTooOften)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// seconds returns the number of seconds, at least one, until missing has been refilled.
func seconds(missing, perSecond float64) int { return max(1, int(math.Ceil(missing/perSecond))) }

// takeOne takes one from a key's limiter if possible, and returns what is left.
func (a *Addresses) takeOne(key string, perSecond rate.Limit, atOnce int) (left float64, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l, now := a.limiter(key, perSecond, atOnce), a.now()
	if ok = l.AllowN(now, 1); ok {
		a.note(key, perSecond, atOnce, 1)
	}
	return l.TokensAt(now), ok
}
