package engine_test

import (
	"testing"
	"time"

	"moyo/engine"
	"moyo/game/clock"
)

// TestForMove gives engines that do not manage their clock the clock's share of
// one move, within the limit of the move.
func TestForMove(t *testing.T) {
	absolute := clock.Spec{Kind: clock.Absolute, Main: time.Hour}
	for _, c := range []struct {
		lim  engine.Limits
		want time.Duration
	}{
		{engine.Limits{}, 0},
		{engine.Limits{Time: time.Second}, time.Second},
		{engine.Limits{Clock: engine.Clock{Spec: absolute, Own: clock.State{Main: 80 * time.Second}}}, 2 * time.Second},
		{engine.Limits{Time: time.Second, Clock: engine.Clock{Spec: absolute, Own: clock.State{Main: 80 * time.Second}}}, time.Second},
		{engine.Limits{Time: time.Minute, Clock: engine.Clock{Spec: absolute, Own: clock.State{Main: 80 * time.Second}}}, 2 * time.Second},
		{engine.Limits{Clock: engine.Clock{Spec: absolute}}, time.Millisecond},
	} {
		got := c.lim.ForMove()
		if got.Time != c.want || got.Clock.Counts() {
			t.Errorf("%+v: %+v, want %v", c.lim, got, c.want)
		}
	}
}

// TestAfter takes time off in advance, but no more than half of what is left.
func TestAfter(t *testing.T) {
	c := engine.Clock{
		Spec: clock.Spec{Kind: clock.Absolute, Main: time.Hour}, Own: clock.State{Main: 10 * time.Second}, Other: clock.State{Main: time.Second},
	}
	for gone, want := range map[time.Duration]time.Duration{
		0: 10 * time.Second, 3 * time.Second: 7 * time.Second, 5 * time.Second: 5 * time.Second, time.Minute: 5 * time.Second,
	} {
		if got := c.After(gone); got.Left() != want || got.Other != c.Other {
			t.Errorf("after %v: %+v, want %v", gone, got, want)
		}
	}
	if got := (engine.Clock{}).After(time.Second); got.Counts() {
		t.Errorf("no clock: %+v", got)
	}
}
