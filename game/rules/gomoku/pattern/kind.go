// Package pattern knows what a stone would make at every empty point of an
// n-in-a-row game: a five, a four, an open three and so on, along each line and
// over all of them, for both colours at once. A [Board] keeps this up to date
// as stones are placed and taken back, with one table look-up per line and
// point touched and without grid arithmetic, so that it works on every board
// that has straight lines.
//
// The names are those of n = 5. For other n read "four" as n-1 stones, and so
// on.
package pattern

// Kind is what one more stone of a colour on an empty point makes along one
// line, weakest first. It counts only figures through that point.
type Kind uint8

// The kinds. An open two can become an open three, an open three a straight
// four by one more stone; the plain ones cannot.
const (
	None       Kind = iota // no n in a row can come of it
	One                    // a Two next
	OpenOne                // an open two next
	Two                    // a Three next
	OpenTwo                // an open three next, in one way
	OpenTwo2               // in two ways
	OpenTwo3               // in three or more ways
	Three                  // a four next, but no straight one
	OpenThree              // a straight four next, in one way
	OpenThree2             // in two or more ways
	Four                   // one point makes the five
	DoubleFour             // two points make a five, but not at the ends of one row
	OpenFour               // a straight four: both ends make a five
	Five                   // n in a row: wins
	Over                   // more than n in a row where that is forbidden
	kinds      = 15
)

// Line says which rows of stones win for one colour.
type Line struct {
	N     int  // stones in a row that win
	Exact bool // more than N do not win
	Ban   bool // more than N are forbidden, not merely useless; implies Exact
	Fence bool // exactly N do not win between two stones of the enemy; the edge is no stone (Caro)
}

// MaxN is the largest N for which tables can be made: the tables hold half
// cells to either side in two bits each, and half may be at most maxHalf.
const (
	MaxN    = 6
	maxHalf = 5
)

// half returns how many cells to either side of a point the line's rules can
// see: N-1, or one more where the cell after a row of N matters.
func (l Line) half() int {
	if l.Exact || l.Fence || l.Ban {
		return l.N
	}
	return l.N - 1
}

// States of a cell in a key, two bits each. Slot i of a key is the cell at
// distance i-half for i < half, and i-half+1 from there on: the point itself is
// left out, as it is empty.
const (
	free = iota
	own
	enemy
	wall
)

// grader finds the kind of a key by trying the colour's own next stones,
// remembering what it found.
type grader struct {
	line Line
	half int
	memo []Kind // by key, from the colour's view; unknown is 0xff
}

const unknown Kind = 0xff

func newGrader(l Line, half int) *grader {
	g := &grader{line: l, half: half, memo: make([]Kind, 1<<(4*half))}
	for i := range g.memo {
		g.memo[i] = unknown
	}
	return g
}

func at(key uint32, slot int) uint32 { return key >> (2 * slot) & 3 }

// row returns the number of own stones in a row to the left and to the right of
// the point.
func (g *grader) row(key uint32) (left, right int) {
	for left < g.half && at(key, g.half-1-left) == own {
		left++
	}
	for right < g.half && at(key, g.half+right) == own {
		right++
	}
	return left, right
}

// wins says whether a stone on the point makes a winning row, and over whether
// it makes too long a one.
func (g *grader) wins(key uint32) (wins, over bool) {
	left, right := g.row(key)
	n := left + right + 1
	if n > g.line.N {
		return !g.line.Exact && !g.line.Ban, g.line.Exact || g.line.Ban
	}
	if n < g.line.N {
		return false, false
	}
	return !g.line.Fence || at(key, g.half-1-left) != enemy || at(key, g.half+right) != enemy, false
}

// kind returns what a stone on the point makes. It tries every next own stone
// on the cells of the key, so that the answer follows from the definition.
func (g *grader) kind(key uint32) Kind {
	if k := g.memo[key]; k != unknown {
		return k
	}
	k := g.grade(key)
	g.memo[key] = k
	return k
}

func (g *grader) grade(key uint32) Kind {
	wins, over := g.wins(key)
	switch {
	case wins:
		return Five
	case over && g.line.Ban:
		return Over
	case over:
		return None
	}
	var next [kinds]int
	for slot := range 2 * g.half {
		if at(key, slot) == free {
			next[g.kind(key|own<<(2*slot))]++
		}
	}
	return g.from(key, &next)
}

// from returns the kind of a point from how many next stones make what.
func (g *grader) from(key uint32, next *[kinds]int) Kind {
	straight := next[OpenFour]
	if !g.line.Ban { // two fours on one line are as good as a straight one unless forbidden
		straight += next[DoubleFour]
	}
	switch openTwos := next[OpenThree] + next[OpenThree2]; {
	case next[Five] >= 2 && g.line.Fence && g.stoppable(key):
		return Four
	case next[Five] >= 2 && g.straight(key):
		return OpenFour
	case next[Five] >= 2:
		return DoubleFour
	case next[Five] == 1:
		return Four
	case straight >= 2:
		return OpenThree2
	case straight == 1:
		return OpenThree
	case next[Four]+next[DoubleFour] > 0:
		return Three
	case openTwos >= 3:
		return OpenTwo3
	case openTwos == 2:
		return OpenTwo2
	case openTwos == 1:
		return OpenTwo
	case next[Three] > 0:
		return Two
	case next[OpenTwo]+next[OpenTwo2]+next[OpenTwo3] > 0:
		return OpenOne
	case next[Two] > 0:
		return One
	}
	return None
}

// straight says whether the point makes a row of N-1 whose two ends both win.
func (g *grader) straight(key uint32) bool {
	left, right := g.row(key)
	if left+right+1 != g.line.N-1 || left == g.half || right == g.half {
		return false
	}
	for _, slot := range []int{g.half - 1 - left, g.half + right} {
		if at(key, slot) != free {
			return false
		}
		if wins, _ := g.wins(key | own<<(2*slot)); !wins {
			return false
		}
	}
	return true
}

// swapped exchanges own and enemy in a key.
func swapped(key uint32) uint32 {
	const low = 0x55555555
	differ := (key ^ key>>1) & low // own or enemy, not free or wall
	return key ^ (differ | differ<<1)
}

// enclosed turns walls into enemies, for rules that cannot tell them apart, so
// that fewer keys have to be graded.
func enclosed(key uint32) uint32 {
	const low = 0x55555555
	walls := key & (key >> 1) & low
	return key &^ walls
}

// stoppable says whether one stone of the enemy keeps both fives from being
// made, as it can where a row between two of the enemy's stones does not win.
func (g *grader) stoppable(key uint32) bool {
	for slot := range 2 * g.half {
		if at(key, slot) == free && !g.winsNext(key|enemy<<(2*slot)) {
			return true
		}
	}
	return false
}

// winsNext says whether some stone beside the point makes it part of a win.
func (g *grader) winsNext(key uint32) bool {
	for slot := range 2 * g.half {
		if at(key, slot) == free {
			if wins, _ := g.wins(key | own<<(2*slot)); wins {
				return true
			}
		}
	}
	return false
}

// view returns a key with black as own as the line's colour sees it.
func (l Line) view(key uint32, black bool) uint32 {
	if !black {
		key = swapped(key)
	}
	if !l.Fence {
		key = enclosed(key)
	}
	return key
}
