package gomoku

import (
	"context"
	"math/rand/v2"

	"moyo/board"
	"moyo/engine/alphabeta"
	"moyo/engine/player"
	"moyo/rules/gomoku/pattern"
)

// sample is a position of a game that the engine played against itself, as
// training sees it.
type sample struct {
	own, foe []counted // kinds of the side to move and of its enemy, at all empty points
	threats  uint16
	me       uint8
	score    int16 // of the search
	result   int8  // of the game for the side to move: 1, 0 or -1; unplayed for a side line
	moves    []choice
	best     int // index into moves, -1 where the order of moves is not to learn from it
}

// unplayed marks a position beside the game, which has no result.
const unplayed = 2

// counted is a code and at how many points it stands.
type counted struct {
	code uint16
	n    uint8
}

// choice is a move as the order of moves sees it.
type choice struct{ own, foe uint16 }

// selfPlayer plays games against itself.
type selfPlayer struct {
	opt   TrainOptions
	board *board.Board
	b     *pattern.Board
	w     *Weights
	table *alphabeta.Table
	fours *foursTable
	r     *rand.Rand
	count [pattern.Codes]uint8
}

func newSelfPlayer(opt TrainOptions, w *Weights, seed uint64) (*selfPlayer, error) {
	g, err := board.Parse(opt.Board)
	if err != nil {
		return nil, err
	}
	t, err := pattern.TableFor(opt.Rule.String(), 5)
	if err != nil {
		return nil, err
	}
	b, err := pattern.New(g, t)
	if err != nil {
		return nil, err
	}
	b.Weigh(&w.Values)
	return &selfPlayer{
		opt: opt, board: g, b: b, w: w, table: alphabeta.NewTable(16 << 20), fours: &foursTable{},
		r: rand.New(rand.NewPCG(opt.Seed, seed)),
	}, nil
}

// game plays one game and returns its samples.
func (p *selfPlayer) game(ctx context.Context) []sample {
	for p.b.Stones() > 0 {
		p.b.Undo()
	}
	s := p.opening()
	var samples []sample
	result := 0 // for Black
	for s.b.Stones() < s.b.Len()*4/5 && ctx.Err() == nil {
		if score, ok := s.Decided(0); ok {
			result = sign(score, s.me)
			break
		}
		root := s.Moves(nil)
		r := p.think(s, root, p.opt.Nodes)
		if r.Score >= alphabeta.Proved || r.Score <= -alphabeta.Proved {
			result = sign(r.Score, s.me)
			samples = p.take(samples, s, root, r)
			break
		}
		samples = p.take(samples, s, root, r)
		if p.r.IntN(3) == 0 {
			samples = p.aside(samples, s, root)
		}
		m := r.Move
		if s.b.Stones() < 14 && p.r.IntN(8) == 0 {
			m = player.Sample(p.r, root, 1.5*orderUnit).Point
		}
		s.Play(m)
	}
	for i := range samples {
		if samples[i].result != unplayed {
			samples[i].result = int8(result)
			if samples[i].me == pattern.White {
				samples[i].result = int8(-result)
			}
		}
	}
	return samples
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

// opening places a few stones at random, close to each other, until nobody has
// won by it.
func (p *selfPlayer) opening() *state {
	for {
		for p.b.Stones() > 0 {
			p.b.Undo()
		}
		s := newState(p.b, p.w, pattern.Black, p.fours)
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
	return alphabeta.Think(context.Background(), s, root, s.b.Len(), p.table, alphabeta.Default(), alphabeta.Limits{Nodes: nodes, Depth: 20}, nil)
}

// aside takes the position after a move that the game does not play: leaves of
// a search are not as well played as games are.
func (p *selfPlayer) aside(samples []sample, s *state, root []alphabeta.Move) []sample {
	s.Play(player.Sample(p.r, root, 4*orderUnit).Point)
	defer s.Undo()
	if _, ok := s.Decided(0); ok {
		return samples
	}
	list := s.Moves(nil)
	samples = p.take(samples, s, list, p.think(s, list, p.opt.Nodes/2))
	samples[len(samples)-1].result = unplayed
	return samples
}

// take appends the position with what the search says of it.
func (p *selfPlayer) take(samples []sample, s *state, root []alphabeta.Move, r alphabeta.Result) []sample {
	x := sample{
		own: p.tally(s.me), foe: p.tally(3 - s.me), threats: uint16(s.threats()), me: uint8(s.me), score: int16(r.Score), best: -1,
	}
	if len(root) > 1 && r.Depth >= 2 && r.Score > -alphabeta.Proved {
		for i, m := range root {
			x.moves = append(x.moves, choice{s.b.Code(board.Point(m.Point), s.me), s.b.Code(board.Point(m.Point), 3-s.me)})
			if m.Point == r.Move {
				x.best = i
			}
		}
	}
	return append(samples, x)
}

// tally counts the codes of c at the empty points.
func (p *selfPlayer) tally(c int) []counted {
	var list []counted
	for q := range board.Point(p.b.Len()) {
		if p.b.At(q) == 0 {
			p.count[p.b.Code(q, c)]++
		}
	}
	for q := range board.Point(p.b.Len()) {
		if code := p.b.Code(q, c); p.b.At(q) == 0 && p.count[code] > 0 {
			list = append(list, counted{code, p.count[code]})
			p.count[code] = 0
		}
	}
	return list
}
