package rating

import (
	"time"

	"moyo/game/clock"
	"moyo/internal/sentence"
)

// Opponent is the kind of opponent in a proposed rated game.
type Opponent int

// The opponents.
const (
	Person Opponent = iota // any player that takes the seat
	Level                  // a level of the engine, with a measured rating
	Other                  // a program of unknown strength
)

// Proposal is a game to be rated, for [Proposal.Refusal].
type Proposal struct {
	Game       string
	Speed      clock.Speed
	Registered bool     // the proposer has an account
	Private    bool     // listed nowhere
	Offered    bool     // the board is one that the game offers
	Usual      bool     // no option has an unusual value that changes the game
	ByChance   bool     // random colours
	Handicap   Handicap // of games with ranks
	Opponent   Opponent
}

// Refusal returns why a game cannot be rated, or nothing. The reasons come in the order in which a
// player would fix them.
func (p Proposal) Refusal() sentence.Sentence {
	for _, rule := range []struct {
		broken  func(Proposal) bool
		because sentence.Sentence
	}{
		{Proposal.unregistered, sentence.No("rating.guest", "Rated games need an account. Please sign in first.")},
		{Proposal.hidden, sentence.No("rating.private", "A private game cannot be rated, because a rating's history shows its games.")},
		{Proposal.unclocked, sentence.No("rating.clock", "A rated game needs a clock. Without one, a losing player could just leave.")},
		{Proposal.unmeasured, sentence.No("rating.engine", "Against the computer, only games with one of the levels can be rated.")},
		{Proposal.strangeBoard, sentence.No("rating.board", "A rated game needs one of this game's usual boards.")},
		{Proposal.strangeRules, sentence.No("rating.rules", "A rated game needs the usual rules.")},
		{Proposal.unfairKomi, sentence.No("rating.komi", "A rated game needs a komi of 5.5 to 8.5, or a handicap with a komi of 0.5.")},
		{Proposal.handicapOfEngine, sentence.No("rating.handicap", "A rated game against the computer has no handicap.")},
		{Proposal.chosenColour, sentence.No("rating.colours", "A rated game needs random colours, unless it has a handicap.")},
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

// given reports whether Black gets a handicap: stones, or almost no komi.
func (p Proposal) given() bool { return p.Handicap.Stones > 0 || p.Handicap.Komi == HandicapKomi }

// The komi of even games: a range around what is fair under area or territory scoring.
const (
	leastKomi = 5.5
	mostKomi  = 8.5
)

func (p Proposal) unfairKomi() bool {
	even := p.Handicap.Stones == 0 && p.Handicap.Komi >= leastKomi && p.Handicap.Komi <= mostKomi
	return Ranked(p.Game) && !even && p.Handicap.Komi != HandicapKomi
}

// handicapOfEngine refuses handicaps against a program that knows nothing of them, and that plays
// no better when it is far behind.
func (p Proposal) handicapOfEngine() bool {
	return Ranked(p.Game) && p.Opponent != Person && p.given()
}

// chosenColour keeps the proposer from choosing the better side: in Gomoku Black wins.
func (p Proposal) chosenColour() bool { return !p.ByChance && !(Ranked(p.Game) && p.given()) }

// Ended describes a game that has ended, to decide whether it counts.
type Ended struct {
	Black, White string // ids of the players
	Void         bool   // cancelled, or ended without a result
	Plies        int
	Before       int // games of these two that counted earlier on the same day
}

// MinPlies is the number of moves after which a game counts: two for each side. A stone can be
// captured in four; a player that leaves earlier has not started.
const MinPlies = 4

// MaxPerDay is the number of games between the same two players that count on one UTC day. To
// inflate a rating, two accounts need others.
const MaxPerDay = 10

// uncounted are the reasons why a rated game does not count.
var uncounted = []struct {
	broken  func(Ended) bool
	because sentence.Sentence
	before  string // an earlier text of the same reason, which stores may still have
}{
	{Ended.void, sentence.No("rating.void", "It ended without a result."), ""},
	{Ended.alone, sentence.No("rating.alone", "One player had both sides."), "Both sides were one player's."},
	{Ended.tooShort, sentence.No("rating.short", "It ended before each side had made two moves."), "It was over before it had begun."},
	{Ended.tooMany, sentence.No("rating.day", "These two players have reached the daily limit of rated games against each other."),
		"These two have played as many rated games as count on one day."},
}

// Refusal returns why a rated game does not count, or nothing.
func (e Ended) Refusal() sentence.Sentence {
	for _, rule := range uncounted {
		if rule.broken(e) {
			return rule.because
		}
	}
	return sentence.Sentence{}
}

// RefusalID returns the id of a text of [Ended.Refusal], which stores keep; "" for other texts.
func RefusalID(text string) string {
	for _, rule := range uncounted {
		if text != "" && (text == rule.because.Text || text == rule.before) {
			return rule.because.ID
		}
	}
	return ""
}

func (e Ended) void() bool     { return e.Void }
func (e Ended) alone() bool    { return e.Black == e.White }
func (e Ended) tooShort() bool { return e.Plies < MinPlies }
func (e Ended) tooMany() bool  { return e.Before >= MaxPerDay }

// Day returns the day of a time for [MaxPerDay].
func Day(at time.Time) string { return at.UTC().Format(time.DateOnly) }

// DayBegins returns when the day of a time begins.
func DayBegins(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }

// MinOpponents is the number of different opponents that a leader board requires: two accounts of
// one person cannot lift each other onto it.
const MinOpponents = 3

// Listed reports whether a player with this many different opponents appears on leader boards.
// Players with a provisional rating do not.
func (r Rating) Listed(opponents int) bool { return !r.Provisional() && opponents >= MinOpponents }
