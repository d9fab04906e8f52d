package chat

import (
	"context"
	"errors"
	"slices"
	"time"

	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// studyRoom is the one room of a shared study.
const studyRoom = "study"

// place is where people talk: a game, or a study, of which the Game has only an id.
type place struct {
	store.Game
	study   bool
	owner   string   // of a study
	invited []string // to it: whom its owner knows
}

// finder finds a place by its id, for whoever asks in the context. Its error is for people.
type finder func(ctx context.Context, id string) (place, error)

// game finds a game.
func (h *Hub) game(ctx context.Context, id string) (place, error) {
	g, err := h.Store.Game(ctx, id)
	return place{Game: g}, gameError(err)
}

// study finds a study; for those whom its owner blocks there is none.
func (h *Hub) study(ctx context.Context, id string) (place, error) {
	p, err := h.studyPlace(ctx, id)
	if err != nil {
		return p, err
	}
	blocks, err := h.blocks(ctx, p.owner)
	if err == nil && blocks[identity.Player(ctx)] {
		err = studyError(store.ErrNotFound)
	}
	return p, err
}

// shutOut returns the players for whom there is no such place, although they may have come
// before that was so: whom the owner of a study blocks.
func (h *Hub) shutOut(ctx context.Context, p place) (map[string]bool, error) {
	if !p.study {
		return nil, nil
	}
	return h.blocks(ctx, p.owner)
}

// studyPlace is study for the server itself.
func (h *Hub) studyPlace(ctx context.Context, id string) (place, error) {
	owner, invited, err := h.Study(ctx, id)
	if err != nil {
		return place{}, studyError(err)
	}
	return place{Game: store.Game{ID: id}, study: true, owner: owner, invited: invited}, nil
}

// studyError returns the answer to those whose study is not found.
func studyError(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return apierror.Wrap(apierror.NotFound, err, "study.unknown", "There is no such study. Its link may be incomplete, or it was deleted.")
	}
	return err
}

// placeOf returns where a line was said.
func (h *Hub) placeOf(ctx context.Context, l store.Line) (place, error) {
	if l.Room == studyRoom {
		return h.studyPlace(ctx, l.Game)
	}
	g, err := h.Store.Game(ctx, l.Game)
	return place{Game: g}, err
}

// rooms are those of the place, in the order in which they are shown.
func (p place) rooms() []string {
	if p.study {
		return []string{studyRoom}
	}
	return rooms
}

// right says what a visitor may do in a room of the place as it is now. In a study those talk
// whom its owner knows, and others as among those who watch a game.
func (p place) right(v visitor, room string, now time.Time) right {
	switch {
	case !p.study:
		return rightIn(p.Game, v, room, now)
	case room != studyRoom:
		return right{why: sentence.No("chat.between", "This is between the players.")}
	case !v.account:
		return right{read: true, why: sentence.No("chat.account", "Those whose account is a day old can talk here.")}
	case !v.settled && v.player != p.owner && !slices.Contains(p.invited, v.player):
		return right{read: true, why: sentence.No("chat.newcomer", "You can talk here when your account is a day old.")}
	}
	return right{read: true, write: true}
}
