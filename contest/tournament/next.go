package tournament

import "time"

// Next returns the event that the tournament itself causes at this time, to be logged and applied
// next. ok is false if it waits for a person or for a later time; see [Tournament.Wakes].
func (t *Tournament) Next(now time.Time) (e Event, ok bool) {
	switch {
	case t.phase == Registering:
		e, ok = t.nextOpen(now)
	case t.phase == Running && t.setup.Format == Arena:
		e, ok = t.nextArena(now)
	case t.phase == Running:
		e, ok = t.nextRound(now)
	}
	e.At = now
	return e, ok
}

func (t *Tournament) nextOpen(now time.Time) (Event, bool) {
	switch {
	case now.Before(t.opens()):
		return Event{}, false
	case t.setup.Begins.IsZero() || t.staying() < 2:
		return Event{Kind: Cancelled}, true
	}
	return Event{Kind: Started}, true
}

// opens returns when a tournament starts by itself, or is called off because its director has not
// started it.
func (t *Tournament) opens() time.Time {
	if t.setup.Begins.IsZero() {
		return t.made.Add(MaxWait)
	}
	return t.setup.Begins
}

func (t *Tournament) nextArena(now time.Time) (Event, bool) {
	switch {
	case !now.Before(t.closes()):
		return Event{Kind: Ended}, true
	case t.halted || now.Before(t.wave()):
		return Event{}, false
	}
	e := t.pairArena()
	return e, len(e.Pairings) > 0
}

func (t *Tournament) nextRound(now time.Time) (Event, bool) {
	if last := len(t.rounds) - 1; last >= 0 && !t.rounds[last].Closed {
		return t.nextInRound(&t.rounds[last])
	}
	waited := !now.Before(t.since().Add(MaxWait))
	switch {
	case t.complete() || t.setup.Format.Pauses() && t.staying() < 2:
		return Event{Kind: Ended}, true
	case t.halted && waited:
		return Event{Kind: Cancelled}, true
	case t.short() && waited:
		return Event{Kind: Ended}, true
	case t.halted || t.short() || now.Before(t.Resumes()):
		return Event{}, false
	}
	e := t.pairing()
	if len(e.Pairings)+len(e.Byes) == 0 { // no player is left
		return Event{Kind: Ended}, true
	}
	return e, true
}

// nextInRound replays draws where a winner is needed, up to a limit, and closes a finished round.
func (t *Tournament) nextInRound(r *Round) (Event, bool) {
	for _, n := range r.Games {
		switch g := &t.games[n-1]; {
		case t.drawn(g) && t.replays(g) >= MaxReplays:
			return Event{Kind: Seeded, Game: n}, true
		case t.drawn(g):
			return Event{Kind: Assigned, Game: n}, true
		}
	}
	return Event{Kind: Closed}, !t.undecided()
}

// Wakes returns when to call Next again if nothing happens before, zero for never.
func (t *Tournament) Wakes() time.Time {
	switch {
	case t.phase == Registering:
		return t.opens()
	case t.phase == Running && t.setup.Format == Arena:
		if wave := t.wave(); !t.halted && len(t.idle()) >= 2 && wave.Before(t.closes()) {
			return wave
		}
		return t.closes()
	case t.phase == Running && (t.halted || t.short()):
		return t.since().Add(MaxWait)
	case t.phase == Running:
		return t.Resumes()
	}
	return time.Time{}
}

// wave returns when the next games of an arena may begin.
func (t *Tournament) wave() time.Time {
	if len(t.rounds) > 0 {
		return t.since().Add(WaveEvery)
	}
	return t.started
}

// since returns when a tournament began to wait for its next round: the time at which the last one
// closed.
func (t *Tournament) since() time.Time {
	if last := len(t.rounds) - 1; last >= 0 {
		return t.rounds[last].At
	}
	return t.started
}

// short reports whether a tournament waits because all remaining players but one pause.
func (t *Tournament) short() bool { return t.setup.Format.Pauses() && len(t.idle()) < 2 }

// Resumes returns when the break before the next round ends, zero if there is no break or its end
// is unknown.
func (t *Tournament) Resumes() time.Time {
	if last := len(t.rounds) - 1; last >= 0 && t.rounds[last].Closed && !t.halted && !t.short() {
		return t.rounds[last].At.Add(time.Duration(t.setup.Break) * time.Second)
	}
	return time.Time{}
}

// closes returns when an arena ends.
func (t *Tournament) closes() time.Time {
	return t.started.Add(time.Duration(t.setup.Minutes) * time.Minute)
}

// Closes returns when a running arena ends, zero for other formats.
func (t *Tournament) Closes() time.Time {
	if t.setup.Format != Arena || t.started.IsZero() {
		return time.Time{}
	}
	return t.closes()
}

// complete reports whether the last round, which is closed, was the final one.
func (t *Tournament) complete() bool {
	switch t.setup.Format {
	case RoundRobin, DoubleRoundRobin:
		return len(t.rounds) >= t.robinRounds()
	case Knockout, DoubleKnockout:
		_, ok := t.champion()
		return ok
	}
	return len(t.rounds) >= t.setup.Rounds
}

// Of returns the number of rounds of the tournament, 0 if unknown.
func (t *Tournament) Of() int {
	if t.setup.Format.robin() && t.phase != Registering {
		return t.robinRounds()
	}
	return t.setup.Rounds
}

// pairing returns the pairings of the next round.
func (t *Tournament) pairing() Event {
	switch t.setup.Format {
	case RoundRobin, DoubleRoundRobin:
		return t.pairRobin()
	case Knockout, DoubleKnockout:
		return t.pairBracket()
	}
	return t.pairSwiss()
}
