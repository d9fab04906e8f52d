package limit

import "golang.org/x/time/rate"

// Spent is what an address has done of something on one node of a server that has
// several.
type Spent struct {
	Key    string // of what, and by whom
	Rate   float64
	AtOnce int
	N      int
}

// mostSpent bounds what is noted between two calls of [Addresses.Spent]. What is more
// counts on this node alone.
const mostSpent = 5_000

// Spent returns what addresses have done here since it was called last. It is noted
// from the first call on.
func (a *Addresses) Spent() (list []Spent) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for key, s := range a.spent {
		s.Key = key
		list = append(list, s)
	}
	a.spent = map[string]Spent{}
	return list
}

// Take counts what addresses have done on another node as done here, too.
func (a *Addresses) Take(list []Spent) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	for _, s := range list {
		l := a.limiter(s.Key, rate.Limit(s.Rate), s.AtOnce)
		for left := s.N; left > 0 && l.TokensAt(now) > -float64(l.Burst()); left -= l.Burst() {
			l.ReserveN(now, min(left, l.Burst())) // below nothing, where it is too much
		}
	}
}

// note notes what was done; the lock is held.
func (a *Addresses) note(key string, perSecond rate.Limit, atOnce, n int) {
	s, known := a.spent[key]
	if a.spent == nil || !known && len(a.spent) >= mostSpent {
		return
	}
	a.spent[key] = Spent{Rate: float64(perSecond), AtOnce: atOnce, N: s.N + n}
}
