package analysis

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/guard"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/machines/engines"
	"moyo/server/share/boards"
)

// The bounds of an analysis.
const (
	maxExcluded = 500 // moves excluded from the search
	maxBest     = 12  // moves evaluated one by one
)

// analyst returns the handler of analysis requests.
func (d *Desks) analyst() answerer {
	return func(ctx, now context.Context, c *socket.Conn, data []byte) error {
		var req AnalysisRequest
		if err := json.Unmarshal(data, &req); err != nil {
			return c.Answer(now, noAnalysis(0, notUnderstood))
		}
		err := guard.Run(func() error { return d.analyse(now, c, req) })
		switch {
		case err == nil || now.Err() != nil:
			return nil
		case isFull(err):
			return c.Answer(ctx, noAnalysis(req.ID, tooMuch))
		case errors.Is(err, errTaken):
			return c.Answer(ctx, noAnalysis(req.ID, taken))
		}
		d.Log.Error("analysis failed", "err", err)
		return c.Answer(ctx, noAnalysis(req.ID, analysisFailed))
	}
}

// isFull reports whether even the queue was full.
func isFull(err error) bool {
	_, full := errors.AsType[*apierror.Error](err)
	return full
}

// analyse answers one request until ctx ends.
func (d *Desks) analyse(ctx context.Context, c *socket.Conn, req AnalysisRequest) error {
	var reply AnalysisReply
	var pos game.Position
	err := d.inTurn(ctx, c, func() (err error) {
		if pos, err = d.positionOf(ctx, req); err != nil {
			reply = noAnalysis(req.ID, because(err))
			return nil
		}
		reply = AnalysisReply{ID: req.ID, Position: convert.Analysed(pos)}
		return nil
	})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	if err := c.Answer(ctx, reply); err != nil {
		return err
	}
	id := d.Analysts[convert.GameID(req.Rules)]
	if pos == nil || req.Seconds <= 0 || id == "" || pos.Outcome().Over {
		return nil
	}
	if err := d.Reviews.Forbids(ctx, c.Asker(), pos); err != nil {
		return d.refused(ctx, c, req.ID, err)
	}
	if req.Pass && !passed(pos) {
		return c.Answer(ctx, noAnalysis(req.ID, noPass))
	}
	return d.think(ctx, c, req, id)
}

// think evaluates the position of a request with an engine. It builds the position again when it gets the engine, so that waiting
// requests hold no memory for it.
func (d *Desks) think(ctx context.Context, c *socket.Conn, req AnalysisRequest, id string) error {
	ctx, end := d.searches.begin(ctx, c.Player)
	defer end()
	loan := engines.Loan{Engine: id, Game: c.Player, Urgency: queue.Analysis, For: c.Asker(), Tell: func(at queue.Place) {
		c.Offer(AnalysisReply{ID: req.ID, Waiting: at.Waiting()})
	}}
	err := d.Engines.Use(ctx, loan, func(eng engine.Engine) error {
		pos, err := d.positionOf(ctx, req)
		if err != nil {
			return err
		}
		if req.Pass {
			passed(pos)
		}
		if err := ownership(ctx, c, req, eng, pos); err != nil {
			return err
		}
		lim := d.limits(req, pos)
		now, cancel := context.WithTimeout(ctx, lim.Time)
		defer cancel()
		info, err := eng.Search(now, pos, lim, d.thinker(c, req.ID, pos))
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		return c.Answer(ctx, AnalysisReply{ID: req.ID, Thinking: convert.Thinking(pos, info, true)})
	})
	return causeOf(ctx, err)
}

// limits returns the limits of a request, within the bounds of the desk.
func (d *Desks) limits(req AnalysisRequest, pos game.Position) engine.Limits {
	return engine.Limits{
		Time: min(time.Duration(req.Seconds*float64(time.Second)), d.AnalysisTime), Seed: engines.Seed(),
		Best: min(max(req.Best, 0), maxBest), Exclude: convert.ParseMoves(pos, req.Exclude[:min(len(req.Exclude), maxExcluded)]),
	}
}

// passed gives the turn to the other side. It is not a pass, which might end the game.
func passed(pos game.Position) bool {
	t, ok := pos.(game.Turner)
	if ok {
		t.SetToPlay(pos.ToPlay().Other())
	}
	return ok
}

// ownership sends the ownership of each point, if the request wants it and the engine supports it.
func ownership(ctx context.Context, c *socket.Conn, req AnalysisRequest, eng engine.Engine, pos game.Position) error {
	if !req.Owner {
		return nil
	}
	found, err := ownershipOf(ctx, eng, pos)
	if err != nil || found == nil {
		return err
	}
	return c.Answer(ctx, AnalysisReply{ID: req.ID, Owners: found})
}

// ownershipOf returns the ownership of each point, or nil if the game has no ownership or the engine does not support it.
func ownershipOf(ctx context.Context, eng engine.Engine, pos game.Position) ([]int, error) {
	o, ok := eng.(engine.OwnershipEstimator)
	if _, counted := pos.(game.Scorer); !ok || !counted {
		return nil, nil
	}
	found, err := o.Ownership(ctx, pos)
	if err != nil {
		return nil, err
	}
	return convert.Owners(found), nil
}

// refused tells the caller why no engine evaluates a position; other errors are server errors.
func (d *Desks) refused(ctx context.Context, c *socket.Conn, id int, err error) error {
	if !isRefused(err) {
		return err
	}
	return c.Answer(ctx, noAnalysis(id, because(err)))
}

// isRefused reports whether err is a message for the caller.
func isRefused(err error) bool {
	_, refused := errors.AsType[*sentence.Error](err)
	return refused
}

// thinker returns a function that reports an engine's thoughts, at a limited rate and only while the connection keeps up.
func (d *Desks) thinker(c *socket.Conn, id int, pos game.Position) func(engine.Info) {
	pace := limit.NewPace(limit.ReportEvery, d.Now)
	return func(info engine.Info) {
		if pace.Due() {
			c.Offer(AnalysisReply{ID: id, Thinking: convert.Thinking(pos, info, false)})
		}
	}
}

// positionOf returns the position of a request. The error is for the caller.
func (d *Desks) positionOf(ctx context.Context, req AnalysisRequest) (game.Position, error) {
	if len(req.Rules) > boards.MaxSpec {
		return nil, fmt.Errorf("rules %.20q...: an id has at most %d characters", req.Rules, boards.MaxSpec)
	}
	b, err := d.Boards.Get(ctx, req.Board)
	if err != nil {
		return nil, err
	}
	rules, err := d.Rules(req.Rules)
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, err
	}
	if err := convert.Reach(ctx, pos, req.Stones, req.ToPlay, req.Moves); err != nil {
		return nil, err
	}
	if req.Resumed {
		game.Resume(pos)
	}
	return pos, nil
}
