package gtp

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// exactTimes is a command whose support shows that a program reads fractions of
// a second: KataGo's and moyo's.
const exactTimes = "kata-time_settings"

// setTime sends the program its time: the clocks of the game, or the time of a
// move as one stone in a period.
func (c *Client) setTime(ctx context.Context, side game.Color, lim engine.Limits) error {
	if !c.known["time_settings"] {
		return nil
	}
	if !lim.Clock.Counts() {
		if lim.Time <= 0 {
			return nil
		}
		seconds := max(1, int(math.Floor(lim.Time.Seconds())))
		c.timed = clock.Spec{}
		if _, err := c.Command(ctx, fmt.Sprintf("time_settings 0 %d 1", seconds)); err != nil {
			return err
		}
		return c.tellLeft(ctx, side, strconv.Itoa(seconds), 1)
	}
	spec := lim.Clock.Spec
	if c.timed != spec {
		if _, err := c.Command(ctx, c.timeCommand(spec)); err != nil {
			return err
		}
		c.timed = spec
	}
	if err := c.tellState(ctx, side, spec, lim.Clock.Own); err != nil {
		return err
	}
	return c.tellState(ctx, side.Other(), spec, lim.Clock.Other)
}

// timeCommand is the command for a clock. A clock that a program does not
// support is reduced: byo-yomi to one period, Fischer's clock to one without
// increments, whose added time then appears in the reports.
func (c *Client) timeCommand(spec clock.Spec) string {
	main, step := c.time(spec.Main), c.time(spec.Step)
	switch spec.Kind {
	case clock.Fischer:
		if c.known["kata-time_settings"] {
			return fmt.Sprintf("kata-time_settings fischer %s %s", main, step)
		}
	case clock.Byoyomi:
		if c.known["kgs-time_settings"] {
			return fmt.Sprintf("kgs-time_settings byoyomi %s %s %d", main, step, spec.Count)
		}
		return fmt.Sprintf("time_settings %s %s 1", main, step)
	case clock.Canadian:
		return fmt.Sprintf("time_settings %s %s %d", main, step, spec.Count)
	case clock.PerMove, clock.Correspondence:
		return fmt.Sprintf("time_settings 0 %s 1", step)
	}
	return fmt.Sprintf("time_settings %s 0 0", main)
}

// tellState sends a side's time left: the main time, or overtime with its stones
// or periods.
func (c *Client) tellState(ctx context.Context, side game.Color, spec clock.Spec, st clock.State) error {
	left, count := st.Main, 0
	switch {
	case spec.Kind == clock.PerMove || spec.Kind == clock.Correspondence:
		count = 1
	case st.Main > 0:
	case spec.Kind == clock.Byoyomi && !c.known["kgs-time_settings"]:
		left, count = st.Period, 1
	case spec.Kind == clock.Byoyomi:
		left, count = st.Period, st.Periods
	case spec.Kind == clock.Canadian:
		left, count = st.Period, st.Stones
	}
	return c.tellLeft(ctx, side, c.time(left), count)
}

func (c *Client) tellLeft(ctx context.Context, side game.Color, left string, count int) error {
	if !c.known["time_left"] {
		return nil
	}
	_, err := c.Command(ctx, fmt.Sprintf("time_left %s %s %d", side, left, count))
	return err
}

// time formats a time in seconds, as a whole number, as GTP requires, unless
// the program reads fractions. It never exceeds d.
func (c *Client) time(d time.Duration) string {
	if c.known[exactTimes] {
		return strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', -1, 64)
	}
	return strconv.FormatInt(int64(d/time.Second), 10)
}
