package clock

import (
	"encoding/json"
	"fmt"
	"time"
)

// written is a State in JSON, with times in milliseconds, rounded down. Zeros are left out.
type written struct {
	Main    int64 `json:"main,omitempty"`
	Periods int   `json:"periods,omitempty"`
	Stones  int   `json:"stones,omitempty"`
	Period  int64 `json:"period,omitempty"`
	Leave   int64 `json:"leave,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (st State) MarshalJSON() ([]byte, error) {
	return json.Marshal(written{st.Main.Milliseconds(), st.Periods, st.Stones, st.Period.Milliseconds(), st.Leave.Milliseconds()})
}

// UnmarshalJSON implements json.Unmarshaler. It refuses states that no clock can have.
func (st *State) UnmarshalJSON(data []byte) error {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	const most = 100 * 365 * int64(day/time.Millisecond) // more than the increments of the longest game, and far below overflow
	for _, n := range []int64{w.Main, w.Period, w.Leave} {
		if n < 0 || n > most {
			return fmt.Errorf("a clock with %d ms left: want 0 to %d", n, most)
		}
	}
	if w.Periods < 0 || w.Periods > mostPeriods || w.Stones < 0 || w.Stones > mostStones {
		return fmt.Errorf("a clock with %d periods and %d stones: want 0 to %d and 0 to %d", w.Periods, w.Stones, mostPeriods, mostStones)
	}
	*st = State{
		Main: time.Duration(w.Main) * time.Millisecond, Periods: w.Periods, Stones: w.Stones,
		Period: time.Duration(w.Period) * time.Millisecond, Leave: time.Duration(w.Leave) * time.Millisecond,
	}
	return nil
}
