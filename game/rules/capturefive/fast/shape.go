package fast

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game/rules/internal/zobrist"
)

// shape is the immutable data of a board under given options, shared by all positions on it.
//
// A window is a row of n points. Its state is the number of black stones in it plus n+1 times that
// of white ones:
//
//	points  windows*n      the points of each window, in order along the line
//	from    points+1       the windows through p are through[from[p]:from[p+1]]
type shape struct {
	board   *board.Board
	opt     Options
	points  []uint16
	from    []uint32
	through []uint16
	keys    [3][]uint64 // of a stone, by colour and point
	side    uint64      // key of White to move
	joined  bool        // consecutive points of a window are always neighbours
}

// newShape returns the shape of b, or an error if it has no row that is long enough.
func newShape(b *board.Board, opt Options) (*shape, error) {
	if opt.N < 2 || opt.N > maxN {
		return nil, fmt.Errorf("%d in a row: want 2 to %d", opt.N, maxN)
	}
	s := &shape{board: b, opt: opt, side: zobrist.Key(1 << 40)}
	for c := range s.keys {
		s.keys[c] = make([]uint64, b.Len())
		for p := range s.keys[c] {
			s.keys[c][p] = zobrist.Key(uint64(p)<<2 | uint64(c))
		}
	}
	if b.Lines() == nil {
		return nil, fmt.Errorf("%s has no straight lines", b.Title())
	}
	s.findWindows()
	if len(s.points) == 0 {
		return nil, fmt.Errorf("%s has no line of %d points", b.Title(), opt.N)
	}
	if len(s.points)/opt.N > maxWindows {
		return nil, fmt.Errorf("%s has %d rows of %d points, more than %d", b.Title(), len(s.points)/opt.N, opt.N, maxWindows)
	}
	s.index()
	s.joined = s.areJoined()
	return s, nil
}

// maxN limits rows so that a state fits eight bits, maxWindows so that a window's number fits
// sixteen.
const (
	maxN       = 14
	maxWindows = 1 << 16
)

// findWindows lists every row of n points once, in one of its two directions.
func (s *shape) findWindows() {
	lines, n := s.board.Lines(), s.opt.N
	seen := map[string]bool{}
	row, sorted := make([]uint16, n), make([]uint16, n)
	for p := range board.Point(s.board.Len()) {
		for d := range lines.Dirs {
			if !s.walk(row, p, d) {
				continue
			}
			copy(sorted, row)
			slices.Sort(sorted)
			if key := fmt.Sprint(sorted); !seen[key] {
				seen[key] = true
				s.points = append(s.points, row...)
			}
		}
	}
}

// walk fills row with the points from p in direction d. It returns false if the line ends, returns
// to itself or does not count.
func (s *shape) walk(row []uint16, p board.Point, d int) bool {
	lines := s.board.Lines()
	for i := range row {
		if p == board.None || slices.Contains(row[:i], uint16(p)) {
			return false
		}
		row[i] = uint16(p)
		if i == len(row)-1 {
			break
		}
		if !s.opt.All && lines.Axis(p, d) != board.Orthogonal {
			return false
		}
		step := lines.Next(p, d)
		p, d = step.To, int(step.Dir)
	}
	return true
}

// index finds the windows through each point.
func (s *shape) index() {
	by := make([][]uint16, s.board.Len())
	for i, p := range s.points {
		by[p] = append(by[p], uint16(i/s.opt.N))
	}
	s.from = append(s.from, 0)
	for _, list := range by {
		s.through = append(s.through, list...)
		s.from = append(s.from, uint32(len(s.through)))
	}
}

// windows returns the windows through p.
func (s *shape) windows(p uint16) []uint16 { return s.through[s.from[p]:s.from[p+1]] }

// areJoined reports whether consecutive points of a window are always neighbours.
func (s *shape) areJoined() bool {
	for i, p := range s.points {
		if (i+1)%s.opt.N != 0 && !slices.Contains(s.board.Neighbors(board.Point(p)), board.Point(s.points[i+1])) {
			return false
		}
	}
	return true
}
