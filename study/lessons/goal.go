package lessons

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/study/coach"
)

// Goal is what a move should achieve.
type Goal uint8

// The goals. Target is the part's.
const (
	Play      Goal = iota // place a stone on the target
	Touch                 // take away a liberty of the target's chain
	Take                  // capture the target
	Atari                 // leave the target's chain one liberty
	Trap                  // make sure that the target is captured next, whatever the other side does
	Catch                 // make sure that the target is captured in the end, by a ladder or a net
	Save                  // keep the target from being captured next
	Join                  // make the target and the other stone one chain
	Live                  // make two eyes for the target, whatever the other side does
	Kill                  // keep the target from living, whatever the other side does
	High                  // place a stone above the two lowest lines
	Win                   // win with this move
	Block                 // leave the other side no win with the next move
	Four                  // threaten to win with the next move
	Fork                  // threaten to win in two ways
	Three                 // threaten to make a fork
	Hold                  // leave the other side no win by fours
	Fours                 // make a four that starts a forced win by fours
	Double                // make threats that cannot all be stopped
	Try                   // try an illegal move on the target, to see why it is illegal
	Forbidden             // choose a point that the rules forbid
	Dead                  // choose the target, a dead stone
	Territory             // choose how many empty points are Black's
	Area                  // choose how many points Black has
)

// counts reports whether a goal is a number to choose.
func (g Goal) counts() bool { return g == Territory || g == Area }

// marked are the goals whose target is where to play, or to look.
var marked = []Goal{Play, Try}

// shown are the goals that are about the target's liberties.
var shown = []Goal{Touch, Take, Atari, Trap, Catch, Save}

// check is a move that should reach a goal.
type check struct {
	part          *Part
	me            game.Color // the learner
	target, other game.Point
	before, after game.Position
	move          game.Move
	searched      int   // positions searched for fours
	err           error // of the lesson's data
}

// miss is why a move does not reach its goal.
type miss struct {
	said     Said
	punished bool      // the page has a text of the part about it
	reply    game.Move // the other side's move that shows it, or NoMove
}

var judges = map[Goal]func(*check) *miss{
	Play: (*check).play, Touch: (*check).touch, Take: (*check).take, Atari: (*check).atari, Trap: (*check).trap, Catch: (*check).catch,
	Save: (*check).save, Join: (*check).join, Live: (*check).live, Kill: (*check).kill, High: (*check).high, Win: (*check).win,
	Block: (*check).block, Four: (*check).four, Fork: (*check).fork, Three: (*check).three, Hold: (*check).hold, Fours: (*check).fours,
	Double: (*check).double,
}

// judge returns nil if the goal is reached.
func (c *check) judge() *miss {
	m := judges[c.part.Goal](c)
	if m == nil || m.reply != game.NoMove || c.part.Punish == "" {
		return m
	}
	if reply, err := game.ParseMove(c.after, c.part.Punish); err == nil && c.after.Check(reply) == game.Legal {
		return &miss{punished: true, reply: reply}
	}
	return m
}

// missed returns a miss without an answer of the other side.
func missed(said Said) *miss { return &miss{said: said, reply: game.NoMove} }

// shownBy returns a miss that a move of the other side shows.
func (c *check) shownBy(code Code, reply game.Move) *miss {
	return &miss{said: Said{Code: code, Color: c.me.Other(), Move: game.Format(c.after, reply)}, reply: reply}
}

func (c *check) board() *board.Board { return c.before.Board() }

func (c *check) at() string { return game.Format(c.before, c.move) }

// liberties returns the liberties of the target's chain in pos.
func (c *check) liberties(pos game.Position) []game.Point {
	_, liberties := chainAt(pos, c.target)
	return liberties
}

// chain names the stones of the target's chain before the move, the target first.
func (c *check) chain() []string {
	stones, _ := chainAt(c.before, c.target)
	all := names(c.board(), c.target)
	for _, p := range stones {
		if p != c.target {
			all = append(all, c.board().Name(p))
		}
	}
	return all
}

// about returns a statement about the target's chain and points.
func (c *check) about(code Code, points []game.Point) Said {
	return Said{Code: code, Color: c.before.At(c.target), Move: c.at(), Stones: c.chain(), Points: names(c.board(), points...)}
}

func (c *check) play() *miss {
	if c.move.Point() == c.target {
		return nil
	}
	return missed(Said{Code: elsewhere, Move: c.at(), Points: names(c.board(), c.target)})
}

func (c *check) touch() *miss {
	before := c.liberties(c.before)
	if slices.Contains(before, c.move.Point()) {
		return nil
	}
	return missed(c.about(beside, before))
}

func (c *check) take() *miss {
	if c.after.At(c.target) == game.Empty {
		return nil
	}
	if _, ok := c.after.(game.Chainer); ok {
		return missed(c.about(liberties, c.liberties(c.after)))
	}
	for _, t := range coach.Takings(c.before, c.me) {
		if slices.Contains(t.Stones, c.target) {
			return missed(Said{Code: rows, Stones: names(c.board(), t.Stones...)})
		}
	}
	return missed(Said{Code: still, Points: names(c.board(), c.target)})
}

func (c *check) atari() *miss {
	if len(c.liberties(c.after)) == 1 {
		return nil
	}
	return missed(c.about(spare, c.liberties(c.after)))
}

// trap plays every answer of the other side, and checks whether the target can be captured after
// it.
func (c *check) trap() *miss {
	var best *miss
	most := 0
	for _, m := range c.after.LegalMoves(nil) {
		try := c.after.Clone()
		if m < 0 || try.Play(m) != nil || takes(try, c.me, c.target) {
			continue
		}
		if n := len(c.liberties(try)); n > most {
			most, best = n, c.escaped(m, try)
		}
	}
	return best
}

// escaped returns the miss of a move after which the target escapes by m, to try.
func (c *check) escaped(m game.Move, try game.Position) *miss {
	missed := c.shownBy(escapes, m)
	missed.said.Stones, missed.said.Points = c.chain(), names(c.board(), c.liberties(try)...)
	var gone []game.Point
	for p := range game.Point(c.board().Len()) {
		if c.after.At(p) == c.me && try.At(p) == game.Empty {
			gone = append(gone, p)
		}
	}
	if len(gone) > 0 {
		missed.said.Code, missed.said.Stones = breaks, names(c.board(), gone...)
	}
	return missed
}

// takes reports whether a side can capture the stone on target with the next move.
func takes(pos game.Position, side game.Color, target game.Point) bool {
	return slices.ContainsFunc(coach.Takings(pos, side), func(t coach.Taking) bool { return slices.Contains(t.Stones, target) })
}

func (c *check) catch() *miss {
	if c.after.At(c.target) == game.Empty {
		return nil
	}
	h := &chase{}
	m := h.escape(c.after, c.target)
	if h.moves > maxChase {
		c.err = fmt.Errorf("%d moves do not decide whether the chain is caught", maxChase)
		return nil
	}
	if m == game.NoMove {
		return nil
	}
	try := c.after.Clone()
	if try.Play(m) != nil {
		return nil
	}
	return c.escaped(m, try)
}

func (c *check) save() *miss {
	for _, t := range coach.Takings(c.after, c.me.Other()) {
		if slices.Contains(t.Stones, c.target) {
			m := c.shownBy(taken, game.Place(t.At))
			m.said.Stones = names(c.board(), t.Stones...)
			return m
		}
	}
	return nil
}

func (c *check) join() *miss {
	if stones, _ := chainAt(c.after, c.target); slices.Contains(stones, c.other) {
		return nil
	}
	return missed(Said{Code: apart, Points: names(c.board(), c.target, c.other)})
}

// lowLines is how many lines along the edge of a board are low.
const lowLines = 2

func (c *check) high() *miss {
	width, height, _ := c.board().Grid()
	p := int(c.move.Point())
	x, y := p%width, p/width
	if min(x, y, width-1-x, height-1-y) >= lowLines {
		return nil
	}
	return missed(Said{Code: low, Move: c.at()})
}
