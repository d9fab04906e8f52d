package negascout2023

import (
	"math/rand/v2"

	"moyo/board"
	"moyo/engine/baseline/internal/rows"
	"moyo/game"
)

// reach is the largest distance of moves from a stone, in steps along a line.
const reach = 2

// state is the position being searched.
type state struct {
	rows   *rows.Rows
	stones []game.Color
	toPlay game.Color
	empty  int      // points
	near   []int32  // the restriction array: from how many stones nearby a point is reached
	key    uint32   // of the stones
	keys   []uint32 // of a stone: keys[2*point] black, keys[2*point+1] white
	side   uint32   // of White to move
}

// newState returns the state of pos, without its history.
func newState(r *rows.Rows, pos game.Position) *state {
	n := pos.Board().Len()
	s := &state{rows: r, stones: make([]game.Color, n), toPlay: game.Black, empty: n, near: make([]int32, n), keys: make([]uint32, 2*n)}
	random := rand.New(rand.NewPCG(2023, 32))
	for i := range s.keys {
		s.keys[i] = random.Uint32()
	}
	s.side = random.Uint32()
	for p, c := range rows.Stones(pos) {
		if c != game.Empty {
			s.toPlay = c
			s.place(game.Point(p))
		}
	}
	s.toPlay = pos.ToPlay()
	return s
}

// hash identifies stones and side to move, in 32 bits.
func (s *state) hash() uint32 {
	if s.toPlay == game.White {
		return s.key ^ s.side
	}
	return s.key
}

// place puts a stone of the side to move on the empty point p and changes sides.
func (s *state) place(p game.Point) {
	s.stones[p] = s.toPlay
	s.key ^= s.keys[2*int(p)+int(s.toPlay)-1]
	s.empty--
	s.restrict(p, 1)
	s.toPlay = s.toPlay.Other()
}

// remove takes back place(p).
func (s *state) remove(p game.Point) {
	s.toPlay = s.toPlay.Other()
	s.restrict(p, -1)
	s.empty++
	s.key ^= s.keys[2*int(p)+int(s.toPlay)-1]
	s.stones[p] = game.Empty
}

// restrict adds a stone on p to the restriction array (by 1) or removes it (by
// -1).
func (s *state) restrict(p game.Point, by int32) {
	for d := range s.rows.Lines.Dirs {
		at := board.Step{To: p, Dir: int8(d)}
		for range reach {
			if at = s.rows.Lines.Next(at.To, int(at.Dir)); at.To == board.None {
				break
			}
			s.near[at.To] += by
		}
	}
}
