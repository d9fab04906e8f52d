package queue

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"
)

// ticket is work that waits or runs.
type ticket struct {
	urgency Urgency
	who     Asker
	number  uint64 // ascending by arrival
	granted chan struct{}
	began   time.Time // once granted
	charged time.Duration

	anywhere  bool // it may run on another machine
	elsewhere bool // it runs on another machine, once granted

	hearing sync.Mutex
	tell    func(Place) // nil before and after it wants reports
}

func (t *ticket) hear(p Place) {
	t.hearing.Lock()
	defer t.hearing.Unlock()
	if t.tell != nil {
		t.tell(p)
	}
}

// hush ends the reports of places, since a late one would be wrong.
func (t *ticket) hush() {
	t.hearing.Lock()
	defer t.hearing.Unlock()
	t.tell = nil
}

// line has the waiting and the running work. It is plain data, which can be copied for a prediction.
type line struct {
	slots     int
	most      []int
	away      away
	waiting   []*ticket // by arrival
	atWork    []*ticket // running
	addresses level
	usual     map[Urgency]time.Duration // recent duration of work
}

// level shares fairly among flows: addresses, or the persons of one address.
type level struct {
	flows map[string]*flow // with waiting or running work
	clock float64          // virtual time at which the latest work began
}

// flow is an address or a person.
type flow struct {
	start   float64 // virtual time, in seconds, at which its next work begins
	waiting int
	atWork  int
	persons level // of an address
}

// firstGuess is the expected duration of work before any has finished.
const firstGuess = 5 * time.Second

func newLine(slots int, most []int, away away) *line {
	return &line{slots: slots, most: most, away: away, addresses: newLevel(), usual: map[Urgency]time.Duration{}}
}

func newLevel() level { return level{flows: map[string]*flow{}} }

// flow returns the flow with a name. It creates a new one if necessary.
func (l *level) flow(name string) *flow {
	f := l.flows[name]
	if f == nil {
		f = &flow{start: l.clock, persons: newLevel()}
		l.flows[name] = f
	}
	return f
}

// begin charges a flow for work that starts.
func (l *level) begin(f *flow, seconds float64) {
	l.clock = max(l.clock, f.start)
	f.start += seconds
	f.waiting--
	f.atWork++
}

// drop removes a flow without waiting or running work.
func (l *level) drop(name string) {
	if f := l.flows[name]; f.waiting == 0 && f.atWork == 0 {
		delete(l.flows, name)
	}
}

// flowsOf returns the flows of an asker's address and person.
func (l *line) flowsOf(who Asker) (address, person *flow) {
	address = l.addresses.flow(who.Address)
	return address, address.persons.flow(who.Person)
}

func (l *line) drop(who Asker) {
	l.addresses.flows[who.Address].persons.drop(who.Person)
	l.addresses.drop(who.Address)
}

// waitingOf returns the number of waiting tickets of an asker's address and person.
func (l *line) waitingOf(who Asker) (address, person int) {
	a := l.addresses.flows[who.Address]
	if a == nil {
		return 0, 0
	}
	if p := a.persons.flows[who.Person]; p != nil {
		person = p.waiting
	}
	return a.waiting, person
}

// join appends a ticket.
func (l *line) join(t *ticket) {
	a, p := l.flowsOf(t.who)
	a.waiting++
	p.waiting++
	l.waiting = append(l.waiting, t)
}

// giveUp removes a waiting ticket.
func (l *line) giveUp(t *ticket) {
	a, p := l.flowsOf(t.who)
	a.waiting--
	p.waiting--
	l.waiting = without(l.waiting, t)
	l.drop(t.who)
}

// next returns the next ticket to start, nil without a free place or a ticket for it. It prefers
// places on this machine.
func (l *line) next() *ticket {
	for {
		t := l.first(l.away.free() > 0)
		if t == nil || !t.elsewhere || l.away.take() {
			return t
		} // another queue was faster
	}
}

// first returns the next ticket, with or without places on other machines.
func (l *line) first(away bool) *ticket {
	if !away && l.here(anyUrgency) >= l.slots {
		return nil
	}
	var best *ticket
	for _, t := range l.waiting {
		if (away && t.anywhere || l.mayBegin(t.urgency)) && (best == nil || l.before(t, best)) {
			best = t
		}
	}
	if best != nil {
		best.elsewhere = !l.mayBegin(best.urgency)
	}
	return best
}

// mayBegin reports whether more work of that urgency can run on this machine.
func (l *line) mayBegin(u Urgency) bool {
	return l.here(anyUrgency) < l.slots && (int(u) >= len(l.most) || l.here(u) < l.most[u])
}

// anyUrgency stands for all urgencies.
const anyUrgency Urgency = -1

// here returns the number of tickets of an urgency that run on this machine.
func (l *line) here(u Urgency) (n int) {
	for _, t := range l.atWork {
		if !t.elsewhere && (u == anyUrgency || t.urgency == u) {
			n++
		}
	}
	return n
}

// before reports whether a comes before b.
func (l *line) before(a, b *ticket) bool {
	aa, ap := l.flowsOf(a.who)
	ba, bp := l.flowsOf(b.who)
	return cmp.Or(
		cmp.Compare(a.urgency, b.urgency),
		cmp.Compare(aa.atWork, ba.atWork), cmp.Compare(aa.start, ba.start),
		cmp.Compare(ap.atWork, bp.atWork), cmp.Compare(ap.start, bp.start),
		cmp.Compare(a.number, b.number),
	) < 0
}

// begin starts a ticket.
func (l *line) begin(t *ticket) {
	a, p := l.flowsOf(t.who)
	t.charged = l.lasts(t.urgency) // finish corrects it
	l.addresses.begin(a, t.charged.Seconds())
	a.persons.begin(p, t.charged.Seconds())
	l.waiting = without(l.waiting, t)
	l.atWork = append(l.atWork, t)
}

// finish ends a ticket that ran for the time took.
func (l *line) finish(t *ticket, took time.Duration) {
	a, p := l.flowsOf(t.who)
	for _, f := range []*flow{a, p} {
		f.atWork--
		f.start += (took - t.charged).Seconds()
	}
	l.atWork = without(l.atWork, t)
	if t.elsewhere {
		l.away.giveBack()
	}
	l.usual[t.urgency] = (7*l.lasts(t.urgency) + took) / 8
	l.drop(t.who)
}

// lasts returns the usual duration of work.
func (l *line) lasts(u Urgency) time.Duration {
	if d, ok := l.usual[u]; ok {
		return d
	}
	return firstGuess
}

// places predicts the place of every waiting ticket, assuming that no other arrives and that all work
// takes its usual time.
func (l *line) places(now time.Time) map[*ticket]Place {
	ahead := l.clone()
	ends := map[*ticket]time.Duration{}
	for _, t := range ahead.atWork {
		ends[t] = max(0, l.lasts(t.urgency)-now.Sub(t.began))
	}
	places := map[*ticket]Place{}
	begun, at := 0, time.Duration(0)
	for begun < Shown && len(ahead.waiting) > 0 && len(ahead.atWork) > 0 {
		first := slices.MinFunc(ahead.atWork, func(a, b *ticket) int { return cmp.Compare(ends[a], ends[b]) })
		at = ends[first]
		ahead.finish(first, l.lasts(first.urgency))
		for t := ahead.next(); t != nil && begun < Shown; t = ahead.next() {
			places[t] = Place{begun, at}
			begun++
			ahead.begin(t)
			ends[t] = at + l.lasts(t.urgency)
		}
	}
	for _, t := range ahead.waiting {
		places[t] = Place{begun, at}
	}
	return places
}

// clone returns a copy of the line with the same tickets.
func (l *line) clone() *line {
	c := *l
	c.waiting, c.atWork, c.usual = slices.Clone(l.waiting), slices.Clone(l.atWork), maps.Clone(l.usual)
	c.addresses = l.addresses.clone()
	c.away = &guess{l.away.free()}
	return &c
}

func (l *level) clone() level {
	c := level{flows: make(map[string]*flow, len(l.flows)), clock: l.clock}
	for name, f := range l.flows {
		copied := *f
		copied.persons = f.persons.clone()
		c.flows[name] = &copied
	}
	return c
}

func without(list []*ticket, t *ticket) []*ticket {
	return slices.DeleteFunc(list, func(o *ticket) bool { return o == t })
}
