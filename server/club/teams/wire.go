package teams

import "moyo/server/base/wire"

// Teams, and matches between them board by board.

// NewTeam is the body of POST /api/teams. The answer is a Team.
type NewTeam struct {
	Name  string `json:"name"`
	About string `json:"about,omitempty"` // a line
	Rules string `json:"rules"`           // of the game by which its members are ranked
	Entry string `json:"entry"`           // how one joins: "open", "ask" (a captain admits) or "link" (by that alone)
}

// TeamHead is what a list says about a team.
type TeamHead struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	About   string     `json:"about"`
	Rules   string     `json:"rules"` // id
	Words   wire.Rules `json:"words"`
	Entry   string     `json:"entry"`
	Members int        `json:"members"`
	Role    string     `json:"role"` // of the one who asks: "asked", "member", "captain", or ""
}

// TeamLists is the answer of GET /api/teams: teams, those that were used last first, and matches.
type TeamLists struct {
	Mine    []TeamHead      `json:"mine"` // in which the one who asks is, or has asked to be
	Teams   []TeamHead      `json:"teams"`
	Matches []TeamMatchHead `json:"matches"` // that go on or are agreed
}

// TeamMember is somebody in a team.
type TeamMember struct {
	Name    string `json:"name"`
	Rank    string `json:"rank"` // in the game of the team, "" where nobody knows
	Captain bool   `json:"captain,omitempty"`
	Since   string `json:"since"` // RFC 3339
}

// Team is the answer of GET /api/teams/{id} and of what is done with a team. Every message of the
// event stream GET /api/teams/{id}/events (server-sent events) is one.
type Team struct {
	Version int             `json:"version"` // grows with each change of the team, its members or its matches
	Head    TeamHead        `json:"head"`
	Members []TeamMember    `json:"members"`         // the strongest first
	Asked   []TeamMember    `json:"asked,omitempty"` // who wait to be let in, for captains
	Code    string          `json:"code,omitempty"`  // of the link by which one joins, for captains
	Matches []TeamMatchHead `json:"matches"`         // those that were made last first
	Won     int             `json:"won"`             // matches of these
	Drawn   int             `json:"drawn"`
	Lost    int             `json:"lost"`
}

// TeamAct is the body of POST /api/teams/{id}/acts. The answer is a Team, or nothing after "close".
// Do is one of
//
//	join    code                     comes in, or asks to be let in
//	leave                            goes, or asks no more
//	admit, refuse   player           one who has asked; for captains, as all that follows
//	remove, promote player           a member; the latter becomes a captain
//	demote                           is a captain no more
//	change  name about rules entry   what the team is called, and so on
//	link                             makes another link
//	close                            ends the team
type TeamAct struct {
	Do     string `json:"do"`
	Player string `json:"player,omitempty"` // name
	Code   string `json:"code,omitempty"`
	Name   string `json:"name,omitempty"`
	About  string `json:"about,omitempty"`
	Rules  string `json:"rules,omitempty"`
	Entry  string `json:"entry,omitempty"`
}

// TeamMatchSetup is what a match is made of.
type TeamMatchSetup struct {
	Boards   int    `json:"boards"` // how many games there are
	Board    string `json:"board"`  // spec of each
	Rules    string `json:"rules"`  // id
	Clock    string `json:"clock"`  // spec
	Rated    bool   `json:"rated,omitempty"`
	Handicap bool   `json:"handicap,omitempty"` // by rank, which says who is Black, too
	Lot      bool   `json:"lot,omitempty"`      // who has White at the first board is drawn; else the home team has
	Berlin   bool   `json:"berlin,omitempty"`   // where points are equal the boards decide; else that is a draw
	Begins   string `json:"begins,omitempty"`   // RFC 3339; "" for once both line-ups are there
	Notice   int    `json:"notice,omitempty"`   // seconds for which line-ups are seen before the games begin
	NoShow   int    `json:"noShow"`             // seconds after which who has not come loses
}

// NewTeamMatch is the body of POST /api/team-matches: a challenge. The answer is a TeamMatch.
type NewTeamMatch struct {
	Home  string         `json:"home"`            // id of the team that challenges
	Guest string         `json:"guest,omitempty"` // and of the one that it does; "" for that whose captain takes it up by its link
	Setup TeamMatchSetup `json:"setup"`
}

// TeamMatchHead is what a list says about a match.
type TeamMatchHead struct {
	ID     string        `json:"id"`
	Phase  string        `json:"phase"` // "proposed", "lineup", "playing", "over", or "off" where it came to nothing
	Home   TeamMatchTeam `json:"home"`
	Guest  TeamMatchTeam `json:"guest"`
	Boards int           `json:"boards"`
	Left   int           `json:"left"`   // games that go on
	Winner string        `json:"winner"` // "home", "guest", "draw", or "" where that is not known
	// what has decided it: "points", "berlin", "first" (the first board that was won), "lineup" (the other had none) or "cancelled"
	// (the other has called it off)
	By         string     `json:"by"`
	Begins     string     `json:"begins,omitempty"` // RFC 3339
	Board      string     `json:"board"`            // spec
	BoardTitle string     `json:"boardTitle"`
	GameTitle  string     `json:"gameTitle"`
	RulesText  string     `json:"rulesText"`
	Rules      string     `json:"rules"` // id
	Words      wire.Rules `json:"words"`
	Clock      string     `json:"clock"` // spec
	ClockText  string     `json:"clockText"`
	Speed      string     `json:"speed"`
	Rated      bool       `json:"rated,omitempty"`
}

// TeamMatchTeam is a team in a match.
type TeamMatchTeam struct {
	ID     string  `json:"id"`   // "" for whoever takes up the challenge
	Name   string  `json:"name"` // "" where there is no such team any more
	Points float64 `json:"points"`
}

// TeamMatchPlayer is somebody who may play in a match.
type TeamMatchPlayer struct {
	Name string `json:"name"`
	Rank string `json:"rank"` // in games of this match, "" where nobody knows
}

// TeamMatchSide is a team in a match as somebody sees it.
type TeamMatchSide struct {
	Ready    bool              `json:"ready"`              // its line-up is there
	Captain  bool              `json:"captain,omitempty"`  // whether the one who looks is one of its captains
	Line     []TeamMatchPlayer `json:"line,omitempty"`     // who plays, from the first board on; for the other side once both are there
	Reserves []TeamMatchPlayer `json:"reserves,omitempty"` // as line
	Roster   []TeamMatchPlayer `json:"roster,omitempty"`   // who is in the team, the strongest first; for its captains until the games begin
}

// TeamMatchBoard is a game of a match.
type TeamMatchBoard struct {
	Number int             `json:"number"`
	Home   TeamMatchPlayer `json:"home"`
	Guest  TeamMatchPlayer `json:"guest"`
	Black  string          `json:"black"`          // "home" or "guest"; "" where their ranks say it
	Game   string          `json:"game,omitempty"` // id, "" where there is none
	// "home", "guest", "draw", "home-forfeit" (the home team has won by that), "guest-forfeit", "none", or "" while it goes on
	Result string `json:"result"`
}

// TeamMatch is the answer of GET /api/team-matches/{id} and of what is done with a match. Every
// message of the event stream GET /api/team-matches/{id}/events (server-sent events) is one.
type TeamMatch struct {
	Version int            `json:"version"` // grows with each change
	Head    TeamMatchHead  `json:"head"`
	Setup   TeamMatchSetup `json:"setup"`
	Until   string         `json:"until,omitempty"` // RFC 3339: when the challenge has to be taken up, or line-ups have to be there
	// it came to nothing: "declined", "cancelled", "late", "lineup" (neither had one) or "closed" (a team was)
	Why    string           `json:"why,omitempty"`
	Home   TeamMatchSide    `json:"home"`
	Guest  TeamMatchSide    `json:"guest"`
	Boards []TeamMatchBoard `json:"boards"` // once the games have begun
}

// TeamMatchAct is the body of POST /api/team-matches/{id}/acts, for captains. The answer is a
// TeamMatch. Do is one of
//
//	accept    team                  takes up the challenge; team is an id where none was challenged
//	decline                         does not
//	lineup    side line reserves    says who plays. Once both are there only reserves come in
//	cancel                          calls it off before the games have begun; once the other team's line-up is there one loses by that
type TeamMatchAct struct {
	Do       string   `json:"do"`
	Team     string   `json:"team,omitempty"`
	Side     string   `json:"side,omitempty"` // "home" or "guest"
	Line     []string `json:"line,omitempty"` // names
	Reserves []string `json:"reserves,omitempty"`
}
