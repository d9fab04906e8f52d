package bench

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	solve "moyo/solve/capturefive"
)

// algorithm is a search algorithm for Capture Five: an engine's id, or "" for proof-number search,
// which plays no moves.
type algorithm struct{ name, engine string }

// algorithms are the algorithms to compare; those with the same evaluation differ only in the
// method.
var algorithms = []algorithm{
	{"minimax", "alphabeta?textbook=on,table=off,method=minimax"},
	{"alpha-beta", "alphabeta?textbook=on,table=off"},
	{"alpha-beta, table", "alphabeta?textbook=on"},
	{"NegaScout, table", "alphabeta?textbook=on,method=pvs"},
	{"MTD(f), table", "alphabeta?textbook=on,method=mtdf"},
	{"moyo", "alphabeta?book=off"},
	{"MCTS", "mcts"},
	{"proof-number", ""},
}

// contest is a task for the algorithms: to search a position to a depth or, if plies is set, to
// find the move that wins in this many plies.
type contest struct {
	title, rules, board string
	moves               string
	depth, plies        int
}

// contests are small enough for minimax unless a comment says otherwise.
var contests = []contest{
	{title: "9x9 five, 3 plies", rules: "capturefive:n=5,ko=simple", board: "grid:9", moves: "E5 E6 D6 F5 D5 C5", depth: 3},
	{title: "9x9 five, 5 plies", rules: "capturefive:n=5,ko=simple", board: "grid:9", moves: "E5 E6 D6 F5 D5 C5", depth: 5},
	{title: "3x3 three, wins in 5", rules: "capturefive:n=3,ko=simple", board: "grid:3", moves: "A1 B2", plies: 5},
	{title: "4x3 three, wins in 7", rules: "capturefive:n=3,ko=simple", board: "grid:4x3", plies: 7},
	{title: "4x4 three, wins in 5", rules: "capturefive:n=3,ko=simple", board: "grid:4", plies: 5},
	{title: "5x5 three, wins in 5", rules: "capturefive:n=3,ko=simple", board: "grid:5", plies: 5},
}

// ContestRow is the effort of each algorithm for one contest, in their order.
type ContestRow struct {
	Contest string          `json:"contest"`
	Results []ContestResult `json:"results"`
}

// ContestResult is the effort of one algorithm. Nodes are playouts for MCTS; 0 if it was not run or
// found no answer.
type ContestResult struct {
	Algorithm string  `json:"algorithm"`
	Nodes     int64   `json:"nodes,omitempty"`
	Seconds   float64 `json:"seconds,omitempty"` // processor time
}

// deepMinimax is the greatest depth for minimax on the large board, and mostPlayouts the limit for
// MCTS.
const (
	deepMinimax  = 3
	mostPlayouts = 1 << 17
)

// MeasureAlgorithms measures the table. Ctrl-C omits the remaining rows.
func MeasureAlgorithms(ctx context.Context, bar Progress) ([]ContestRow, error) {
	var rows []ContestRow
	for i, c := range contests {
		row := ContestRow{Contest: c.title}
		for _, a := range algorithms {
			r, err := c.run(ctx, a)
			if ctx.Err() != nil {
				return rows, nil // prints what has been measured so far
			}
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.title, a.name, err)
			}
			row.Results = append(row.Results, r)
		}
		rows = append(rows, row)
		bar.set(int64(i+1), int64(len(contests)))
	}
	return rows, nil
}

// position returns the position of a contest.
func (c contest) position() (game.Position, error) {
	r, err := catalog.Rules(c.rules)
	if err != nil {
		return nil, err
	}
	b, err := board.Parse(c.board)
	if err != nil {
		return nil, err
	}
	pos, err := r.New(b)
	if err != nil {
		return nil, err
	}
	for name := range strings.FieldsSeq(c.moves) {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			return nil, err
		}
	}
	return pos, nil
}

// run gives the task to one algorithm.
func (c contest) run(ctx context.Context, a algorithm) (ContestResult, error) {
	none := ContestResult{Algorithm: a.name}
	pos, err := c.position()
	if err != nil {
		return none, err
	}
	clock := clockOrTime()
	start := clock()
	nodes := int64(0)
	switch {
	case a.engine == "" && c.plies > 0:
		nodes, err = prove(ctx, pos, c.plies)
	case a.engine == "mcts" && c.plies > 0:
		nodes, start, err = playouts(ctx, pos, clock)
	case a.engine == "" || a.engine == "mcts" || a.name == "minimax" && c.depth > deepMinimax:
		return none, nil
	default:
		nodes, err = deepen(ctx, a.engine, pos, c.depth+c.plies, c.plies)
	}
	return ContestResult{a.name, nodes, (clock() - start).Seconds()}, err
}

// deepen searches pos to a depth and, if plies is set, expects a win; moyo's own search may find a
// longer one first.
func deepen(ctx context.Context, id string, pos game.Position, depth, plies int) (nodes int64, err error) {
	e, err := catalog.NewEngine(id, catalog.EngineOptions{MemoryMB: 64, Threads: 1})
	if err != nil {
		return 0, err
	}
	defer e.Close()
	info, err := e.Search(ctx, pos, engine.Limits{Depth: depth, Threads: 1}, nil)
	if err == nil && plies > 0 && info.Mate <= 0 && ctx.Err() == nil {
		err = fmt.Errorf("found no win in %d plies", plies)
	}
	return info.Nodes, err
}

// prove solves pos by proof-number search.
func prove(ctx context.Context, pos game.Position, plies int) (nodes int64, err error) {
	p, err := solve.ProblemOf(pos)
	if err != nil {
		return 0, err
	}
	a, err := solve.Solve(ctx, p, solve.Options{Memory: 64 << 20, Threads: 1})
	if err == nil && a.Plies != plies && ctx.Err() == nil {
		err = fmt.Errorf("found a %s in %d plies, want a win in %d", a.Value, a.Plies, plies)
	}
	return a.Nodes, err
}

// playouts returns the number of playouts, a power of two, after which MCTS first chooses a winning
// move, or 0, and the start of that search.
func playouts(ctx context.Context, pos game.Position, clock func() time.Duration) (n int64, start time.Duration, err error) {
	for n = 16; n <= mostPlayouts; n *= 2 {
		e, err := catalog.NewEngine("mcts", catalog.EngineOptions{MemoryMB: 64, Threads: 1})
		if err != nil {
			return 0, 0, err
		}
		start = clock()
		info, err := e.Search(ctx, pos, engine.Limits{Nodes: n, Seed: 1, Threads: 1}, nil)
		spent := clock() - start
		if err := e.Close(); err != nil {
			return 0, 0, err
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, 0, err
		}
		if won, err := wins(ctx, pos, info.Move); won || err != nil {
			return n, clock() - spent, err
		}
	}
	return 0, clock(), nil
}

// wins reports whether a move wins, by proof-number search.
func wins(ctx context.Context, pos game.Position, m game.Move) (bool, error) {
	after := pos.Clone()
	if err := after.Play(m); err != nil {
		return false, err
	}
	if out := after.Outcome(); out.Over {
		return out.Winner == pos.ToPlay(), nil
	}
	p, err := solve.ProblemOf(after)
	if err != nil {
		return false, err
	}
	a, err := solve.Solve(ctx, p, solve.Options{Memory: 64 << 20, Threads: 1})
	return a.Value == solve.Loss, err
}

// printAlgorithms writes the table as text.
func printAlgorithms(out io.Writer, rows []ContestRow) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\nComparison of algorithms: positions (MCTS: playouts) and milliseconds of processor time")
	for _, a := range algorithms {
		fmt.Fprintf(w, "\t%s\t", a.name)
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		fmt.Fprint(w, r.Contest)
		for _, x := range r.Results {
			if x.Nodes == 0 {
				fmt.Fprint(w, "\t-\t-")
			} else {
				fmt.Fprintf(w, "\t%d\t%.1f", x.Nodes, 1000*x.Seconds)
			}
		}
		fmt.Fprintln(w, "\t")
	}
	return w.Flush()
}
