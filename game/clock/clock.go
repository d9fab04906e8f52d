// Package clock is how the time of a game is shared out: six kinds of clocks as
// specs, as boards have them, and what one player has left as a plain value. It
// is arithmetic alone: it reads no clock, knows no colours and imports nothing
// of the program.
//
//	none              nobody counts
//	absolute=20m      20 minutes for the whole game
//	fischer=5m+3s     5 minutes, and 3 seconds more after each move
//	byoyomi=10m+5x30s 10 minutes, then 5 periods of 30 seconds; a move within one keeps it
//	canadian=10m+25/5m 10 minutes, then 25 stones in every 5 minutes
//	move=30s          30 seconds for each move
//	correspondence=3d 3 days for each move, with leave from the whole game
//
// A [Spec] is parsed once. [Spec.Start] is what a player begins with; while it is
// their turn [Spec.Run] takes time off, in pieces as large or small as one
// likes; [Spec.Moved] ends their turn. Whoever counts the time must measure it
// with a clock that never jumps.
//
// # The boundary
//
// Who has used exactly what was left is still in time: a flag falls when more
// than that is used. The same holds within: who moves in the very moment in
// which a period of byo-yomi ends has kept the period.
package clock

import "time"

// Kind names a way to share out time.
type Kind string

// The kinds of clocks.
const (
	None           Kind = "none"
	Absolute       Kind = "absolute"
	Fischer        Kind = "fischer"
	Byoyomi        Kind = "byoyomi"
	Canadian       Kind = "canadian"
	PerMove        Kind = "move"
	Correspondence Kind = "correspondence"
)

// Spec is a kind of clock with its numbers. The zero Spec is no clock, as is that
// of None. Specs are compared by ==.
type Spec struct {
	Kind  Kind
	Main  time.Duration // main time of absolute, Fischer, byo-yomi and Canadian
	Step  time.Duration // Fischer's increment, a period of byo-yomi or Canadian, the time of one move
	Count int           // periods of byo-yomi, stones of a Canadian period
}

// Counts says whether there is a clock at all.
func (s Spec) Counts() bool { return s.Kind != None && s.Kind != "" }

// Live says whether the players are expected to sit at the board together.
func (s Spec) Live() bool { return s.Counts() && s.Kind != Correspondence }

// HasMain says whether a game has a main time, of which one player can be given more.
func (s Spec) HasMain() bool {
	return s.Kind == Absolute || s.Kind == Fischer || s.Kind == Byoyomi || s.Kind == Canadian
}

// TakesDays says whether a text is the spec of a clock of correspondence, whose players need not be at
// the board together.
func TakesDays(text string) bool {
	spec, err := Parse(text)
	return err == nil && spec.Kind == Correspondence
}

// Leave is how long a player of a correspondence game may stop the clock in all:
// a holiday.
const Leave = 30 * day

// State is what one player has left at one moment.
type State struct {
	Main    time.Duration // of the main time, or for this move where the clock counts single moves
	Periods int           // of byo-yomi, the one being used included
	Stones  int           // still to be placed in this Canadian period
	Period  time.Duration // left of the period that is being used or comes first
	Leave   time.Duration // of the leave of a correspondence game
}

// Start returns what a player begins with.
func (s Spec) Start() State {
	switch s.Kind {
	case Absolute, Fischer:
		return State{Main: s.Main}
	case Byoyomi:
		return State{Main: s.Main, Periods: s.Count, Period: s.Step}
	case Canadian:
		return State{Main: s.Main, Stones: s.Count, Period: s.Step}
	case PerMove:
		return State{Main: s.Step}
	case Correspondence:
		return State{Main: s.Step, Leave: Leave}
	}
	return State{}
}

// Left returns how much time may pass until the flag falls: more than that and it
// does. Without a clock it is 0 and means nothing.
func (s Spec) Left(st State) time.Duration {
	switch s.Kind {
	case Byoyomi:
		if st.Periods == 0 {
			return 0
		}
		return st.Main + st.Period + time.Duration(st.Periods-1)*s.Step
	case Canadian:
		return st.Main + st.Period
	}
	return st.Main
}

// Run returns what is left after a player has thought for so long, and whether
// their flag has fallen, after which nothing is left. To run in two pieces is to
// run for their sum.
func (s Spec) Run(st State, elapsed time.Duration) (State, bool) {
	if !s.Counts() || elapsed <= 0 {
		return st, false
	}
	if elapsed > s.Left(st) {
		return State{Leave: st.Leave}, true
	}
	main := min(elapsed, st.Main)
	st.Main -= main
	over := elapsed - main // at most what the periods hold
	if over > st.Period {  // of byo-yomi: elsewhere there is no more than one period
		over -= st.Period
		lost := (over + s.Step - 1) / s.Step // the last of them is only begun, or used to its very end
		st.Periods -= int(lost)
		st.Period = lost * s.Step
	}
	st.Period -= over
	return st, false
}

// Moved returns what a player has after a move whose time [Spec.Run] has taken
// off: the increment, a whole period, one stone fewer to place.
func (s Spec) Moved(st State) State {
	switch s.Kind {
	case Fischer:
		st.Main += s.Step
	case Byoyomi:
		st.Period = s.Step
	case Canadian:
		if st.Main > 0 {
			return st
		}
		if st.Stones--; st.Stones == 0 {
			st.Stones, st.Period = s.Count, s.Step
		}
	case PerMove, Correspondence:
		st.Main = s.Step
	}
	return st
}

// Undone returns what a player has who begins to think afresh because moves, so
// many of them their own, were taken back. What was spent stays spent, as it does
// everywhere; what those moves have earned goes back, so that nobody can gain
// time by moving and taking back. Nobody is left with less than one increment
// who had more.
func (s Spec) Undone(st State, moves int) State {
	switch s.Kind {
	case Fischer:
		st.Main = max(st.Main-time.Duration(moves)*s.Step, min(st.Main, s.Step))
	case Byoyomi:
		st.Period = s.Step
	case Canadian:
		if st.Main == 0 {
			st.Stones = min(st.Stones+moves, s.Count)
		}
	case PerMove, Correspondence:
		st.Main = s.Step
	}
	return st
}

// Give returns st with main time added to it, and whether there may be so much:
// no more than a spec could have given in the first place.
func (s Spec) Give(st State, more time.Duration) (State, bool) {
	most := longestMain
	if s.Kind == Correspondence {
		most = longestMove
	}
	if !s.Counts() || more <= 0 || st.Main+more > most {
		return st, false
	}
	st.Main += more
	return st, true
}

// Gift returns how much time a player gives to the other at once.
func (s Spec) Gift() time.Duration {
	switch s.Speed() {
	case SpeedBlitz:
		return 15 * time.Second
	case SpeedRapid:
		return 30 * time.Second
	case SpeedClassical:
		return time.Minute
	case SpeedCorrespondence:
		return day
	}
	return 0
}

// Rest returns what is left after a leave of so long, and how much of it was no
// leave any more and has to be run. Only correspondence has leave.
func (s Spec) Rest(st State, elapsed time.Duration) (State, time.Duration) {
	rest := min(max(elapsed, 0), st.Leave)
	st.Leave -= rest
	return st, elapsed - rest
}

// Turn returns how long the turn that runs may last and cost nothing but its own
// time: [Spec.Left], but of byo-yomi no further than the end of the period that
// is being used or comes first.
func (s Spec) Turn(st State) time.Duration {
	if s.Kind == Byoyomi && st.Periods > 0 {
		return st.Main + st.Period
	}
	return s.Left(st)
}

// Ahead is how many more moves of their own a program may expect that knows
// nothing of the game.
const Ahead = 40

// Share returns how long a player who lives by this clock may wisely think about
// the next move, for programs: of the main time so much that it lasts for so
// many more turns, three quarters of what each move gets anew, and never more
// than three quarters of the [Spec.Turn]. It is 0 where nobody counts.
func (s Spec) Share(st State, turns int) time.Duration {
	share := st.Main / time.Duration(max(turns, 1))
	switch s.Kind {
	case Fischer:
		share += most(s.Step)
	case Byoyomi:
		share = max(share, most(min(st.Main+st.Period, s.Step)))
	case Canadian:
		each := s.Step / time.Duration(s.Count)
		if st.Main == 0 {
			each = st.Period / time.Duration(max(st.Stones, 1))
		}
		share = max(share, most(each))
	case PerMove:
		share = st.Main
	case Correspondence:
		share = time.Minute // a program need not let anybody wait for days
	}
	return min(share, most(s.Turn(st)))
}

// most is what a program uses of a time that is over when it is used up: the
// rest is for whatever comes between.
func most(d time.Duration) time.Duration { return d * 3 / 4 }
