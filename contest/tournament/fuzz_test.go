package tournament_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"moyo/contest/tournament"
)

// FuzzReplay reads arbitrary logs. A valid one can be shown, and continues without an error as far
// as possible.
func FuzzReplay(f *testing.F) {
	for _, format := range tournament.Formats() {
		r := begin(setup(format)).fill(4)
		r.play(rand.New(rand.NewPCG(1, 2)), func() {})
		for _, part := range []int{len(r.log), len(r.log) / 2} {
			data, err := json.Marshal(r.log[:part])
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var log []tournament.Event
		if json.Unmarshal(data, &log) != nil || len(log) > 200 {
			return
		}
		played, err := tournament.Replay(log)
		if err != nil {
			return
		}
		r := &run{t: played, log: log, now: noon.Add(1000 * time.Hour)}
		for range 20 {
			if why := broken(played); why != "" {
				t.Fatal(why)
			}
			_, _, _ = played.Bracket(), played.Wakes(), played.Of()
			e, ok := played.Next(r.now)
			if !ok {
				return
			}
			if err := r.do(e); err != nil {
				t.Fatalf("what it does by itself, %+v: %v", e, err)
			}
		}
	})
}
