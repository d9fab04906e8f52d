package tournament

import (
	"slices"
	"time"
)

// Kind names the kinds of events. The list is closed.
type Kind string

// The kinds of events.
const (
	Opened    Kind = "opened"    // creates the tournament: Setup
	Joined    Kind = "joined"    // Player takes part: Rating, Grade
	Withdrew  Kind = "withdrew"  // Player leaves for good, or was removed (By)
	Paused    Kind = "paused"    // Player is not paired until further notice
	Resumed   Kind = "resumed"   // Player is paired again
	Started   Kind = "started"   // players can only join late from now on
	Paired    Kind = "paired"    // a round begins: Pairings, Byes
	Assigned  Kind = "assigned"  // a drawn game of a knockout is replayed with other colours: Game
	Seeded    Kind = "seeded"    // a game of a knockout that was drawn again and again is won by the better seed: Game
	Resulted  Kind = "resulted"  // a game has ended, or its result was corrected (By, Note): Game, Result
	Closed    Kind = "closed"    // all games of the round have ended
	Halted    Kind = "halted"    // the director stops the tournament: no pairings
	Continued Kind = "continued" // the director lets it continue
	Ended     Kind = "ended"     // the standings are final
	Cancelled Kind = "cancelled" // the tournament does not take place
)

// Event is one change of a tournament. Kind decides which fields are used. Its JSON, which stores
// keep, omits zero fields.
type Event struct {
	Kind     Kind      `json:"kind"`
	At       time.Time `json:"at"`
	By       string    `json:"by,omitempty"`       // id of the person that acted for another; "" for the player or the server
	Player   string    `json:"player,omitempty"`   // id
	Rating   int       `json:"rating,omitempty"`   // of Joined: points, 0 if unknown
	Grade    int       `json:"grade,omitempty"`    // of Joined: 1 for 1 dan, 0 for 1 kyu, -1 for 2 kyu
	Program  bool      `json:"program,omitempty"`  // of Joined: no person plays
	Setup    *Setup    `json:"setup,omitempty"`    // of Opened
	Pairings []Pairing `json:"pairings,omitempty"` // of Paired
	Byes     []string  `json:"byes,omitempty"`     // of Paired: players that get a point without a game
	Game     int       `json:"game,omitempty"`     // of Assigned, Seeded and Resulted: number of the game
	Result   Result    `json:"result,omitempty"`   // of Resulted
	Note     string    `json:"note,omitempty"`     // of Resulted and Withdrew: why, in the director's words
	Why      Why       `json:"why,omitempty"`      // of Cancelled
}

// Pairing is two players that meet. A player that has withdrawn loses by forfeit immediately:
// Result.
type Pairing struct {
	Black  string `json:"black"`
	White  string `json:"white"`
	Match  int    `json:"match,omitempty"` // of a knockout: number in its bracket, from 1
	Result Result `json:"result,omitempty"`
}

// Why is why the server called off a tournament.
type Why string

// NoGames is the reason for a tournament whose games cannot be made because its board no longer exists.
const NoGames Why = "games"

// Result is the result of a game.
type Result string

// The results.
const (
	Open         Result = ""              // not known yet
	BlackWins    Result = "black"         //
	WhiteWins    Result = "white"         //
	Draw         Result = "draw"          // jigo too
	BlackForfeit Result = "black-forfeit" // Black has won: White has not played
	WhiteForfeit Result = "white-forfeit" // White has won: Black has not played
	BothAbsent   Result = "absent"        // neither has played, and both have lost
)

// results are the possible results of a game.
var results = []Result{BlackWins, WhiteWins, Draw, BlackForfeit, WhiteForfeit, BothAbsent}

// Played reports whether the game had moves.
func (r Result) Played() bool { return r == BlackWins || r == WhiteWins || r == Draw }

// won reports whether the side, Black or White, has won.
func (r Result) won(black bool) bool {
	if black {
		return r == BlackWins || r == BlackForfeit
	}
	return r == WhiteWins || r == WhiteForfeit
}

// halves returns the points of a side, in half-points.
func (r Result) halves(black bool) int {
	switch {
	case r.won(black):
		return 2
	case r == Draw:
		return 1
	}
	return 0
}

// Format is the rule by which players meet.
type Format string

// The formats.
const (
	RoundRobin       Format = "round-robin"        // all players meet once
	DoubleRoundRobin Format = "double-round-robin" // all players meet twice, with swapped colours
	Swiss            Format = "swiss"              // players with equal scores meet, each pair at most once
	McMahon          Format = "mcmahon"            // the same, but strong players start with more points
	Knockout         Format = "knockout"           // one loss eliminates
	DoubleKnockout   Format = "double-knockout"    // two losses eliminate
	Arena            Format = "arena"              // as many games as possible until time is up
)

// Formats returns all formats.
func Formats() []Format {
	return []Format{RoundRobin, DoubleRoundRobin, Swiss, McMahon, Knockout, DoubleKnockout, Arena}
}

// robin reports whether all players meet.
func (f Format) robin() bool { return f == RoundRobin || f == DoubleRoundRobin }

// knockout reports whether the format has a bracket.
func (f Format) knockout() bool { return f == Knockout || f == DoubleKnockout }

// Pauses reports whether a player can skip rounds and return, and join while the tournament runs.
func (f Format) Pauses() bool { return !f.robin() && !f.knockout() }

// The limits of a tournament.
const (
	MaxPlayers     = 256
	MaxRobin       = 64 // players of a round robin
	MaxRounds      = 20 // of Swiss and McMahon; other formats determine it themselves
	MaxMinutes     = 24 * 60
	MaxEvents      = 50_000
	MaxCorrections = 200
	MaxReplays     = 5 // of a game of a knockout
	maxGames       = 20_000
	mostReturns    = 50   // per player, so that no player fills the log
	maxNote        = 500  // bytes
	maxGrade       = 9    // dan
	minGrade       = -49  // 50 kyu
	maxPoints      = 9999 // of a rating
	MaxBreak       = 14 * 24 * time.Hour
	MaxWait        = 30 * 24 * time.Hour // for a start without a time, for a director to continue, and for players to return
	WaveEvery      = 5 * time.Second     // between the pairings of an arena, so that players gather
)

// For is the kind of players that may join.
type For string

// The kinds of players.
const (
	ForAll      For = ""
	ForPeople   For = "people"
	ForPrograms For = "programs"
)

// Setup describes a tournament. Its fields about the games are opaque to this package.
type Setup struct {
	Format    Format     `json:"format"`
	Rounds    int        `json:"rounds,omitempty"`    // of Swiss and McMahon
	Minutes   int        `json:"minutes,omitempty"`   // of an arena
	Bar       int        `json:"bar,omitempty"`       // of McMahon: players of at least this grade start with the same score
	Floor     int        `json:"floor,omitempty"`     // and players of at most this grade
	TieBreaks []TieBreak `json:"tieBreaks,omitempty"` // in their order
	Most      int        `json:"most"`                // players
	MinRating int        `json:"minRating,omitempty"` // 0 for none
	MaxRating int        `json:"maxRating,omitempty"` // 0 for none
	For       For        `json:"for,omitempty"`
	Late      int        `json:"late,omitempty"`   // the last round during which players may join, 0 for none
	Begins    time.Time  `json:"begins,omitzero"`  // zero if the director starts it
	Break     int        `json:"break,omitempty"`  // seconds between rounds
	NoShow    int        `json:"noShow,omitempty"` // seconds after which an absent player loses

	Board    string `json:"board"` // spec
	Rules    string `json:"rules"` // canonical id
	Clock    string `json:"clock,omitempty"`
	Rated    bool   `json:"rated,omitempty"`
	Handicap bool   `json:"handicap,omitempty"` // by the players' ranks

	NoVacation bool `json:"noVacation,omitempty"` // clocks of its correspondence games run during vacations
}

// Check returns an error if the setup is not valid.
func (s *Setup) Check() error {
	rounds, arena := s.Format == Swiss || s.Format == McMahon, s.Format == Arena
	most := MaxPlayers
	if s.Format.robin() {
		most = MaxRobin
	}
	switch {
	case !slices.Contains(Formats(), s.Format):
		return refuse("tournament.format", "Unknown tournament format %.30q.", s.Format)
	case rounds && (s.Rounds < 1 || s.Rounds > MaxRounds):
		return refuse("tournament.rounds", "Such a tournament has 1 to %d rounds.", MaxRounds)
	case !rounds && s.Rounds != 0:
		return refuse("tournament.noRounds", "The number of rounds of this tournament follows from its number of players.")
	case arena && (s.Minutes < 1 || s.Minutes > MaxMinutes):
		return refuse("tournament.minutes", "An arena takes 1 to %d minutes.", MaxMinutes)
	case !arena && s.Minutes != 0:
		return refuse("tournament.noMinutes", "Only an arena has a duration.")
	case s.Most < 2 || s.Most > most:
		return refuse("tournament.most", "Such a tournament has 2 to %d players.", most)
	case s.MinRating < 0 || s.MaxRating < 0 || s.MinRating > maxPoints ||
		s.MaxRating > maxPoints || s.MaxRating > 0 && s.MinRating > s.MaxRating:
		return refuse("tournament.range", "The lowest rating cannot be above the highest.")
	case !slices.Contains([]For{ForAll, ForPeople, ForPrograms}, s.For):
		return refuse("tournament.for", "A tournament can be for all, for people or for programs, but not for %.30q.", s.For)
	case s.Late < 0 || s.Late > 0 && !rounds:
		return refuse("tournament.late", "Players cannot join this kind of tournament late.")
	case rounds && s.Late >= s.Rounds:
		return refuse("tournament.lateRounds", "Late entry must end before the last round.")
	case s.Break < 0 || s.Break > int(MaxBreak/time.Second):
		return refuse("tournament.break", "The break between rounds can be at most %d days.", int(MaxBreak/(24*time.Hour)))
	case s.NoShow < 30 || s.NoShow > int(MaxBreak/time.Second):
		return refuse("tournament.noShow", "An absent player must lose after 30 seconds to %d days.", int(MaxBreak/(24*time.Hour)))
	case s.Format == McMahon && (s.Bar > maxGrade || s.Floor < minGrade || s.Floor > s.Bar):
		return refuse("tournament.bar", "The bar can be at most %d dan, and the floor cannot be above it.", maxGrade)
	case s.Format != McMahon && (s.Bar != 0 || s.Floor != 0):
		return refuse("tournament.noBar", "Only McMahon tournaments have a bar and a floor.")
	}
	return s.checkTieBreaks()
}

func (s *Setup) checkTieBreaks() error {
	for i, t := range s.TieBreaks {
		if !slices.Contains(TieBreaks(s.Format), t) || slices.Contains(s.TieBreaks[:i], t) {
			return refuse("tournament.tieBreak", "The tie-break %.30q cannot be used in this tournament.", t)
		}
	}
	return nil
}
