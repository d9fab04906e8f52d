package convert

import (
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/wire"
)

// clocks returns the clocks of a match as of its last event, nil without a clock.
func clocks(m *match.Match) *wire.Clocks {
	spec := m.Clock()
	if !spec.Counts() {
		return nil
	}
	c := &wire.Clocks{
		Spec: spec.String(), Kind: string(spec.Kind), Text: spec.Text(), Step: milli(spec.Step), Gift: milli(spec.Gift()),
		Running: Side(m.Running()), Black: left(m, game.Black), White: left(m, game.White),
	}
	if spec.Kind == clock.Canadian {
		c.Stones = spec.Count
	}
	if in, ok := m.FlagIn(); ok {
		c.Stopped = milli(in - spec.Left(m.Left(m.Running())))
	}
	return c
}

func left(m *match.Match, player game.Color) wire.Left {
	st := m.Left(player)
	return wire.Left{
		Total: milli(m.Clock().Left(st)), Main: milli(st.Main), Periods: st.Periods, Period: milli(st.Period),
		Stones: st.Stones, Leave: milli(st.Leave), Paused: m.Paused(player), Vacation: milli(m.Vacation(player)),
	}
}

func milli(d time.Duration) int { return int(d.Milliseconds()) }

// deadline returns when the flag of the person to move falls, or the zero time if no person's clock runs.
func deadline(m *match.Match) time.Time {
	in, ok := m.FlagIn()
	if !ok || m.Seat(m.Running()).Kind != match.Human {
		return time.Time{}
	}
	return m.Updated().Add(in)
}
