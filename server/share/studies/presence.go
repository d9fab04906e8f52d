package studies

import (
	"errors"
	"slices"
	"time"

	"moyo/server/base/socket"
)

// How what is not kept is told.
const (
	shownPeople = 50                     // in the list of those who are here; nobody hears where others are
	peopleWait  = 200 * time.Millisecond // those who come and go together are told together
	lastWait    = 500 * time.Millisecond // at most, for those who are to hear that the study is gone
	placesWait  = 100 * time.Millisecond // the same for where they are, and for the pointer
)

// presence is who is in a study, where they are, and who leads.
type presence struct {
	members  []*member // in the order in which they came
	byConn   map[*socket.Conn]*member
	visitors int // so many have come
	leader   int // visitor; 0 for nobody
	pointer  *StudyPointer
	pointed  bool         // the pointer is elsewhere than was told
	moved    map[int]bool // visitors that are
	people   *time.Timer  // runs while others have to hear who is here
	coming   bool         // people runs
	places   *time.Timer  // the same for where they are
	waiting  bool         // places runs
}

// member is a connection in a study.
type member struct {
	conn    *socket.Conn
	visitor int
	look    *StudyLook
}

func newPresence() presence {
	p := presence{
		byConn: map[*socket.Conn]*member{}, moved: map[int]bool{}, people: time.NewTimer(time.Hour), places: time.NewTimer(time.Hour),
	}
	p.people.Stop()
	p.places.Stop()
	return p
}

func (p *presence) count() int { return len(p.members) }

// tell sends everybody a message.
func (p *presence) tell(m StudyMessage) {
	data := encoded(m)
	for _, m := range p.members {
		m.conn.Send(data)
	}
}

// lastWords waits for a moment until what was told last is on its way: with the room the
// connections end, and who has not heard why comes back again and again.
func (p *presence) lastWords() {
	waits := func(m *member) bool { return len(m.conn.Queue()) > 0 }
	for late := time.Now().Add(lastWait); slices.ContainsFunc(p.members, waits) && time.Now().Before(late); {
		time.Sleep(lastWait / 100)
	}
}

// dropAll drops all members; last says that they were told so.
func (p *presence) dropAll(last bool) {
	if last {
		p.lastWords()
	}
	for _, m := range p.members {
		m.conn.Drop()
	}
}

// enter takes somebody in.
func (p *presence) enter(c *socket.Conn) *member {
	p.visitors++
	m := &member{conn: c, visitor: p.visitors}
	p.members = append(p.members, m)
	p.byConn[c] = m
	p.met()
	return m
}

// leave takes somebody out, if they are there.
func (p *presence) leave(c *socket.Conn) {
	m := p.byConn[c]
	if m == nil {
		return
	}
	delete(p.byConn, c)
	delete(p.moved, m.visitor)
	p.members = slices.DeleteFunc(p.members, func(other *member) bool { return other == m })
	p.met()
}

// met has it told soon who is here; while people come and go all the time, too.
func (p *presence) met() {
	if !p.coming {
		p.coming = true
		p.people.Reset(peopleWait)
	}
}

// find returns a member by their number, nil for none.
func (p *presence) find(visitor int) *member {
	if i := slices.IndexFunc(p.members, func(m *member) bool { return m.visitor == visitor }); i >= 0 {
		return p.members[i]
	}
	return nil
}

// stir has it told soon where people are.
func (p *presence) stir() {
	if !p.waiting {
		p.waiting = true
		p.places.Reset(placesWait)
	}
}

// lead makes somebody the one who leads; the pointer of the one before goes.
func (p *presence) lead(visitor int) {
	if p.leader == visitor {
		return
	}
	p.leader = visitor
	p.met()
	if p.pointer != nil && p.pointer.Point != "" {
		p.pointer, p.pointed = &StudyPointer{Chapter: p.pointer.Chapter}, true
		p.stir()
	}
}

// shown returns those who stand in the list: who leads and who edits, and of the others the first.
func (r *room) shown() []*member {
	p := &r.presence
	if len(p.members) <= shownPeople {
		return p.members
	}
	var out []*member
	room := shownPeople
	wanted := func(m *member) bool { return m.visitor == p.leader || r.roleOf(m.conn.Who) != roleWatcher }
	for _, m := range p.members {
		if wanted(m) && room > 0 {
			room--
		}
	}
	edits := shownPeople - room
	for _, m := range p.members {
		switch {
		case wanted(m) && edits > 0:
			edits--
		case !wanted(m) && room > 0:
			room--
		default:
			continue
		}
		out = append(out, m)
	}
	return out
}

// tellPeople tells everybody who is here.
func (r *room) tellPeople() {
	p := &r.presence
	p.coming = false
	list := r.people()
	for _, m := range p.members {
		list.You = m.visitor
		sendTo(m.conn, StudyMessage{Type: "people", People: &list})
	}
}

func (r *room) people() StudyPeople {
	p := &r.presence
	list := StudyPeople{Leader: p.leader, Count: len(p.members), People: []StudyPerson{}}
	for _, m := range r.shown() {
		list.People = append(list.People, StudyPerson{Visitor: m.visitor, Name: m.conn.Name, Role: r.roleOf(m.conn.Who), Look: m.look})
	}
	return list
}

// tellPlaces tells everybody where people are, and what is pointed at.
func (r *room) tellPlaces() {
	p := &r.presence
	p.waiting = false
	var looks []StudyLook
	for _, m := range r.shown() {
		if p.moved[m.visitor] {
			looks = append(looks, *m.look)
		}
	}
	clear(p.moved)
	if len(looks) > 0 {
		p.tell(StudyMessage{Type: "looks", Looks: looks})
	}
	if p.pointed {
		p.pointed = false
		message := StudyMessage{Type: "pointer", Pointer: p.pointer}
		for _, m := range p.members {
			switch {
			case p.pointer.Point == "": // also who leads from now on
				sendTo(m.conn, message)
			case m.visitor == p.leader: // who points need not be told
			default:
				m.conn.Offer(message)
			}
		}
	}
}

// enter takes somebody into the study and sends them what they do not know.
func (r *room) enter(c *socket.Conn, version int) {
	r.flush()
	if r.failed {
		return
	}
	p := &r.presence
	switch err := r.mayEnter(c); {
	case errors.Is(err, errUnknown): // as for those who are here when they are blocked
		c.Fail(err)
		return
	case err != nil:
		sendTo(c, StudyMessage{Type: "error", Error: messageOf("", err)})
		return
	}
	m := p.enter(c)
	if p.leader == 0 && r.roleOf(c.Who) == roleOwner {
		p.lead(m.visitor)
	}
	ops, known := r.since(version)
	sendTo(c, StudyMessage{Type: "study", Study: r.described(c.Who), Anew: version == 0 || !known})
	if version > 0 && len(ops) > 0 {
		sendTo(c, StudyMessage{Type: "ops", Ops: ops})
	}
	list := r.people()
	list.You = m.visitor
	sendTo(c, StudyMessage{Type: "people", People: &list})
	if p.pointer != nil && p.pointer.Point != "" {
		sendTo(c, StudyMessage{Type: "pointer", Pointer: p.pointer})
	}
}

// mayEnter says why somebody may not enter. Whom the owner blocks is looked for here, too: since
// their connection was opened they may have been blocked, and whoever blocks afterwards finds them
// among those who are here.
func (r *room) mayEnter(c *socket.Conn) error {
	switch blocked, err := r.h.blocked(r.ctx, r.owner, c.Player); {
	case err != nil:
		return err
	case blocked:
		return errUnknown
	case r.presence.byConn[c] != nil:
		return errHelloAgain
	case len(r.presence.members) >= r.h.Limits.PerStudy:
		return errCrowd
	}
	return nil
}

// leave takes somebody out; where they led, the owner leads if they are here.
func (r *room) leave(c *socket.Conn) {
	p := &r.presence
	m := p.byConn[c]
	if m == nil {
		return
	}
	p.leave(c)
	if m.visitor == p.leader {
		p.lead(r.ownerHere())
	}
}

// ownerHere returns the visitor that the owner is, 0 where they are not here.
func (r *room) ownerHere() int {
	for _, m := range r.presence.members {
		if r.roleOf(m.conn.Who) == roleOwner {
			return m.visitor
		}
	}
	return 0
}

// look notes where somebody is.
func (r *room) look(c *socket.Conn, in StudyRequest) {
	p := &r.presence
	m := p.byConn[c]
	if m == nil {
		return
	}
	look := StudyLook{Visitor: m.visitor, Chapter: in.Chapter, Node: in.Node, Follows: in.Follows}
	if m.look != nil && *m.look == look {
		return
	}
	m.look = &look
	p.moved[m.visitor] = true
	p.stir()
}

// point notes what the one who leads points at.
func (r *room) point(c *socket.Conn, in StudyRequest) {
	p := &r.presence
	if m := p.byConn[c]; m == nil || m.visitor != p.leader {
		return
	}
	pointer := StudyPointer{Chapter: in.Chapter, Point: in.Point}
	if p.pointer != nil && *p.pointer == pointer {
		return
	}
	p.pointer, p.pointed = &pointer, true
	p.stir()
}

// hand hands the lead to somebody, 0 for the owner.
func (r *room) hand(c *socket.Conn, visitor int) error {
	p := &r.presence
	m := p.byConn[c]
	owner := r.roleOf(c.Who) == roleOwner
	switch {
	case m == nil || !owner && m.visitor != p.leader:
		return errLead
	case visitor == 0 && owner:
		visitor = m.visitor
	case visitor == 0:
		visitor = r.ownerHere()
	case p.find(visitor) == nil:
		return errNobody
	}
	p.lead(visitor)
	return nil
}

// sendAway has those leave whom the owner blocks.
func (r *room) sendAway() {
	for _, m := range slices.Clone(r.presence.members) {
		if blocked, err := r.h.blocked(r.ctx, r.owner, m.conn.Player); err == nil && blocked {
			r.leave(m.conn)
			m.conn.Fail(errUnknown)
		}
	}
}

// tellStudy tells everybody what the study is, and what they are in it.
func (r *room) tellStudy() {
	for _, m := range r.presence.members {
		sendTo(m.conn, StudyMessage{Type: "study", Study: r.described(m.conn.Who)})
	}
	if len(r.presence.members) > 0 {
		r.presence.met() // who may edit
	}
}
