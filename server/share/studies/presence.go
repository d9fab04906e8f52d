package studies

import (
	"errors"
	"slices"
	"time"

	"moyo/server/base/socket"
)

// Limits and delays of presence messages.
const (
	shownPeople = 50                     // people in the list; positions of others are not sent
	peopleWait  = 200 * time.Millisecond // arrivals and departures within this time are sent together
	lastWait    = 500 * time.Millisecond // maximum time to send the message that a study is gone
	placesWait  = 100 * time.Millisecond // the same for positions and the pointer
)

// presence tracks the people in a study, their positions, and the leader.
type presence struct {
	members  []*member // in order of arrival
	byConn   map[*socket.Conn]*member
	visitors int // number of arrivals so far
	leader   int // visitor; 0 for none
	pointer  *StudyPointer
	pointed  bool         // the pointer has moved since it was sent
	moved    map[int]bool // visitors whose position has changed
	people   *time.Timer  // runs while a change of members has to be sent
	coming   bool         // people is running
	places   *time.Timer  // the same for positions
	waiting  bool         // places is running
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

// tell sends a message to all members.
func (p *presence) tell(m StudyMessage) {
	data := encoded(m)
	for _, m := range p.members {
		m.conn.Send(data)
	}
}

// flush waits a moment until the last message is sent. The connections end with the room, and clients that do not know the
// reason reconnect forever.
func (p *presence) flush() {
	waits := func(m *member) bool { return len(m.conn.Queue()) > 0 }
	for late := time.Now().Add(lastWait); slices.ContainsFunc(p.members, waits) && time.Now().Before(late); {
		time.Sleep(lastWait / 100)
	}
}

// dropAll drops all members; last is set if they received a last message.
func (p *presence) dropAll(last bool) {
	if last {
		p.flush()
	}
	for _, m := range p.members {
		m.conn.Drop()
	}
}

// enter adds a member.
func (p *presence) enter(c *socket.Conn) *member {
	p.visitors++
	m := &member{conn: c, visitor: p.visitors}
	p.members = append(p.members, m)
	p.byConn[c] = m
	p.schedulePeople()
	return m
}

// leave removes a member, if present.
func (p *presence) leave(c *socket.Conn) {
	m := p.byConn[c]
	if m == nil {
		return
	}
	delete(p.byConn, c)
	delete(p.moved, m.visitor)
	p.members = slices.DeleteFunc(p.members, func(other *member) bool { return other == m })
	p.schedulePeople()
}

// schedulePeople schedules a message with the list of people. Constant arrivals do not delay it.
func (p *presence) schedulePeople() {
	if !p.coming {
		p.coming = true
		p.people.Reset(peopleWait)
	}
}

// find returns a member by its number, or nil.
func (p *presence) find(visitor int) *member {
	if i := slices.IndexFunc(p.members, func(m *member) bool { return m.visitor == visitor }); i >= 0 {
		return p.members[i]
	}
	return nil
}

// schedulePlaces schedules a message with positions.
func (p *presence) schedulePlaces() {
	if !p.waiting {
		p.waiting = true
		p.places.Reset(placesWait)
	}
}

// lead makes a visitor the leader and removes the previous leader's pointer.
func (p *presence) lead(visitor int) {
	if p.leader == visitor {
		return
	}
	p.leader = visitor
	p.schedulePeople()
	if p.pointer != nil && p.pointer.Point != "" {
		p.pointer, p.pointed = &StudyPointer{Chapter: p.pointer.Chapter}, true
		p.schedulePlaces()
	}
}

// shown returns the members for the list: the leader, editors, and the first of the others.
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

// tellPeople sends the list of people to all members.
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

// tellPlaces sends positions and the pointer to all members.
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
			case p.pointer.Point == "": // also sent to the new leader
				sendTo(m.conn, message)
			case m.visitor == p.leader: // the leader knows its own pointer
			default:
				m.conn.Offer(message)
			}
		}
	}
}

// enter adds a member to the study and sends it the changes since version.
func (r *room) enter(c *socket.Conn, version int) {
	r.flush()
	if r.failed {
		return
	}
	p := &r.presence
	switch err := r.mayEnter(c); {
	case errors.Is(err, errUnknown): // as for members that are blocked later
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

// mayEnter returns an error if a player may not enter. It checks the owner's blocks again, since the player may have been
// blocked after the connection was opened. A later block finds the player among the members.
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

// leave removes a member. If it was the leader, the owner leads if present.
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

// ownerHere returns the owner's visitor number, or 0 if the owner is absent.
func (r *room) ownerHere() int {
	for _, m := range r.presence.members {
		if r.roleOf(m.conn.Who) == roleOwner {
			return m.visitor
		}
	}
	return 0
}

// look records a member's position.
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
	p.schedulePlaces()
}

// point records the leader's pointer.
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
	p.schedulePlaces()
}

// hand makes a visitor the leader; 0 is the owner.
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
		return errVisitorGone
	}
	p.lead(visitor)
	return nil
}

// sendAway removes the members that the owner blocks.
func (r *room) sendAway() {
	for _, m := range slices.Clone(r.presence.members) {
		if blocked, err := r.h.blocked(r.ctx, r.owner, m.conn.Player); err == nil && blocked {
			r.leave(m.conn)
			m.conn.Fail(errUnknown)
		}
	}
}

// tellStudy sends the study's description and their own role to all members.
func (r *room) tellStudy() {
	for _, m := range r.presence.members {
		sendTo(m.conn, StudyMessage{Type: "study", Study: r.described(m.conn.Who)})
	}
	if len(r.presence.members) > 0 {
		r.presence.schedulePeople() // roles may have changed
	}
}
