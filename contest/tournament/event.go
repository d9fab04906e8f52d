package tournament

import (
	"slices"
	"time"
)

// Kind names what an event does. The list is closed.
type Kind string

// The kinds of events.
const (
	Opened    Kind = "opened"    // the tournament begins to exist: Setup
	Joined    Kind = "joined"    // Player takes part: Rating, Grade
	Withdrew  Kind = "withdrew"  // Player leaves for good, or was removed (By)
	Paused    Kind = "paused"    // Player is not paired until further notice
	Resumed   Kind = "resumed"   // Player is paired again
	Started   Kind = "started"   // nobody joins any more but late
	Paired    Kind = "paired"    // a round begins: Pairings, Byes
	Assigned  Kind = "assigned"  // a drawn game of a knockout is replayed with other colours: Game
	Seeded    Kind = "seeded"    // a game of a knockout that was drawn again and again is won by the better seed: Game
	Resulted  Kind = "resulted"  // a game has ended, or its result was corrected (By, Note): Game, Result
	Closed    Kind = "closed"    // all games of the round have ended
	Halted    Kind = "halted"    // the director stops the tournament: nothing is paired
	Continued Kind = "continued" // and lets it go on
	Ended     Kind = "ended"     // the standings are final
	Cancelled Kind = "cancelled" // it does not take place
)

// Event is one change of a tournament. Kind decides which fields count. The zero fields
// are left out of its JSON, which is what a store keeps.
type Event struct {
	Kind     Kind      `json:"kind"`
	At       time.Time `json:"at"`
	By       string    `json:"by,omitempty"`       // id of the person who did it for another; "" for the player or the server
	Player   string    `json:"player,omitempty"`   // id
	Rating   int       `json:"rating,omitempty"`   // of Joined: points, 0 where nobody knows
	Grade    int       `json:"grade,omitempty"`    // of Joined: 1 for 1 dan, 0 for 1 kyu, -1 for 2 kyu
	Program  bool      `json:"program,omitempty"`  // of Joined: no person plays
	Setup    *Setup    `json:"setup,omitempty"`    // of Opened
	Pairings []Pairing `json:"pairings,omitempty"` // of Paired
	Byes     []string  `json:"byes,omitempty"`     // of Paired: who gets a point without a game
	Game     int       `json:"game,omitempty"`     // of Assigned, Seeded and Resulted: number of the game
	Result   Result    `json:"result,omitempty"`   // of Resulted
	Note     string    `json:"note,omitempty"`     // of Resulted and Withdrew: why, in the director's words
	Why      Why       `json:"why,omitempty"`      // of Cancelled
}

// Pairing is two who are to play each other. One who has withdrawn loses by forfeit at
// once: Result.
type Pairing struct {
	Black  string `json:"black"`
	White  string `json:"white"`
	Match  int    `json:"match,omitempty"` // of a knockout: number in its bracket, from 1
	Result Result `json:"result,omitempty"`
}

// Why says why a tournament was called off that nobody has called off.
type Why string

// NoGames is the reason of a tournament whose games cannot be made: its board is not to be had any more.
const NoGames Why = "games"

// Result is what came of a game.
type Result string

// The results.
const (
	Open         Result = ""              // nobody knows yet
	BlackWins    Result = "black"         //
	WhiteWins    Result = "white"         //
	Draw         Result = "draw"          // jigo, too
	BlackForfeit Result = "black-forfeit" // Black has won: White has not played
	WhiteForfeit Result = "white-forfeit" // White has won: Black has not played
	BothAbsent   Result = "absent"        // nobody has played, and both have lost
)

// results are those that a game can have.
var results = []Result{BlackWins, WhiteWins, Draw, BlackForfeit, WhiteForfeit, BothAbsent}

// Played says whether moves were made.
func (r Result) Played() bool { return r == BlackWins || r == WhiteWins || r == Draw }

// won says whether the side that is Black, or White, has won.
func (r Result) won(black bool) bool {
	if black {
		return r == BlackWins || r == BlackForfeit
	}
	return r == WhiteWins || r == WhiteForfeit
}

// halves returns what a side gets, in halves of a point.
func (r Result) halves(black bool) int {
	switch {
	case r.won(black):
		return 2
	case r == Draw:
		return 1
	}
	return 0
}

// Format says who meets whom.
type Format string

// The formats.
const (
	RoundRobin       Format = "round-robin"        // everybody meets everybody once
	DoubleRoundRobin Format = "double-round-robin" // and once more with other colours
	Swiss            Format = "swiss"              // who has as many points, and not yet played each other
	McMahon          Format = "mcmahon"            // the same, where the strong begin with more points
	Knockout         Format = "knockout"           // who loses is out
	DoubleKnockout   Format = "double-knockout"    // who loses twice is out
	Arena            Format = "arena"              // as many games as one can play until time is up
)

// Formats are all there are.
func Formats() []Format {
	return []Format{RoundRobin, DoubleRoundRobin, Swiss, McMahon, Knockout, DoubleKnockout, Arena}
}

// robin says whether everybody meets everybody.
func (f Format) robin() bool { return f == RoundRobin || f == DoubleRoundRobin }

// knockout says whether there is a bracket.
func (f Format) knockout() bool { return f == Knockout || f == DoubleKnockout }

// Pauses says whether a player can be left out of a round and come back, and somebody
// join while the tournament goes on.
func (f Format) Pauses() bool { return !f.robin() && !f.knockout() }

// The bounds of a tournament.
const (
	MaxPlayers     = 256
	MaxRobin       = 64 // players of a round robin
	MaxRounds      = 20 // of Swiss and McMahon; the others have as many as it takes
	MaxMinutes     = 24 * 60
	MaxEvents      = 50_000
	MaxCorrections = 200
	MaxReplays     = 5 // of a game of a knockout
	maxGames       = 20_000
	mostReturns    = 50   // of one player, so that nobody fills the log
	maxNote        = 500  // bytes
	maxGrade       = 9    // dan
	minGrade       = -49  // 50 kyu
	maxPoints      = 9999 // of a rating
	MaxBreak       = 14 * 24 * time.Hour
	MaxWait        = 30 * 24 * time.Hour // for a start without a time, for a director to let it go on, and for people to come back
	WaveEvery      = 5 * time.Second     // between the pairings of an arena, so that people gather
)

// For says who may join.
type For string

// Who may join.
const (
	ForAll      For = ""
	ForPeople   For = "people"
	ForPrograms For = "programs"
)

// Setup is what a tournament is made of. What its games are played with means nothing
// here.
type Setup struct {
	Format    Format     `json:"format"`
	Rounds    int        `json:"rounds,omitempty"`    // of Swiss and McMahon
	Minutes   int        `json:"minutes,omitempty"`   // that an arena takes
	Bar       int        `json:"bar,omitempty"`       // of McMahon: who has this grade or more begins with the same score
	Floor     int        `json:"floor,omitempty"`     // and who has this or less
	TieBreaks []TieBreak `json:"tieBreaks,omitempty"` // in their order
	Most      int        `json:"most"`                // players
	MinRating int        `json:"minRating,omitempty"` // 0 for none
	MaxRating int        `json:"maxRating,omitempty"` // 0 for none
	For       For        `json:"for,omitempty"`
	Late      int        `json:"late,omitempty"`   // so many rounds may have begun for somebody to join
	Begins    time.Time  `json:"begins,omitzero"`  // zero where the director starts it
	Break     int        `json:"break,omitempty"`  // seconds between rounds
	NoShow    int        `json:"noShow,omitempty"` // seconds after which who has not come loses

	Board    string `json:"board"` // spec
	Rules    string `json:"rules"` // canonical id
	Clock    string `json:"clock,omitempty"`
	Rated    bool   `json:"rated,omitempty"`
	Handicap bool   `json:"handicap,omitempty"` // by the players' ranks

	NoVacation bool `json:"noVacation,omitempty"` // the clocks of its games by correspondence go on when a player is on vacation
}

// Check says what is wrong with a setup.
func (s *Setup) Check() error {
	rounds, arena := s.Format == Swiss || s.Format == McMahon, s.Format == Arena
	most := MaxPlayers
	if s.Format.robin() {
		most = MaxRobin
	}
	switch {
	case !slices.Contains(Formats(), s.Format):
		return refuse("tournament.format", "There is no kind of tournament %.30q.", s.Format)
	case rounds && (s.Rounds < 1 || s.Rounds > MaxRounds):
		return refuse("tournament.rounds", "Such a tournament has 1 to %d rounds.", MaxRounds)
	case !rounds && s.Rounds != 0:
		return refuse("tournament.noRounds", "How many rounds this tournament has follows from its players.")
	case arena && (s.Minutes < 1 || s.Minutes > MaxMinutes):
		return refuse("tournament.minutes", "An arena takes 1 to %d minutes.", MaxMinutes)
	case !arena && s.Minutes != 0:
		return refuse("tournament.noMinutes", "Only an arena ends at a time.")
	case s.Most < 2 || s.Most > most:
		return refuse("tournament.most", "Such a tournament has 2 to %d players.", most)
	case s.MinRating < 0 || s.MaxRating < 0 || s.MinRating > maxPoints ||
		s.MaxRating > maxPoints || s.MaxRating > 0 && s.MinRating > s.MaxRating:
		return refuse("tournament.range", "The least rating is not above the greatest.")
	case !slices.Contains([]For{ForAll, ForPeople, ForPrograms}, s.For):
		return refuse("tournament.for", "A tournament is for all, for people or for programs, not for %.30q.", s.For)
	case s.Late < 0 || s.Late > 0 && !rounds:
		return refuse("tournament.late", "Nobody can join such a tournament late.")
	case rounds && s.Late >= s.Rounds:
		return refuse("tournament.lateRounds", "Who joins late has to find a round to play in.")
	case s.Break < 0 || s.Break > int(MaxBreak/time.Second):
		return refuse("tournament.break", "Between rounds are at most %d days.", int(MaxBreak/(24*time.Hour)))
	case s.NoShow < 30 || s.NoShow > int(MaxBreak/time.Second):
		return refuse("tournament.noShow", "Who has not come loses after 30 seconds to %d days.", int(MaxBreak/(24*time.Hour)))
	case s.Format == McMahon && (s.Bar > maxGrade || s.Floor < minGrade || s.Floor > s.Bar):
		return refuse("tournament.bar", "The bar is a grade up to %d dan, and the floor is not above it.", maxGrade)
	case s.Format != McMahon && (s.Bar != 0 || s.Floor != 0):
		return refuse("tournament.noBar", "Only McMahon tournaments have a bar and a floor.")
	}
	return s.checkTieBreaks()
}

func (s *Setup) checkTieBreaks() error {
	for i, t := range s.TieBreaks {
		if !slices.Contains(TieBreaks(s.Format), t) || slices.Contains(s.TieBreaks[:i], t) {
			return refuse("tournament.tieBreak", "%.30q does not break ties here.", t)
		}
	}
	return nil
}
