// Package rungs is what a club ladder is: who stands where, who may challenge whom, and what comes
// of it. It knows no game, no clock and no store: it says what is to be done, and is told what has
// come of it and when.
//
// A [Ladder] is a value that is kept as JSON. Each of its methods either changes nothing and
// returns a [*Refusal], or returns the event that people are to read. What follows for
// others (a game to be made or ended, somebody to be told) stands in the ladder until it is
// done, so that nothing is lost where a server ends in between.
package rungs

import (
	"slices"
	"time"

	"moyo/internal/sentence"
)

// The bounds of what a ladder may be.
const (
	MaxReach   = 50  // places above that one may challenge
	MaxAtOnce  = 10  // challenges that one may have, of either kind
	MaxDays    = 30  // to begin
	MaxPause   = 90  // days until the same two meet again
	MaxPlayers = 300 // on one ladder
)

// MostMissed is how many challenges in a row somebody lets pass without a move before they drop off.
const MostMissed = 2

// ReadyFor is how long it counts that somebody is there for a live game.
const ReadyFor = 10 * time.Minute

// How long somebody who was on a ladder stays away before they may join again: a pause, so that nobody fills its memory by
// coming and going, and a longer one for who was removed.
const (
	AwayFor    = day
	RemovedFor = 30 * day
)

// What is remembered at most: the oldest goes.
const (
	mostMet   = 1000
	mostTells = 500
	mostAway  = 1000
)

const day = 24 * time.Hour

// For says whom a ladder is for.
type For string

// Whom a ladder is for.
const (
	All      For = ""
	People   For = "people"
	Programs For = "programs"
)

// Setup is what a ladder is made of.
type Setup struct {
	Board      string `json:"board"` // spec
	Rules      string `json:"rules"` // id
	Clock      string `json:"clock"` // spec
	Live       bool   `json:"live,omitempty"`
	Rated      bool   `json:"rated,omitempty"`
	NoVacation bool   `json:"noVacation,omitempty"` // clocks go on when a player is on vacation
	Reach      int    `json:"reach"`                // how many places above one may challenge
	Out        int    `json:"out"`                  // challenges of one's own at once
	In         int    `json:"in"`                   // challenges of others at once
	Days       int    `json:"days"`                 // in which who is challenged has to begin
	Pause      int    `json:"pause"`                // days until the same two meet again
	Most       int    `json:"most"`                 // players
	For        For    `json:"for,omitempty"`
}

// Check says what is wrong with a setup.
func (s Setup) Check() error {
	for _, c := range []struct{ n, least, most int }{
		{s.Reach, 1, MaxReach}, {s.Out, 1, MaxAtOnce}, {s.In, 1, MaxAtOnce},
		{s.Days, 1, MaxDays}, {s.Pause, 1, MaxPause}, {s.Most, 2, MaxPlayers},
	} {
		if c.n < c.least || c.n > c.most {
			return refuse("ladder.bounds", "One challenges 1 to %d places above, in 1 to %d challenges at once, has 1 to %d days to begin, "+
				"meets again after 1 to %d, and a ladder has 2 to %d players.", MaxReach, MaxAtOnce, MaxDays, MaxPause, MaxPlayers)
		}
	}
	if s.For != All && s.For != People && s.For != Programs {
		return refuse("", "a ladder is for %q, %q or all, not for %.20q", People, Programs, s.For)
	}
	return nil
}

// Refusal is the error of what a ladder does not allow now.
type Refusal = sentence.Error

// refuse returns a refusal; one without an id is of what nobody asks for by hand.
func refuse(id, format string, args ...any) error {
	return &Refusal{Sentence: sentence.New(id, format, args...)}
}

// Ladder is who stands where, and what goes on.
type Ladder struct {
	Setup      Setup       `json:"setup"`
	Order      []Member    `json:"order"`           // the best first
	Challenges []Challenge `json:"challenges"`      // that go on, in the order in which they were made
	Met        []Meeting   `json:"met,omitempty"`   // who may not meet again yet
	Away       []Absence   `json:"away,omitempty"`  // who may not join again yet
	Number     int         `json:"number"`          // of the last challenge
	Used       time.Time   `json:"used"`            // when somebody has last done something
	Ends       []End       `json:"ends,omitempty"`  // games that are to be ended
	Tells      []Tell      `json:"tells,omitempty"` // what people are to be told
	Told       int         `json:"told"`            // serial number of the last of these
}

// Member is somebody on a ladder.
type Member struct {
	ID      string    `json:"id"`
	Since   time.Time `json:"since"`
	Program bool      `json:"program,omitempty"`
	Missed  int       `json:"missed,omitempty"` // challenges in a row without a move of theirs
}

// Challenge is one that goes on.
type Challenge struct {
	Number int       `json:"number"`
	By     string    `json:"by"`
	Of     string    `json:"of"`
	At     time.Time `json:"at"`
	// when it is lost for who was challenged and was not there; for a game, when to look whether it has begun
	Due     time.Time `json:"due"`
	Playing bool      `json:"playing,omitempty"` // its game is to be played
	Made    bool      `json:"made,omitempty"`    // and was made
	ByReady time.Time `json:"byReady,omitzero"`  // when the challenger was there, for a live game
	OfReady time.Time `json:"ofReady,omitzero"`  // the same of who was challenged
	ByTold  time.Time `json:"byTold,omitzero"`   // when who was challenged was last told that the challenger is there
	OfTold  time.Time `json:"ofTold,omitzero"`   // the other way round
}

// Meeting is that two have met: they meet again after a pause.
type Meeting struct {
	A  string    `json:"a"`
	B  string    `json:"b"`
	At time.Time `json:"at"`
}

// Absence is that somebody may not join again until then.
type Absence struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"`
}

// End is a game that is to be ended because a player has left.
type End struct {
	Number int    `json:"number"` // of its challenge
	Player string `json:"player"` // who gives it up
}

// The kinds of what people are told.
const (
	TellChallenged = "challenged"
	TellReady      = "ready" // the other waits for them to play
	TellPassed     = "passed"
	TellDropped    = "dropped"
)

// Tell is that somebody is to be told something.
type Tell struct {
	Serial int    `json:"serial"`
	Player string `json:"player"`
	Kind   string `json:"kind"`
	Number int    `json:"number,omitempty"` // of the challenge
	Other  string `json:"other,omitempty"`  // who is behind it
	Place  int    `json:"place,omitempty"`  // the new one
}

// Kind names what an event says.
type Kind string

// The kinds of events.
const (
	Joined     Kind = "joined"
	Left       Kind = "left"    // by themselves
	Removed    Kind = "removed" // by who made the ladder
	Dropped    Kind = "dropped" // has let challenges pass
	Gone       Kind = "gone"    // has no account any more
	Challenged Kind = "challenged"
	Won        Kind = "won"     // who has challenged
	Held       Kind = "held"    // their place, who was challenged
	Drew       Kind = "drew"    //
	Default    Kind = "default" // who has challenged has won without a game
	Lapsed     Kind = "lapsed"  // nothing has come of a challenge
)

// Event is what has happened. Player has gone from one place to another; 0 is none: outside the ladder. Other
// is who they have played.
type Event struct {
	At     time.Time `json:"at"`
	Kind   Kind      `json:"kind"`
	Player string    `json:"player"`
	Other  string    `json:"other,omitempty"`
	Number int       `json:"number,omitempty"` // of the challenge
	From   int       `json:"from,omitempty"`
	To     int       `json:"to,omitempty"`
}

// Place returns where somebody stands, from 1, and 0 for nowhere.
func (l *Ladder) Place(id string) int {
	return 1 + slices.IndexFunc(l.Order, func(m Member) bool { return m.ID == id })
}

// member returns somebody on the ladder, or nil.
func (l *Ladder) member(id string) *Member {
	if place := l.Place(id); place > 0 {
		return &l.Order[place-1]
	}
	return nil
}

// challenge returns one that goes on, or nil.
func (l *Ladder) challenge(number int) *Challenge {
	i := slices.IndexFunc(l.Challenges, func(c Challenge) bool { return c.Number == number })
	if i < 0 {
		return nil
	}
	return &l.Challenges[i]
}

// Join brings somebody in at the bottom.
func (l *Ladder) Join(id string, program bool, now time.Time) (Event, error) {
	switch {
	case l.Place(id) > 0:
		return Event{}, refuse("ladder.joined", "You are on this ladder.")
	case len(l.Order) >= l.Setup.Most:
		return Event{}, refuse("ladder.full", "There are as many on this ladder as there may be.")
	case program && l.Setup.For == People:
		return Event{}, refuse("ladder.people", "This ladder is for people.")
	case !program && l.Setup.For == Programs:
		return Event{}, refuse("ladder.programs", "This ladder is for programs.")
	}
	for _, a := range l.Away {
		if a.ID == id && now.Before(a.Until) {
			return Event{}, refuse("ladder.away", "Who was on this ladder has a pause before they join again: you may from %s on.",
				sentence.Moment(a.Until))
		}
	}
	l.Order = append(l.Order, Member{ID: id, Since: now, Program: program})
	l.Used = now
	return Event{At: now, Kind: Joined, Player: id, To: len(l.Order)}, nil
}

// Leave takes somebody off. Whoever has challenged them and goes on playing, or waits for their
// answer, has won, in the order of the challenges; what they have challenged comes to
// nothing. Games that go on are given up. The events are in their order.
func (l *Ladder) Leave(id string, kind Kind, now time.Time) (events []Event, err error) {
	if l.Place(id) == 0 {
		return nil, refuse("ladder.notOn", "They are not on this ladder.")
	}
	for _, c := range slices.Clone(l.Challenges) {
		if c.By != id && c.Of != id {
			continue
		}
		if c.Playing {
			l.Ends = append(l.Ends, End{c.Number, id})
		}
		result := Lapsed
		if c.Of == id {
			result = Default
		}
		events = append(events, l.settle(c, result, now))
	}
	place := l.Place(id)
	l.Order = slices.Delete(l.Order, place-1, place)
	l.Met = slices.DeleteFunc(l.Met, func(m Meeting) bool { return kind == Gone && (m.A == id || m.B == id) })
	l.away(id, kind, now)
	l.Used = now
	if kind == Removed || kind == Dropped {
		l.tell(Tell{Player: id, Kind: TellDropped})
	}
	return append(events, Event{At: now, Kind: kind, Player: id, From: place}), nil
}

// away notes until when somebody who has gone may not join again.
func (l *Ladder) away(id string, kind Kind, now time.Time) {
	pause := AwayFor
	switch kind {
	case Gone:
		return
	case Removed:
		pause = RemovedFor
	}
	l.Away = slices.DeleteFunc(l.Away, func(a Absence) bool { return !now.Before(a.Until) })
	l.Away = append(l.Away[max(0, len(l.Away)+1-mostAway):], Absence{id, now.Add(pause)})
}

// settle ends a challenge, whose places are as they are now. Who has challenged and won takes the
// place of the other, if that is above theirs, and everybody from there on down to their own place
// goes down by one; nothing else changes places.
func (l *Ladder) settle(c Challenge, kind Kind, now time.Time) Event {
	l.Challenges = slices.DeleteFunc(l.Challenges, func(other Challenge) bool { return other.Number == c.Number })
	l.Met = append(slices.DeleteFunc(l.Met, func(m Meeting) bool { return l.mayMeet(m, now) || m.isOf(c.By, c.Of) }), Meeting{c.By, c.Of, now})
	l.Met = l.Met[max(0, len(l.Met)-mostMet):]
	event := Event{At: now, Kind: kind, Player: c.By, Other: c.Of, Number: c.Number}
	event.From = l.Place(c.By)
	event.To = event.From
	if to := l.Place(c.Of); (kind == Won || kind == Default) && to > 0 && to < event.From {
		l.rise(event.From, to, c.By, c.Number)
		event.To = to
	}
	return event
}

// rise brings who is at one place to another above it, and has those be told who fall.
func (l *Ladder) rise(from, to int, by string, number int) {
	m := l.Order[from-1]
	copy(l.Order[to:from], l.Order[to-1:from-1])
	l.Order[to-1] = m
	for i, fell := range l.Order[to:from] {
		l.tell(Tell{Player: fell.ID, Kind: TellPassed, Number: number, Other: by, Place: to + 1 + i})
	}
}

// tell has somebody be told something.
func (l *Ladder) tell(t Tell) {
	l.Told++
	t.Serial = l.Told
	l.Tells = append(l.Tells[max(0, len(l.Tells)+1-mostTells):], t)
}

// isOf says whether it is between two.
func (m Meeting) isOf(a, b string) bool { return m.A == a && m.B == b || m.A == b && m.B == a }

// again returns from when on the two may meet again.
func (l *Ladder) again(m Meeting) time.Time { return m.At.Add(time.Duration(l.Setup.Pause) * day) }

func (l *Ladder) mayMeet(m Meeting, now time.Time) bool { return !now.Before(l.again(m)) }
