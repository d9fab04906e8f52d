package mcts

import (
	"math"
	"sync"
	"unsafe"
)

// Alike is a Led that says which positions are alike in what has just happened, so that what a look at one of them missed
// is likely to be missed in the others.
type Alike interface {
	Led
	// Like returns a number that is the same in positions that are alike; 0 in those that are like no other.
	Like() uint64
}

// lessons are what searches found that looks were off by: of each sort of positions, as [Alike] sorts them, the mean of how much
// more was seen below a position, for Black, than the look at it said (KataGo, docs/KataGoMethods.md, "Subtree value
// bias correction"). Sorts whose numbers have the same last bits share a lesson.
type lessons struct {
	mu sync.Mutex
	of []lesson // nil: nothing was learned yet
}

type lesson struct{ sum, weight float32 }

const (
	lessonBits = 16
	// fading is the exponent of a position's visits in their weight, less one: those of a position are alike themselves.
	fading = -0.15
)

// like returns the number of the lesson for the position at the end of the path; 0 for none.
func (w *worker) like() uint32 {
	if w.alike == nil || w.state.Terminal() {
		return 0
	}
	like := w.alike.Like()
	if like == 0 {
		return 0
	}
	return 1 + uint32(like%(1<<lessonBits))
}

// learn returns the value of a look at the position of n, which this thread is expanding, with what looks at like ones were off by.
func (w *worker) learn(n *node, value float64) float64 {
	n.look = float32(value)
	if n.like == 0 {
		return value
	}
	return min(max(value+w.opt.PUCT.Learn*w.lessons.off(n.like), 0), 1)
}

// off returns how much more than looks said was seen.
func (l *lessons) off(like uint32) float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil || l.of[like].weight == 0 {
		return 0
	}
	return float64(l.of[like].sum / l.of[like].weight)
}

// teach adds to the lessons that a value was seen below the positions of the path.
func (w *worker) teach(value float64) {
	if w.alike == nil || len(w.path) < 3 {
		return
	}
	w.lessons.mu.Lock()
	defer w.lessons.mu.Unlock()
	for _, s := range w.path[1 : len(w.path)-1] {
		if n := w.tree.at(s.node); n.like != 0 {
			w.lessons.add(n.like, value-float64(n.look), math.Pow(float64(max(1, n.visits()-1)), fading))
		}
	}
}

func (l *lessons) add(like uint32, off, weight float64) {
	if l.of == nil {
		l.of = make([]lesson, 1<<lessonBits+1)
	}
	l.of[like].sum += float32(weight * off)
	l.of[like].weight += float32(weight)
}

// LessonBytes is the memory that lessons take where there are any.
const LessonBytes = (1<<lessonBits + 1) * int64(unsafe.Sizeof(lesson{}))

// held returns the bytes that the lessons take now.
func (l *lessons) held() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int64(len(l.of)) * int64(unsafe.Sizeof(lesson{}))
}

// forget forgets all lessons.
func (l *lessons) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.of)
}
