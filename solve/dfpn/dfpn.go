// Package dfpn implements depth-first proof-number search with a table of bounded memory. It knows
// no game: a [Game] lists the moves of a position with initial estimates, and the search finds out
// whether the side to move at the root wins.
//
// Search is for games, or parts of games, in which no position recurs; ReachSearch for those in
// which one side must reach a goal and positions may recur. The method is Nagai's (2002): the
// numbers of best-first proof-number search are kept in a table, and a position is searched until
// its numbers reach thresholds set by its parent. Thresholds exceed the next best sibling's number
// by a factor, so that the search does not switch back and forth between siblings (Pawlewicz and
// Lew 2007, "1+epsilon"). If several paths lead to one position, sums of numbers would count it
// several times. So the sum is replaced by the largest number plus one for each other open child
// (weak proof numbers, Ueda, Hashimoto, Hashimoto and Iida 2008).
package dfpn

// Infinite is the number of a claim that cannot be proved.
const Infinite = 1 << 30

// Value is the known value of a position for the side to move.
type Value uint8

// The values.
const (
	Open Value = iota
	Won
	Lost
)

// Child is a position after one move. Win and Lose are its numbers before it is searched: the
// estimated difficulty of proving that the side to move in it, the opponent, wins or loses; at
// least 1.
type Child struct {
	Move      int32
	Key       uint64
	Win, Lose uint32
}

// Game is a position on which moves can be played. Key identifies it along with the side to move.
type Game interface {
	// Expand returns the value of the position if it is known, or appends its children to buf. A
	// position without children is lost for the side to move.
	Expand(buf []Child) ([]Child, Value)
	Play(move int32)
	Undo()
	Key() uint64
}

// Options of a search.
type Options struct {
	Bits  int         // the table has 2^Bits entries of 24 bytes
	Nodes int64       // visits after which the search ends, 0 for no limit
	Stop  func() bool // called now and then; true ends the search
	// Broken, if not nil, is called after each Expand. True means that the result of Expand is invalid, and ends the search.
	Broken func() bool
}

// Search searches one game. The contents of its table stay for the next call.
type Search struct {
	game    Game
	opt     Options
	table   *table
	nodes   int64
	stopped bool
	stack   []Child
}

// New returns a search of g.
func New(g Game, opt Options) *Search {
	return &Search{game: g, opt: opt, table: newTable(opt.Bits)}
}

// Nodes returns the visits of all calls.
func (s *Search) Nodes() int64 { return s.nodes }

// Run searches the position of the game until it is decided, or until a limit ends the search; then
// it returns Open.
func (s *Search) Run() Value {
	s.stopped = false
	return s.visit(Infinite, Infinite).value()
}

// Known returns the table's value of a position by its key, for the side to move in it.
func (s *Search) Known(key uint64) Value {
	if e, ok := s.table.find(key); ok {
		return e.value()
	}
	return Open
}

// numbers are the proof numbers of a position for the side to move.
type numbers struct{ win, lose uint32 }

func (n numbers) value() Value {
	switch {
	case n.win == 0:
		return Won
	case n.lose == 0:
		return Lost
	}
	return Open
}

var (
	wonNumbers  = numbers{0, Infinite}
	lostNumbers = numbers{Infinite, 0}
)

// halt reports whether the search must end.
func (s *Search) halt() bool {
	s.nodes++
	if s.opt.Nodes > 0 && s.nodes >= s.opt.Nodes || s.opt.Stop != nil && s.nodes&15 == 0 && s.opt.Stop() {
		s.stopped = true
	}
	return s.stopped
}

// visit searches the position of the game until its numbers reach win or lose, or it is decided,
// and returns them.
func (s *Search) visit(win, lose uint32) numbers {
	key := s.game.Key()
	before := s.nodes
	base := len(s.stack)
	var value Value
	s.stack, value = s.game.Expand(s.stack)
	if s.opt.Broken != nil && s.opt.Broken() {
		s.stack = s.stack[:base]
		s.nodes++
		s.stopped = true
		return numbers{1, 1}
	}
	children := s.stack[base:len(s.stack):len(s.stack)]
	var n numbers
	switch {
	case value == Won:
		n = wonNumbers
	case value == Lost || len(children) == 0:
		n = lostNumbers
	default:
		n = s.descend(children, win, lose)
	}
	s.stack = s.stack[:base]
	s.halt()
	s.table.store(key, n, s.nodes-before)
	return n
}

// descend visits the best child again and again until the numbers of the
// position reach win or lose.
func (s *Search) descend(children []Child, win, lose uint32) numbers {
	for {
		sum := s.gather(children)
		if sum.numbers.win >= win || sum.numbers.lose >= lose || sum.value() != Open || s.stopped {
			return sum.numbers
		}
		// The child's loss is our win: exceed the second best by a little, but not our own threshold.
		childLose := min(win, beyond(sum.second))
		// Its win is part of our loss: the largest of all, plus one for each other child.
		childWin := lose - (sum.open - 1)
		child := children[sum.best]
		s.game.Play(child.Move)
		s.visit(max(childWin, 1), max(childLose, 1))
		s.game.Undo()
	}
}

// epsilon is the factor by which a sibling's number is exceeded.
const epsilon = 0.25

// beyond returns the threshold next to a sibling of number n: a quarter and one more than n.
func beyond(n uint32) uint32 {
	if n >= Infinite {
		return Infinite
	}
	return min(Infinite, n+1+uint32(float64(n)*epsilon))
}

// gathered is the numbers of a position, computed from its children.
type gathered struct {
	numbers
	best   int    // the child to visit
	second uint32 // the next best child's number
	open   uint32 // number of children not known to be won for the opponent
}

// gather looks up the children. The position's win is the easiest of the children's losses. Its
// loss is the hardest of their wins, plus one for each other child.
func (s *Search) gather(children []Child) gathered {
	g := gathered{numbers: numbers{win: Infinite, lose: 0}, second: Infinite}
	for i := range children {
		n := s.lookUp(&children[i])
		switch {
		case n.lose == 0:
			return gathered{numbers: wonNumbers, best: i}
		case n.win == 0:
			continue // refuted
		}
		g.open++
		g.lose = max(g.lose, n.win)
		if n.lose < g.win {
			g.second = g.win
			g.win, g.best = n.lose, i
		} else {
			g.second = min(g.second, n.lose)
		}
	}
	if g.open == 0 {
		return gathered{numbers: lostNumbers}
	}
	g.lose = min(g.lose+g.open-1, Infinite-1)
	return g
}

// lookUp returns the numbers of a child from the table, or its initial ones.
func (s *Search) lookUp(c *Child) numbers {
	if n, ok := s.table.find(c.Key); ok {
		return n
	}
	return numbers{c.Win, c.Lose}
}
