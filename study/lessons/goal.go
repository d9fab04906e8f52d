package lessons

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/study/coach"
)

// Goal is what a move is to do.
type Goal uint8

// The goals. Target is the part's.
const (
	Play  Goal = iota // place a stone on the target
	Touch             // take away a liberty of the target's chain
	Take              // take the target
	Atari             // leave the target's chain one liberty
	Trap              // make sure that the target is taken next, whatever White does
	Save              // keep the target from being taken next
	Win               // win with this move
	Block             // leave White no win with the next move
	Fork              // threaten to win in two ways
	Try               // try an illegal move on the target, to see why it is one
)

// check is a move of Black's that is to reach a goal.
type check struct {
	part          *Part
	target        game.Point
	before, after game.Position
	move          game.Move
}

// miss is why a move does not reach its goal.
type miss struct {
	text  string
	reply game.Move // with which White shows it, or NoMove
}

var judges = map[Goal]func(check) *miss{
	Play: check.play, Touch: check.touch, Take: check.take, Atari: check.atari, Trap: check.trap,
	Save: check.save, Win: check.win, Block: check.block, Fork: check.fork,
}

// judge returns nil where the goal is reached.
func (c check) judge() *miss {
	m := judges[c.part.Goal](c)
	if m == nil || m.reply != game.NoMove || c.part.Punish == "" {
		return m
	}
	if reply, err := game.ParseMove(c.after, c.part.Punish); err == nil && c.after.Check(reply) == game.Legal {
		m.reply, m.text = reply, c.part.Punished
	}
	return m
}

func missed(format string, args ...any) *miss {
	return &miss{fmt.Sprintf(format, args...), game.NoMove}
}

func (c check) board() *board.Board { return c.before.Board() }

// liberties returns the liberties of the target's chain in pos.
func (c check) liberties(pos game.Position) []game.Point {
	if chainer, ok := pos.(game.Chainer); ok {
		_, liberties := chainer.Chain(c.target)
		return slices.Clone(liberties)
	}
	return nil
}

// chain names the target's chain before the move, as "white stone on D4".
func (c check) chain() string {
	stones := []game.Point{c.target}
	if chainer, ok := c.before.(game.Chainer); ok {
		stones, _ = chainer.Chain(c.target)
	}
	if len(stones) == 1 {
		return fmt.Sprintf("%s %s", c.before.At(c.target), stonesText(c.board(), stones))
	}
	return fmt.Sprintf("%s chain at %s", c.before.At(c.target), c.board().Name(c.target))
}

// still says how many liberties the target's chain has after the move.
func (c check) still() string {
	left := c.liberties(c.after)
	return fmt.Sprintf("The %s still has %s, at %s.", c.chain(), count(len(left), "liberty", "liberties"), points(c.board(), left, "and"))
}

func (c check) play() *miss {
	if c.move.Point() == c.target {
		return nil
	}
	return missed("That is %s. This time the stone goes on %s.", game.Format(c.before, c.move), c.board().Name(c.target))
}

func (c check) touch() *miss {
	before := c.liberties(c.before)
	if slices.Contains(before, c.move.Point()) {
		return nil
	}
	return missed("%s is not right beside the %s. Its liberties are %s.", game.Format(c.before, c.move), c.chain(), points(c.board(), before, "and"))
}

func (c check) take() *miss {
	if c.after.At(c.target) == game.Empty {
		return nil
	}
	if _, ok := c.after.(game.Chainer); ok {
		return missed("%s", c.still())
	}
	for _, t := range coach.Takings(c.before, game.Black) {
		if slices.Contains(t.Stones, c.target) {
			return missed("The %s still there. They are taken when both ends are yours.", areOn(c.board(), t.Stones))
		}
	}
	return missed("The white stone on %s is still there.", c.board().Name(c.target))
}

// areOn names stones, with the verb.
func areOn(b *board.Board, stones []game.Point) string {
	if len(stones) == 1 {
		return "white " + stonesText(b, stones) + " is"
	}
	return "white stones on " + points(b, stones, "and") + " are"
}

func (c check) atari() *miss {
	if len(c.liberties(c.after)) == 1 {
		return nil
	}
	return missed("%s Leave it only one.", c.still())
}

// trap plays every answer of White's, and looks whether the target can be taken
// after it.
func (c check) trap() *miss {
	best := &miss{reply: game.NoMove}
	most := 0
	for _, m := range c.after.LegalMoves(nil) {
		try := c.after.Clone()
		if m < 0 || try.Play(m) != nil || takes(try, c.target) {
			continue
		}
		if n := len(c.liberties(try)); n > most {
			most = n
			best = &miss{fmt.Sprintf("White answers %s, and the chain has %s.", game.Format(c.after, m), count(n, "liberty", "liberties")), m}
		}
	}
	if most == 0 {
		return nil
	}
	return best
}

// takes says whether Black can take the stone on target with the next move.
func takes(pos game.Position, target game.Point) bool {
	return slices.ContainsFunc(coach.Takings(pos, game.Black), func(t coach.Taking) bool { return slices.Contains(t.Stones, target) })
}

func (c check) save() *miss {
	for _, t := range coach.Takings(c.after, game.White) {
		if slices.Contains(t.Stones, c.target) {
			text := fmt.Sprintf("White still takes your %s, with %s.", stonesText(c.board(), t.Stones), c.board().Name(t.At))
			return &miss{text, game.Place(t.At)}
		}
	}
	return nil
}

func (c check) win() *miss {
	if c.after.Outcome().Winner == game.Black {
		return nil
	}
	if danger := coach.Wins(c.after, game.White); len(danger) > 0 {
		return whiteWins(c.after, danger)
	}
	if wins := coach.Wins(c.after, game.Black); len(wins) > 0 {
		return missed("That does not win yet. Look again: one stone wins at once.")
	}
	return missed("That does not win, and now there is no winning move any more.")
}

// whiteWins is the miss of a move that lets White win.
func whiteWins(pos game.Position, wins []game.Point) *miss {
	return &miss{fmt.Sprintf("Now White wins, at %s.", pos.Board().Name(wins[0])), game.Place(wins[0])}
}

func (c check) block() *miss {
	if danger := coach.Wins(c.after, game.White); len(danger) > 0 {
		return whiteWins(c.after, danger)
	}
	return nil
}

func (c check) fork() *miss {
	if danger := coach.Wins(c.after, game.White); len(danger) > 0 {
		return whiteWins(c.after, danger)
	}
	switch wins := coach.Wins(c.after, game.Black); len(wins) {
	case 0:
		return missed("That threatens nothing yet.")
	case 1:
		return &miss{fmt.Sprintf("That threatens to win at %[1]s only, and White stops it: %[1]s.", c.board().Name(wins[0])), game.Place(wins[0])}
	}
	return nil
}
