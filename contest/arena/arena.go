// Package arena plays engines against each other and measures their strength. A match ([Play]) is a
// schedule of pairs of games. The two games of a pair share an opening and swap colours. Engines,
// game and board can be any.
//
// The [Header] (players, games, openings, seed) determines the match. Each finished game is one
// line of an append-only log, so a killed match can continue. [Results] holds the games, with Elo,
// intervals and the sequential test of [SPRT]; [WriteHTML] and [WriteSGF] report it.
package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// Control limits a player. A zero field sets no limit.
type Control struct {
	Move      time.Duration `json:"move,omitzero"`      // per move
	Game      time.Duration `json:"game,omitzero"`      // for all moves of a game
	Increment time.Duration `json:"increment,omitzero"` // added after each move, with Game
	Nodes     int64         `json:"nodes,omitzero"`
	Depth     int           `json:"depth,omitzero"`
	Threads   int           `json:"threads,omitzero"`
	Clock     clock.Spec    `json:"clock,omitzero"` // replaces Game and Increment
}

// clock returns the clock of the whole game.
func (c Control) clock() clock.Spec {
	switch {
	case c.Clock.Counts():
		return c.Clock
	case c.Game > 0 && c.Increment > 0:
		return clock.Spec{Kind: clock.Fischer, Main: c.Game, Step: c.Increment}
	case c.Game > 0:
		return clock.Spec{Kind: clock.Absolute, Main: c.Game}
	}
	return clock.Spec{}
}

// Player is an engine with its limits. Open is called for each concurrent game, and again after the
// engine has failed.
type Player struct {
	Name    string
	Control Control
	Open    func(ctx context.Context) (engine.Engine, error)
}

// Format is the rule by which players meet.
type Format string

// The formats.
const (
	RoundRobin Format = "round-robin" // each player meets all others
	Gauntlet   Format = "gauntlet"    // the first player meets all others
)

// Adjudication ends games early. The zero value ends none.
type Adjudication struct {
	// A game ends as won when both sides have called the same side's win probability at least Chance
	// for Moves moves in a row each.
	Chance float64 `json:"chance,omitzero"`
	Moves  int     `json:"moves,omitzero"`
	// Draw is the number of moves after which a game ends as a draw.
	Draw int `json:"draw,omitzero"`
	// Lead ends a game that is counted as won when one side leads by Lead points with all stones
	// counted as alive, after at least as many moves as there are points.
	Lead float64 `json:"lead,omitzero"`
}

// Config is a match to play.
type Config struct {
	Rules   game.Rules
	Board   *board.Board
	Players []Player
	Format  Format
	// pairs of games for each two players
	Pairs    int
	Openings []Opening // in an order that Seed decides; without openings games start from the empty board
	Seed     uint64
	// Tolerance is how late a move may be, for its own limit or for the clock. It covers the time to
	// reach the engine and return.
	Tolerance    time.Duration
	Adjudication Adjudication
	// SPRT, if not nil, ends a match of two players when it is decided.
	SPRT *SPRT
	// Concurrency is the number of games played at the same time.
	Concurrency int
	// Judge names the dead stones of a game that ends by agreement; nil counts
	// all as alive.
	Judge func(ctx context.Context, pos game.Position) ([]game.Point, error)
	// Log keeps the finished games; nil keeps them in memory only.
	Log *Log
	// Progress, if not nil, is called after every finished game, one call at a time.
	Progress func(Record, *Results)
}

// check returns an error if the match is not valid.
func (c *Config) check() error {
	switch {
	case len(c.Players) < 2:
		return errors.New("arena: want two players or more")
	case c.Pairs < 1:
		return fmt.Errorf("arena: %d pairs of games: want 1 or more", c.Pairs)
	case c.Format != RoundRobin && c.Format != Gauntlet:
		return fmt.Errorf("arena: format %q: want %s or %s", c.Format, RoundRobin, Gauntlet)
	case c.SPRT != nil && len(c.Players) != 2:
		return fmt.Errorf("arena: a sequential test is of two players, not of %d", len(c.Players))
	case c.Adjudication.Moves > 0 && !(c.Adjudication.Chance > 0.5 && c.Adjudication.Chance <= 1):
		return fmt.Errorf("arena: adjudication at a win probability of %g: want more than 0.5 and at most 1", c.Adjudication.Chance)
	}
	seen := map[string]bool{}
	for _, p := range c.Players {
		if seen[p.Name] {
			return fmt.Errorf("arena: two players are called %q: rename one (?name=...)", p.Name)
		}
		seen[p.Name] = true
	}
	if c.SPRT != nil {
		return c.SPRT.check()
	}
	return nil
}

// job is one game of the schedule.
type job struct {
	game    int    // its number, from 0
	players [2]int // Black and White at the start
	opening int    // of Config.Openings, -1 for the empty board
	turned  int    // the symmetry of the board that is applied to the opening
}

// mostSymmetries bounds the symmetries applied to an opening: a square grid has 8.
const mostSymmetries = 8

// pairing is two players that meet.
type pairing [2]int

func (c *Config) pairings() (list []pairing) {
	for i := range c.Players {
		for j := i + 1; j < len(c.Players); j++ {
			if i == 0 || c.Format == RoundRobin {
				list = append(list, pairing{i, j})
			}
		}
	}
	return list
}

// Games returns the number of games of the whole schedule.
func (c *Config) Games() int { return 2 * c.Pairs * len(c.pairings()) }

// schedule returns all games in order, round by round. Each round has a pair of games of every
// pairing, all on the opening of the round. If there are more rounds than openings, the openings
// repeat under a symmetry of the board. Otherwise engines that search a fixed number of nodes would
// repeat their games, which adds no evidence.
func (c *Config) schedule() []job {
	order := []int{-1}
	if n := len(c.Openings); n > 0 {
		order = rand.New(rand.NewPCG(c.Seed, 0x0be71195)).Perm(n)
	}
	jobs := make([]job, 0, c.Games())
	for round := range c.Pairs {
		for _, p := range c.pairings() {
			for _, players := range [][2]int{{p[0], p[1]}, {p[1], p[0]}} {
				jobs = append(jobs, job{len(jobs), players, order[round%len(order)], round / len(order)})
			}
		}
	}
	return jobs
}

// Play plays the games of the match that are not in its log yet, and returns all results. When ctx
// ends, it returns those so far with ctx's error; running games are lost and played again next
// time.
func Play(ctx context.Context, cfg Config) (*Results, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	jobs := cfg.schedule()
	results := newResults(cfg.names(), cfg.SPRT)
	if cfg.Log != nil {
		if err := cfg.Log.begin(cfg.header()); err != nil {
			return nil, err
		}
		for _, r := range cfg.Log.games {
			if err := results.resume(r, jobs); err != nil {
				return nil, fmt.Errorf("arena: %s: %w", cfg.Log.lines.Path(), err)
			}
		}
	}
	d := &director{cfg: &cfg, results: results, jobs: make(chan job), symmetries: cfg.Board.Symmetries(mostSymmetries)}
	return results, d.run(ctx, jobs)
}

func (c *Config) names() []string {
	names := make([]string, len(c.Players))
	for i, p := range c.Players {
		names[i] = p.Name
	}
	return names
}
