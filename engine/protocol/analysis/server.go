package analysis

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/protocol/gtp"
	"moyo/game"
)

// Config is a server's environment.
type Config struct {
	Version string
	// Board and Rules make the boards and rules that queries ask for. Go is an id of the rules of Go.
	Board func(spec string) (*board.Board, error)
	Rules func(id string) (game.Rules, error)
	Go    string
	// Engine makes the engine of one of the positions that are analyzed at the same time. Serve closes it.
	Engine func() (engine.Engine, error)
	// Models are the names of the networks, for query_models.
	Models    []string
	Positions int // positions analyzed at the same time
	Threads   int // of the machine, which the positions share
	Settings  Settings
	Seed      uint64 // of the random numbers of each search
	Quiet     bool   // no warnings about unknown fields
	// Quit ends at the end of the input without waiting for open queries.
	Quit bool
	// Ready is called when queries can come; nil for nothing.
	Ready func()
}

const (
	maxQuery  = 1 << 20         // bytes of a query
	maxBoards = 100             // of open queries, and kept from earlier ones
	maxRules  = 64              // kept
	grace     = 2 * time.Second // for the client to read the last answers after the end of the context
)

// Serve answers the queries of in until its end and that of open queries, or the end of ctx. Every turn of a query gets exactly
// one final answer: if ctx ends, with what has been found so far. It returns nil, ctx's error, or that of reading or writing.
//
// After the end of ctx two goroutines can outlive Serve: one that reads, until in gives another line or ends, and one that writes, until
// out takes the answers that are left.
func Serve(ctx context.Context, in io.Reader, out io.Writer, cfg Config) error {
	s := &server{
		cfg: cfg, queue: newQueue(cfg.Positions, cfg.Threads), outbox: newOutbox(out),
		places: map[string]*place{}, rules: map[string]game.Rules{},
	}
	base, err := cfg.Rules(cfg.Go)
	if err != nil {
		return err
	}
	s.cfg.Go = base.ID()
	engines, err := s.engines()
	defer func() {
		for _, e := range engines {
			e.Close()
		}
	}()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go s.outbox.run(func(err error) { cancel(fmt.Errorf("analysis: write: %w", err)) })
	defer context.AfterFunc(ctx, s.outbox.release)()
	var work sync.WaitGroup
	for _, e := range engines {
		work.Go(func() { s.work(e) })
	}
	if cfg.Ready != nil {
		cfg.Ready()
	}
	err = s.read(ctx, in)
	all := func(*job) bool { return true }
	if err != nil || cfg.Quit {
		s.stop(all)
	}
	s.queue.close()
	stopped := make(chan struct{})
	unhook := context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.stop(all)
	})
	work.Wait()
	if !unhook() {
		<-stopped // it may still answer the turns that waited
	}
	s.outbox.close()
	s.flush(ctx)
	if cause := context.Cause(ctx); err == nil && cause != nil {
		err = cause
	}
	return err
}

// engines makes one engine for each position that is analyzed at the same time. It returns those made also on failure.
func (s *server) engines() (list []engine.Engine, err error) {
	for range s.cfg.Positions {
		e, err := s.cfg.Engine()
		if err != nil {
			return list, err
		}
		list = append(list, e)
	}
	return list, nil
}

// flush waits until the answers are written. After the end of ctx it does not wait forever for a client that does not read.
func (s *server) flush(ctx context.Context) {
	select {
	case <-s.outbox.done:
		return
	case <-ctx.Done():
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-s.outbox.done:
	case <-timer.C:
	}
}

// server is one conversation.
type server struct {
	cfg     Config
	queue   *queue
	outbox  *outbox
	places  map[string]*place     // by spec
	rules   map[string]game.Rules // by id
	cleared atomic.Int64          // times that the engines had to forget earlier searches
}

var errBoards = errors.New("too many different boards are waiting")

// place returns the board of a spec, and keeps it: engines prepare for each new board. Boards are large, so there is a bound of those
// that open queries have.
func (s *server) place(spec string) (*place, error) {
	if p, ok := s.places[spec]; ok {
		return p, nil
	}
	if len(s.places) >= maxBoards {
		maps.DeleteFunc(s.places, func(_ string, p *place) bool { return p.open.Load() == 0 })
	}
	if len(s.places) >= maxBoards {
		return nil, errBoards
	}
	b, err := s.cfg.Board(spec)
	if err != nil {
		return nil, err
	}
	p := newPlace(b)
	s.places[spec] = p
	return p, nil
}

// input is one line, or the error that ended the input.
type input struct {
	text    string
	tooLong bool
	err     error
}

// read handles lines until the end of the input, or of ctx.
func (s *server) read(ctx context.Context, in io.Reader) error {
	lines := make(chan input)
	go func() {
		r := bufio.NewReaderSize(in, 64<<10)
		for {
			var ln input
			ln.text, ln.tooLong, ln.err = gtp.ReadLine(r, maxQuery)
			select {
			case lines <- ln:
			case <-ctx.Done():
				return
			}
			if ln.err != nil {
				return
			}
		}
	}()
	for {
		select {
		case ln := <-lines:
			switch {
			case ln.err == io.EOF:
				return nil
			case ln.err != nil:
				return fmt.Errorf("analysis: read: %w", ln.err)
			case ln.tooLong:
				s.complain(fmt.Sprintf("Request line is longer than %d bytes, ignoring", maxQuery))
			default:
				s.handle(ctx, strings.TrimSpace(ln.text))
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// handle handles one line.
func (s *server) handle(ctx context.Context, line string) {
	if line == "" {
		return
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &fields); err != nil {
		if errors.As(err, new(*json.UnmarshalTypeError)) {
			s.complain("Request line was valid json but was not an object, ignoring: " + clip(line))
		} else {
			s.complain(err.Error() + " - could not parse input line as json request: " + clip(line))
		}
		return
	}
	d := &decoder{fields: fields}
	id, ok := d.text("id")
	if !ok {
		s.complain(`Request must have a string "id" field`)
		return
	}
	if action, ok := d.text("action"); ok {
		s.act(id, action, fields)
		return
	}
	q, bad := s.parse(id, fields)
	if bad == nil {
		q.size = len(line)
		for _, w := range q.warnings {
			s.send(complaint{Field: w.field, ID: &id, Warning: w.text})
		}
		if !s.queue.add(ctx, q) {
			bad = &fault{"id", "Too many queries are waiting"}
		}
	}
	if bad != nil {
		s.send(complaint{Error: bad.text, Field: bad.field, ID: &id})
	}
}

// complaint is an error or a warning.
type complaint struct {
	Error   string  `json:"error,omitempty"`
	Field   string  `json:"field,omitempty"`
	ID      *string `json:"id,omitempty"`
	Warning string  `json:"warning,omitempty"`
}

// complain sends an error without a query.
func (s *server) complain(text string) { s.send(complaint{Error: text}) }

// send sends a value as a line.
func (s *server) send(v any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // all values can be encoded
	}
	s.outbox.send(b.Bytes())
}

// stop stops the jobs that match: those that wait are answered without results, the others with what they have found.
func (s *server) stop(match func(*job) bool) {
	for _, j := range s.queue.stop(match) {
		s.sendNothing(j)
	}
}

// sendNothing sends the final answer of a turn that was not analyzed.
func (s *server) sendNothing(j *job) {
	s.send(struct {
		ID      string `json:"id"`
		During  bool   `json:"isDuringSearch"`
		Nothing bool   `json:"noResults"`
		Turn    int64  `json:"turnNumber"`
	}{j.id, false, true, j.turn})
}
