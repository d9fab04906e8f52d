package mcts

import (
	"math"
	"sync"
	"unsafe"
)

// BiasKeyer is an Evaluator that groups positions by what has just happened, so
// that the evaluations of a group probably share an error.
type BiasKeyer interface {
	Evaluator
	// BiasKey returns the group of the position; 0 for none.
	BiasKey() uint64
}

// biases are the errors of evaluations that searches found: for each group of positions, as [BiasKeyer] defines
// them, how much more than the evaluation the search below saw on average, for Black (KataGo,
// docs/KataGoMethods.md, "Subtree value bias correction"). Groups whose keys have the same last bits share a bias.
type biases struct {
	mu sync.Mutex
	of []bias // nil: no bias yet
}

type bias struct{ sum, weight float32 }

const (
	biasBits = 16
	// fading is the exponent of a position's visits in their weight, less one: the visits of one position are correlated.
	fading = -0.15
)

// biasKey returns the index of the bias of the position at the end of the path; 0 for none.
func (w *worker) biasKey() uint32 {
	if w.keyer == nil || w.state.Terminal() {
		return 0
	}
	like := w.keyer.BiasKey()
	if like == 0 {
		return 0
	}
	return 1 + uint32(like%(1<<biasBits))
}

// correct returns the value of the position of n, which this thread is expanding, corrected by the bias of its group.
func (w *worker) correct(n *node, value float64) float64 {
	n.eval = float32(value)
	if n.bias == 0 {
		return value
	}
	return min(max(value+w.opt.PUCT.Bias*w.biases.off(n.bias), 0), 1)
}

// off returns how much the search saw above the evaluations.
func (l *biases) off(like uint32) float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil || l.of[like].weight == 0 {
		return 0
	}
	return float64(l.of[like].sum / l.of[like].weight)
}

// addBias adds a value seen below the positions of the path to their biases.
func (w *worker) addBias(value float64) {
	if w.keyer == nil || len(w.path) < 3 {
		return
	}
	w.biases.mu.Lock()
	defer w.biases.mu.Unlock()
	for _, s := range w.path[1 : len(w.path)-1] {
		if n := w.tree.at(s.node); n.bias != 0 {
			w.biases.add(n.bias, value-float64(n.eval), math.Pow(float64(max(1, n.visits()-1)), fading))
		}
	}
}

func (l *biases) add(like uint32, off, weight float64) {
	if l.of == nil {
		l.of = make([]bias, 1<<biasBits+1)
	}
	l.of[like].sum += float32(weight * off)
	l.of[like].weight += float32(weight)
}

// BiasBytes is the memory of the biases in bytes, if a search uses them.
const BiasBytes = (1<<biasBits + 1) * int64(unsafe.Sizeof(bias{}))

// held returns the bytes that the biases take now.
func (l *biases) held() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int64(len(l.of)) * int64(unsafe.Sizeof(bias{}))
}

// forget resets all biases.
func (l *biases) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.of)
}
