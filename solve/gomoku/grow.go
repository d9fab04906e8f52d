package gomoku

import (
	"errors"
	"slices"

	"moyo/board"
	"moyo/solve/gomoku/proof"
)

// none is the threat of a node whose move wins immediately, during construction.
const none int32 = -1

// tree builds a proof from its leaves: nodes come after the nodes that they name, until turned reverses
// the order.
type tree struct{ nodes []proof.Node }

func (t *tree) add(n proof.Node) int32 {
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

// leaf adds a node whose move wins immediately.
func (t *tree) leaf(move board.Point) int32 { return t.add(proof.Node{Move: move, Threat: none}) }

// rootFirst returns the nodes in the order of a proof: the last, which is the root,
// first.
func (t *tree) rootFirst() []proof.Node { return t.from(int32(len(t.nodes) - 1)) }

// from returns the nodes reachable from node root, including itself, in the order of a proof.
func (t *tree) from(root int32) []proof.Node {
	const wanted = -1
	at := make([]int32, root+1) // index of a node among those returned
	at[root] = wanted
	var nodes []proof.Node
	for i := root; i >= 0; i-- {
		n := t.nodes[i]
		if at[i] != wanted {
			continue
		}
		at[i] = int32(len(nodes))
		nodes = append(nodes, n)
		if n.Threat != none {
			at[n.Threat] = wanted
		}
		for _, r := range n.Replies {
			at[r.Then] = wanted
		}
	}
	for i := range nodes {
		n := &nodes[i]
		if n.Threat == none {
			n.Threat = 0
		} else {
			n.Threat = at[n.Threat]
		}
		n.Replies = slices.Clone(n.Replies)
		for k := range n.Replies {
			n.Replies[k].Then = at[n.Replies[k].Then]
		}
	}
	return nodes
}

// graft adds a whole proof and returns its root.
func (t *tree) graft(nodes []proof.Node) int32 {
	last := int32(len(t.nodes) + len(nodes) - 1)
	for _, n := range slices.Backward(nodes) {
		if n.Threat == 0 {
			n.Threat = none
		} else {
			n.Threat = last - n.Threat
		}
		n.Replies = slices.Clone(n.Replies)
		for k := range n.Replies {
			n.Replies[k].Then = last - n.Replies[k].Then
		}
		t.add(n)
	}
	return last
}

var errLost = errors.New("the win by fours was not found again")

// grow adds the proof that colour me, to move, wins by fours within depth moves, and returns its
// root. It uses the results of the last Search, so call it after that.
func (s *Fours) grow(t *tree, me, depth, nodes int) (int32, error) {
	answer := s.Search(me, depth, nodes)
	if !answer.Won {
		return none, errLost
	}
	move := answer.Line[0]
	if answer.Depth == 1 {
		return t.leaf(move), nil
	}
	s.b.Place(move, me)
	defer s.b.Undo()
	five, n := s.b.FivePoint(me)
	if n == 0 {
		return none, errLost
	}
	node := proof.Node{Move: move, Threat: t.leaf(five)}
	for _, x := range s.b.Blocks(five, me, nil) {
		if s.lines[3-me].Ban && s.b.Banned(x, 3-me) {
			continue
		}
		s.b.Place(x, 3-me)
		then, err := s.grow(t, me, answer.Depth-1, nodes)
		s.b.Undo()
		if err != nil {
			return none, err
		}
		node.Replies = append(node.Replies, proof.Reply{Move: x, Then: then})
	}
	return t.add(node), nil
}

// Proof returns the nodes of a proof of the win that the last Search found for colour me within
// depth moves.
func (s *Fours) Proof(me, depth, nodes int) ([]proof.Node, error) {
	var t tree
	if _, err := s.grow(&t, me, depth, nodes); err != nil {
		return nil, err
	}
	return t.rootFirst(), nil
}
