package gomocup

import (
	"fmt"
	"slices"
	"strings"

	"moyo/game"
)

// swap2 answers SWAP2BOARD: with the three stones of an opening, with one or two
// more, or with SWAP.
func (c *call) swap2(t table) {
	placed, _, ok := c.takeSide(t, false)
	switch {
	case !ok:
	case len(placed) == 0:
		c.say("SWAP")
	default:
		words := make([]string, len(placed))
		for i, at := range placed {
			words[i] = at.String()
		}
		c.say("%s", strings.Join(words, " "))
	}
}

// swap2Step answers YXSWAP2STEP1, 2 and 3, with which boards made for Yixin ask
// for the three stones of an opening and for the choices after three and after
// five. If the engine stays White, a separate command asks for the next move.
func swap2Step(c *call) {
	t := table{width: c.table.width, height: c.table.height}
	want := map[string]int{"YXSWAP2STEP1": 0, "YXSWAP2STEP2": 3, "YXSWAP2STEP3": 5}[c.name]
	if want > 0 {
		t.stones = slices.Clone(c.table.stones)
	}
	if n := len(t.stones); n != want {
		c.fail("%s: %d stones: want %d", c.name, n, want)
		return
	}
	placed, color, ok := c.takeSide(t, true)
	if !ok {
		return
	}
	for i, at := range placed {
		c.say("MESSAGE SWAP2 MOVE%d %d %d", want+i+1, at.x, at.y)
	}
	if len(placed) == 0 {
		swaps := map[game.Color]string{game.Black: "YES", game.White: "NO"}
		c.say("MESSAGE SWAP2 SWAP%d %s", want/2, swaps[color])
	}
}

// takeSide decides in a swap2 opening in which t has the stones so far, and puts
// the result on the table. It returns the placed stones and the colour taken;
// stay leaves out the stone of a player that stays White. The engine searches
// the game with the rules' own opening once per decision. It does not search
// again for stones that an earlier search's line names: they would be balanced
// again in less time. No stone is ever placed on a blocked point.
func (c *call) takeSide(t table, stay bool) (placed []cell, color game.Color, ok bool) {
	c.table = t
	pos, err := c.opening()
	if err != nil {
		c.fail("%s: %v", c.name, err)
		return nil, 0, false
	}
	me := game.Player(pos)
	white, _ := pos.ParseChoice("white")
	var line []game.Move
	color = game.Black // SWAP takes Black
	for share := searches(len(t.stones)); game.Player(pos) == me; {
		free := c.free(pos)
		if len(free) == 0 {
			c.fail("%s: too many points are blocked", c.name)
			return nil, 0, false
		}
		if len(line) == 0 || !slices.Contains(free, line[0]) {
			info, ok := c.think(pos, 1, max(share, 1))
			if !ok {
				return nil, 0, false
			}
			share--
			line = append([]game.Move{info.Move}, info.PV[min(1, len(info.PV)):]...)
		}
		m := line[0]
		line = line[1:]
		if m >= 0 {
			placed = append(placed, c.table.cellOf(pos.Board(), m.Point()))
			color = pos.ToPlay()
		}
		if stay && m == white {
			color = game.White
			break
		}
		if err := pos.Play(m); err != nil {
			c.fail("%s: %v", c.name, err)
			return nil, 0, false
		}
	}
	for _, at := range placed {
		c.table.stones = append(c.table.stones, stone{cell: at})
	}
	for i := range c.table.stones { // Black's stones come first and then alternate
		c.table.stones[i].own = (i%2 == 0) == (color == game.Black)
	}
	c.settings.spend(c.elapsed())
	return placed, color, true
}

// searches is the largest number of searches for an answer after the given stones.
func searches(stones int) int {
	if stones == 0 {
		return 1 // for three stones
	}
	return 2 // the choice, and one or two stones
}

// opening returns the game of a swap2 opening after the table's stones, with the
// player to move that places or chooses.
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
	// Two more stones mean a choice: the one after which they can be placed and
	// another choice is left.
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
