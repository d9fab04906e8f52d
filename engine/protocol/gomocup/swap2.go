package gomocup

import (
	"fmt"
	"slices"
	"strings"

	"moyo/game"
)

// swap2 answers SWAP2BOARD: with the three stones of an opening, with one or two
// more, or with SWAP. The engine decides by searching the game with the rules'
// own swap2 opening, as often as it is its turn there. Stones that it has placed
// with others in mind, which its line names, need no search of their own: they
// would be balanced anew, in less time.
func (c *call) swap2(t table) {
	before := c.table
	c.table = t
	pos, err := c.opening()
	if err != nil {
		c.table = before
		c.fail("SWAP2BOARD: %v", err)
		return
	}
	me := game.Player(pos)
	var placed []cell
	var line []game.Move
	last := game.Black // what a SWAP takes
	for share := searches(len(t.stones)); game.Player(pos) == me; {
		if len(line) == 0 || pos.Check(line[0]) != game.Legal {
			info, ok := c.think(pos, 1, max(share, 1))
			if !ok {
				return
			}
			share--
			line = append([]game.Move{info.Move}, info.PV[min(1, len(info.PV)):]...)
		}
		m := line[0]
		line = line[1:]
		if m >= 0 {
			placed = append(placed, c.table.cellOf(pos.Board(), m.Point()))
			last = pos.ToPlay()
		}
		if err := pos.Play(m); err != nil {
			c.fail("SWAP2BOARD: %v", err)
			return
		}
	}
	for _, at := range placed {
		c.table.stones = append(c.table.stones, stone{cell: at})
	}
	for i := range c.table.stones { // Black's stones come first and then alternate
		c.table.stones[i].own = (i%2 == 0) == (last == game.Black)
	}
	c.settings.spend(c.elapsed())
	if len(placed) == 0 {
		c.say("SWAP")
		return
	}
	words := make([]string, len(placed))
	for i, at := range placed {
		words[i] = at.String()
	}
	c.say("%s", strings.Join(words, " "))
}

// searches is how many the answer to so many stones can take.
func searches(stones int) int {
	if stones == 0 {
		return 1 // for three stones
	}
	return 2 // the choice, and one or two stones
}

// opening returns the game of a swap2 opening after the table's stones, with the
// side to move whose turn it is to place or to choose.
func (c *call) opening() (game.Position, error) {
	n := len(c.table.stones)
	if n != 0 && n != 3 && n != 5 {
		return nil, fmt.Errorf("%d stones: want none, 3 or 5", n)
	}
	rules, b, err := c.game(",opening=swap2")
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, err
	}
	stones := c.table.placed(b, game.Black)
	place := func(pos game.Position, stones []game.Placed) error {
		for _, st := range stones {
			if err := pos.Play(game.Place(st.Point)); err != nil {
				return fmt.Errorf("%s: %w", b.Name(st.Point), err)
			}
		}
		return nil
	}
	if err := place(pos, stones[:min(n, 3)]); err != nil || n < 5 {
		return pos, err
	}
	// Two more stones stand for a choice: the one after which they can be placed
	// and something is left to choose.
	for _, m := range choices(pos) {
		after := pos.Clone()
		if after.Play(m) == nil && place(after, stones[3:]) == nil && len(choices(after)) > 0 {
			return after, nil
		}
	}
	return nil, fmt.Errorf("%s has no opening with five stones", rules.ID())
}

// choices returns the legal moves that place no stone.
func choices(pos game.Position) []game.Move {
	return slices.DeleteFunc(pos.LegalMoves(nil), func(m game.Move) bool { return m > game.FirstChoice })
}
