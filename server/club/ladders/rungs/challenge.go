package rungs

import (
	"slices"
	"time"

	"moyo/internal/sentence"
)

// Why is the reason why a player cannot be challenged.
type Why string

// The reasons.
const (
	NotOn    Why = "not-on" // the challenger is not on the ladder
	Self     Why = "self"
	Below    Why = "below"
	TooFar   Why = "far"
	Between  Why = "between" // a challenge between the two is open
	OwnBusy  Why = "own"     // the challenger has the most open challenges
	TheyBusy Why = "busy"    // the other player has the most open challenges
	Rest     Why = "rest"    // the two have met lately
)

// words returns the reason as a sentence for the challenger.
func (w Why) words() sentence.Sentence {
	switch w {
	case NotOn:
		return sentence.No("ladder.why.notOn", "You can only challenge players on a ladder that you have joined.")
	case Self:
		return sentence.No("ladder.why.self", "You cannot challenge yourself.")
	case Below:
		return sentence.No("ladder.why.below", "You can only challenge players above you.")
	case TooFar:
		return sentence.No("ladder.why.far", "This player is too far above you.")
	case Between:
		return sentence.No("ladder.why.between", "There is already an open challenge between you.")
	case OwnBusy:
		return sentence.No("ladder.why.own", "You have reached the limit for open challenges.")
	case TheyBusy:
		return sentence.No("ladder.why.busy", "This player has too many open challenges already.")
	case Rest:
		return sentence.No("ladder.why.rest", "You have played each other recently. Please wait before you challenge this player again.")
	}
	return sentence.Sentence{}
}

// MayChallenge returns why a player may not challenge another now, "" if allowed. until is when the reason
// ends, if it ends by itself.
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

// Challenge records a challenge. A correspondence game begins immediately.
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

// Patience is how long a challenged player may take to begin.
func (l *Ladder) Patience() time.Duration { return time.Duration(l.Setup.Days) * day }

// unbegun returns a challenge to a live game that has not begun.
func (l *Ladder) unbegun(number int) (*Challenge, error) {
	c := l.challenge(number)
	switch {
	case c == nil:
		return nil, refuse("ladder.noChallenge", "There is no such challenge any more.")
	case c.Playing:
		return nil, refuse("ladder.playing", "The game of this challenge has begun. Please finish or resign the game.")
	}
	return c, nil
}

// tellEvery is how often a player is notified that the other is present for a live game.
const tellEvery = day

// Ready records that a player is present for a live game, which begins when both are.
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
		return refuse("ladder.notYours", "This challenge is between other players.")
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

// Yield makes the challenged player of a live game give their place to the challenger, or lets the challenger
// withdraw the challenge.
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
	return Event{}, refuse("ladder.notYours", "This challenge is between other players.")
}

// Outcome is the result of a game.
type Outcome struct {
	Winner string // id, "" for none
	Void   bool   // not played, so without a result
	Silent bool   // the challenged player has not made a move
}

// Decide records the result of a challenge's game. It removes players who have missed too many challenges without a move.
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

// missed records whether a player has missed a challenge.
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

// Lapse ends a challenge whose game could not be created.
func (l *Ladder) Lapse(number int, now time.Time) (events []Event) {
	if c := l.challenge(number); c != nil {
		events = append(events, l.settle(*c, Lapsed, now))
	}
	return events
}

// Pass decides the first challenge to a live game whose time is up. A challenged player who was never present
// loses; if they were present at some time, the challenge has no result.
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

// Made records that the game of a challenge was created. It reports whether the challenge exists.
func (l *Ladder) Made(number int) bool {
	c := l.challenge(number)
	if c != nil {
		c.Made = true
	}
	return c != nil
}

// LookAt records when to check again whether the players of a game are present; the zero time for never.
func (l *Ladder) LookAt(number int, at time.Time) {
	if c := l.challenge(number); c != nil {
		c.Due = at
	}
}

// Close ends all challenges without results. Their games continue independently.
func (l *Ladder) Close(now time.Time) { l.Challenges, l.Used = []Challenge{}, now }

// Done removes ended games and sent notifications from what is to be done.
func (l *Ladder) Done(ends []End, tells []Tell) {
	l.Ends = slices.DeleteFunc(l.Ends, func(e End) bool { return slices.Contains(ends, e) })
	l.Tells = slices.DeleteFunc(l.Tells, func(t Tell) bool { return slices.Contains(tells, t) })
}

// Due returns when time alone next changes something, the zero time for never.
func (l *Ladder) Due() (due time.Time) {
	for _, c := range l.Challenges {
		if !c.Due.IsZero() && (due.IsZero() || c.Due.Before(due)) {
			due = c.Due
		}
	}
	return due
}
