// Package gtp speaks the Go Text Protocol, version 2
// (https://www.lysator.liu.se/~gunnar/gtp/), on both sides: [Serve] is an engine
// for a program such as Sabaki, Lizzie or GoGui, and [Start] drives another
// program, such as GNU Go, as an engine.Engine.
//
// The server implements the core and tournament commands, undo and scoring, the
// analysis commands of Leela Zero and KataGo, and KataGo's searches, parameters
// and rules. It has extensions of GoGui and KGS, and some of GNU Go's for
// regression tests. Two commands are its own: "moyo-board SPEC" plays on any board
// ("moyo-board torus:9x9"), and "moyo-rules ID" sets any rules. Vertices are the
// points' names, which on grids are GTP's own. docs/gtp.md describes each command.
//
// The package has no global state: readers, writers, boards, rules and engines
// are parameters.
package gtp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
)

// Config is a server's environment.
type Config struct {
	Name    string
	Version string
	// Board and Rules make the boards and rules that commands ask for.
	Board func(spec string) (*board.Board, error)
	Rules func(id string) (game.Rules, error)
	// StartBoard and StartRules are those before the first command.
	StartBoard string
	StartRules string
	// Engine chooses moves. The caller closes it.
	Engine engine.Engine
	// Limits bound each move. A clock of the client replaces their time.
	Limits engine.Limits
	// RecordKind returns the number of a game in records, as in [record.Of]; nil for that of Go.
	RecordKind func(rules string) int
	// Open opens the file of loadsgf; nil for no files.
	Open func(name string) (io.ReadCloser, error)
	// Warn reports what was repaired in a record; nil discards repairs.
	Warn func(text string)
	// CPUTime returns the processor time used so far, for cputime; nil if unknown.
	CPUTime func() time.Duration
}

// Serve answers the commands of in until quit, the end of in or of ctx. It
// returns nil, ctx's error, or that of reading or writing.
//
// One goroutine reads lines, so that an analysis ends at the next line. It
// outlives Serve until in gives another line or ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer, cfg Config) error {
	s, err := newSession(cfg)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	srv := &server{session: s, out: out, lines: make(chan line)}
	go readLines(ctx, in, srv.lines)
	for !srv.quit {
		ln, err := srv.next(ctx)
		if err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		srv.answer(ln.ctx, ln)
		ln.done()
		if srv.err != nil {
			return fmt.Errorf("gtp: write: %w", srv.err)
		}
	}
	return nil
}

// server is one conversation.
type server struct {
	*session
	out     io.Writer
	err     error // of writing; nothing is written after it
	lines   chan line
	pending *line // read during a search
	quit    bool
}

// next returns the next line.
func (s *server) next(ctx context.Context) (line, error) {
	if s.pending != nil {
		ln := *s.pending
		s.pending = nil
		return ln, ln.err
	}
	select {
	case ln := <-s.lines:
		return ln, ln.err
	case <-ctx.Done():
		return line{}, ctx.Err()
	}
}

// call is one command with its arguments.
type call struct {
	*server
	ctx  context.Context
	id   string
	name string
	args []string
	open bool                              // the reply has begun and continues line by line
	ask  func(engine.Limits) engine.Limits // the command's requests in addition to the bounds of a move; nil for none
	end  func(engine.Info)                 // receives the final result of a search for a move; may be nil
}

// answer runs the command of a line, if it has one, and writes the reply.
func (s *server) answer(ctx context.Context, ln line) {
	id, words := parseLine(ln.text)
	if ln.tooLong {
		s.write("?" + id + " " + errorText(errLineTooLong) + "\n\n")
		return
	}
	if len(words) == 0 {
		if id != "" {
			s.write("?" + id + " " + errorText(errUnknown) + "\n\n")
		}
		return
	}
	c := &call{server: s, ctx: ctx, id: id, name: words[0], args: words[1:]}
	run, ok := commands[c.name]
	if !ok {
		c.reply("", errUnknown)
		return
	}
	c.reply(run(c))
}

// reply writes the reply, or ends a started one.
func (c *call) reply(text string, err error) {
	first := " "
	if strings.HasPrefix(text, "\n") { // a drawing begins on its own line
		first = "\n"
	}
	text = cleanText(text)
	switch {
	case c.open:
		if err != nil {
			text = "error: " + errorText(err)
		}
		if text != "" {
			text += "\n"
		}
		c.write(text + "\n")
	case err != nil:
		c.write("?" + c.id + " " + errorText(err) + "\n\n")
	case text == "":
		c.write("=" + c.id + "\n\n")
	default:
		c.write("=" + c.id + first + text + "\n\n")
	}
}

// begin starts a reply that continues line by line.
func (c *call) begin() {
	c.write("=" + c.id + "\n")
	c.open = true
}

func (s *server) write(text string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.out, text)
	}
}

// cleanText prevents an early end of a reply: it removes empty lines, control
// characters, and white space at the ends.
func cleanText(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7F {
			return ' '
		}
		return r
	}, text)
	var b strings.Builder
	for ln := range strings.SplitSeq(text, "\n") {
		if ln = strings.TrimRight(ln, " "); ln == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(ln)
	}
	return b.String()
}
