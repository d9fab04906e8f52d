package life

import (
	"time"

	"moyo/game"
	"moyo/solve/life/tsumego"
)

// Verdict is the answer for the side to move and the question asked.
type Verdict string

// The verdicts.
const (
	Win     Verdict = "win"  // reached, however many threats the other side has: see Answer.Against
	Lose    Verdict = "lose" // not reached, however many threats the side to move has
	InKo    Verdict = "ko"   // it depends on ko threats
	Unknown Verdict = "unknown"
)

// Fate is the status of the target with best play.
type Fate string

// The fates.
const (
	Alive  Fate = "alive"
	Dead   Fate = "dead"
	Seki   Fate = "seki" // not captured, without two eyes
	FateKo Fate = "ko"
	NoFate Fate = "unknown"
)

// Ko describes an answer that depends on ko threats.
type Ko struct {
	// TakesFirst is the side that wins where neither side has a threat.
	TakesFirst game.Color
	// Threats is how many threats the other side, the loser, needs to win instead while
	// TakesFirst has none.
	Threats int
	// Kind is "direct" (one threat), "2-step" and so on.
	Kind string
}

// MaxThreats is the most threats that are tried by number. A ko that they do not turn
// counts as none, though threats without end might.
const MaxThreats = 4

// Assumption is what a verdict rests on that nobody has shown.
type Assumption string

// The assumptions.
const (
	// AssumesNothing says that the verdict is shown from the rules and the problem alone: its region was given
	// with it, or nothing beyond the region that moyo found can change it.
	AssumesNothing Assumption = "nothing"
	// AssumesRegion says that it holds if play beyond the region that moyo found changes nothing: what reaches
	// beyond lives, and the walls stand.
	AssumesRegion Assumption = "region"
)

// Answer is what is known of a problem.
type Answer struct {
	ID       string
	Question tsumego.Question
	Verdict  Verdict
	Fate     Fate
	Ko       *Ko
	// Against is the number of threats of the losing side against which a win or loss was
	// shown while the other had none: Unlimited, or MaxThreats; or those given.
	Against uint8
	// FirstMoves win (or, where the best is a ko, lead to the best ko); all of
	// them if All is true, else one. game.Pass says that there is no need to play.
	FirstMoves []game.Move
	All        bool
	Best       game.Move // of FirstMoves the one with the best score; game.Pass if none
	// Score is the area of the side to move in the region less that of the other after Best, when
	// both have played on until both pass, where it was asked for and could be read out.
	Score   *int
	Line    []game.Move // best play of both sides
	Tenuki  Verdict     // the verdict if the side to move passes, where known
	Region  []game.Point
	Found   bool         // the region was found by moyo
	Assumes Assumption   // what the verdict rests on; "" without a verdict
	Walls   []game.Point // beyond the region, where stones of the attacker's are assumed
	Nodes   int64
	Memory  int64 // bytes of the table
	Elapsed time.Duration
}
