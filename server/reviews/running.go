package reviews

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/queue"
	"moyo/server/store"
)

// The bounds of what is kept from the players of a game that goes on: its last positions.
// What stood before the first of them are openings, which stand in other games too, and what
// is long past helps nobody.
const (
	guardedFrom = 4      // moves after which a position is the game's own
	guardedLast = 8      // positions, with the one that stands now
	guardedMost = 200    // games of one player that are looked at
	remembered  = 20_000 // games whose positions are remembered, each with some hundred bytes
)

// goesOnHere refuses a position of a game that goes on to its players.
var goesOnHere = sentence.Errorf("reviews.yours", "this position stands in a game of yours that goes on; the computer looks at it when that game has ended")

// guard remembers the positions of games that go on. The zero guard is ready for use.
type guard struct {
	mu    sync.Mutex
	known map[string]guarded // by id of the game
}

// guarded are the last positions of a game.
type guarded struct {
	version   int
	positions []sum
}

// sum is a hash of the stones of a position.
type sum [sha256.Size]byte

// Forbids returns why no engine may look at pos, or at what led to it, for a player: a
// *sentence.Error where one of these positions stands in a game of theirs that goes on.
// Games against the computer that count for nothing are no concern of it. Each game that has gone on
// since it was looked at last is played again in the asker's turn.
func (r *Reviews) Forbids(ctx context.Context, who queue.Asker, pos game.Position) error {
	inTurn := func(work func() error) error { return r.Queue.Do(ctx, queue.Board, who, nil, work) }
	return r.forbids(ctx, who.Person, pos, isContest, inTurn)
}

// forbids is [Reviews.Forbids] for those games of a player that are guarded; inTurn plays a game again.
func (r *Reviews) forbids(ctx context.Context, player string, pos game.Position, guards func(store.Game) bool, inTurn func(work func() error) error) error {
	running, err := r.Store.List(ctx, store.Query{
		Player: player, Phases: []match.Phase{match.Playing, match.Counting}, Board: pos.Board().Spec(), Private: true, Limit: guardedMost,
	})
	if err != nil {
		return err
	}
	theirs := map[sum]bool{}
	for _, g := range running {
		if !guards(g) {
			continue
		}
		positions, known := r.guard.at(g)
		if !known {
			err := inTurn(func() error {
				positions, err = r.positionsOf(ctx, g)
				return err
			})
			if err != nil {
				return err
			}
		}
		for _, stones := range positions {
			theirs[stones] = true
		}
	}
	if len(theirs) == 0 {
		return nil
	}
	return inTurn(func() error { return stoodIn(ctx, pos, theirs) })
}

// stoodIn refuses pos where it, or a position that led to it, is one of theirs.
func stoodIn(ctx context.Context, pos game.Position, theirs map[sum]bool) error {
	for at := pos.Clone(); ctx.Err() == nil; {
		if theirs[sumOf(at)] {
			return goesOnHere
		}
		if !at.Undo() {
			return nil
		}
	}
	return ctx.Err()
}

// isContest says whether help in a game would be unfair to somebody: to the other player, or
// to those who are rated.
func isContest(g store.Game) bool {
	return g.Ply >= guardedFrom && (g.Rated || g.Black.Player != "" && g.White.Player != "")
}

// positionsOf returns the last positions of a game that goes on, and remembers them.
func (r *Reviews) positionsOf(ctx context.Context, g store.Game) ([]sum, error) {
	loaded, entries, err := r.Store.Load(ctx, g.ID)
	if _, damaged := errors.AsType[*store.Damaged](err); damaged || errors.Is(err, store.ErrNotFound) {
		r.guard.keep(g, nil) // nobody plays it on
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m, err := r.replay(ctx, loaded, entries)
	if err != nil {
		return nil, err
	}
	var positions []sum
	at := m.Position().Clone()
	for len(positions) < guardedLast && len(at.Moves()) >= guardedFrom {
		positions = append(positions, sumOf(at))
		if !at.Undo() {
			break
		}
	}
	r.guard.keep(loaded, positions)
	return positions, nil
}

// sumOf returns the hash of the stones of a position, one byte a point.
func sumOf(pos game.Position) sum {
	stones := make([]byte, pos.Board().Len())
	for p := range stones {
		stones[p] = byte(pos.At(game.Point(p)))
	}
	return sha256.Sum256(stones)
}

// at returns what is known of a game as it is now.
func (g *guard) at(of store.Game) ([]sum, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	known, ok := g.known[of.ID]
	return known.positions, ok && known.version == of.Version
}

// keep remembers positions; where there are many, some other game is forgotten.
func (g *guard) keep(of store.Game, positions []sum) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known == nil {
		g.known = map[string]guarded{}
	}
	if _, again := g.known[of.ID]; !again && len(g.known) >= remembered {
		for id := range g.known {
			delete(g.known, id)
			break
		}
	}
	g.known[of.ID] = guarded{of.Version, positions}
}
