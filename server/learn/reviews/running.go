package reviews

import (
	"context"
	"errors"
	"sync"

	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/queue"
	"moyo/server/store"
)

// The bounds of the guard: it protects the last positions of a running game. Positions before the first of them are openings, which
// occur in other games too. Old positions help no player.
const (
	guardedFrom   = 4      // moves after which a position is specific to the game
	guardedLast   = 8      // positions, including the current one
	guardedMost   = 200    // games of one player that are checked
	guardedBeside = 32     // other players at the caller's address
	remembered    = 20_000 // games whose positions are cached, with some hundred bytes each
)

// Why no engine evaluates a position, without a capital letter or a full stop: a *sentence.Error.
var (
	goesOnHere = sentence.Errorf("reviews.yours",
		"this position is in one of your running games; the computer can analyse it after that game")
	goesOnBeside = sentence.Errorf("reviews.beside",
		"this position is in a running game of a player at your address; the computer can analyse it after that game")
	playsHere = sentence.Errorf("reviews.board", "you are playing a rated game on this board; the computer can analyse it after that game")
)

// guard caches the positions of running games. The zero guard is ready for use.
type guard struct {
	mu    sync.Mutex
	known map[string]guarded // by id of the game
}

// guarded holds the last positions of a game.
type guarded struct {
	version   int
	board     shape // without stones
	positions []shape
}

// forbidden is what an engine must not evaluate for a player.
type forbidden struct {
	boards    map[shape]bool // without stones
	positions map[shape]bool
	counts    map[int]bool // of the stones of these positions
}

// Forbids returns why no engine may evaluate pos, or a position that led to it, for a player. The error is a *sentence.Error if one
// of these positions is in a running game of that player, or of another player at the same address. Mirrored and turned positions,
// swapped colors and copies of the board count as the same (see [shape]). While a player has a rated game with a live clock, its
// whole board is forbidden. Unrated games against engines are not guarded. Each game that has changed since the last comparison is
// replayed in the player's turn.
func (r *Reviews) Forbids(ctx context.Context, who queue.Asker, pos game.Position) error {
	inTurn := func(work func() error) error { return r.Queue.Do(ctx, queue.Board, who, nil, work) }
	err := r.forbids(ctx, who.Person, pos, guards{positions: isContest, board: isPressing}, inTurn)
	if err != nil || r.Beside == nil {
		return err
	}
	for _, player := range r.Beside(who.Address, guardedBeside) {
		if player == who.Person {
			continue
		}
		err := r.forbids(ctx, player, pos, guards{positions: isContest}, inTurn)
		switch {
		case errors.Is(err, goesOnHere):
			return goesOnBeside
		case err != nil:
			return err
		}
	}
	return nil
}

// guards selects the guarded games: their last positions, or all positions on their board (nil for none).
type guards struct{ positions, board func(store.Game) bool }

// forbids is [Reviews.Forbids] for the guarded games of a player; inTurn replays a game.
func (r *Reviews) forbids(ctx context.Context, player string, pos game.Position, by guards, inTurn func(work func() error) error) error {
	running, err := r.Store.List(ctx, store.Query{
		Player: player, Phases: []match.Phase{match.Playing, match.Counting}, Private: true, Limit: guardedMost,
	})
	if err != nil {
		return err
	}
	f := forbidden{boards: map[shape]bool{}, positions: map[shape]bool{}, counts: map[int]bool{}}
	for _, g := range running {
		if !by.positions(g) {
			continue
		}
		known, ok := r.guard.at(g)
		if !ok {
			err := inTurn(func() (err error) {
				known, err = r.positionsOf(ctx, g)
				return err
			})
			if err != nil {
				return err
			}
		}
		f.add(known, by.board != nil && by.board(g))
	}
	if len(f.positions) == 0 {
		return nil
	}
	return inTurn(func() error { return f.stoodIn(ctx, pos) })
}

// add forbids the positions of a game, and if wholly all positions on its board.
func (f forbidden) add(of guarded, wholly bool) {
	for _, position := range of.positions {
		f.positions[position], f.counts[position.stones] = true, true
	}
	if wholly && len(of.positions) > 0 {
		f.boards[of.board] = true
	}
}

// stoodIn refuses pos if it, or a position that led to it, is forbidden.
func (f forbidden) stoodIn(ctx context.Context, pos game.Position) error {
	for at := pos.Clone(); ctx.Err() == nil; {
		if f.counts[stonesOn(at)] && f.positions[shapeOf(at)] {
			return goesOnHere
		}
		if !at.Undo() {
			break
		}
	}
	if len(f.boards) > 0 && ctx.Err() == nil && f.boards[shapeOfBoard(pos.Board())] {
		return playsHere
	}
	return ctx.Err()
}

// isContest reports whether the last positions of a game are protected: the game is rated, or between people.
func isContest(g store.Game) bool {
	return g.Ply >= guardedFrom && (g.Rated || g.Black.Player != "" && g.White.Player != "")
}

// isPressing reports whether a rated game is played in one sitting, so that its players have no reason to study its board meanwhile.
func isPressing(g store.Game) bool { return g.Rated && g.Clock != "" && !clock.TakesDays(g.Clock) }

// positionsOf returns the last positions of a running game, and caches them.
func (r *Reviews) positionsOf(ctx context.Context, g store.Game) (guarded, error) {
	loaded, entries, err := r.Store.Load(ctx, g.ID)
	if _, damaged := errors.AsType[*store.Damaged](err); damaged || errors.Is(err, store.ErrNotFound) {
		return r.guard.keep(g.ID, guarded{version: g.Version}), nil // the game no longer continues
	}
	if err != nil {
		return guarded{}, err
	}
	m, err := r.replay(ctx, loaded, entries)
	if err != nil {
		return guarded{}, err
	}
	at := m.Position().Clone()
	of := guarded{version: loaded.Version, board: shapeOfBoard(at.Board())}
	for len(of.positions) < guardedLast && len(at.Moves()) >= guardedFrom {
		of.positions = append(of.positions, shapeOf(at))
		if !at.Undo() {
			break
		}
	}
	return r.guard.keep(g.ID, of), nil
}

// at returns the cached positions of a game if they are current.
func (g *guard) at(of store.Game) (guarded, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	known, ok := g.known[of.ID]
	return known, ok && known.version == of.Version
}

// keep caches the positions of a game, and returns them. When the cache is full, it evicts another game.
func (g *guard) keep(id string, of guarded) guarded {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known == nil {
		g.known = map[string]guarded{}
	}
	if _, again := g.known[id]; !again && len(g.known) >= remembered {
		for other := range g.known {
			delete(g.known, other)
			break
		}
	}
	g.known[id] = of
	return of
}
