package mcts

import (
	"math"
	"sync/atomic"
	"testing"

	"moyo/engine"
	"moyo/game"
)

// biasedGame is a game of up to four moves for each side with no influence: White always wins, in a third of the positions
// immediately. The evaluation is even until the game has ended, and positions after the same move share a bias key.
type biasedGame struct{ keyed bool }

func (g biasedGame) Root(game.Position, *atomic.Bool) (Root, error) { return g, nil }
func (biasedGame) Shortcut() (game.Move, float64, bool)             { return 0, 0, false }
func (g biasedGame) State(uint64) State {
	if g.keyed {
		return &keyedState{}
	}
	return &biasedState{}
}

type biasedState struct {
	ply       int
	sum, last game.Move
}

func (s *biasedState) Reset() { *s = biasedState{} }
func (s *biasedState) ToPlay() game.Color {
	return [2]game.Color{game.Black, game.White}[s.ply%2]
}
func (s *biasedState) Terminal() bool                       { return s.ply == 8 || s.ply > 2 && s.sum%3 == 0 }
func (s *biasedState) Expand(buf []Child) []Child           { return buf }
func (s *biasedState) Rollout([]game.Color) (float64, bool) { return 0, true }

func (s *biasedState) Play(m game.Move) {
	s.ply, s.sum, s.last = s.ply+1, s.sum+m, m
}

func (s *biasedState) Evaluate(buf []Child) ([]Child, float64) {
	if s.Terminal() {
		return buf, 0
	}
	for m := range game.Move(3) {
		buf = append(buf, Child{Move: m, Visits: 1, Wins: 1. / 3})
	}
	return buf, 0.5
}

type keyedState struct{ biasedState }

func (s *keyedState) BiasKey() uint64 {
	if s.last == 2 {
		return 0
	}
	return uint64(s.last+1) | 1<<40 | 1<<63 // the first bits do not count
}

// TestBiases: the search finds that evaluations after two of the moves are too
// good for Black and corrects them. It then recognises the lost game sooner.
func TestBiases(t *testing.T) {
	search := func(keyer bool, bias float64, threads int) (*Engine, float64) {
		p := DefaultPUCT()
		p.Bias = bias
		e := New(biasedGame{keyer}, Options{FullTime: true, PUCT: &p})
		return e, searchOf(t, e, engine.Limits{Nodes: 60, Seed: 1, Threads: threads}).Value
	}
	_, plain := search(true, 0, 1)
	if _, other := search(false, 1, 1); other != plain {
		t.Errorf("Black has %.3f without shared keys, %.3f without biases", other, plain)
	}
	for _, threads := range []int{1, 4} {
		e, value := search(true, 1, threads)
		if threads == 1 && value > plain-0.015 {
			t.Errorf("%d threads: Black has %.3f with biases, %.3f without", threads, value, plain)
		}
		addsUp(t, e, firstNode)
		if len(e.biases.of) == 0 {
			t.Errorf("%d threads: no biases", threads)
		}
		for like, l := range e.biases.of {
			off := l.sum / l.weight
			switch {
			case like == 2 || like == 3:
				if l.weight == 0 || off > -0.1 || off < -0.5 {
					t.Errorf("bias %d: off by %.3f, weight %.1f", like, off, l.weight)
				}
			case l.weight != 0:
				t.Errorf("bias %d: weight %.1f without evaluations", like, l.weight)
			}
		}
		e.Forget()
		if e.biases.off(2) != 0 {
			t.Error("a bias was not reset")
		}
	}
}

// TestBiasesReset: searches with a limit of nodes begin without the biases of the last one.
func TestBiasesReset(t *testing.T) {
	p := DefaultPUCT()
	p.Bias = 1
	e := New(biasedGame{true}, Options{FullTime: true, PUCT: &p})
	first := searchOf(t, e, engine.Limits{Nodes: 60, Seed: 1})
	if held, _ := e.Memory(); held < BiasBytes {
		t.Errorf("%d bytes are held, %d of them should be biases", held, BiasBytes)
	}
	if again := searchOf(t, e, engine.Limits{Nodes: 60, Seed: 1}); again.Value != first.Value {
		t.Errorf("%v, then %v", first.Value, again.Value)
	}
}

// TestAddBias checks by hand what a value adds to the biases above it.
func TestAddBias(t *testing.T) {
	p := DefaultPUCT()
	tr := newTree(chunkBytes)
	tr.reset()
	first, _ := tr.alloc(3)
	for k := range uint32(3) {
		n := tr.at(first + k)
		n.set(Child{})
		n.eval, n.bias = 0.5+0.1*float32(k), k+1
		n.count.Add(oneVisit * uint64(10+k))
	}
	w := &worker{search: &search{opt: &Options{PUCT: &p}, tree: &tr, biases: &biases{}}, keyer: &keyedState{}}
	w.path = []step{
		{node: firstNode, toPlay: game.Black}, {node: first, toPlay: game.White},
		{node: first + 1, toPlay: game.Black}, {node: first + 2, toPlay: game.White},
	}
	w.addBias(0.9)
	for like, want := range map[uint32]float64{0: 0, 1: 0.4, 2: 0.3, 3: 0} {
		if got := w.biases.off(like); math.Abs(got-want) > 1e-6 {
			t.Errorf("bias %d: %v, want %v", like, got, want)
		}
	}
	if got, want := float64(w.biases.of[2].weight), math.Pow(10, fading); math.Abs(got-want) > 1e-6 {
		t.Errorf("a weight of %v, want %v", got, want)
	}
	w.addBias(0.1)
	if got := w.biases.off(1); math.Abs(got) > 1e-6 {
		t.Errorf("after two that cancel out: %v", got)
	}
}
