package gomoku_test

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

// value searches a position to the end with only a table: 1 if the side to move wins, 0 for a draw,
// -1 if it loses.
func value(t *testing.T, pos *gomoku.Position, known map[uint64]int8) int8 {
	if out := pos.Outcome(); out.Over {
		if out.Winner == game.Empty {
			return 0
		}
		return -1 // the side that moved last won
	}
	if v, ok := known[pos.Hash()]; ok {
		return v
	}
	best := int8(-1)
	for _, m := range pos.LegalMoves(nil) {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		best = max(best, -value(t, pos, known))
		pos.Undo()
		if best == 1 {
			break
		}
	}
	known[pos.Hash()] = best
	return best
}

// TestSmallValues searches whole games. The second player never wins.
func TestSmallValues(t *testing.T) {
	for _, c := range []struct {
		spec string
		n    int
		want int8
	}{
		{"grid:3", 3, 0}, {"grid:4x3", 3, 1}, {"grid:3x4", 3, 1}, {"grid:4", 3, 1}, {"torus:3x3", 3, 1},
		{"grid:4x3", 4, 0}, {"cylinder:3x3", 3, 1}, {"mobius:3x3", 3, 1}, {"cycle:5", 3, 0}, {"grid:9x1", 3, 0},
	} {
		pos := start(t, fmt.Sprintf("n=%d", c.n), c.spec)
		if got := value(t, pos, map[uint64]int8{}); got != c.want {
			t.Errorf("%d in a row on %s: %d, want %d", c.n, c.spec, got, c.want)
		}
	}
}

// prover finds out whether Black wins, on boards of up to 64 points. It represents rows as sets. It
// plays a winning move and stops n-1 stones of a row. If every row contains a white stone, Black
// cannot win. A point whose rows all contain both colours is ignored. White certainly draws if the
// rows that Black can still fill weigh too little (the criterion of P. Erdős and J. Selfridge,
// 1973). It tries all other moves; the position itself confirms each win.
type prover struct {
	t     *testing.T
	pos   *gomoku.Position
	n     int
	rows  []uint64
	maps  [][]game.Point // the symmetries of the board
	sides [3]uint64      // stones, by colour
	known map[[2]uint64]bool
}

func newProver(t *testing.T, pos *gomoku.Position) *prover {
	p := &prover{t: t, pos: pos, n: pos.Options().N, known: map[[2]uint64]bool{}, maps: pos.Board().Symmetries(8)}
	for _, row := range slowRows(pos.Board(), p.n) {
		set := uint64(0)
		for _, pt := range row.points {
			set |= 1 << pt
		}
		p.rows = append(p.rows, set)
	}
	slices.Sort(p.rows)
	p.rows = slices.Compact(p.rows)
	return p
}

// outlook is the information in the rows for the side to move.
type outlook struct {
	win  uint64 // where it wins immediately
	stop uint64 // where the other side threatens to win
	hope bool   // whether the rows that Black can still fill weigh enough
	open uint64 // points in rows that a side can still fill
}

func (p *prover) look(side game.Color) (o outlook) {
	weight, enough := 0, 1<<p.n // in units of 2^-n
	if side == game.Black {
		enough /= 2
	}
	own, other := p.sides[side], p.sides[side.Other()]
	for _, row := range p.rows {
		if row&own != 0 && row&other != 0 {
			continue
		}
		o.open |= row
		if row&p.sides[game.White] == 0 {
			weight += 1 << bits.OnesCount64(row&p.sides[game.Black])
		}
		switch {
		case bits.OnesCount64(row&own) == p.n-1:
			o.win |= row &^ own
		case bits.OnesCount64(row&other) == p.n-1:
			o.stop |= row &^ other
		}
	}
	o.hope = weight >= enough
	return o
}

// key identifies the stones up to symmetry, without those on points that no longer matter.
func (p *prover) key(open uint64) [2]uint64 {
	sides := [2]uint64{p.sides[game.Black] & open, p.sides[game.White] & open}
	closed := (uint64(1)<<p.pos.Board().Len() - 1) &^ open
	best := [2]uint64{^uint64(0)}
	for _, m := range p.maps {
		var image [2]uint64
		for i, side := range sides {
			for side |= closed; side != 0; side &= side - 1 {
				image[i] |= 1 << m[bits.TrailingZeros64(side)]
			}
		}
		if slices.Compare(image[:], best[:]) < 0 {
			best = image
		}
	}
	return best
}

// blackWins reports whether Black wins with best play.
func (p *prover) blackWins(side game.Color) bool {
	o := p.look(side)
	switch {
	case o.win != 0:
		p.checkWin(o.win, side)
		return side == game.Black
	case bits.OnesCount64(o.stop) > 1:
		return side == game.White
	case !o.hope:
		return false
	}
	key := p.key(o.open)
	if v, ok := p.known[key]; ok {
		return v
	}
	result := side == game.White
	for _, pt := range p.moves(o) {
		p.play(pt, side)
		v := !p.pos.Outcome().Over && p.blackWins(side.Other()) // over: the board is full
		p.takeBack(pt, side)
		if v == (side == game.Black) {
			result = v
			break
		}
	}
	p.known[key] = result
	return result
}

// moves returns the moves to try: the point to stop at, else all that matter, those in the most
// open rows of Black first.
func (p *prover) moves(o outlook) []int {
	if o.stop != 0 {
		return []int{bits.TrailingZeros64(o.stop)}
	}
	var points []int
	weight := make([]int, p.pos.Board().Len())
	for _, row := range p.rows {
		if row&p.sides[game.White] == 0 {
			w := 1 << (2 * bits.OnesCount64(row&p.sides[game.Black]))
			for set := row &^ p.sides[game.Black]; set != 0; set &= set - 1 {
				weight[bits.TrailingZeros64(set)] += w
			}
		}
	}
	for set := o.open &^ (p.sides[game.Black] | p.sides[game.White]); set != 0; set &= set - 1 {
		points = append(points, bits.TrailingZeros64(set))
	}
	slices.SortStableFunc(points, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	return points
}

func (p *prover) play(pt int, side game.Color) {
	if err := p.pos.Play(game.Move(pt)); err != nil {
		p.t.Fatal(err)
	}
	p.sides[side] |= 1 << pt
}

func (p *prover) takeBack(pt int, side game.Color) {
	p.pos.Undo()
	p.sides[side] &^= 1 << pt
}

// checkWin plays each of the moves that win according to the rows.
func (p *prover) checkWin(win uint64, side game.Color) {
	for ; win != 0; win &= win - 1 {
		pt := bits.TrailingZeros64(win)
		p.play(pt, side)
		if p.pos.Outcome().Winner != side {
			p.t.Fatalf("%s on %d wins by the rows, not by the rules: %v", side, pt, p.pos.Moves())
		}
		p.takeBack(pt, side)
	}
}

// TestValues proves the results of m,n,k games: a win of the first player, or a draw.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		spec string
		n    int
		wins bool
		long bool
	}{
		{"grid:3", 3, false, false}, {"grid:4x3", 3, true, false}, {"grid:4", 3, true, false}, {"grid:4", 4, false, false},
		{"grid:5x4", 4, false, false}, {"torus:3x3", 3, true, false}, {"torus:4x4", 4, false, false}, {"torus:5x5", 4, true, false},
		{"grid:6x4", 4, false, false}, {"grid:6x5", 4, true, false}, {"grid:5", 5, false, false},
		{"grid:7x4", 4, false, true}, {"grid:5", 4, false, true},
	} {
		t.Run(fmt.Sprintf("%d on %s", c.n, c.spec), func(t *testing.T) {
			if c.long {
				testenv.Long(t)
			}
			p := newProver(t, start(t, fmt.Sprintf("n=%d", c.n), c.spec))
			if got := p.blackWins(game.Black); got != c.wins {
				t.Errorf("Black wins is %v, want %v", got, c.wins)
			}
			t.Logf("%d positions", len(p.known))
		})
	}
}
