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

// Limits bound what clients can make the server do. A zero field takes its
// default. Each feature declares its own limits; see package limit.
type Limits struct {
	Searches          int           // concurrent engine searches; by default one per processor
	SearchTime        time.Duration `limit:"search-time" default:"10s" help:"longest search for a move of a game"`
	Analyses          int           `limit:"analyses" default:"half of --threads" help:"positions analysed at the same time, in addition to the searches of games"`
	AnalysisTime      time.Duration `limit:"analysis-time" default:"20s" help:"longest analysis of one position"`
	ReviewTime        time.Duration `limit:"review-time" default:"20s" help:"longest review of a finished game"`
	ReviewStorage     int64         `limit:"review-storage" default:"512MiB" help:"total size of the stored reviews of finished games; the oldest are deleted first"`
	LibraryGames      int           `limit:"library-games" default:"100000" help:"games in the library of one account; a guest may keep a tenth of this"`
	LibraryStorage    int64         `limit:"library-storage" default:"1024MiB" help:"size of the library of one account with its index; a guest may use a tenth of this"`
	Rooms             int           `limit:"rooms" default:"5000" help:"games in memory"`
	Connections       int           `limit:"connections" default:"20000" help:"WebSockets and event streams in total"`
	PerAddress        int           `limit:"connections-per-address" default:"1000" help:"WebSockets and event streams from one address"`
	PerGame           int           `limit:"connections-per-game" default:"10000" help:"players and spectators connected to one game"`
	IdleRoom          time.Duration `limit:"idle-room" default:"1m0s" help:"how long a game stays in memory after the last connection closes"`
	Requests          float64       `limit:"requests" default:"200" help:"requests per second from one address; a slow or large request counts as several"`
	Programs          float64       `limit:"programs" default:"20" help:"requests per second with the access tokens of one account, all programs together"`
	Commands          float64       `limit:"commands" default:"20" help:"messages per second on one connection"`
	Traffic           int64         `limit:"traffic" default:"1MiB" help:"bytes per second to all WebSockets of one address; each message counts as its size plus 256 bytes"`
	Specs             float64       `limit:"specs" default:"20" help:"boards that one address may load per second; a large board counts as several"`
	NewGames          float64       `limit:"games" default:"2" help:"new games per second from one address; joining a game has a separate limit of the same size"`
	OpenGames         limit.Quota   `limit:"open-games" default:"400/40" help:"open challenges from one address: per day / in quick succession"`
	Seeks             float64       `limit:"seeks" default:"1" help:"quick pairing requests per second from one address"`
	Lists             float64       `limit:"lists" default:"4" help:"pages of lists, profiles and leader boards per second for one address, each kind separately"`
	NewBoards         float64       `limit:"boards" default:"1" help:"board files that one address may check or save per second"`
	Uploads           int           `limit:"uploads" default:"12" help:"uploaded files processed at the same time; each needs some tens of MiB"`
	UploadsPerAddress int           `limit:"uploads-per-address" default:"3" help:"uploaded files from one address processed at the same time"`
	Records           float64       `limit:"records" default:"1" help:"game records that one address may download per second"`
	Pictures          float64       `limit:"pictures" default:"2" help:"pictures drawn per second for one address; pages that other sites embed have a separate limit of the same size"`
	Puzzles           float64       `limit:"puzzles" default:"4" help:"puzzle attempts per second from one address"`
	Accounts          float64       `limit:"accounts" default:"1" help:"sign-in, sign-up and sign-out requests per second from one address"`
	SignUps           limit.Quota   `limit:"sign-ups" default:"200/50" help:"new accounts from one address: per day / in quick succession"`
	Archives          float64       `limit:"archives" default:"0.0016" help:"downloads of all of a player's data per second, for each player (1 in 10 minutes)"`
	Passwords         int           `limit:"passwords" default:"half the processors" help:"passwords checked at the same time; each check needs 19 MiB"`
	Questions         int           `limit:"questions" default:"2000" help:"requests for analyses and solutions that may wait, in total"`
	QuestionsAt       int           `limit:"questions-per-address" default:"100" help:"requests for analyses and solutions that may wait from one address"`
	Solves            int           `limit:"solves" default:"half of --threads" help:"problems solved at the same time; judging moves has a separate limit of the same size"`
	SolveTime         time.Duration `limit:"solve-time" default:"1m0s" help:"longest search for the solution of one problem"`
	Solvers           int           `limit:"solvers" default:"6" help:"solvers in memory"`
	SolverMemory      int64         `limit:"solver-memory" default:"64MiB" help:"memory of one solver"`
	IdleSolver        time.Duration `limit:"idle-solver" default:"5m0s" help:"how long an unused solver stays in memory"`
	// stored bytes: 100 MB a day for one address, 2 GB a day for all guests, 20 GB in total; negative for no limit
	Storage  storage.Limits
	Problems float64 `limit:"problems" default:"2" help:"problems that one address may load, save or draw per second"`
	Notes    float64 `limit:"notes" default:"1" help:"game notes, conditional moves and vacation changes per second from one address"`

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
	l.Archives = cmp.Or(l.Archives, 1.0/600) // the tag has a rounded value
	l.Storage.Address = cmp.Or(l.Storage.Address, 100e6)
	l.Storage.Guests = cmp.Or(l.Storage.Guests, 2e9)
	l.Storage.Total = cmp.Or(l.Storage.Total, 20e9)
	limit.SetDefaults(&l)
	return l
}

// Set sets the named limit to a value that an operator wrote. The error explains in a sentence why the value is invalid.
func (l *Limits) Set(name, value string) error { return limit.Set(l, name, value) }
