package store

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// Teams keeps teams, who is in them, and the matches between them. What a match is made of and how
// it stands means nothing to the store. Whatever changes in a team, its members or its matches
// counts up the team's version.
type Teams interface {
	// CreateTeam keeps a new team with its first captain; t.Version is 1. The error is ErrExists
	// where there is a team of that id, skeleton or code, ErrFull where there are as many as b
	// says, or ErrNotFound where the captain's account was deleted.
	CreateTeam(ctx context.Context, t Team, captain string, b TeamBounds) error
	// SaveTeam replaces a team but for its Created and Barred. The error is ErrNotFound, a *Conflict where it
	// has not version t.Version-1, or ErrExists where another has that skeleton or code.
	SaveTeam(ctx context.Context, t Team) error
	// DeleteTeam forgets a team and who was in it; its matches stay. The error is ErrNotFound.
	DeleteTeam(ctx context.Context, id string) error
	// Team returns a team, or ErrNotFound.
	Team(ctx context.Context, id string) (Team, error)
	// TeamByCode returns the team that one joins by a code, or ErrNotFound.
	TeamByCode(ctx context.Context, code string) (Team, error)
	// Teams returns those whose skeletons have a text in them, last used first.
	Teams(ctx context.Context, skeleton string, limit int) ([]Team, error)
	// UnusedTeams returns at most limit teams that were last used before a time, or have
	// nobody in them but those who have asked.
	UnusedTeams(ctx context.Context, before time.Time, limit int) ([]Team, error)

	// SetMember brings somebody into a team, or changes what they are in it. The error is
	// ErrNotFound where there is no such team or the account was deleted, or ErrFull where b
	// allows no more.
	SetMember(ctx context.Context, m TeamMember, b MemberBounds) error
	// RemoveMember takes somebody out of a team. The error is ErrNotFound where they are not in it.
	RemoveMember(ctx context.Context, team, player string) error
	// TeamMembers returns those of a team, in the order in which they came.
	TeamMembers(ctx context.Context, team string) ([]TeamMember, error)
	// TeamsOf returns what somebody is in which teams.
	TeamsOf(ctx context.Context, player string) ([]TeamMember, error)

	// CreateTeamMatch keeps a new match; m.Version is 1. The error is ErrExists, or ErrFull where
	// the home team or all together have as many that are not over as b says, or as many are
	// proposed to the guest. What others propose to a team is none of its own.
	CreateTeamMatch(ctx context.Context, m TeamMatch, b TeamBounds) error
	// AcceptTeamMatch is SaveTeamMatch for a match that is proposed no more. The error may be
	// ErrFull, too: its guest would have more than each that are not over.
	AcceptTeamMatch(ctx context.Context, m TeamMatch, each int) error
	// SaveTeamMatch replaces a match but for its Home and Created. The error is ErrNotFound, or a
	// *Conflict where it has not version m.Version-1.
	SaveTeamMatch(ctx context.Context, m TeamMatch) error
	// TeamMatch returns a match, or ErrNotFound.
	TeamMatch(ctx context.Context, id string) (TeamMatch, error)
	// TeamMatchesOf returns the matches of a team, those that were made last first.
	TeamMatchesOf(ctx context.Context, team string, limit int) ([]TeamMatch, error)
	// TeamMatchesIn returns those in a phase, newest change first.
	TeamMatchesIn(ctx context.Context, phase string, limit int) ([]TeamMatch, error)
	// ForgetTeamMatches deletes at most limit matches that came to nothing before a time, and says
	// how many.
	ForgetTeamMatches(ctx context.Context, before time.Time, limit int) (int, error)
}

// Team is a team.
type Team struct {
	ID       string
	Name     string
	Skeleton string // of the name; no two have the same
	About    string
	Rules    string // of the game by which its members are ranked
	Entry    string // how one joins it
	Code     string // of the link by which one joins; none is like another
	Version  int
	Created  time.Time
	Used     time.Time // when somebody of it last did something
	Barred   time.Time // until when its name stays that which moderators gave it, if they did
}

// TeamRole is what somebody is in a team.
type TeamRole string

// The roles in a team.
const (
	TeamAsked   TeamRole = "asked" // has asked to join
	TeamMate    TeamRole = "member"
	TeamCaptain TeamRole = "captain"
)

// TeamMember is somebody in a team.
type TeamMember struct {
	Team   string
	Player string // id
	Role   TeamRole
	Since  time.Time // when they came or asked; kept as they become something else
}

// TeamMatch is a match between two teams.
type TeamMatch struct {
	ID      string
	Home    string // id of a team
	Guest   string // of another, "" where nobody has taken up the challenge yet
	Phase   string
	Version int
	Created time.Time
	Changed time.Time
	Body    []byte // JSON
}

// The phases of matches that mean something to the store.
const (
	TeamMatchProposed = "proposed" // does not count as one of the guest's
	TeamMatchOver     = "over"
	TeamMatchOff      = "off" // it came to nothing
)

// TeamBounds bound how many teams or matches there are: of one captain or team, and of all.
type TeamBounds struct {
	Each int
	All  int
}

// MemberBounds bound who is in a team.
type MemberBounds struct {
	Members int // of one team
	Asked   int // who wait to be let in
	Each    int // teams of one person, those that they have asked among them
}

// gameOfTeams is how the ids of games begin that are played in a match of teams; no other id does.
const gameOfTeams = "team-"

// TeamGame returns the id of the game at a board of a match, the first of which is 1.
func TeamGame(match string, board int) string {
	return gameOfTeams + match + "-" + strconv.Itoa(board)
}

// MatchOfGame returns the match of teams in which a game is played; ok is false for what is none.
func MatchOfGame(game string) (match string, ok bool) {
	rest, ok := strings.CutPrefix(game, gameOfTeams)
	match, _, _ = strings.Cut(rest, "-")
	return match, ok
}
