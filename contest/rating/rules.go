package rating

import (
	"time"

	"moyo/game/clock"
	"moyo/internal/sentence"
)

// Opponent is who a rated game is asked to be played with.
type Opponent int

// The opponents.
const (
	Person Opponent = iota // whoever takes the seat
	Level                  // a level of the engine, whose rating matches have measured
	Other                  // a program of unknown strength
)

// Proposal is what a game is to be, for [Proposal.Refusal].
type Proposal struct {
	Game       string
	Speed      clock.Speed
	Registered bool     // whoever proposes has an account
	Private    bool     // listed nowhere
	Offered    bool     // the board is one that the game is offered on
	Usual      bool     // no option has an unusual value that changes what the game is
	ByChance   bool     // colours are drawn by lot
	Handicap   Handicap // of games with ranks
	Opponent   Opponent
}

// Refusal says why a game cannot be rated, or nothing. The reasons
// are in the order in which somebody would mend them.
func (p Proposal) Refusal() sentence.Sentence {
	for _, rule := range []struct {
		broken  func(Proposal) bool
		because sentence.Sentence
	}{
		{Proposal.unregistered, sentence.No("rating.guest", "Only players with an account play rated games: guests have no rating.")},
		{Proposal.hidden, sentence.No("rating.private", "A private game cannot be rated: a rating's history shows its games.")},
		{Proposal.unclocked, sentence.No("rating.clock", "A rated game needs a clock: without one whoever is losing could just leave.")},
		{Proposal.unmeasured, sentence.No("rating.engine", "Of the computer's players only the levels are rated.")},
		{Proposal.strangeBoard, sentence.No("rating.board", "A rated game is played on one of the boards that the game is offered on.")},
		{Proposal.strangeRules, sentence.No("rating.rules", "A rated game is played by the usual rules.")},
		{Proposal.unfairKomi, sentence.No("rating.komi", "A rated game has a komi of 5.5 to 8.5, or a handicap with a komi of 0.5.")},
		{Proposal.handicapOfEngine, sentence.No("rating.handicap", "A rated game against the computer has no handicap.")},
		{Proposal.chosenColour, sentence.No("rating.colours", "The colours of a rated game are drawn by lot, unless there is a handicap.")},
	} {
		if rule.broken(p) {
			return rule.because
		}
	}
	return sentence.Sentence{}
}

func (p Proposal) unregistered() bool { return !p.Registered }

func (p Proposal) hidden() bool { return p.Private }

func (p Proposal) unclocked() bool { return p.Speed == clock.SpeedNone }

func (p Proposal) unmeasured() bool { return p.Opponent == Other }

func (p Proposal) strangeBoard() bool { return !p.Offered }

func (p Proposal) strangeRules() bool { return !p.Usual }

// given says whether Black is helped: by stones, or by hardly any komi.
func (p Proposal) given() bool { return p.Handicap.Stones > 0 || p.Handicap.Komi == HandicapKomi }

// The komi of even games, on either side of what is fair by area or territory.
const (
	leastKomi = 5.5
	mostKomi  = 8.5
)

func (p Proposal) unfairKomi() bool {
	even := p.Handicap.Stones == 0 && p.Handicap.Komi >= leastKomi && p.Handicap.Komi <= mostKomi
	return Ranked(p.Game) && !even && p.Handicap.Komi != HandicapKomi
}

// handicapOfEngine keeps people from playing a program that knows nothing of
// handicaps, and plays no better for having lost much at the start.
func (p Proposal) handicapOfEngine() bool {
	return Ranked(p.Game) && p.Opponent != Person && p.given()
}

// chosenColour keeps whoever proposes from the better side: in Gomoku Black wins.
func (p Proposal) chosenColour() bool { return !p.ByChance && !(Ranked(p.Game) && p.given()) }

// Ended is what is to be known of a game that has ended to say whether it counts.
type Ended struct {
	Black, White string // who played, by their ids
	Void         bool   // called off, or ended without a result
	Plies        int
	Before       int // games of these two that counted earlier on the same day
}

// LeastPlies is how many moves a game has before it counts: two of each side. A
// stone can be taken in as many; whoever leaves earlier has not begun.
const LeastPlies = 4

// MostADay is how many games of the same two count on one day, by UTC. Two who
// want to push one of them up need others to do it with.
const MostADay = 10

// uncounted are the reasons why a game that was played as a rated one does not count.
var uncounted = []struct {
	broken  func(Ended) bool
	because sentence.Sentence
}{
	{Ended.void, sentence.No("rating.void", "It ended without a result.")},
	{Ended.alone, sentence.No("rating.alone", "Both sides were one player's.")},
	{Ended.tooShort, sentence.No("rating.short", "It was over before it had begun.")},
	{Ended.tooMany, sentence.No("rating.day", "These two have played as many rated games as count on one day.")},
}

// Refusal says why a game that was played as a rated one does not count, or nothing.
func (e Ended) Refusal() sentence.Sentence {
	for _, rule := range uncounted {
		if rule.broken(e) {
			return rule.because
		}
	}
	return sentence.Sentence{}
}

// RefusalID returns the id of what [Ended.Refusal] has said in these words, which is
// what stores keep of it; "" where it has not.
func RefusalID(text string) string {
	for _, rule := range uncounted {
		if rule.because.Text == text {
			return rule.because.ID
		}
	}
	return ""
}

func (e Ended) void() bool     { return e.Void }
func (e Ended) alone() bool    { return e.Black == e.White }
func (e Ended) tooShort() bool { return e.Plies < LeastPlies }
func (e Ended) tooMany() bool  { return e.Before >= MostADay }

// Day returns the day of a time for [MostADay].
func Day(at time.Time) string { return at.UTC().Format(time.DateOnly) }

// DayBegins returns when the day of a time begins.
func DayBegins(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }

// LeastOpponents is with how many others somebody on a leader board has played:
// two accounts of one person cannot rate each other up it.
const LeastOpponents = 3

// Listed says whether somebody with so many different opponents stands on leader
// boards: who is rated by a guess does not.
func (r Rating) Listed(opponents int) bool { return !r.Provisional() && opponents >= LeastOpponents }
