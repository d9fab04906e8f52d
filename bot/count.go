package bot

import (
	"context"
	"slices"

	"moyo/engine"
	"moyo/game"
	"moyo/server/wire"
)

// mostResumed is how often a game is gone on with because its players disagree about dead
// stones; after that the other is believed, so that games end.
const mostResumed = 2

// mostToggles bounds how many chains are marked otherwise each time.
const mostToggles = 60

// count is how far the agreement about dead stones is.
type count struct {
	asked     bool // the engine was, about the position after so many moves
	after     int
	dead      []int // as the engine says, ascending
	known     bool
	corrected bool // marks were made to be so, once
	toggles   int
	resumed   int
}

// agree agrees with the marked stones where the engine does. Else it marks them once as the
// engine has them; where the other disagrees, the game goes on; and where that does not
// help either, the other is believed.
func (t *table) agree(ctx context.Context) error {
	if t.state.Score == nil || slices.Contains(t.state.Accepted, t.you) {
		return nil // the server's proposal is waited for, or the other
	}
	if !t.count.asked || t.count.after != len(t.moves) {
		t.count = count{asked: true, after: len(t.moves), resumed: t.count.resumed}
		t.count.dead, t.count.known = t.deadStones(ctx)
	}
	marked := slices.Sorted(slices.Values(t.state.Dead))
	if !t.count.known || slices.Equal(marked, t.count.dead) {
		t.count.corrected = true
		return t.give(ctx, wire.ClientMessage{Type: "accept", Version: t.version})
	}
	if !t.count.corrected && t.count.toggles < mostToggles {
		t.count.toggles++
		return t.give(ctx, wire.ClientMessage{Type: "toggle", Point: firstDifference(marked, t.count.dead)})
	}
	if t.count.resumed < mostResumed {
		t.count.resumed++
		return t.give(ctx, wire.ClientMessage{Type: "resume"})
	}
	return t.give(ctx, wire.ClientMessage{Type: "accept", Version: t.version})
}

// firstDifference returns a point that is in one of two lists and not in the other.
func firstDifference(a, b []int) int {
	for _, p := range a {
		if !slices.Contains(b, p) {
			return p
		}
	}
	i := slices.IndexFunc(b, func(p int) bool { return !slices.Contains(a, p) })
	return b[i]
}

// deadStones asks the engine, or who judges in its place, which stones are dead.
func (t *table) deadStones(ctx context.Context) (dead []int, known bool) {
	pos, err := t.bot.position(t.info.Board, t.info.Rules, t.moves)
	if err != nil {
		return nil, false
	}
	var points []game.Point
	switch e := t.engine.(type) {
	case engine.DeadStones:
		points, err = e.Dead(ctx, pos)
	default:
		if t.bot.cfg.Judge == nil {
			return nil, false
		}
		points, err = t.bot.cfg.Judge(ctx, pos)
	}
	if err != nil {
		t.bot.tell(Event{Kind: "engine", Game: t.id, Text: "the engine cannot say which stones are dead: " + err.Error()})
		return nil, false
	}
	for _, p := range points {
		dead = append(dead, int(p))
	}
	slices.Sort(dead)
	return dead, true
}
