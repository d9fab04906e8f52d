package mistakes

import (
	"context"
	"time"

	"moyo/server/store"
)

// Archive returns a player's mistakes as JSON for their archive.
func (cfg Config) Archive(ctx context.Context, player string) (any, error) {
	kept, err := cfg.kept().of(ctx, player)
	if err != nil {
		return nil, err
	}
	type entry struct {
		Game    string    `json:"game"`
		Move    int       `json:"move"` // its number
		Created time.Time `json:"created"`
		Tried   int       `json:"tried"`
		Solved  int       `json:"solved"`
		Last    time.Time `json:"last"`
		Due     time.Time `json:"due"`
		What    any       `json:"what"`
	}
	all := []entry{}
	for _, m := range kept {
		all = append(all, entry{m.Game, m.Number, m.Created, m.Tried, m.Solved, m.Last, m.Due, store.JSON(m.Body)})
	}
	return all, nil
}
