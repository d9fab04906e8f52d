package relation

import (
	"context"
	"time"

	"moyo/server/base/names"
)

// Archive returns a player's relations as JSON for their archive. It leaves out who has blocked the player.
func (cfg Config) Archive(ctx context.Context, player string) (any, error) {
	type other struct {
		Name  string    `json:"name"`
		Since time.Time `json:"since"`
	}
	out := map[Kind][]other{}
	for _, kind := range []Kind{Follow, Block} {
		relations, err := cfg.kept().Of(ctx, player, kind)
		if err != nil {
			return nil, err
		}
		for _, r := range relations {
			p, err := names.Account(ctx, cfg.Store, r.Other)
			if err != nil {
				return nil, err
			}
			out[kind] = append(out[kind], other{p.Name, r.Created})
		}
	}
	return out, nil
}
