package weiqi

import (
	"fmt"

	"moyo/engine/neural"
)

// Measured is the error of a network against a teacher's labels on one kind of boards.
type Measured struct {
	Board     string // "19x19", "13x13", "9x9" or "others"
	Positions int
	Loss      neural.Loss
}

// Measure compares a network with labels.
func Measure(net *neural.Net, games []*Labelled) ([]Measured, error) {
	kinds := []Measured{{Board: "19x19"}, {Board: "13x13"}, {Board: "9x9"}, {Board: "others"}}
	t := &training{trainer: neural.NewTrainer(net, 1, 0), samples: newSamples(net.Config.Features, 0)}
	for _, g := range games {
		kind := &kinds[len(kinds)-1]
		for i := range kinds {
			if kinds[i].Board == fmt.Sprintf("%dx%d", g.Width, g.Height) {
				kind = &kinds[i]
			}
		}
		for places := g.places(); len(places) > 0; {
			n := min(together, len(places))
			b := t.batch(places[:n])
			if b.err != nil {
				return nil, b.err
			}
			kind.Loss = kind.Loss.Plus(t.trainer.Loss(b.in, b.want), float64(n))
			kind.Positions += n
			places = places[n:]
		}
	}
	for i := range kinds {
		kinds[i].Loss = kinds[i].Loss.Over(float64(max(1, kinds[i].Positions)))
	}
	return kinds, nil
}
