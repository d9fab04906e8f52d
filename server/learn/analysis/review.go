package analysis

import (
	"context"
	"errors"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/record"
	"moyo/internal/sentence"
	"moyo/server/base/convert"
	"moyo/server/base/limit"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/learn/reviews"
	"moyo/server/machines/engines"
	"moyo/study/review"
)

// reviewEvery is the interval of a running review's replies: short enough to see its graph grow.
const reviewEvery = 700 * time.Millisecond

// maxReviewMove bounds the moves of an imported game. No engine evaluates more positions in the time of a review.
const maxReviewMove = 2000

// review reviews a game in several replies; it returns the last one. The review of a game of this server is stored with it.
func (d *Desks) review(ctx context.Context, c *socket.Conn, req CoachRequest) (reply CoachReply, err error) {
	f, rules, err := d.askedFor(ctx, c, req)
	if err != nil {
		return unadvised(err)
	}
	kept, err := d.keptReview(ctx, req)
	if kept != nil || err != nil {
		return CoachReply{Review: kept}, err
	}
	req.Rules, f = rules, reviews.Finished{} // an imported game is replayed in the caller's turn
	err = d.advise(ctx, c, req, func(ctx context.Context, eng engine.Engine) error {
		// Another request may have reviewed the game meanwhile.
		if kept, err := d.keptReview(ctx, req); kept != nil || err != nil {
			reply.Review = kept
			return err
		}
		if req.Game != "" {
			f, err = d.Reviews.Game(ctx, req.Game)
		} else {
			err = d.brought(ctx, req, &f)
		}
		if err != nil {
			reply, err = unadvised(err)
			return err
		}
		reply, err = d.runReview(ctx, c, req, eng, f)
		return err
	})
	if errors.Is(err, errNoAnalyst) {
		return noAdvice(unknownGame), nil
	}
	return reply, err
}

// keptReview returns the stored review of the requested game, or nil.
func (d *Desks) keptReview(ctx context.Context, req CoachRequest) (*wire.Review, error) {
	if req.Game == "" {
		return nil, nil
	}
	return d.Reviews.Kept(ctx, req.Game)
}

// askedFor returns the requested game. For a game of this server it returns only the rules; its moves are replayed in the caller's
// turn. For an imported game it returns the position, after checking that no position is in a running game of the caller.
func (d *Desks) askedFor(ctx context.Context, c *socket.Conn, req CoachRequest) (f reviews.Finished, rules string, err error) {
	if req.Game != "" {
		rules, err = d.Reviews.RulesOf(ctx, req.Game)
		return f, rules, err
	}
	if len(req.Moves) > maxReviewMove {
		return f, "", &sentence.Error{Sentence: manyMoves}
	}
	if err := d.inTurn(ctx, c, func() error { return d.brought(ctx, req, &f) }); err != nil {
		return f, "", err
	}
	return f, f.Position.Rules().ID(), d.Reviews.Forbids(ctx, c.Asker(), f.Position)
}

// winnerOf returns the winner of an imported game: the stated one, or that of the record's text.
func winnerOf(req CoachRequest) game.Color {
	if winner, _ := convert.ParseSide(req.Winner); winner != game.Empty {
		return winner
	}
	winner, _ := record.Winner(req.Result)
	return winner
}

// brought replays an imported game. The error is for the caller.
func (d *Desks) brought(ctx context.Context, req CoachRequest, f *reviews.Finished) (err error) {
	f.Winner = winnerOf(req)
	if f.Position, err = d.positionOf(ctx, askedBy(req)); err != nil {
		return &sentence.Error{Sentence: because(err)}
	}
	return nil
}

// runReview reviews a game, sends the results so far now and then, and stores the final ones.
func (d *Desks) runReview(
	ctx context.Context, c *socket.Conn, req CoachRequest, eng engine.Engine, f reviews.Finished,
) (reply CoachReply, err error) {
	r, err := review.New(f.Position, review.Options{
		Time: d.ReviewTime, Seed: engines.Seed(), Winner: f.Winner, Drawn: f.Drawn, Dead: f.Dead, Agreed: f.Counted,
	})
	if errors.Is(err, review.ErrNothing) {
		return noAdvice(noMoves), nil
	}
	if err != nil {
		return reply, err
	}
	// searches have their own limits; counting dead stones has none
	now, cancel := context.WithTimeout(ctx, d.ReviewTime+d.ReviewTime/4)
	defer cancel()
	pace := limit.NewPace(reviewEvery, d.Now)
	err = r.Run(now, eng, func() {
		if pace.Due() {
			c.Offer(CoachReply{ID: req.ID, Review: convert.Review(f.Position, r.Report())})
		}
	})
	if err != nil || ctx.Err() != nil {
		return reply, err
	}
	r.End()
	found := convert.Review(f.Position, r.Report())
	if req.Game != "" && found.Whole {
		if err := d.Reviews.Keep(ctx, req.Game, found); err != nil {
			d.Log.Error("storing a review failed", "game", req.Game, "err", err)
		}
	}
	return CoachReply{Review: found}, nil
}
