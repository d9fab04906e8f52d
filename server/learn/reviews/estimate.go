package reviews

import (
	"context"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/store"
)

// Why nobody is told how a game stands, in words without a capital or a full stop.
var (
	notSeated    = sentence.Errorf("reviews.seated", "only those who play a game can ask how it stands")
	notEstimated = sentence.Errorf("reviews.noEstimates", "estimates are not allowed in this game")
	notPlayed    = sentence.Errorf("reviews.notPlayed", "how a game stands is estimated while it is played")
	notSettled   = sentence.Errorf("reviews.opening", "the opening of this game is still going on")
)

// EstimateRules returns the id of the rules of a game that goes on and whose player may ask how
// it stands. Like RulesOf it plays no game again. The error is a *sentence.Error where they may not.
func (r *Reviews) EstimateRules(ctx context.Context, id, player string) (string, error) {
	return r.rulesOf(ctx, id, estimable(player))
}

// Running returns the position of such a game. What it may be asked for is how the game stands and
// nothing else: no move is to be learned from it. It is asked for in the player's turn.
func (r *Reviews) Running(ctx context.Context, id, player string) (game.Position, error) {
	m, err := r.load(ctx, id, estimable(player))
	if err != nil {
		return nil, err
	}
	pos := m.Position()
	if o, ok := pos.(game.Opened); ok && o.Phase().Text != "" {
		return nil, notSettled // nobody knows yet who will have which stones
	}
	// The same position may stand in another game of theirs, where it is not allowed.
	by := guards{positions: func(g store.Game) bool { return isContest(g) && !g.AllowsEstimates() }}
	return pos, r.forbids(ctx, player, pos, by, func(work func() error) error { return work() })
}

// estimable is the condition on which a player is told how a game stands.
func estimable(player string) condition {
	return func(g store.Game) error {
		switch {
		case g.SideOf(player) == game.Empty:
			return notSeated
		case !g.AllowsEstimates():
			return notEstimated
		case g.Phase != match.Playing:
			return notPlayed
		}
		return nil
	}
}
