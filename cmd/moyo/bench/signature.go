package bench

import (
	"context"

	enginegomoku "moyo/engine/gomoku"
	engineweiqi "moyo/engine/weiqi"
)

// Signature returns the number of the Bench line of commits: nodes of fixed
// searches on one thread, which change when an engine plays differently.
func Signature(ctx context.Context) (uint64, error) {
	stones, err := engineweiqi.Signature(ctx)
	if err != nil {
		return 0, err
	}
	rows, err := enginegomoku.Signature(ctx)
	if err != nil {
		return 0, err
	}
	return (stones + rows) % 1e8, nil
}
