package desk

import (
	"context"
	"errors"
	"time"

	"moyo/engine"
	"moyo/internal/sentence"
	"moyo/server/convert"
	"moyo/server/engines"
	"moyo/server/limit"
	"moyo/server/reviews"
	"moyo/server/socket"
	"moyo/server/wire"
	"moyo/study/review"
)

// reviewEvery is how often a review that goes on is told: often enough to see its graph grow.
const reviewEvery = 700 * time.Millisecond

// review answers what became of a game, in several replies; the one that it returns is the
// last. What is found out about a game of this server is kept with it.
func (d *Desks) review(ctx context.Context, c *socket.Conn, req wire.CoachRequest) (reply wire.CoachReply, err error) {
	kept, err := d.keptReview(ctx, req)
	if kept != nil || err != nil {
		return wire.CoachReply{Review: kept}, err
	}
	f, err := d.finished(ctx, req)
	if err != nil {
		if _, ok := errors.AsType[*sentence.Error](err); !ok && req.Game != "" {
			return reply, err // the server's own
		}
		return noAdvice(because(err)), nil
	}
	r, err := review.New(f.Position, review.Options{Time: d.ReviewTime, Seed: engines.Seed(), Winner: f.Winner, Dead: f.Dead, Agreed: f.Counted})
	if errors.Is(err, review.ErrNothing) {
		return noAdvice(noMoves), nil
	}
	if err != nil {
		return reply, err
	}
	req.Rules = f.Position.Rules().ID()
	err = d.advise(ctx, c, req, func(ctx context.Context, eng engine.Engine) error {
		// Somebody else may have had it reviewed while this one waited.
		if kept, err := d.keptReview(ctx, req); kept != nil || err != nil {
			reply.Review = kept
			return err
		}
		reply.Review, err = d.runReview(ctx, c, req, r, eng, f)
		return err
	})
	if errors.Is(err, errNoAnalyst) {
		return noAdvice(unknownGame), nil
	}
	return reply, err
}

// keptReview returns what is known of the game that is asked about, nil where nothing is.
func (d *Desks) keptReview(ctx context.Context, req wire.CoachRequest) (*wire.Review, error) {
	if req.Game == "" {
		return nil, nil
	}
	return d.Reviews.Kept(ctx, req.Game)
}

// finished returns the game that is asked about.
func (d *Desks) finished(ctx context.Context, req wire.CoachRequest) (reviews.Finished, error) {
	if req.Game != "" {
		return d.Reviews.Game(ctx, req.Game)
	}
	pos, err := d.positionOf(ctx, wire.AnalysisRequest{Board: req.Board, Rules: req.Rules, Stones: req.Stones, ToPlay: req.ToPlay, Moves: req.Moves, Resumed: req.Resumed})
	return reviews.Finished{Position: pos}, err
}

// runReview looks at a game, tells what is known now and then, and keeps what is known in
// the end.
func (d *Desks) runReview(ctx context.Context, c *socket.Conn, req wire.CoachRequest, r *review.Review, eng engine.Engine, f reviews.Finished) (*wire.Review, error) {
	now, cancel := context.WithTimeout(ctx, d.ReviewTime+d.ReviewTime/4) // looks end by themselves; counting dead stones has no bound of its own
	defer cancel()
	pace := limit.NewPace(reviewEvery, d.Now)
	err := r.Run(now, eng, func() {
		if pace.Due() {
			c.Offer(wire.CoachReply{ID: req.ID, Review: convert.Review(f.Position, r.Report())})
		}
	})
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	r.End()
	found := convert.Review(f.Position, r.Report())
	if req.Game != "" && found.Whole {
		if err := d.Reviews.Keep(ctx, req.Game, found); err != nil {
			d.Log.Error("a review is not kept", "game", req.Game, "err", err)
		}
	}
	return found, nil
}
