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

// studyRoom is the only room of a shared study.
const studyRoom = "study"

// place is a game or a study with a chat. For a study, Game has only an id.
type place struct {
	store.Game
	study   bool
	owner   string   // of a study
	invited []string // to the study, by its owner
}

// finder finds a place by its id, for the user in ctx. Its error is shown to the user.
type finder func(ctx context.Context, id string) (place, error)

// game finds a game.
func (h *Hub) game(ctx context.Context, id string) (place, error) {
	g, err := h.Store.Game(ctx, id)
	return place{Game: g}, gameError(err)
}

// study finds a study. Users that the owner blocks get an error as if it did not exist.
func (h *Hub) study(ctx context.Context, id string) (place, error) {
	p, err := h.studyPlace(ctx, id)
	if err != nil {
		return p, err
	}
	blocks, err := h.Blocks(ctx, p.owner)
	if err == nil && blocks[identity.Player(ctx)] {
		err = studyError(store.ErrNotFound)
	}
	return p, err
}

// shutOut returns the players that may no longer see the place, although they may have entered it before: players whom the owner
// of a study blocks.
func (h *Hub) shutOut(ctx context.Context, p place) (map[string]bool, error) {
	if !p.study {
		return nil, nil
	}
	return h.Blocks(ctx, p.owner)
}

// studyPlace is study for the server itself, without a check of blocks.
func (h *Hub) studyPlace(ctx context.Context, id string) (place, error) {
	owner, invited, err := h.Study(ctx, id)
	if err != nil {
		return place{}, studyError(err)
	}
	return place{Game: store.Game{ID: id}, study: true, owner: owner, invited: invited}, nil
}

// studyError returns the error for a study that is not found.
func studyError(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return apierror.Wrap(apierror.NotFound, err, "study.unknown", "There is no such study. Its link may be incomplete, or it was deleted.")
	}
	return err
}

// placeOf returns the place in which a line was said.
func (h *Hub) placeOf(ctx context.Context, l Line) (place, error) {
	if l.Room == studyRoom {
		return h.studyPlace(ctx, l.Game)
	}
	g, err := h.Store.Game(ctx, l.Game)
	return place{Game: g}, err
}

// rooms returns the names of the place's rooms in display order.
func (p place) rooms() []string {
	if p.study {
		return []string{studyRoom}
	}
	return rooms
}

// right returns a visitor's rights in a room of the place as it is now. In a study, the owner and invited players may talk; for
// others the rules of a game's spectators apply.
func (p place) right(v visitor, room string, now time.Time) right {
	switch {
	case !p.study:
		return rightIn(p.Game, v, room, now)
	case room != studyRoom:
		return right{why: sentence.No("chat.between", "Only the players can read and write here.")}
	case !v.account:
		return right{read: true, why: sentence.No("chat.account", "Please sign in to chat here. Your account must be at least a day old.")}
	case !v.settled && v.player != p.owner && !slices.Contains(p.invited, v.player):
		return right{read: true, why: sentence.No("chat.newcomer", "You can chat here when your account is a day old.")}
	}
	return right{read: true, write: true}
}
