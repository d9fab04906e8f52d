package mcts

import (
	"math"
	"sync/atomic"
	"testing"

	"moyo/engine"
	"moyo/game"
)

// rosyGame is a game of up to four moves each, of which none matters: White always wins, in a third of the positions at
// once. The judge calls it even until the game has ended, and positions after the same move are alike.
type rosyGame struct{ alike bool }

func (g rosyGame) Root(game.Position, *atomic.Bool) (Root, error) { return g, nil }
func (rosyGame) Shortcut() (game.Move, float64, bool)             { return 0, 0, false }
func (g rosyGame) State(uint64) State {
	if g.alike {
		return &alikeState{}
	}
	return &rosyState{}
}

type rosyState struct {
	ply       int
	sum, last game.Move
}

func (s *rosyState) Reset() { *s = rosyState{} }
func (s *rosyState) ToPlay() game.Color {
	return [2]game.Color{game.Black, game.White}[s.ply%2]
}
func (s *rosyState) Terminal() bool                       { return s.ply == 8 || s.ply > 2 && s.sum%3 == 0 }
func (s *rosyState) Expand(buf []Child) []Child           { return buf }
func (s *rosyState) Rollout([]game.Color) (float64, bool) { return 0, true }

func (s *rosyState) Play(m game.Move) {
	s.ply, s.sum, s.last = s.ply+1, s.sum+m, m
}

func (s *rosyState) Judge(buf []Child) ([]Child, float64) {
	if s.Terminal() {
		return buf, 0
	}
	for m := range game.Move(3) {
		buf = append(buf, Child{Move: m, Visits: 1, Wins: 1. / 3})
	}
	return buf, 0.5
}

type alikeState struct{ rosyState }

func (s *alikeState) Like() uint64 {
	if s.last == 2 {
		return 0
	}
	return uint64(s.last+1) | 1<<40 | 1<<63 // the first bits do not count
}

// TestLessons learns that looks are too good for Black after two of the moves, and takes it off: the game is then known
// to be lost sooner.
func TestLessons(t *testing.T) {
	search := func(alike bool, learn float64, threads int) (*Engine, float64) {
		p := DefaultPUCT()
		p.Learn = learn
		e := New(rosyGame{alike}, Options{FullTime: true, PUCT: &p})
		return e, ledSearch(t, e, engine.Limits{Nodes: 60, Seed: 1, Threads: threads}).Value
	}
	_, plain := search(true, 0, 1)
	if _, other := search(false, 1, 1); other != plain {
		t.Errorf("Black has %.3f where nothing is alike, %.3f where nothing is learned", other, plain)
	}
	for _, threads := range []int{1, 4} {
		e, value := search(true, 1, threads)
		if threads == 1 && value > plain-0.015 {
			t.Errorf("%d threads: Black has %.3f with lessons, %.3f without", threads, value, plain)
		}
		addsUp(t, e, firstNode)
		if len(e.lessons.of) == 0 {
			t.Errorf("%d threads: nothing was learned", threads)
		}
		for like, l := range e.lessons.of {
			off := l.sum / l.weight
			switch {
			case like == 2 || like == 3:
				if l.weight == 0 || off > -0.1 || off < -0.5 {
					t.Errorf("lesson %d: off by %.3f, weight %.1f", like, off, l.weight)
				}
			case l.weight != 0:
				t.Errorf("lesson %d: weight %.1f, of nothing", like, l.weight)
			}
		}
		e.Forget()
		if e.lessons.off(2) != 0 {
			t.Error("a lesson was not forgotten")
		}
	}
}

// TestLessonsAnew has searches that are bounded by looks begin without the lessons of the last one.
func TestLessonsAnew(t *testing.T) {
	p := DefaultPUCT()
	p.Learn = 1
	e := New(rosyGame{true}, Options{FullTime: true, PUCT: &p})
	first := ledSearch(t, e, engine.Limits{Nodes: 60, Seed: 1})
	if held, _ := e.Memory(); held < LessonBytes {
		t.Errorf("%d bytes are held, %d of them should be lessons", held, LessonBytes)
	}
	if again := ledSearch(t, e, engine.Limits{Nodes: 60, Seed: 1}); again.Value != first.Value {
		t.Errorf("%v, then %v", first.Value, again.Value)
	}
}

// TestTeach adds up by hand what a value says of the looks above it.
func TestTeach(t *testing.T) {
	p := DefaultPUCT()
	tr := newTree(chunkBytes)
	tr.reset()
	first, _ := tr.alloc(3)
	for k := range uint32(3) {
		n := tr.at(first + k)
		n.set(Child{})
		n.look, n.like = 0.5+0.1*float32(k), k+1
		n.count.Add(oneVisit * uint64(10+k))
	}
	w := &worker{search: &search{opt: &Options{PUCT: &p}, tree: &tr, lessons: &lessons{}}, alike: &alikeState{}}
	w.path = []step{{firstNode, game.Black}, {first, game.White}, {first + 1, game.Black}, {first + 2, game.White}}
	w.teach(0.9)
	for like, want := range map[uint32]float64{0: 0, 1: 0.4, 2: 0.3, 3: 0} {
		if got := w.lessons.off(like); math.Abs(got-want) > 1e-6 {
			t.Errorf("lesson %d: %v, want %v", like, got, want)
		}
	}
	if got, want := float64(w.lessons.of[2].weight), math.Pow(10, fading); math.Abs(got-want) > 1e-6 {
		t.Errorf("a weight of %v, want %v", got, want)
	}
	w.teach(0.1)
	if got := w.lessons.off(1); math.Abs(got) > 1e-6 {
		t.Errorf("after two that cancel out: %v", got)
	}
}
