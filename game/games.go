package game

import "context"

// Census is the result of a search of the whole game tree.
type Census struct {
	Games     uint64 // ways to play from the position to the end
	Black     uint64 // games that Black wins, that White wins, and draws
	White     uint64
	Draws     uint64
	Longest   int // moves of the longest game
	Positions int // different positions by their hash, including the first and the last ones
}

// Games plays every game from pos and leaves pos unchanged. It is for tiny boards and games that
// always end. The error is ctx's.
func Games(ctx context.Context, pos Position) (Census, error) {
	c := census{seen: map[uint64]bool{}}
	err := c.visit(ctx, pos, 0)
	c.Positions = len(c.seen)
	return c.Census, err
}

type census struct {
	Census
	seen    map[uint64]bool
	buffers [][]Move // one for each depth
}

func (c *census) visit(ctx context.Context, pos Position, depth int) error {
	c.seen[pos.Hash()] = true
	if out := pos.Outcome(); out.Over {
		c.Games++
		switch out.Winner {
		case Black:
			c.Black++
		case White:
			c.White++
		default:
			c.Draws++
		}
		c.Longest = max(c.Longest, depth)
		if c.Games%1024 == 0 {
			return ctx.Err()
		}
		return nil
	}
	if depth == len(c.buffers) {
		c.buffers = append(c.buffers, nil)
	}
	moves := pos.LegalMoves(c.buffers[depth][:0])
	c.buffers[depth] = moves
	for _, m := range moves {
		if err := pos.Play(m); err != nil {
			return err
		}
		err := c.visit(ctx, pos, depth+1)
		pos.Undo()
		if err != nil {
			return err
		}
	}
	return nil
}
