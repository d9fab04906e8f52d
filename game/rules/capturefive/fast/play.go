package fast

import "moyo/game"

// Play plays a stone of the side to move on the empty point p. The move must be legal.
func (f *Board) Play(p uint16) {
	f.moves = append(f.moves, undo{hash: f.hash, point: p, ko: f.ko, passes: int8(f.passes), side: f.toPlay})
	f.ko, f.passes = None, 0
	f.put(p, f.toPlay)
	f.toPlay = f.toPlay.Other()
	f.filter[f.hash%filterSize]++
}

// put places a stone of colour c and removes the stones that it captures.
func (f *Board) put(p uint16, c game.Color) {
	f.color[p] = c
	f.hash ^= f.shape.keys[c][p]
	f.empty--
	f.count(p, f.step[c])
	if f.stones == nil {
		return
	}
	taken := f.stones.Place(p, c)
	if len(taken) == 0 {
		return
	}
	foe := c.Other()
	for _, q := range taken {
		f.color[q] = game.Empty
		f.hash ^= f.shape.keys[foe][q]
		f.count(q, -f.step[foe])
	}
	f.empty += len(taken)
	f.taken[c] += len(taken)
	if len(taken) == 1 && f.stones.Size(f.stones.Root(p)) == 1 {
		if last, atari := f.stones.InAtari(f.stones.Root(p)); atari && last == taken[0] {
			f.ko = last
		}
	}
	if len(f.moves) > 0 {
		f.moves[len(f.moves)-1].taken = uint16(len(taken))
	}
}

// count adds step to the state of every window through p.
func (f *Board) count(p uint16, step uint8) {
	sum := f.sum
	for _, w := range f.shape.windows(p) {
		old := f.window[w]
		now := old + step
		f.window[w] = now
		f.tally[old]--
		f.tally[now]++
		sum += f.value[now] - f.value[old]
	}
	f.sum = sum
}

// Pass passes.
func (f *Board) Pass() {
	f.moves = append(f.moves, undo{hash: f.hash, point: None, ko: f.ko, passes: int8(f.passes), side: f.toPlay})
	f.ko = None
	f.passes++
	f.toPlay = f.toPlay.Other()
	f.filter[f.hash%filterSize]++
}

// Undo takes back the last move or pass.
func (f *Board) Undo() {
	m := &f.moves[len(f.moves)-1]
	f.filter[f.hash%filterSize]--
	f.toPlay = m.side
	if m.point != None {
		f.lift(m)
	}
	f.hash, f.ko, f.passes = m.hash, m.ko, int(m.passes)
	f.moves = f.moves[:len(f.moves)-1]
}

// lift removes the stone of m and restores the stones that it captured.
func (f *Board) lift(m *undo) {
	c := f.toPlay
	if m.taken > 0 {
		foe := c.Other()
		for _, q := range f.stones.Taken(int(m.taken)) {
			f.color[q] = foe
			f.count(q, f.step[foe])
		}
		f.empty -= int(m.taken)
		f.taken[c] -= int(m.taken)
	}
	f.color[m.point] = game.Empty
	f.empty++
	f.count(m.point, -f.step[c])
	if f.stones != nil {
		f.stones.Undo()
	}
}

// Legal reports whether the side to move may play on p.
func (f *Board) Legal(p uint16) bool {
	if f.color[p] != game.Empty {
		return false
	}
	if f.stones == nil {
		return true
	}
	return !f.stones.Suicide(p, f.toPlay) && !f.repeats(p)
}

// Takes returns the number of stones that a stone of c on the empty point p captures.
func (f *Board) Takes(p uint16, c game.Color) int {
	if f.stones == nil {
		return 0
	}
	return f.stones.Captures(p, c)
}

// Suicide reports whether a stone of c on the empty point p would have no liberty.
func (f *Board) Suicide(p uint16, c game.Color) bool {
	return f.stones != nil && f.stones.Suicide(p, c)
}

// repeats reports whether the ko rule forbids the side to move to play on the empty point p.
// Without a capture no position can recur.
func (f *Board) repeats(p uint16) bool {
	if f.shape.opt.Ko == Simple {
		return p == f.ko
	}
	if f.taken[game.Black]+f.taken[game.White] == 0 && !f.stones.Takes(p, f.toPlay) {
		return false
	}
	hash := f.hash ^ f.shape.keys[f.toPlay][p]
	if f.stones.Takes(p, f.toPlay) {
		hash ^= f.takenKeys(p)
	}
	return f.filter[hash%filterSize] > 0 && f.seen(hash)
}

// takenKeys returns the combined key of the stones that the side to move captures on p.
func (f *Board) takenKeys(p uint16) uint64 {
	foe := f.toPlay.Other()
	sum := uint64(0)
	var roots [16]uint16
	n := 0
next:
	for _, q := range f.Neighbors(p) {
		if f.color[q] != foe {
			continue
		}
		root := f.stones.Root(uint16(q))
		for _, r := range roots[:n] {
			if r == root {
				continue next
			}
		}
		if last, ok := f.stones.InAtari(root); !ok || last != p {
			continue
		}
		if n < len(roots) {
			roots[n] = root
			n++
		}
		for x := root; ; {
			sum ^= f.shape.keys[foe][x]
			if x = f.stones.Next(x); x == root {
				break
			}
		}
	}
	return sum
}

// seen reports whether the position with that hash has occurred before: after any move, or with the
// same side to move as after the next one.
func (f *Board) seen(hash uint64) bool {
	for i := len(f.moves) - 1; i >= 0; i-- {
		if m := &f.moves[i]; m.hash == hash && (f.shape.opt.Ko == Positional || m.side != f.toPlay) {
			return true
		}
	}
	return false
}

// Blocked reports whether the side to move has no legal point.
func (f *Board) Blocked() bool {
	for p := range uint16(f.Len()) {
		if f.Legal(p) {
			return false
		}
	}
	return true
}
