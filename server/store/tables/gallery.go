package tables

import (
	"context"

	"moyo/game/match"
	"moyo/server/store"
)

// CountPlayed counts a game for the board with a hash, if the game with an id has not ended
// yet. It comes before [UpdateGame], so that a game counts once. It comes after [InsertNotice],
// at which writers that end games wait for each other, so that no two wait for each other at this statement.
const CountPlayed = `UPDATE shared_boards SET played = played + 1
	WHERE hash = ? AND EXISTS (SELECT 1 FROM games WHERE id = ? AND phase <> '` + string(match.Finished) + `')`

// countPlayed counts an Append that ends a game for its board.
func (w *writer) countPlayed(ctx context.Context, g store.Game) error {
	hash := g.CountsFor()
	if hash == "" {
		return nil
	}
	_, err := w.run(ctx, CountPlayed, hash, g.ID)
	return err
}
