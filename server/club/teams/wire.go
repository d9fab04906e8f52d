package teams

import "moyo/server/base/wire"

// Teams, and matches between them on several boards.

// NewTeam is the body of POST /api/teams. The answer is a Team.
type NewTeam struct {
	Name  string `json:"name"`
	About string `json:"about,omitempty"` // a line of text
	Rules string `json:"rules"`           // of the game by which its members are ranked
	Entry string `json:"entry"`           // how to join: "open", "ask" (a captain admits) or "link" (only by the link)
}

// TeamHead is a team's entry in a list.
type TeamHead struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	About   string     `json:"about"`
	Rules   string     `json:"rules"` // id
	Words   wire.Rules `json:"words"`
	Entry   string     `json:"entry"`
	Members int        `json:"members"`
	Role    string     `json:"role"` // the user's: "asked", "member", "captain", or ""
}

// TeamLists is the answer of GET /api/teams: teams, last used first, and matches.
type TeamLists struct {
	Mine    []TeamHead      `json:"mine"` // teams that the user is in or has asked to join
	Teams   []TeamHead      `json:"teams"`
	Matches []TeamMatchHead `json:"matches"` // running or agreed
}

// TeamMember is a member of a team.
type TeamMember struct {
	Name    string `json:"name"`
	Rank    string `json:"rank"` // in the game of the team, "" if unknown
	Captain bool   `json:"captain,omitempty"`
	Since   string `json:"since"` // RFC 3339
}

// Team is the answer of GET /api/teams/{id} and of acts on a team. Every message of the
// event stream GET /api/teams/{id}/events (server-sent events) is a Team.
type Team struct {
	Version int             `json:"version"` // grows with each change of the team, its members or its matches
	Head    TeamHead        `json:"head"`
	Members []TeamMember    `json:"members"`         // the strongest first
	Asked   []TeamMember    `json:"asked,omitempty"` // players who wait for admission; only for captains
	Code    string          `json:"code,omitempty"`  // of the link for joining; only for captains
	Matches []TeamMatchHead `json:"matches"`         // newest first
	Won     int             `json:"won"`             // number of matches
	Drawn   int             `json:"drawn"`
	Lost    int             `json:"lost"`
}

// TeamAct is the body of POST /api/teams/{id}/acts. The answer is a Team, or nothing after "close".
// Do is one of
//
//	join    code                     joins the team, or asks to join
//	leave                            leaves the team, or withdraws the request
//	admit, refuse   player           answers a request; for captains, as all that follow
//	remove, promote player           removes a member, or makes them a captain
//	demote                           steps down as captain
//	change  name about rules entry   changes the team's name and so on
//	link                             replaces the link for joining
//	close                            closes the team
type TeamAct struct {
	Do     string `json:"do"`
	Player string `json:"player,omitempty"` // name
	Code   string `json:"code,omitempty"`
	Name   string `json:"name,omitempty"`
	About  string `json:"about,omitempty"`
	Rules  string `json:"rules,omitempty"`
	Entry  string `json:"entry,omitempty"`
}

// TeamMatchSetup describes a match.
type TeamMatchSetup struct {
	Boards   int    `json:"boards"` // number of games
	Board    string `json:"board"`  // spec, for each game
	Rules    string `json:"rules"`  // id
	Clock    string `json:"clock"`  // spec
	Rated    bool   `json:"rated,omitempty"`
	Handicap bool   `json:"handicap,omitempty"` // by rank, which also decides who is Black
	Lot      bool   `json:"lot,omitempty"`      // White at the first board is chosen at random; otherwise it is the home team
	Berlin   bool   `json:"berlin,omitempty"`   // with equal points the boards decide; otherwise it is a draw
	Begins   string `json:"begins,omitempty"`   // RFC 3339; "" to begin when both line-ups are given
	Notice   int    `json:"notice,omitempty"`   // seconds for which line-ups are public before the games begin
	NoShow   int    `json:"noShow"`             // seconds after which an absent player loses
}

// NewTeamMatch is the body of POST /api/team-matches: a challenge. The answer is a TeamMatch.
type NewTeamMatch struct {
	Home  string         `json:"home"`            // id of the challenging team
	Guest string         `json:"guest,omitempty"` // id of the challenged team; "" for any team whose captain accepts by the link
	Setup TeamMatchSetup `json:"setup"`
}

// TeamMatchHead is a match's entry in a list.
type TeamMatchHead struct {
	ID     string        `json:"id"`
	Phase  string        `json:"phase"` // "proposed", "lineup", "playing", "over" or "off" (not played)
	Home   TeamMatchTeam `json:"home"`
	Guest  TeamMatchTeam `json:"guest"`
	Boards int           `json:"boards"`
	Left   int           `json:"left"`   // unfinished games
	Winner string        `json:"winner"` // "home", "guest", "draw", or "" if unknown
	// what decided the match: "points", "berlin", "first" (the first board with a winner), "lineup" (the other team gave none) or
	// "cancelled" (by the other team)
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
	ID     string  `json:"id"`   // "" until a team accepts the challenge
	Name   string  `json:"name"` // "" if the team was closed
	Points float64 `json:"points"`
}

// TeamMatchPlayer is a player who may play in a match.
type TeamMatchPlayer struct {
	Name string `json:"name"`
	Rank string `json:"rank"` // in games of this match, "" if unknown
}

// TeamMatchSide is a team in a match as the user sees it.
type TeamMatchSide struct {
	Ready    bool              `json:"ready"`              // its line-up is given
	Captain  bool              `json:"captain,omitempty"`  // the user is one of its captains
	Line     []TeamMatchPlayer `json:"line,omitempty"`     // players by board; the other side sees them when both line-ups are given
	Reserves []TeamMatchPlayer `json:"reserves,omitempty"` // as line
	Roster   []TeamMatchPlayer `json:"roster,omitempty"`   // the team, strongest first; for its captains until the games begin
}

// TeamMatchBoard is a game of a match.
type TeamMatchBoard struct {
	Number int             `json:"number"`
	Home   TeamMatchPlayer `json:"home"`
	Guest  TeamMatchPlayer `json:"guest"`
	Black  string          `json:"black"`          // "home" or "guest"; "" if ranks decide
	Game   string          `json:"game,omitempty"` // id, "" without a game
	// "home", "guest", "draw", "home-forfeit" (the home team wins by forfeit), "guest-forfeit", "none", or "" if unfinished
	Result string `json:"result"`
}

// TeamMatch is the answer of GET /api/team-matches/{id} and of acts on a match. Every message
// of the event stream GET /api/team-matches/{id}/events (server-sent events) is a TeamMatch.
type TeamMatch struct {
	Version int            `json:"version"` // grows with each change
	Head    TeamMatchHead  `json:"head"`
	Setup   TeamMatchSetup `json:"setup"`
	Until   string         `json:"until,omitempty"` // RFC 3339: deadline for accepting the challenge, or for line-ups
	// why it was not played: "declined", "cancelled", "late", "lineup" (neither team gave one) or "closed" (a team was closed)
	Why    string           `json:"why,omitempty"`
	Home   TeamMatchSide    `json:"home"`
	Guest  TeamMatchSide    `json:"guest"`
	Boards []TeamMatchBoard `json:"boards"` // when the games have begun
}

// TeamMatchAct is the body of POST /api/team-matches/{id}/acts, for captains. The answer is a
// TeamMatch. Do is one of
//
//	accept    team                  accepts the challenge; team is an id if the challenge is open to any team
//	decline                         declines the challenge
//	lineup    side line reserves    gives the line-up. When both are given, only reserves can come in
//	cancel                          cancels before the games begin; a team that cancels after the other gave its line-up loses
type TeamMatchAct struct {
	Do       string   `json:"do"`
	Team     string   `json:"team,omitempty"`
	Side     string   `json:"side,omitempty"` // "home" or "guest"
	Line     []string `json:"line,omitempty"` // names
	Reserves []string `json:"reserves,omitempty"`
}
