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
	Win     Verdict = "win"  // reached, against all threats of the other side: see Answer.Against
	Lose    Verdict = "lose" // not reached, with any number of threats of the side to move
	InKo    Verdict = "ko"   // it depends on ko threats
	Unknown Verdict = "unknown"
)

// Fate is the status of the target with best play.
type Fate string

// The fates.
const (
	Alive  Fate = "alive"
	Dead   Fate = "dead"
	Seki   Fate = "seki" // captured neither way, but without two eyes
	FateKo Fate = "ko"
	NoFate Fate = "unknown"
)

// Ko describes an answer that depends on ko threats.
type Ko struct {
	// TakesFirst is the side that wins if neither side has a threat.
	TakesFirst game.Color
	// Threats is the number of threats that the other side, the loser, needs to win instead while
	// TakesFirst has none.
	Threats int
	// Kind is "direct" (one threat), "2-step" and so on.
	Kind string
}

// MaxThreats is the largest number of threats that is tried. A ko that they do not change counts as
// no ko, even if unlimited threats might.
const MaxThreats = 4

// Assumption is what a verdict assumes without proof.
type Assumption string

// The assumptions.
const (
	// AssumesNothing means that the rules and the problem alone prove the verdict: its region was given, or
	// nothing beyond the region that moyo found can change it.
	AssumesNothing Assumption = "nothing"
	// AssumesRegion means that it holds if play beyond the region that moyo found changes nothing: chains that
	// reach beyond it live, and the walls stay.
	AssumesRegion Assumption = "region"
)

// Answer is what is known of a problem.
type Answer struct {
	ID       string
	Question tsumego.Question
	Verdict  Verdict
	Fate     Fate
	Ko       *Ko
	// Against is the number of threats of the losing side against which a win or loss was proved while
	// the other had none: Unlimited, MaxThreats, or the given number.
	Against uint8
	// FirstMoves win (or, if the best result is a ko, lead to the best ko); all of them if All is
	// true, else one. game.Pass means that no move is needed.
	FirstMoves []game.Move
	All        bool
	Best       game.Move // the one of FirstMoves with the best score; game.Pass if none
	// Score is the area of the side to move in the region minus that of the other after Best, when
	// both have played on until both pass, if it was requested and could be computed.
	Score   *int
	Line    []game.Move // best play of both sides
	Tenuki  Verdict     // the verdict if the side to move passes, if known
	Region  []game.Point
	Found   bool         // moyo found the region
	Assumes Assumption   // the assumption of the verdict; "" without a verdict
	Walls   []game.Point // beyond the region, where attacker's stones are assumed
	Nodes   int64
	Memory  int64 // bytes of the table
	Elapsed time.Duration
}
