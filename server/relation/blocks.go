package relation

import (
	"context"

	"moyo/server/store"
)

// Blocks knows who wants to have nothing to do with whom.
type Blocks struct{ store.Relations }

// Blocked says whether either player has blocked the other.
func (b Blocks) Blocked(ctx context.Context, player, other string) (bool, error) {
	for _, pair := range [][2]string{{player, other}, {other, player}} {
		if blocks, err := b.HasRelation(ctx, pair[0], store.Block, pair[1]); err != nil || blocks {
			return blocks, err
		}
	}
	return false, nil
}
