package wire

// Tournaments: players, pairings and standings.

// TournamentSetup configures a tournament. It is the body of POST /api/tournaments, whose answer is a Tournament.
type TournamentSetup struct {
	Title string `json:"title"`
	// "round-robin", "double-round-robin", "swiss", "mcmahon", "knockout", "double-knockout" or "arena"
	Format  string `json:"format"`
	Rounds  int    `json:"rounds,omitempty"`  // of "swiss" and "mcmahon", which need a number
	Minutes int    `json:"minutes,omitempty"` // duration of an arena
	// of "mcmahon": the grade from which all begin with the same score; 1 for 1 dan, 0 for 1 kyu, -1 for 2 kyu
	Bar       int      `json:"bar,omitempty"`
	Floor     int      `json:"floor,omitempty"`     // the grade below which all begin with the same score
	TieBreaks []string `json:"tieBreaks,omitempty"` // in order; the usual ones if empty
	Most      int      `json:"most"`                // players
	MinRating int      `json:"minRating,omitempty"`
	MaxRating int      `json:"maxRating,omitempty"`
	For       string   `json:"for,omitempty"`    // "people" or "programs"; "" for both
	Late      int      `json:"late,omitempty"`   // players may join until this many rounds have started
	Begins    string   `json:"begins,omitempty"` // RFC 3339; "" if the director starts it
	Break     int      `json:"break,omitempty"`  // seconds between rounds
	NoShow    int      `json:"noShow"`           // seconds until an absent player loses
	Board     string   `json:"board"`            // spec
	Rules     string   `json:"rules"`            // id
	Clock     string   `json:"clock,omitempty"`  // spec
	Rated     bool     `json:"rated,omitempty"`
	Handicap  bool     `json:"handicap,omitempty"` // by rank

	NoVacation bool `json:"noVacation,omitempty"` // a player's vacation does not stop the clocks of correspondence games
}

// TournamentHead is the entry for a tournament in a list.
type TournamentHead struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Format     string `json:"format"`
	Phase      string `json:"phase"` // "open", "running" or "over"
	Players    int    `json:"players"`
	Most       int    `json:"most"`
	Round      int    `json:"round"`            // the last one that has started
	Rounds     int    `json:"rounds"`           // in total, 0 if unknown
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
	Winner     string `json:"winner,omitempty"` // name, after the end
}

// TournamentLists is the answer of GET /api/tournaments, newest change first.
type TournamentLists struct {
	Open    []TournamentHead `json:"open"`
	Running []TournamentHead `json:"running"`
	Over    []TournamentHead `json:"over"`
	Joined  []string         `json:"joined"` // ids of the caller's tournaments that are not over
}

// Tournament is the public view of a tournament: the answer of GET /api/tournaments/{id}, and each message of the
// event stream GET /api/tournaments/{id}/events. Players are referenced by their index in Players.
type Tournament struct {
	Version  int             `json:"version"` // grows with each change, since answers and events can arrive out of order
	Head     TournamentHead  `json:"head"`
	Setup    TournamentSetup `json:"setup"`
	Director string          `json:"director"` // name, "" for a deleted account
	Halted   bool            `json:"halted,omitempty"`
	// of one that was called off automatically: "games", its board no longer exists
	Why       string                 `json:"why,omitempty"`
	Closes    string                 `json:"closes,omitempty"` // RFC 3339: the end of an arena
	Next      string                 `json:"next,omitempty"`   // RFC 3339: the start of the next round
	Players   []TournamentPlayer     `json:"players"`
	Standings []TournamentStanding   `json:"standings"`
	Rounds    []TournamentRound      `json:"rounds"` // of an arena only one, with its last games
	Bracket   []TournamentMatch      `json:"bracket,omitempty"`
	Notes     []TournamentCorrection `json:"notes,omitempty"`
}

// TournamentPlayer is a participant.
type TournamentPlayer struct {
	Name      string `json:"name"` // "" for a deleted account
	Rank      string `json:"rank,omitempty"`
	Grade     int    `json:"grade"`
	Number    int    `json:"number"` // by strength, from 1, after the start
	Paused    bool   `json:"paused,omitempty"`
	Withdrawn bool   `json:"withdrawn,omitempty"`
	Game      int    `json:"game,omitempty"` // number of their current game
}

// TournamentStanding is a line of the standings.
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
	ID     string `json:"id,omitempty"` // "" if it was never to be played
	Black  int    `json:"black"`
	White  int    `json:"white"`
	// "" while it is running, "black", "white", "draw", "black-forfeit" (Black wins because White did not play),
	// "white-forfeit", "absent" (both have lost)
	Result string `json:"result"`
}

// TournamentMatch is a match of a knockout. Sides and Winner are players, -1 for none, -2 if not yet known.
type TournamentMatch struct {
	Level  int   `json:"level"`
	Lower  bool  `json:"lower,omitempty"` // in the losers' bracket
	Reset  bool  `json:"reset,omitempty"` // played only if the player from the losers' bracket wins the final
	Sides  []int `json:"sides"`
	Winner int   `json:"winner"`
	Game   int   `json:"game,omitempty"` // number of the last one
}

// TournamentCorrection is a manual change by the director.
type TournamentCorrection struct {
	At     string `json:"at"`
	Game   int    `json:"game,omitempty"`
	Player string `json:"player,omitempty"` // name of the removed player
	Result string `json:"result,omitempty"`
	Note   string `json:"note"`
}

// TournamentAct is the body of POST /api/tournaments/{id}/acts. Do is "join" (Grade, if the server does not know it),
// "withdraw", "pause" or "resume"; for the director also "start", "halt", "continue", "cancel", "remove" (Player,
// Note) and "result" (Game, Result, Note). The answer is a Tournament.
type TournamentAct struct {
	Do     string `json:"do"`
	Grade  int    `json:"grade,omitempty"`
	Player string `json:"player,omitempty"` // name
	Game   int    `json:"game,omitempty"`
	Result string `json:"result,omitempty"`
	Note   string `json:"note,omitempty"`
}
