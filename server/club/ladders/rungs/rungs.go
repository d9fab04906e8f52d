// Package rungs has the rules of club ladders: the places, who may challenge whom, and the results.
// It uses no game, clock or store: it returns what is to be done, and receives the results with
// their times.
//
// A [Ladder] is a value that is stored as JSON. Each of its methods either changes nothing and
// returns a [*Refusal], or returns the event for people to read. Other consequences
// (a game to create or end, a player to notify) are stored in the ladder until they are
// done, so that none is lost if a server ends in between.
package rungs

import (
	"slices"
	"time"

	"moyo/internal/sentence"
)

// Bounds of a ladder's setup.
const (
	MaxReach   = 50  // places above that a player may challenge
	MaxAtOnce  = 10  // open challenges of a player, by and to them separately
	MaxDays    = 30  // days to begin
	MaxPause   = 90  // days until the same two meet again
	MaxPlayers = 300 // on one ladder
)

// MostMissed is how many challenges in a row a player may miss without a move before they are removed.
const MostMissed = 2

// ReadyFor is how long a player counts as present for a live game.
const ReadyFor = 10 * time.Minute

// How long a player who left a ladder must wait before they may join again: a short time, so that repeated joining
// does not fill its memory, and a longer one for removed players.
const (
	AwayFor    = day
	RemovedFor = 30 * day
)

// Bounds of the ladder's memory: the oldest entries are deleted.
const (
	mostMet   = 1000
	mostTells = 500
	mostAway  = 1000
)

const day = 24 * time.Hour

// For is the kind of players that a ladder is for.
type For string

// The kinds of players.
const (
	All      For = ""
	People   For = "people"
	Programs For = "programs"
)

// Setup describes a ladder.
type Setup struct {
	Board      string `json:"board"` // spec
	Rules      string `json:"rules"` // id
	Clock      string `json:"clock"` // spec
	Live       bool   `json:"live,omitempty"`
	Rated      bool   `json:"rated,omitempty"`
	NoVacation bool   `json:"noVacation,omitempty"` // vacations do not stop the clocks
	Reach      int    `json:"reach"`                // how many places above a player may challenge
	Out        int    `json:"out"`                  // most open challenges by a player
	In         int    `json:"in"`                   // most open challenges to a player
	Days       int    `json:"days"`                 // for a challenged player to begin
	Pause      int    `json:"pause"`                // days until the same two meet again
	Most       int    `json:"most"`                 // players
	For        For    `json:"for,omitempty"`
}

// Check returns an error that describes what is wrong with a setup.
func (s Setup) Check() error {
	for _, c := range []struct{ n, least, most int }{
		{s.Reach, 1, MaxReach}, {s.Out, 1, MaxAtOnce}, {s.In, 1, MaxAtOnce},
		{s.Days, 1, MaxDays}, {s.Pause, 1, MaxPause}, {s.Most, 2, MaxPlayers},
	} {
		if c.n < c.least || c.n > c.most {
			return refuse("ladder.bounds", "Players can challenge 1 to %d places above, have 1 to %d open challenges "+
				"and 1 to %d days "+
				"to begin, and meet again after 1 to %d days. A ladder has 2 to %d players.", MaxReach, MaxAtOnce, MaxDays, MaxPause, MaxPlayers)
		}
	}
	if s.For != All && s.For != People && s.For != Programs {
		return refuse("", "a ladder is for %q, %q or all, not for %.20q", People, Programs, s.For)
	}
	return nil
}

// Refusal is the error of an act that a ladder does not allow now.
type Refusal = sentence.Error

// refuse returns a refusal; one without an id cannot be caused from the page.
func refuse(id, format string, args ...any) error {
	return &Refusal{Sentence: sentence.New(id, format, args...)}
}

// Ladder is the current state of a ladder.
type Ladder struct {
	Setup      Setup       `json:"setup"`
	Order      []Member    `json:"order"`           // the best first
	Challenges []Challenge `json:"challenges"`      // open challenges, oldest first
	Met        []Meeting   `json:"met,omitempty"`   // pairs who may not meet again yet
	Away       []Absence   `json:"away,omitempty"`  // players who may not join again yet
	Number     int         `json:"number"`          // of the last challenge
	Used       time.Time   `json:"used"`            // time of the last act
	Ends       []End       `json:"ends,omitempty"`  // games to end
	Tells      []Tell      `json:"tells,omitempty"` // notifications to send
	Told       int         `json:"told"`            // serial number of the last notification
}

// Member is a player on a ladder.
type Member struct {
	ID      string    `json:"id"`
	Since   time.Time `json:"since"`
	Program bool      `json:"program,omitempty"`
	Missed  int       `json:"missed,omitempty"` // challenges in a row without a move by them
}

// Challenge is an open challenge.
type Challenge struct {
	Number int       `json:"number"`
	By     string    `json:"by"`
	Of     string    `json:"of"`
	At     time.Time `json:"at"`
	// when an absent challenged player loses; for a game, when to check whether it has begun
	Due     time.Time `json:"due"`
	Playing bool      `json:"playing,omitempty"` // its game has to be created
	Made    bool      `json:"made,omitempty"`    // its game was created
	ByReady time.Time `json:"byReady,omitzero"`  // when the challenger was present, for a live game
	OfReady time.Time `json:"ofReady,omitzero"`  // the same for the challenged player
	ByTold  time.Time `json:"byTold,omitzero"`   // when the challenged player was last notified that the challenger is present
	OfTold  time.Time `json:"ofTold,omitzero"`   // the reverse
}

// Meeting is a game of two players, who may meet again after a pause.
type Meeting struct {
	A  string    `json:"a"`
	B  string    `json:"b"`
	At time.Time `json:"at"`
}

// Absence is a player who may not join again before a time.
type Absence struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"`
}

// End is a game to end because a player has left.
type End struct {
	Number int    `json:"number"` // of its challenge
	Player string `json:"player"` // the resigning player
}

// The kinds of notifications.
const (
	TellChallenged = "challenged"
	TellReady      = "ready" // the opponent is ready to play
	TellPassed     = "passed"
	TellDropped    = "dropped"
)

// Tell is a notification to send.
type Tell struct {
	Serial int    `json:"serial"`
	Player string `json:"player"`
	Kind   string `json:"kind"`
	Number int    `json:"number,omitempty"` // of the challenge
	Other  string `json:"other,omitempty"`  // the other player
	Place  int    `json:"place,omitempty"`  // the new place
}

// Kind is the kind of an event.
type Kind string

// The kinds of events.
const (
	Joined     Kind = "joined"
	Left       Kind = "left"    // left by their own choice
	Removed    Kind = "removed" // by the ladder's maker
	Dropped    Kind = "dropped" // missed too many challenges
	Gone       Kind = "gone"    // account deleted
	Challenged Kind = "challenged"
	Won        Kind = "won"     // the challenger
	Held       Kind = "held"    // the challenged player kept their place
	Drew       Kind = "drew"    //
	Default    Kind = "default" // the challenger won without a game
	Lapsed     Kind = "lapsed"  // a challenge without a result
)

// Event is an event on a ladder. Player moved from one place to another; 0 is outside the ladder. Other
// is the opponent.
type Event struct {
	At     time.Time `json:"at"`
	Kind   Kind      `json:"kind"`
	Player string    `json:"player"`
	Other  string    `json:"other,omitempty"`
	Number int       `json:"number,omitempty"` // of the challenge
	From   int       `json:"from,omitempty"`
	To     int       `json:"to,omitempty"`
}

// Place returns a player's place, from 1, or 0 outside the ladder.
func (l *Ladder) Place(id string) int {
	return 1 + slices.IndexFunc(l.Order, func(m Member) bool { return m.ID == id })
}

// member returns a player on the ladder, or nil.
func (l *Ladder) member(id string) *Member {
	if place := l.Place(id); place > 0 {
		return &l.Order[place-1]
	}
	return nil
}

// challenge returns an open challenge, or nil.
func (l *Ladder) challenge(number int) *Challenge {
	i := slices.IndexFunc(l.Challenges, func(c Challenge) bool { return c.Number == number })
	if i < 0 {
		return nil
	}
	return &l.Challenges[i]
}

// Join adds a player at the bottom.
func (l *Ladder) Join(id string, program bool, now time.Time) (Event, error) {
	switch {
	case l.Place(id) > 0:
		return Event{}, refuse("ladder.joined", "You are already on this ladder.")
	case len(l.Order) >= l.Setup.Most:
		return Event{}, refuse("ladder.full", "This ladder is full.")
	case program && l.Setup.For == People:
		return Event{}, refuse("ladder.people", "This ladder is for people.")
	case !program && l.Setup.For == Programs:
		return Event{}, refuse("ladder.programs", "This ladder is for bots.")
	}
	for _, a := range l.Away {
		if a.ID == id && now.Before(a.Until) {
			return Event{}, refuse("ladder.away", "You left this ladder recently. You can join again on %s.",
				sentence.Moment(a.Until))
		}
	}
	l.Order = append(l.Order, Member{ID: id, Since: now, Program: program})
	l.Used = now
	return Event{At: now, Kind: Joined, Player: id, To: len(l.Order)}, nil
}

// Leave removes a player. Challengers whose game is running, or who wait for the player, win, in the
// order of the challenges; the player's own challenges end without a result. The player's running games
// are resigned. The events are in order.
func (l *Ladder) Leave(id string, kind Kind, now time.Time) (events []Event, err error) {
	if l.Place(id) == 0 {
		return nil, refuse("ladder.notOn", "This player is not on this ladder.")
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

// away records until when a player who has left may not join again.
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

// settle ends a challenge with the current places. A challenger who wins takes the place of the other player,
// if that is above theirs, and all players from there down to the challenger's old place move down by
// one; no other places change.
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

// rise moves a player from one place to another above it, and notifies the players who fall.
func (l *Ladder) rise(from, to int, by string, number int) {
	m := l.Order[from-1]
	copy(l.Order[to:from], l.Order[to-1:from-1])
	l.Order[to-1] = m
	for i, fell := range l.Order[to:from] {
		l.tell(Tell{Player: fell.ID, Kind: TellPassed, Number: number, Other: by, Place: to + 1 + i})
	}
}

// tell adds a notification to send.
func (l *Ladder) tell(t Tell) {
	l.Told++
	t.Serial = l.Told
	l.Tells = append(l.Tells[max(0, len(l.Tells)+1-mostTells):], t)
}

// isOf reports whether the meeting is between two players.
func (m Meeting) isOf(a, b string) bool { return m.A == a && m.B == b || m.A == b && m.B == a }

// again returns when the two players may meet again.
func (l *Ladder) again(m Meeting) time.Time { return m.At.Add(time.Duration(l.Setup.Pause) * day) }

func (l *Ladder) mayMeet(m Meeting, now time.Time) bool { return !now.Before(l.again(m)) }
