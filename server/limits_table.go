package server

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"moyo/server/base/limit"
)

// limitRow is one of the limits as operators know it.
type limitRow struct {
	name  string // such as rooms
	usual string // its default, in words where that depends on the machine
	text  string // what it bounds, with its unit
	field func(*Limits) any
}

// limitTable has all limits that operators can set, by name. `moyo serve --threads` sets
// the one that is missing.
var limitTable = []limitRow{
	{"accounts", "1", "steps of signing in, up or out a second from one address", func(l *Limits) any { return &l.Accounts }},
	{"all-classes", "1000", "classes of all together", func(l *Limits) any { return &l.AllClasses }},
	{"all-ladders", "500", "club ladders of all together", func(l *Limits) any { return &l.AllLadders }},
	{"all-simuls", "200", "simultaneous exhibitions of all together that are not over", func(l *Limits) any { return &l.AllSimuls }},
	{"all-team-matches", "500", "matches of teams of all together that are not over", func(l *Limits) any { return &l.AllTeamMatches }},
	{"all-teams", "2000", "teams of all together", func(l *Limits) any { return &l.AllTeams }},
	{"all-tournaments", "200", "tournaments of all together that are not over", func(l *Limits) any { return &l.AllTournaments }},
	{"analyses", "half of --threads", "positions looked at at once, beside the searches of games", func(l *Limits) any { return &l.Analyses }},
	{"analysis-time", "20s", "longest look at one position", func(l *Limits) any { return &l.AnalysisTime }},
	{"archives", "0.0016", "archives of all that is theirs a second for one player (1 in 10 minutes)", func(l *Limits) any { return &l.Archives }},
	{"boards", "1", "boards checked or kept a second for one address", func(l *Limits) any { return &l.NewBoards }},
	{"class-joins", "300/120", "pupils who join classes from one address: a day / at once", func(l *Limits) any { return &l.ClassJoins }},
	{"classes", "10", "classes of one account", func(l *Limits) any { return &l.Classes }},
	{"commands", "20", "messages a second on one connection", func(l *Limits) any { return &l.Commands }},
	{"connections", "20000", "WebSockets and event streams in all", func(l *Limits) any { return &l.Connections }},
	{"connections-per-address", "1000", "of these from one address", func(l *Limits) any { return &l.PerAddress }},
	{"connections-per-game", "10000", "players and watchers of one game", func(l *Limits) any { return &l.PerGame }},
	{"connections-per-study", "1000", "of these of one shared study", func(l *Limits) any { return &l.PerStudy }},
	{"games", "2", "games made a second from one address, and as many joined", func(l *Limits) any { return &l.NewGames }},
	{"idle-room", "1m0s", "how long a game that nobody has open stays in memory", func(l *Limits) any { return &l.IdleRoom }},
	{"idle-solver", "5m0s", "how long a solver that nobody uses stays in memory", func(l *Limits) any { return &l.IdleSolver }},
	{"ladders", "5", "club ladders made by one account", func(l *Limits) any { return &l.Ladders }},
	{"ladders-joined", "20", "club ladders that one account is on", func(l *Limits) any { return &l.LaddersJoined }},
	{"library-games", "100000", "games in the library of somebody with an account; of a guest a tenth", func(l *Limits) any { return &l.LibraryGames }},
	{"library-storage", "1024MiB", "these with their index; of a guest a tenth", func(l *Limits) any { return &l.LibraryStorage }},
	{"lists", "4", "parts of lists, profiles and leader boards a second for one address, of each", func(l *Limits) any { return &l.Lists }},
	{"new-classes", "30/30", "classes made from one address: a day / at once", func(l *Limits) any { return &l.NewClasses }},
	{"new-ladders", "10/10", "club ladders made from one address: a day / at once", func(l *Limits) any { return &l.NewLadders }},
	{"new-simuls", "10/6", "simultaneous exhibitions made from one address: a day / at once", func(l *Limits) any { return &l.NewSimuls }},
	{"new-teams", "20/10", "teams made from one address: a day / at once", func(l *Limits) any { return &l.NewTeams }},
	{"notes", "1", "notes in games, plans of answers and changes of vacations a second from one address", func(l *Limits) any { return &l.Notes }},
	{"open-games", "400/40", "challenges to everybody from one address: a day / at once", func(l *Limits) any { return &l.OpenGames }},
	{"open-studies", "1000", "shared studies in memory", func(l *Limits) any { return &l.OpenStudies }},
	{"open-studies-per-address", "100", "of these open at once from one address", func(l *Limits) any { return &l.OpenStudiesAt }},
	{"open-studies-per-person", "20", "of these open at once of one person", func(l *Limits) any { return &l.OpenStudiesOf }},
	{"own-studies", "64MiB", "shared studies of one account in all", func(l *Limits) any { return &l.OwnStudies }},
	{"passwords", "half the processors", "passwords looked at at once, each with 19 MiB", func(l *Limits) any { return &l.Passwords }},
	{"pictures", "2", "pictures drawn a second for one address, and as many pages for frames of other sites made", func(l *Limits) any { return &l.Pictures }},
	{"problems", "2", "problems read, written or drawn a second for one address", func(l *Limits) any { return &l.Problems }},
	{"programs", "20", "requests a second of all programs of one person together (those with access tokens)", func(l *Limits) any { return &l.Programs }},
	{"pupils", "60", "pupils of one class", func(l *Limits) any { return &l.Pupils }},
	{"puzzles", "4", "tries at puzzles a second from one address", func(l *Limits) any { return &l.Puzzles }},
	{"questions", "2000", "questions about positions and problems that may wait in all", func(l *Limits) any { return &l.Questions }},
	{"questions-per-address", "100", "of these from one address", func(l *Limits) any { return &l.QuestionsAt }},
	{"records", "1", "game records fetched a second by one address", func(l *Limits) any { return &l.Records }},
	{"requests", "200", "requests a second from one address; one that takes long or has a long body counts as several", func(l *Limits) any { return &l.Requests }},
	{"review-storage", "512MiB", "reviews of finished games that are kept in all; the oldest go", func(l *Limits) any { return &l.ReviewStorage }},
	{"review-time", "20s", "longest look at a finished game", func(l *Limits) any { return &l.ReviewTime }},
	{"rooms", "5000", "games in memory", func(l *Limits) any { return &l.Rooms }},
	{"search-time", "10s", "longest search for a move of a game", func(l *Limits) any { return &l.SearchTime }},
	{"seeks", "1", "quick pairings begun a second from one address", func(l *Limits) any { return &l.Seeks }},
	{"sign-ups", "200/50", "accounts made from one address: a day / at once", func(l *Limits) any { return &l.SignUps }},
	{"simuls", "3", "simultaneous exhibitions of one account that are not over", func(l *Limits) any { return &l.Simuls }},
	{"solve-time", "1m0s", "longest work at one problem", func(l *Limits) any { return &l.SolveTime }},
	{"solver-memory", "64MiB", "memory of one solver", func(l *Limits) any { return &l.SolverMemory }},
	{"solvers", "6", "solvers in memory", func(l *Limits) any { return &l.Solvers }},
	{"solves", "half of --threads", "problems solved at once, and as many moves judged", func(l *Limits) any { return &l.Solves }},
	{"specs", "20", "boards looked at a second by one address", func(l *Limits) any { return &l.Specs }},
	{"studies", "50", "shared studies of one account", func(l *Limits) any { return &l.Studies }},
	{"study-memory", "512MiB", "memory of all shared studies that somebody has open, about", func(l *Limits) any { return &l.StudyMemory }},
	{"study-size", "8MiB", "one shared study", func(l *Limits) any { return &l.StudySize }},
	{"team-challenges", "40/20", "challenges from one address, and by one team: a day / at once", func(l *Limits) any { return &l.TeamChallenges }},
	{"team-matches", "10", "matches of one team that are not over; as many challenges wait for its answer", func(l *Limits) any { return &l.TeamMatches }},
	{"team-members", "200", "members of one team", func(l *Limits) any { return &l.TeamMembers }},
	{"teams", "5", "teams of which one account is a captain", func(l *Limits) any { return &l.Teams }},
	{"tournaments", "5", "tournaments of one account that are not over", func(l *Limits) any { return &l.Tournaments }},
	{"traffic", "1MiB", "sent a second on all WebSockets of one address, where each message counts 256 bytes more", func(l *Limits) any { return &l.Traffic }},
	{"uploads", "12", "files being read and looked at at once, each with some tens of MiB", func(l *Limits) any { return &l.Uploads }},
	{"uploads-per-address", "3", "of these from one address", func(l *Limits) any { return &l.UploadsPerAddress }},
	{"vacation-days", "30", "days of vacation from games by correspondence of one account in a year", func(l *Limits) any { return &l.VacationDays }},
}

// Set sets the limit of a name to what an operator wrote. The error says what is wrong
// with it, in a sentence.
func (l *Limits) Set(name, value string) error {
	i, known := slices.BinarySearchFunc(limitTable, name, func(r limitRow, name string) int { return strings.Compare(r.name, name) })
	if !known {
		return fmt.Errorf("limit %q: there is none of that name; want one of %s", name, limitNames())
	}
	if err := setLimit(limitTable[i].field(l), value); err != nil {
		return fmt.Errorf("limit %s=%s: %w", name, value, err)
	}
	return nil
}

func limitNames() string {
	var names []string
	for _, r := range limitTable {
		names = append(names, r.name)
	}
	return strings.Join(names, ", ")
}

// mostLimit is more than any limit can be meant to be.
const mostLimit = 1_000_000_000

func setLimit(field any, value string) (err error) {
	switch field := field.(type) {
	case *int:
		*field, err = whole(value)
	case *float64:
		*field, err = perSecond(value)
	case *time.Duration:
		d, wrong := time.ParseDuration(value)
		if wrong != nil || d < time.Millisecond || d > 24*time.Hour {
			err = errors.New("want a time from 1ms to 24h, such as 20s or 1m30s")
		}
		*field = d
	case *int64:
		n, unit := strings.CutSuffix(value, "MiB")
		mebibytes, wrong := whole(n)
		if !unit || wrong != nil || mebibytes > 1<<20 {
			err = errors.New("want a size in whole MiB, such as 64MiB")
		}
		*field = int64(mebibytes) << 20
	case *limit.Quota:
		daily, atOnce, two := strings.Cut(value, "/")
		n, wrong := whole(daily)
		m, alsoWrong := whole(atOnce)
		if !two || wrong != nil || alsoWrong != nil {
			err = errors.New("want how many a day and at once, such as 400/40")
		}
		*field = limit.Quota{Daily: float64(n), AtOnce: m}
	default:
		panic(fmt.Sprintf("a limit of type %T", field))
	}
	return err
}

func whole(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > mostLimit {
		return 0, fmt.Errorf("want a whole number from 1 to %d", mostLimit)
	}
	return n, nil
}

func perSecond(value string) (float64, error) {
	f, err := strconv.ParseFloat(value, 64)
	if err != nil || !(f >= 1e-6 && f <= mostLimit) { // NaN is neither
		return 0, fmt.Errorf("want a number from 0.000001 to %d", mostLimit)
	}
	return f, nil
}
