package gomoku

import (
	"bytes"
	"context"
	"testing"

	"moyo/engine/alphabeta"
	"moyo/engine/player"
	rules "moyo/game/rules/gomoku"
	"moyo/game/rules/gomoku/pattern"
	"moyo/internal/testenv"
)

func trainLittle(t *testing.T, rule rules.Rule, board string) *Weights {
	t.Helper()
	w, err := Train(context.Background(), TrainOptions{
		SelfPlay: SelfPlay{Rule: rule, Board: board, Nodes: 60, Threads: 1, Seed: 3}, Samples: 300, Generations: 1, Epochs: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestTrain(t *testing.T) {
	testenv.SkipUnderRace(t)
	w := trainLittle(t, rules.Freestyle, "grid:9")
	if again := trainLittle(t, rules.Freestyle, "grid:9"); *again != *w {
		t.Error("a second training made other weights")
	}
	if *w == *start() {
		t.Error("training changed nothing")
	}
	if w.Values[pattern.Black] != w.Values[pattern.White] {
		t.Error("the colours differ under a rule that treats them alike")
	}
	renju := trainLittle(t, rules.Renju, "torus:9x9")
	if renju.Values[pattern.Black] == renju.Values[pattern.White] {
		t.Error("Black and White are valued alike under Renju")
	}
}

// TestLearn has samples with the values and orders of the handmade weights, and
// checks that training from zero weights reproduces them.
func TestLearn(t *testing.T) {
	testenv.SkipUnderRace(t)
	games := SelfPlay{Board: "grid:15", Seed: 1}
	p, err := newSelfPlayer(games, start(), nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newReader(games, start())
	if err != nil {
		t.Fatal(err)
	}
	var samples []sample
	for len(samples) < 2000 {
		s := p.opening()
		for range 3 {
			list := s.developing(nil)
			best := list[0]
			for _, m := range list {
				if m.Score > best.Score {
					best = m
				}
			}
			line := alphabeta.Line{Move: best.Point, Score: s.Eval()}
			x := take(nil, s, list, alphabeta.Result{Line: line, Depth: 9})[0]
			x.result = unplayed
			samples = append(samples, r.sample(&x))
			s.Play(player.Sample(p.r, list, 3*orderUnit).Point)
		}
	}
	l := newTrainer(rules.Freestyle, &Weights{}, 1)
	before := l.measure(samples[:200], 1)
	steps := 0
	for range 30 {
		l.epoch(samples[200:], 0.5, 1, &steps)
	}
	after := l.measure(samples[:200], 1)
	if after.Value > before.Value-0.02 || after.Order > before.Order*0.7 || after.First < 0.5 {
		t.Errorf("from %+v to %+v", before, after)
	}
}

// TestTrainTogether has two threads play games, for the race detector.
func TestTrainTogether(t *testing.T) {
	taken := 0
	_, err := Train(t.Context(), TrainOptions{
		SelfPlay: SelfPlay{Board: "grid:7", Nodes: 20, Threads: 2, Seed: 3}, Samples: 60, Generations: 1, Epochs: 1,
		Progress: func(_, samples int) { taken = samples },
	})
	if err != nil || taken < 60 {
		t.Errorf("%d samples, %v", taken, err)
	}
}

func TestTrainStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w, err := Train(ctx, TrainOptions{SelfPlay: SelfPlay{Board: "grid:9", Nodes: 1e9, Seed: 1}, Samples: 1e9, Generations: 5, Epochs: 1})
	if err != nil || w == nil {
		t.Errorf("%v, want the first weights", err)
	}
	if _, err := Train(context.Background(), TrainOptions{
		SelfPlay: SelfPlay{Board: "grid:-1"}, Samples: 1, Generations: 1, Epochs: 1,
	}); err == nil {
		t.Error("no error for a board that does not exist")
	}
}

func TestWeightsFile(t *testing.T) {
	testenv.SkipUnderRace(t)
	var out bytes.Buffer
	w := WeightsFor(rules.Freestyle)
	if err := w.Write(&out); err != nil {
		t.Fatal(err)
	}
	if again, err := ReadWeights(bytes.NewReader(out.Bytes())); err != nil || *again != *w {
		t.Errorf("read other weights than were written: %v", err)
	}
	for n := 0; n < out.Len(); n += 997 {
		if _, err := ReadWeights(bytes.NewReader(out.Bytes()[:n])); err == nil {
			t.Errorf("no error for a file cut off after %d bytes", n)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	var out bytes.Buffer
	if err := start().Write(&out); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if w, err := ReadWeights(bytes.NewReader(data)); err == nil && w == nil {
			t.Error("neither weights nor an error")
		}
	})
}
