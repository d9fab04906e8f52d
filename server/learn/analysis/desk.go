// Package analysis answers questions over WebSockets: what an engine thinks of a
// position, what the coach says of a game, what becomes of a problem of life and
// death. It also reads and writes files of such problems.
//
// Each message of a connection is a question that ends the one before it.
package analysis

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"moyo/game"
	"moyo/server/base/guard"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/learn/reviews"
	"moyo/server/machines/engines"
	"moyo/server/machines/solvers"
	"moyo/server/share/boards"
)

// maxQuestion is the size of a question, in bytes: the largest board's stones
// and a long game, or long notes.
const maxQuestion = 128 << 10

// Config is what desks are made of.
type Config struct {
	Gate         *socket.Gate
	Reading      *queue.Queue // where questions wait until their boards are built and their moves played
	Boards       *boards.Cache
	Rules        func(id string) (game.Rules, error)
	Engines      *engines.Pool
	Analysts     map[string]string // ids of engines by the ids of games
	AnalysisTime time.Duration     // how long a position is looked at
	Reviews      *reviews.Reviews
	ReviewTime   time.Duration // how long a game is looked at
	Solvers      *solvers.Pool
	SolveTime    time.Duration // how long a problem is searched
	Rates        *limit.Addresses
	Problems     float64 // problems a second that one address may have read, written or drawn on end
	Log          *slog.Logger
	Now          func() time.Time
}

// Desks are the desks of a server.
type Desks struct {
	Config
	ctx      context.Context // ends with the server
	searches *latest         // of engines, for analyses
	advice   *latest         // of the coach; a page may ask both at once
	solves   *latest         // of solvers
}

// New returns desks that close when ctx ends.
func New(ctx context.Context, cfg Config) *Desks {
	return &Desks{Config: cfg, ctx: ctx, searches: newLatest(), advice: newLatest(), solves: newLatest()}
}

// Analysis returns the handler of those who look at positions.
func (d *Desks) Analysis() http.HandlerFunc { return d.handler(d.analyst) }

// Coach returns the handler of those who learn from a game.
func (d *Desks) Coach() http.HandlerFunc { return d.handler(d.coach) }

// Solve returns the handler of those who ask about problems of life and death.
func (d *Desks) Solve() http.HandlerFunc { return d.handler(d.solver) }

// answerer answers one question of a connection whose context is ctx; now ends
// with the next message. An error ends the connection.
type answerer func(ctx, now context.Context, c *socket.Conn, data []byte) error

// inTurn does what takes the processor a moment, such as playing the moves of a question, in the turn of
// the caller. Work must not wait for anything else, as for a client that does not read.
func (d *Desks) inTurn(ctx context.Context, c *socket.Conn, work func() error) error {
	return d.Reading.Do(ctx, queue.Board, c.Asker(), nil, work)
}

// handler returns the handler of a desk; open is called for each connection.
func (d *Desks) handler(open func() answerer) http.HandlerFunc {
	return d.Gate.Handler(maxQuestion, func(*http.Request) (socket.Session, error) {
		return d.visit(open()), nil
	})
}

// visit returns the session of a new connection; no question is at work.
func (d *Desks) visit(answer answerer) *visit {
	none := make(chan struct{})
	close(none)
	return &visit{gone: d.ctx.Done(), answer: answer, end: func() {}, ended: none}
}

// visit is the session of one connection. One question of it is at work at a time; the next one ends
// it, and waits until it has ended. What comes after that waits in the network.
type visit struct {
	gone   <-chan struct{}
	answer answerer
	end    context.CancelFunc // of the question at work
	ended  chan struct{}      // closed when no question is at work
}

// Receive implements socket.Session.
func (v *visit) Receive(ctx context.Context, c *socket.Conn, data []byte) error {
	v.end()
	select {
	case <-v.ended:
	case <-ctx.Done():
		return ctx.Err()
	}
	now, end := context.WithCancel(ctx)
	ended := make(chan struct{})
	v.end, v.ended = end, ended
	go func() {
		defer close(ended)
		defer end()
		err := guard.Run(func() error { return v.answer(ctx, now, c, data) })
		if err != nil && ctx.Err() == nil && now.Err() == nil {
			c.Fail(err)
		}
	}()
	return nil
}

// Gone implements socket.Session.
func (v *visit) Gone() <-chan struct{} { return v.gone }

// Leave implements socket.Session. The question's context has ended already.
func (v *visit) Leave(*socket.Conn) {}

// Close implements socket.Session.
func (v *visit) Close() { <-v.ended }
