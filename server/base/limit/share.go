package limit

import "golang.org/x/time/rate"

// Spent is what an address has used on one node of a cluster.
type Spent struct {
	Key    string // the kind of request and the address
	Rate   float64
	AtOnce int
	N      int
}

// mostSpent limits what is recorded between two calls of [Addresses.Spent]. More than that counts on this node only.
const mostSpent = 5_000

// Spent returns the quotas that addresses have used on this node since the last call. The first call starts the recording.
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

// Take counts what addresses have used on another node.
func (a *Addresses) Take(list []Spent) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	for _, s := range list {
		l := a.limiter(s.Key, rate.Limit(s.Rate), s.AtOnce)
		for left := s.N; left > 0 && l.TokensAt(now) > -float64(l.Burst()); left -= l.Burst() {
			l.ReserveN(now, min(left, l.Burst())) // this may make the balance negative
		}
	}
}

// note records use. The caller holds the lock.
func (a *Addresses) note(key string, perSecond rate.Limit, atOnce, n int) {
	s, known := a.spent[key]
	if a.spent == nil || !known && len(a.spent) >= mostSpent {
		return
	}
	a.spent[key] = Spent{Rate: float64(perSecond), AtOnce: atOnce, N: s.N + n}
}
