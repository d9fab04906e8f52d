package gomocup

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"moyo/game"
)

// mostPaths bounds the paths that a manager may block: Yixin's board blocks all
// points except one with a path for each.
const mostPaths = 4096

// blocks are the moves that the engine must not choose.
type blocks struct {
	cells map[cell]bool // YXBLOCK: always
	paths map[path]bool // YXBLOCKPATH: when the game has reached them
}

// path is a blocked move with a digest of the board before it. Whole paths are
// as long as games and could take too much memory.
type path struct {
	before [sha256.Size]byte
	move   cell
}

// digest returns the digest of a board; at returns the stone on a cell.
func digest(width, height int, at func(cell) game.Color) [sha256.Size]byte {
	lie := make([]byte, 0, 2+width*height)
	lie = append(lie, byte(width), byte(height))
	for y := range height {
		for x := range width {
			lie = append(lie, byte(at(cell{x, y})))
		}
	}
	return sha256.Sum256(lie)
}

// pathOf returns the path with the stones of t, Black's first.
func pathOf(t *table) (path, error) {
	last := len(t.stones) - 1
	if last < 0 {
		return path{}, errors.New("want the moves of a path")
	}
	lie := make(map[cell]game.Color, last)
	color := game.Black
	for _, s := range t.stones[:last] {
		lie[s.cell], color = color, color.Other()
	}
	before := digest(t.width, t.height, func(c cell) game.Color { return lie[c] })
	return path{before, t.stones[last].cell}, nil
}

// blockPath blocks the last move of a path for positions after the others, or
// unblocks it.
func (c *call) blockPath(command string, t *table, on bool) {
	p, err := pathOf(t)
	switch {
	case err != nil:
	case !on:
		delete(c.blocks.paths, p)
	case !c.blocks.paths[p] && len(c.blocks.paths) >= mostPaths:
		err = fmt.Errorf("more than %d paths", mostPaths)
	default:
		if c.blocks.paths == nil {
			c.blocks.paths = map[path]bool{}
		}
		c.blocks.paths[p] = true
	}
	if err != nil {
		c.fail("%s: %v", command, err)
	}
}

// block blocks cells, or unblocks them.
func (c *call) block(cells []stone, on bool) {
	if c.blocks.cells == nil {
		c.blocks.cells = map[cell]bool{}
	}
	for _, s := range cells {
		if on {
			c.blocks.cells[s.cell] = true
		} else {
			delete(c.blocks.cells, s.cell)
		}
	}
}

// blockedMoves returns the moves of pos that the engine must not play: those on
// blocked points, and choices in an opening whose stones would need blocked points.
func (c *call) blockedMoves(pos game.Position) (list []game.Move) {
	if len(c.blocks.cells)+len(c.blocks.paths) == 0 {
		return nil
	}
	b := pos.Board()
	at := func(where cell) (game.Point, bool) { return b.Lookup(c.table.name(where)) } // the inverse is slow after won lines
	before := digest(c.table.width, c.table.height, func(where cell) game.Color {
		if p, ok := at(where); ok {
			return pos.At(p)
		}
		return game.Empty
	})
	for y := range c.table.height {
		for x := range c.table.width {
			where := cell{x, y}
			if !c.blocks.cells[where] && !c.blocks.paths[path{before, where}] {
				continue
			}
			if p, ok := at(where); ok && pos.At(p) == game.Empty {
				list = append(list, game.Place(p))
			}
		}
	}
	for _, m := range choices(pos) {
		if !c.hasRoom(pos, m) {
			list = append(list, m)
		}
	}
	return list
}

// free returns the legal moves of pos that are not blocked.
func (c *call) free(pos game.Position) []game.Move {
	blocked := c.blockedMoves(pos)
	return slices.DeleteFunc(pos.LegalMoves(nil), func(m game.Move) bool { return slices.Contains(blocked, m) })
}

// hasRoom reports whether all stones of an opening choice fit on points that are
// not blocked.
func (c *call) hasRoom(pos game.Position, choice game.Move) bool {
	me, next := game.Player(pos), pos.Clone()
	for m := choice; next.Play(m) == nil && game.Player(next) == me; {
		free := c.free(next)
		if len(free) == 0 {
			return false
		}
		m = free[0]
	}
	return true
}
