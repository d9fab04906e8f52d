package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/terminal/answers"
	"moyo/client/terminal/files"
	"moyo/client/terminal/words"
	solve "moyo/solve/gomoku"
	"moyo/solve/gomoku/proof"
)

// solveCmd solves problems of life and death and finds forced wins in Gomoku. Its arguments decide
// which.
type solveCmd struct {
	Position []string      `arg:"" optional:"" help:"Files with problems (SGF, JSON lines or rows of x o - *), - for JSON lines on standard input; or, for Gomoku, the moves so far (H8 I9 ..., or h8i9... as in files of openings); or, for Connect Four, lines of columns (4455), a point for no moves."`
	Game     string        `help:"Rules, such as gomoku:rule=renju. The default is the file's, else freestyle." placeholder:"ID"`
	Board    string        `help:"Board of moves given as text; grid:15 unless given, of Connect Four grid:7x6." placeholder:"SPEC"`
	ToPlay   string        `help:"Side to move: black, white, or next for the side whose turn it is." enum:"next,black,white" default:"next"`
	Method   string        `help:"auto (in Gomoku it also follows the engine's moves); for Gomoku vcf (continuous fours), vct (fours and threats of fours) or vc2 (also threats of those); for life and death alphabeta-2015 or minimax-2015 (a founding document's methods, without proof)." enum:"auto,vcf,vct,vc2,alphabeta-2015,minimax-2015" default:"auto"`
	Time     time.Duration `help:"Limit for each position; 0 for no limit, which is also the default with --nodes." default:"1m"`
	Shorten  time.Duration `help:"Part of it for a shorter win in Gomoku after a win by threats is found; 0 for none." default:"5s"`
	Memory   int64         `help:"Memory for tables, in megabytes." default:"256"`
	Check    string        `help:"Method to check the proof: zones, or every reply to every threat, which takes longer." enum:"zones,every" default:"zones"`
	Depth    *int          `help:"Winner's moves to show in the tree (default 4); with a method of 2015 the depth limit (default none)." placeholder:"N"`
	JSON     bool          `name:"json" help:"Print the answer and the whole proof, a line of JSON for each position."`
	Verify   string        `help:"Check a proof printed by --json (or only its \"proof\"), instead of solving." placeholder:"FILE"`
	Threads  int           `help:"Search threads. The default is one per processor for life and death, two for Capture Five, one for Connect Four." placeholder:"N"`

	Analyze bool `help:"Print the score of every column." group:"Connect Four:"`

	lifeFlags `embed:"" group:"Life and death:"`

	stdin *bufio.Reader // set by Run
	given []string      // the flags of the command line, by name
}

// Help is shown below the flags.
func (*solveCmd) Help() string {
	return `Examples: moyo solve problem.sgf, moyo solve --json --time 10s - < problems.jsonl, ` +
		`moyo solve --target D4 --question kill problem.txt, moyo solve H8 I9 H9. docs/problems.md describes the files.`
}

// usualBoard is the default board of moves.
const usualBoard = "grid:15"

// errUndecided reports that no answer was found.
var errUndecided = errors.New("not decided")

// Run solves each position in turn.
func (c *solveCmd) Run(ctx context.Context, stdout io.Writer) error {
	if c.Verify != "" {
		return c.verify(ctx, stdout)
	}
	if c.Memory < 1 || c.Memory > 1<<20 || c.Time < 0 || c.depth(0) < 0 {
		return wrongUse(fmt.Errorf("--memory %d --time %v --depth %d: want 1 to %d megabytes, and no negative time or depth",
			c.Memory, c.Time, c.depth(0), 1<<20))
	}
	if c.Threads < 0 || c.Threads > maxThreads || c.Threads == 0 && c.gave("threads") {
		return wrongUse(fmt.Errorf("--threads %d: want 1 to %d", c.Threads, maxThreads))
	}
	if isCaptureFive(c.Game) {
		return c.runCaptureFive(ctx, stdout)
	}
	if c.stdin == nil {
		c.stdin = files.Reader(os.Stdin)
	}
	if isConnect4(c.Game) {
		return c.runConnect4(ctx, stdout)
	}
	if life, err := c.areLife(ctx); err != nil {
		return err
	} else if life {
		return c.runLife(ctx, stdout)
	}
	return c.runGomoku(ctx, stdout)
}

// runGomoku looks for forced wins.
func (c *solveCmd) runGomoku(ctx context.Context, stdout io.Writer) error {
	if err := c.gomokuFlags(); err != nil {
		return wrongUse(err)
	}
	method, ok := map[string]solve.Method{"auto": solve.Auto, "vcf": solve.VCF, "vct": solve.VCT, "vc2": solve.VC2}[c.Method]
	if !ok {
		return wrongUse(fmt.Errorf("--method %s is for life and death, and this is Gomoku", c.Method))
	}
	source := files.GomokuSource{
		Args: c.Position, Game: c.Game, Board: cmp.Or(c.Board, usualBoard), ToPlay: c.ToPlay, Stdin: c.stdin, Warn: warn,
	}
	problems, err := source.Problems()
	if err != nil {
		return wrongUse(err)
	}
	var r undecidedCount
	for _, p := range problems {
		if ctx.Err() != nil {
			r.add(false)
			continue
		}
		decided, err := c.solve(ctx, stdout, p, method)
		if err != nil {
			return err
		}
		r.add(decided)
	}
	return r.err()
}

// undecidedCount counts positions, and the undecided ones among them.
type undecidedCount struct{ all, undecided int }

func (n *undecidedCount) add(decided bool) {
	n.all++
	if !decided {
		n.undecided++
	}
}

// err reports how many were not decided, nil for none.
func (n *undecidedCount) err() error {
	switch {
	case n.undecided == 0:
		return nil
	case n.all == 1:
		return errUndecided
	}
	return fmt.Errorf("%d of %d positions: %w", n.undecided, n.all, errUndecided)
}

// areLife reports whether the positions are problems of life and death. It waits for standard input
// until ctx ends.
func (c *solveCmd) areLife(ctx context.Context) (bool, error) {
	var life bool
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		life, err = files.AreLife(c.Position, c.Game, c.stdin)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	if err != nil {
		return false, wrongUse(err)
	}
	return life, nil
}

// depth returns --depth, or the default.
func (c *solveCmd) depth(otherwise int) int {
	if c.Depth == nil {
		return otherwise
	}
	return *c.Depth
}

// options returns the options for p.
func (c *solveCmd) options(p solve.Problem, method solve.Method) solve.Options {
	opt := solve.Options{Method: method, Time: c.Time, Shorten: c.Shorten, Memory: c.Memory << 20, Every: c.Check == "every"}
	if method != solve.Auto {
		return opt
	}
	share := opt.Memory / guideShare
	if opt.Guide = gomokuGuide(p, share); opt.Guide != nil {
		opt.Memory -= share
	}
	return opt
}

// solve solves one problem and prints the answer.
func (c *solveCmd) solve(ctx context.Context, stdout io.Writer, p files.Gomoku, method solve.Method) (decided bool, err error) {
	bar := newProgress("nodes")
	opt := c.options(p.Problem, method)
	opt.Report = func(now solve.Progress) { bar.Set(now.Nodes, -1) }
	answer, err := solve.Solve(ctx, p.Problem, opt)
	bar.End()
	if err != nil {
		err = fmt.Errorf("%s: %w", p.Name, err)
		if errors.Is(err, solve.ErrProblem) {
			err = wrongUse(err)
		}
		return false, err
	}
	if c.JSON {
		return answer.Decided, json.NewEncoder(stdout).Encode(answers.GomokuOf(p.Name, p.Problem, answer))
	}
	_, err = io.WriteString(stdout, answers.GomokuText(p.Name, p.Problem, answer, catalog.GameOf(p.Game).Letters, c.depth(4)))
	return answer.Decided, err
}

// verify checks a proof in a file.
func (c *solveCmd) verify(ctx context.Context, stdout io.Writer) error {
	if len(c.Position) > 0 {
		return wrongUse(errors.New("--verify takes no position: the proof contains it"))
	}
	if isCaptureFiveProof(c.Verify) {
		if err := c.only(ofCaptureFiveProof); err != nil {
			return wrongUse(err)
		}
		return verifyCaptureFive(ctx, stdout, c.Verify)
	}
	if err := c.only(ofGomokuProof); err != nil {
		return wrongUse(err)
	}
	text, err := files.ReadBounded(c.Verify, os.Stdin, proof.MaxBytes)
	if err != nil {
		return err
	}
	var outer struct{ Proof json.RawMessage }
	if json.Unmarshal(text, &outer) == nil && len(outer.Proof) > 0 && outer.Proof[0] == '{' {
		text = outer.Proof
	}
	p, err := proof.Read(strings.NewReader(string(text)), func(spec string) (*board.Board, error) {
		return catalog.Board(spec, catalog.LoadFile)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", c.Verify, err)
	}
	report, err := proof.Check(ctx, p, proof.Options{Every: c.Check == "every"})
	if err != nil {
		return fmt.Errorf("%s: %w", c.Verify, err)
	}
	_, err = fmt.Fprintf(stdout, "%s: accepted. %s wins in %d moves; %s\n",
		c.Verify, words.Side(p.Attacker), report.Depth, answers.Checked(report))
	return err
}
