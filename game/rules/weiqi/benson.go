package weiqi

import (
	"moyo/board"
	"moyo/game"
)

// Benson returns for each point of b whether it has a stone of side that can never be captured,
// even if its owner always passes. stones contains one colour for each point; every chain must have
// a liberty.
//
// The theorem of D. Benson, "Life in the game of Go" (Information Sciences 10, 1976), does not need
// a grid: a set of chains of one colour is alive in this way if and only if each of them has two
// vital regions. A vital region of a chain is enclosed by chains of the set, and every empty point
// of it is a liberty of the chain.
func Benson(b *board.Board, stones []game.Color, side game.Color) []bool {
	s := newSurvey(len(stones))
	s.take(b, stones)
	l := life{b: b, stones: stones, survey: &s, side: side}
	return l.alive()
}

// life finds the unconditional life of one side.
type life struct {
	b      *board.Board
	stones []game.Color
	survey *survey
	side   game.Color
}

// region is a connected set of points without stones of one side.
type region struct {
	points []game.Point
	chains []int32 // the side's chains that touch it
	vital  []int32 // chains that touch each of its empty points
	open   bool    // still enclosed by candidates only
}

// alive returns for each point whether it has an unconditionally living stone of the side. It
// starts from all chains and drops, until nothing changes, chains with fewer than two vital regions
// and regions that touch a dropped chain.
func (l *life) alive() []bool {
	regions := l.regions(func(p game.Point) bool { return l.stones[p] == l.side })
	lives := make([]bool, len(l.survey.chains))
	eyes := make([]int, len(l.survey.chains))
	touched := make([][]int, len(l.survey.chains)) // the regions that each chain touches
	for i := range regions {
		r := &regions[i]
		l.findVital(r)
		for _, c := range r.vital {
			eyes[c]++
		}
		for _, c := range r.chains {
			lives[c] = true
			touched[c] = append(touched[c], i)
		}
	}
	var dropped []int32
	for c := range lives {
		if lives[c] && eyes[c] < 2 {
			lives[c] = false
			dropped = append(dropped, int32(c))
		}
	}
	for len(dropped) > 0 {
		c := dropped[len(dropped)-1]
		dropped = dropped[:len(dropped)-1]
		for _, i := range touched[c] {
			r := &regions[i]
			if !r.open {
				continue
			}
			r.open = false
			for _, v := range r.vital {
				if eyes[v]--; eyes[v] < 2 && lives[v] {
					lives[v] = false
					dropped = append(dropped, v)
				}
			}
		}
	}
	alive := make([]bool, len(l.stones))
	for p, c := range l.survey.of {
		alive[p] = c >= 0 && l.stones[p] == l.side && lives[c]
	}
	return alive
}

// regions returns the connected sets of points without the side's stones.
func (l *life) regions(wall func(game.Point) bool) []region {
	var all []region
	met := make([]bool, len(l.stones))
	order := make([]game.Point, 0, len(l.stones))
	for i := range l.stones {
		if met[i] || wall(game.Point(i)) {
			continue
		}
		met[i] = true
		first := len(order)
		order = append(order, game.Point(i))
		for k := first; k < len(order); k++ {
			for _, q := range l.b.Neighbors(order[k]) {
				if !met[q] && !wall(q) {
					met[q] = true
					order = append(order, q)
				}
			}
		}
		all = append(all, region{points: order[first:len(order):len(order)], open: true})
	}
	return all
}

// findVital fills in the chains around r and those to which it is vital: a chain for which it is
// touches all of its empty points.
func (l *life) findVital(r *region) {
	empty := 0
	touches := map[int32]int{} // number of empty points that each chain touches
	last := map[int32]game.Point{}
	for _, p := range r.points {
		if l.stones[p] == game.Empty {
			empty++
		}
		for _, q := range l.b.Neighbors(p) {
			if l.stones[q] != l.side {
				continue
			}
			c := l.survey.of[q]
			if _, known := touches[c]; !known {
				touches[c], last[c] = 0, board.None
				r.chains = append(r.chains, c)
			}
			if l.stones[p] == game.Empty && last[c] != p {
				last[c] = p
				touches[c]++
			}
		}
	}
	for _, c := range r.chains {
		if touches[c] == empty {
			r.vital = append(r.vital, c)
		}
	}
}
