// Package analysis answers questions over WebSockets: engine analysis of positions, the coach's remarks about a game, and solutions
// of life-and-death problems. It also reads and writes files of such problems.
//
// Each message of a connection is a question that ends the previous one.
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

// maxQuestion is the maximum size of a question in bytes: the largest board's stones and a long game, or long notes.
const maxQuestion = 128 << 10

// Config configures the desks.
type Config struct {
	Gate         *socket.Gate
	Reading      *queue.Queue // where questions wait for building boards and replaying moves
	Boards       *boards.Cache
	Rules        func(id string) (game.Rules, error)
	Engines      *engines.Pool
	Analysts     map[string]string // ids of engines by the ids of games
	AnalysisTime time.Duration     // search time for a position
	Reviews      *reviews.Reviews
	ReviewTime   time.Duration // search time for a game
	Solvers      *solvers.Pool
	SolveTime    time.Duration // search time for a problem
	Rates        *limit.Addresses
	Problems     float64 // sustained problems read, written or drawn a second of one address
	Log          *slog.Logger
	Now          func() time.Time
}

// Desks are the WebSocket services of a server.
type Desks struct {
	Config
	ctx      context.Context // ends with the server
	searches *latest         // engine searches for analyses
	advice   *latest         // engine searches for the coach; a page may use both at the same time
	solves   *latest         // solver searches
}

// New returns desks that close when ctx ends.
func New(ctx context.Context, cfg Config) *Desks {
	return &Desks{Config: cfg, ctx: ctx, searches: newLatest(), advice: newLatest(), solves: newLatest()}
}

// Analysis returns the handler for engine analysis.
func (d *Desks) Analysis() http.HandlerFunc { return d.handler(d.analyst) }

// Coach returns the handler for the coach.
func (d *Desks) Coach() http.HandlerFunc { return d.handler(d.coach) }

// Solve returns the handler for life-and-death problems.
func (d *Desks) Solve() http.HandlerFunc { return d.handler(d.solver) }

// answerer answers one question of a connection with context ctx; now ends with the next message. An error closes the connection.
type answerer func(ctx, now context.Context, c *socket.Conn, data []byte) error

// inTurn runs work that needs the processor briefly, such as replaying moves, in the caller's turn. The work must not wait for
// anything else, such as a slow client.
func (d *Desks) inTurn(ctx context.Context, c *socket.Conn, work func() error) error {
	return d.Reading.Do(ctx, queue.Board, c.Asker(), nil, work)
}

// handler returns the handler of a desk; open is called for each connection.
func (d *Desks) handler(open func() answerer) http.HandlerFunc {
	return d.Gate.Handler(maxQuestion, func(*http.Request) (socket.Session, error) {
		return d.visit(open()), nil
	})
}

// visit returns the session of a new connection, without a running question.
func (d *Desks) visit(answer answerer) *visit {
	none := make(chan struct{})
	close(none)
	return &visit{gone: d.ctx.Done(), answer: answer, end: func() {}, ended: none}
}

// visit is the session of one connection. It runs one question at a time; the next one ends it and waits for it. Further messages
// wait in the network.
type visit struct {
	gone   <-chan struct{}
	answer answerer
	end    context.CancelFunc // of the running question
	ended  chan struct{}      // closed when no question is running
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

// Leave implements socket.Session. The question's context has already ended.
func (v *visit) Leave(*socket.Conn) {}

// Close implements socket.Session.
func (v *visit) Close() { <-v.ended }
