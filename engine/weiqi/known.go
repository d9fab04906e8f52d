package weiqi

import (
	"sync/atomic"

	"moyo/engine/neural"
	"moyo/internal/splitmix"
)

// A part of a search's memory, at most knownMost, caches network outputs for transpositions.
const (
	knownPart = 8
	knownMost = 64 << 20
)

// knownRoom returns the size of the cache in bytes for a search with the given memory.
func knownRoom(memory int64) int64 { return min(memory/knownPart, knownMost) }

// known is the cache of one thread of a search.
type known struct {
	points int
	room   *atomic.Int64  // bytes that all threads of the search may still take
	at     map[uint64]int // by key
	keys   []uint64       // keys of the outputs; when the cache is full, next is the oldest
	next   int
	pages  [][]float32
}

const (
	knownPage  = 64 // outputs to allocate at a time
	knownBoard = 3  // numbers of an output besides those of its points: pass, win and lead
	knownKey   = 40 // bytes that its key takes in the map and the list, about
)

func newKnown(points int, room *atomic.Int64) *known {
	return &known{points: points, room: room, at: make(map[uint64]int)}
}

// size returns the length of an output in numbers.
func (k *known) size() int { return 2*k.points + knownBoard }

// numbers returns those of output i.
func (k *known) numbers(i int) []float32 {
	return k.pages[i/knownPage][i%knownPage*k.size():][:k.size()]
}

// recall returns the cached output of a position, valid until the next note; false if it is not cached.
func (k *known) recall(key uint64) (out neural.Output, ok bool) {
	i, ok := k.at[key]
	if !ok {
		return neural.Output{}, false
	}
	v := k.numbers(i)
	return neural.Output{Policy: v[knownBoard:][:k.points], Ownership: v[knownBoard+k.points:], Pass: v[0], Win: v[1], Lead: v[2]}, true
}

// note caches the output of a position that is not cached yet, and drops the oldest if the cache is full.
func (k *known) note(key uint64, out neural.Output) {
	i := len(k.keys)
	switch {
	case i < knownPage*len(k.pages) || k.grow():
		k.keys = append(k.keys, key)
	case i == 0:
		return // no memory at all
	default:
		i, k.next = k.next, (k.next+1)%len(k.keys)
		delete(k.at, k.keys[i])
		k.keys[i] = key
	}
	k.at[key] = i
	v := k.numbers(i)
	v[0], v[1], v[2] = out.Pass, out.Win, out.Lead
	copy(v[knownBoard:], out.Policy)
	copy(v[knownBoard+k.points:], out.Ownership)
}

// grow allocates memory for more outputs, and reports whether there was any.
func (k *known) grow() bool {
	bytes := int64(knownPage * (4*k.size() + knownKey))
	if k.room.Add(-bytes) < 0 {
		k.room.Add(bytes)
		return false
	}
	k.pages = append(k.pages, make([]float32, knownPage*k.size()))
	return true
}

// ask returns the network's output for the position that was just viewed, from the cache if a position with the same view was evaluated.
func (l *netState) ask(in neural.Input) neural.Output {
	if l.known == nil {
		l.known = newKnown(int(l.n), &l.room)
	}
	key := l.viewKey()
	if out, ok := l.known.recall(key); ok {
		return out
	}
	out := l.eval.Evaluate([]neural.Input{in}, true)[0]
	l.known.note(key, out)
	return out
}

// viewKey is a hash of everything that the view of a position depends on within a search.
func (l *netState) viewKey() uint64 {
	h := l.StonesHash()
	for _, v := range [...]int{int(l.ToPlay()), int(l.last), int(l.last2), int(l.Ko()), l.Passes(), l.spent()} {
		h = splitmix.Mix(h ^ uint64(v))
	}
	word := uint64(0)
	for p, playable := range l.viewer.legal { // superko changes these
		if word <<= 1; playable {
			word |= 1
		}
		if p%64 == 63 {
			h, word = splitmix.Mix(h^word), 0
		}
	}
	return splitmix.Mix(h ^ word)
}
