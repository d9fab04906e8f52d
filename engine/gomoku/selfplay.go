package gomoku

import (
	"context"
	"math/rand/v2"

	"moyo/board"
	"moyo/engine/alphabeta"
	"moyo/engine/gomoku/network"
	"moyo/engine/player"
	"moyo/game/rules/gomoku/pattern"
)

// searched is a position of a self-play game with the result of its search. Its
// stones alternate, Black's first.
type searched struct {
	stones []board.Point
	score  int16       // of the search, for the side to move
	best   board.Point // the move that it chose; board.None if the order of moves is not trained with it
	result int8        // of the game for the side to move: 1, 0 or -1; unplayed for a side line
}

// unplayed is the result of a position outside of the game.
const unplayed = 2

// me returns the side to move.
func (x *searched) me() int { return pattern.Black + len(x.stones)&1 }

// selfPlayer plays games against itself.
type selfPlayer struct {
	nodes int64 // per move
	board *board.Board
	b     *pattern.Board
	w     *Weights
	table *alphabeta.Table
	fours *foursTable
	net   *network.Accumulator // nil for none
	r     *rand.Rand
}

// newSelfPlayer returns a player with w and, unless it is nil, net.
func newSelfPlayer(l SelfPlay, w *Weights, net *network.Net, seed uint64) (*selfPlayer, error) {
	g, b, err := l.open(w)
	if err != nil {
		return nil, err
	}
	p := &selfPlayer{
		nodes: l.Nodes, board: g, b: b, w: w, table: alphabeta.NewTable(16 << 20), fours: &foursTable{},
		r: rand.New(rand.NewPCG(l.Seed, seed)),
	}
	if net != nil {
		p.net = net.New(network.NewLayout(b))
	}
	return p, nil
}

// game plays one game and returns its positions.
func (p *selfPlayer) game(ctx context.Context) []searched {
	for p.b.Stones() > 0 {
		p.b.Undo()
	}
	s := p.opening()
	var list []searched
	result := 0 // for Black
	for s.b.Stones() < s.b.Len()*4/5 && ctx.Err() == nil {
		if score, ok := s.Decided(0); ok {
			result = sign(score, s.me)
			break
		}
		root := s.Moves(nil)
		r := p.think(s, root, p.nodes)
		if r.Score >= alphabeta.Proved || r.Score <= -alphabeta.Proved {
			result = sign(r.Score, s.me)
			list = take(list, s, root, r)
			break
		}
		list = take(list, s, root, r)
		if p.r.IntN(3) == 0 {
			list = p.aside(list, s, root)
		}
		m := r.Move
		if s.b.Stones() < 14 && p.r.IntN(8) == 0 {
			m = player.Sample(p.r, root, 1.5*orderUnit).Point
		}
		s.Play(m)
	}
	for i := range list {
		if x := &list[i]; x.result != unplayed {
			x.result = int8(result)
			if x.me() == pattern.White {
				x.result = int8(-result)
			}
		}
	}
	return list
}

func sign(score, me int) int {
	result := 0
	switch {
	case score > 0:
		result = 1
	case score < 0:
		result = -1
	}
	if me == pattern.White {
		return -result
	}
	return result
}

// opening places a few stones at random, close to each other, without a win for
// either side.
func (p *selfPlayer) opening() *state {
	for {
		for p.b.Stones() > 0 {
			p.b.Undo()
		}
		s := newState(p.b, p.w, pattern.Black, p.fours)
		s.net = p.net
		c := p.board.Coord(board.Point(p.r.IntN(p.board.Len())))
		s.Play(int32(nearest(p.board, board.Vec{c[0] * 0.7, c[1] * 0.7, c[2] * 0.7})))
		for n := 2 + p.r.IntN(6); n > 0; n-- {
			if list := s.developing(nil); p.r.IntN(3) == 0 {
				s.Play(list[p.r.IntN(len(list))].Point)
			} else {
				s.Play(player.Sample(p.r, list, 3*orderUnit).Point)
			}
		}
		if _, ok := s.Decided(0); !ok && !s.Threatened() {
			return s
		}
	}
}

// nearest returns the point nearest to c.
func nearest(g *board.Board, c board.Vec) board.Point {
	best, least := board.Point(0), 1e18
	for q := range board.Point(g.Len()) {
		v := g.Coord(q)
		d := (v[0]-c[0])*(v[0]-c[0]) + (v[1]-c[1])*(v[1]-c[1]) + (v[2]-c[2])*(v[2]-c[2])
		if d < least {
			best, least = q, d
		}
	}
	return best
}

func (p *selfPlayer) think(s *state, root []alphabeta.Move, nodes int64) alphabeta.Result {
	return alphabeta.Think(context.Background(), s, root, s.b.Len(), p.table,
		alphabeta.Default(), alphabeta.Limits{Nodes: nodes, Depth: 20}, nil)
}

// aside takes the position after a move that the game does not play: leaves of
// a search contain worse moves than games do.
func (p *selfPlayer) aside(list []searched, s *state, root []alphabeta.Move) []searched {
	s.Play(player.Sample(p.r, root, 4*orderUnit).Point)
	defer s.Undo()
	if _, ok := s.Decided(0); ok {
		return list
	}
	moves := s.Moves(nil)
	list = take(list, s, moves, p.think(s, moves, p.nodes/2))
	list[len(list)-1].result = unplayed
	return list
}

// take appends the position with the result of its search.
func take(list []searched, s *state, root []alphabeta.Move, r alphabeta.Result) []searched {
	x := searched{score: int16(r.Score), best: board.None}
	for i := range s.b.Stones() {
		q, _ := s.b.Stone(i)
		x.stones = append(x.stones, q)
	}
	if len(root) > 1 && r.Depth >= 2 && r.Score > -alphabeta.Proved {
		x.best = board.Point(r.Move)
	}
	return append(list, x)
}
