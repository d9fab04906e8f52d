package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"moyo/catalog"
	"moyo/engine/eval/connect4/solve"
	"moyo/rules/connect4"
)

// isConnect4 says whether an id of rules is of Connect Four.
func isConnect4(id string) bool {
	name, _, _ := strings.Cut(id, ":")
	return name == connect4.Name
}

// The empty board is written as a point where moves would stand, and no line may
// be longer than a game could be.
const (
	noMoves     = "."
	longestLine = 1000
)

// runConnect4 solves positions given as lines of moves, in the arguments or on
// standard input.
func (c *solveCmd) runConnect4(ctx context.Context, stdout io.Writer) error {
	width, height, err := c.connect4Board()
	if err != nil {
		return wrongUse(err)
	}
	s, err := solve.New(width, height, solve.Options{Memory: c.Memory << 20, Threads: c.Threads})
	if err != nil {
		return wrongUse(err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines := c.connect4Lines(ctx)
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				return ctx.Err()
			}
			err := line.err
			if err == nil {
				err = c.solveConnect4(ctx, stdout, s, line.text, width, height)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", line.name, err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// connect4Board returns the size of the board, by default the usual one.
func (c *solveCmd) connect4Board() (width, height int, err error) {
	rules, err := catalog.Rules(c.Game)
	if err != nil {
		return 0, 0, err
	}
	spec := c.Board
	if spec == "grid:15" { // the flag's default
		spec = "grid:7x6"
	}
	b, err := catalog.Board(spec, catalog.LoadFile)
	if err != nil {
		return 0, 0, err
	}
	start, err := rules.New(b)
	if err != nil {
		return 0, 0, err
	}
	if n := start.(*connect4.Position).Need(); n != 4 {
		return 0, 0, fmt.Errorf("--game %s: four in a row are solved, not %d", c.Game, n)
	}
	if c.lifeFlags != (lifeFlags{}) || c.Method != "auto" || c.ToPlay != "next" || c.Depth != nil {
		return 0, 0, errors.New("for Connect Four there are --board, --analyze, --threads, --memory, --time and --json")
	}
	if c.Threads < 1 || c.Threads > 256 {
		return 0, 0, fmt.Errorf("--threads %d: want 1 to 256", c.Threads)
	}
	width, height, _ = b.Grid()
	return width, height, nil
}

// movesLine is a line of moves, with a name for messages.
type movesLine struct {
	name, text string
	err        error
}

// connect4Lines sends the lines of the arguments or of standard input, until they
// end or ctx does.
func (c *solveCmd) connect4Lines(ctx context.Context) <-chan movesLine {
	lines := make(chan movesLine)
	send := func(l movesLine) bool {
		select {
		case lines <- l:
			return true
		case <-ctx.Done():
			return false
		}
	}
	go func() {
		defer close(lines)
		if len(c.Position) == 0 || len(c.Position) == 1 && c.Position[0] == "-" {
			readLines(c.stdin, send)
			return
		}
		for i, text := range c.Position {
			if !send(movesLine{name: fmt.Sprintf("position %d", i+1), text: text}) {
				return
			}
		}
	}()
	return lines
}

// readLines sends lines of bounded length, leaving out comments.
func readLines(in io.Reader, send func(movesLine) bool) {
	scan := bufio.NewScanner(in)
	scan.Buffer(make([]byte, longestLine), longestLine)
	number := 1
	for ; scan.Scan(); number++ {
		if strings.HasPrefix(scan.Text(), "#") {
			continue
		}
		if !send(movesLine{name: fmt.Sprintf("line %d", number), text: scan.Text()}) {
			return
		}
	}
	if err := scan.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = wrongUse(fmt.Errorf("longer than %d characters", longestLine))
		}
		send(movesLine{name: fmt.Sprintf("line %d", number), err: err})
	}
}

// connect4Answer is what is found of a position, for machines.
type connect4Answer struct {
	Moves   string `json:"moves"`
	Score   int    `json:"score"`
	Plies   int    `json:"plies"`             // until the game ends
	Columns []*int `json:"columns,omitempty"` // the score of each column, null where it is full
	Nodes   int64  `json:"nodes"`
	Micros  int64  `json:"us"`
}

// solveConnect4 solves one position and prints it.
func (c *solveCmd) solveConnect4(ctx context.Context, stdout io.Writer, s *solve.Solver, line string, width, height int) error {
	moves := strings.TrimSpace(line)
	if moves == noMoves {
		moves = ""
	}
	p, err := solve.Read(width, height, moves)
	if err != nil {
		return wrongUse(err)
	}
	if c.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, c.Time)
		defer stop()
	}
	bar := newProgress("nodes")
	defer bar.end()
	s.Forget()
	s.Watch(func(now solve.Progress) { bar.set(now.Nodes, -1) })
	began := time.Now()
	answer, err := c.findConnect4(ctx, s, p)
	bar.end()
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w within %v (--time)", errUndecided, c.Time)
	}
	if err != nil {
		return err
	}
	answer.Moves, answer.Micros = moves, time.Since(began).Microseconds()
	if c.JSON {
		return json.NewEncoder(stdout).Encode(answer)
	}
	return answer.print(stdout)
}

// findConnect4 solves p, or with --analyze every move there.
func (c *solveCmd) findConnect4(ctx context.Context, s *solve.Solver, p solve.Position) (connect4Answer, error) {
	if _, over := p.Over(); !c.Analyze || over {
		score, err := s.Score(ctx, p)
		return connect4Answer{Score: score, Plies: p.Plies(score), Nodes: s.Nodes()}, err
	}
	columns, nodes, err := s.Analyze(ctx, p)
	if err != nil {
		return connect4Answer{}, err
	}
	a := connect4Answer{Nodes: nodes, Columns: make([]*int, len(columns))}
	first := true
	for x := range columns {
		if !columns[x].Open {
			continue
		}
		score := columns[x].Score
		a.Columns[x] = &score
		if first || score > a.Score {
			a.Score, first = score, false
		}
	}
	a.Plies = p.Plies(a.Score)
	return a, nil
}

// print writes the answer as a line of text.
func (a *connect4Answer) print(w io.Writer) error {
	words := []string{a.Moves}
	if a.Moves == "" {
		words[0] = noMoves
	}
	if a.Columns == nil {
		words = append(words, fmt.Sprint(a.Score))
	}
	for _, score := range a.Columns {
		if score == nil {
			words = append(words, "-")
		} else {
			words = append(words, fmt.Sprint(*score))
		}
	}
	_, err := fmt.Fprintf(w, "%s %d %d\n", strings.Join(words, " "), a.Nodes, a.Micros)
	return err
}
