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

// mostResumed is how often the bot resumes a game because the players disagree about dead stones.
// After that it accepts the other's marks if they cost it nothing, so that games end.
const mostResumed = 2

// mostToggles limits how many chains it toggles each time.
const mostToggles = 60

// count is the state of the agreement about dead stones.
type count struct {
	asked     bool // the engine was asked, about the position after this many moves
	after     int
	dead      []int // the engine's answer, ascending
	known     bool
	corrected bool // the marks were corrected once
	toggles   int
	waited    bool // before play resumes
	resumed   int
}

// agree sends the command of [table.answerMarks].
func (t *table) agree(ctx context.Context) error {
	if m := t.answerMarks(ctx); m.Type != "" {
		return t.give(ctx, m)
	}
	return nil
}

// answerMarks returns the command that answers the marked stones, or one without a type to wait. It
// agrees if the engine does. Otherwise it corrects the marks once. If the other player still
// disagrees, it resumes play. If that does not help, it accepts the other's marks unless they lower
// the bot's score. In that case it resumes again and again, after growing pauses, until the board
// shows who is right.
func (t *table) answerMarks(ctx context.Context) wire.ClientMessage {
	if t.state.Score == nil || slices.Contains(t.state.Accepted, t.you) {
		return wire.ClientMessage{} // wait for the server's proposal, or for the other player
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

// lowers reports whether the marked stones give the bot fewer points than the stones that the
// engine calls dead.
func (t *table) lowers(marked []int) bool {
	pos, err := t.bot.position(t.info.Board, t.info.Rules, t.moves)
	if err != nil {
		return false
	}
	s, ok := pos.(game.Scorer)
	return ok && t.lead(s, marked) < t.lead(s, t.count.dead)
}

// lead returns the bot's lead after the stones on points are removed.
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

// deadStones asks the engine, or the configured judge, which stones are dead.
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
		t.bot.tell(Event{Kind: "engine", Game: t.id, Text: "the engine cannot determine dead stones: " + err.Error()})
		return nil, false
	}
	for _, p := range points {
		dead = append(dead, int(p))
	}
	slices.Sort(dead)
	return dead, true
}
