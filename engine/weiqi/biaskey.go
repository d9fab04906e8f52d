package weiqi

import (
	"moyo/engine/mcts"
	"moyo/game"
	"moyo/internal/splitmix"
)

var _ mcts.BiasKeyer = (*netState)(nil)

// BiasKey implements mcts.BiasKeyer. Positions share a key if the last two moves and the stones around the
// last one are the same, including which are in atari. Positions after a pass are similar to no others.
func (l *netState) BiasKey() uint64 {
	if l.last == noPoint {
		return 0
	}
	h := splitmix.Mix(uint64(uint32(l.last))<<32 | uint64(uint32(l.last2)))
	for _, p := range l.around(l.last) {
		c := l.At(p)
		if c == game.Empty {
			continue
		}
		at := uint64(p)<<3 | uint64(c)
		if l.atari(p) {
			at |= 4
		}
		h += splitmix.Mix(at)
	}
	return splitmix.Mix(h) | 1<<63
}

// around returns the points within two steps of p, including p. The result is valid until the next call.
func (l *netState) around(p game.Point) []game.Point {
	l.begin()
	l.add(p)
	l.queue = append(l.queue[:0], p)
	l.widen(0)
	l.widen(1)
	return l.queue
}
