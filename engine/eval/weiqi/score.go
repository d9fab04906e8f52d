package weiqi

import "moyo/game"

// quickArea returns Black's area minus White's of a position played out: stones,
// and empty points with neighbours of one colour only. If owner is not nil, it
// adds 1 to it where a point is Black's and takes 1 where it is White's.
func (b *stones) quickArea(owner []int32) int {
	diff := 0
	for p := range game.Point(b.n) {
		c := b.At(p)
		if c == game.Empty {
			c = b.solidNeighbor(p)
		}
		switch c {
		case game.Black:
			diff++
			if owner != nil {
				owner[p]++
			}
		case game.White:
			diff--
			if owner != nil {
				owner[p]--
			}
		}
	}
	return diff
}

// solidNeighbor returns the colour of all neighbours of p, Empty where they
// differ.
func (b *stones) solidNeighbor(p game.Point) game.Color {
	nb := b.Neighbors(p)
	if len(nb) == 0 {
		return game.Empty
	}
	c := b.At(nb[0])
	for _, q := range nb[1:] {
		if b.At(q) != c {
			return game.Empty
		}
	}
	return c
}

// area returns Black's area minus White's with all stones alive: stones, and
// regions of empty points that touch one colour only.
func (b *stones) area(queue []game.Point) (diff int, scratch []game.Point) {
	b.begin()
	for p := range game.Point(b.n) {
		switch b.At(p) {
		case game.Black:
			diff++
			continue
		case game.White:
			diff--
			continue
		}
		if !b.add(p) {
			continue
		}
		queue = append(queue[:0], p)
		touches := [3]bool{}
		for i := 0; i < len(queue); i++ {
			for _, q := range b.Neighbors(queue[i]) {
				touches[b.At(q)] = true
				if b.At(q) == game.Empty && b.add(q) {
					queue = append(queue, q)
				}
			}
		}
		switch {
		case touches[game.Black] && !touches[game.White]:
			diff += len(queue)
		case touches[game.White] && !touches[game.Black]:
			diff -= len(queue)
		}
	}
	return diff, queue
}
