package analysis

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/guard"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/machines/solvers"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// afterTime bounds the judgement of a move.
const afterTime = 10 * time.Second

// solver returns the handler of one connection's solve requests. Every request gets a final reply, even if it was stopped before
// anything was found.
func (d *Desks) solver() answerer {
	return func(ctx, now context.Context, c *socket.Conn, data []byte) error {
		var req SolveRequest
		switch err := json.Unmarshal(data, &req); {
		case err != nil:
			return c.Answer(now, noSolution(0, notUnderstood))
		case req.Type == "stop":
			return nil
		case req.Problem == nil || req.Type != "solve" && req.Type != "after":
			return c.Answer(now, noSolution(req.ID, notUnderstood))
		}
		err := guard.Run(func() error { return d.answerSolve(ctx, now, c, req) })
		refusal, refused := errors.AsType[*apierror.Error](err)
		switch {
		case err == nil:
			return nil
		case refused:
			return c.Answer(ctx, noSolution(req.ID, refusal.Sentence))
		case errors.Is(err, tsumego.ErrProblem):
			return c.Answer(ctx, noSolution(req.ID, apierror.Unaskable(err)))
		case isRefused(err):
			return c.Answer(ctx, noSolution(req.ID, because(err)))
		case now.Err() != nil:
			return c.Answer(ctx, SolveReply{ID: req.ID, Answer: nothingKnown(req)})
		case errors.Is(err, errTaken):
			return c.Answer(ctx, noSolution(req.ID, taken))
		}
		d.Log.Error("solving a problem failed", "err", err)
		return c.Answer(ctx, noSolution(req.ID, solverFailed))
	}
}

// nothingKnown is the answer to a request that was stopped before anything was found.
func nothingKnown(req SolveRequest) *SolveAnswer {
	return &SolveAnswer{
		ToPlay: req.Problem.ToPlay, Question: req.Problem.Question, Verdict: string(life.Unknown), Fate: string(life.NoFate),
		FirstMoves: []string{}, Line: []string{}, Region: []int{}, Walls: []int{},
	}
}

// answerSolve answers a request until now ends.
func (d *Desks) answerSolve(ctx, now context.Context, c *socket.Conn, req SolveRequest) error {
	var p tsumego.Problem
	var pos convert.Handed
	var moves []game.Move
	var position *wire.AnalysisPosition
	err := d.inTurn(now, c, func() (err error) {
		if p, err = d.problemOf(now, *req.Problem); err != nil {
			return err
		}
		if pos, err = d.problemPosition(p); err != nil {
			return err
		}
		if moves, err = playAfter(pos, p, req.Moves); err != nil {
			return err
		}
		position = solvePosition(pos, p, moves)
		return nil
	})
	if err = cmp.Or(err, now.Err()); err != nil {
		return err
	}
	if err := c.Answer(ctx, SolveReply{ID: req.ID, Position: position}); err != nil {
		return err
	}
	if err := d.Reviews.Forbids(now, c.Asker(), pos); err != nil {
		return err
	}
	now, end := d.solves.begin(now, c.Player)
	defer end()
	urgency, longest := queue.Problem, d.solveTime(req.Seconds)
	if req.Type == "after" {
		urgency, longest = queue.Judgement, afterTime
	}
	opt := life.Options{AllMoves: req.AllMoves, Score: req.Score}
	tell := func(p *solvers.SolveProgress) { c.Offer(SolveReply{ID: req.ID, Progress: p}) }
	err = d.Solvers.Use(now, urgency, c.Asker(), p, opt, tell, func(k *solvers.Kept) error {
		now, cancel := context.WithTimeout(now, longest)
		defer cancel()
		reply := SolveReply{ID: req.ID}
		if req.Type == "solve" {
			a, err := k.Solve(now)
			if a == nil {
				return err
			}
			reply.Answer = solveAnswerOf(pos, p, a)
			return c.Answer(ctx, reply)
		}
		before, after, err := k.Judge(now, moves)
		if after == nil {
			return err
		}
		reply.Answer = solveAnswerOf(pos, p, after)
		reply.Judgement = judgementOf(pos, moves, before, after)
		return c.Answer(ctx, reply)
	})
	return causeOf(now, err)
}

// solveTime returns the search time for a request of seconds.
func (d *Desks) solveTime(seconds float64) time.Duration {
	longest := d.SolveTime
	if seconds > 0 && seconds < longest.Seconds() {
		return time.Duration(seconds * float64(time.Second))
	}
	return longest
}

// solvePosition returns the wire form of the position after moves.
func solvePosition(pos convert.Handed, p tsumego.Problem, moves []game.Move) *wire.AnalysisPosition {
	out := convert.Analysed(pos)
	stones := []byte(out.Stones)
	for _, q := range p.Walls {
		stones[q] = convert.Colors([]game.Color{game.Empty})[0] // an empty point
	}
	out.Stones = string(stones)
	st := &out.State
	st.Ply = len(moves)
	if n := len(moves); n > 0 && moves[n-1] == game.Pass {
		st.Last = -1
	}
	if len(moves) == 0 && p.Ko != board.None {
		st.Forbidden = append(st.Forbidden, wire.Forbidden{Point: int(p.Ko), Reason: game.Ko.Code()})
	}
	return out
}

// isBentFour reports whether pos, which came from p, is the bent four in the corner.
func isBentFour(pos game.Position, p tsumego.Problem, a *life.Answer) bool {
	p.Stones = slices.Clone(p.Stones)
	for q := range p.Stones {
		p.Stones[q] = pos.At(game.Point(q))
	}
	for _, q := range p.Walls {
		p.Stones[q] = game.Empty
	}
	return life.BentFour(&p, a)
}

// solveAnswerOf returns the wire form of an answer about pos.
func solveAnswerOf(pos game.Position, p tsumego.Problem, a *life.Answer) *SolveAnswer {
	w := &SolveAnswer{
		ToPlay: convert.Side(pos.ToPlay()), Defender: convert.Side(p.Defender()), Question: a.Question.String(),
		Verdict: string(a.Verdict), Fate: string(a.Fate), FirstMoves: namesOf(pos, a.FirstMoves), All: a.All,
		Score: a.Score, Line: namesOf(pos, a.Line), Tenuki: string(a.Tenuki),
		Region: convert.Points(a.Region), Found: a.Found, Assumes: string(a.Assumes),
		Walls: convert.Points(a.Walls), Nodes: a.Nodes, Memory: a.Memory,
		Millis: float64(a.Elapsed.Microseconds()) / 1000,
	}
	if slices.Contains(a.FirstMoves, a.Best) {
		w.Best = game.Format(pos, a.Best)
	}
	if a.Ko != nil {
		w.BentFour = isBentFour(pos, p, a)
		w.Ko = &SolveKo{TakesFirst: convert.Side(a.Ko.TakesFirst), Threats: a.Ko.Threats, Kind: a.Ko.Kind}
	}
	return w
}

// namesOf returns the names of moves, never nil.
func namesOf(pos game.Position, moves []game.Move) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = game.Format(pos, m)
	}
	return names
}
