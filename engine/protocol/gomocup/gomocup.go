// Package gomocup speaks the protocol of the Gomocup tournament (Piskvork's) on
// both sides: [Serve] is an engine for a manager such as Piskvork, Gomocup's own
// or c-gomoku-cli, and [Start] drives another program as an engine.Engine.
//
// A conversation is lines of text. The manager sends START 15, INFO lines with
// times and rules, then BEGIN, TURN 7,7 or a whole BOARD, and receives 8,8. The
// server implements the whole protocol with TAKEBACK, RECTSTART, SWAP2BOARD,
// SUGGEST's PLAY and continuous games. Of Yixin's extensions it implements
// YXBOARD, YXSHOWFORBID, YXNBEST, YXBALANCEONE and TWO, YXBLOCK and YXBLOCKPATH
// with UNDO and RESET, YXSWAP2STEP1 to 3, YXHASHCLEAR, YXSHOWINFO, YXSTOP and the
// INFO keys max_node, max_depth, thread_num, hash_size, time_increment and
// show_detail. Their meanings follow the public sources of Yixin-board and Rapfi.
//
// The package has no global state: readers, writers, boards, rules and engines
// are parameters.
package gomocup

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/internal/errtext"
)

// Config is a server's environment.
type Config struct {
	Name, Version, Author, Country string
	// Board and Rules make the boards and rules that the manager asks for:
	// "grid:15", "gomoku:rule=renju".
	Board func(spec string) (*board.Board, error)
	Rules func(id string) (game.Rules, error)
	// Engine makes the engine, at START and again if its resources change. The
	// server closes it.
	Engine func(Resources) (engine.Engine, error)
	// Resources are the engine's resources until the manager changes them.
	Resources Resources
	// MostMemory bounds the memory that the manager can give, which may not know
	// the machine; 0 is no bound.
	MostMemory int64
	// Seed is for engines that propose openings: the same seed gives the same
	// proposals.
	Seed uint64
	// Debug sends DEBUG lines with the limits of each search.
	Debug bool
}

// Resources are an engine's resources.
type Resources struct {
	Memory  int64 // bytes of the whole process
	Threads int
}

// DefaultMemory is Gomocup's limit of a program's memory, in bytes.
const DefaultMemory = 350 << 20

// Serve answers the commands of in until END, the end of in or of ctx. It
// returns nil, ctx's error, or that of writing. If in ends during a search,
// Serve still writes the best move so far.
//
// One goroutine reads lines, so that END and STOP work during a search. It
// outlives Serve until in gives another line or ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer, cfg Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newServer(out, cfg)
	lines := make(chan line)
	s.lines = lines
	go readLines(ctx, in, lines)
	defer s.engine.close()
	for !s.quit {
		ln, err := s.next(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		s.answer(ctx, ln)
		if s.err != nil {
			return fmt.Errorf("gomocup: write: %w", s.err)
		}
	}
	return nil
}

// server is one conversation.
type server struct {
	cfg     Config
	out     io.Writer
	err     error // of writing; nothing is written after it
	lines   <-chan line
	pending []line // read during a search
	ended   bool   // in has ended, perhaps with pending lines
	quit    bool

	settings settings
	table    table
	blocks   blocks
	late     lateness
	void     bool  // the command's changes of the table are to be undone
	list     *list // the list that is being read, else nil
	engine   *seat
}

func newServer(out io.Writer, cfg Config) *server {
	if cfg.Resources.Memory <= 0 {
		cfg.Resources.Memory = DefaultMemory
	}
	if cfg.Resources.Threads <= 0 {
		cfg.Resources.Threads = 1
	}
	return &server{cfg: cfg, out: out, settings: newSettings(), engine: newSeat(cfg.Engine)}
}

// next returns the next line: a pending or a new one.
func (s *server) next(ctx context.Context) (line, error) {
	if err := ctx.Err(); err != nil {
		return line{}, err
	}
	if len(s.pending) > 0 {
		ln := s.pending[0]
		s.pending = s.pending[1:]
		ln.at = time.Now() // its turn begins now
		return ln, nil
	}
	if s.ended {
		return line{}, io.EOF
	}
	select {
	case ln, ok := <-s.lines:
		if !ok {
			return line{}, io.EOF
		}
		return ln, nil
	case <-ctx.Done():
		return line{}, ctx.Err()
	}
}

// resources returns the engine's current resources.
func (s *server) resources() Resources {
	return s.settings.resources(s.cfg.Resources, s.cfg.MostMemory)
}

// say writes one line.
func (s *server) say(format string, args ...any) {
	if s.err == nil {
		_, s.err = io.WriteString(s.out, clean(fmt.Sprintf(format, args...))+"\n")
	}
}

// fail answers with ERROR.
func (s *server) fail(format string, args ...any) {
	s.void = true
	s.say("ERROR "+format, args...)
}

// clean makes text one line of printable characters.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// maxQuoted bounds what an answer or an error quotes, in bytes.
const maxQuoted = 80

// call is one command.
type call struct {
	*server
	ctx  context.Context
	at   time.Time // when its line was read: the time of the turn starts
	name string    // in capitals
	args string
	even *engine.Even // balance to search for, nil for the best move
}

// handlers has every command except INFO and those with lists. BEGIN and those
// after it need a board.
var handlers = map[string]struct {
	run   func(*call)
	board bool
}{
	"START":            {start, false},
	"RECTSTART":        {start, false},
	"ABOUT":            {about, false},
	"END":              {func(c *call) { c.quit = true }, false},
	"STOP":             {func(*call) {}, false}, // no search is running
	"YXSTOP":           {func(*call) {}, false},
	"INFO":             {info, false},
	"RESTART":          {restart, true},
	"BEGIN":            {begin, true},
	"TURN":             {turn, true},
	"PLAY":             {play, true},
	"TAKEBACK":         {takeBack, true},
	"BOARD":            {openList, true},
	"YXBOARD":          {openList, true},
	"SWAP2BOARD":       {openList, true},
	"YXSHOWFORBID":     {showForbidden, true},
	"YXNBEST":          {nBest, true},
	"YXBALANCEONE":     {balance, true},
	"YXBALANCETWO":     {balance, true},
	"YXBLOCK":          {openList, true},
	"YXBLOCKUNDO":      {openList, true},
	"YXBLOCKRESET":     {func(c *call) { c.blocks.cells = nil }, false},
	"YXBLOCKPATH":      {openList, true},
	"YXBLOCKPATHUNDO":  {openList, true},
	"YXBLOCKPATHRESET": {func(c *call) { c.blocks.paths = nil }, false},
	"YXSWAP2STEP1":     {swap2Step, true},
	"YXSWAP2STEP2":     {swap2Step, true},
	"YXSWAP2STEP3":     {swap2Step, true},
	"YXHASHCLEAR":      {clearHash, false},
	"YXSHOWINFO":       {showInfo, false},
}

// words returns the first word of a line and the rest, without the blanks
// between them.
func words(text string) (first, rest string) {
	text = strings.TrimSpace(text)
	i := strings.IndexFunc(text, unicode.IsSpace)
	if i < 0 {
		return text, ""
	}
	return text[:i], strings.TrimSpace(text[i:])
}

// answer executes a line.
func (s *server) answer(ctx context.Context, ln line) {
	name, args := words(ln.text)
	c := &call{server: s, ctx: ctx, at: ln.at, name: strings.ToUpper(name), args: strings.TrimSpace(args)}
	if s.list != nil && s.list.read(c, ln) {
		return
	}
	h, ok := handlers[c.name]
	switch {
	case ln.tooLong:
		s.say("UNKNOWN line of more than %d bytes", maxLine)
	case name == "":
	case !ok:
		s.say("UNKNOWN command %s", errtext.Clip(name, maxQuoted))
		if foreignLists[c.name] {
			openList(c)
		}
	case h.board && s.table.width == 0:
		s.fail("%s before START", c.name)
	default:
		c.do(h.run)
	}
}

// do runs a command. If it fails, or is dropped for another, the table stays as
// it was.
func (c *call) do(run func(*call)) {
	before := c.table
	before.stones = slices.Clone(before.stones) // some commands change the array
	c.void = false
	if run(c); c.void {
		c.table = before
	}
}

func about(c *call) {
	cfg := c.cfg
	c.say("name=%q, version=%q, author=%q, country=%q", cfg.Name, cfg.Version, cfg.Author, cfg.Country)
}
