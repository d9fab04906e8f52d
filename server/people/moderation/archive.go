package moderation

import (
	"context"
	"time"

	"moyo/server/base/names"
)

// part is the number of reports read at a time for an archive.
const part = 200

// Archive returns a player's reports as JSON for their archive. It leaves out reports about the player.
func (cfg Config) Archive(ctx context.Context, player string) (any, error) {
	type report struct {
		About   string     `json:"about"`
		Kind    reportKind `json:"kind"`
		Game    string     `json:"game,omitempty"`
		Reason  string     `json:"reason"`
		Text    string     `json:"text"`
		Created time.Time  `json:"created"`
		State   string     `json:"state"`
	}
	q, out := reportQuery{Reporter: player, Limit: part}, []report{}
	for {
		reports, err := cfg.kept().list(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, r := range reports {
			target, err := names.Account(ctx, cfg.Store, r.Target)
			if err != nil {
				return nil, err
			}
			out = append(out, report{target.Name, r.Kind, r.Game, r.Reason, r.Text, r.Created, string(r.State)})
			q.Before = r.ID
		}
		if len(reports) < part {
			return out, nil
		}
	}
}
