package mcts

import (
	"context"
	"slices"

	"moyo/game"
)

// lineage identifies the position at the root of the tree.
type lineage struct {
	rules string
	board string
	moves []game.Move
	hash  uint64
}

func lineageOf(pos game.Position) lineage {
	return lineage{pos.Rules().ID(), pos.Board().Spec(), slices.Clone(pos.Moves()), pos.Hash()}
}

// since returns the moves that led from l to pos. ok is false where pos did not
// come out of l.
func (l *lineage) since(pos game.Position) (moves []game.Move, ok bool) {
	all := pos.Moves()
	if l.rules == "" || len(all) < len(l.moves) || !slices.Equal(all[:len(l.moves)], l.moves) ||
		l.rules != pos.Rules().ID() || l.board != pos.Board().Spec() {
		return nil, false
	}
	moves = all[len(l.moves):]
	if len(moves) == 0 {
		return nil, pos.Hash() == l.hash
	}
	back := pos.Clone()
	for range moves {
		if !back.Undo() {
			return nil, false
		}
	}
	if back.Hash() != l.hash {
		return nil, false
	}
	for _, m := range moves { // in turns, as the tree has them
		if back.Play(m) != nil {
			return nil, false
		}
	}
	return moves, back.Hash() == pos.Hash()
}

// resume makes the node of pos the root, if the tree knows it.
func (e *Engine) resume(ctx context.Context, pos game.Position) bool {
	moves, ok := e.last.since(pos)
	if !ok {
		return false
	}
	i := uint32(firstNode)
	for _, m := range moves {
		if i, ok = e.tree.child(i, m); !ok {
			return false
		}
	}
	return e.tree.keep(ctx, i)
}

// child returns the index of the child of the node at i that plays m.
func (t *tree) child(i uint32, m game.Move) (uint32, bool) {
	n := t.at(i)
	first := n.first.Load()
	if first < firstNode {
		return 0, false
	}
	block := t.block(first, n.n)
	for k := range block {
		if block[k].move == m {
			return first + uint32(k), true
		}
	}
	return 0, false
}
