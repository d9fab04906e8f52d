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

// BookOptions say how large a book is to be.
type BookOptions struct {
	Positions int   // answered at most
	Nodes     int64 // searched for each answer
	Plies     int   // stones of the largest position
	Width     int   // moves of a position that are followed, the answer among them
}

// Check says what is wrong with the options.
func (o BookOptions) Check() error {
	if o.Positions < 1 || o.Nodes < 1 || o.Plies < 1 || o.Width < 1 {
		return fmt.Errorf("positions %d, nodes %d, plies %d, width %d: all have to be positive", o.Positions, o.Nodes, o.Plies, o.Width)
	}
	return nil
}

// BookFile returns the name under which the engine looks for the book of these
// rules on b.
func BookFile(opt rules.Options, b *board.Board) string { return book.File(bookName(opt), b) }

// MakeBook searches the book for games of r on b. It goes from the empty board to
// every first move and every reply to the best one, and from then on where the
// searches say that good play leads: always to the position that is the least
// costly to reach, the cost of a move being the win chance that it gives away.
// Positions in which stones have been taken are left out. The same options make
// the same book. report is called after each answer with its line. What there is of
// the book comes also with an error, such as the context's.
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

// bookMaker is a book being made.
type bookMaker struct {
	k     *book.Book
	rules *rules.Rules
	board *board.Board
	opt   BookOptions
	e     *player.Engine
	queue []bookNode      // positions to be searched
	seen  map[string]bool // positions that are or were in the queue
}

// bookNode is a position to be searched: stones placed in turn, and how much win
// chance was given away on the way. Early ones come before all others.
type bookNode struct {
	stones []board.Point
	cost   float64
	early  bool
}

// add puts a position in the queue unless it, or its image, has been there.
func (m *bookMaker) add(stones []board.Point, cost float64, early bool) {
	name := m.k.Canonical(stones)
	if len(stones) > m.opt.Plies || m.seen[name] {
		return
	}
	m.seen[name] = true
	m.queue = append(m.queue, bookNode{slices.Clone(stones), cost, early})
}

// What a move costs beside the win chance that it gives away: one other than the
// answer a little, a first move or a reply to it that the search would not think
// of more.
const (
	otherCost    = 0.01
	unlikelyCost = 0.1
)

// visit searches a position, enters the answer and puts what follows in the queue.
// It returns the new line of the book, "" where the game has ended or stones have
// been taken.
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
		return line, nil // the search needs no book to win from here
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

// search is the engine's, with ctx's error.
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
