package room

import (
	"time"

	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/store"
)

// How long a seat is kept for somebody who has been challenged.
const (
	keptLive = time.Hour // for a game with a live clock, which needs both players at once
	keptLong = 7 * 24 * time.Hour
)

// errExpired answers somebody who comes later.
var errExpired = apierror.Say(match.CodeNotNow, "seat.old", "This challenge is too old: ask for a new one.")

// Expired says whether a game has kept a seat for somebody for too long.
func (h *Hub) Expired(g store.Game) bool {
	return g.Phase == match.Waiting && h.expired(g.Black, g.White, g.Clock, g.Created)
}

func (h *Hub) expired(black, white match.Seat, clockText string, created time.Time) bool {
	kept := black.Kind == match.Open && black.Player != "" || white.Kind == match.Open && white.Player != ""
	lasts := keptLong
	if spec, err := clock.Parse(clockText); err == nil && spec.Live() {
		lasts = keptLive
	}
	return kept && h.Now().Sub(created) >= lasts
}
