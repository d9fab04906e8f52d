package mcts

import (
	"context"
	"slices"

	"moyo/game"
)

// since returns the moves that led from last, which may be nil, to pos. ok is
// false if pos did not come from last by alternating moves, as the tree has them.
func since(last, pos game.Position) (moves []game.Move, ok bool) {
	if last == nil || last.Rules().ID() != pos.Rules().ID() || last.Board().Spec() != pos.Board().Spec() {
		return nil, false
	}
	all, before := pos.Moves(), last.Moves()
	if len(all) < len(before) || !slices.Equal(all[:len(before)], before) {
		return nil, false
	}
	moves = all[len(before):]
	now := last.Clone()
	for _, m := range moves {
		if now.Play(m) != nil {
			return nil, false
		}
	}
	return moves, now.Hash() == pos.Hash() && slices.EqualFunc(now.Turns(), pos.Turns(), game.Turn.Equal)
}

// resume makes the node of pos the root, if the tree contains it, and the sums of its playouts are known that are needed, if any.
func (e *Engine) resume(ctx context.Context, pos game.Position, needed *owners) bool {
	moves, ok := since(e.last, pos)
	if !ok || needed != nil && (len(moves) > 0 || e.owned == nil || e.owned.points < needed.points) {
		return false
	}
	i := uint32(firstNode)
	for _, m := range moves {
		if i, ok = e.tree.child(i, m); !ok {
			return false
		}
	}
	return e.tree.keep(ctx, i, 0)
}

// child returns the index of the child of the node at i that plays m.
func (t *tree) child(i uint32, m game.Move) (uint32, bool) {
	n := t.at(i)
	for b, block := range t.children(n) {
		for k := range block {
			if block[k].move == m {
				return t.index(n, b, k), true
			}
		}
	}
	return 0, false
}

// reset makes the search begin with an empty tree.
func (s *search) reset() {
	s.tree.reset()
	s.owned = nil
}
