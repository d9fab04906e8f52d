package queue

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"
)

// ticket is a piece of work that waits or is being done.
type ticket struct {
	urgency Urgency
	who     Asker
	number  uint64 // ascending by arrival
	granted chan struct{}
	began   time.Time // once granted
	charged time.Duration

	anywhere  bool // it may be done on another machine
	elsewhere bool // it is, once granted

	hearing sync.Mutex
	tell    func(Place) // nil for nobody, or for nobody any more
}

func (t *ticket) hear(p Place) {
	t.hearing.Lock()
	defer t.hearing.Unlock()
	if t.tell != nil {
		t.tell(p)
	}
}

// hush has nobody hear of places any more: what comes late would be false.
func (t *ticket) hush() {
	t.hearing.Lock()
	defer t.hearing.Unlock()
	t.tell = nil
}

// line is who waits and who is at work: plain data, which can be copied to look
// ahead.
type line struct {
	slots     int
	most      []int
	away      away
	waiting   []*ticket // in the order in which they came
	atWork    []*ticket
	addresses level
	usual     map[Urgency]time.Duration // how long work took of late
}

// level is the fair sharing among flows: among addresses, or among the persons of
// one.
type level struct {
	flows map[string]*flow // those with something waiting or at work
	clock float64          // virtual time: when the work that was begun last began
}

// flow is an address or a person.
type flow struct {
	start   float64 // virtual time, in seconds, at which its next work begins
	waiting int
	atWork  int
	persons level // of an address
}

// firstGuess is how long work is taken to last before any has been seen.
const firstGuess = 5 * time.Second

func newLine(slots int, most []int, away away) *line {
	return &line{slots: slots, most: most, away: away, addresses: newLevel(), usual: map[Urgency]time.Duration{}}
}

func newLevel() level { return level{flows: map[string]*flow{}} }

// flow returns the flow of a name, a new one where nothing of it waits or is at work.
func (l *level) flow(name string) *flow {
	f := l.flows[name]
	if f == nil {
		f = &flow{start: l.clock, persons: newLevel()}
		l.flows[name] = f
	}
	return f
}

// begin charges a flow for work that begins.
func (l *level) begin(f *flow, seconds float64) {
	l.clock = max(l.clock, f.start)
	f.start += seconds
	f.waiting--
	f.atWork++
}

// drop forgets a flow that has nothing to do with.
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

// waitingOf returns how much waits of an asker's address and person.
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

// join puts a ticket at the end.
func (l *line) join(t *ticket) {
	a, p := l.flowsOf(t.who)
	a.waiting++
	p.waiting++
	l.waiting = append(l.waiting, t)
}

// giveUp takes out a ticket that waits.
func (l *line) giveUp(t *ticket) {
	a, p := l.flowsOf(t.who)
	a.waiting--
	p.waiting--
	l.waiting = without(l.waiting, t)
	l.drop(t.who)
}

// next returns whose turn it is, nil where there is no free place, or nobody for it. A
// place on this machine is better than one elsewhere.
func (l *line) next() *ticket {
	for {
		t := l.first(l.away.free() > 0)
		if t == nil || !t.elsewhere || l.away.take() {
			return t
		} // another queue was quicker
	}
}

// first returns whose turn it is, with or without places elsewhere.
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

// mayBegin says whether more work of that urgency may be done at once on this machine.
func (l *line) mayBegin(u Urgency) bool {
	return l.here(anyUrgency) < l.slots && (int(u) >= len(l.most) || l.here(u) < l.most[u])
}

// anyUrgency stands for all of them.
const anyUrgency Urgency = -1

// here returns how much of an urgency is being done on this machine.
func (l *line) here(u Urgency) (n int) {
	for _, t := range l.atWork {
		if !t.elsewhere && (u == anyUrgency || t.urgency == u) {
			n++
		}
	}
	return n
}

// before says whether a comes before b.
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

// begin gives a ticket its place.
func (l *line) begin(t *ticket) {
	a, p := l.flowsOf(t.who)
	t.charged = l.lasts(t.urgency) // until it is known how long it takes
	l.addresses.begin(a, t.charged.Seconds())
	a.persons.begin(p, t.charged.Seconds())
	l.waiting = without(l.waiting, t)
	l.atWork = append(l.atWork, t)
}

// finish takes a ticket from its place after it has worked for so long.
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

// lasts returns how long such work usually takes.
func (l *line) lasts(u Urgency) time.Duration {
	if d, ok := l.usual[u]; ok {
		return d
	}
	return firstGuess
}

// places returns where all who wait stand, by going through what will happen if
// nobody else comes and all work takes its usual time.
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

// clone returns a line that can be changed without changing l. The tickets are the
// same.
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
