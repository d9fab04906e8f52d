package reviews

import (
	"context"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/store"
)

// Why a game is not estimated, without a capital letter or a full stop.
var (
	notSeated    = sentence.Errorf("reviews.seated", "only the players of a game can ask for an estimate")
	notEstimated = sentence.Errorf("reviews.noEstimates", "estimates are not allowed in this game")
	notPlayed    = sentence.Errorf("reviews.notPlayed", "a game is estimated only while it is being played")
	notSettled   = sentence.Errorf("reviews.opening", "the opening of this game is not finished yet")
)

// EstimateRules returns the id of the rules of a running game for which a player may ask for an estimate. Like RulesOf it does not
// replay the game. The error is a *sentence.Error if the player may not.
func (r *Reviews) EstimateRules(ctx context.Context, id, player string) (string, error) {
	return r.rulesOf(ctx, id, estimable(player))
}

// Running returns the position of such a game. The caller may use it for an estimate only: it must not reveal a move. It replays
// the game in the player's turn.
func (r *Reviews) Running(ctx context.Context, id, player string) (game.Position, error) {
	m, err := r.load(ctx, id, estimable(player))
	if err != nil {
		return nil, err
	}
	pos := m.Position()
	if o, ok := pos.(game.Opened); ok && o.Phase().Text != "" {
		return nil, notSettled // the colours are not decided yet
	}
	// The same position may occur in another game of the player, where estimates are not allowed.
	by := guards{positions: func(g store.Game) bool { return isContest(g) && !g.AllowsEstimates() }}
	return pos, r.forbids(ctx, player, pos, by, func(work func() error) error { return work() })
}

// estimable returns the condition under which a player may see an estimate.
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
