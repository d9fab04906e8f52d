package server

import (
	"runtime"
	"time"

	"moyo/server/base/limit"
	"moyo/server/base/storage"
)

// Limits bound what strangers can make the server do. A zero field takes its
// default.
type Limits struct {
	Searches          int            // engine searches at once; one a processor
	SearchTime        time.Duration  // a search's longest time, which keeps others waiting; 10 s
	Analyses          int            // positions looked at at once, beside the searches of games; half as many as those
	AnalysisTime      time.Duration  // how long a position is looked at, which keeps others waiting; 20 s
	ReviewTime        time.Duration  // how long a finished game is looked at, which keeps others waiting; 20 s
	ReviewStorage     int64          // bytes of all reviews that are kept with games; 512 MiB
	LibraryGames      int            // games in the library of somebody with an account, of a guest a tenth; 100,000
	LibraryStorage    int64          // bytes of these with their index, of a guest a tenth; 1 GiB
	Rooms             int            // games in memory; 5,000
	Connections       int            // WebSockets and event streams; 20,000
	PerAddress        int            // of them from one address; 1,000
	PerGame           int            // WebSockets of one game; 10,000
	IdleRoom          time.Duration  // how long a room without members stays; 1 minute
	Requests          float64        // requests a second, for whatever, that one address may send on end; 200
	Programs          float64        // requests a second that all programs of one person may send on end; 20
	Commands          float64        // messages a second that one connection may send on end; 20
	Traffic           int64          // bytes a second, and 256 for each message, that all WebSockets of one address may send on end; 1 MiB
	Specs             float64        // boards a second that one address may look at on end; 20
	NewGames          float64        // games a second that one address may make on end, and as many that it may join; 2
	OpenGames         limit.Quota    // challenges to everybody that one address may make; 400 a day, 40 at once
	Seeks             float64        // games at once that one address may look for a second on end; 1
	Lists             float64        // parts of lists of games a second that one address may ask for on end; 4
	NewBoards         float64        // boards a second that one address may check or make on end; 1
	Uploads           int            // files being read and looked at at once, each with some tens of MiB; 12
	UploadsPerAddress int            // of them from one address; 3
	Records           float64        // game records a second that one address may fetch on end; 1
	Pictures          float64        // pictures a second that one address may have drawn on end, and as many pages for frames made; 2
	Puzzles           float64        // tries at puzzles a second that one address may make on end; 4
	Accounts          float64        // steps of signing in, up or out a second that one address may take on end; 1
	SignUps           limit.Quota    // accounts that one address may make; 200 a day, 50 at once
	Archives          float64        // archives of all that is theirs a second that one player may fetch on end; 1 in 10 minutes
	Passwords         int            // passwords looked at at once, each with 19 MiB; half as many as processors
	Questions         int            // questions about positions and problems that may wait in all; 2,000
	QuestionsAt       int            // of these from one address; 100
	Solves            int            // problems solved at once, and as many moves judged; half as many as Searches
	SolveTime         time.Duration  // a problem's longest time, which keeps others waiting; 60 s
	Solvers           int            // solvers in memory, at work or kept for their people's next question; 6
	SolverMemory      int64          // bytes of each one's table; 64 MiB
	IdleSolver        time.Duration  // how long an unused one is kept; 5 minutes
	Storage           storage.Limits // bytes that are kept: 100 MB a day of one address, 2 GB a day of all guests, 20 GB in all; below 0 for no bound
	Problems          float64        // problems a second that one address may have read, written or drawn on end; 2
	Notes             float64        // notes, plans of answers and changes of vacations a second that one address may make on end, each; 1
	VacationDays      int            // days of vacation of one account in a year; 30
	Tournaments       int            // of one account that are not over; 5
	AllTournaments    int            // that are not over; 200
	Teams             int            // of which one account is a captain; 5
	AllTeams          int            // of all together; 2,000
	TeamMembers       int            // of one team; 200
	NewTeams          limit.Quota    // teams that one address may make; 20 a day, 10 at once
	TeamMatches       int            // of one team that are not over, and challenges that wait for its answer; 10
	TeamChallenges    limit.Quota    // from one address, and by one team; 40 a day, 20 at once
	AllTeamMatches    int            // that are not over; 500
	Simuls            int            // exhibitions of one account that are not over; 3
	AllSimuls         int            // that are not over; 200
	NewSimuls         limit.Quota    // exhibitions that one address may make; 10 a day, 6 at once
	Ladders           int            // made by one account; 5
	AllLadders        int            // of all together; 500
	LaddersJoined     int            // that one account is on; 20
	NewLadders        limit.Quota    // ladders that one address may make; 10 a day, as many at once
	Classes           int            // of one account; 10
	AllClasses        int            // of all together; 1,000
	NewClasses        limit.Quota    // classes that one address may make; 30 a day, as many at once
	Pupils            int            // of one class; 60
	ClassJoins        limit.Quota    // pupils that one address may bring; 300 a day, 120 at once
	Studies           int            // shared studies of one account; 50
	StudySize         int64          // bytes of one of them; 8 MiB
	OwnStudies        int64          // bytes of all of one account's; 64 MiB
	OpenStudies       int            // shared studies in memory; 1,000
	OpenStudiesOf     int            // of these that one person has open; 20
	OpenStudiesAt     int            // of these that are open from one address; 100
	StudyMemory       int64          // bytes of these, about; 512 MiB
	PerStudy          int            // WebSockets of one study; 1,000
}

// WithDefaults returns the limits with every zero field set to its default.
func (l Limits) WithDefaults() Limits {
	set(&l.Searches, runtime.GOMAXPROCS(0))
	set(&l.SearchTime, 10*time.Second)
	set(&l.Analyses, max(1, l.Searches/2))
	set(&l.AnalysisTime, 20*time.Second)
	set(&l.ReviewTime, 20*time.Second)
	set(&l.ReviewStorage, 512<<20)
	set(&l.LibraryGames, 100_000)
	set(&l.LibraryStorage, 1<<30)
	set(&l.Rooms, 5_000)
	set(&l.Connections, 20_000)
	set(&l.PerAddress, 1_000)
	set(&l.PerGame, 10_000)
	set(&l.IdleRoom, time.Minute)
	set(&l.Requests, 200)
	set(&l.Programs, 20)
	set(&l.Commands, 20)
	set(&l.Specs, 20)
	set(&l.NewGames, 2)
	set(&l.OpenGames, limit.Quota{Daily: 400, AtOnce: 40})
	set(&l.Seeks, 1)
	set(&l.Lists, 4)
	set(&l.NewBoards, 1)
	set(&l.Uploads, 12)
	set(&l.UploadsPerAddress, 3)
	set(&l.Records, 1)
	set(&l.Pictures, 2)
	set(&l.Puzzles, 4)
	set(&l.Accounts, 1)
	set(&l.SignUps, limit.Quota{Daily: 200, AtOnce: 50})
	set(&l.Archives, 1.0/600)
	set(&l.Passwords, max(1, runtime.GOMAXPROCS(0)/2))
	set(&l.Questions, 2_000)
	set(&l.QuestionsAt, 100)
	set(&l.Traffic, 1<<20)
	set(&l.Solves, max(1, l.Searches/2))
	set(&l.SolveTime, time.Minute)
	set(&l.Solvers, 6)
	set(&l.SolverMemory, 64<<20)
	set(&l.IdleSolver, 5*time.Minute)
	set(&l.Storage.Address, 100e6)
	set(&l.Storage.Guests, 2e9)
	set(&l.Storage.Total, 20e9)
	set(&l.Problems, 2)
	set(&l.Notes, 1)
	set(&l.VacationDays, 30)
	set(&l.Tournaments, 5)
	set(&l.AllTournaments, 200)
	set(&l.Teams, 5)
	set(&l.AllTeams, 2_000)
	set(&l.TeamMembers, 200)
	set(&l.NewTeams, limit.Quota{Daily: 20, AtOnce: 10})
	set(&l.TeamMatches, 10)
	set(&l.TeamChallenges, limit.Quota{Daily: 40, AtOnce: 20})
	set(&l.AllTeamMatches, 500)
	set(&l.Simuls, 3)
	set(&l.AllSimuls, 200)
	set(&l.NewSimuls, limit.Quota{Daily: 10, AtOnce: 6})
	set(&l.Ladders, 5)
	set(&l.AllLadders, 500)
	set(&l.LaddersJoined, 20)
	set(&l.NewLadders, limit.Quota{Daily: 10, AtOnce: 10})
	set(&l.NewClasses, limit.Quota{Daily: 30, AtOnce: 30})
	set(&l.Classes, 10)
	set(&l.AllClasses, 1_000)
	set(&l.Pupils, 60)
	set(&l.ClassJoins, limit.Quota{Daily: 300, AtOnce: 120})
	set(&l.Studies, 50)
	set(&l.StudySize, 8<<20)
	set(&l.OwnStudies, 64<<20)
	set(&l.OpenStudies, 1_000)
	set(&l.OpenStudiesOf, 20)
	set(&l.OpenStudiesAt, 100)
	set(&l.StudyMemory, 512<<20)
	set(&l.PerStudy, 1_000)
	return l
}

func set[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
