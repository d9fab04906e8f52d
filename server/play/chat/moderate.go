package chat

import (
	"context"

	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Line returns a line by its id, or store.ErrNotFound.
func (h *Hub) Line(ctx context.Context, id int64) (Line, error) { return h.kept().One(ctx, id) }

// MayRead returns an error if a user may not read a line.
func (h *Hub) MayRead(ctx context.Context, who identity.Who, l Line) error {
	p, err := h.placeOf(ctx, l)
	if err != nil {
		return err
	}
	v, err := h.visitorFor(ctx, who)
	if err != nil {
		return err
	}
	if r := p.right(v, l.Room, h.Now()); !r.read {
		return r.refusal()
	}
	return nil
}

// Removed replaces a line that a moderator has removed in the windows that show it.
func (h *Hub) Removed(ctx context.Context, l Line) error {
	p, err := h.placeOf(ctx, l)
	if err != nil {
		return err
	}
	l.Removed = true
	return h.tell(ctx, p, l)
}

// around is the number of lines shown before and after a reported line.
const around = 10

// Around returns the lines around a line, including that line and the texts of removed ones. If line is 0, it returns the latest
// lines of the game's players. Only moderators may call it.
func (h *Hub) Around(ctx context.Context, g store.Game, line int64) ([]wire.ChatLine, error) {
	q := Query{Game: g.ID, Room: players, Limit: 3 * around}
	if line != 0 {
		l, err := h.Line(ctx, line)
		if err != nil {
			return nil, err
		}
		q.Game, q.Room, q.Before, q.Limit = l.Game, l.Room, line+1, around+1
	}
	lines, err := h.kept().Lines(ctx, q)
	if err == nil && line != 0 {
		var behind []Line
		behind, err = h.kept().Lines(ctx, Query{Game: q.Game, Room: q.Room, After: line, Limit: around})
		lines = append(lines, behind...)
	}
	if err != nil {
		return nil, err
	}
	out, known := []wire.ChatLine{}, names{}
	for _, l := range lines {
		told, err := h.line(ctx, g, l, known)
		if err != nil {
			return nil, err
		}
		told.Text = l.Text
		out = append(out, *told)
	}
	return out, nil
}
