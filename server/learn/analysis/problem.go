package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/solve/life/tsumego"
)

// maxAfter bounds the moves played from a problem.
const maxAfter = 400

// solveRules are the rules of the positions that are shown; the solver has its own.
const solveRules = "weiqi:ko=simple"

// problemOf returns the complete problem of a message. The error is for the caller.
func (d *Desks) problemOf(ctx context.Context, w Tsumego) (tsumego.Problem, error) {
	p, err := d.draftOf(ctx, w)
	if err != nil {
		return p, err
	}
	return p, cmp.Or(p.Check(), p.CheckKo())
}

// draftOf is problemOf for a problem that may be incomplete: an empty board can be stored and drawn, but not solved.
func (d *Desks) draftOf(ctx context.Context, w Tsumego) (tsumego.Problem, error) {
	p := tsumego.Problem{ID: w.ID, Ko: board.None, Notes: w.Notes}
	var err error
	if p.Board, err = d.Boards.Get(ctx, w.Board); err != nil {
		return p, apierror.Invalid(err)
	}
	if p.Stones, err = convert.ParseColors(w.Stones, p.Board.Len()); err != nil {
		return p, apierror.Invalid(err)
	}
	var ok bool
	if p.ToPlay, ok = convert.ParseSide(w.ToPlay); !ok || p.ToPlay == game.Empty {
		return p, apierror.New(apierror.BadRequest, `the side to move is "black" or "white", not %.20q`, w.ToPlay)
	}
	if p.Question, err = tsumego.ParseQuestion(w.Question); err != nil {
		return p, apierror.Invalid(err)
	}
	if p.Target, err = pointsOf(w.Target, p.Board, "the target"); err != nil {
		return p, err
	}
	if p.Region, err = pointsOf(w.Region, p.Board, "the region"); err != nil {
		return p, err
	}
	if p.Walls, err = pointsOf(w.Walls, p.Board, "the walls"); err != nil {
		return p, err
	} else if len(p.Walls) > 0 && len(p.Region) == 0 {
		return p, apierror.New(apierror.BadRequest, "walls need a region")
	}
	if w.Ko != nil {
		ko, err := pointsOf([]int{*w.Ko}, p.Board, "the ko")
		if err != nil {
			return p, err
		}
		p.Ko = ko[0]
	}
	p.Threats, err = threatsOf(w.Threats)
	return p, err
}

// pointsOf returns points of a board in ascending order, without duplicates.
func pointsOf(ps []int, b *board.Board, what string) ([]game.Point, error) {
	if len(ps) > b.Len() {
		return nil, apierror.New(apierror.BadRequest, "%s has %d points, the board %d", what, len(ps), b.Len())
	}
	out := make([]game.Point, len(ps))
	for i, p := range ps {
		if p < 0 || p >= b.Len() {
			return nil, apierror.New(apierror.BadRequest, "%s has point %d, which is not on the board", what, p)
		}
		out[i] = game.Point(p)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func threatsOf(w *Threats) (*tsumego.Threats, error) {
	if w == nil {
		return nil, nil
	}
	if min(w.Black, w.White) < 0 || max(w.Black, w.White) > tsumego.Unlimited {
		return nil, apierror.New(apierror.BadRequest, "the ko threats of a side are 0 to %d", tsumego.Unlimited)
	}
	return &tsumego.Threats{Black: uint8(w.Black), White: uint8(w.White)}, nil
}

// problemPosition returns the start position of a problem, with stones on its walls; stones that these capture are removed.
func (d *Desks) problemPosition(p tsumego.Problem) (convert.Handed, error) {
	rules, err := d.Rules(solveRules)
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(p.Board)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	h, ok := pos.(convert.Handed)
	if !ok {
		return nil, fmt.Errorf("positions of %s cannot be set up", solveRules)
	}
	if err := h.Set(convert.Placed(p.Walled()), p.ToPlay); err != nil {
		return nil, apierror.Invalid(err)
	}
	return h, nil
}

// playAfter plays moves from a problem's position. A pass gives the turn to the other side and never ends the game.
func playAfter(pos convert.Handed, p tsumego.Problem, names []string) ([]game.Move, error) {
	if len(names) > maxAfter {
		return nil, apierror.New(apierror.BadRequest, "%d moves are too many; at most %d are allowed", len(names), maxAfter)
	}
	moves := make([]game.Move, 0, len(names))
	for i, name := range names {
		if len(name) > convert.MaxMove {
			return nil, apierror.New(apierror.BadRequest, "move %d is not a move", i+1)
		}
		move, err := game.ParseMove(pos, name)
		if err != nil {
			return nil, apierror.New(apierror.BadRequest, "move %d: this board has no point %.20q", i+1, name)
		}
		if err := playOne(pos, p, move, i == 0); err != nil {
			return nil, apierror.New(apierror.BadRequest, "move %d, %.20q: %s", i+1, name, err)
		}
		moves = append(moves, move)
	}
	return moves, nil
}

func playOne(pos convert.Handed, p tsumego.Problem, move game.Move, first bool) error {
	if move == game.Pass {
		pos.SetToPlay(pos.ToPlay().Other())
		return nil
	}
	if first && move.Point() == p.Ko && p.Ko != board.None {
		return errors.New(game.Ko.String())
	}
	if len(p.Region) > 0 && move >= 0 && !slices.Contains(p.Region, move.Point()) {
		return errors.New("that point is outside the region")
	}
	if illegal, ok := errors.AsType[*game.IllegalMove](pos.Play(move)); ok {
		return errors.New(illegal.Reason.String())
	}
	return nil
}
