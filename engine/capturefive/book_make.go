package capturefive

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/internal/book"
	"moyo/engine/player"
	"moyo/game"
	rules "moyo/game/rules/capturefive"
)

// BookOptions are the size of a book.
type BookOptions struct {
	Positions int   // at most
	Nodes     int64 // searched per position
	Plies     int   // stones of the largest position
	Width     int   // moves of a position that the book follows, including the best
}

// Check returns an error if an option is not positive.
func (o BookOptions) Check() error {
	if o.Positions < 1 || o.Nodes < 1 || o.Plies < 1 || o.Width < 1 {
		return fmt.Errorf("positions %d, nodes %d, plies %d, width %d: all have to be positive", o.Positions, o.Nodes, o.Plies, o.Width)
	}
	return nil
}

// BookFile returns the name of the engine's book file for these rules on b.
func BookFile(opt rules.Options, b *board.Board) string { return book.File(bookName(opt), b) }

// MakeBook searches the book for games of r on b. It covers the empty board, every
// first move and every reply to the best one. From then on it follows good play: it
// always takes the position that is cheapest to reach, where the cost of a move is
// the win probability that it loses. It leaves out positions after captures. The
// same options make the same book. After each answer it calls report with its line.
// With an error, such as the context's, it returns the book so far.
func MakeBook(
	ctx context.Context, r *rules.Rules, b *board.Board, opt BookOptions, report func(done int, line string),
) (*book.Book, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	m := &bookMaker{k: book.New(b), rules: r, board: b, opt: opt, e: New(Options{NoBook: true}), seen: map[string]bool{}}
	defer m.e.Close()
	m.add(nil, 0, true)
	for len(m.queue) > 0 && m.k.Len() < opt.Positions {
		slices.SortStableFunc(m.queue, func(a, b bookNode) int {
			return cmp.Or(cmp.Compare(rank(a.early), rank(b.early)), cmp.Compare(a.cost, b.cost))
		})
		next := m.queue[0]
		m.queue = m.queue[1:]
		line, err := m.visit(ctx, next)
		if err != nil {
			return m.k, err
		}
		if line != "" {
			report(m.k.Len(), line)
		}
	}
	return m.k, nil
}

// rank puts early positions first.
func rank(early bool) int {
	if early {
		return 0
	}
	return 1
}

// bookMaker is the state of MakeBook.
type bookMaker struct {
	k     *book.Book
	rules *rules.Rules
	board *board.Board
	opt   BookOptions
	e     *player.Engine
	queue []bookNode      // positions still to search
	seen  map[string]bool // positions that are or were in the queue
}

// bookNode is a position to search: stones placed in turn, and the win
// probability lost on the way. Early positions come before all others.
type bookNode struct {
	stones []board.Point
	cost   float64
	early  bool
}

// add puts a position in the queue unless it, or a symmetric one, was there before.
func (m *bookMaker) add(stones []board.Point, cost float64, early bool) {
	name := m.k.Canonical(stones)
	if len(stones) > m.opt.Plies || m.seen[name] {
		return
	}
	m.seen[name] = true
	m.queue = append(m.queue, bookNode{slices.Clone(stones), cost, early})
}

// What a move costs besides the win probability that it loses: a little if it is
// not the answer, more if it is a first move or a reply to it that the search
// would not consider.
const (
	otherCost    = 0.01
	unlikelyCost = 0.1
)

// visit searches a position, adds the answer and queues the positions after it.
// It returns the new line of the book, "" if the game has ended or stones were
// captured.
func (m *bookMaker) visit(ctx context.Context, n bookNode) (string, error) {
	pos, err := m.position(n.stones)
	if err != nil || pos.Outcome().Over || pos.Captures(game.Black)+pos.Captures(game.White) > 0 {
		return "", err
	}
	best, err := m.search(ctx, pos, engine.Limits{Nodes: m.opt.Nodes})
	if err != nil {
		return "", err
	}
	line := m.k.Add(n.stones, book.Answer{Move: best.Move.Point(), Value: best.Value, Depth: best.Depth})
	if best.Mate != 0 {
		return line, nil // the search wins from here without a book
	}
	early := len(n.stones) == 0
	follow := func(move game.Move, cost float64, early bool) {
		m.add(append(slices.Clip(n.stones), move.Point()), cost, early)
	}
	follow(best.Move, n.cost, early)
	others, err := m.search(ctx, pos, engine.Limits{Nodes: m.opt.Nodes / 2, Best: m.opt.Width})
	if err != nil {
		return line, err
	}
	early = early || len(n.stones) == 1 && n.cost == 0
	for _, c := range others.Candidates {
		follow(c.Move, n.cost+max(0, best.Value-c.Value)+otherCost, early)
	}
	if early {
		for _, move := range pos.LegalMoves(nil) {
			follow(move, n.cost+unlikelyCost, true)
		}
	}
	return line, nil
}

// search is the engine's Search, with ctx's error.
func (m *bookMaker) search(ctx context.Context, pos game.Position, lim engine.Limits) (engine.Info, error) {
	info, err := m.e.Search(ctx, pos, lim, nil)
	if err == nil {
		err = ctx.Err()
	}
	return info, err
}

// position returns the position of stones placed in turn.
func (m *bookMaker) position(stones []board.Point) (*rules.Position, error) {
	pos, err := m.rules.Start(m.board)
	for _, q := range stones {
		if err == nil {
			err = pos.Play(game.Place(q))
		}
	}
	return pos, err
}
