package terminal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/client/terminal/words"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
)

// used returns the time since the last event of a game with a running clock, in whole milliseconds,
// as in events.
func (t *Table) used(now time.Time) time.Duration {
	if t.match.Running() == game.Empty {
		return 0
	}
	return max(now.Sub(t.since), 0).Truncate(time.Millisecond)
}

// advanceClock starts to count from the event at now, which took used. What rounding to
// milliseconds cut off counts the next time.
func (t *Table) advanceClock(now time.Time, used time.Duration, ran bool) {
	if ran {
		t.since = t.since.Add(used)
	} else {
		t.since = now
	}
}

// left returns the time that a player has now.
func (t *Table) left(player game.Color) clock.State {
	st := t.match.Left(player)
	if t.match.Running() == player {
		st, _ = t.match.Clock().Run(st, t.used(t.now()))
	}
	return st
}

// untilFlag returns the time until a flag falls, and whether a clock runs.
func (t *Table) untilFlag() (time.Duration, bool) {
	left, ok := t.match.FlagIn()
	return left - t.used(t.now()) + time.Millisecond, ok
}

// fall ends the game if the player to move has run out of time, and reports whether it did.
func (t *Table) fall() bool {
	if left, ok := t.untilFlag(); !ok || left > 0 {
		return false
	}
	return t.apply(match.Event{Kind: match.Flagged, By: t.match.Running()}) == nil
}

// timeUp reports whether an event was refused because it came too late.
func timeUp(err error) bool {
	var refusal *match.Refusal
	return errors.As(err, &refusal) && refusal.Code == match.CodeTimeUp
}

// engineLag is the time that an engine's move needs beside its search.
const engineLag = 50 * time.Millisecond

// searchLimits returns the limits of the engine to move, by its clock if it has one.
func (t *Table) searchLimits() engine.Limits {
	lim := t.limits
	if player := t.match.Turn(); t.match.Clock().Counts() && player != game.Empty {
		lim.Clock = engine.Clock{Spec: t.match.Clock(), Own: t.left(player), Other: t.left(player.Other())}.After(engineLag)
	}
	return lim
}

// untilFlagOf ends the context of a search with its clock.
func untilFlagOf(ctx context.Context, lim engine.Limits) (context.Context, context.CancelFunc) {
	if !lim.Clock.Counts() {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, lim.Clock.Left())
}

// undoTimed takes back the last move of two people with clocks. They have agreed on it at the
// board.
func (t *Table) undoTimed() error {
	turns := t.match.Position().Turns()
	if len(turns) == 0 {
		return sentence("There is no move to take back.")
	}
	by := turns[len(turns)-1].Player
	if err := t.apply(match.Event{Kind: match.Asked, By: by}); err != nil {
		return err
	}
	return t.apply(match.Event{Kind: match.Granted, By: by.Other()})
}

// clockText returns a player's time: the main time or the overtime, with a constant width while it
// runs.
func (t *Table) clockText(player game.Color) string {
	spec, st := t.match.Clock(), t.left(player)
	switch {
	case spec.Kind == clock.Byoyomi && st.Main == 0 && st.Periods > 0:
		return fmt.Sprintf("%s, %s", timeText(st.Period), words.Count(st.Periods, "period"))
	case spec.Kind == clock.Canadian && st.Main == 0 && st.Stones > 0:
		return fmt.Sprintf("%s for %s", timeText(st.Period), words.Count(st.Stones, "stone"))
	}
	return timeText(st.Main)
}

// tenthsBelow is the time below which tenths are shown.
const tenthsBelow = 10 * time.Second

// shown returns the time of a player whose clock is running on the screen.
func (t *Table) shown(player game.Color) time.Duration {
	st := t.left(player)
	if st.Main == 0 {
		return st.Period
	}
	return st.Main
}

// timeText formats a time as clocks do: whole seconds, and tenths below ten.
func timeText(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= day:
		return fmt.Sprintf("%dd %02d:%02d", d/day, d%day/time.Hour, d%time.Hour/time.Minute)
	case d >= time.Hour:
		return fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d%time.Hour/time.Minute, d%time.Minute/time.Second)
	case d < tenthsBelow:
		return fmt.Sprintf("%d.%d", d/time.Second, d%time.Second/(time.Second/10))
	}
	return fmt.Sprintf("%d:%02d", d/time.Minute, d%time.Minute/time.Second)
}

// clocksText returns both clocks in one line.
func (t *Table) clocksText() string {
	return fmt.Sprintf("Clocks: %s %s, %s %s.",
		words.Side(game.Black), t.clockText(t.match.Holder(game.Black)), words.Side(game.White), t.clockText(t.match.Holder(game.White)))
}

// specs returns the clocks by player, for the game's record.
func (t *Table) specs() [3]clock.Spec {
	return [3]clock.Spec{game.Black: t.match.Clock(), game.White: t.match.Clock()}
}
