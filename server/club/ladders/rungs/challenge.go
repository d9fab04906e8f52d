package rungs

import (
	"slices"
	"time"

	"moyo/internal/sentence"
)

// Why says why somebody cannot be challenged.
type Why string

// The reasons.
const (
	NotOn    Why = "not-on" // one is not on the ladder oneself
	Self     Why = "self"
	Below    Why = "below"
	TooFar   Why = "far"
	Between  Why = "between" // a challenge between the two goes on
	OwnBusy  Why = "own"     // one has as many challenges of one's own as one may
	TheyBusy Why = "busy"    // they are challenged by as many as may
	Rest     Why = "rest"    // the two have met lately
)

// words say the reasons to who asks for it all the same.
func (w Why) words() sentence.Sentence {
	switch w {
	case NotOn:
		return sentence.No("ladder.why.notOn", "One challenges others on a ladder that one is on.")
	case Self:
		return sentence.No("ladder.why.self", "Nobody challenges themselves.")
	case Below:
		return sentence.No("ladder.why.below", "One challenges those who stand above.")
	case TooFar:
		return sentence.No("ladder.why.far", "They stand too far above you to be challenged.")
	case Between:
		return sentence.No("ladder.why.between", "A challenge between you goes on.")
	case OwnBusy:
		return sentence.No("ladder.why.own", "You have as many challenges of your own as one may have at once.")
	case TheyBusy:
		return sentence.No("ladder.why.busy", "They are challenged by as many as one may be at once.")
	case Rest:
		return sentence.No("ladder.why.rest", "The two of you have met lately: there is a pause before you meet again.")
	}
	return sentence.Sentence{}
}

// MayChallenge says why somebody may not challenge another now, "" where they may. Until is when that
// has passed, where it passes by itself.
func (l *Ladder) MayChallenge(by, of string, now time.Time) (why Why, until time.Time) {
	own, theirs := l.Place(by), l.Place(of)
	out, in := 0, 0
	for _, c := range l.Challenges {
		if c.By == by && c.Of == of || c.By == of && c.Of == by {
			return Between, until
		}
		if c.By == by {
			out++
		}
		if c.Of == of {
			in++
		}
	}
	switch {
	case own == 0 || theirs == 0:
		return NotOn, until
	case by == of:
		return Self, until
	case theirs > own:
		return Below, until
	case own-theirs > l.Setup.Reach:
		return TooFar, until
	case out >= l.Setup.Out:
		return OwnBusy, until
	case in >= l.Setup.In:
		return TheyBusy, until
	}
	for _, m := range l.Met {
		if m.isOf(by, of) && !l.mayMeet(m, now) {
			return Rest, l.again(m)
		}
	}
	return "", until
}

// Challenge has somebody challenge another. The game begins at once, but for a live one.
func (l *Ladder) Challenge(by, of string, now time.Time) (Event, error) {
	if why, _ := l.MayChallenge(by, of, now); why != "" {
		return Event{}, &Refusal{Sentence: why.words()}
	}
	l.Number++
	c := Challenge{Number: l.Number, By: by, Of: of, At: now, Due: now.Add(l.Patience()), Playing: !l.Setup.Live}
	if l.Setup.Live {
		c.ByReady, c.ByTold = now, now
	}
	l.Challenges = append(l.Challenges, c)
	l.member(by).Missed = 0
	l.Used = now
	l.tell(Tell{Player: of, Kind: TellChallenged, Number: c.Number, Other: by})
	return Event{At: now, Kind: Challenged, Player: by, Other: of, Number: c.Number, From: l.Place(by), To: l.Place(by)}, nil
}

// Patience is how long who was challenged may take to begin.
func (l *Ladder) Patience() time.Duration { return time.Duration(l.Setup.Days) * day }

// unbegun returns a challenge to a live game that has not begun.
func (l *Ladder) unbegun(number int) (*Challenge, error) {
	c := l.challenge(number)
	switch {
	case c == nil:
		return nil, refuse("ladder.noChallenge", "There is no such challenge any more.")
	case c.Playing:
		return nil, refuse("ladder.playing", "The game of this challenge has begun: it is won, lost or given up there.")
	}
	return c, nil
}

// tellEvery is how often somebody is told that the other one is there for a live game.
const tellEvery = day

// Ready notes that one of the two is there for a live game, which begins when both are.
func (l *Ladder) Ready(number int, id string, now time.Time) error {
	c, err := l.unbegun(number)
	if err != nil {
		return err
	}
	other, told := c.By, &c.OfTold
	switch id {
	case c.By:
		other, told = c.Of, &c.ByTold
		c.ByReady = now
	case c.Of:
		c.OfReady = now
		l.member(id).Missed = 0
	default:
		return refuse("ladder.notYours", "This challenge is between others.")
	}
	l.Used = now
	if now.Sub(c.ByReady) < ReadyFor && now.Sub(c.OfReady) < ReadyFor {
		c.Playing, c.Due = true, now.Add(l.Patience())
		return nil
	}
	if now.Sub(*told) >= tellEvery {
		*told = now
		l.tell(Tell{Player: other, Kind: TellReady, Number: number, Other: id})
	}
	return nil
}

// Yield has who was challenged to a live game leave their place to the challenger, and a challenger take
// their challenge back.
func (l *Ladder) Yield(number int, id string, now time.Time) (Event, error) {
	c, err := l.unbegun(number)
	if err != nil {
		return Event{}, err
	}
	l.Used = now
	switch id {
	case c.Of:
		l.member(id).Missed = 0
		return l.settle(*c, Default, now), nil
	case c.By:
		return l.settle(*c, Lapsed, now), nil
	}
	return Event{}, refuse("ladder.notYours", "This challenge is between others.")
}

// Outcome is what has come of a game.
type Outcome struct {
	Winner string // id, "" for nobody
	Void   bool   // it was not played: nothing has come of it
	Silent bool   // who was challenged has not made a move
}

// Decide notes what has come of the game of a challenge. Whoever lets too many pass without a move drops off.
func (l *Ladder) Decide(number int, o Outcome, now time.Time) (events []Event, err error) {
	c := l.challenge(number)
	if c == nil || !c.Playing {
		return nil, refuse("ladder.noChallenge", "There is no such challenge any more.")
	}
	settled, kind := *c, Drew
	switch {
	case o.Void:
		kind = Lapsed
	case o.Winner == c.By && o.Silent:
		kind = Default
	case o.Winner == c.By:
		kind = Won
	case o.Winner == c.Of:
		kind = Held
	}
	events = append(events, l.settle(settled, kind, now))
	l.Used = now
	return l.missed(events, settled.Of, o.Silent && !o.Void && o.Winner == settled.By, now)
}

// missed notes whether somebody has let a challenge pass.
func (l *Ladder) missed(events []Event, id string, silent bool, now time.Time) ([]Event, error) {
	m := l.member(id)
	if m == nil {
		return events, nil
	}
	if !silent {
		m.Missed = 0
		return events, nil
	}
	if m.Missed++; m.Missed < MostMissed {
		return events, nil
	}
	dropped, err := l.Leave(id, Dropped, now)
	return append(events, dropped...), err
}

// Lapse ends a challenge whose game could not be made.
func (l *Ladder) Lapse(number int, now time.Time) (events []Event) {
	if c := l.challenge(number); c != nil {
		events = append(events, l.settle(*c, Lapsed, now))
	}
	return events
}

// Pass decides the first challenge to a live game whose time is up: who was challenged and was never there has
// lost; where they were there once, and the two have not found each other, nothing comes of it.
func (l *Ladder) Pass(now time.Time) (events []Event, err error) {
	for _, c := range l.Challenges {
		if c.Playing || now.Before(c.Due) {
			continue
		}
		if !c.OfReady.IsZero() {
			return append(events, l.settle(c, Lapsed, now)), nil
		}
		return l.missed(append(events, l.settle(c, Default, now)), c.Of, true, now)
	}
	return nil, nil
}

// Made notes that the game of a challenge was made. It says whether there is such a challenge.
func (l *Ladder) Made(number int) bool {
	c := l.challenge(number)
	if c != nil {
		c.Made = true
	}
	return c != nil
}

// LookAt notes when to look again whether the players of a game have come; the zero time for never.
func (l *Ladder) LookAt(number int, at time.Time) {
	if c := l.challenge(number); c != nil {
		c.Due = at
	}
}

// Close has all challenges come to nothing. Their games go on for themselves.
func (l *Ladder) Close(now time.Time) { l.Challenges, l.Used = []Challenge{}, now }

// Done forgets what was done: games that were ended, and what people were told.
func (l *Ladder) Done(ends []End, tells []Tell) {
	l.Ends = slices.DeleteFunc(l.Ends, func(e End) bool { return slices.Contains(ends, e) })
	l.Tells = slices.DeleteFunc(l.Tells, func(t Tell) bool { return slices.Contains(tells, t) })
}

// Due returns when time alone changes something next, the zero time for never.
func (l *Ladder) Due() (due time.Time) {
	for _, c := range l.Challenges {
		if !c.Due.IsZero() && (due.IsZero() || c.Due.Before(due)) {
			due = c.Due
		}
	}
	return due
}
