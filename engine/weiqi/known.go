package weiqi

import (
	"sync/atomic"

	"moyo/engine/neural"
	"moyo/internal/splitmix"
)

// A part of a search's memory, and no more than knownMost, keeps what a network said, to say it again where other moves
// lead to the same position.
const (
	knownPart = 8
	knownMost = 64 << 20
)

// knownRoom returns how many bytes are for it where a search has so many.
func knownRoom(memory int64) int64 { return min(memory/knownPart, knownMost) }

// known are the latest positions that a thread of a search had judged.
type known struct {
	points int
	room   *atomic.Int64  // bytes that all threads of the search may still take
	at     map[uint64]int // by their keys
	keys   []uint64       // of the outputs, the oldest at next once there is no more room
	next   int
	pages  [][]float32
}

const (
	knownPage  = 64 // outputs that memory is taken for at once
	knownBoard = 3  // numbers of an output beside those of its points: pass, win and lead
	knownKey   = 40 // bytes that its key takes in the map and the list, about
)

func newKnown(points int, room *atomic.Int64) *known {
	return &known{points: points, room: room, at: make(map[uint64]int)}
}

// size is how many numbers an output takes.
func (k *known) size() int { return 2*k.points + knownBoard }

// numbers returns those of output i.
func (k *known) numbers(i int) []float32 {
	return k.pages[i/knownPage][i%knownPage*k.size():][:k.size()]
}

// recall returns what was said of a position, which is valid until the next note; false where it is not known.
func (k *known) recall(key uint64) (out neural.Output, ok bool) {
	i, ok := k.at[key]
	if !ok {
		return neural.Output{}, false
	}
	v := k.numbers(i)
	return neural.Output{Policy: v[knownBoard:][:k.points], Owner: v[knownBoard+k.points:], Pass: v[0], Win: v[1], Lead: v[2]}, true
}

// note keeps what was said of a position that is not known, for one that may be.
func (k *known) note(key uint64, out neural.Output) {
	i := len(k.keys)
	switch {
	case i < knownPage*len(k.pages) || k.grow():
		k.keys = append(k.keys, key)
	case i == 0:
		return // there is no room at all
	default:
		i, k.next = k.next, (k.next+1)%len(k.keys)
		delete(k.at, k.keys[i])
		k.keys[i] = key
	}
	k.at[key] = i
	v := k.numbers(i)
	v[0], v[1], v[2] = out.Pass, out.Win, out.Lead
	copy(v[knownBoard:], out.Policy)
	copy(v[knownBoard+k.points:], out.Owner)
}

// grow takes room for some more outputs, and says whether there was any.
func (k *known) grow() bool {
	bytes := int64(knownPage * (4*k.size() + knownKey))
	if k.room.Add(-bytes) < 0 {
		k.room.Add(bytes)
		return false
	}
	k.pages = append(k.pages, make([]float32, knownPage*k.size()))
	return true
}

// ask returns what the network says of the position that was viewed: what it said before, where it was asked of one that looks the same.
func (l *led) ask(in neural.Input) neural.Output {
	if l.known == nil {
		l.known = newKnown(int(l.n), &l.room)
	}
	key := l.viewKey()
	if out, ok := l.known.recall(key); ok {
		return out
	}
	out := l.eval.Judge([]neural.Input{in}, true)[0]
	l.known.note(key, out)
	return out
}

// viewKey is a number for all that the view of a position rests on, within a search.
func (l *led) viewKey() uint64 {
	h := l.StonesHash()
	for _, v := range [...]int{int(l.ToPlay()), int(l.last), int(l.last2), int(l.Ko()), l.Passes(), l.spent()} {
		h = splitmix.Mix(h ^ uint64(v))
	}
	word := uint64(0)
	for p, playable := range l.viewer.legal { // which superko has a part in
		if word <<= 1; playable {
			word |= 1
		}
		if p%64 == 63 {
			h, word = splitmix.Mix(h^word), 0
		}
	}
	return splitmix.Mix(h ^ word)
}
