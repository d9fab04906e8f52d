package weiqi_test

import (
	"cmp"
	"slices"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/game"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// solver finds the value of a position with best play by alpha-beta search to the end. Under
// superko the legal moves depend on all earlier positions, so values are stored for a position
// together with their set.
type solver struct {
	pos   *weiqi.Position
	table map[solverKey]solverBound
	buf   [][]game.Move
	nodes int
}

type solverKey struct{ position, past uint64 }

type solverBound struct{ low, high int8 }

func newSolver(t *testing.T, b *board.Board) *solver {
	t.Helper()
	pos, err := weiqi.Rules{Suicide: true}.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	return &solver{pos: pos, table: map[solverKey]solverBound{}}
}

// value returns Black's lead with best play from the start.
func (s *solver) value() int {
	n := s.pos.Board().Len()
	low, high := -n, n
	for low < high { // a bisection of questions "at least mid?"
		mid := (low + high + 1) >> 1
		if s.search(mid-1, mid, 0, 0) >= mid {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

// search returns the value for the side to move: exact between low and high, else a bound on the
// same side. past identifies the set of earlier positions.
func (s *solver) search(low, high, depth int, past uint64) int {
	if out := s.pos.Outcome(); out.Over {
		return s.lead(out, s.pos.Moves())
	}
	s.nodes++
	// The side to move cannot capture unconditionally living stones.
	if sure := s.pos.Board().Len() - 2*s.alive(s.pos.ToPlay().Other()); sure <= low {
		return sure
	}
	key := solverKey{s.pos.Hash(), past}
	at, ok := s.table[key]
	if !ok {
		at = solverBound{-100, 100}
	}
	if int(at.low) >= high {
		return int(at.low)
	}
	if int(at.high) <= low {
		return int(at.high)
	}
	best := -100
	for _, m := range s.moves(depth) {
		if err := s.pos.Play(m); err != nil {
			panic(err)
		}
		next := past
		if m != game.Pass {
			next += positionKey(s.pos)
		}
		v := -s.search(-high, -max(low, best), depth+1, next)
		s.pos.Undo()
		if best = max(best, v); best >= high {
			break
		}
	}
	if best >= high {
		at.low = max(at.low, int8(best))
	} else if best <= low {
		at.high = min(at.high, int8(best))
	} else {
		at = solverBound{int8(best), int8(best)}
	}
	s.table[key] = at
	return best
}

// lead returns the margin for the side to move.
func (s *solver) lead(out game.Outcome, moves []game.Move) int {
	if out.Winner == game.Black == (len(moves)%2 == 0) {
		return int(out.Margin)
	}
	return -int(out.Margin)
}

// moves returns the legal moves: a pass that ends the game first, then captures, then points with
// many neighbours, a first pass last.
func (s *solver) moves(depth int) []game.Move {
	for len(s.buf) <= depth {
		s.buf = append(s.buf, nil)
	}
	moves := s.pos.LegalMoves(s.buf[depth][:0])
	s.buf[depth] = moves
	played := s.pos.Moves()
	ends := len(played) > 0 && played[len(played)-1] == game.Pass
	rank := func(m game.Move) int {
		if m == game.Pass {
			if ends {
				return -100
			}
			return 100
		}
		enemies := 0
		for _, q := range s.pos.Board().Neighbors(m.Point()) {
			if s.pos.At(q) == s.pos.ToPlay().Other() {
				enemies++
			}
		}
		return -8*enemies - s.pos.Board().Degree(m.Point())
	}
	slices.SortStableFunc(moves, func(a, b game.Move) int { return cmp.Compare(rank(a), rank(b)) })
	return moves
}

func (s *solver) alive(side game.Color) int {
	count := 0
	for _, yes := range weiqi.Benson(s.pos.Board(), colors(s.pos), side) {
		if yes {
			count++
		}
	}
	return count
}

// positionKey identifies the stones alone.
func positionKey(pos *weiqi.Position) uint64 {
	h := uint64(14695981039346656037)
	for p := range game.Point(pos.Board().Len()) {
		h = (h ^ uint64(pos.At(p))) * 1099511628211
		h ^= h >> 29
	}
	return h * 0x9e3779b97f4a7c15
}

func complete(t *testing.T, n int) *board.Board {
	return fromEdges(t, n, func(p, q int) bool { return true })
}

func star(t *testing.T, n int) *board.Board {
	return fromEdges(t, n, func(p, q int) bool { return p == 0 })
}

func cycle(t *testing.T, n int) *board.Board {
	return fromEdges(t, n, func(p, q int) bool { return q == p+1 || p == 0 && q == n-1 })
}

func fromEdges(t *testing.T, n int, neighbors func(p, q int) bool) *board.Board {
	t.Helper()
	var edges [][2]board.Point
	for p := range n {
		for q := p + 1; q < n; q++ {
			if neighbors(p, q) {
				edges = append(edges, [2]board.Point{board.Point(p), board.Point(q)})
			}
		}
	}
	b, err := boardfile.FromGraph("test", n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestValues solves small boards: area scoring without komi, Black first, positional superko,
// suicide. Several programs have found these values.
func TestValues(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, k := range []struct {
		name  string
		board *board.Board
		value int
		long  bool
	}{
		{"1x1", board.Grid(1, 1), 0, false},
		{"1x2", board.Grid(2, 1), 0, false},
		{"1x3", board.Grid(3, 1), 3, false},
		{"1x4", board.Grid(4, 1), 4, false},
		{"1x5", board.Grid(5, 1), 0, false},
		{"1x6", board.Grid(6, 1), 1, true},
		{"2x2", board.Grid(2, 2), 1, false},
		{"2x3", board.Grid(3, 2), 0, false},
		{"cycle of 5", cycle(t, 5), 0, false},
		{"K4", complete(t, 4), 1, false},
		{"star of 4", star(t, 4), 4, false},
		{"star of 5", star(t, 5), 5, false},
	} {
		t.Run(k.name, func(t *testing.T) {
			if k.long {
				testenv.Long(t)
			}
			s := newSolver(t, k.board)
			if got := s.value(); got != k.value {
				t.Errorf("value %d, want %d", got, k.value)
			}
			t.Logf("%d positions searched, %d kept", s.nodes, len(s.table))
		})
	}
}

// TestThreeByThree proves that Black wins every point of 3x3, the largest possible value. Without
// suicide, as [weiqi.Benson] requires.
func TestThreeByThree(t *testing.T) {
	for plies := 1; plies <= 11; plies++ {
		pos, err := weiqi.Rules{}.Start(board.Grid(3, 3))
		if err != nil {
			t.Fatal(err)
		}
		if winsAll(pos, plies) {
			t.Logf("within %d moves", plies)
			return
		}
	}
	t.Error("Black does not win the whole board")
}

// winsAll reports whether Black wins every point of pos, all of them certain after at most that
// many moves, whatever White does. False may only mean that it takes longer.
func winsAll(pos *weiqi.Position, plies int) bool {
	switch out := pos.Outcome(); {
	case out.Over:
		return out.Winner == game.Black && int(out.Margin) == pos.Board().Len()
	case allBlack(pos):
		return true
	case plies == 0:
		return false
	}
	black := pos.ToPlay() == game.Black
	for _, m := range pos.LegalMoves(nil) {
		if black && m == game.Pass {
			continue // one good move is enough
		}
		if err := pos.Play(m); err != nil {
			panic(err)
		}
		wins := winsAll(pos, plies-1)
		pos.Undo()
		if wins == black {
			return black
		}
	}
	return !black
}

// allBlack reports whether every point is Black's for certain: it has an unconditionally living
// stone, or one beside it and no space for a white eye.
func allBlack(pos *weiqi.Position) bool {
	b := pos.Board()
	lives := weiqi.Benson(b, colors(pos), game.Black)
	for p, yes := range lives {
		if !yes && !slices.ContainsFunc(b.Neighbors(game.Point(p)), func(q game.Point) bool { return lives[q] }) {
			return false
		}
	}
	return true
}
