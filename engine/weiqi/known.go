package weiqi

import (
	"moyo/engine/neural"
	"moyo/internal/splitmix"
)

// knownBytes is how much of what a network said a thread of a search keeps, to say it again where other moves lead to
// the same position.
const knownBytes = 16 << 20

// known are the latest positions that were judged.
type known struct {
	points, most int
	at           map[uint64]int // by their keys
	keys         []uint64       // of the outputs, the oldest at next once there is no more room
	next         int
	pages        [][]float32
}

const (
	knownPage  = 64 // outputs that memory is taken for at once
	knownBoard = 2  // numbers of an output beside those of its points: pass and win
	knownKey   = 40 // bytes that its key takes in the map and the list, about
)

// newKnown returns room for what is said of boards of so many points, in so many bytes.
func newKnown(points, bytes int) *known {
	k := &known{points: points, at: make(map[uint64]int)}
	k.most = max(1, bytes/(4*k.size()+knownKey))
	return k
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
	return neural.Output{Policy: v[knownBoard:][:k.points], Owner: v[knownBoard+k.points:], Pass: v[0], Win: v[1]}, true
}

// note keeps what was said of a position that is not known, for one that may be.
func (k *known) note(key uint64, out neural.Output) {
	i := len(k.keys)
	if i < k.most {
		if i%knownPage == 0 {
			k.pages = append(k.pages, make([]float32, knownPage*k.size()))
		}
		k.keys = append(k.keys, key)
	} else {
		i, k.next = k.next, (k.next+1)%len(k.keys)
		delete(k.at, k.keys[i])
		k.keys[i] = key
	}
	k.at[key] = i
	v := k.numbers(i)
	v[0], v[1] = out.Pass, out.Win
	copy(v[knownBoard:], out.Policy)
	copy(v[knownBoard+k.points:], out.Owner)
}

// ask returns what the network says of the position that was viewed: what it said before, where it was asked of one that looks the same.
func (l *led) ask(in neural.Input) neural.Output {
	if l.known == nil {
		l.known = newKnown(int(l.n), knownBytes)
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
	for _, v := range [...]int{int(l.ToPlay()), int(l.last), int(l.last2), l.Passes(), l.spent()} {
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
