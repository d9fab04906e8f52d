package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/server/apierror"
	"moyo/server/boards"
	"moyo/server/convert"
	"moyo/server/engines"
	"moyo/server/guard"
	"moyo/server/limit"
	"moyo/server/queue"
	"moyo/server/socket"
	"moyo/server/wire"
)

// The bounds of an analysis.
const (
	maxAnalysisMove = 4000 // moves
	maxExcluded     = 500  // moves that are not to be considered
	maxBest         = 12   // moves valued one by one
)

// analyst answers the questions of an analysis.
func (d *Desks) analyst() answerer {
	return func(ctx, now context.Context, c *socket.Conn, data []byte) error {
		var req wire.AnalysisRequest
		if err := json.Unmarshal(data, &req); err != nil {
			return c.Answer(now, noAnalysis(0, notUnderstood))
		}
		err := guard.Run(func() error { return d.analyse(now, c, req) })
		_, full := errors.AsType[*apierror.Error](err)
		switch {
		case err == nil || now.Err() != nil:
			return nil
		case full:
			return c.Answer(ctx, noAnalysis(req.ID, tooMuch))
		case errors.Is(err, errTaken):
			return c.Answer(ctx, noAnalysis(req.ID, taken))
		}
		d.Log.Error("analysis failed", "err", err)
		return c.Answer(ctx, noAnalysis(req.ID, analysisFailed))
	}
}

// analyse answers one request until ctx ends.
func (d *Desks) analyse(ctx context.Context, c *socket.Conn, req wire.AnalysisRequest) error {
	pos, err := d.positionOf(ctx, req)
	if err != nil {
		return c.Answer(ctx, noAnalysis(req.ID, because(err)))
	}
	if err := c.Answer(ctx, wire.AnalysisReply{ID: req.ID, Position: convert.Analysed(pos)}); err != nil {
		return err
	}
	id := d.Analysts[convert.GameID(req.Rules)]
	if req.Seconds <= 0 || id == "" || pos.Outcome().Over {
		return nil
	}
	lim := engine.Limits{Seed: engines.Seed(), Best: min(max(req.Best, 0), maxBest), Exclude: convert.ParseMoves(pos, req.Exclude[:min(len(req.Exclude), maxExcluded)])}
	ctx, end := d.searches.begin(ctx, c.Player)
	defer end()
	loan := engines.Loan{Engine: id, Game: c.Player, Urgency: queue.Analysis, For: c.Asker(), Tell: func(at queue.Place) {
		c.Offer(wire.AnalysisReply{ID: req.ID, Waiting: at.Waiting()})
	}}
	err = d.Engines.Use(ctx, loan, func(eng engine.Engine) error {
		longest := min(time.Duration(req.Seconds*float64(time.Second)), d.AnalysisTime)
		now, cancel := context.WithTimeout(ctx, longest)
		defer cancel()
		lim.Time = longest
		info, err := eng.Search(now, pos, lim, d.thinker(c, req.ID, pos))
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		return c.Answer(ctx, wire.AnalysisReply{ID: req.ID, Thinking: convert.Thinking(pos, info, true)})
	})
	return causeOf(ctx, err)
}

// thinker returns what reports an engine's thoughts, not too often, and only while
// the connection keeps up.
func (d *Desks) thinker(c *socket.Conn, id int, pos game.Position) func(engine.Info) {
	pace := limit.NewPace(limit.ReportEvery, d.Now)
	return func(info engine.Info) {
		if pace.Due() {
			c.Offer(wire.AnalysisReply{ID: id, Thinking: convert.Thinking(pos, info, false)})
		}
	}
}

// positionOf returns the position that a request asks about. The error is for
// the one who asks.
func (d *Desks) positionOf(ctx context.Context, req wire.AnalysisRequest) (game.Position, error) {
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
	if req.Stones != "" {
		if err := convert.SetUp(pos, req.Stones, req.ToPlay); err != nil {
			return nil, err
		}
	}
	if len(req.Moves) > maxAnalysisMove {
		return nil, fmt.Errorf("%d moves are more than the %d that can be looked at", len(req.Moves), maxAnalysisMove)
	}
	for i, name := range req.Moves {
		game.Resume(pos)
		if err := convert.PlayNamed(pos, name); err != nil {
			return nil, fmt.Errorf("move %d, %.20q: %w", i+1, name, err)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if req.Resumed {
		game.Resume(pos)
	}
	return pos, nil
}
