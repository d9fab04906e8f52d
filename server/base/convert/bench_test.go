package convert

import (
	"math/rand/v2"
	"testing"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
)

// BenchmarkState measures what an event carries, in the middle of a random game.
func BenchmarkState(b *testing.B) {
	for _, spec := range []string{"grid:9", "grid:19", "grid:100"} {
		m := middle(b, spec)
		b.Run(spec, func(b *testing.B) {
			for b.Loop() {
				State(m)
			}
		})
	}
}

// middle returns a match after a random move for every second point.
func middle(b *testing.B, spec string) *match.Match {
	b.Helper()
	on, err := board.Parse(spec)
	if err != nil {
		b.Fatal(err)
	}
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		b.Fatal(err)
	}
	person := match.Seat{Kind: match.Human}
	m, err := match.New(on, rules, match.Event{
		Kind: match.Created, Setup: &match.Setup{Board: spec, Rules: rules.ID(), Black: person, White: person},
	})
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for m.Ply() < on.Len()/2 {
		e := match.Event{Kind: match.Moved, At: time.Now(), By: m.ToPlay(), Move: game.Move(r.IntN(on.Len()))}
		_, _ = m.Apply(e) // or another point
	}
	return m
}
