package weiqi

import (
	"context"
	"sync/atomic"

	"moyo/engine"
	"moyo/engine/mcts"
	"moyo/game"
)

// Bounds of a search for the fate of stones.
const (
	fateReach  = 4        // how far from the stones moves are tried; a chain counts as one step
	fateMemory = 16 << 20 // bytes of the tree
)

// fateModel is the tree search's model of a fight for some stones of one side:
// the side that owns them at the end wins, and nothing else counts.
type fateModel struct {
	*model
	stones []game.Point
}

// Root implements mcts.Model.
func (m *fateModel) Root(pos game.Position, stop *atomic.Bool) (mcts.Root, error) {
	r, err := m.root(pos, stop)
	if err != nil {
		return nil, err
	}
	return &fateRoot{root: r, stones: m.stones, side: pos.At(m.stones[0]), near: r.start.within(fateReach, m.stones)}, nil
}

// fateRoot is a fight for stones that is being searched.
type fateRoot struct {
	root   *root
	stones []game.Point
	side   game.Color // their color
	near   []bool     // by point: moves are tried on it
}

// Shortcut implements mcts.Root. It never applies.
func (r *fateRoot) Shortcut() (game.Move, float64, bool) { return game.NoMove, 0, false }

// State implements mcts.Root.
func (r *fateRoot) State(seed uint64) mcts.State {
	s := r.root.newState(seed)
	return &fateState{State: s, state: s, fight: r}
}

// fateState is the state of a fight in the tree and in a playout.
type fateState struct {
	mcts.State
	state *state
	fight *fateRoot
}

// Expand implements mcts.State: the moves near the stones, and the pass.
func (s *fateState) Expand(buf []mcts.Child) []mcts.Child {
	begin := len(buf)
	all := s.state.Expand(buf)
	kept := all[:begin]
	for _, c := range all[begin:] {
		if c.Move < 0 || s.fight.near[c.Move.Point()] {
			kept = append(kept, c)
		}
	}
	return kept
}

// Rollout implements mcts.State. Stones left when both sides have passed live,
// as in seki.
func (s *fateState) Rollout(first []game.Color) (value float64, ok bool) {
	if !s.Terminal() && !s.state.playOut(first) {
		return 0, false
	}
	stand := 0
	for _, p := range s.fight.stones {
		if s.state.At(p) == s.fight.side {
			stand++
		}
	}
	value = float64(stand) / float64(len(s.fight.stones))
	if s.fight.side == game.White {
		value = 1 - value
	}
	return value, true
}

// within reports for each point whether it is at most steps away from others.
// Entering a chain is one step, crossing it none.
func (b *stones) within(steps int, others []game.Point) []bool {
	near := make([]bool, b.n)
	var queue []game.Point
	add := func(p game.Point) {
		for ; !near[p]; p = b.Next(p) {
			near[p] = true
			queue = append(queue, p)
			if b.At(p) == game.Empty {
				return
			}
		}
	}
	for _, p := range others {
		add(p)
	}
	at := 0
	for range steps {
		for end := len(queue); at < end; at++ {
			for _, q := range b.Neighbors(queue[at]) {
				add(q)
			}
		}
	}
	return near
}

// fates searches the fates of stones.
type fates struct {
	model *fateModel
	tree  *mcts.Engine
	pos   [3]game.Position // by the side to move
}

// newFates returns a searcher of the fates of stones in pos, without its
// history: the game may be over, and either side may be to move.
func newFates(m *model, pos game.Position) (*fates, error) {
	f := &fates{model: &fateModel{model: m}}
	f.tree = mcts.New(f.model, mcts.Options{Name: "fate", Memory: fateMemory})
	var placed []game.Placed
	for p := range game.Point(pos.Board().Len()) {
		if c := pos.At(p); c != game.Empty {
			placed = append(placed, game.Placed{Point: p, Color: c})
		}
	}
	for _, side := range []game.Color{game.Black, game.White} {
		f.pos[side] = pos.Clone()
		if err := f.pos[side].(game.Setter).Set(placed, side); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// share returns the share of the stones, all of one side, that their owner keeps,
// averaged over either side moving first, with the given playouts for each.
func (f *fates) share(ctx context.Context, stones []game.Point, playouts int64) (float64, error) {
	f.model.stones = stones
	sum := 0.0
	for _, first := range []game.Color{game.Black, game.White} {
		info, err := f.tree.Search(ctx, f.pos[first], engine.Limits{Nodes: playouts, Seed: 1, Threads: 1}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, err
		}
		if f.pos[first].At(stones[0]) == first {
			sum += info.Value
		} else {
			sum += 1 - info.Value
		}
	}
	return sum / 2, nil
}
