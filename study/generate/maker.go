package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
)

// Options configure what is made. The same options make the same problems.
type Options struct {
	Seed   uint64
	Count  int      // problems
	Boards []string // specs; repeat one to use it more often
	From   int      // fewest and
	To     int      // most empty points of a region
	Unique bool     // one first move alone solves; otherwise up to severalMoves
	Even   bool     // no five ranks get more than a sixth of the problems
	Nodes  int64    // limit of each search: harder problems are skipped
	// Sources are where problems come from; repeat one to use it more often. The default is Boxes.
	Sources []Source
}

// The limits of options.
const (
	MaxCount     = bank.MaxProblems
	MaxEmpty     = 20
	severalMoves = 3
)

// memory is the size of a solver's table in bytes. Repeatable results depend on it.
const memory = 16 << 20

// leastChoice is the fewest legal moves of a good question.
const leastChoice = 3

// Maker makes problems. Its Candidate is safe for concurrent use.
type Maker struct {
	opt      Options
	terrains []*terrain
	grids    []*terrain // the terrains that are grids
}

// NewMaker returns a maker, or an error that names the invalid option.
func NewMaker(opt Options) (*Maker, error) {
	switch {
	case opt.Count < 1 || opt.Count > MaxCount:
		return nil, fmt.Errorf("count %d: want 1 to %d", opt.Count, MaxCount)
	case opt.From < 2 || opt.To < opt.From || opt.To > MaxEmpty:
		return nil, fmt.Errorf("%d..%d empty points: want 2 to %d", opt.From, opt.To, MaxEmpty)
	case opt.Nodes < 1:
		return nil, fmt.Errorf("nodes %d: want 1 at least", opt.Nodes)
	case len(opt.Boards) == 0:
		return nil, fmt.Errorf("no boards")
	}
	if len(opt.Sources) == 0 {
		opt.Sources = []Source{Boxes}
	}
	m := &Maker{opt: opt}
	made := map[string]*terrain{}
	for _, spec := range opt.Boards {
		if made[spec] == nil {
			b, err := board.Parse(spec)
			if err != nil {
				return nil, err
			}
			made[spec] = newTerrain(b)
		}
		m.terrains = append(m.terrains, made[spec])
		if _, _, grid := made[spec].Grid(); grid {
			m.grids = append(m.grids, made[spec])
		}
	}
	for _, s := range opt.Sources {
		if letters[s] == "" {
			return nil, fmt.Errorf("source %q: want games, shapes, groups or boxes", s)
		}
		if len(m.boardsFor(s)) == 0 {
			return nil, fmt.Errorf("source %q: it needs a board that is a grid", s)
		}
	}
	return m, nil
}

// SolverOptions returns the options for making and rating problems, which make the nodes of answers
// comparable.
func SolverOptions(nodes int64) life.Options {
	return life.Options{Threads: 1, Memory: memory, Nodes: nodes, AllMoves: true}
}

// Made is a problem that is worth keeping.
type Made struct {
	bank.Problem
	Candidate uint64 // its number
	key       string
	family    string // common to problems about the same chain
	source    Source
}

// Candidate makes the problems of a number, none if no good ones came out. The result depends only
// on the options and the number. The error is ctx's, or reports that a proof was refused.
func (m *Maker) Candidate(ctx context.Context, n uint64) ([]*Made, error) {
	r := rand.New(rand.NewPCG(m.opt.Seed, n))
	c := candidate{Maker: m, Rand: r, source: m.source(n), number: n}
	c.reader = reader{ctx, m.opt.Nodes}
	c.thorough = n/uint64(len(m.opt.Sources))%easyEvery != 0
	return c.made()
}

// choices counts the legal moves of the side to move.
func choices(p *tsumego.Problem) int {
	n := 0
	for _, q := range p.Region {
		if p.Stones[q] == game.Empty && legal(p.Board, p.Stones, q, p.ToPlay) {
			n++
		}
	}
	return n
}

// worthKeeping reports whether a problem with this answer is worth keeping: a move is needed, few
// moves solve it, and it does not just capture a stone in atari.
func (m *Maker) worthKeeping(p *tsumego.Problem, a *life.Answer) bool {
	if a.Verdict != life.Win && a.Verdict != life.InKo || !a.All || a.Tenuki == life.Win || len(a.Line) == 0 {
		return false
	}
	if len(a.FirstMoves) == 0 || a.FirstMoves[0] == game.Pass || a.Line[0] != a.FirstMoves[0] {
		return false
	}
	most := severalMoves
	if m.opt.Unique {
		most = 1
	}
	if len(a.FirstMoves) > most || a.Verdict == life.InKo && a.Ko.TakesFirst != p.ToPlay && len(a.Line) < 3 {
		return false
	}
	return !slices.ContainsFunc(a.FirstMoves, func(m game.Move) bool { return captures(p, m) > 1 })
}

// dull returns n if one of n such problems is enough: random stones make more kos
// than games do, and capturing a stone in atari is no riddle.
func dull(p *tsumego.Problem, a *life.Answer) int {
	switch {
	case a.Verdict == life.InKo:
		return 5
	case captures(p, a.FirstMoves[0]) > 0:
		return 4
	}
	return 1
}

// captures returns how many stones a first move captures.
func captures(p *tsumego.Problem, m game.Move) int {
	return len(play(p.Board, slices.Clone(p.Stones), m.Point(), p.ToPlay))
}
