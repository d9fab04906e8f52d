package gomocup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/protocol/internal/child"
	"moyo/game"
	"moyo/internal/errtext"
)

// StartOptions bound the program of [Start]. Zero fields take the defaults.
type StartOptions struct {
	MemoryMB    int               // MiB that the program and its children may use, also sent to it; 0 for no bound
	MemorySlack float64           // share of MemoryMB that it may use in addition
	Threads     int               // threads that it may use; 0 to send nothing
	Reply       time.Duration     // longest wait for a reply other than a move; default 20 s
	Overtime    time.Duration     // wait beyond the time of a move before it is killed; default 10 s
	Dir         string            // working directory; empty for the current one
	Info        map[string]string // further INFO keys
}

// Client is another program that speaks the protocol, as an engine. It starts
// for the first command and, after it has died or been stopped, again for the
// next. The errors of Search are *engine.Failure if the program is at fault. A
// Client is for one goroutine at a time.
type Client struct {
	argv []string
	opt  StartOptions
	name string

	proc *program
	sent sentGame
}

// sentGame is what the program knows.
type sentGame struct {
	board   string
	rule    int
	stones  []game.Placed
	begun   bool // it has moved in this game
	info    map[string]string
	pending string // INFO lines to send before the next command
}

// Start runs the program of a command line such as "./pbrain-rapfi", split as
// those of GTP engines, and asks for its name.
func Start(ctx context.Context, command string, opt StartOptions) (*Client, error) {
	argv, err := child.Command(command)
	if err != nil {
		return nil, fmt.Errorf("gomocup engine %q: %w", command, err)
	}
	if opt.Dir != "" { // its path is relative to the caller's directory
		if argv[0], err = filepath.Abs(argv[0]); err != nil {
			return nil, fmt.Errorf("gomocup engine %q: %w", command, err)
		}
	}
	if opt.Reply <= 0 {
		opt.Reply = 20 * time.Second
	}
	if opt.Overtime <= 0 {
		opt.Overtime = 10 * time.Second
	}
	c := &Client{argv: argv, opt: opt, name: strings.TrimPrefix(filepath.Base(argv[0]), "pbrain-")}
	if err := c.connect(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// aboutWait is how long to wait for a program's name, which not all programs tell.
const aboutWait = 2 * time.Second

// connect starts the program and asks for its name.
func (c *Client) connect(ctx context.Context) error {
	proc, err := startProgram(c.argv, c.opt)
	if err != nil {
		return c.failure(engine.Crashed, err)
	}
	c.proc, c.sent = proc, sentGame{info: map[string]string{}}
	text, err := proc.ask(ctx, "ABOUT", min(aboutWait, c.opt.Reply), func(text string) bool {
		return strings.Contains(text, "=") || strings.HasPrefix(text, "UNKNOWN")
	})
	switch {
	case err == nil:
		if name := aboutName(text); name != "" {
			c.name = name
		}
	case errors.Is(err, errNoReply):
	default:
		return c.giveUp(err)
	}
	return nil
}

// aboutName returns the name in an answer to ABOUT.
func aboutName(text string) string {
	_, rest, ok := strings.Cut(text, `name="`)
	name, _, closed := strings.Cut(rest, `"`)
	if !ok || !closed {
		return ""
	}
	return errtext.Clip(clean(strings.TrimSpace(name)), maxQuoted)
}

// Name returns the program's own name.
func (c *Client) Name() string { return c.name }

// endWait is how long a program may take to exit.
const endWait = 500 * time.Millisecond

// Close asks the program to end, and then kills it and its children.
func (c *Client) Close() error {
	if c.proc != nil {
		c.proc.send("END")
		c.proc.awaitEnd(endWait)
		c.proc.end()
		c.proc = nil
	}
	return nil
}

func (c *Client) failure(fault engine.Fault, err error) error {
	return &engine.Failure{Engine: "gomocup engine " + c.name, Fault: fault, Err: err}
}

// giveUp kills the program for an error in talking with it, and returns that
// error as the program's failure or the context's.
func (c *Client) giveUp(err error) error {
	c.proc.end()
	complaint := c.proc.Complaint() // complete only after the end
	c.proc = nil
	fault := engine.Crashed
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, errNoReply):
		fault = engine.Overtime
	case errors.Is(err, errMemory):
		fault = engine.Overmemory
	case errors.Is(err, errFlood):
		fault = engine.Garbled
	}
	if complaint != "" {
		err = fmt.Errorf("%w%s", err, complaint)
	}
	return c.failure(fault, err)
}

// CanPlay returns an error if the program cannot play on a board.
func (c *Client) CanPlay(b *board.Board) error {
	if _, _, ok := b.Grid(); !ok {
		return fmt.Errorf("gomocup engine %s plays on grids only, not on %s", c.name, b.Title())
	}
	return nil
}

// program is a running process with a goroutine that reads its lines.
type program struct {
	*child.Process
	lines  chan line // closed at the end of the output
	cancel context.CancelFunc
	memory int64 // bytes, 0 for no bound
}

func startProgram(argv []string, opt StartOptions) (*program, error) {
	run, err := child.Start(argv, child.Limits{Dir: opt.Dir})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := &program{Process: run, lines: make(chan line), cancel: cancel, memory: int64(float64(opt.MemoryMB<<20) * (1 + opt.MemorySlack))}
	go readLines(ctx, run.Out, p.lines)
	return p, nil
}

// end kills the program with its children and waits for it.
func (p *program) end() {
	p.cancel()
	p.End()
}

// awaitEnd waits until the program has closed its output.
func (p *program) awaitEnd(most time.Duration) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	for {
		select {
		case _, ok := <-p.lines:
			if !ok {
				return
			}
		case <-timer.C:
			return
		}
	}
}

// Errors in the communication with a program.
var (
	errNoReply = errors.New("no answer")
	errEnded   = errors.New("the program has ended")
	errMemory  = errors.New("too much memory")
	errFlood   = errors.New("far too many lines")
)

// Bounds of a program's output before an answer, and the interval of memory
// checks.
const (
	maxSaid     = 20_000 // lines
	memoryEvery = 100 * time.Millisecond
)

// send writes a line. If the program does not read, the missing answer will
// show it.
func (p *program) send(text string) {
	go io.WriteString(p.In, text+"\n")
}

// ask writes the lines of command and returns the first line that is an answer.
// It passes earlier lines to answer as well.
func (p *program) ask(ctx context.Context, command string, within time.Duration, answer func(string) bool) (string, error) {
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.In, command+"\n")
		written <- err
	}()
	late := time.NewTimer(within)
	defer late.Stop()
	ticker := time.NewTicker(memoryEvery)
	defer ticker.Stop()
	for said := 0; ; {
		select {
		case err := <-written:
			if err != nil {
				return "", fmt.Errorf("it does not read its input: %w", err)
			}
			written = nil
		case ln, ok := <-p.lines:
			if !ok {
				return "", errEnded
			}
			if answer(ln.text) {
				return ln.text, p.checkMemory()
			}
			if said++; said > maxSaid {
				return "", errFlood
			}
		case <-ticker.C:
			if err := p.checkMemory(); err != nil {
				return "", err
			}
		case <-late.C:
			return "", fmt.Errorf("%w within %v", errNoReply, within)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// checkMemory returns an error if the program uses too much memory.
func (p *program) checkMemory() error {
	if p.memory <= 0 {
		return nil
	}
	if held, ok := p.Memory(); ok && held > p.memory {
		return fmt.Errorf("%w: %d MiB of %d", errMemory, held>>20, p.memory>>20)
	}
	return nil
}

// parseMove parses an answer such as "7,8".
func parseMove(text string, w, h int) (cell, bool) {
	if text == "" || text[0] < '0' || text[0] > '9' {
		return cell{}, false
	}
	at, err := parseCell(text)
	return at, err == nil && at.x >= 0 && at.x < w && at.y >= 0 && at.y < h
}
