package gomocup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moyo/game"
	"moyo/internal/errtext"
)

// start begins a game on a new board: START n or RECTSTART w,h.
func start(c *call) {
	t, pos, err := c.newTable(c.name, c.args)
	if err == nil {
		err = c.engine.prepare(c.ctx, c.resources(), pos)
	}
	if err != nil {
		c.fail("%v", err)
		return
	}
	c.table = t
	c.settings.newGame()
	c.say("OK")
}

// newTable returns the empty board of START or RECTSTART and the game on it.
// The error says why neither is possible.
func (c *call) newTable(name, args string) (table, game.Position, error) {
	w, h, err := size(name, args)
	if err != nil {
		return table{}, nil, err
	}
	before := c.table
	defer func() { c.table = before }()
	c.table = table{width: w, height: h}
	pos, err := c.position(game.Black, game.Black)
	return c.table, pos, err
}

// size parses the board of START and RECTSTART.
func size(name, args string) (w, h int, err error) {
	var sides []int
	if name == "START" { // 15, or columns and rows of Yixin's board, which then writes points with the row first
		sides, err = parseNumbers(strings.Join(strings.Fields(args), ","))
		if len(sides) == 1 {
			sides = append(sides, sides[0])
		}
		slices.Reverse(sides)
	} else {
		sides, err = parseNumbers(args)
	}
	if err != nil || len(sides) != 2 {
		return 0, 0, fmt.Errorf("%s %s: want a size", name, errtext.Clip(args, maxQuoted))
	}
	w, h = sides[0], sides[1]
	if min(w, h) < leastSide || max(w, h) > mostSide {
		return 0, 0, fmt.Errorf("a board of %dx%d is not supported: want %d to %d a side", w, h, leastSide, mostSide)
	}
	return w, h, nil
}

// info handles an INFO line. If it changes the rule during a game, as some
// managers do after START, the engine prepares now and not in the time of its
// first move. The next move reports errors.
func info(c *call) {
	before := c.settings.rules()
	c.settings.info(c.args)
	if c.settings.rules() == before || c.table.width == 0 {
		return
	}
	own := c.table.color()
	if pos, err := c.position(own, own); err == nil {
		c.engine.prepare(c.ctx, c.resources(), pos)
	}
}

func restart(c *call) {
	c.table = table{width: c.table.width, height: c.table.height}
	c.settings.newGame()
	c.say("OK")
}

// begin makes the engine move. After an opening with SWAP2BOARD the stones
// taken for the engine's may be its opponent's.
func begin(c *call) {
	if own, opponent := c.table.counts(); own > opponent {
		for i := range c.table.stones {
			c.table.stones[i].own = !c.table.stones[i].own
		}
	}
	c.move(1)
}

func turn(c *call) {
	if c.put(false) {
		c.move(1)
	}
}

// play plays the engine's move as the manager chose it.
func play(c *call) {
	if c.put(true) {
		c.say("%v", c.table.stones[len(c.table.stones)-1].cell)
	}
}

// put puts a stone on the point in the arguments, or fails.
func (c *call) put(own bool) bool {
	at, err := parseCell(c.args)
	if err == nil {
		err = c.table.put(stone{at, own})
	}
	if err != nil {
		c.fail("%s: %v", c.name, err)
	}
	return err == nil
}

func takeBack(c *call) {
	at, err := parseCell(c.args)
	if err != nil {
		c.fail("%s: %v", c.name, err)
		return
	}
	i := slices.IndexFunc(c.table.stones, func(s stone) bool { return s.cell == at })
	if i < 0 {
		c.fail("%s: there is no stone on %v", c.name, at)
		return
	}
	c.table.stones = slices.Delete(c.table.stones, i, i+1)
	c.say("OK")
}

// showForbidden answers "FORBID xxyyxxyy." with the points where Black, if to
// move, may not play.
func showForbidden(c *call) {
	var text strings.Builder
	own, toPlay := c.table.color(), game.Black
	if len(c.table.stones)%2 == 1 {
		toPlay = game.White
	}
	pos, err := c.position(own, toPlay)
	if err != nil {
		c.fail("%s: %v", c.name, err)
		return
	}
	if b, ok := pos.(game.Banned); ok && pos.ToPlay() == game.Black {
		for _, p := range b.Banned() {
			at := c.table.cellOf(pos.Board(), p)
			fmt.Fprintf(&text, "%02d%02d", at.x, at.y)
		}
	}
	c.say("FORBID %s.", text.String())
}

// nBest makes the engine move after a search with values for its n best moves.
func nBest(c *call) {
	n, err := strconv.Atoi(c.args)
	if err != nil || n < 1 || n > c.table.width*c.table.height {
		c.fail("%s %s: want a number of moves", c.name, errtext.Clip(c.args, maxQuoted))
		return
	}
	c.move(n)
}

// move makes the engine move on the current table, and answers.
func (c *call) move(best int) {
	own := c.table.color()
	pos, err := c.position(own, own)
	if err != nil {
		c.fail("%s: %v", c.name, err)
		return
	}
	info, ok := c.think(pos, best, 1)
	if !ok {
		return
	}
	m := info.Move
	at := c.table.cellOf(pos.Board(), m.Point())
	c.table.stones = append(c.table.stones, stone{at, true})
	c.settings.spend(c.elapsed())
	c.say("%v", at)
}
