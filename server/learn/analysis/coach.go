package analysis

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/internal/sentence"
	"moyo/server/base/convert"
	"moyo/server/base/guard"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/machines/engines"
	"moyo/study/coach"
)

// The bounds of the coach.
const (
	hintTime     = 1200 * time.Millisecond
	maxCoachNote = 4 // in one reply
)

// coach returns the handler of coach requests.
func (d *Desks) coach() answerer {
	return func(ctx, now context.Context, c *socket.Conn, data []byte) error {
		var req CoachRequest
		if err := json.Unmarshal(data, &req); err != nil {
			return c.Answer(now, noAdvice(notUnderstood))
		}
		if req.Type == "stop" {
			return nil
		}
		var reply CoachReply
		err := guard.Run(func() (err error) { reply, err = d.coached(now, c, req); return err })
		switch {
		case now.Err() != nil:
			return nil
		case errors.Is(err, errTaken):
			reply = noAdvice(taken)
		case isFull(err):
			reply = noAdvice(tooMuch)
		case err != nil:
			d.Log.Error("the coach failed", "err", err)
			reply = noAdvice(coachFailed)
		}
		reply.ID = req.ID
		return c.Answer(ctx, reply)
	}
}

// coached answers one request until ctx ends. The error is not for the caller.
func (d *Desks) coached(ctx context.Context, c *socket.Conn, req CoachRequest) (CoachReply, error) {
	switch req.Type {
	case "review":
		return d.review(ctx, c, req)
	case "estimate":
		return d.estimate(ctx, c, req)
	}
	var pos game.Position
	var reply CoachReply
	err := d.inTurn(ctx, c, func() (err error) {
		if pos, err = d.positionOf(ctx, askedBy(req)); err != nil {
			reply = noAdvice(because(err))
			return nil
		}
		reply = said(pos, req)
		return nil
	})
	if err = cmp.Or(err, ctx.Err()); err != nil || pos == nil || req.Type != "hint" || reply.Problem != "" {
		return reply, err
	}
	if err := d.Reviews.Forbids(ctx, c.Asker(), pos); err != nil {
		return unadvised(err)
	}
	return d.hint(ctx, c, req)
}

// askedBy returns the position of a coach request.
func askedBy(req CoachRequest) AnalysisRequest {
	return AnalysisRequest{
		Board: req.Board, Rules: req.Rules, Stones: req.Stones, ToPlay: req.ToPlay, Moves: req.Moves, Resumed: req.Resumed,
	}
}

// said returns the coach's reply without an engine. For a hint it only checks whether a hint is possible.
func said(pos game.Position, req CoachRequest) CoachReply {
	side, ok := convert.ParseSide(req.Side)
	if !ok || side == game.Empty {
		return noAdvice(sentence.Sentence{Text: `the side that the coach talks to is "black" or "white"`})
	}
	switch req.Type {
	case "notes":
		return CoachReply{Notes: notesOf(pos, side)}
	case "why":
		move, err := game.ParseMove(pos, req.Move)
		if err != nil || len(req.Move) > convert.MaxMove {
			return noAdvice(noSuchPoint)
		}
		return CoachReply{Why: whyNote(pos, move, side)}
	case "hint":
		if pos.ToPlay() != side {
			return noAdvice(notYourTurn)
		}
		return CoachReply{}
	}
	return noAdvice(notUnderstood)
}

// unadvised converts an error into a reply; the caller does not see server errors.
func unadvised(err error) (CoachReply, error) {
	if !isRefused(err) {
		return CoachReply{}, err
	}
	return noAdvice(because(err)), nil
}

// hint lets an engine choose a move.
func (d *Desks) hint(ctx context.Context, c *socket.Conn, req CoachRequest) (reply CoachReply, err error) {
	err = d.advise(ctx, c, req, func(ctx context.Context, eng engine.Engine) error {
		pos, err := d.positionOf(ctx, askedBy(req)) // built again, as by think
		if err != nil {
			return err
		}
		reply.Hint, err = hintOf(ctx, eng, pos)
		return err
	})
	if errors.Is(err, errNoAnalyst) {
		return noAdvice(unknownGame), nil
	}
	return reply, err
}

// errNoAnalyst is returned for a game without an analysis engine.
var errNoAnalyst = errors.New("no engine can analyse this game")

// advise borrows an engine for advice, and ends the visitor's earlier request.
func (d *Desks) advise(ctx context.Context, c *socket.Conn, req CoachRequest, f func(context.Context, engine.Engine) error) error {
	id := d.Analysts[convert.GameID(req.Rules)]
	if id == "" {
		return errNoAnalyst
	}
	ctx, end := d.advice.begin(ctx, c.Player)
	defer end()
	loan := engines.Loan{Engine: id, Game: c.Player, Urgency: queue.Analysis, For: c.Asker(), Tell: func(at queue.Place) {
		c.Offer(CoachReply{ID: req.ID, Waiting: at.Waiting()})
	}}
	err := d.Engines.Use(ctx, loan, func(eng engine.Engine) error {
		return cmp.Or(f(ctx, eng), ctx.Err()) // the result of an interrupted search is no advice
	})
	return causeOf(ctx, err)
}

func hintOf(ctx context.Context, eng engine.Engine, pos game.Position) (*CoachHint, error) {
	ctx, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	move, says, err := coach.Hint(ctx, eng, pos, engine.Limits{Time: hintTime, Seed: engines.Seed()})
	if err != nil {
		return nil, err
	}
	return &CoachHint{Move: game.Format(pos, move), Point: int(move.Point()), Says: convert.Sayings(pos, says)}, nil
}

// noteKinds are the wire names of notes.
var noteKinds = map[coach.Kind]string{coach.Win: "line", coach.Threat: "line", coach.Atari: "atari", coach.Take: "take"}

// notesOf returns the notes on a position, or without notes, what surely is no threat.
func notesOf(pos game.Position, side game.Color) *CoachNotes {
	notes := &CoachNotes{Notes: coachNotes(pos, side), Calm: []wire.Saying{}}
	if len(notes.Notes) == 0 {
		notes.Calm = convert.Sayings(pos, coach.Calm(pos, side))
	}
	return notes
}

func coachNotes(pos game.Position, side game.Color) []CoachNote {
	out := []CoachNote{}
	for _, n := range coach.Notes(pos, side) {
		if len(out) == maxCoachNote {
			break
		}
		note := CoachNote{
			Kind: noteKinds[n.Kind], Color: convert.Side(n.Side), Says: convert.Sayings(pos, []coach.Saying{n.Says}),
			Points: convert.Points(n.Stones), Place: int(board.None),
		}
		if len(n.Points) > 0 {
			note.Place = int(n.Points[0])
		}
		if note.Kind == "line" && len(n.Stones) == 0 {
			note.Kind = "tip" // won by something other than a line
		}
		out = append(out, note)
	}
	return out
}

// whyNote explains why a move is illegal; it returns an empty note for a legal one.
func whyNote(pos game.Position, move game.Move, side game.Color) *CoachNote {
	return &CoachNote{
		Kind: "rule", Color: convert.Side(side), Says: convert.Sayings(pos, coach.Why(pos, move)), Points: []int{}, Place: int(move.Point()),
	}
}
