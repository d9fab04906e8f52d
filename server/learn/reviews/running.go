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

// The bounds of what is kept from the players of a game that goes on: its last positions.
// What stood before the first of them are openings, which stand in other games too, and what
// is long past helps nobody.
const (
	guardedFrom   = 4      // moves after which a position is the game's own
	guardedLast   = 8      // positions, with the one that stands now
	guardedMost   = 200    // games of one player that are looked at
	guardedBeside = 32     // other players at the address of the asker
	remembered    = 20_000 // games whose positions are remembered, each with some hundred bytes
)

// Why no engine looks at a position, in words without a capital or a full stop: a *sentence.Error.
var (
	goesOnHere = sentence.Errorf("reviews.yours",
		"this position stands in a game of yours that goes on; the computer looks at it when that game has ended")
	goesOnBeside = sentence.Errorf("reviews.beside",
		"this position stands in a game that somebody plays from your address; the computer looks at it when that game has ended")
	playsHere = sentence.Errorf("reviews.board", "you play a rated game on this board; the computer answers when that game has ended")
)

// guard remembers the positions of games that go on. The zero guard is ready for use.
type guard struct {
	mu    sync.Mutex
	known map[string]guarded // by id of the game
}

// guarded are the last positions of a game.
type guarded struct {
	version   int
	board     shape // without stones
	positions []shape
}

// forbidden is what an engine must not look at for a player.
type forbidden struct {
	boards    map[shape]bool // without stones
	positions map[shape]bool
	counts    map[int]bool // of the stones of these positions
}

// Forbids returns why no engine may look at pos, or at what led to it, for a player: a *sentence.Error where
// one of these positions stands in a running game of theirs, or of another player who is connected from the
// same address. Mirrored and turned positions, swapped colors and copies of the board count as the same
// (see [shape]). A player of a rated game with a clock that does not take days gets no answer for its board
// at all. Unrated games against engines are not guarded. Each game that has changed since the last
// comparison is played again in the asker's turn.
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

// guards tells which games are guarded: their last positions, or all positions on their board (nil for none).
type guards struct{ positions, board func(store.Game) bool }

// forbids is [Reviews.Forbids] for those games of a player that are guarded; inTurn plays a game again.
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

// add forbids the positions of a game, and all others on its board where wholly.
func (f forbidden) add(of guarded, wholly bool) {
	for _, position := range of.positions {
		f.positions[position], f.counts[position.stones] = true, true
	}
	if wholly && len(of.positions) > 0 {
		f.boards[of.board] = true
	}
}

// stoodIn refuses pos where it, or a position that led to it, is forbidden.
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

// isContest says whether the last positions of a game are its players' own concern: it counts between them, or
// to those who are rated.
func isContest(g store.Game) bool {
	return g.Ply >= guardedFrom && (g.Rated || g.Black.Player != "" && g.White.Player != "")
}

// isPressing says whether a rated game is played in one sitting, so that nobody has reason to study its board meanwhile.
func isPressing(g store.Game) bool { return g.Rated && g.Clock != "" && !clock.TakesDays(g.Clock) }

// positionsOf returns the last positions of a game that goes on, and remembers them.
func (r *Reviews) positionsOf(ctx context.Context, g store.Game) (guarded, error) {
	loaded, entries, err := r.Store.Load(ctx, g.ID)
	if _, damaged := errors.AsType[*store.Damaged](err); damaged || errors.Is(err, store.ErrNotFound) {
		return r.guard.keep(g.ID, guarded{version: g.Version}), nil // nobody plays it on
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

// at returns what is known of a game as it is now.
func (g *guard) at(of store.Game) (guarded, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	known, ok := g.known[of.ID]
	return known, ok && known.version == of.Version
}

// keep remembers a game, and returns it; where there are many, some other game is forgotten.
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
