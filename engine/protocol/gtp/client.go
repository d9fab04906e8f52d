package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"moyo/engine"
	"moyo/engine/protocol/internal/child"
	"moyo/game/clock"
)

// StartOptions bound the program of [Start]. Zero fields take the defaults.
type StartOptions struct {
	MemoryMB int           // of the program's address space, 0 for no bound
	Reply    time.Duration // longest wait for a reply other than a move; default 20 s
	Overtime time.Duration // wait beyond the time of a move before it is killed; default 10 s
}

// Client is another program that speaks GTP, as an engine. It starts for the
// first command and, after it has died or been stopped, again for the next. A
// Client is for one goroutine at a time.
type Client struct {
	argv []string
	opt  StartOptions
	name string

	proc  *process
	known map[string]bool
	sent  sentGame
	timed clock.Spec // the clock that was sent to it
}

// maxReply bounds one reply of a program, in bytes.
const maxReply = 1 << 20

// Start runs the program of a command line such as "gnugo --mode gtp --level 1"
// and asks for its name. It splits arguments at white space, except within
// single or double quotes, and uses no shell. It also looks for the program in
// /usr/games, where Debian keeps GNU Go.
func Start(ctx context.Context, command string, opt StartOptions) (*Client, error) {
	argv, err := child.Command(command)
	if err != nil {
		return nil, fmt.Errorf("gtp engine %q: %w", command, err)
	}
	if opt.Reply <= 0 {
		opt.Reply = 20 * time.Second
	}
	if opt.Overtime <= 0 {
		opt.Overtime = 10 * time.Second
	}
	c := &Client{argv: argv, opt: opt, name: filepath.Base(argv[0])}
	if err := c.connect(ctx); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// connect starts the program and asks for its name and commands.
func (c *Client) connect(ctx context.Context) error {
	proc, err := startProcess(c.argv, c.opt.MemoryMB)
	if err != nil {
		return fmt.Errorf("gtp engine %s: %w", c.name, err)
	}
	c.proc, c.sent, c.timed = proc, sentGame{}, clock.Spec{}
	if name, err := c.Command(ctx, "name"); err == nil && name != "" {
		c.name = name
	} else if c.proc == nil {
		return err
	}
	text, err := c.Command(ctx, "list_commands")
	if err != nil {
		return err
	}
	c.known = map[string]bool{}
	for _, word := range strings.Fields(text) {
		c.known[word] = true
	}
	return nil
}

// Name returns the program's own name.
func (c *Client) Name() string { return c.name }

// Close ends the program and its children.
func (c *Client) Close() error {
	if c.proc != nil {
		c.proc.end()
		c.proc = nil
	}
	return nil
}

// refusal is a reply that begins with "?".
type refusal struct{ name, command, text string }

func (e *refusal) Error() string {
	return fmt.Sprintf("gtp engine %s refuses %q: %s", e.name, child.Clip(e.command), child.Clip(e.text))
}

// Command sends one command and returns the reply without "=". If ctx ends, the
// program dies or its output is not GTP, Command stops it, and the next command
// starts it again.
func (c *Client) Command(ctx context.Context, command string) (string, error) {
	return c.command(ctx, command, c.opt.Reply, nil)
}

// command is Command with another time limit; heard, if not nil, receives the
// reports of an analysis.
func (c *Client) command(ctx context.Context, command string, within time.Duration, heard func(string)) (string, error) {
	if c.proc == nil {
		if err := c.connect(ctx); err != nil {
			return "", err
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, within, noReply(within))
	defer cancel()
	text, ok, err := c.proc.ask(ctx, command, heard)
	if err != nil {
		c.proc.end()
		err = fmt.Errorf("at %q: %w%s", child.Clip(command), err, c.proc.Complaint())
		c.proc = nil
		fault := engine.Crashed
		switch {
		case errors.As(err, new(noReply)):
			fault = engine.Overtime
		case errors.As(err, new(garbage)):
			fault = engine.Garbled
		}
		return "", c.failure(fault, err)
	}
	if !ok {
		return "", &refusal{c.name, command, text}
	}
	return text, nil
}

// noReply is the error of a program that does not answer within the time.
type noReply time.Duration

func (e noReply) Error() string { return fmt.Sprintf("no reply within %v", time.Duration(e)) }

// garbage is the error of a program that does not speak GTP.
type garbage string

func (e garbage) Error() string { return string(e) }

func (c *Client) failure(fault engine.Fault, err error) error {
	return &engine.Failure{Engine: "gtp engine " + c.name, Fault: fault, Err: err}
}

// process is a running program with a goroutine that reads its replies.
type process struct {
	*child.Process
	replies chan reply
	reports chan string   // the newest report of an analysis
	done    chan struct{} // closed by end
	once    sync.Once
}

// reply is a reply, or the error that ended the reading.
type reply struct {
	text string
	ok   bool
	err  error
}

func startProcess(argv []string, memoryMB int) (*process, error) {
	run, err := child.Start(argv, child.Limits{AddressMB: memoryMB})
	if err != nil {
		return nil, err
	}
	p := &process{Process: run, replies: make(chan reply), reports: make(chan string, 1), done: make(chan struct{})}
	go p.read(run.Out)
	return p, nil
}

// end kills the program with its children and waits for it.
func (p *process) end() {
	p.once.Do(func() { close(p.done) })
	p.End()
}

// ask writes a command and waits for the reply.
func (p *process) ask(ctx context.Context, command string, heard func(string)) (text string, ok bool, err error) {
	p.lastReport(nil) // a late one of the previous command
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.In, command+"\n")
		written <- err
	}()
	for {
		select {
		case err := <-written:
			if err != nil {
				return "", false, fmt.Errorf("it does not read its input: %w", err)
			}
			written = nil
		case text := <-p.reports:
			if heard != nil {
				heard(text)
			}
		case r := <-p.replies:
			p.lastReport(heard)
			return r.text, r.ok, r.err
		case <-ctx.Done():
			return "", false, context.Cause(ctx)
		}
	}
}

// lastReport passes on the pending report, if there is one.
func (p *process) lastReport(heard func(string)) {
	select {
	case text := <-p.reports:
		if heard != nil {
			heard(text)
		}
	default:
	}
}

// read sends the replies in order.
func (p *process) read(out io.Reader) {
	in := bufio.NewReaderSize(out, 4096)
	for {
		r := readReply(in, p.keepReport)
		select {
		case p.replies <- r:
		case <-p.done:
			return
		}
		if r.err != nil {
			return
		}
	}
}

// keepReport stores the newest report.
func (p *process) keepReport(text string) {
	select {
	case <-p.reports:
	default:
	}
	p.reports <- text // the channel has room: only this goroutine sends
}

// readReply reads lines up to an empty one, after skipping empty lines. An
// analysis's reports are not part of the reply, since they can be long.
func readReply(in *bufio.Reader, report func(string)) reply {
	var lines []string
	size := 0
	for {
		raw, tooLong, err := ReadLine(in, maxLine)
		switch {
		case err == io.EOF:
			return reply{err: errors.New("the program has ended")}
		case err != nil:
			return reply{err: err}
		case tooLong:
			return reply{err: garbage(fmt.Sprintf("a line of more than %d bytes", maxLine))}
		}
		text := strings.TrimRight(raw, "\r\n\t ")
		if len(lines) > 0 && strings.HasPrefix(text, "info ") {
			report(text)
			continue
		}
		if size += len(raw); size > maxReply {
			return reply{err: garbage(fmt.Sprintf("a reply of more than %d bytes", maxReply))}
		}
		switch {
		case text != "":
			lines = append(lines, text)
		case len(lines) > 0:
			return parseReply(lines)
		}
	}
}

// parseReply removes the sign and the id.
func parseReply(lines []string) reply {
	first := lines[0]
	if first[0] != '=' && first[0] != '?' {
		return reply{err: garbage(fmt.Sprintf("%q is not a GTP reply", child.Clip(first)))}
	}
	lines[0] = strings.TrimLeft(strings.TrimLeft(first[1:], "0123456789"), " \t")
	return reply{text: strings.TrimPrefix(strings.Join(lines, "\n"), "\n"), ok: first[0] == '='}
}
