// Package pattern computes what a stone would make at every empty point of an n-in-a-row game: a
// five, a four, an open three and so on, along each line and over all of them, for both colours
// together. A [Board] updates this as stones are placed and taken back, with one table lookup for
// each affected line and point. It uses no grid arithmetic, so it works on every board with
// straight lines.
//
// The names are those of n = 5. For other n read "four" as n-1 stones, and so on.
package pattern

// Kind is what one more stone of a colour on an empty point makes along one line, weakest first. It
// counts only figures through that point.
type Kind uint8

// The kinds. An open two can become an open three, an open three a straight
// four by one more stone; the plain ones cannot.
const (
	None       Kind = iota // n in a row is impossible
	One                    // can become a Two
	OpenOne                // can become an open two
	Two                    // can become a Three
	OpenTwo                // can become an open three, in one way
	OpenTwo2               // in two ways
	OpenTwo3               // in three or more ways
	Three                  // can become a four, but not a straight one
	OpenThree              // can become a straight four, in one way
	OpenThree2             // in two or more ways
	Four                   // one point completes the five
	DoubleFour             // two points complete a five, but not at the ends of one row
	OpenFour               // a straight four: both ends complete a five
	Five                   // n in a row: wins
	Over                   // more than n in a row where that is forbidden
	kinds      = 15
)

// Line is the rule for rows of one colour.
type Line struct {
	N     int  // stones in a row that win
	Exact bool // more than N do not win
	Ban   bool // more than N are forbidden, not merely useless; implies Exact
	Fence bool // exactly N do not win between two enemy stones; the edge does not block (Caro)
}

// MaxN is the largest N for which tables can be made. The tables contain half cells on each side in
// two bits each, and half is at most maxHalf.
const (
	MaxN    = 6
	maxHalf = 5
)

// half returns how many cells on each side of a point matter for the rule: N-1, or one more if the
// cell after a row of N matters.
func (l Line) half() int {
	if l.Exact || l.Fence || l.Ban {
		return l.N
	}
	return l.N - 1
}

// States of a cell in a key, two bits each. Slot i of a key is the cell at distance i-half for i <
// half, and i-half+1 for the rest. The point itself is left out because it is empty.
const (
	free = iota
	own
	enemy
	wall
)

// grader finds the kind of a key by trying the colour's own next stones. It remembers the results.
type grader struct {
	line Line
	half int
	memo []Kind // by key, from the colour's point of view; unknown is 0xff
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

// wins reports whether a stone on the point makes a winning row, and over whether it makes too long
// a one.
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

// kind returns the kind of a stone on the point. It tries every next own stone on the cells of the
// key, so the answer follows from the definition.
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

// from returns the kind of a point from the numbers of next stones for each kind.
func (g *grader) from(key uint32, next *[kinds]int) Kind {
	straight := next[OpenFour]
	if !g.line.Ban { // two fours on one line equal a straight one unless forbidden
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

// straight reports whether the point makes a row of N-1 whose ends both win.
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
	differ := (key ^ key>>1) & low // own or enemy, not empty or wall
	return key ^ (differ | differ<<1)
}

// enclosed turns walls into enemies, for rules that treat them the same, so that fewer keys need
// grading.
func enclosed(key uint32) uint32 {
	const low = 0x55555555
	walls := key & (key >> 1) & low
	return key &^ walls
}

// stoppable reports whether one enemy stone prevents both fives. It can if a row between two enemy
// stones does not win.
func (g *grader) stoppable(key uint32) bool {
	for slot := range 2 * g.half {
		if at(key, slot) == free && !g.winsNext(key|enemy<<(2*slot)) {
			return true
		}
	}
	return false
}

// winsNext reports whether a further stone makes the point part of a win.
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

// view returns a key from the point of view of the line's colour, for Black as own.
func (l Line) view(key uint32, black bool) uint32 {
	if !black {
		key = swapped(key)
	}
	if !l.Fence {
		key = enclosed(key)
	}
	return key
}
