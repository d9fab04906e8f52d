package proof

import (
	"fmt"
	"math/bits"
	"slices"

	"moyo/board"
	"moyo/game"
)

// ground is a board under rules, as sets of points.
type ground struct {
	b       *board.Board
	rules   ruleset
	points  int
	near    []uint64   // of each point: its neighbours
	rows    []uint64   // the winning rows, each once, ascending
	through [][]uint64 // of each point: its rows
	maps    []symmetry // the identity first
}

// newGround reads the rules and the board of a claim.
func newGround(c *Claim) (*ground, error) {
	rules, err := parseRules(c.Rules)
	if err != nil {
		return nil, err
	}
	b, err := board.Parse(c.Board)
	if err != nil {
		return nil, err
	}
	if b.Len() > MaxPoints {
		return nil, fmt.Errorf("board %s: %d points, at most %d", c.Board, b.Len(), MaxPoints)
	}
	if b.Lines() == nil {
		return nil, fmt.Errorf("board %s has no lines", c.Board)
	}
	g := &ground{b: b, rules: rules, points: b.Len(), near: make([]uint64, b.Len()), through: make([][]uint64, b.Len())}
	for p := range g.near {
		for _, q := range b.Neighbors(game.Point(p)) {
			g.near[p] |= 1 << q
		}
	}
	g.findRows()
	return g, g.findMaps()
}

// findRows lists the rows: n different consecutive points along a line that counts.
func (g *ground) findRows() {
	lines := g.b.Lines()
	for p := range game.Point(g.points) {
		for d := range lines.Dirs {
			if kind := lines.Axis(p, d); kind == board.Orthogonal || g.rules.diagonals && kind == board.Diagonal {
				if row := rowFrom(lines, p, d, g.rules.n); row != 0 {
					g.rows = append(g.rows, row)
				}
			}
		}
	}
	slices.Sort(g.rows)
	g.rows = slices.Compact(g.rows)
	for _, row := range g.rows {
		for rest := row; rest != 0; rest &= rest - 1 {
			p := bits.TrailingZeros64(rest)
			g.through[p] = append(g.through[p], row)
		}
	}
}

// rowFrom returns the n points from p in direction d, or 0 if the line ends or returns before.
func rowFrom(lines *board.Lines, p game.Point, d, n int) uint64 {
	row := uint64(1) << p
	at := board.Step{To: p, Dir: int8(d)}
	for range n - 1 {
		at = lines.Next(at.To, int(at.Dir))
		if at.To == board.None || row>>at.To&1 != 0 {
			return 0
		}
		row |= 1 << at.To
	}
	return row
}

// symmetry is a map of the board onto itself.
type symmetry struct {
	to, from []uint8       // of each point: its image, and its preimage
	bytes    [][256]uint64 // images of the subsets of each eight points
}

// image returns the image of a set of points.
func (m *symmetry) image(set uint64) uint64 {
	to := uint64(0)
	for i := range m.bytes {
		to |= m.bytes[i][uint8(set>>(8*i))]
	}
	return to
}

// findMaps returns the board's symmetries, and checks that they preserve neighbours and rows.
func (g *ground) findMaps() error {
	for _, m := range g.b.Symmetries(Maps) {
		s := symmetry{make([]uint8, g.points), make([]uint8, g.points), make([][256]uint64, (g.points+7)/8)}
		for p, q := range m {
			s.to[p], s.from[q] = uint8(q), uint8(p)
			for set := range 256 {
				s.bytes[p/8][set] |= uint64(set>>(p%8)&1) << q
			}
		}
		if !g.keeps(&s) {
			return fmt.Errorf("board %s: %v is not a symmetry of it", g.b.Spec(), m)
		}
		g.maps = append(g.maps, s)
	}
	return nil
}

func (g *ground) keeps(s *symmetry) bool {
	if s.image(g.all()) != g.all() {
		return false
	}
	for p, near := range g.near {
		if s.image(near) != g.near[s.to[p]] {
			return false
		}
	}
	for _, row := range g.rows {
		if _, ok := slices.BinarySearch(g.rows, s.image(row)); !ok {
			return false
		}
	}
	return true
}

// all returns the set of all points.
func (g *ground) all() uint64 { return ^uint64(0) >> (64 - g.points) }

// key is a state without the side to move, ordered like canonical states.
type key struct {
	black, white uint64
	mark         uint8 // 0, Ko+1 or, after a pass, the number of points + 1
}

func (k key) less(than key) bool {
	if k.black != than.black {
		return k.black < than.black
	}
	if k.white != than.white {
		return k.white < than.white
	}
	return k.mark < than.mark
}

func (g *ground) keyOf(s *State) key {
	k := key{s.Black, s.White, uint8(s.Ko + 1)}
	if s.Passed {
		k.mark = uint8(g.points) + 1
	}
	return k
}

// stateOf returns the state of a key with c to move.
func (g *ground) stateOf(k key, c game.Color) State {
	s := State{Black: k.black, White: k.white, Ko: game.Point(k.mark) - 1, ToPlay: c}
	if int(k.mark) > g.points {
		s.Ko, s.Passed = board.None, true
	}
	return s
}

// canonical returns the smallest image of a state, and the map to it.
func (g *ground) canonical(s *State) (key, *symmetry) {
	k := g.keyOf(s)
	best, by := k, &g.maps[0]
	for i := 1; i < len(g.maps); i++ {
		m := &g.maps[i]
		black := m.image(k.black)
		if black > best.black {
			continue
		}
		to := key{black, m.image(k.white), k.mark}
		if k.mark > 0 && int(k.mark) <= g.points {
			to.mark = m.to[k.mark-1] + 1
		}
		if to.less(best) {
			best, by = to, m
		}
	}
	return best, by
}
