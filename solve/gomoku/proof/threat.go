package proof

import (
	"slices"

	"moyo/board"
	"moyo/game"
)

// MaxOrder is the highest order of a threat that the checker goes through.
const MaxOrder = 3

// findOrders says of each node of which order a threat of its win is: the first where its move wins at once, the second of a win
// each of whose moves threatens one of the first, and so on. Nodes name later ones only.
func (j *Judge) findOrders() {
	j.order = make([]int32, len(j.nodes))
	for i := len(j.nodes) - 1; i >= 0; i-- {
		n := &j.nodes[i]
		j.order[i] = 1
		if n.Threat != 0 {
			j.order[i] = 1 + j.order[n.Threat]
			for _, r := range n.Replies {
				j.order[i] = max(j.order[i], j.order[r.Then])
			}
		}
	}
}

// ground is where more stones of the defender's might change a win: by themselves, or by changing which points are
// forbidden.
type ground struct {
	// zones[k] holds every point on which a stone may matter that comes with k others, each of which lies outside a zone
	// before it. There are as many as are asked for.
	zones []set
	reach set          // nil where it is not asked for
	seen  map[key]bool // nodes with several parents that have been gone through
}

// newGround returns one with so many zones, on a board of so many points.
func newGround(zones, points int) ground {
	g := ground{zones: make([]set, zones), reach: newSet(points), seen: map[key]bool{}}
	for k := range g.zones {
		g.zones[k] = newSet(points)
	}
	return g
}

// untold is a ground that is not asked for.
func untold() ground { return ground{seen: map[key]bool{}} }

// add adds p to every zone.
func (g *ground) add(p game.Point) {
	for _, z := range g.zones {
		z.add(p)
	}
}

// addAll adds points to every zone.
func (g *ground) addAll(points set) {
	for _, z := range g.zones {
		z.addAll(points)
	}
}

// addDangers adds the empty points of the rows that the defender, who is to move, fills before the threat wins: by so many stones,
// and in each zone after the first by one more that is there outside the tree.
func (j *Judge) addDangers(g ground, stones int) {
	for k, z := range g.zones {
		j.rows.dangers(j.pos, j.you, stones+k, z)
	}
}

// neededByZone goes through a threat of the second order or a higher one with the defender, who is to move, passing. What it finds
// is in g, which has one zone or more and is empty.
func (j *Judge) neededByZone(t int32, g ground) (needed []game.Point, err error) {
	if j.order[t] > MaxOrder {
		return nil, j.flaw(t, "a threat of order %d, and the highest that is followed is %d", j.order[t], MaxOrder)
	}
	j.addDangers(g, 1) // the reply itself may be the five
	j.Turn(true)
	err = j.win(t, g)
	j.Turn(false)
	if err != nil {
		return nil, err
	}
	doubt := j.doubted(t, g)
	for p := range game.Point(j.b.Len()) {
		if j.ended != nil {
			break
		}
		if j.pos.At(p) != game.Empty {
			continue
		}
		if j.opt.Every || !g.zones[0].has(p) && doubt.has(p) {
			if j.survives(t, p) {
				needed = append(needed, p)
			}
		} else if g.zones[0].has(p) && !j.suicidal(p) {
			needed = append(needed, p)
		}
	}
	return needed, j.ended // a win that was not gone through to its end is not one that fails
}

// doubted returns the points where a reply has to be played to say whether the threat of node t, whose ground is g, still wins. A
// white stone only takes from what the rules read of forbidden points, so that those read without it are all. A black one may add
// to it: where a threat of a higher order counts on what Black may not do, no point is left out.
func (j *Judge) doubted(t int32, g ground) set {
	if j.you == game.Black && j.order[t] > 2 && !g.reach.empty() {
		g.reach.fill()
	}
	return g.reach
}

// suicidal reports whether the defender may not play p or loses by it at once.
func (j *Judge) suicidal(p game.Point) bool {
	if !j.play(p) {
		return true
	}
	defer j.undo()
	return j.winner() == j.me
}

// survives reports whether the defender may reply p and the threat of the second
// order or a higher one then fails.
func (j *Judge) survives(t int32, p game.Point) bool {
	j.report.Replies++
	if !j.play(p) {
		return false
	}
	defer j.undo()
	switch {
	case j.pos.Outcome().Over:
		return j.winner() != j.me
	case j.opt.Every || j.me == game.White || j.order[t] > 2:
		return j.win(t, untold()) != nil
	}
	return !j.allowed(t, map[key]bool{})
}

// allowed reports whether Black may play the moves of a threat of the second order,
// which is all that a white stone outside its zone can change. seen holds the nodes with several parents that have been gone
// through: where they are not allowed nothing is.
func (j *Judge) allowed(t int32, seen map[key]bool) bool {
	if j.visit() != nil {
		return false
	}
	if j.shared[t] {
		at := j.key(t)
		if seen[at] {
			return true
		}
		seen[at] = true
	}
	n := &j.nodes[t]
	if !j.play(n.Move) {
		return false
	}
	defer j.undo()
	if j.pos.Outcome().Over {
		return j.winner() == j.me
	}
	for _, r := range n.Replies {
		if !j.play(r.Move) {
			continue // the stone in question lies there: one reply fewer
		}
		ok := j.allowed(r.Then, seen)
		j.undo()
		if !ok {
			return false
		}
	}
	return true
}

// win checks the win of node t, within a threat, in the position, where the attacker is to move, and adds its ground to g.
func (j *Judge) win(t int32, g ground) error {
	if err := j.visit(); err != nil {
		return err
	}
	if j.shared[t] {
		at := j.key(t)
		if g.seen[at] {
			return nil
		}
		g.seen[at] = true // a flaw ends it all
	}
	n := &j.nodes[t]
	if j.bans && j.me == game.Black && j.pos.At(n.Move) == game.Empty && j.rows.crowded(j.b.Lines(), n.Move, j.me) >= 2 && !j.winsBy(n.Move) {
		j.rows.readFor(j.pos, n.Move, g.reach)
	}
	g.add(n.Move)
	if j.fence {
		for _, z := range g.zones {
			j.rows.fences(j.pos, n.Move, j.me, z)
		}
	}
	if !j.play(n.Move) {
		return j.flaw(t, "%s is not legal", j.b.Name(n.Move))
	}
	defer j.undo()
	switch {
	case j.pos.Outcome().Over && j.winner() != j.me:
		return j.flaw(t, "%s does not win", j.b.Name(n.Move))
	case j.pos.Outcome().Over:
		return nil
	case n.Threat == 0:
		return j.flaw(t, "%s neither wins nor threatens anything, in a threat", j.b.Name(n.Move))
	}
	j.addDangers(g, 2) // the reply and the five
	answers := j.answers
	if j.nodes[n.Threat].Threat != 0 {
		answers = j.quietAnswers
	}
	if err := answers(t, n, g); err != nil {
		return err
	}
	return j.winReplies(t, n, g)
}

// answers checks that the replies to a four within a threat are listed.
func (j *Judge) answers(t int32, n *Node, g ground) error {
	five := j.nodes[n.Threat].Move
	j.Turn(true)
	wins := j.winsBy(five)
	j.Turn(false)
	if !wins {
		return j.flaw(n.Threat, "%s does not win", j.b.Name(five))
	}
	near := newSet(j.b.Len())
	near.add(five)
	j.rows.dangers(j.pos, j.you, 1, near)
	if j.fence {
		j.rows.fences(j.pos, five, j.me, near)
	}
	g.addAll(near)
	for p := range game.Point(j.b.Len()) {
		if !near.has(p) || j.pos.At(p) != game.Empty {
			continue
		}
		if j.suicidal(p) {
			j.rows.readFor(j.pos, p, g.reach)
		} else if j.meets(p, five) && !n.lists(p) {
			return j.flaw(t, "the reply %s has no answer", j.b.Name(p))
		}
	}
	return nil
}

// quietAnswers checks that the replies to a move within a threat that threatens more than a five are listed. Among the defender's
// stones that its own threat has to stand is the reply, so its zones are those of one stone more.
func (j *Judge) quietAnswers(t int32, n *Node, g ground) error {
	inner := newGround(len(g.zones)+1, j.b.Len())
	needed, err := j.neededByZone(n.Threat, inner)
	if err != nil {
		return err
	}
	for _, p := range needed {
		if !n.lists(p) {
			return j.flaw(t, "the reply %s has no answer", j.b.Name(p))
		}
	}
	for k, z := range g.zones {
		z.addAll(inner.zones[k+1])
	}
	if g.reach == nil {
		return nil
	}
	g.reach.addAll(inner.reach)
	for p := range game.Point(j.b.Len()) {
		if j.bans && j.you == game.Black && inner.zones[0].has(p) && j.pos.At(p) == game.Empty && j.suicidal(p) {
			j.rows.readFor(j.pos, p, g.reach)
		}
	}
	return nil
}

// winReplies goes through the replies listed to a move within a threat.
func (j *Judge) winReplies(t int32, n *Node, g ground) error {
	for _, r := range n.Replies {
		if !j.play(r.Move) {
			if j.bans && j.pos.At(r.Move) == game.Empty {
				j.rows.readFor(j.pos, r.Move, g.reach)
			}
			continue // forbidden now, or taken: one reply fewer
		}
		over, winner := j.pos.Outcome().Over, j.winner()
		var err error
		switch {
		case !over:
			err = j.win(r.Then, g)
		case winner != j.me:
			err = j.flaw(t, "the reply %s ends the game", j.b.Name(r.Move))
		}
		j.undo()
		if err != nil {
			return err
		}
	}
	return nil
}

// lists reports whether n has an answer to the reply p.
func (n *Node) lists(p board.Point) bool {
	return slices.ContainsFunc(n.Replies, func(r Reply) bool { return r.Move == p })
}
