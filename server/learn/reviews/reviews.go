// Package reviews provides the finished games of a server for review, and stores the reviews: each is computed once, for all
// visitors.
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

// maxID bounds the id of a requested game.
const maxID = 64

// Reviews are the reviews of a server.
type Reviews struct {
	Store  store.Store
	Boards *boards.Cache
	Rules  func(id string) (game.Rules, error)
	Queue  *queue.Queue // for processor time
	Most   int64        // total bytes of stored reviews
	Now    func() time.Time
	// MaySee returns a refusal if the caller may not see a game; nil allows all games.
	MaySee func(ctx context.Context, id string) error
	// Beside returns at most most players who are connected from an address; nil for none.
	Beside func(address string, most int) []string
	guard  guard
}

// Finished is a finished game.
type Finished struct {
	Position game.Position
	Winner   game.Color   // the side that has won, or Empty
	Drawn    bool         // a draw by agreement, or the game was called off; not a counted draw
	Dead     []game.Point // agreed dead stones, if Counted
	Counted  bool         // the players agreed on a count
	Players  [3]string    // ids by colour; "" for an engine
}

// Why a game cannot be reviewed, without a capital letter or a full stop: a *sentence.Error.
var (
	noGame    = sentence.Errorf("reviews.unknown", "there is no such game on this server")
	goesOn    = sentence.Errorf("reviews.goesOn", "a game can be reviewed after it has ended")
	isDamaged = sentence.Errorf("reviews.damaged", "this game was damaged on the server's disk")
)

// condition returns an error if a game may not be shown.
type condition func(store.Game) error

// hasEnded keeps engine evaluations of a running game from everyone.
func hasEnded(g store.Game) error {
	if g.Phase != match.Finished {
		return goesOn
	}
	return nil
}

// RulesOf returns the id of the rules of a finished game without replaying it, which has to wait for its turn. The errors are those
// of Game.
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

// Game returns a finished game. The error is a *sentence.Error if the game does not exist or is still running.
func (r *Reviews) Game(ctx context.Context, id string) (f Finished, err error) {
	m, err := r.load(ctx, id, hasEnded)
	if err != nil {
		return f, err
	}
	out := m.Outcome()
	f = Finished{Position: m.Position(), Winner: out.Winner, Dead: m.Dead(), Counted: out.How == "score"}
	f.Drawn = f.Winner == game.Empty && !f.Counted
	for _, c := range []game.Color{game.Black, game.White} {
		if m.Partners() == 0 { // a team's bad move is not that of each partner
			f.Players[c] = m.Seat(m.Holder(c)).Player
		}
	}
	return f, nil
}

// shows reports whether the caller may see a game, if it exists.
func (r *Reviews) shows(ctx context.Context, id string) bool {
	return len(id) <= maxID && (r.MaySee == nil || r.MaySee(ctx, id) == nil)
}

// load returns a stored game.
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

// Kept returns the stored review of a game, or nil. The error is a *sentence.Error if the caller may not see the game.
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

// Keep stores the review of a game, unless it is too large.
func (r *Reviews) Keep(ctx context.Context, id string, found *wire.Review) error {
	body, err := json.Marshal(found)
	if err != nil || len(body) > MaxBytes {
		return err
	}
	err = archive{r.Store}.save(ctx, keptReview{Game: id, At: r.Now(), Body: body}, r.Most)
	if errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrNotFound) {
		return nil // the review was useful even if it is not stored
	}
	return err
}
