// Package clock describes the time controls of a game: six kinds of clocks as specs, and the
// remaining time of one player as a plain value. It contains only arithmetic: it reads no clock,
// knows no colours and imports no other package of the program.
//
//	none              no time limit
//	absolute=20m      20 minutes for the whole game
//	fischer=5m+3s     5 minutes, and 3 seconds more after each move
//	byoyomi=10m+5x30s 10 minutes, then 5 periods of 30 seconds; a move within one keeps it
//	canadian=10m+25/5m 10 minutes, then 25 stones in every 5 minutes
//	move=30s          30 seconds for each move
//	correspondence=3d 3 days for each move, with leave for the whole game
//
// A [Spec] is parsed once. [Spec.Start] returns the time at the start of a game; [Spec.Run]
// subtracts time during a player's turn, in one piece or several; [Spec.Moved] ends the turn.
// Callers must measure time with a monotonic clock.
//
// # The boundary
//
// A player who uses exactly the remaining time is still in time: the flag falls when more is used.
// The same holds within the clock: a move at the very end of a byo-yomi period keeps the period.
package clock

import "time"

// Kind names a kind of time control.
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

// Spec is a kind of clock with its numbers. The zero Spec means no clock, as does None. Specs are
// comparable with ==.
type Spec struct {
	Kind  Kind
	Main  time.Duration // main time of absolute, Fischer, byo-yomi and Canadian
	Step  time.Duration // Fischer's increment, a period of byo-yomi or Canadian, the time of one move
	Count int           // periods of byo-yomi, stones of a Canadian period
}

// Counts reports whether there is a clock.
func (s Spec) Counts() bool { return s.Kind != None && s.Kind != "" }

// Live reports whether both players are expected to be at the board.
func (s Spec) Live() bool { return s.Counts() && s.Kind != Correspondence }

// HasMain reports whether the clock has a main time, which one player can get more of.
func (s Spec) HasMain() bool {
	return s.Kind == Absolute || s.Kind == Fischer || s.Kind == Byoyomi || s.Kind == Canadian
}

// TakesDays reports whether a text is the spec of a correspondence clock, whose players need not be at
// the board.
func TakesDays(text string) bool {
	spec, err := Parse(text)
	return err == nil && spec.Kind == Correspondence
}

// Leave is the total time for which a player of a correspondence game may stop the clock.
const Leave = 30 * day

// State is the remaining time of one player at one moment.
type State struct {
	Main    time.Duration // of the main time, or for this move if the clock counts single moves
	Periods int           // of byo-yomi, including the current one
	Stones  int           // still to be placed in this Canadian period
	Period  time.Duration // left of the current period, or of the first one
	Leave   time.Duration // of the leave of a correspondence game
}

// Start returns a player's time at the start of a game.
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

// Left returns the time until the flag falls: it falls when more is used. Without a clock it is 0
// and has no meaning.
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

// Run returns the remaining time after a player has used elapsed, and whether the flag has fallen;
// then nothing is left. Running in two pieces is the same as running for their sum.
func (s Spec) Run(st State, elapsed time.Duration) (State, bool) {
	if !s.Counts() || elapsed <= 0 {
		return st, false
	}
	if elapsed > s.Left(st) {
		return State{Leave: st.Leave}, true
	}
	main := min(elapsed, st.Main)
	st.Main -= main
	over := elapsed - main // at most the sum of the periods
	if over > st.Period {  // byo-yomi; other clocks have only one period
		over -= st.Period
		lost := (over + s.Step - 1) / s.Step // the last one has just begun, or is used exactly
		st.Periods -= int(lost)
		st.Period = lost * s.Step
	}
	st.Period -= over
	return st, false
}

// Moved returns a player's time after a move, with its time already subtracted by [Spec.Run]: it
// adds the increment, restores the period, or counts one stone less.
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

// Undone returns the time of a player who starts to think again because moves were taken back;
// moves counts the player's own. Used time stays used. What those moves have earned is subtracted,
// so that no player gains time by moving and taking back. A player who had at least one increment
// keeps at least one.
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

// Give returns st with more main time, and whether the clock allows it: at most what a spec could
// have given at the start.
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

// Gift returns the time that a player gives to the other in one step.
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

// Rest returns the remaining time after a leave, and the part of the leave that exceeds the
// allowance and must be run. Only correspondence clocks have leave.
func (s Spec) Rest(st State, elapsed time.Duration) (State, time.Duration) {
	rest := min(max(elapsed, 0), st.Leave)
	st.Leave -= rest
	return st, elapsed - rest
}

// Turn returns how long the current turn may last without losing more than its own time. It is
// [Spec.Left], but with byo-yomi at most until the end of the current or first period.
func (s Spec) Turn(st State) time.Duration {
	if s.Kind == Byoyomi && st.Periods > 0 {
		return st.Main + st.Period
	}
	return s.Left(st)
}

// Ahead is the number of further own moves that a program should expect if it knows nothing of the
// game.
const Ahead = 40

// Share returns how long a program should think about the next move if it expects the given number
// of further turns. It uses an equal part of the main time, three quarters of what each move adds,
// and never more than three quarters of [Spec.Turn]. Without a clock it returns 0.
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
		share = time.Minute // a program need not use days
	}
	return min(share, most(s.Turn(st)))
}

// most is the part of a hard limit that a program uses; the rest covers delays.
func most(d time.Duration) time.Duration { return d * 3 / 4 }
