package analysis

import (
	"context"
	"errors"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/server/base/convert"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/machines/engines"
)

// estimateTime bounds each of the two evaluations of an estimate: ownership and lead.
const estimateTime = 900 * time.Millisecond

// estimate evaluates a running game for its players, if that is allowed. The game comes from the server and is replayed in the
// caller's turn.
func (d *Desks) estimate(ctx context.Context, c *socket.Conn, req CoachRequest) (reply CoachReply, err error) {
	if req.Rules, err = d.Reviews.EstimateRules(ctx, req.Game, c.Player); err != nil {
		return unadvised(err)
	}
	err = d.advise(ctx, c, req, func(ctx context.Context, eng engine.Engine) error {
		pos, err := d.Reviews.Running(ctx, req.Game, c.Player)
		if err != nil {
			reply, err = unadvised(err)
			return err
		}
		reply.Estimate, err = estimateOf(ctx, eng, pos)
		return err
	})
	if errors.Is(err, errNoAnalyst) {
		return noAdvice(unknownGame), nil
	}
	return reply, err
}

func estimateOf(ctx context.Context, eng engine.Engine, pos game.Position) (*wire.CoachEstimate, error) {
	ownership, err := ownershipInTime(ctx, eng, pos)
	if err != nil {
		return nil, err
	}
	now, cancel := context.WithTimeout(ctx, estimateTime)
	defer cancel()
	info, err := eng.Search(now, pos, engine.Limits{Time: estimateTime, Seed: engines.Seed()}, nil)
	if err != nil {
		return nil, err
	}
	return convert.Estimate(pos, info, ownership), nil
}

// ownershipInTime is [ownershipOf] with a time limit. It returns nil for boards that are too large.
func ownershipInTime(ctx context.Context, eng engine.Engine, pos game.Position) ([]int, error) {
	now, cancel := context.WithTimeout(ctx, estimateTime)
	defer cancel()
	ownership, err := ownershipOf(now, eng, pos)
	if err != nil && now.Err() != nil {
		return nil, ctx.Err()
	}
	return ownership, err
}
