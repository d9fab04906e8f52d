package proof

import "moyo/game"

// Depths returns for each node the attacker's moves until the win in the longest line of listed
// replies, or of the threat if no reply is listed.
func (p *Proof) Depths() []int {
	depths := make([]int, len(p.Nodes))
	for i := len(p.Nodes) - 1; i >= 0; i-- {
		n := &p.Nodes[i]
		deepest := 0
		if n.Threat != 0 {
			deepest = depths[n.Threat]
		}
		for _, r := range n.Replies {
			deepest = max(deepest, depths[r.Then])
		}
		depths[i] = deepest + 1
	}
	return depths
}

// Line returns the longest line of the proof, starting with the attacker's move. board.None
// represents a reply anywhere, if none is listed.
func (p *Proof) Line() []game.Point {
	depths := p.Depths()
	var line []game.Point
	for i := int32(0); ; {
		n := &p.Nodes[i]
		line = append(line, n.Move)
		if n.Threat == 0 {
			return line
		}
		reply, then := game.NoMove.Point(), n.Threat
		for k, r := range n.Replies {
			if k == 0 || depths[r.Then] > depths[then] {
				reply, then = r.Move, r.Then
			}
		}
		line = append(line, reply)
		i = then
	}
}
