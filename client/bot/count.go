package bot

import (
	"context"
	"slices"
	"time"

	"moyo/client/bot/client"
	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
)

// mostResumed is how often a game is gone on with because its players disagree about dead
// stones, before the other is believed where that costs nothing, so that games end.
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
	waited    bool // before the game is gone on with
	resumed   int
}

// agree does what [table.answerMarks] says.
func (t *table) agree(ctx context.Context) error {
	if m := t.answerMarks(ctx); m.Type != "" {
		return t.give(ctx, m)
	}
	return nil
}

// answerMarks returns the command that answers the marked stones, without a type for none
// now. It agrees where the engine does. Else it marks them once as the engine has them; where
// the other disagrees, the game goes on; and where that has not helped, the other is
// believed, but not where that lowers the bot's own score: then the game goes on again and
// again, after pauses that grow, until the board shows who is right.
func (t *table) answerMarks(ctx context.Context) wire.ClientMessage {
	if t.state.Score == nil || slices.Contains(t.state.Accepted, t.you) {
		return wire.ClientMessage{} // the server's proposal is waited for, or the other
	}
	if !t.count.asked || t.count.after != len(t.moves) {
		t.count = count{asked: true, after: len(t.moves), resumed: t.count.resumed}
		t.count.dead, t.count.known = t.deadStones(ctx)
	}
	marked := slices.Sorted(slices.Values(t.state.Dead))
	accept := wire.ClientMessage{Type: "accept", Version: t.version}
	switch {
	case !t.count.known || slices.Equal(marked, t.count.dead):
		t.count.corrected = true
		return accept
	case !t.count.corrected && t.count.toggles < mostToggles:
		t.count.toggles++
		return wire.ClientMessage{Type: "toggle", Point: firstDifference(marked, t.count.dead)}
	case t.count.resumed >= mostResumed && !t.lowers(marked):
		return accept
	case t.count.resumed >= mostResumed && !t.count.waited:
		t.count.waited = true
		t.pause = time.NewTimer(client.Pause(t.count.resumed - mostResumed))
		return wire.ClientMessage{}
	}
	t.count.resumed++
	return wire.ClientMessage{Type: "resume"}
}

// lowers says whether the bot would have fewer points by the marked stones than by those
// that the engine calls dead.
func (t *table) lowers(marked []int) bool {
	pos, err := t.bot.position(t.info.Board, t.info.Rules, t.moves)
	if err != nil {
		return false
	}
	s, ok := pos.(game.Scorer)
	return ok && t.lead(s, marked) < t.lead(s, t.count.dead)
}

// lead returns by how much the bot is ahead of the other once the stones on points are taken
// off.
func (t *table) lead(s game.Scorer, points []int) float64 {
	dead := make([]game.Point, len(points))
	for i, p := range points {
		dead[i] = game.Point(p)
	}
	score := s.Score(dead)
	if t.state.Holder == t.you {
		return score.Black - score.White
	}
	return score.White - score.Black
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
