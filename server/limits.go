package server

import (
	"cmp"
	"runtime"
	"time"

	"moyo/server/base/limit"
	"moyo/server/base/storage"
	"moyo/server/club/ladders"
	"moyo/server/club/simuls"
	"moyo/server/club/teams"
	"moyo/server/club/tournaments"
	"moyo/server/learn/classes"
	"moyo/server/play/correspondence"
	"moyo/server/share/studies"
)

// Limits bound what strangers can make the server do. A zero field takes its
// default. Each feature declares its own, as package limit has it.
type Limits struct {
	Searches          int           // engine searches at once; by default one per processor
	SearchTime        time.Duration `limit:"search-time" default:"10s" help:"longest search for a move of a game"`
	Analyses          int           `limit:"analyses" default:"half of --threads" help:"positions looked at at once, beside the searches of games"`
	AnalysisTime      time.Duration `limit:"analysis-time" default:"20s" help:"longest look at one position"`
	ReviewTime        time.Duration `limit:"review-time" default:"20s" help:"longest look at a finished game"`
	ReviewStorage     int64         `limit:"review-storage" default:"512MiB" help:"reviews of finished games that are kept in all; the oldest go"`
	LibraryGames      int           `limit:"library-games" default:"100000" help:"games in the library of somebody with an account; of a guest a tenth"`
	LibraryStorage    int64         `limit:"library-storage" default:"1024MiB" help:"these with their index; of a guest a tenth"`
	Rooms             int           `limit:"rooms" default:"5000" help:"games in memory"`
	Connections       int           `limit:"connections" default:"20000" help:"WebSockets and event streams in all"`
	PerAddress        int           `limit:"connections-per-address" default:"1000" help:"of these from one address"`
	PerGame           int           `limit:"connections-per-game" default:"10000" help:"players and watchers of one game"`
	IdleRoom          time.Duration `limit:"idle-room" default:"1m0s" help:"how long a game that nobody has open stays in memory"`
	Requests          float64       `limit:"requests" default:"200" help:"requests a second from one address; one that takes long or has a long body counts as several"`
	Programs          float64       `limit:"programs" default:"20" help:"requests a second of all programs of one person together (those with access tokens)"`
	Commands          float64       `limit:"commands" default:"20" help:"messages a second on one connection"`
	Traffic           int64         `limit:"traffic" default:"1MiB" help:"sent a second on all WebSockets of one address, where each message counts 256 bytes more"`
	Specs             float64       `limit:"specs" default:"20" help:"boards looked at a second by one address"`
	NewGames          float64       `limit:"games" default:"2" help:"games made a second from one address, and as many joined"`
	OpenGames         limit.Quota   `limit:"open-games" default:"400/40" help:"challenges to everybody from one address: a day / at once"`
	Seeks             float64       `limit:"seeks" default:"1" help:"quick pairings begun a second from one address"`
	Lists             float64       `limit:"lists" default:"4" help:"parts of lists, profiles and leader boards a second for one address, of each"`
	NewBoards         float64       `limit:"boards" default:"1" help:"boards checked or kept a second for one address"`
	Uploads           int           `limit:"uploads" default:"12" help:"files being read and looked at at once, each with some tens of MiB"`
	UploadsPerAddress int           `limit:"uploads-per-address" default:"3" help:"of these from one address"`
	Records           float64       `limit:"records" default:"1" help:"game records fetched a second by one address"`
	Pictures          float64       `limit:"pictures" default:"2" help:"pictures drawn a second for one address, and as many pages for frames of other sites made"`
	Puzzles           float64       `limit:"puzzles" default:"4" help:"tries at puzzles a second from one address"`
	Accounts          float64       `limit:"accounts" default:"1" help:"steps of signing in, up or out a second from one address"`
	SignUps           limit.Quota   `limit:"sign-ups" default:"200/50" help:"accounts made from one address: a day / at once"`
	Archives          float64       `limit:"archives" default:"0.0016" help:"archives of all that is theirs a second for one player (1 in 10 minutes)"`
	Passwords         int           `limit:"passwords" default:"half the processors" help:"passwords looked at at once, each with 19 MiB"`
	Questions         int           `limit:"questions" default:"2000" help:"questions about positions and problems that may wait in all"`
	QuestionsAt       int           `limit:"questions-per-address" default:"100" help:"of these from one address"`
	Solves            int           `limit:"solves" default:"half of --threads" help:"problems solved at once, and as many moves judged"`
	SolveTime         time.Duration `limit:"solve-time" default:"1m0s" help:"longest work at one problem"`
	Solvers           int           `limit:"solvers" default:"6" help:"solvers in memory"`
	SolverMemory      int64         `limit:"solver-memory" default:"64MiB" help:"memory of one solver"`
	IdleSolver        time.Duration `limit:"idle-solver" default:"5m0s" help:"how long a solver that nobody uses stays in memory"`
	// bytes that are kept: 100 MB a day of one address, 2 GB a day of all guests, 20 GB in all; below 0 for no bound
	Storage  storage.Limits
	Problems float64 `limit:"problems" default:"2" help:"problems read, written or drawn a second for one address"`
	Notes    float64 `limit:"notes" default:"1" help:"notes in games, plans of answers and changes of vacations a second from one address"`

	Teams          teams.Limits
	Tournaments    tournaments.Limits
	Simuls         simuls.Limits
	Ladders        ladders.Limits
	Classes        classes.Limits
	Studies        studies.Limits
	Correspondence correspondence.Limits
}

// WithDefaults returns the limits with every zero field set to its default.
func (l Limits) WithDefaults() Limits {
	l.Searches = cmp.Or(l.Searches, runtime.GOMAXPROCS(0))
	l.Analyses = cmp.Or(l.Analyses, max(1, l.Searches/2))
	l.Solves = cmp.Or(l.Solves, max(1, l.Searches/2))
	l.Passwords = cmp.Or(l.Passwords, max(1, runtime.GOMAXPROCS(0)/2))
	l.Archives = cmp.Or(l.Archives, 1.0/600) // which its declaration has shorter
	l.Storage.Address = cmp.Or(l.Storage.Address, 100e6)
	l.Storage.Guests = cmp.Or(l.Storage.Guests, 2e9)
	l.Storage.Total = cmp.Or(l.Storage.Total, 20e9)
	limit.SetDefaults(&l)
	return l
}

// Set sets the limit of a name to what an operator wrote. The error says what is wrong with it, in a sentence.
func (l *Limits) Set(name, value string) error { return limit.Set(l, name, value) }
