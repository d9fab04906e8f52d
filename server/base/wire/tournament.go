package wire

// Tournaments: who plays in them, who meets whom, and how they stand.

// TournamentSetup is what a tournament is made of, and the body of POST /api/tournaments. The
// answer is a Tournament.
type TournamentSetup struct {
	Title string `json:"title"`
	// "round-robin", "double-round-robin", "swiss", "mcmahon", "knockout", "double-knockout" or "arena"
	Format  string `json:"format"`
	Rounds  int    `json:"rounds,omitempty"`  // of "swiss" and "mcmahon", where there is no other number
	Minutes int    `json:"minutes,omitempty"` // that an arena takes
	// of "mcmahon": the grade from which all begin with the same score; 1 for 1 dan, 0 for 1 kyu, -1 for 2 kyu
	Bar       int      `json:"bar,omitempty"`
	Floor     int      `json:"floor,omitempty"`     // and the one below which they do
	TieBreaks []string `json:"tieBreaks,omitempty"` // in their order; what is usual where there are none
	Most      int      `json:"most"`                // players
	MinRating int      `json:"minRating,omitempty"`
	MaxRating int      `json:"maxRating,omitempty"`
	For       string   `json:"for,omitempty"`    // "people" or "programs"; "" for both
	Late      int      `json:"late,omitempty"`   // so many rounds may have begun for somebody to join
	Begins    string   `json:"begins,omitempty"` // RFC 3339; "" where the director starts it
	Break     int      `json:"break,omitempty"`  // seconds between rounds
	NoShow    int      `json:"noShow"`           // seconds after which who has not come loses
	Board     string   `json:"board"`            // spec
	Rules     string   `json:"rules"`            // id
	Clock     string   `json:"clock,omitempty"`  // spec
	Rated     bool     `json:"rated,omitempty"`
	Handicap  bool     `json:"handicap,omitempty"` // by rank

	NoVacation bool `json:"noVacation,omitempty"` // the clocks of games by correspondence go on when a player is on vacation
}

// TournamentHead is what a list says about a tournament.
type TournamentHead struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Format     string `json:"format"`
	Phase      string `json:"phase"` // "open", "running" or "over"
	Players    int    `json:"players"`
	Most       int    `json:"most"`
	Round      int    `json:"round"`            // that has begun last
	Rounds     int    `json:"rounds"`           // of how many, 0 where that is not known
	Begins     string `json:"begins,omitempty"` // RFC 3339
	Board      string `json:"board"`            // spec
	BoardTitle string `json:"boardTitle"`
	GameTitle  string `json:"gameTitle"`
	RulesText  string `json:"rulesText"`
	Rules      string `json:"rules"`
	Words      Rules  `json:"words"`
	Clock      string `json:"clock"`
	ClockText  string `json:"clockText"`
	Speed      string `json:"speed"`
	Rated      bool   `json:"rated,omitempty"`
	Cancelled  bool   `json:"cancelled,omitempty"`
	Winner     string `json:"winner,omitempty"` // name, once it is over
}

// TournamentLists is the answer of GET /api/tournaments, newest change first.
type TournamentLists struct {
	Open    []TournamentHead `json:"open"`
	Running []TournamentHead `json:"running"`
	Over    []TournamentHead `json:"over"`
	Joined  []string         `json:"joined"` // ids of those that are not over in which the one who asks takes part
}

// Tournament is one tournament as everybody sees it: the answer of GET /api/tournaments/{id}, and
// each message of the event stream GET /api/tournaments/{id}/events. Players are named by their
// places in Players.
type Tournament struct {
	Version  int             `json:"version"` // grows with each change: answers and events can come in another order
	Head     TournamentHead  `json:"head"`
	Setup    TournamentSetup `json:"setup"`
	Director string          `json:"director"` // name, "" where the account was deleted
	Halted   bool            `json:"halted,omitempty"`
	// of one that was called off by itself: "games", none can be made on its board any more
	Why       string                 `json:"why,omitempty"`
	Closes    string                 `json:"closes,omitempty"` // RFC 3339: when an arena ends
	Next      string                 `json:"next,omitempty"`   // RFC 3339: when the next round begins
	Players   []TournamentPlayer     `json:"players"`
	Standings []TournamentStanding   `json:"standings"`
	Rounds    []TournamentRound      `json:"rounds"` // of an arena one alone, with its last games
	Bracket   []TournamentMatch      `json:"bracket,omitempty"`
	Notes     []TournamentCorrection `json:"notes,omitempty"`
}

// TournamentPlayer is somebody who takes part.
type TournamentPlayer struct {
	Name      string `json:"name"` // "" where the account was deleted
	Rank      string `json:"rank,omitempty"`
	Grade     int    `json:"grade"`
	Number    int    `json:"number"` // by strength, from 1, once it has begun
	Paused    bool   `json:"paused,omitempty"`
	Withdrawn bool   `json:"withdrawn,omitempty"`
	Game      int    `json:"game,omitempty"` // number of the game that they play
}

// TournamentStanding is a line of the table.
type TournamentStanding struct {
	Player int       `json:"player"`
	Place  int       `json:"place"`
	Score  float64   `json:"score"`
	Ties   []float64 `json:"ties"` // by Setup.TieBreaks
	Games  int       `json:"games"`
	Wins   int       `json:"wins"`
	Streak int       `json:"streak,omitempty"` // wins in a row, in an arena
}

// TournamentRound is one round.
type TournamentRound struct {
	Games  []TournamentGame `json:"games"`
	Byes   []int            `json:"byes"` // players
	Closed bool             `json:"closed,omitempty"`
}

// TournamentGame is one game. Its address is /game/ID.
type TournamentGame struct {
	Number int    `json:"number"`
	ID     string `json:"id,omitempty"` // "" where it was never to be played
	Black  int    `json:"black"`
	White  int    `json:"white"`
	// "" while it goes on, "black", "white", "draw", "black-forfeit" (Black has won: White has not played), "white-forfeit", "absent"
	// (both have lost)
	Result string `json:"result"`
}

// TournamentMatch is a match of a knockout. Sides and Winner are players, -1 for nobody, -2 where
// that is not known yet.
type TournamentMatch struct {
	Level  int   `json:"level"`
	Lower  bool  `json:"lower,omitempty"` // among those who have lost once
	Reset  bool  `json:"reset,omitempty"` // it is played only if who had lost before wins the final
	Sides  []int `json:"sides"`
	Winner int   `json:"winner"`
	Game   int   `json:"game,omitempty"` // number of the last one
}

// TournamentCorrection is what the director has changed by hand.
type TournamentCorrection struct {
	At     string `json:"at"`
	Game   int    `json:"game,omitempty"`
	Player string `json:"player,omitempty"` // name of who was removed
	Result string `json:"result,omitempty"`
	Note   string `json:"note"`
}

// TournamentAct is the body of POST /api/tournaments/{id}/acts. Do is "join" (Grade, where the
// server knows none), "withdraw", "pause" or "resume"; of the director also "start", "halt", "continue",
// "cancel", "remove" (Player, Note) and "result" (Game, Result, Note). The answer is a Tournament.
type TournamentAct struct {
	Do     string `json:"do"`
	Grade  int    `json:"grade,omitempty"`
	Player string `json:"player,omitempty"` // name
	Game   int    `json:"game,omitempty"`
	Result string `json:"result,omitempty"`
	Note   string `json:"note,omitempty"`
}
