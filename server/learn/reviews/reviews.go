// Package reviews has the finished games of a server for those who review them, and keeps
// what they found out: it is spent once, and for all who look at the game.
package reviews

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/queue"
	"moyo/server/base/wire"
	"moyo/server/share/boards"
	"moyo/server/store"
)

// MaxBytes bounds the review of one game: that of 2,000 moves.
const MaxBytes = 512 << 10

// maxID bounds the id of a game that is asked for.
const maxID = 64

// Reviews are the reviews of a server.
type Reviews struct {
	Store  store.Store
	Boards *boards.Cache
	Rules  func(id string) (game.Rules, error)
	Queue  *queue.Queue // for the processor
	Most   int64        // bytes of all that are kept
	Now    func() time.Time
	// MaySee says what stands against the caller seeing a game; nil for nothing ever.
	MaySee func(ctx context.Context, id string) error
	// Beside returns the players who are connected from an address, at most that many; nil for none.
	Beside func(address string, most int) []string
	guard  guard
}

// Finished is a game that has ended.
type Finished struct {
	Position game.Position
	Winner   game.Color   // whose stones have won, Empty for nobody's
	Drawn    bool         // nobody has won, and no count said so: a draw was agreed on, or the game was called off
	Dead     []game.Point // what both took to be dead, where Counted
	Counted  bool         // the players agreed on a count
	Players  [3]string    // who had the stones, by their colour; "" for an engine
}

// Why a game cannot be reviewed, in words without a capital or a full stop: a *sentence.Error.
var (
	noGame    = sentence.Errorf("reviews.unknown", "there is no such game on this server")
	goesOn    = sentence.Errorf("reviews.goesOn", "a game can be reviewed when it has ended")
	isDamaged = sentence.Errorf("reviews.damaged", "this game was damaged on the server's disk")
)

// condition says what stands against looking at a game, if anything.
type condition func(store.Game) error

// hasEnded keeps what an engine thinks of a game from everybody while it goes on.
func hasEnded(g store.Game) error {
	if g.Phase != match.Finished {
		return goesOn
	}
	return nil
}

// RulesOf returns the id of the rules of a game that has ended, without playing it again:
// that is work that has to wait its turn. The error is as that of Game.
func (r *Reviews) RulesOf(ctx context.Context, id string) (string, error) {
	return r.rulesOf(ctx, id, hasEnded)
}

func (r *Reviews) rulesOf(ctx context.Context, id string, fits condition) (string, error) {
	if !r.shows(ctx, id) {
		return "", noGame
	}
	g, err := r.Store.Game(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return "", noGame
	}
	if err != nil {
		return "", err
	}
	return g.Rules, fits(g)
}

// Game returns a game that has ended. The error is a *sentence.Error where there is no such game or
// it goes on: then nobody is told what an engine thinks of it.
func (r *Reviews) Game(ctx context.Context, id string) (f Finished, err error) {
	m, err := r.load(ctx, id, hasEnded)
	if err != nil {
		return f, err
	}
	out := m.Outcome()
	f = Finished{Position: m.Position(), Winner: out.Winner, Dead: m.Dead(), Counted: out.How == "score"}
	f.Drawn = f.Winner == game.Empty && !f.Counted
	for _, c := range []game.Color{game.Black, game.White} {
		if m.Partners() == 0 { // a bad move of a team is not each partner's
			f.Players[c] = m.Seat(m.Holder(c)).Player
		}
	}
	return f, nil
}

// shows says whether a game of that id may be shown to the caller, if there is one.
func (r *Reviews) shows(ctx context.Context, id string) bool {
	return len(id) <= maxID && (r.MaySee == nil || r.MaySee(ctx, id) == nil)
}

// load returns a game as it is.
func (r *Reviews) load(ctx context.Context, id string, fits condition) (*match.Match, error) {
	if !r.shows(ctx, id) {
		return nil, noGame
	}
	g, entries, err := r.Store.Load(ctx, id)
	if _, damaged := errors.AsType[*store.Damaged](err); damaged {
		return nil, isDamaged
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil, noGame
	}
	if err := cmp.Or(err, fits(g)); err != nil {
		return nil, err
	}
	return r.replay(ctx, g, entries)
}

// replay returns a game from its log.
func (r *Reviews) replay(ctx context.Context, g store.Game, entries []store.Entry) (*match.Match, error) {
	b, err := r.Boards.Get(ctx, g.Board)
	if err != nil {
		return nil, err
	}
	rules, err := r.Rules(g.Rules)
	if err != nil {
		return nil, err
	}
	log := make([]match.Event, len(entries))
	for i, e := range entries {
		log[i] = e.Event
	}
	return match.Replay(b, rules, log)
}

// Kept returns the review that is kept of a game, nil where none is. The error is a *sentence.Error
// for who may not see the game.
func (r *Reviews) Kept(ctx context.Context, id string) (*wire.Review, error) {
	if !r.shows(ctx, id) {
		return nil, noGame
	}
	kept, err := archive{r.Store}.one(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := new(wire.Review)
	if err := json.Unmarshal(kept.Body, found); err != nil {
		return nil, err
	}
	return found, nil
}

// Keep keeps a review with its game, unless it is too large.
func (r *Reviews) Keep(ctx context.Context, id string, found *wire.Review) error {
	body, err := json.Marshal(found)
	if err != nil || len(body) > MaxBytes {
		return err
	}
	err = archive{r.Store}.save(ctx, keptReview{Game: id, At: r.Now(), Body: body}, r.Most)
	if errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrNotFound) {
		return nil // it was worth its while all the same
	}
	return err
}
